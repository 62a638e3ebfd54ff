"""Accuracy of many models by subset, a line a model: where there are more of them than looks for bars."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from gander.eyeq.analysis import Line
from gander.eyeq.place import FLOOR, Place
from gander.report.drawing import LOOKS
from gander.report.eyeq.figures.sheets import (
    PAGE,
    Sheet,
    bounds,
    plain,
    shown_model,
    shown_subset,
    shown_variant,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["dots"]

Lines: TypeAlias = Mapping[tuple[object, object, object], Line]
"""Lines of the table of accuracy by model, variant and subset."""


def dots(
    lines: Lines, models: Mapping[str, str], variants: Sequence[str], subsets: Sequence[str]
) -> Iterator[Sheet]:
    """A sheet a variant, a panel a subset, a point a model; the hint floor is a line through all of them.

    Args:
        lines: The table's lines.
        models: The models, with what their names are to be followed by.
        variants: The variants.
        subsets: The subsets.
    """
    for number, variant in enumerate(variants):
        yield _sheet(
            "accuracy" if len(variants) == 1 else f"accuracy_{number + 1}", lines, models, variant, subsets
        )


def _sheet(name: str, lines: Lines, models: Mapping[str, str], variant: str, subsets: Sequence[str]) -> Sheet:
    def paint(figure: "Figure") -> None:
        panels = figure.subplots(1, len(subsets), sharex=True, sharey=True, squeeze=False)[0]
        for panel, subset in zip(panels, subsets, strict=True):
            _panel(panel, lines, list(models), variant, subset)
        named = [shown_model(model, models) + temperature for model, temperature in models.items()]
        panels[0].set_yticks(range(len(named)), named, fontsize=6)
        panels[0].set_ylim(len(named) - 0.4, -0.6)
        panels[0].set_xlim(left=-0.02 * panels[0].get_xlim()[1])
        handles, names = panels[0].get_legend_handles_labels()
        if names:
            figure.legend(handles, names, loc="outside lower center", frameon=False, fontsize=7)
        figure.suptitle(shown_variant(variant), fontsize=9)

    return Sheet(
        name,
        f"Accuracy in {variant} by model and subset; bars: 95% intervals",
        "Figure 3",
        f"Points of accuracy in percent, a panel for each of {len(subsets)} subsets, a line for each of"
        f" {len(models)} models, with the hint floor as a line through all of them.",
        PAGE,
        0.9 + 0.14 * len(models),
        paint,
    )


def _panel(panel: "Axes", lines: Lines, models: Sequence[str], variant: str, subset: str) -> None:
    found = [lines.get((model, variant, subset)) for model in models]
    points = [plain(line.values["accuracy"] if line else None, 100) for line in found]
    panel.errorbar(
        [float("nan") if point.value is None else point.value for point in points],
        range(len(models)),
        xerr=bounds(points),
        color=LOOKS[0].colour,
        marker="o",
        linestyle="none",
        markersize=3,
        elinewidth=0.8,
    )
    floor = lines.get((FLOOR, Place("", "en", variant).hint, subset))
    value = plain(floor.values["accuracy"], 100).value if floor else None
    if value is not None:
        panel.axvline(
            value, color="#000000", linewidth=1.1, linestyle=(0, (3, 1.5)), label=shown_model(FLOOR)
        )
    panel.set_title(shown_subset(subset), fontsize=8, loc="left")
    panel.set_xlabel("accuracy, %")
    panel.set_axisbelow(True)
    panel.grid(axis="both", linewidth=0.4, alpha=0.5)
    panel.spines[["top", "right"]].set_visible(False)
