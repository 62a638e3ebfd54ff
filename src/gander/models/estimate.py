"""What a job will take, before it starts: calls, tokens, pictures."""

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gander.models.failures import Answered

__all__ = ["USUAL_SECONDS", "Basis", "Estimate", "bases", "image_tokens", "png_size", "text_tokens"]

USUAL_SECONDS = 5.0
"""Seconds of a call, where a model has not answered yet."""

_USUAL_SIDE = 1024  # pixels, where a picture's size is not told by its first bytes


@dataclass(frozen=True)
class Estimate:
    """A job's size.

    Attributes:
        calls: The fewest calls that it takes.
        most_calls: The most, if every further attempt is needed.
        text_tokens: Tokens of text sent by the fewest calls, roughly.
        image_tokens: Tokens of pictures sent by the fewest calls, roughly.
        images: Pictures sent by the fewest calls.
        image_bytes: Their bytes.
    """

    calls: int = 0
    most_calls: int = 0
    text_tokens: int = 0
    image_tokens: int = 0
    images: int = 0
    image_bytes: int = 0

    def __add__(self, other: "Estimate") -> "Estimate":
        return Estimate(
            self.calls + other.calls,
            self.most_calls + other.most_calls,
            self.text_tokens + other.text_tokens,
            self.image_tokens + other.image_tokens,
            self.images + other.images,
            self.image_bytes + other.image_bytes,
        )


class Basis(NamedTuple):
    """A number that an estimate rests on.

    Attributes:
        value: The number.
        calls: The model's answers so far whose mean it is; 0 if it is assumed.
    """

    value: float
    calls: int = 0


def bases(answers: Sequence[Answered]) -> tuple[Basis | None, Basis | None]:
    """Tokens of a reply and seconds of a call, as a model's answers took; None where they do not tell."""
    told = [answer.usage.output for answer in answers if answer.usage.output]
    return (
        Basis(sum(told) / len(told), len(told)) if told else None,
        Basis(sum(answer.seconds for answer in answers) / len(answers), len(answers)) if answers else None,
    )


def text_tokens(text: str) -> int:
    """Tokens of a text, roughly: four characters of Latin script make one, two of any other script."""
    latin = len(text) if text.isascii() else len(text.encode("ascii", "ignore"))
    return round(latin / 4 + (len(text) - latin) / 2)


def image_tokens(data: bytes) -> int:
    """Tokens of a picture, roughly: one for 28 × 28 pixels, as most of today's models count."""
    width, height = png_size(data) or (_USUAL_SIDE, _USUAL_SIDE)
    return -(-width // 28) * -(-height // 28)


def png_size(data: bytes) -> tuple[int, int] | None:
    """Width and height in pixels of a PNG, from its first bytes; None if it is none."""
    if len(data) < 24 or not data.startswith(b"\x89PNG\r\n\x1a\n"):
        return None
    width, height = struct.unpack(">II", data[16:24])
    return width, height
