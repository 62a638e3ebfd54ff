"""Many comparisons of settings in the terminal: those that stand after correction; the files hold all."""

from collections.abc import Sequence

from gander.counted import many
from gander.quack.metrics.compared import Compared
from gander.quack.metrics.figures import Column
from gander.report.audit.numbers import chance, named, numbers
from gander.report.audit.provenance import FEW_READ, flagged
from gander.report.columns import side_by_side
from gander.terminal import folded, printable

__all__ = ["show_many"]

_BOUND = 0.05


def show_many(
    compared: Sequence[Compared], columns: Sequence[Column], width: int | None, *, pooled: bool
) -> str:
    """The differences whose corrected p is below .05, the surest first within each figure.

    Args:
        compared: The comparisons.
        columns: The figures to look at.
        width: Columns of the terminal; None where output goes elsewhere.
        pooled: Show rates of sums instead of means over games.
    """
    head = (
        f"{many(len(compared), 'comparison')} of settings on the same seeds, {len(columns)} figures each;"
        " p is corrected for as many tests of each figure (Holm), not for how many figures there are."
    )
    rows = []
    for column in columns:
        found = []
        for one in compared:
            both = one.differences[column.name]
            difference = both.pooled if pooled else both.mean
            p = one.corrected[column.name][pooled]
            if p is not None and p < _BOUND:
                found.append((p, one, difference))
        for p, one, difference in sorted(found, key=lambda its: its[0]):
            its = numbers(difference.estimate, share=column.share, games=None, signed=True)
            mark = FEW_READ if flagged(column, one.coverage) else ""
            rows.append(
                [
                    f"{named(column).strip()}: {printable(one.first)} less {printable(one.second)}",
                    f"{its.value}{mark}{f' [{its.interval}]' if its.interval else ''}",
                    its.n,
                    chance(difference.p),
                    chance(p),
                ]
            )
    if not rows:
        return "\n".join(folded(f"{head} None is below .05.", width))
    table = side_by_side(["difference", "", "seeds", "p", "corrected"], rows, width)
    closing = "Shares differ by percentage points. What is not shown is not below .05."
    return "\n".join([*folded(head, width), "", table, *folded(closing, width)])
