"""Time phrases as speakers use them, with the ticks that they mean.

A listener grants every phrase some leniency ("at tick 9" holds for what happened at 8). Each phrase
here carries two readings: `inner`, the ticks that every reading grants, and `outer`, all ticks that
any reading might grant. What a speaker can be sure of holds within the first or fails throughout
the second.
"""

from typing import Literal

import msgspec

from gander.quack.players.luck import Luck

__all__ = [
    "UNSAID",
    "Phrase",
    "at",
    "during",
    "for_moment",
    "for_stay",
    "just_before_meeting",
    "mostly",
    "pair",
    "since",
    "until",
    "whole",
]

_END = 1 << 40  # later than any tick


class Phrase(msgspec.Struct, frozen=True):
    """A time phrase.

    Attributes:
        text: As it is said; empty if nothing is.
        inner: First and last tick of the narrowest reading.
        outer: First and last tick of the widest one.
        duration: ``all`` if the phrase claims the whole round, ``most`` for its greater part.
        lasting: Whether it is a stretch ("ticks 8-10") rather than a moment.
    """

    text: str
    inner: tuple[int, int] = (0, _END)
    outer: tuple[int, int] = (0, _END)
    duration: Literal["all", "most"] | None = None
    lasting: bool = False


UNSAID = Phrase("")
"""No time is given: the round so far."""


def at(tick: int, luck: Luck, exact: bool = False) -> Phrase:
    """Say "at tick 9" or, less exact, "around tick 9"."""
    if exact or luck.happens(0.45):
        text = luck.pick(("at tick {}", "at tick {}", "on tick {}", "at t{}")).format(tick)
        return Phrase(text, (tick, tick), (tick - 2, tick + 2))
    text = luck.pick(("around tick {}", "around tick {}", "around t{}", "at around tick {}")).format(tick)
    return Phrase(text, (tick - 1, tick + 1), (tick - 3, tick + 3))


def during(first: int, last: int, luck: Luck, exact: bool = False) -> Phrase:
    """Say "ticks 8-10"; in other words too, unless it must be `exact`."""
    texts = ("ticks {}-{}", "ticks {}–{}", "ticks {}-{}", "from tick {} to {}", "around ticks {}-{}")
    text = luck.pick(texts[:2] if exact else texts)
    return Phrase(text.format(first, last), (first, last), (first - 3, last + 3), lasting=True)


def pair(first: int, luck: Luck) -> Phrase:
    """Say "at tick 7 and 8"."""
    text = luck.pick(("at tick {} and {}", "at ticks {} and {}", "tick {} and {}")).format(first, first + 1)
    return Phrase(text, (first, first + 1), (first - 2, first + 3), lasting=True)


def since(tick: int, luck: Luck) -> Phrase:
    """Say "after tick 5"."""
    text = luck.pick(("after tick {}", "from tick {} on", "from tick {} onward")).format(tick)
    return Phrase(text, (tick + 1, _END), (tick - 2, _END), lasting=True)


def until(tick: int, luck: Luck) -> Phrase:
    """Say "until tick 8"."""
    text = luck.pick(("until tick {}", "up to tick {}", "until around tick {}")).format(tick)
    return Phrase(text, (0, tick - 1), (0, tick + 3), lasting=True)


def whole(luck: Luck) -> Phrase:
    """Say "the whole time"."""
    return Phrase(
        luck.pick(("the whole time", "the entire round", "the whole round")), duration="all", lasting=True
    )


def mostly(luck: Luck) -> Phrase:
    """Say "most of the round"."""
    return Phrase(
        luck.pick(("most of the round", "most of the time", "for most of the round")), duration="most"
    )


def _early(start: int, last: int, luck: Luck) -> Phrase:
    third = max(5, -(-(last - start) // 3))
    text = luck.pick(("early in the round", "early on", "at the start", "at the start of the round", "early"))
    return Phrase(text, (start, min(start + 4, last)), (start, start + third + 2))


def _late(start: int, last: int, luck: Luck) -> Phrase:
    third = max(5, -(-(last - start) // 3))
    text = luck.pick(("late in the round", "at the end", "at the end of the round", "toward the end"))
    return Phrase(text, (max(start, last - 4), last), (last - third - 2, last))


def just_before_meeting(last: int, kind: str, luck: Luck) -> Phrase:
    """Say "right before the report", or the like of it for the button."""
    texts = (
        ("right before the report", "just before the report", "when the body was reported")
        if kind == "report"
        else ("right before the meeting", "when the meeting was called", "just before the meeting")
    )
    return Phrase(luck.pick(texts), (last - 2, last), (last - 5, last))


def for_moment(tick: int, start: int, last: int, kind: str, luck: Luck) -> Phrase:
    """A phrase for something that held at a tick of a round from `start` to the meeting at `last`."""
    if tick <= start:
        return _early(start, last, luck)
    if tick >= last - 2 and luck.happens(0.35):
        return just_before_meeting(last, kind, luck)
    if tick <= start + 4 and luck.happens(0.2):
        return _early(start, last, luck)
    if tick >= last - 4 and luck.happens(0.08):
        return _late(start, last, luck)
    return at(tick, luck)


def for_stay(first: int, last_tick: int, start: int, last: int, kind: str, luck: Luck) -> Phrase:
    """A phrase for something that held from tick `first` to `last_tick` of such a round."""
    shown = max(first, start + 1)
    if last_tick - shown >= 2:
        if first <= start + 1 and last_tick < last and luck.happens(0.35):
            return until(last_tick, luck)
        if last_tick >= last and luck.happens(0.35):
            return since(shown, luck)
        if luck.happens(0.75):
            return during(shown, last_tick, luck)
    elif last_tick - shown == 1 and luck.happens(0.4):
        return pair(shown, luck)
    middle = shown + int(luck.below(max(1, last_tick - shown + 1)))
    return for_moment(min(middle, last_tick), start, last, kind, luck)
