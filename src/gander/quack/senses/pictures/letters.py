r"""Letters in pictures: one size, in any script that a font here has.

Letters are set at 25 pixels: capitals and digits are 18 pixels high, lower-case letters 14. The bundled
font (DejaVu Sans Condensed) has Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic letters, those
of Persian among them. For others a font of the system is looked for; letters that none has are drawn as
their escapes, such as ``\u4e2d``, and `missing_letters` tells of them.
"""

import contextlib
import functools
import os
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from importlib import resources
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont, features

from gander.quack.senses.pictures.sheet import Ramp
from gander.terminal import printable

__all__ = [
    "ASCENT",
    "LINE_HEIGHT",
    "from_right",
    "letters",
    "letters_note",
    "missing_letters",
    "width_of",
    "wrapped",
]

_SIZE = 25
ASCENT = 24
"""Pixels from a line's top to what its letters stand on."""
LINE_HEIGHT = 30
"""Pixels from line to line."""

_TALLEST = 24  # how far marks on letters may reach beyond a line, above and below
_WAYS = ("L", "R", "AL")  # of letters: from left to right, from right to left, Arabic
_JOINERS = "\u200c\u200d"  # they join or part letters and are none
_STYLES = ("bold", "italic", "oblique", "light", "thin", "black", "medium", "mono", "serif", "condensed")


def letters(text: str, ramp: Ramp, *, rightward: bool | None = None) -> Image.Image:
    """A line of text as a tile, on the ramp's ground; control characters are made visible.

    Args:
        text: The line.
        ramp: Its colours.
        rightward: Whether its words run from left to right, for a line of a paragraph that says so; None for
            as its first letter has it.
    """
    return _tile(_drawable(text), ramp, rightward)


def from_right(text: str) -> bool:
    """Whether a paragraph runs from right to left: as its first letter that has a direction does."""
    return next((way != "L" for char in text if (way := unicodedata.bidirectional(char)) in _WAYS), False)


def width_of(text: str) -> int:
    """The width of a line of text in pixels."""
    return _tile_size(_drawable(text))[0]


@functools.lru_cache(maxsize=4096)
def wrapped(text: str, width: int) -> tuple[str, ...]:
    """Text in lines of at most `width` pixels, broken at spaces, after ``_`` and ``-``, else anywhere."""
    lines: list[str] = []
    line = ""
    for part in _parts(_drawable(text)):
        if width_of(line + part.rstrip()) <= width:
            line += part
            continue
        if line:
            lines.append(line)
        line = part
        while width_of(line.rstrip()) > width:
            head = _head(line, width)
            lines.append(head)
            line = line[len(head) :]
    lines.append(line)
    return tuple(line.strip() for line in lines if line.strip()) or ("",)


def missing_letters(texts: Iterable[str]) -> str:
    """The letters in some texts that no font here has, each once; they are drawn as escapes.

    Letters that change their form in words, as Arabic ones do, count as missing where Pillow lacks the
    library that shapes them (libraqm).
    """
    seen = dict.fromkeys(char for text in texts for char in printable(text))
    return "".join(char for char in seen if _font_of(char) is None or (_shaped(char) and not _can_shape()))


def letters_note(names: Iterable[str]) -> str | None:
    """What to tell who wants names in pictures that no font here has letters for; None if all are there."""
    missing = missing_letters(names)
    if not missing:
        return None
    return f"no font here has {missing}: drawn as escapes. Install one, such as Noto Sans."


def _parts(text: str) -> Iterator[str]:
    start = 0
    for at, char in enumerate(text, 1):
        if char in " _-":
            yield text[start:at]
            start = at
    if start < len(text):
        yield text[start:]


def _head(text: str, width: int) -> str:
    """As much from the start as fits, at least one letter with its marks."""
    at = 1
    while at < len(text) and (_is_mark(text[at]) or width_of(text[: at + 1]) <= width):
        at += 1
    return text[:at]


def _is_mark(char: str) -> bool:
    return char in _JOINERS or unicodedata.category(char).startswith("M")


@functools.lru_cache(maxsize=4096)
def _drawable(text: str) -> str:
    """Text without anything that moves or hides letters, and without letters that no font here has."""
    return "".join(
        char if _font_of(char) is not None else char.encode("unicode_escape").decode("ascii")
        for char in printable(text)
    )


# Drawing.


