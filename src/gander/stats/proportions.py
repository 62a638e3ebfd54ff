"""Proportions with the interval that belongs to them."""

from dataclasses import dataclass
from math import sqrt
from typing import overload

__all__ = ["Z95", "CountedProportion", "Proportion", "wilson"]

Z95 = 1.959963984540054
"""The normal distribution's 97.5% point."""


@dataclass(frozen=True, slots=True)
class Proportion:
    """A share of successes.

    Attributes:
        k: Successes.
        n: Trials.
        value: k / n; None if there were no trials.
        low: The interval's lower end, 0 to 1; None if there were no trials.
        high: The interval's upper end.
    """

    k: float
    n: float
    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class CountedProportion(Proportion):
    """A share of successes that were counted one by one."""

    k: int
    n: int


@overload
def wilson(k: int, n: int, *, z: float = ...) -> CountedProportion: ...


@overload
def wilson(k: float, n: float, *, z: float = ...) -> Proportion: ...


def wilson(k: float, n: float, *, z: float = Z95) -> Proportion:
    """A proportion with Wilson's score interval, which is sound for few trials and at 0 and 1.

    Args:
        k: Successes; a sum of shares for a mean of shares.
        n: Trials.
        z: The normal quantile; the default gives 95%.

    Raises:
        ValueError: k is not in 0..n.
    """
    if not 0 <= k <= n:
        raise ValueError(f"{k} successes in {n} trials")
    if n == 0:
        return CountedProportion(0, 0, None, None, None)
    share = k / n
    spread = z * z / n
    centre = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * sqrt(share * (1 - share) / n + spread / (4 * n))
    # At the ends the interval touches them; rounding must not leave 0.0000001.
    low = 0.0 if k == 0 else centre - half
    high = 1.0 if k == n else centre + half
    if isinstance(k, int) and isinstance(n, int):
        return CountedProportion(k, n, share, low, high)
    return Proportion(k, n, share, low, high)
