"""Accuracy by temperature (the paper's Table 3, drawn)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gander.eyeq.analysis import Line, Table
from gander.eyeq.place import FLOOR
from gander.report.eyeq.figures.sheets import (
    COLUMN,
    PAGE,
    Sheet,
    bounds,
    from_zero,
    grid_of,
    legend,
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

__all__ = ["sweep"]

_NEARLY = 90  # percent; an axis that comes so far ends at its tick of 100, with the line's width above


def sweep(table: Table) -> Iterator[Sheet]:
    """A panel a subset and variant, a line a model; the models' own temperature has no place on the axis."""
    lines = [line for line in table.lines if line.values["temperature"] not in ("own", None)]
    places = list(dict.fromkeys((str(line.values["subset"]), str(line.values["variant"])) for line in lines))
    temperatures = sorted({float(str(line.values["temperature"])) for line in lines})
    if len(temperatures) < 2:
        return
    models = order_of(lines, "model")
    rows, columns = grid_of(len(places))

    def paint(figure: "Figure") -> None:
        panels = list(figure.subplots(rows, columns, sharey=True, squeeze=False).flat)
        for panel, (subset, variant) in zip(panels, places, strict=False):
            its = [
                line for line in lines if (line.values["subset"], line.values["variant"]) == (subset, variant)
            ]
            _panel(panel, its, models, temperatures)
            panel.set_title(f"{shown_subset(subset)}, {shown_variant(variant)}", fontsize=8, loc="left")
        for panel in panels[len(places) :]:
            panel.set_visible(False)
        from_zero(figure)
        if panels[0].get_ylim()[1] > _NEARLY:
            panels[0].set_ylim(top=101)
        legend(figure, 3 if columns > 1 else 1)

    yield Sheet(
        "temperature",
        "Accuracy by temperature; bars: 95% intervals",
        "Table 3",
        f"Lines of accuracy in percent over {len(temperatures)} temperatures, one for each of {len(models)}"
        " models, with the hint floor as a dashed line.",
        PAGE if columns > 1 else COLUMN,
        (0.9 if columns > 1 else 1.0 + 0.15 * len(models)) + 2.2 * rows,
        paint,
    )


def _panel(panel: "Axes", lines: list[Line], models: list[str], temperatures: list[float]) -> None:
    for number, model in enumerate(models):
        its = sorted(
            (line for line in lines if line.values["model"] == model),
            key=lambda line: float(str(line.values["temperature"])),
        )
        points = [plain(line.values["accuracy"], 100) for line in its]
        look = look_of(number, model)
        # Evenly apart: the paper's run from 0.01 to 5.
        shift = 0.05 * (number - (len(models) - 1) / 2)
        panel.errorbar(
            [temperatures.index(float(str(line.values["temperature"]))) + shift for line in its],
            [float("nan") if point.value is None else point.value for point in points],
            yerr=bounds(points),
            color=look.colour,
            marker=look.marker,
            linestyle=look.dash,
            markersize=4,
            linewidth=1.2,
            elinewidth=0.8,
            label=shown_model(model, models),
        )
    _floor(panel, lines)
    panel.set_xticks(range(len(temperatures)), [f"{value:g}" for value in temperatures])
    panel.set_xlabel("temperature (not to scale)")
    percent_axis(panel)


def _floor(panel: "Axes", lines: list[Line]) -> None:
    """The hint floor, which has no temperature: on the puzzles of the line that has most of them."""
    told = [line for line in lines if plain(line.values.get("floor")).value is not None]
    if told:
        most = max(told, key=lambda line: int(str(line.values["n"])))
        panel.axhline(
            plain(most.values["floor"], 100).value or 0.0,
            color="#000000",
            linewidth=1.1,
            linestyle=(0, (3, 1.5)),
            label=shown_model(FLOOR),
        )