@functools.lru_cache(maxsize=4096)
def _tile(text: str, ramp: Ramp, rightward: bool | None) -> Image.Image:
    """Kept: the same names and words are drawn again and again."""
    width, above, below = _tile_size(text)
    mask = Image.new("1", (width, above + below), 0)
    font = _font(text)
    # Only what shapes letters can be told a direction.
    shaping = rightward is not None and font.layout_engine == ImageFont.Layout.RAQM
    way = ("ltr" if rightward else "rtl") if shaping else None
    place = (-min(0, _extent(text)[0]), above)
    ImageDraw.Draw(mask).text(place, text, fill=1, font=font, anchor="ls", direction=way)
    tile = Image.new("P", mask.size, ramp[0])
    tile.paste(ramp[1], (0, 0), mask)
    return tile


@functools.lru_cache(maxsize=8192)
def _tile_size(text: str) -> tuple[int, int, int]:
    """The width of a line, and its pixels above and below the line that letters stand on."""
    left, top, right, bottom = _extent(text)
    return (
        max(1, right - min(0, left)),
        min(max(ASCENT, -top), ASCENT + _TALLEST),
        min(max(LINE_HEIGHT - ASCENT, bottom), LINE_HEIGHT - ASCENT + _TALLEST),
    )


def _extent(text: str) -> tuple[int, int, int, int]:
    left, top, right, bottom = _font(text).getbbox(text, anchor="ls")
    return int(left), int(top), max(int(right), round(_font(text).getlength(text))), int(bottom)


# Fonts.


def _font(text: str) -> ImageFont.FreeTypeFont:
    """The first font that has all letters of a text, or most of them."""
    fonts = dict.fromkeys(font for char in text if (font := _font_of(char)) is not None)
    files = list(fonts) or [_own_font()]
    best = max(files, key=lambda file: sum(_has(file, char) for char in text))
    return _loaded(best, any(map(_shaped, text)) and _can_shape())


@functools.lru_cache(maxsize=8192)
def _font_of(char: str) -> str | None:
    """The file of the first font that has a letter."""
    if _has(_own_font(), char):
        return _own_font()
    return next((file for file in _system_fonts() if _has(file, char)), None)


@functools.lru_cache(maxsize=65536)
def _has(file: str, char: str) -> bool:
    font = _loaded(file, shaping=False)
    if char.isspace() or char in _JOINERS:
        return True
    # What a font lacks is drawn as the sign it keeps for that, the one of a code point that is no letter.
    return bytes(font.getmask(char)) != bytes(font.getmask("\U0010ffff"))


def _shaped(char: str) -> bool:
    """Whether a letter needs shaping: everything after Greek and Cyrillic, and marks."""
    return char >= "\u0590" or _is_mark(char)


@functools.lru_cache(maxsize=1)
def _can_shape() -> bool:
    return bool(features.check("raqm"))


@functools.lru_cache(maxsize=64)
def _loaded(file: str, shaping: bool) -> ImageFont.FreeTypeFont:
    engine = ImageFont.Layout.RAQM if shaping else ImageFont.Layout.BASIC
    font = ImageFont.truetype(file, _SIZE, layout_engine=engine)
    with contextlib.suppress(
        OSError, ValueError
    ):  # not a font of many weights, which begin with the thinnest
        font.set_variation_by_name("Regular")
    return font


@functools.lru_cache(maxsize=1)
def _own_font() -> str:
    return str(resources.files("gander.quack").joinpath("data", "fonts", "DejaVuSansCondensed.ttf"))


@functools.lru_cache(maxsize=1)
def _system_fonts() -> tuple[str, ...]:
    """Upright fonts of the system in a fixed order, Noto Sans first; looked for at the first rare letter."""
    found = {
        str(path)
        for folder in _font_folders()
        for path in folder.rglob("*")
        if path.suffix.lower() in (".ttf", ".otf", ".ttc")
        and not any(style in path.stem.lower() for style in _STYLES)
    }
    usable = []
    for file in sorted(found, key=lambda file: (not Path(file).name.startswith("NotoSans"), Path(file).name)):
        try:
            _loaded(file, shaping=False)
        except OSError:
            continue  # a font of fixed sizes, or none at all
        usable.append(file)
    return tuple(usable)


def _font_folders() -> tuple[Path, ...]:
    home = Path.home()
    if sys.platform == "darwin":
        return Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library/Fonts"
    if sys.platform == "win32":
        return (Path(os.environ.get("WINDIR", r"C:\Windows")) / "Fonts",)
    return (
        Path("/usr/share/fonts"),
        Path("/usr/local/share/fonts"),
        home / ".local/share/fonts",
        home / ".fonts",
    )
