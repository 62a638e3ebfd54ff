"""Attempts used, over solved puzzles and over all (the paper's Figure 7)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gander.eyeq.analysis import Line, Table
from gander.eyeq.place import FLOOR
from gander.report.eyeq.figures.scaling import size_axis
from gander.report.eyeq.figures.sheets import (
    PAGE,
    Sheet,
    bounds,
    floor_beside,
    legend,
    look_of,
    order_of,
    percent_axis,
    plain,
    shown_model,
    shown_subset,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["attempts"]

_SIDES = (
    ("over_solved", "solved puzzles alone"),
    ("over_all", "all puzzles, the unsolved at their most"),
)


def attempts(table: Table) -> Iterator[Sheet]:
    """Two panels a variant with attempts: over solved, over all; by size where all sizes are known."""
    for variant in order_of(table.lines, "variant"):
        lines = [line for line in table.lines if line.values["variant"] == variant]
        yield _sheet(variant, lines)


def _sheet(variant: str, lines: list[Line]) -> Sheet:
    sized = [line for line in lines if line.values["size"] is not None]
    by_size = len({line.values["model"] for line in sized}) > 1
    chosen = [line for line in lines if not by_size or line in sized or line.values["model"] == FLOOR]

    def paint(figure: "Figure") -> None:
        panels = figure.subplots(1, 2, sharey=True)
        for panel, (column, title) in zip(panels, _SIDES, strict=True):
            _panel(panel, chosen, column, by_size=by_size)
            panel.set_title(title, fontsize=8, loc="left")
        legend(figure, 4)

    return Sheet(
        "attempts" if variant == "refine" else f"attempts_{variant.replace('+', '_')}",
        f"Attempts used in {variant}; bars: 95% intervals",
        "Figure 7",
        "Mean attempts used: on the left over solved puzzles, on the right over all, where unsolved ones"
        f" count as the most allowed; by {'model size' if by_size else 'model'}, a line for each subset.",
        PAGE,
        2.9 if by_size else 3.4,
        paint,
    )


def _panel(panel: "Axes", lines: list[Line], column: str, *, by_size: bool) -> None:
    floors = [line for line in lines if line.values["model"] == FLOOR] if by_size else []
    lines = [line for line in lines if line not in floors]
    models = order_of(lines, "model")
    for number, subset in enumerate(order_of(lines, "subset")):
        its = [line for line in lines if line.values["subset"] == subset]
        if by_size:
            its.sort(key=lambda line: float(str(line.values["size"])))
        points = [plain(line.values[column]) for line in its]
        look = look_of(number)
        shift = number - 1.5
        across = [
            float(str(line.values["size"])) * (1 + 0.03 * shift)
            if by_size
            else models.index(str(line.values["model"])) + 0.1 * shift
            for line in its
        ]
        for line in floors:
            if line.values["subset"] == subset:
                # It has no size, and so the same height at all of them.
                floor_beside(panel, across, [plain(line.values[column]).value] * len(across), look)
        panel.errorbar(
            across,
            [float("nan") if point.value is None else point.value for point in points],
            yerr=bounds(points),
            color=look.colour,
            marker=look.marker,
            # Lines join sizes of a family; models side by side are no series.
            linestyle=look.dash if by_size else "none",
            markersize=4,
            linewidth=1.2,
            elinewidth=0.8,
            label=shown_subset(subset),
        )
    percent_axis(panel, "mean attempts")
    most = max(int(str(line.values["most"])) for line in lines)
    panel.set_ylim(0.9, most + 0.1)  # nothing takes less than one attempt
    panel.set_yticks(range(1, most + 1))
    if by_size:
        size_axis(panel, [float(str(line.values["size"])) for line in lines])
    else:
        panel.set_xticks(
            range(len(models)), [shown_model(name, models) for name in models], rotation=30, ha="right"
        )
