"""What a time phrase says once it is read."""

from typing import Literal, TypeAlias

import msgspec

__all__ = ["Duration", "Edge", "Event", "Side", "Stretch", "TimePhrase", "WhichRound"]

Edge: TypeAlias = Literal["at", "around", "span", "exact", "right", "open"]
Side: TypeAlias = Literal["at", "before", "after", "right before", "right after"]
Event: TypeAlias = Literal["", "early", "late", "meeting", "found", "died", "kill", "alive", "first", "last"]
Duration: TypeAlias = Literal["any", "all", "most"]
WhichRound: TypeAlias = tuple[Literal["back", "number"], int] | None


class Stretch(msgspec.Struct, frozen=True, gc=False):
    """A stretch of ticks as said, and how far it may reach beyond either end.

    Attributes:
        first: First tick said.
        last: Last tick said.
        left: Which tolerance holds on the left; ``open`` reaches to the round's start.
        right: Which holds on the right; ``open`` reaches to the round's end.
    """

    first: int
    last: int
    left: Edge
    right: Edge


class TimePhrase(msgspec.Struct, frozen=True, gc=False):
    """A time phrase, read.

    Attributes:
        rule: Name of the rule in `RULES` that read it.
        stretches: The ticks, if it names any; all of them together are meant.
        event: The event that it names instead.
        side: On which side of the event.
        name: Who died or was alive, as said; empty if it does not say.
        count: For ``first`` and ``last``, how many ticks.
        duration: Whether it claims some moment, the whole time or most of it.
        round: Which round it names: ``("back", 1)`` is the last one, ``("number", 0)`` the first; None for
            none. ``("back", 0)`` is this one.
        other: Whether beside all this it names an event without a rule ("after Frank left").
    """

    rule: str
    stretches: tuple[Stretch, ...] = ()
    event: Event = ""
    side: Side = "at"
    name: str = ""
    count: int = 0
    duration: Duration = "any"
    round: tuple[Literal["back", "number"], int] | None = None
    other: bool = False
