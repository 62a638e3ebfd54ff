"""What every picture is made of: words, chips for players, frames, numbers on corridors, tags in rooms."""

import functools

from PIL import Image

from gander.quack.senses.pictures.groups import Group, Part, flow, stacked
from gander.quack.senses.pictures.letters import ASCENT, letters, wrapped
from gander.quack.senses.pictures.sheet import ACCENTED, BLUE, INK, PAPER, YELLOW, Ramp

__all__ = ["BORDER", "chip", "framed", "number", "tags", "text", "token"]

BORDER = 2
"""Pixels of a frame's line."""

_APART = 4  # between a number and the line that it stands on
_PAD = 8  # between a frame and letters at its sides; 3 above and below


@functools.lru_cache(maxsize=4096)
def text(words: str, width: int = 10_000, ramp: Ramp = PAPER) -> Image.Image:
    """Words in lines of at most `width` pixels."""
    lines = [letters(line, ramp) for line in wrapped(words, width)]
    return lines[0] if len(lines) == 1 else stacked(lines, 0).drawn(ramp[0])


@functools.lru_cache(maxsize=4096)
def chip(words: str, width: int = 10_000, ramp: Ramp = PAPER) -> Image.Image:
    """Words in a frame: white with black edges, or filled."""
    inside = text(words, width - 2 * (_PAD + BORDER), ramp)
    return framed(inside, inside.width + 2 * (_PAD + BORDER), inside.height + 2 * (1 + BORDER), ramp)


def framed(
    inside: Image.Image, width: int, height: int, ramp: Ramp = PAPER, border: int = BORDER
) -> Image.Image:
    """A tile in the middle of a box with an edge in the colour of its letters, or of its ground if filled."""
    edge = 1 if ramp[0] == 0 else ramp[0]
    tile = Image.new("P", (width, height), edge)
    tile.paste(ramp[0], (border, border, width - border, height - border))
    tile.paste(inside, ((width - inside.width) // 2, (height - inside.height) // 2))
    return tile


@functools.lru_cache(maxsize=1024)
def number(ticks: int) -> Image.Image:
    """A corridor's ticks, as ``2t``, white on black, with white around it that parts it from the line.

    A bare 1 between two pieces of an upright line is read as three lines or three ones; so is one in a frame,
    or on black that the line runs into.
    """
    digits = letters(f"{ticks}t", INK)
    # They stand on the line and have nothing below it.
    inside = digits.crop((0, ASCENT - 20, digits.width, ASCENT + 2))
    label = framed(inside, inside.width + 14, 30, INK, border=0)
    return framed(label, label.width + 2 * _APART, label.height + 2 * _APART, border=0)


@functools.lru_cache(maxsize=1024)
def token(sign: str, ramp: Ramp, width: int = 0) -> Image.Image:
    """A player's short sign in a frame of at least `width` pixels."""
    inside = letters(sign, ramp)
    return framed(inside, max(inside.width + 10, width), inside.height + 2 * BORDER, ramp)


def tags(
    *, you: bool, tasks: int, button: bool, width: int = 10_000, task: Ramp = ACCENTED[YELLOW]
) -> Group | None:
    """What is in a room for the viewer, in rows: itself, its open tasks, the button; None for nothing."""
    parts: list[Part] = [text("you", ramp=BLUE)] if you else []
    if tasks:
        parts.append(_tag("task" if tasks == 1 else f"{tasks} tasks", task))
    if button:
        parts.append(_tag("button", PAPER))
    return flow(parts, width, 1, 0.5) if parts else None


@functools.lru_cache(maxsize=256)
def _tag(words: str, ramp: Ramp) -> Image.Image:
    inside = letters(words, ramp)
    return framed(inside, inside.width + 10, inside.height + (0 if ramp[0] else 2), ramp, 1)
