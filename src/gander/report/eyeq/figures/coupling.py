"""Correlations between subsets as matrices (the paper's Figures 5 and 9)."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gander.eyeq.analysis import Line, Table
from gander.eyeq.analysis.coupling import FEW_MODELS
from gander.report.eyeq.figures.sheets import COLUMN, PAGE, Sheet, order_of, plain, shown_variant

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["coupling"]

_SHORT = {"en": "En", "fa": "Fa", "ar": "Ar", "cross": "Cr"}
_KINDS = {"pearson": "Pearson", "spearman": "Spearman"}


def coupling(table: Table) -> Iterator[Sheet]:
    """A row a variant, a column a kind: the coefficient with its interval in every cell."""
    if not table.lines:
        return
    variants, kinds = order_of(table.lines, "variant"), order_of(table.lines, "kind")
    named = {str(line.values[side]) for line in table.lines for side in ("first", "second")}
    subsets = [name for name in _SHORT if name in named]
    models = sorted({int(str(line.values["models"])) for line in table.lines})
    many = f"{models[0]}" if len(models) == 1 else f"{models[0]} to {models[-1]}"
    few = " are few: compare intervals, not coefficients" if models[0] < FEW_MODELS else ""

    def paint(figure: "Figure") -> None:
        panels = figure.subplots(len(variants), len(kinds), squeeze=False)
        for row, variant in zip(panels, variants, strict=True):
            for panel, kind in zip(row, kinds, strict=True):
                its = [
                    line
                    for line in table.lines
                    if (line.values["variant"], line.values["kind"]) == (variant, kind)
                ]
                _matrix(panel, its, subsets)
                panel.set_title(f"{shown_variant(variant)}, {_KINDS[kind]}", fontsize=8)
        figure.supxlabel(f"{many} models{few}", fontsize=7)

    yield Sheet(
        "coupling",
        f"Language coupling over {many} models; below each coefficient its 95% interval",
        "Figures 5 and 9",
        f"Matrices of correlations between {len(subsets)} subsets over {many} models, for"
        f" {', '.join(variants)}; the values and intervals stand in the cells.",
        PAGE if len(kinds) > 1 else COLUMN,
        0.5 + 2.6 * len(variants),
        paint,
    )


def _matrix(panel: "Axes", lines: list[Line], subsets: list[str]) -> None:
    import numpy as np  # noqa: PLC0415

    size = len(subsets)
    values = [[float("nan")] * size for _ in subsets]
    texts: dict[tuple[int, int], str] = {}
    for line in lines:
        at = subsets.index(str(line.values["first"])), subsets.index(str(line.values["second"]))
        point = plain(line.values["coefficient"])
        if point.value is None:
            continue
        text = _two(point.value)
        if point.low is not None and point.high is not None:
            # In two lines: four cells side by side are no wider than that.
            text += f"\n{_two(point.low)} to\n{_two(point.high)}"
        for row, column in (at, at[::-1]):
            values[row][column] = point.value
            texts[row, column] = text
    # Blue to orange, light in the middle: told apart by the colour-blind, and in grey by the numbers.
    grounds = panel.imshow(values, vmin=-1, vmax=1, cmap="PuOr").to_rgba(np.array(values))
    for (row, column), text in texts.items():
        colour = _ink(grounds[row, column].tolist())
        panel.text(column, row, text, ha="center", va="center", fontsize=6, linespacing=1.1, color=colour)
    for place in range(size):
        panel.text(place, place, "1", ha="center", va="center", fontsize=6, color="#555555")
    names = [_SHORT[name] for name in subsets]
    panel.set_xticks(range(size), names)
    panel.set_yticks(range(size), names)
    panel.tick_params(length=0)
    panel.spines[:].set_visible(False)


def _ink(ground: Sequence[float]) -> str:
    """Black or white, whichever stands out more: 4.5:1 or better on any ground (WCAG 2.2, level AA)."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in ground[:3]
    )
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    # Where (L + .05) / .05 and 1.05 / (L + .05) are equal, both are 4.58.
    return "black" if (luminance + 0.05) ** 2 > 1.05 * 0.05 else "white"


def _two(value: float) -> str:
    """Two decimals with a minus, and no minus before zero."""
    return f"{round(value, 2) + 0.0:.2f}".replace("-", "\u2212")
