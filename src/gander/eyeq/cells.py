"""The cells of a file of answers: what a row holds under one of our names, as text or as a number."""

import math
import re
from typing import Any

from gander.errors import InputError
from gander.faults import shown

__all__ = [
    "name_in",
    "refuse_half",
    "temperature_in",
    "text_in",
    "text_said_in",
    "whole_in",
    "whole_of",
]

_WHOLE = re.compile(r"([+-]?\d{1,18})(?:\.0*)?", re.ASCII)  # 2.0 is how some programs write a 2
_HALF = re.compile("[\ud800-\udfff]")  # of a character: a lone surrogate, which cannot be written


def text_in(row: dict[str, Any], name: str, where: str) -> str:
    """A cell as text; empty where there is none.

    Raises:
        InputError: It is neither text nor a number.
    """
    value = row.get(name)
    if isinstance(value, str):
        return value.strip()
    if value is None:
        return ""
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise InputError(f"{name} is neither text nor a number.", where=where)
    return str(value).strip()


def name_in(row: dict[str, Any], name: str, where: str) -> str:
    """A cell that names something.

    Raises:
        InputError: It is neither text nor a number, or holds what cannot be written.
    """
    text = text_in(row, name, where)
    refuse_half(text, name, where)
    return text


def refuse_half(text: str, whose: str, where: str) -> None:
    """Make sure that a text which a person wrote can be written.

    Args:
        text: The text.
        whose: What it is, as in ``the right answer``.
        where: Its place.

    Raises:
        InputError: It holds a lone surrogate.
    """
    if not text.isascii() and _HALF.search(text):
        raise InputError(
            f"{whose} holds half a character (a lone surrogate): {shown(text)}.",
            where=where,
            todo="Write the character whole, or leave it out.",
        )


def text_said_in(row: dict[str, Any], name: str, where: str) -> str:
    """A cell as text that a model said: half a character is U+FFFD, as in replies to a run.

    Raises:
        InputError: It is neither text nor a number.
    """
    text = text_in(row, name, where)
    return text if text.isascii() else _HALF.sub("\ufffd", text)


def temperature_in(row: dict[str, Any], where: str) -> float | None:
    """The temperature of a row; None where it tells none.

    Raises:
        InputError: It is no number from 0.
    """
    text = text_in(row, "temperature", where)
    if not text:
        return None
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number < math.inf:
        raise InputError(f"temperature must be a number from 0, not {shown(text)}.", where=where)
    return number


def whole_in(row: dict[str, Any], name: str, where: str) -> int | None:
    """A whole number of a row; None where the cell is empty.

    Raises:
        InputError: It is no whole number.
    """
    text = text_in(row, name, where)
    if not text:
        return None
    found = whole_of(text)
    if found is None:
        raise InputError(f"{name} must be a whole number, not {shown(text)}.", where=where)
    return found


def whole_of(text: str) -> int | None:
    """A text as the whole number that it is; None if it is none."""
    found = _WHOLE.fullmatch(text)
    return int(found[1]) if found else None
