"""Time phrases: where in a text one begins, and how far it reaches. What it means is decided elsewhere."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import TypeAlias

from gander.quack.audit.extract.words.times import (
    BEFORE,
    LEADS,
    NUMBERED,
    PHRASES,
    SECOND_OF_LED,
    SECOND_OF_NUMBERED,
    SOMEBODY,
)

__all__ = ["BARREN", "LOOK", "STARTS", "time_phrase"]

_CHOICE = re.compile(r"(?:(?<=\|)|(?<=\(\?:))[a-z]")


def _sifted(pattern: str) -> str:
    """A pattern whose choices begin with a set of letters each: that is for speed alone.

    Where case is ignored, a choice is only passed over at a look if it begins with such a set.
    """
    return _CHOICE.sub(lambda letter: f"(?-i:[{letter[0].upper()}{letter[0]}])", pattern)


_Match: TypeAlias = Callable[[str, int], re.Match[str] | None]
_LETTERS = 4
_STEM = 3  # letters: of "timing" a pattern may know "tim" and how that goes on
LOOK = 1 + _LETTERS
"""How many characters after a beginning are looked at first."""
_REMEMBERED = 20_000
_SYNTAX = re.compile(r"\(\?[-a-z]*:|\\[a-zA-Z]")
_WORD = re.compile(r"[A-Za-z]+")


def _by_start() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for pattern, starts in PHRASES.items():
        for start in starts.split():
            found.setdefault(start, []).append(pattern)
    return {start: tuple(patterns) for start, patterns in found.items()}


@cache
def _match(pattern: str) -> _Match:
    """What matches a pattern; compiled when it is first asked, as that takes its time."""
    return re.compile(_sifted(pattern), re.IGNORECASE).match


@cache
def _known(pattern: str, start: str) -> frozenset[str]:
    """How the words begin that a pattern knows, behind a beginning of it."""
    if pattern != NUMBERED:
        known = _SYNTAX.sub(" ", pattern)
    elif start in LEADS.split() and start not in BEFORE.split():
        known = SECOND_OF_LED + {"up": " to", "as": " of"}.get(start, "")
    else:
        known = SECOND_OF_NUMBERED
    return frozenset(word[:_LETTERS].lower() for word in _WORD.findall(known))


_PATTERNS = _by_start()
STARTS = frozenset(_PATTERNS)
"""The words, in small letters, that can begin a time phrase."""
BARREN: Mapping[str, set[str]] = {start: set() for start in STARTS}
"""For each beginning what was seen to stand after it where no phrase begins, as far as one looks first."""
_LOOKED: Mapping[str, dict[str, tuple[_Match, ...]]] = {start: {} for start in STARTS}
"""What else was seen there, and what matches the phrases that may be."""


@cache
def _alone(word: str) -> bool:
    """Whether a beginning is a phrase by itself."""
    return any(_match(pattern)(f"a {word} xx", 2) for pattern in _PATTERNS[word])


def _likely(word: str, look: str) -> tuple[str, ...]:
    """The patterns of phrases that may begin with a word, by what follows it."""
    patterns = _PATTERNS[word]
    second = _WORD.match(look, 1)
    if second is None or look[0] != " " or not look.isascii() or _alone(word):
        return patterns
    known = second[0]
    letters = known.lower()
    return tuple(
        pattern
        for pattern in patterns
        if not _known(pattern, word).isdisjoint((letters, letters[:_STEM]))
        or (known[0].isupper() and SOMEBODY in pattern)
    )


def time_phrase(text: str, start: int, word: str) -> int | None:
    """The end of the time phrase that begins at `start`; None if none does.

    Args:
        text: The utterance.
        start: Where the word begins.
        word: A word out of `STARTS`.
    """
    # Few of a word's phrases go on as the text does, and what follows the word mostly tells which.
    begin = start + len(word)
    look = text[begin : begin + LOOK]
    matches = _LOOKED[word].get(look)
    if matches is None:
        matches = tuple(map(_match, _likely(word, look)))
        if len(_LOOKED[word]) < _REMEMBERED:  # whatever is said
            _LOOKED[word][look] = matches
            if not matches:
                BARREN[word].add(look)
    for match in matches:
        found = match(text, start)
        if found is not None:
            return found.end()
    return None
