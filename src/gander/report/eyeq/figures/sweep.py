"""Accuracy by temperature (the paper's Table 3, drawn)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gander.eyeq.analysis import Line, Table
from gander.report.eyeq.figures.sheets import (
    PAGE,
    Sheet,
    bounds,
    grid_of,
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
        panels = list(figure.subplots(rows, columns, squeeze=False).flat)
        for panel, (subset, variant) in zip(panels, places, strict=False):
            its = [
                line for line in lines if (line.values["subset"], line.values["variant"]) == (subset, variant)
            ]
            _panel(panel, its, models, temperatures)
            panel.set_title(f"{shown_subset(subset)}, {shown_variant(variant)}", fontsize=8, loc="left")
        for panel in panels[len(places) :]:
            panel.set_visible(False)
        handles, names = panels[0].get_legend_handles_labels()
        figure.legend(handles, names, loc="outside lower center", ncols=min(3, len(names)), frameon=False)

    yield Sheet(
        "temperature",
        "Accuracy by temperature; bars: 95% Wilson intervals",
        "Table 3",
        f"Lines of accuracy in percent over {len(temperatures)} temperatures, one for each of {len(models)}"
        " models.",
        PAGE if columns > 1 else 4.2,
        0.9 + 2.2 * rows,
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
    panel.set_xticks(range(len(temperatures)), [f"{value:g}" for value in temperatures])
    panel.set_xlabel("temperature (not to scale)")
    percent_axis(panel)
