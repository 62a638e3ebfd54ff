"""What is wrong with a thing that a person wrote, told by its place: the shared words of such messages.

A check of a whole thing (a map, a set of rules) gives `Fault` objects, whose places are paths such as
``("corridors", 3, "from")``. Who reads the thing from text turns the place into a line
(`gander.yaml_text`); who checks one built in code shows the place itself.
"""

import difflib
import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

__all__ = ["MAX_NAME", "Fault", "Place", "listed", "name_faults", "nearest", "same", "shown", "suggestion"]

MAX_NAME = 100
"""The most characters a name may have."""

Place = tuple[str | int, ...]
"""Where in a thing something is: keys, and indices from 0, from the outside in."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong at one place.

    Attributes:
        place: The place.
        what: What is wrong, as a sentence.
        todo: What to do about it; may be empty.
        first: Where the same thing was given before, if it is given twice.
    """

    place: Place
    what: str
    todo: str = ""
    first: Place | None = None


def name_faults(name: str, place: Place, whose: str) -> Iterator[Fault]:
    """What keeps a word from being a name; `whose` says what it names, as in ``a room's name``."""
    if not name.strip():
        yield Fault(place, f"{whose} must not be blank.")
    elif name != name.strip():
        yield Fault(place, f"{whose} must not begin or end with a space: {shown(name)}.")
    elif len(name.splitlines()) > 1 or name.splitlines()[0] != name:
        yield Fault(place, f"{whose} must be one line, not {shown(name)}.")
    elif len(name) > MAX_NAME:
        yield Fault(place, f"{whose} has {len(name)} characters; the most is {MAX_NAME}.")
    elif any(0xD800 <= ord(char) <= 0xDFFF for char in name):
        yield Fault(place, f"{whose} holds half a character (a lone surrogate): {shown(name)}.")


def suggestion(word: str, known: Collection[str]) -> str:
    """Advice that names the nearest known word, or all if they are few."""
    close = nearest(word, known)
    if close is not None:
        return f"Did you mean {shown(close)}?"
    return f"Known: {', '.join(map(shown, sorted(known)))}." if 0 < len(known) <= 12 else ""


def nearest(word: str, known: Collection[str]) -> str | None:
    """The known word that somebody who wrote `word` most likely meant; None if there is no such."""
    words = sorted(known)
    close = difflib.get_close_matches(word, words, n=1) or [
        name for name in words if same(name) == same(word)
    ]
    return close[0] if close else None


def same(name: str) -> str:
    """Names with the same result look the same to a reader: case, width and spacing are dropped."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def shown(name: str) -> str:
    """A name as messages show it: quoted and escaped where it is not a plain word."""
    if len(name) > MAX_NAME:
        name = name[:MAX_NAME] + "…"
    return name if re.fullmatch(r"[A-Za-z0-9_-]+(?:\.[0-9]+)?", name) else repr(name)


def listed(words: Sequence[str], joint: str = "and") -> str:
    """The words as a list in a sentence: ``a, b and c``."""
    *others, last = words
    return f"{', '.join(others)} {joint} {last}" if others else last
