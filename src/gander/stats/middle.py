"""Median and mean of values that stand each for itself, such as the seconds of calls.

The median's interval is that of order statistics: whatever the distribution, so many of n values lie below
its median as heads fall in n throws, so it lies between the values at two ranks. Fewer than 6 values cannot
hold it with 95%. The mean's comes from drawing values anew (`gander.stats.estimates`). Of more than 1,000
values that would take seconds and give the same as Student's, which is taken there.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from gander.stats.estimates import Estimate, mean
from gander.stats.proportions import Z95
from gander.stats.student import t_quantile

__all__ = ["Middle", "middle"]

_DRAWN = 1_000  # values; of more the mean is as good as normal


@dataclass(frozen=True, slots=True)
class Middle:
    """Where values lie.

    Attributes:
        median: Their median, its interval of method ``order``.
        mean: Their mean.
    """

    median: Estimate
    mean: Estimate


def middle(values: Sequence[float]) -> Middle:
    """Median and mean with 95% intervals, every value by itself.

    Args:
        values: The values, in any order; both are undefined where there is none.
    """
    if not values:
        return Middle(Estimate(None, 0, 0), Estimate(None, 0, 0))
    ordered = sorted(values)
    n = len(ordered)
    half = n // 2
    value = ordered[half] if n % 2 else (ordered[half - 1] + ordered[half]) / 2
    rank = _rank(n)
    median = Estimate(value, n, 0)
    if rank:
        median = Estimate(value, n, 0, ordered[rank - 1], ordered[n - rank], "order")
    return Middle(median, mean(ordered) if n <= _DRAWN else _of_many(ordered))


def _rank(n: int) -> int:
    """From either end, the rank of the values between which the median lies; 0 if no two will do."""
    if n > _DRAWN:
        return math.floor((n - Z95 * math.sqrt(n)) / 2)
    below, heads, ways = 0, 0, 1
    while (below + ways) * 40 <= 2**n:
        below += ways
        ways = ways * (n - heads) // (heads + 1)
        heads += 1
    return heads


def _of_many(values: Sequence[float]) -> Estimate:
    n = len(values)
    value = math.fsum(values) / n
    spread = math.sqrt(math.fsum((one - value) ** 2 for one in values) / (n - 1))
    if not spread:
        return Estimate(value, n, 0)
    reach = t_quantile(n - 1) * spread / math.sqrt(n)
    return Estimate(value, n, 0, value - reach, value + reach, "t")
