"""Tiles side by side and one below the other: parts of pictures before it is known where they go."""

from collections.abc import Sequence
from typing import TypeAlias

from PIL import Image

__all__ = ["GAP", "Group", "Part", "flow", "row", "stacked"]

GAP = 8
"""Pixels between parts."""


class Group:
    """Tiles with places, as one part: nothing is drawn before it is known where.

    Args:
        width: Pixels.
        height: Pixels.
        tiles: Each tile with its left and top in the group.
    """

    __slots__ = ("height", "tiles", "width")

    def __init__(self, width: int, height: int, tiles: list[tuple[Image.Image, int, int]]) -> None:
        self.width = width
        self.height = height
        self.tiles = tiles

    def drawn(self, ground: int = 0) -> Image.Image:
        """The group as a tile."""
        whole = Image.new("P", (self.width, self.height), ground)
        for tile, left, top in self.tiles:
            whole.paste(tile, (left, top))
        return whole

    def moved(self, left: int, top: int) -> list[tuple[Image.Image, int, int]]:
        """Its tiles, with the group at a place."""
        return [(tile, x + left, y + top) for tile, x, y in self.tiles]


Part: TypeAlias = Image.Image | Group


def _placed(part: Part, left: int, top: int) -> list[tuple[Image.Image, int, int]]:
    return part.moved(left, top) if isinstance(part, Group) else [(part, left, top)]


def row(parts: Sequence[Part]) -> Group:
    """Parts side by side, in the middle of the row's height."""
    height = max(part.height for part in parts)
    tiles: list[tuple[Image.Image, int, int]] = []
    left = 0
    for part in parts:
        tiles += _placed(part, left, (height - part.height) // 2)
        left += part.width + GAP
    return Group(left - GAP, height, tiles)


def flow(parts: Sequence[Part], width: int, gap: int = GAP, align: float = 0.0) -> Group:
    """Parts in rows of at most `width` pixels, with `gap` pixels between rows; see `stacked`."""
    rows: list[list[Part]] = []
    used = 0
    for part in parts:
        if rows and used + GAP + part.width <= width:
            rows[-1].append(part)
            used += GAP + part.width
        else:
            rows.append([part])
            used = part.width
    return stacked([row(each) for each in rows], gap, align)


def stacked(parts: Sequence[Part], gap: int = GAP, align: float = 0.0) -> Group:
    """Parts one below the other, at the left (`align` 0), in the middle (0.5) or at the right (1)."""
    width = max(part.width for part in parts)
    tiles: list[tuple[Image.Image, int, int]] = []
    top = 0
    for part in parts:
        tiles += _placed(part, int((width - part.width) * align), top)
        top += part.height + gap
    return Group(width, top - gap, tiles)
