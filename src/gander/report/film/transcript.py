"""What was said, as a column beside the pictures: in lines and, where it is long, in pages."""

import functools
from collections.abc import Iterator
from dataclasses import dataclass, replace

from PIL import Image

from gander.quack.senses.pictures import Picture
from gander.quack.senses.pictures.letters import from_right, letters, wrapped
from gander.quack.senses.pictures.sheet import INK, PAPER, RED, Sheet
from gander.quack.senses.pictures.tiles import chip
from gander.report.film.scenes import Told

__all__ = ["Page", "Transcript"]

_EDGE = 12  # pixels free at each side
_INVERTED = (1, 0, *range(2, 256))  # black for white and white for black
_BETWEEN = 10  # between one thing told and the next


@dataclass(frozen=True, slots=True)
class _Line:
    """A line as a tile; at the right for words that run from there."""

    tile: Image.Image
    right: bool
    letters: int


@dataclass(frozen=True, slots=True)
class Page:
    """The column at one moment.

    Attributes:
        picture: It.
        letters: Letters of what is new in it.
        spoken: Whether somebody said that.
    """

    picture: Picture
    letters: int
    spoken: bool


class Transcript:
    """The column in the making: the newest at the bottom, its head white on black; before it what fits.

    Args:
        width: The column's width in pixels.
        height: Its height.
    """

    def __init__(self, width: int, height: int) -> None:
        self._width, self._height = width, height
        self._past: list[tuple[Told, str, tuple[_Line, ...]]] = []
        self.now = self._drawn(None)

    def tell(self, told: Told) -> Iterator[Page]:
        """Add what is told: a page, or several if it is longer than the column."""
        lines = _body(told, self._width - 2 * _EDGE)
        head = self._head(told, told.head + " (99/99)", new=True)
        space = self._height - 2 * _EDGE - (head.height if head else 0)
        pages = list(_pages(lines, space))
        for number, page in enumerate(pages, 1):
            label = f"{told.head} ({number}/{len(pages)})".strip() if len(pages) > 1 else told.head
            self.now = self._drawn((told, label, page))
            yield Page(self.now, sum(line.letters for line in page), bool(told.head))
            last = (told, label, page)
        self._past.append(last)
        del self._past[: -self._height]  # an entry has a pixel at least

    def _head(self, told: Told, label: str, *, new: bool) -> Image.Image | None:
        return chip(label, self._width - 2 * _EDGE, INK if new else PAPER) if told.head else None

    def _drawn(self, newest: tuple[Told, str, tuple[_Line, ...]] | None) -> Picture:
        sheet = Sheet(self._width, self._height, RED)
        blocks: list[list[_Line]] = []
        used = 2 * _EDGE
        entries = [(entry, False) for entry in self._past]
        if newest is not None:
            entries.append((newest, True))
        for (told, label, told_lines), new in reversed(entries):
            head = self._head(told, label, new=new)
            lines = told_lines
            if new and head is None:
                lines = tuple(replace(line, tile=line.tile.point(_INVERTED)) for line in lines)
            right = bool(lines) and lines[0].right
            block = [*([_Line(head, right, 0)] if head else []), *lines]
            tall = sum(line.tile.height for line in block) + (_BETWEEN if blocks else 0)
            if used + tall > self._height and blocks:
                break
            used += tall
            blocks.append(block)
        top = _EDGE
        for block in reversed(blocks):
            for line in block:
                left = sheet.width - _EDGE - line.tile.width if line.right else _EDGE
                sheet.put(line.tile, left, top)
                top += line.tile.height
            top += _BETWEEN
        return sheet.picture(effort=1)


@functools.lru_cache(maxsize=256)
def _body(told: Told, width: int) -> tuple[_Line, ...]:
    lines = []
    for paragraph in told.text.strip().split("\n"):
        right = from_right(paragraph)
        for line in wrapped(paragraph.rstrip("\r"), width):
            lines.append(_Line(letters(line, PAPER, rightward=not right), right, len(line)))
    return tuple(lines)


def _pages(lines: tuple[_Line, ...], height: int) -> Iterator[tuple[_Line, ...]]:
    page: list[_Line] = []
    used = 0
    for line in lines:
        if not page and not line.letters and used == 0:
            continue  # an empty line at a page's top parts nothing
        if page and used + line.tile.height > height:
            yield tuple(page)
            page, used = [], 0
        page.append(line)
        used += line.tile.height
    yield tuple(page)
