"""Means that say how much stands behind them."""

from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["Estimate", "mean"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean.

    Attributes:
        mean: The mean of the defined values; None if there are none.
        n: How many values it stands on.
        undefined: How many were left out as undefined.
    """

    mean: float | None
    n: int
    undefined: int


def mean(values: Iterable[float | None]) -> Estimate:
    """The mean of the defined values.

    Args:
        values: Values; None is undefined, is left out and counted, and is never taken for zero.
    """
    total = 0.0
    n = undefined = 0
    for value in values:
        if value is None:
            undefined += 1
        else:
            total += value
            n += 1
    return Estimate(total / n if n else None, n, undefined)
