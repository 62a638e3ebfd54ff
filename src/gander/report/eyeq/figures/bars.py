"""Accuracy of models by variant and subset as bars (the paper's Figure 3)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from gander.eyeq.analysis import Line, Table
from gander.eyeq.place import FLOOR, Place
from gander.report.drawing import LOOKS
from gander.report.eyeq.figures.dots import dots
from gander.report.eyeq.figures.sheets import (
    PAGE,
    Sheet,
    bounds,
    from_zero,
    look_of,
    order_of,
    percent_axis,
    plain,
    shown_model,
    shown_subset,
    shown_variant,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["bars"]


def bars(table: Table) -> Iterator[Sheet]:
    """A panel a variant, groups of bars by subset, a bar a model; the hint floor is a line across them.

    More models than can be told apart have a point each instead, beside their names.
    """
    lines = table.lines
    if not lines:
        return
    variants, subsets = order_of(lines, "variant"), order_of(lines, "subset")
    models = [model for model in order_of(lines, "model") if model != FLOOR]
    by_place: dict[tuple[object, object, object], Line] = {
        (line.values["model"], line.values["variant"], line.values["subset"]): line for line in lines
    }
    temperatures = {model: _temperatures(lines, model) for model in models}
    if len(models) > len(LOOKS):
        yield from dots(by_place, temperatures, variants, subsets)
        return

    def paint(figure: "Figure") -> None:
        panels = figure.subplots(len(variants), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
        for panel, variant in zip(panels, variants, strict=True):
            _panel(panel, variant, temperatures, subsets, by_place)
            panel.tick_params(axis="x", length=0)
        panels[-1].set_xticks(range(len(subsets)), [shown_subset(name) for name in subsets])
        from_zero(figure)
        handles, names = panels[0].get_legend_handles_labels()
        figure.legend(
            handles, names, loc="outside lower center", ncols=min(3, len(names)), frameon=False, fontsize=7
        )

    yield Sheet(
        "accuracy",
        "Accuracy by model, subset and variant; bars at the ends: 95% intervals",
        "Figure 3",
        f"Bars of accuracy in percent, a panel for each of {', '.join(variants)}, a group for each subset,"
        f" a bar for each of {len(models)} models, with the hint floor as a line.",
        PAGE,
        0.9 + 1.45 * len(variants),
        paint,
    )


def _temperatures(lines: Sequence[Line], model: str) -> str:
    """The temperatures that a model stands with, where they are not its own."""
    told = [str(line.values.get("temperature") or "own") for line in lines if line.values["model"] == model]
    others = dict.fromkeys(temperature for temperature in told if temperature != "own")
    return f", T {' and '.join(others)}" if others else ""


def _panel(
    panel: "Axes",
    variant: str,
    models: Mapping[str, str],
    subsets: list[str],
    by_place: dict[tuple[object, object, object], Line],
) -> None:
    wide = 0.84 / max(1, len(models))
    for number, (model, temperature) in enumerate(models.items()):
        points = [
            plain(line.values["accuracy"] if (line := by_place.get((model, variant, subset))) else None, 100)
            for subset in subsets
        ]
        there = [place for place, point in enumerate(points) if point.value is not None]
        look = look_of(number)
        panel.bar(
            [place - 0.42 + wide * (number + 0.5) for place in there],
            [points[place].value or 0.0 for place in there],
            wide * 0.92,
            yerr=bounds([points[place] for place in there]),
            color=look.colour,
            hatch=look.hatch,
            edgecolor="white",
            linewidth=0.0,
            error_kw={"elinewidth": 0.7, "ecolor": "#333333"},
            label=shown_model(model, models) + temperature,
        )
    _floor(panel, variant, subsets, by_place)
    panel.set_title(shown_variant(variant), fontsize=8, loc="left")
    percent_axis(panel, "%")


def _floor(
    panel: "Axes", variant: str, subsets: list[str], by_place: dict[tuple[object, object, object], Line]
) -> None:
    label = shown_model(FLOOR)
    for place, subset in enumerate(subsets):
        # Without the picture the hint is the same, and so is the floor.
        line = by_place.get((FLOOR, Place("", "en", variant).hint, subset))
        value = plain(line.values["accuracy"], 100).value if line else None
        if value is not None:
            panel.plot(
                [place - 0.46, place + 0.46],
                [value] * 2,
                color="#000000",
                linewidth=1.1,
                linestyle=(0, (3, 1.5)),
                label=label,
            )
            label = "_"  # named once
