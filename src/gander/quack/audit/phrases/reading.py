"""Time phrases read: first for numbers, and without any for events."""

from functools import lru_cache

import msgspec

from gander.quack.audit.phrases.durations import read_duration
from gander.quack.audit.phrases.events import Events
from gander.quack.audit.phrases.meaning import TimePhrase, WhichRound
from gander.quack.audit.phrases.numbers import Numbers
from gander.quack.audit.phrases.rounds import WHICH, read_round
from gander.quack.audit.phrases.stretches import combined, rule_of
from gander.quack.audit.phrases.words import COUNTED, FOUND, LASTING, MARKS, MEETING, NUMBERED, cut, words

__all__ = ["read_phrase"]

_PASSING = words("claimed claims said says reported stated")
_SOURCES = frozenset(("according", "based", "if", *_PASSING))


@lru_cache(maxsize=8192)
def _cached(phrase: str) -> TimePhrase:
    return _read(phrase)


def read_phrase(phrase: str) -> TimePhrase:
    """Read a time phrase.

    Args:
        phrase: As it was said; any text.

    Returns:
        What it says; the same for the same text.
    """
    return _cached(phrase) if len(phrase) <= 200 else _read(phrase)


def _read(phrase: str) -> TimePhrase:
    tokens = _without_sources(cut(phrase))
    if not tokens:
        return TimePhrase("event" if phrase.strip() else "unstated")
    present = frozenset(tokens)
    duration = read_duration(tokens) if present & LASTING else "any"
    which: WhichRound = None
    numbered = any(token[-1].isdigit() for token in tokens)
    if present & NUMBERED and (numbered or present & WHICH):
        which, tokens = read_round(tokens)
        if which == ("back", -1):
            return TimePhrase("later")
    if not numbered and not present & COUNTED:
        return Events(tokens).phrase(duration, which)
    numbers = Numbers(tokens)
    if numbers.stretches:
        stretches = combined(numbers.stretches)
        if stretches[-1].right == "right" and _until_meeting(tokens):
            stretches = (*stretches[:-1], msgspec.structs.replace(stretches[-1], right="open"))
        return TimePhrase(rule_of(stretches), stretches, duration=duration, round=which)
    if numbers.count is not None:
        event, count = numbers.count
        return TimePhrase(event, event=event, count=count, duration=duration, round=which)
    return Events(tokens).phrase(duration, which)


def _until_meeting(tokens: list[str]) -> bool:
    """Whether the body's finding or the meeting is what is dated: "right after tick 9, when I reported"."""
    begun = False
    for token in tokens:
        begun = begun or token in ("when", "as", "once")
        if begun and (token in FOUND or token in MEETING):
            return True
    return False


def _without_sources(tokens: list[str]) -> list[str]:
    """The phrase without "according to Eve's report", which says whose word it is, not when."""
    if not _SOURCES.intersection(tokens):
        return tokens
    kept: list[str] = []
    skipping = False
    for place, token in enumerate(tokens):
        passed = token == "as" and _PASSING.intersection(tokens[place + 1 : place + 3])
        if passed or token in ("according", "based", "if"):
            skipping = True
        elif token in MARKS or token in ("this", "at", "around"):
            skipping = False
        if not skipping:
            kept.append(token)
    return kept
