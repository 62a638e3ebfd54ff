"""Accuracy by model size on a log axis (the paper's Figures 4 and 8)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gander.eyeq.analysis import Line, Table
from gander.report.eyeq.figures.sheets import (
    COLUMN,
    PAGE,
    Sheet,
    bounds,
    floor_beside,
    from_zero,
    grid_of,
    legend,
    look_of,
    order_of,
    percent_axis,
    plain,
    shown_subset,
    shown_variant,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["scaling", "size_axis"]


def scaling(table: Table) -> Iterator[Sheet]:
    """A sheet a family that has two sizes or more: a panel a subset, a line a variant."""
    families: dict[str, list[Line]] = {}
    for line in table.lines:
        families.setdefault(str(line.values["family"]), []).append(line)
    several = {name: its for name, its in families.items() if len({line.values["size"] for line in its}) > 1}
    for number, (family, lines) in enumerate(several.items()):
        yield _sheet(
            "sizes" if len(several) == 1 else f"sizes_{number + 1}", family, lines, order_of(lines, "subset")
        )


def _sheet(name: str, family: str, lines: list[Line], subsets: list[str]) -> Sheet:
    variants = order_of(lines, "variant")
    rows, columns = grid_of(len(subsets))

    def paint(figure: "Figure") -> None:
        panels = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False).flat
        for panel, subset in zip(panels, subsets, strict=False):
            _panel(panel, [line for line in lines if line.values["subset"] == subset], subset, variants)
        for panel in list(panels)[len(subsets) :]:
            panel.set_visible(False)
        from_zero(figure)
        legend(figure, 3 if columns > 1 else 1)
        figure.suptitle(family, fontsize=9)

    sizes = sorted({float(str(line.values["size"])) for line in lines})
    return Sheet(
        name,
        f"Accuracy of {family} by size; bars: 95% intervals",
        "Figures 4 and 8",
        f"Lines of accuracy in percent over {len(sizes)} sizes from {sizes[0]:g} to {sizes[-1]:g} billion"
        f" parameters on a log axis, a panel for each subset, a line for each variant; the hint floor dotted"
        " beside each.",
        PAGE if columns > 1 else COLUMN,
        (0.8 if columns > 1 else 1.4) + 2.1 * rows,
        paint,
    )


def _panel(panel: "Axes", lines: list[Line], subset: str, variants: list[str]) -> None:
    for number, variant in enumerate(variants):
        its = sorted(
            (line for line in lines if line.values["variant"] == variant),
            key=lambda line: float(str(line.values["size"])),
        )
        points = [plain(line.values["accuracy"], 100) for line in its]
        look = look_of(number)
        # Beside one another, for intervals would hide each other.
        shift = 1 + 0.03 * (number - (len(variants) - 1) / 2)
        across = [float(str(line.values["size"])) * shift for line in its]
        floor_beside(panel, across, [plain(line.values.get("floor"), 100).value for line in its], look)
        panel.errorbar(
            across,
            [float("nan") if point.value is None else point.value for point in points],
            yerr=bounds(points),
            color=look.colour,
            marker=look.marker,
            linestyle=look.dash,
            markersize=4,
            linewidth=1.2,
            elinewidth=0.8,
            label=shown_variant(variant),
        )
    panel.set_title(shown_subset(subset), fontsize=8, loc="left")
    size_axis(panel, [float(str(line.values["size"])) for line in lines])
    percent_axis(panel)


def size_axis(panel: "Axes", sizes: list[float]) -> None:
    """A log axis of parameters that names the sizes that were asked."""
    from matplotlib.ticker import NullFormatter, NullLocator  # noqa: PLC0415

    panel.set_xscale("log")
    there = sorted(set(sizes))
    panel.set_xticks(there, [f"{size:g}B" for size in there])
    panel.xaxis.set_minor_locator(NullLocator())
    panel.xaxis.set_minor_formatter(NullFormatter())
    panel.set_xlabel("parameters")
