"""Trends: whether a share rises or falls with a number, by logistic regression.

The slope is Firth's (1993): maximum likelihood with a penalty that takes its bias away and keeps it finite
where all successes lie on one side, as they do when few puzzles of a small subset are solved. Interval and
p-value come from the profile of the penalised likelihood (Heinze and Schemper 2002), not from a standard
error, which means little there.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from gander.stats.estimates import Estimate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

__all__ = ["Trend", "trend"]

_CHI95: Final = 3.841458820694124
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
    x = np.array([number for number, _ in known], dtype=np.float64)
    y = np.array([success for _, success in known], dtype=np.float64)
    spread = float(x.std()) if len(x) else 0.0
    if spread < 1e-12:
        return Trend(Estimate(None, len(known), undefined), None)
    scaled = (x - x.mean()) / spread
    slope, most = _highest(scaled, y)
    fixed = [0.0]

    def worse(at: float) -> float:
        """How much worse the best fit with this slope is, less what 95% allow."""
        fit, fixed[0] = _with_slope(scaled, y, at, fixed[0])
        return 2 * (most - fit) - _CHI95

    low, high = (_end(worse, slope, side) for side in (-1.0, 1.0))
    none, _ = _with_slope(scaled, y, 0.0, 0.0)
    p = math.erfc(math.sqrt(max(0.0, most - none)))
    factors = [math.exp(each / spread) for each in (slope, low, high)]
    return Trend(Estimate(factors[0], len(known), undefined, factors[1], factors[2], "profile"), p)


def _penalised(x: "Floats", y: "Floats", level: float, slope: float) -> "tuple[float, Floats, Floats]":
    """The penalised log-likelihood, the modified residuals, and the information (2 × 2)."""
    import numpy as np

    line = level + slope * x
    chance = 0.5 * (1 + np.tanh(line / 2))
    weight = chance * (1 - chance)
    # Products of vectors: sums of numpy's take five times as long, and this is asked thousands of times.
    weighed = weight * x
    sums = float(weight @ np.ones_like(x)), float(weight @ x), float(weighed @ x)
    information = np.array([[sums[0], sums[1]], [sums[1], sums[2]]])
    size = sums[0] * sums[2] - sums[1] ** 2
    if size <= 1e-300:
        return -math.inf, np.zeros_like(x), information
    fit = float(y @ line - np.logaddexp(0.0, line).sum()) + 0.5 * math.log(size)
    # How much each trial pulls: the diagonal of the hat matrix.
    pull = weight * (sums[2] - 2 * sums[1] * x + sums[0] * x * x) / size
    return fit, y - chance + pull * (0.5 - chance), information


def _highest(x: "Floats", y: "Floats") -> tuple[float, float]:
    """The slope of the best fit, and its penalised log-likelihood."""
    import numpy as np

    at = np.zeros(2)
    fit, residual, information = _penalised(x, y, 0.0, 0.0)
    for _ in range(_STEPS):
        step = np.linalg.solve(information, np.array([residual.sum(), (residual * x).sum()]))
        step *= min(1.0, 5.0 / max(float(np.abs(step).max()), 1e-300))
        for _ in range(_STEPS):
            told = _penalised(x, y, *(at + step).tolist())
            if told[0] >= fit - 1e-12:
                break
            step /= 2
        at, (fit, residual, information) = at + step, told
        if float(np.abs(step).max()) < 1e-9:
            break
    return float(at[1]), fit


def _with_slope(x: "Floats", y: "Floats", slope: float, level: float) -> tuple[float, float]:
    """The best penalised log-likelihood with a given slope, and the level that gives it."""
    fit, residual, information = _penalised(x, y, level, slope)
    if math.isinf(fit):
        level = 0.0
        fit, residual, information = _penalised(x, y, level, slope)
    for _ in range(_STEPS):
        if math.isinf(fit):
            break
        step = float(residual.sum()) / float(information[0, 0])
        step = max(-5.0, min(5.0, step))
        for _ in range(_STEPS):
            told = _penalised(x, y, level + step, slope)
            if told[0] >= fit - 1e-12:
                break
            step /= 2
        level, (fit, residual, information) = level + step, told
        # At the top the fit changes with the square of the step.
        if abs(step) < 1e-6:
            break
    return fit, level


def _end(worse: Callable[[float], float], slope: float, side: float) -> float:
    """Where the profile crosses what 95% allow, on one side of the slope."""
    reach, above = 0.5, worse(slope + side * 0.5)
    while above < 0 and reach < _FAR:
        reach *= 2
        above = worse(slope + side * reach)
    near, far, below = slope, slope + side * reach, -_CHI95
    if above < 0:
        return far
    # False position, halving the end that stays (Illinois).
    for _ in range(_STEPS):
        middle = (near * above - far * below) / (above - below)
        told = worse(middle)
        if abs(told) < 1e-7:
            return middle
        if told < 0:
            near, below, above = middle, told, above / 2
        else:
            far, above, below = middle, told, below / 2
    return (near + far) / 2
