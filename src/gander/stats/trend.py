"""Trends: whether a share rises or falls with a number, by logistic regression.

The slope is Firth's (1993): maximum likelihood with a penalty that takes its bias away and keeps it finite
where all successes lie on one side, as they do when few puzzles of a small subset are solved. Interval and
p-value come from the profile of the penalised likelihood (Heinze and Schemper 2002), not from a standard
error, which means little there.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from gander.stats.estimates import Estimate
from gander.stats.proportions import Z95

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

__all__ = ["Trend", "trend"]

_STEPS: Final = 60
_FAR: Final = 50.0  # slopes in standard deviations of x; nothing that can be told lies beyond


@dataclass(frozen=True, slots=True)
class Trend:
    """A trend.

    Attributes:
        odds: The factor by which the odds change when the number rises by one, with its interval; n counts
            trials. Undefined if there are no trials, or all have the same number.
        p: Chance of a trend as strong if there were none (penalised likelihood ratio); None if undefined.
    """

    odds: Estimate
    p: float | None


class _Data(NamedTuple):
    """Trials with the same number together: what they add is the same, so it is worked out once."""

    x: "Floats"
    trials: "Floats"
    successes: "Floats"


class _Fit(NamedTuple):
    """How well a line fits.

    Attributes:
        likelihood: The penalised log-likelihood; minus infinity where it cannot be told.
        score: How it changes with level and slope, as Firth modified it.
        information: The information's two diagonal parts, and the one beside them.
        size: Its determinant.
    """

    likelihood: float
    score: tuple[float, float]
    information: tuple[float, float, float]
    size: float


def trend(numbers: Sequence[float | None], successes: Sequence[bool]) -> Trend:
    """How the odds of success change with a number.

    Args:
        numbers: A number for each trial; None is undefined, is left out and counted.
        successes: Whether each trial succeeded.
    """
    import numpy as np

    known = [
        (number, success) for number, success in zip(numbers, successes, strict=True) if number is not None
    ]
    undefined = len(successes) - len(known)
    x, which = np.unique(np.array([number for number, _ in known], dtype=np.float64), return_inverse=True)
    trials = np.bincount(which, minlength=len(x)).astype(np.float64)
    solved = np.zeros_like(x)
    np.add.at(solved, which, [float(success) for _, success in known])
    if len(x) < 2:
        return Trend(Estimate(None, len(known), undefined), None)
    centre = float(trials @ x) / len(known)
    spread = math.sqrt(float(trials @ (x - centre) ** 2) / len(known))
    if spread < 1e-12:
        return Trend(Estimate(None, len(known), undefined), None)
    data = _Data((x - centre) / spread, trials, solved)
    level, slope, best = _highest(data)
    last = [(slope, level, best)]

    def worse(at: float) -> float:
        """How much worse the best fit with this slope is, as a normal deviate, less what 95% allow."""
        before, level, fit = last[0]
        flat, _, mixed = fit.information
        level, fit = _with_slope(data, at, level - (at - before) * mixed / flat if flat else level)
        last[0] = at, level, fit
        return math.sqrt(max(0.0, 2 * (best.likelihood - fit.likelihood))) - Z95

    error = math.sqrt(best.information[0] / best.size)
    low, high = (_end(worse, slope, side, Z95 * error) for side in (-1.0, 1.0))
    _, none = _with_slope(data, 0.0, 0.0)
    p = math.erfc(math.sqrt(max(0.0, best.likelihood - none.likelihood)))
    factors = [math.exp(each / spread) for each in (slope, low, high)]
    return Trend(Estimate(factors[0], len(known), undefined, factors[1], factors[2], "profile"), p)


def _fitted(data: _Data, level: float, slope: float) -> _Fit:
    """How well a line fits."""
    import numpy as np

    x, trials, successes = data
    line = level + slope * x
    chance = 0.5 * (1 + np.tanh(line / 2))
    weight = trials * (chance * (1 - chance))
    # Products of vectors: sums of numpy's take five times as long, and this is asked thousands of times.
    weighed = weight * x
    squares = weighed * x
    every = np.ones_like(x)
    flat, mixed, steep = float(weight @ every), float(weighed @ every), float(squares @ every)
    size = flat * steep - mixed**2
    if size <= 1e-300:
        return _Fit(-math.inf, (0.0, 0.0), (flat, steep, mixed), size)
    likelihood = float(successes @ line - trials @ np.logaddexp(0.0, line)) + 0.5 * math.log(size)
    # How much each number pulls: the diagonal of the hat matrix.
    pull = (steep * weight - (2 * mixed) * weighed + flat * squares) / size
    left = successes - trials * chance + pull * (0.5 - chance)
    return _Fit(likelihood, (float(left @ every), float(left @ x)), (flat, steep, mixed), size)


def _highest(data: _Data) -> tuple[float, float, _Fit]:
    """The best fit: its level, its slope, and how well it fits."""
    level = slope = 0.0
    fit = _fitted(data, level, slope)
    for _ in range(_STEPS):
        (flat, steep, mixed), (up, along) = fit.information, fit.score
        first, second = (steep * up - mixed * along) / fit.size, (flat * along - mixed * up) / fit.size
        shorter = min(1.0, 5.0 / max(abs(first), abs(second), 1e-300))
        for _ in range(_STEPS):
            told = _fitted(data, level + shorter * first, slope + shorter * second)
            if told.likelihood >= fit.likelihood - 1e-12:
                break
            shorter /= 2
        level, slope, fit = level + shorter * first, slope + shorter * second, told
        # The square of the step, in standard errors.
        if shorter**2 * (first * up + second * along) < 1e-14:
            break
    return level, slope, fit


def _with_slope(data: _Data, slope: float, level: float) -> tuple[float, _Fit]:
    """The best fit with a given slope: its level, and how well it fits."""
    fit = _fitted(data, level, slope)
    if math.isinf(fit.likelihood):
        level = 0.0
        fit = _fitted(data, level, slope)
    bend = fit.information[0]  # how fast the score falls: by the information, then as it was seen to
    for _ in range(_STEPS):
        if math.isinf(fit.likelihood):
            break
        step = max(-5.0, min(5.0, fit.score[0] / bend))
        for _ in range(_STEPS):
            told = _fitted(data, level + step, slope)
            if told.likelihood >= fit.likelihood - 1e-12:
                break
            step /= 2
        seen = (fit.score[0] - told.score[0]) / step if step else 0.0
        bend = seen if seen > 0 else told.information[0]
        level, fit = level + step, told
        # At the top the fit changes with the square of the step, and the next one would be far smaller.
        if step * step * told.information[0] < 1e-8:
            break
    return level, fit


def _end(worse: Callable[[float], float], slope: float, side: float, reach: float) -> float:
    """Where the profile crosses what 95% allow, on one side of the slope.

    Args:
        worse: How far beyond it a slope is.
        slope: The slope of the best fit.
        side: -1 or 1.
        reach: Where it would be if the profile were a parabola.
    """
    above = worse(slope + side * reach)
    while above < 0 and reach < _FAR:
        reach *= 2
        above = worse(slope + side * reach)
    near, far, below = slope, slope + side * reach, -Z95
    if above < 0:
        return far
    # False position, halving the end that stays (Illinois).
    for _ in range(_STEPS):
        middle = (near * above - far * below) / (above - below)
        told = worse(middle)
        if abs(told) < 1e-6:
            return middle
        if told < 0:
            near, below, above = middle, told, above / 2
        else:
            far, above, below = middle, told, below / 2
    return (near + far) / 2
