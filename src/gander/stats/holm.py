"""Many tests at once."""

from collections.abc import Iterable

__all__ = ["holm"]


def holm(chances: Iterable[float | None]) -> list[float | None]:
    """P-values corrected for how many tests there are (Holm 1979).

    With those below .05 taken for real, the chance that even one of them is not is at most 5%, however the
    tests depend on one another.

    Args:
        chances: The p-values; None for what could not be tested, which counts for nothing.

    Returns:
        The corrected ones in the same order.
    """
    known = list(chances)
    order = sorted((p, place) for place, p in enumerate(known) if p is not None)
    corrected: list[float | None] = [None] * len(known)
    least = 0.0
    for rank, (p, place) in enumerate(order):
        least = max(least, min(1.0, (len(order) - rank) * p))
        corrected[place] = least
    return corrected
