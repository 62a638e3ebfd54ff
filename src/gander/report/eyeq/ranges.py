"""Numbers of samples in few characters: ``0-46,50``."""

from functools import lru_cache

__all__ = ["from_ranges", "ranges"]


@lru_cache(maxsize=4096)
def ranges(rows: tuple[int, ...]) -> str:
    """Numbers in order, stretches of them as first and last; empty for none."""
    stretches: list[list[int]] = []
    for row in sorted(set(rows)):
        if stretches and row == stretches[-1][1] + 1:
            stretches[-1][1] = row
        else:
            stretches.append([row, row])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in stretches)


def from_ranges(text: str) -> tuple[int, ...]:
    """The numbers that `ranges` wrote."""
    found: list[int] = []
    for stretch in filter(None, text.split(",")):
        first, _, last = stretch.partition("-")
        found += range(int(first), int(last or first) + 1)
    return tuple(found)
