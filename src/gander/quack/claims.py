"""Claims: what an utterance asserts, in a form that can be checked (paper, section 4.3).

One vocabulary for all who make claims: scripted players, who state what their speech was built
from, and extractors, who read it out of the text.
"""

from typing import Literal, TypeAlias

import msgspec

__all__ = ["Claim", "ClaimType", "IntendedClaim", "Verdict"]

ClaimType: TypeAlias = Literal["location", "sighting", "activity", "accusation", "defense"]
Verdict: TypeAlias = Literal["true", "false", "wrong_room", "near_miss", "unverifiable"]


class Claim(msgspec.Struct, frozen=True, omit_defaults=True):
    """One claim. Players and rooms by name; what could not be resolved stays as it was said.

    Attributes:
        type: Location (a room or an ordered route), sighting, activity, accusation or defense.
        speaker: Who says it.
        subject: Whom it is about: who was somewhere, saw or did something, accuses or defends.
        target: Who was seen, is accused or defended; nobody if a sighting of anybody at all is denied.
        room: The room, if it names one.
        route: For a location, the rooms passed in order, instead of `room`.
        also: Rooms that share the claim's duration with `room` ("medbay and electrical the whole time").
        activity: ``task``, ``traveling``, ``waiting``, ``reporting`` or ``calling``. For a location,
            ``traveling`` if the room is told as one that the subject went to ("went to medbay at tick 6").
        time: The time phrase as it was said; empty if none was.
        state: For a sighting, whether the target was seen ``alive``, as a ``body``, or ``unknown``. For a
            location, ``body`` if it tells where somebody lay dead.
        negated: Whether it denies ("I never saw Bob", "I wasn't in medbay").
        asserted: Whether the utterance asserts it; False for plans, suppositions and questions.
        source: Who is said to have said it, where the speaker only passes it on.
        strength: For an accusation: ``weak``, ``moderate`` or ``strong``.
        basis: For a defense, its ground as said.
        but: Whom a denial of having seen anybody excepts ("nobody else").
        span: Start and end in the utterance, in characters.
    """

    type: ClaimType
    speaker: str
    subject: str | None = None
    target: str | None = None
    room: str | None = None
    route: tuple[str, ...] | None = None
    also: tuple[str, ...] = ()
    activity: str | None = None
    time: str = ""
    state: str | None = None
    negated: bool = False
    asserted: bool = True
    source: str | None = None
    strength: str | None = None
    basis: str | None = None
    but: tuple[str, ...] = ()
    span: tuple[int, int] | None = None


class IntendedClaim(msgspec.Struct, frozen=True):
    """A claim that a scripted player built its speech from.

    Attributes:
        claim: The claim.
        verdict: The verdict that it meant to earn; None where the speaker cannot know (whether the
            accused is a Duck, say).
        plan: ``truthful`` or the lie plan behind it.
    """

    claim: Claim
    verdict: Verdict | None
    plan: str
