"""Presence facts: who was where and when, each once an utterance, whatever claim it came in.

Rates over claims depend on an extractor's habits (a route of eight rooms is one claim or eight, a
sighting may or may not come with a location beside it); rates over facts don't.
"""

from collections.abc import Iterable

import msgspec

from gander.quack.claims import Claim

__all__ = ["PresenceFact", "presence_facts"]


class PresenceFact(msgspec.Struct, frozen=True):
    """A player in a place, as one utterance has it.

    Attributes:
        player: Who.
        room: The room.
        corridor: Whether the player was on the move to or from that room, not in it.
        negated: Whether that is denied.
        time: The time phrase as said.
        source: Whose statement it is, if the speaker only passes it on.
    """

    player: str
    room: str
    corridor: bool = False
    negated: bool = False
    time: str = ""
    source: str | None = None


def presence_facts(claims: Iterable[Claim]) -> tuple[PresenceFact, ...]:
    """The facts that an utterance's claims state, each once, in order; what is not asserted states none.

    A sighting places both players; a denied one ("I never saw Bob in medbay") places nobody, for either
    may have been there. Traveling names a room that somebody heads for or comes from.
    """
    facts: dict[tuple[str, str, bool, bool, str], PresenceFact] = {}
    for claim in claims:
        if not claim.asserted:
            continue
        for player, room, corridor in _places(claim):
            key = (player, room, corridor, claim.negated, claim.time)
            if key not in facts:
                facts[key] = PresenceFact(player, room, corridor, claim.negated, claim.time, claim.source)
    return tuple(facts.values())


def _places(claim: Claim) -> Iterable[tuple[str, str, bool]]:
    subject, room = claim.subject, claim.room
    if subject is None:
        return ()
    if claim.type == "location":
        if claim.route or claim.also:
            rooms = (room, *claim.also, *(claim.route or ()))
            return [(subject, one, False) for one in rooms if one is not None]
        return () if room is None else ((subject, room, False),)
    if room is None:
        return ()
    if claim.type == "sighting" and not claim.negated:
        there = (subject, room, False)
        return (there,) if claim.target is None else (there, (claim.target, room, False))
    if claim.type == "activity":
        return ((subject, room, claim.activity == "traveling"),)
    return ()
