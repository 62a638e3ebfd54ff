"""Kernel densities with intervals: where values lie, as a smooth curve.

A Gaussian kernel with Silverman's bandwidth, 0.9 · min(sd, IQR/1.34) · n^(-1/5) (Silverman 1986, eq. 3.31).
Where values have ends, as likenesses have at 1, what a kernel lays beyond is folded back: else the curve
would sink before its end for no reason in the values. The curve is a ratio of sums over units (puzzles, say),
so its intervals are the bootstrap's over units, point by point, and values of one unit stay together.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from gander.stats.estimates import RESAMPLES, SEED, Estimate, pooled_rates

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

__all__ = ["Density", "density", "silverman"]

_REACH = 39.0  # bandwidths: farther away a kernel is 0 in double precision


@dataclass(frozen=True, slots=True)
class Density:
    """A density.

    Attributes:
        bandwidth: The kernel's standard deviation; None if there is no curve.
        points: The density at each point of the grid, with its interval; its n counts units. Empty if there
            are fewer than two values, or all are the same: then there is no curve to draw.
    """

    bandwidth: float | None
    points: tuple[Estimate, ...]


def silverman(values: Sequence[float]) -> float | None:
    """Silverman's bandwidth; None for fewer than two values, or values that are all the same."""
    import numpy as np

    held = np.asarray(values, dtype=np.float64)
    if len(held) < 2:
        return None
    low, high = np.quantile(held, (0.25, 0.75))
    spreads = [float(held.std(ddof=1)), float(high - low) / 1.34]
    # Where half of the values are the same the quartiles say nothing.
    spread = min((each for each in spreads if each > 1e-12), default=None)
    return None if spread is None else 0.9 * spread * len(held) ** -0.2


def density(
    values: Sequence[float],
    units: Sequence[Hashable],
    grid: Sequence[float],
    *,
    ends: tuple[float, float] | None = None,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Density:
    """The density of values at the points of a grid.

    Args:
        values: The values.
        units: The unit of each value; values of one unit are drawn together.
        grid: Where the density is wanted.
        ends: The least and the most that a value can be; mass beyond is folded back. None for no ends.
        resamples: How often units are drawn anew.
        seed: Seed of the draws.
    """
    import numpy as np

    bandwidth = silverman(values)
    if bandwidth is None:
        return Density(None, ())
    numbers: dict[Hashable, int] = {}
    of = np.array([numbers.setdefault(unit, len(numbers)) for unit in units])
    held, at = np.asarray(values, dtype=np.float64), np.asarray(grid, dtype=np.float64)
    # Many values are the same where they are counted, as letters are; and by unit, to be summed in one go.
    distinct, which = np.unique(held, return_inverse=True)
    order = np.argsort(of, kind="stable")
    counts = np.bincount(of, minlength=len(numbers))
    heights = np.zeros((len(distinct), len(at)))
    for centres in (distinct, *(2 * end - distinct for end in ends or ())):
        beyond = np.maximum(at.min() - centres, centres - at.max())
        near = beyond < _REACH * bandwidth
        heights[near] += np.exp(-0.5 * ((at - centres[near, None]) / bandwidth) ** 2)
    sums = np.add.reduceat(heights[which[order]], np.cumsum(counts) - counts, axis=0)
    if ends is not None:
        sums[:, (at < ends[0]) | (at > ends[1])] = 0.0
    scale = 1 / (bandwidth * np.sqrt(2 * np.pi))
    wholes = np.repeat(counts[:, None].astype(np.float64), len(at), axis=1)
    rates = pooled_rates(sums * scale, wholes, [False] * len(at), resamples=resamples, seed=seed)
    return Density(bandwidth, tuple(rates))
