"""What a comparison on so many questions can show: the power of McNemar's exact test."""

import math
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Counts: TypeAlias = NDArray[np.intp]

__all__ = ["mcnemar_power", "smallest_difference"]

_RARE = 1e-9  # chances that are left out of sums
_FINE = 0.0005  # a twentieth of a point


def mcnemar_power(n: int, difference: float, differing: float, *, alpha: float = 0.05) -> float:
    """How likely McNemar's exact test finds a difference.

    Args:
        n: Questions that both answer.
        difference: The true difference of the shares that are right, 0 to 1.
        differing: The true share of questions that one of the two alone gets right; at least the difference.
        alpha: The level of the test.

    Raises:
        ValueError: A share is not in 0 to 1, or fewer questions differ than the difference needs.
    """
    import numpy as np

    if not 0 <= difference <= differing + 1e-12 or differing > 1:
        raise ValueError(f"a difference of {difference} needs as many differing questions, not {differing}")
    if not n or not differing:
        return 0.0
    chances = _binomial(n, differing)
    differ = np.flatnonzero(chances > _RARE)
    most = np.array([_critical(number, alpha) for number in differ.tolist()])
    differ, most = differ[most >= 0], most[most >= 0]
    wins = min(1.0, (differing + difference) / (2 * differing))
    return min(float((chances[differ] * _tails(differ, most, wins)).sum()), 1.0)


def _tails(trials: "Counts", most: "Counts", share: float) -> "Floats":
    """For each number of trials the chance of at most so many successes, or of at most so many failures.

    Args:
        trials: How many trials.
        most: How many successes, or failures; fewer than half of the trials.
        share: The chance of a success.
    """
    import numpy as np

    if share in (0.0, 1.0) or not len(trials):
        return np.ones(len(trials))  # no failures, or no successes
    factorials = _log_factorials(int(trials.max()))
    few = np.arange(int(most.max()) + 1)
    many = trials[:, None] - few
    there = few <= most[:, None]
    logs = factorials[trials, None] - factorials[few] - factorials[np.maximum(many, 0)]
    found = np.zeros(len(trials))
    for chance in (share, 1 - share):
        powers = few * math.log(chance) + many * math.log1p(-chance)
        found += np.where(there, np.exp(np.where(there, logs + powers, 0.0)), 0.0).sum(axis=1)
    return found


def smallest_difference(
    n: int, differing: float | None = None, *, alpha: float = 0.05, power: float = 0.8
) -> float | None:
    """The smallest true difference that McNemar's exact test finds with a given power.

    Args:
        n: Questions that both answer.
        differing: The share of questions that one of the two alone gets right; a larger difference than that
            makes as many differ. None for the best case: one never gets right what the other does not.
        alpha: The level of the test.
        power: How likely it must find the difference.

    Returns:
        The difference as a share, to a twentieth of a point; None if none is large enough.
    """

    def found(difference: float) -> float:
        return mcnemar_power(n, difference, min(1.0, max(differing or 0.0, difference)), alpha=alpha)

    if found(1.0) < power:
        return None
    low, high = 0.0, 1.0
    while high - low > _FINE:
        middle = (low + high) / 2
        low, high = (low, middle) if found(middle) >= power else (middle, high)
    return high


@lru_cache(maxsize=8192)
def _critical(differ: int, alpha: float) -> int:
    """The most wins of the worse one at which the test rejects; -1 if it never does."""
    tail, most = 0.0, -1
    for number, chance in enumerate(_binomial(differ, 0.5)[: differ // 2 + 1].tolist()):
        tail += chance
        if 2 * tail > alpha or 2 * number == differ:
            break
        most = number
    return most


def _binomial(n: int, share: float) -> "Floats":
    """The chances of 0 to n successes."""
    import numpy as np

    if share in (0.0, 1.0):
        sure = np.zeros(n + 1)
        sure[n if share else 0] = 1.0
        return sure
    factorials = _log_factorials(n)
    k = np.arange(n + 1)
    logs = factorials[n] - factorials[k] - factorials[n - k]
    return np.asarray(np.exp(logs + k * math.log(share) + (n - k) * math.log1p(-share)))


@lru_cache(maxsize=64)
def _log_factorials(n: int) -> "Floats":
    import numpy as np

    return np.concatenate(([0.0], np.cumsum(np.log(np.arange(1, n + 1)))))
