"""Two groups on the same puzzles."""

from collections.abc import Mapping
from itertools import chain
from typing import NamedTuple

from gander.eyeq.analysis.groups import Group
from gander.eyeq.analysis.samples import Rows, Sample
from gander.stats import Estimate, paired_difference, paired_shares

__all__ = ["Matched", "Pair", "matched", "pair"]


class Pair(NamedTuple):
    """A comparison.

    Attributes:
        n: Puzzles that both answered.
        first: Puzzles that the first alone solved; None where puzzles have several samples.
        second: Puzzles that the second alone solved.
        difference: The first's accuracy less the second's on them.
        low: Lower end of the bootstrap's interval; the difference's own where puzzles have several samples.
        high: Its upper end.
        p: The exact p-value (McNemar), or that of swapping where puzzles have several samples.
        left_out: Puzzles that one alone answered.
        rows: The samples behind it.
        alone: The right samples of puzzles that the first alone solved, and of those that the second did;
            empty where puzzles have several samples.
        unpaired: The samples of puzzles that one alone answered.
    """

    n: int
    first: int | None
    second: int | None
    difference: Estimate
    low: float | None
    high: float | None
    p: float | None
    left_out: int
    rows: Rows
    alone: tuple[Rows, Rows]
    unpaired: Rows


class Matched(NamedTuple):
    """Two groups on the puzzles that both answered.

    Attributes:
        puzzles: The puzzles.
        left: The first's samples of them.
        right: The second's.
    """

    puzzles: list[str]
    left: list[Sample]
    right: list[Sample]

    @property
    def once(self) -> bool:
        """Whether each puzzle has one sample of each, so that left and right stand side by side."""
        return len(self.left) == len(self.right) == len(self.puzzles)

    @property
    def rows(self) -> Rows:
        """The samples of both."""
        return tuple(sorted([sample.row for sample in chain(self.left, self.right)]))


def matched(first: Mapping[str, list[Sample]], second: Mapping[str, list[Sample]]) -> Matched:
    """Put two on the puzzles that both answered.

    Args:
        first: Scored samples by puzzle.
        second: Others.
    """
    both = [name for name in first if name in second]
    left, right = (list(chain.from_iterable(map(its.__getitem__, both))) for its in (first, second))
    return Matched(both, left, right)


def pair(first: Group | Mapping[str, list[Sample]], second: Group | Mapping[str, list[Sample]]) -> Pair:
    """Compare two groups on the puzzles that both answered.

    Args:
        first: A group, or scored samples by puzzle.
        second: Another.
    """
    one = first.puzzles if isinstance(first, Group) else first
    other = second.puzzles if isinstance(second, Group) else second
    common = matched(one, other)
    both, left, right = common
    rows = common.rows
    left_out = len(one) + len(other) - 2 * len(both)
    unpaired: Rows = ()
    if left_out:
        single = [its for here, there in ((one, other), (other, one)) for its in here if its not in there]
        unpaired = tuple(
            sorted([sample.row for its in single for sample in (one.get(its) or other.get(its) or ())])
        )
    if common.once:
        found = paired_shares(
            zip([sample.right for sample in left], [sample.right for sample in right], strict=True)
        )
        its = found.difference
        told = Estimate(its.value, its.n, left_out, its.low, its.high, its.method)
        alone = tuple(
            tuple([its.row for its, against in zip(here, there, strict=True) if its.right > against.right])
            for here, there in ((left, right), (right, left))
        )
        return Pair(
            len(both),
            found.first,
            found.second,
            told,
            found.low,
            found.high,
            found.p,
            left_out,
            rows,
            (alone[0], alone[1]),
            unpaired,
        )
    swapped = paired_difference((_mean(one[name]), _mean(other[name])) for name in both)
    its = swapped.estimate
    told = Estimate(its.value, its.n, left_out, its.low, its.high, its.method)
    return Pair(len(both), None, None, told, its.low, its.high, swapped.p, left_out, rows, ((), ()), unpaired)


def _mean(samples: list[Sample]) -> float:
    return sum(sample.right for sample in samples) / len(samples)
