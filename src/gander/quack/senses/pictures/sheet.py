"""The paper that pictures are drawn on: sixteen colours, and PNG files of them.

Four bits a pixel are exact, small and quick to write: a picture of 1024 by 900 pixels is packed in a
third of the time that a byte a pixel takes.
"""

import struct
import zlib
from typing import TYPE_CHECKING

import msgspec
from PIL import Image

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["BLUE", "COLOURS", "INK", "LINES", "PAPER", "RED", "YELLOW", "Picture", "Ramp", "Sheet", "levels"]

Ramp = tuple[int, ...]
"""Colours from that of the ground to that of the letters on it, for smooth edges."""

_WHITE, _BLACK = (255, 255, 255), (20, 20, 20)
_DEEP_BLUE, _DEEP_RED, _LIGHT_YELLOW = (13, 59, 140), (150, 15, 15), (255, 216, 77)

# Letters have a contrast of at least 7:1 to their ground (WCAG 2.2, level AAA); the tests compute it. One
# tone between makes their edges smooth; more cost bytes and are not seen.
PAPER: Ramp = (0, 3, 1)
"""Black on white."""
INK: Ramp = (1, 3, 0)
"""White on black."""
BLUE: Ramp = (4, 5, 0)
"""White on blue: the viewer."""
RED: Ramp = (6, 7, 0)
"""White on red: bodies."""
YELLOW: Ramp = (8, 9, 1)
"""Black on yellow: open tasks."""
LINES: Ramp = (0, 3, 2)
"""Grey on white: corridors."""


def _between(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    return tuple((x + y) // 2 for x, y in zip(a, b, strict=True))


COLOURS = (
    _WHITE,
    _BLACK,
    (78, 78, 78),
    _between(_BLACK, _WHITE),
    _DEEP_BLUE,
    _between(_DEEP_BLUE, _WHITE),
    _DEEP_RED,
    _between(_DEEP_RED, _WHITE),
    _LIGHT_YELLOW,
    _between(_LIGHT_YELLOW, _BLACK),
)
"""Red, green and blue from 0 to 255, by colour."""


class Picture(msgspec.Struct, frozen=True):
    """A picture as it is sent.

    Attributes:
        png: The PNG file.
        width: Pixels.
        height: Pixels.
    """

    png: bytes
    width: int
    height: int


def levels(ramp: Ramp) -> "Sequence[int]":
    """For each grey from 0 (ground) to 255 (letter) the colour of a ramp."""
    top = len(ramp) - 1
    return [ramp[round(grey * top / 255)] for grey in range(256)]


class Sheet:
    """A picture in the making, white at first.

    Args:
        width: Pixels; odd widths get one more.
        height: Pixels.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width = width + width % 2
        self.height = height
        # Two columns at the left become the byte that begins a PNG row: 0, for no filter.
        self._image = Image.new("P", (self.width + 2, height), 0)

    def copy(self) -> "Sheet":
        """A sheet that is drawn on apart from this one."""
        other = object.__new__(Sheet)
        other.width, other.height, other._image = self.width, self.height, self._image.copy()
        return other

    def put(self, tile: Image.Image, left: int, top: int) -> None:
        """Lay a tile of colours on the sheet."""
        self._image.paste(tile, (left + 2, top))

    def lay(self, other: "Sheet") -> None:
        """Lay another sheet on this one, at its left upper corner."""
        self._image.paste(other._image, (0, 0))

    def picture(self, effort: int = 3) -> Picture:
        """The picture as a PNG file.

        Args:
            effort: How hard to look for a small file, from 1 to 9; each step takes up to twice as long.
        """
        header = struct.pack(">IIBBBBB", self.width, self.height, 4, 3, 0, 0, 0)
        self._image.paste(0, (0, 0, 2, self.height))
        rows = zlib.compress(self._image.tobytes("raw", "P;4"), effort)
        png = b"".join(
            (
                b"\x89PNG\r\n\x1a\n",
                _chunk(b"IHDR", header),
                _PALETTE,
                _chunk(b"IDAT", rows),
                _chunk(b"IEND", b""),
            )
        )
        return Picture(png, self.width, self.height)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


_PALETTE = _chunk(b"PLTE", bytes(part for colour in COLOURS for part in colour))
