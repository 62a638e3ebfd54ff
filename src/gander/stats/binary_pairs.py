"""Two who answered the same questions, right or wrong: McNemar's test and intervals of the difference.

What both got right, or both wrong, says nothing about which is better, so the test counts only what one
alone got right. Under no difference either is as likely to be that one: the exact p-value is a coin's
(McNemar 1947).

The interval is Tango's score interval (1998). The bootstrap's (BCa, over questions) is given beside it; it
is too short where few questions differ. In simulations, 1,500 draws each, with 47 questions of which 8%
differ it held the truth in 88% of the cases, with 4% in 79%, Tango's in 96% and 99%; with 297 questions
both did in 93 to 96%.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import comb, inf, sqrt

from gander.stats.bootstrap import bca
from gander.stats.estimates import RESAMPLES, SEED, Estimate
from gander.stats.proportions import Z95

__all__ = ["PairedShares", "difference_of_shares", "mcnemar", "paired_shares"]

_KINDS = ((True, True), (True, False), (False, True), (False, False))
_STEPS = 60  # halvings of [-1, 1]: far below rounding


@dataclass(frozen=True, slots=True)
class PairedShares:
    """Two shares on the same questions.

    Attributes:
        both: Questions that both got right.
        first: Questions that the first alone got right.
        second: Questions that the second alone got right.
        neither: Questions that neither got right.
        difference: The first's share less the second's, with Tango's interval; n counts questions.
        low: Lower end of the bootstrap's 95% interval; None if no question differs.
        high: Its upper end.
        p: McNemar's exact two-sided p-value; None without questions.
    """

    both: int
    first: int
    second: int
    neither: int
    difference: Estimate
    low: float | None
    high: float | None
    p: float | None


def paired_shares(
    pairs: Iterable[tuple[bool, bool]], *, resamples: int = RESAMPLES, seed: int = SEED
) -> PairedShares:
    """Compare two who answered the same questions.

    Args:
        pairs: For every question, whether the first and the second got it right.
        resamples: How often questions are drawn anew for the bootstrap.
        seed: Seed of the draws.
    """
    both, one, two, neither = _counted(pairs)
    n = both + one + two + neither
    if not n:
        return PairedShares(0, 0, 0, 0, Estimate(None, 0, 0), None, None, None)
    ends = _bootstrap(n, one, two, resamples, seed) if one + two and n > 1 else (None, None)
    difference = _difference(n, one, two)
    return PairedShares(both, one, two, neither, difference, ends[0], ends[1], mcnemar(one, two))


def difference_of_shares(pairs: Iterable[tuple[bool, bool]]) -> Estimate:
    """The difference that `paired_shares` tells, alone: without test and bootstrap.

    Args:
        pairs: For every question, whether the first and the second got it right.
    """
    both, one, two, neither = _counted(pairs)
    return _difference(both + one + two + neither, one, two)


def _counted(pairs: Iterable[tuple[bool, bool]]) -> list[int]:
    """How many questions both, the first alone, the second alone and neither got right."""
    counts = Counter(pairs)
    return [counts[pair] for pair in _KINDS]


def _difference(n: int, one: int, two: int) -> Estimate:
    if not n:
        return Estimate(None, 0, 0)
    low, high = _tango(n, one, two)
    return Estimate((one - two) / n, n, 0, low, high, "score")


def mcnemar(first: int, second: int) -> float:
    """The exact two-sided p-value of McNemar's test; 1 where nothing differs.

    Args:
        first: Questions that the first alone got right.
        second: Questions that the second alone got right.
    """
    differ, fewer = first + second, min(first, second)
    tail = sum(comb(differ, number) for number in range(fewer + 1))
    return min(1.0, 2 * tail / (1 << differ))


@lru_cache(maxsize=4096)
def _tango(n: int, one: int, two: int) -> tuple[float, float]:
    """The differences that Tango's score test does not reject at 5%."""
    value = (one - two) / n
    low = -1.0 if value == -1 else _crossing(n, one, two, -1.0, value, Z95)
    high = 1.0 if value == 1 else _crossing(n, one, two, value, 1.0, -Z95)
    return low, high


def _crossing(n: int, one: int, two: int, low: float, high: float, target: float) -> float:
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if _score(n, one, two, middle) > target else (low, middle)
    return (low + high) / 2


def _score(n: int, one: int, two: int, difference: float) -> float:
    """How many standard errors the counts are from a difference (Tango 1998, equation 3.5)."""
    slope = -one - two + (2 * n - one + two) * difference
    level = -two * difference * (1 - difference)
    root = (sqrt(max(slope * slope - 8 * n * level, 0.0)) - slope) / (4 * n)
    variance = n * (2 * root + difference * (1 - difference))
    away = one - two - n * difference
    if variance > 1e-15:
        return away / sqrt(variance)
    return inf if away > 0 else -inf if away < 0 else 0.0


@lru_cache(maxsize=4096)
def _bootstrap(n: int, one: int, two: int, resamples: int, seed: int) -> tuple[float, float]:
    """BCa over questions. There are three kinds of them, so a draw is three numbers and not n."""
    import numpy as np

    value = (one - two) / n
    drawn = np.random.default_rng((seed, n, one, two)).multinomial(
        n, [one / n, two / n, (n - one - two) / n], resamples
    )
    again = ((drawn[:, 0] - drawn[:, 1]) / n)[None, :]
    left = np.repeat(
        [(one - two - 1) / (n - 1), (one - two + 1) / (n - 1), (one - two) / (n - 1)],
        [one, two, n - one - two],
    )[:, None]
    lows, highs = bca(np.array([value]), left, again, np.array([n]))
    return float(lows[0]), float(highs[0])
