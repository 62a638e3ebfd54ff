"""Numbers of samples in few characters: ``0-46,50``."""

from functools import lru_cache
from itertools import pairwise

__all__ = ["from_ranges", "ranges"]


@lru_cache(maxsize=4096)
def ranges(rows: tuple[int, ...]) -> str:
    """Numbers in order, stretches of them as first and last; empty for none."""
    stretches: list[str] = []
    ordered = sorted(set(rows))
    # Where the number after one is not the next, a stretch ends and another begins.
    ends = [at for at, (row, after) in enumerate(pairwise(ordered)) if after != row + 1]
    starts = [0, *(at + 1 for at in ends)] if ordered else []
    for start, end in zip(starts, [*ends, len(ordered) - 1], strict=False):
        first, last = ordered[start], ordered[end]
        stretches.append(str(first) if first == last else f"{first}-{last}")
    return ",".join(stretches)


def from_ranges(text: str) -> tuple[int, ...]:
    """The numbers that `ranges` wrote."""
    found: list[int] = []
    for stretch in filter(None, text.split(",")):
        first, _, last = stretch.partition("-")
        found += range(int(first), int(last or first) + 1)
    return tuple(found)
