"""Shares and means over puzzles, where several answers may be to one: those of a puzzle stay together."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from gander.stats import Estimate, Method, pooled_rates, wilson

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

__all__ = ["means", "shares", "shares_of_parts"]

Part = TypeVar("Part", bound=Hashable)


def shares(puzzles: Sequence[str], several: Sequence[Sequence[bool | None]]) -> list[Estimate]:
    """The shares of verdicts that are true, over puzzles.

    Args:
        puzzles: The puzzle of each answer.
        several: For each share a verdict an answer; None is undefined, is left out and counted.

    Returns:
        A share each, with Wilson's interval; where a puzzle has several verdicts, with a bootstrap's over
        puzzles, all from the same draws. n counts puzzles.
    """
    once = len(set(puzzles)) == len(puzzles)
    drawn = [] if once else [at for at, each in enumerate(several) if _repeats(puzzles, each)]
    rates: dict[int, Estimate] = {}
    if drawn:
        found = means(puzzles, list(zip(*(several[at] for at in drawn), strict=True)), share=True)
        rates = dict(zip(drawn, found, strict=True))
    return [
        replace(rates[at], undefined=each.count(None)) if at in rates else _independent(each)
        for at, each in enumerate(several)
    ]


def shares_of_parts(
    puzzles: Sequence[str], verdicts: Sequence[bool], parts: Sequence[Part]
) -> dict[Part, Estimate]:
    """The share of verdicts that are true in each part of the answers; nothing is undefined.

    Args:
        puzzles: The puzzle of each answer.
        verdicts: What holds of it, or not.
        parts: The part that it is in.
    """
    there = list(dict.fromkeys(parts))
    its = [
        [verdict if one == part else None for verdict, one in zip(verdicts, parts, strict=True)]
        for part in there
    ]
    return {
        part: replace(share, undefined=0) for part, share in zip(there, shares(puzzles, its), strict=True)
    }


def means(
    puzzles: Sequence[str],
    values: "Sequence[Sequence[float | None]] | Floats",
    *,
    share: bool | Sequence[bool],
) -> list[Estimate]:
    """Means of values, every answer weighing the same, with a bootstrap's intervals over puzzles.

    Args:
        puzzles: The puzzle of each answer.
        values: A row an answer, a column a mean; None, and what is not a number, is undefined.
        share: Whether values lie between 0 and 1; of all columns, or of each.
    """
    import numpy as np  # noqa: PLC0415

    held = np.array(values, dtype=np.float64)  # None becomes NaN
    numbers: dict[str, int] = {}
    of = np.array([numbers.setdefault(puzzle, len(numbers)) for puzzle in puzzles], dtype=np.intp)
    order = np.argsort(of, kind="stable")
    known = ~np.isnan(held[order])
    counts = np.bincount(of, minlength=len(numbers))
    starts = np.cumsum(counts) - counts
    parts = np.add.reduceat(np.where(known, held[order], 0.0), starts, axis=0)
    wholes = np.add.reduceat(known.astype(np.float64), starts, axis=0)
    return pooled_rates(parts, wholes, [share] * held.shape[1] if isinstance(share, bool) else share)


def _repeats(puzzles: Sequence[str], verdicts: Sequence[bool | None]) -> bool:
    """Whether a puzzle has several verdicts."""
    known = [puzzle for puzzle, verdict in zip(puzzles, verdicts, strict=True) if verdict is not None]
    return len(set(known)) < len(known)


def _independent(verdicts: Sequence[bool | None]) -> Estimate:
    undefined = verdicts.count(None)
    known = len(verdicts) - undefined
    its = wilson(verdicts.count(True), known)
    method: Method = "wilson" if known else "none"
    return Estimate(its.value, known, undefined, its.low, its.high, method)
