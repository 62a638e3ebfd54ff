"""The paper that pictures are drawn on: four colours, and PNG files of them.

Two bits a pixel are exact, small and quick to write: a quarter of what a byte a pixel takes, in size and in
time. So letters have hard edges, as their font's makers hinted them, and of red and yellow a picture has one.
"""

import struct
import zlib

import msgspec
from PIL import Image

__all__ = [
    "ACCENTED",
    "BLUE",
    "COLOURS",
    "INK",
    "PAPER",
    "RED",
    "YELLOW",
    "Colour",
    "Picture",
    "Ramp",
    "Sheet",
]

Colour = tuple[int, int, int]
"""Red, green and blue, from 0 to 255."""

Ramp = tuple[int, int]
"""The colours of a ground and of the letters on it, by their numbers in the palette."""

_WHITE, _BLACK, _BLUE = (255, 255, 255), (20, 20, 20), (13, 59, 140)

RED: Colour = (150, 15, 15)
"""Bodies, under white letters."""
YELLOW: Colour = (255, 216, 77)
"""The viewer's open tasks, under black letters."""
COLOURS: tuple[Colour, ...] = (_WHITE, _BLACK, _BLUE, RED, YELLOW)
"""All colours that pictures have; no picture has more than four."""

# Letters have a contrast of at least 7:1 to their ground (WCAG 2.2, level AAA); the tests compute it.
PAPER: Ramp = (0, 1)
"""Black on white."""
INK: Ramp = (1, 0)
"""White on black."""
BLUE: Ramp = (2, 0)
"""White on blue: the viewer, and Ducks."""
ACCENTED: dict[Colour, Ramp] = {RED: (3, 0), YELLOW: (3, 1)}
"""The picture's fourth colour, and what stands on it."""


_A_BYTE = 4  # pixels


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


class Sheet:
    """A picture in the making, white at first.

    Args:
        width: Pixels; made up to a multiple of four.
        height: Pixels.
        accent: The fourth colour.
    """

    def __init__(self, width: int, height: int, accent: Colour) -> None:
        self.width = width + -width % _A_BYTE
        self.height = height
        self._accent = accent
        # Four columns at the left become the byte that begins a PNG row: 0, for no filter.
        self._image = Image.new("P", (self.width + _A_BYTE, height), 0)

    def copy(self) -> "Sheet":
        """A sheet that is drawn on apart from this one."""
        other = object.__new__(Sheet)
        other.width, other.height, other._accent = self.width, self.height, self._accent
        other._image = self._image.copy()
        return other

    def put(self, tile: Image.Image, left: int, top: int) -> None:
        """Lay a tile of colours on the sheet."""
        self._image.paste(tile, (left + _A_BYTE, top))

    def lay(self, other: "Sheet") -> None:
        """Lay another sheet on this one, at its left upper corner."""
        self._image.paste(other._image, (0, 0))

    def picture(self, effort: int = 4) -> Picture:
        """The picture as a PNG file.

        Args:
            effort: How hard to look for a small file, from 1 to 9; each step takes up to twice as long.
        """
        header = struct.pack(">IIBBBBB", self.width, self.height, 2, 3, 0, 0, 0)
        self._image.paste(0, (0, 0, _A_BYTE, self.height))
        rows = zlib.compress(self._image.tobytes("raw", "P;2"), effort)
        png = b"".join(
            (
                b"\x89PNG\r\n\x1a\n",
                _chunk(b"IHDR", header),
                _chunk(b"PLTE", bytes((*_WHITE, *_BLACK, *_BLUE, *self._accent))),
                _chunk(b"IDAT", rows),
                _chunk(b"IEND", b""),
            )
        )
        return Picture(png, self.width, self.height)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
