"""How near wrong answers come, as densities (the paper's Figures 6 and 10)."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gander.counted import many
from gander.eyeq.analysis import Curve, Curves
from gander.report.drawing import Look
from gander.report.eyeq.figures.sheets import PAGE, Sheet, shown_subset, shown_variant

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["densities"]

_LOOKS = {
    "wrong answers": Look("#D55E00", "", "-", ""),
    "random pairs": Look("#0072B2", "", "--", ""),
    "known synonyms": Look("#009E73", "", "-.", ""),
    "hint floor": Look("#777777", "", ":", ""),
}
_FILLED = 0.76  # of a panel's height; above it is room for two lines of words


def densities(curves: Curves) -> Iterator[Sheet]:
    """Panels by variant down and subset across, in each the wrong answers and what they are beside."""
    variants = list(dict.fromkeys(curve.labels["variant"] for curve in curves.curves))
    subsets = list(dict.fromkeys(curve.labels["subset"] for curve in curves.curves))
    if not variants:
        return

    def paint(figure: "Figure") -> None:
        panels = figure.subplots(len(variants), len(subsets), sharex=True, squeeze=False)
        for row, variant in zip(panels, variants, strict=True):
            for panel, subset in zip(row, subsets, strict=True):
                its = [
                    curve
                    for curve in curves.curves
                    if (curve.labels["variant"], curve.labels["subset"]) == (variant, subset)
                ]
                _panel(panel, its)
            row[0].set_ylabel(f"{shown_variant(variant)}\ndensity", fontsize=7)
        for panel, subset in zip(panels[0], subsets, strict=True):
            panel.set_title(shown_subset(subset), fontsize=8)
        for panel in panels[-1]:
            panel.set_xlabel(curves.x_title, fontsize=7)
        seen = {
            name: handle
            for panel in panels.flat
            for handle, name in zip(*panel.get_legend_handles_labels(), strict=True)
        }
        figure.legend(list(seen.values()), list(seen), loc="outside lower center", ncols=4, frameon=False)

    yield Sheet(
        curves.name,
        f"{curves.title}; shaded: pointwise 95% intervals; each panel has its own height",
        curves.paper,
        f"Densities over {curves.x_title}, panels by variant and subset: wrong answers beside random"
        " pairs and known synonyms.",
        PAGE,
        0.7 + 1.45 * len(variants),
        paint,
    )


def _panel(panel: "Axes", curves: list[Curve]) -> None:
    for curve in curves:
        look = _LOOKS[curve.labels["of"]]
        panel.plot(
            curve.x, curve.y, color=look.colour, linestyle=look.dash, linewidth=1.2, label=curve.labels["of"]
        )
        if curve.low and curve.high:
            panel.fill_between(curve.x, curve.low, curve.high, color=look.colour, alpha=0.12, linewidth=0)
    for curve in curves:
        if curve.labels["of"] == "wrong answers":
            of = "" if curve.puzzles is None else f"\nto {many(curve.puzzles, 'puzzle')}"
            told = f"{many(curve.n, 'wrong answer')}{of}"
            panel.text(0.97, 0.95, told, transform=panel.transAxes, ha="right", va="top", fontsize=6)
    # Its own height: what is compared is within a panel, and one narrow peak would flatten all others.
    panel.set_ylim(0, _highest(curves) / _FILLED)
    panel.tick_params(axis="y", labelsize=6)
    panel.spines[["top", "right"]].set_visible(False)


def _highest(curves: Sequence[Curve]) -> float:
    """The highest that a curve or its band comes; 1 where all are nothing."""
    return max((value for curve in curves for value in (*curve.y, *curve.high)), default=0.0) or 1.0
