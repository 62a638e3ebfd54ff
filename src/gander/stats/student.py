"""Student's t."""

from functools import lru_cache
from statistics import NormalDist

__all__ = ["t_quantile"]

_EXACT = {1: 12.706204736, 2: 4.302652730, 3: 3.182446305, 4: 2.776445105}


@lru_cache(maxsize=256)
def t_quantile(freedom: int) -> float:
    """The 97.5% point of Student's t: what two-sided 95% intervals reach.

    Args:
        freedom: Degrees of freedom, at least 1.

    Returns:
        The point, to three decimals or better (Cornish and Fisher's expansion from 5 on).

    Raises:
        ValueError: There is no degree of freedom.
    """
    if freedom < 1:
        raise ValueError(f"{freedom} degrees of freedom")
    if freedom in _EXACT:
        return _EXACT[freedom]
    z = NormalDist().inv_cdf(0.975)
    point = 0.0
    for term in (
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (z**3 + z) / 4,
    ):
        point = (point + term) / freedom
    return z + point
