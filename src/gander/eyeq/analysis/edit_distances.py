"""Edit distances: of two texts, and of many pairs at once.

Many are taken the same steps together: with the first character of every longer text, then the second, and
so on.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Codes: TypeAlias = NDArray[np.uint32]

__all__ = ["edit_distance", "edit_distances"]

_BITS: Final = 64
"""Characters of the shorter text; of longer ones, which answers are not, each pair is worked out alone."""

_AT_ONCE: Final = 4096  # pairs: a few megabytes


def edit_distance(one: Sequence[str], other: Sequence[str]) -> int:
    """The fewest characters to put in, take out or replace to make one of the other (Levenshtein 1966)."""
    if not one:
        return len(other)
    # A column of the table at a time, its steps up and down as bits (Myers 1999, as Hyyrö 2001 writes it).
    places: dict[str, int] = {}
    for at, char in enumerate(one):
        places[char] = places.get(char, 0) | 1 << at
    every = (1 << len(one)) - 1
    last = 1 << (len(one) - 1)
    more, less, distance = every, 0, len(one)
    for char in other:
        same = places.get(char, 0)
        level = same | less
        along = (((same & more) + more) ^ more) | same
        right_more, right_less = less | (every & ~(along | more)), more & along
        if right_more & last:
            distance += 1
        elif right_less & last:
            distance -= 1
        right_more, right_less = (right_more << 1 | 1) & every, (right_less << 1) & every
        more, less = right_less | (every & ~(level | right_more)), right_more & level
    return distance


def edit_distances(pairs: Sequence[tuple[str, str]]) -> list[int]:
    """The fewest characters to put in, take out or replace to make one text of the other, for each pair."""
    distances = [0] * len(pairs)
    # The longest first, so that those which still have characters are always the first of all.
    ordered = sorted(range(len(pairs)), key=lambda at: max(map(len, pairs[at])), reverse=True)
    short = [at for at in ordered if min(map(len, pairs[at])) <= _BITS]
    for start in range(0, len(short), _AT_ONCE):
        some = short[start : start + _AT_ONCE]
        both = [sorted(pairs[at], key=len) for at in some]
        for at, distance in zip(some, _together(*zip(*both, strict=True)), strict=True):
            distances[at] = distance
    for at in set(ordered).difference(short):
        distances[at] = edit_distance(*pairs[at])
    return distances


def _together(ones: Sequence[str], others: Sequence[str]) -> list[int]:
    """The distances of each one, of 64 characters at most, to its other; the longest others come first."""
    import numpy as np  # noqa: PLC0415

    lengths = np.array([len(one) for one in ones], dtype=np.uint64)
    left = np.array([len(other) for other in others])
    codes, following = _codes(ones, _BITS), _codes(others, max(map(len, others)))
    bit = np.uint64(1)
    # Of a text without characters the last one is as good as the first: its distance is set at the end.
    last = bit << (np.maximum(lengths, bit) - bit)
    every = last | (last - bit)
    more, less, distances = every.copy(), np.zeros_like(every), lengths.astype(np.int64)
    for step in range(following.shape[1]):
        now = slice(0, int(np.count_nonzero(left > step)))
        all_bits, ups, downs = every[now], more[now], less[now]
        there = codes[now] == following[now, step, None]
        same = np.packbits(there, axis=1, bitorder="little").view("<u8")[:, 0] & all_bits
        level = same | downs
        along = (((same & ups) + ups) ^ ups) | same
        right_ups, right_downs = downs | (all_bits & ~(along | ups)), ups & along
        distances[now] += np.sign(right_ups & last[now]).astype(np.int64)
        distances[now] -= np.sign(right_downs & last[now]).astype(np.int64)
        up, down = ((right_ups << bit) | bit) & all_bits, (right_downs << bit) & all_bits
        more[now], less[now] = down | (all_bits & ~(level | up)), up & level
    found: list[int] = np.where(lengths > 0, distances, left).tolist()
    return found


def _codes(texts: Sequence[str], width: int) -> "Codes":
    """Characters as numbers, a row a text, with zeros behind."""
    import numpy as np  # noqa: PLC0415

    return np.array(texts, dtype=f"<U{max(1, width)}").view(np.uint32).reshape(len(texts), -1)
