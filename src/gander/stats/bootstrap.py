"""The bootstrap over games, for many figures at once, and the interval it gives.

Every figure here is formed from sums over games, so one matrix of weights (how often each game is
drawn in each resample) times the games' terms gives all sums of all resamples, and whatever belongs
to one game stays together.
"""

from functools import lru_cache
from statistics import NormalDist
from typing import TYPE_CHECKING, TypeAlias

from gander.stats.student import t_quantile

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

__all__ = ["bca", "jackknife_error", "prepare", "resampled_sums"]

_NORMAL = NormalDist()
_CELLS = 500_000  # weights held at a time: 4 MB
_KEPT = 1_500_000  # weights in all that are worth keeping: settings, or subsets, of one size share them
_ALONE = 250_000  # products that BLAS forms in one thread; to wake another takes longer than they do
_FEW = 8  # columns at a time that aren't worth a call


def prepare() -> None:
    """Load numpy, which takes a moment, before it is needed: while other processes are waited for, say."""
    import numpy.random  # noqa: F401


def resampled_sums(terms: "Floats", resamples: int, seed: int) -> "Floats":
    """Sums over games drawn anew, with replacement, as many as there are.

    Args:
        terms: A row a game.
        resamples: How often games are drawn.
        seed: Seed of the draws.

    Returns:
        A row for each column of `terms`, a column a resample.
    """
    import numpy as np

    games = terms.shape[0]
    turned = np.ascontiguousarray(terms.T)
    sums = np.empty((terms.shape[1], resamples))
    step = max(1, min(resamples, _CELLS // games))
    weights = _kept_weights if games * resamples <= _KEPT else _weights
    for start in range(0, resamples, step):
        stop = min(start + step, resamples)
        _multiply(turned, weights(games, start, stop, seed), sums[:, start:stop])
    return sums


def bca(values: "Floats", left: "Floats", drawn: "Floats", counts: "Floats") -> "tuple[Floats, Floats]":
    """Bias-corrected and accelerated intervals at 95%, expanded for few games.

    Args:
        values: The figures.
        left: Each figure with one game left out, a row a game; not a number for games that have no part
            in it, or where nothing is left.
        drawn: Each figure in every resample, a row a figure; not finite where a resample has nothing to
            form it from. It is sorted in place.
        counts: On how many games each stands, at least 2.

    Returns:
        Lower and upper ends.
    """
    import numpy as np

    kept = np.isfinite(drawn).sum(axis=1)
    drawn[~np.isfinite(drawn)] = np.nan  # sorts last
    with np.errstate(invalid="ignore"):
        under = ((drawn < values[:, None]).sum(axis=1) + (drawn <= values[:, None]).sum(axis=1)) / 2
    drawn.sort(axis=1)
    there = np.isfinite(left)
    centre = np.where(there, left, 0.0).sum(axis=0) / np.maximum(there.sum(axis=0), 1)
    away = np.where(there, centre - left, 0.0)
    skew = (away**3).sum(axis=0) / np.maximum(6 * ((away**2).sum(axis=0)) ** 1.5, 1e-300)
    ends = np.empty((2, len(values)))
    for row in range(len(values)):
        n, draws, bend = int(counts[row]), int(kept[row]), float(skew[row])
        shift = _NORMAL.inv_cdf(min(max(float(under[row]) / draws, 1e-4), 1 - 1e-4))
        reach = t_quantile(n - 1) * (n / (n - 1)) ** 0.5
        for end, z in enumerate((shift - reach, shift + reach)):
            straight = 1 - bend * z
            level = _NORMAL.cdf(shift + z / straight) if straight > 0 else float(end)
            place = level * (draws - 1)
            before = int(place)
            first, second = drawn[row, before], drawn[row, min(before + 1, draws - 1)]
            ends[end, row] = first + (second - first) * (place - before)
    return ends[0], ends[1]


def jackknife_error(left: "Floats") -> float:
    """A figure's standard error, from the figure with one game left out at a time.

    Args:
        left: It; not finite for games that have no part in it.
    """
    import numpy as np

    own = left[np.isfinite(left)]
    return float(np.sqrt((len(own) - 1) / len(own) * ((own - own.mean()) ** 2).sum()))


def _multiply(terms: "Floats", weights: "Floats", sums: "Floats") -> None:
    """Put terms times weights into `sums`, a few resamples at a time where that is little work."""
    import numpy as np

    columns = _ALONE // max(1, terms.size)
    if columns < _FEW:
        np.matmul(terms, weights, out=sums)
        return
    for start in range(0, weights.shape[1], columns):
        some = slice(start, start + columns)
        np.matmul(terms, weights[:, some], out=sums[:, some])


def _weights(games: int, start: int, stop: int, seed: int) -> "Floats":
    """How often each game is drawn, for resamples `start` to `stop`: games × resamples."""
    import numpy as np

    draws = np.random.default_rng((seed, games, start)).integers(0, games, (stop - start, games))
    draws += np.arange(stop - start)[:, None] * games
    counted = np.bincount(draws.ravel(), minlength=draws.size).reshape(draws.shape)
    del draws
    return np.ascontiguousarray(counted.T, dtype=np.float64)


@lru_cache(maxsize=8)  # of 4 MB at most
def _kept_weights(games: int, start: int, stop: int, seed: int) -> "Floats":
    return _weights(games, start, stop, seed)
