"""Weighted sums of rates over the same units: averages, differences and slopes, by one bootstrap over units.

Models are asked the same puzzles, so their rates go up and down together; drawing puzzles anew, with every
model's answers to them, keeps that. The average of models' rates has equal weights, the difference of two
averages weights of either sign, and the slope of rates over some x the weights of least squares.

In simulations with 6 models and puzzles of unequal difficulty the intervals held the truth in 92 to 96% of
the cases from 47 puzzles on, and in 89 to 95% with 20.
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from gander.stats.bootstrap import bca, jackknife_error, resampled_sums
from gander.stats.estimates import FEW, RESAMPLES, SEED, Estimate
from gander.stats.proportions import wilson
from gander.stats.student import t_quantile

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Floats: TypeAlias = NDArray[np.float64]

__all__ = ["combined", "slope_weights", "weighted_rates"]


def weighted_rates(
    parts: "ArrayLike",
    wholes: "ArrayLike",
    weights: Sequence[Sequence[float]],
    *,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> list[Estimate]:
    """Weighted sums of rates, with intervals over units.

    Args:
        parts: A row a unit (a puzzle), a column a rate (a model's): what counts towards it.
        wholes: The same shape: what it is of; 0 where the unit has no part in the rate.
        weights: For every sum a weight a rate; every sum sees the same draws.
        resamples: How often units are drawn anew.
        seed: Seed of the draws.

    Returns:
        An estimate a sum; n counts the units that have part in any of its rates. It is undefined if a rate
        with a weight has no units. The interval is BCa over units, Student's for fewer than 8. Where units
        do not differ, an average of shares gets Wilson's for as many trials as units, and others get none.

    Raises:
        ValueError: The shapes do not belong together.
    """
    import numpy as np

    weight = np.asarray(weights, dtype=np.float64).reshape(len(weights), -1)
    columns = weight.shape[1]
    part = np.asarray(parts, dtype=np.float64).reshape(-1, columns)
    whole = np.asarray(wholes, dtype=np.float64).reshape(-1, columns)
    if part.shape != whole.shape:
        raise ValueError(f"parts {part.shape} and wholes {whole.shape} do not belong together")
    used = (weight != 0).astype(np.float64)
    there = ((whole > 0).astype(np.float64) @ used.T) > 0  # units × sums
    counts = there.sum(axis=0)
    tops, bottoms = part.sum(axis=0), whole.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        values = _summed((tops / bottoms)[:, None], weight, used)[:, 0]
        left = _summed(((tops - part) / (bottoms - whole)).T, weight, used).T
    left[~there] = np.nan
    drawn = [
        number
        for number in range(len(weight))
        if np.isfinite(values[number]) and counts[number] >= FEW and _spread(left[:, number])
    ]
    ends: dict[int, tuple[float, float]] = {}
    if drawn:
        sums = resampled_sums(np.hstack((part, whole)), resamples, seed)
        with np.errstate(divide="ignore", invalid="ignore"):
            again = _summed(sums[:columns] / sums[columns:], weight[drawn], used[drawn])
        lows, highs = bca(values[drawn], left[:, drawn], again, counts[drawn])
        ends = dict(zip(drawn, zip(lows.tolist(), highs.tolist(), strict=True), strict=True))
    found = []
    for number, value in enumerate(values.tolist()):
        n = int(counts[number])
        undefined = len(part) - n
        if not math.isfinite(value):
            found.append(Estimate(None, n, undefined))
        elif number in ends:
            found.append(Estimate(value, n, undefined, *ends[number], "bca"))
        elif n > 1 and _spread(left[:, number]):
            reach = t_quantile(n - 1) * jackknife_error(left[:, number])
            found.append(Estimate(value, n, undefined, value - reach, value + reach, "t"))
        elif n > 1 and (weight[number] >= 0).all() and math.isclose(weight[number].sum(), 1.0):
            its = wilson(min(max(value, 0.0), 1.0) * n, float(n))
            found.append(Estimate(value, n, undefined, its.low, its.high, "wilson"))
        else:
            found.append(Estimate(value, n, undefined))
    return found


def _summed(rates: "Floats", weight: "Floats", used: "Floats") -> "Floats":
    """Weighted sums of rates × cases; not a number where a rate with a weight is none."""
    import numpy as np

    known = np.isfinite(rates)
    sums = weight @ np.where(known, rates, 0.0)
    sums[(used @ (~known).astype(np.float64)) > 0] = np.nan
    return np.asarray(sums)


def _spread(left: "Floats") -> bool:
    """Whether it makes a difference which unit is left out."""
    import numpy as np

    known = left[np.isfinite(left)]
    return len(known) > 1 and float(np.ptp(known)) > 1e-12


def slope_weights(x: Sequence[float]) -> list[float]:
    """The weights that make a weighted sum of rates the slope of least squares over x.

    Raises:
        ValueError: x does not differ.
    """
    middle = sum(x) / len(x) if x else 0.0
    spread = sum((one - middle) ** 2 for one in x)
    if spread <= 0:
        raise ValueError("a slope needs two different x")
    return [(one - middle) / spread for one in x]


def combined(estimates: Sequence[Estimate], weights: Sequence[float] | None = None) -> Estimate:
    """A weighted mean of estimates of independent units, such as those of several subsets.

    Intervals are joined by the method of variance estimates recovery (Zou and Donner 2008), which keeps what
    is skewed in them.

    Args:
        estimates: The estimates; those without a value are left out, and their units count as undefined.
        weights: Their weights; None for equal ones. Those of what is left are made to sum to 1.
    """
    pairs = list(zip(estimates, weights or [1.0] * len(estimates), strict=True))
    undefined = sum(one.undefined if one.value is not None else one.n + one.undefined for one, _ in pairs)
    known = [(one, weight, one.value) for one, weight in pairs if one.value is not None and weight]
    total = sum(weight for _, weight, _ in known)
    if not known:
        return Estimate(None, 0, undefined)
    n = sum(one.n for one, _, _ in known)
    value = sum(weight * its for _, weight, its in known) / total
    below = above = 0.0
    for one, weight, its in known:
        if one.low is None or one.high is None:
            return Estimate(value, n, undefined)
        below += (weight / total * (its - one.low)) ** 2
        above += (weight / total * (one.high - its)) ** 2
    low, high = value - math.sqrt(below), value + math.sqrt(above)
    methods = {one.method for one, _, _ in known}
    return Estimate(value, n, undefined, low, high, methods.pop() if len(known) == 1 else "joined")
