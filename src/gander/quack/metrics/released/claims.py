"""Recorded claims as the released evaluation took them: found, resolved, and stripped of repeats."""

import functools
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from gander.quack.audit.recorded import RecordedClaim, RecordedClaims, UtteranceKey
from gander.quack.metrics.released.timeline import Timeline
from gander.quack.record.reader import Record

__all__ = ["ANY", "ENTIRE", "MAJORITY", "Phrase", "ReleasedClaim", "join_claims", "parse_phrase", "room_name"]

# How much of its window a location claims.
ANY, ENTIRE, MAJORITY = range(3)

_ENTIRE = (
    "the whole time",
    "entire round",
    "all round",
    "never left",
    "stayed in",
    "the entire time",
    "whole round",
)
_MAJORITY = ("mostly", "spent most of", "majority of", "most of")
_STARTS = ("at the start", "beginning", "spawn", "respawn")
_MEETING = ("when i found", "when i saw", "during the meeting")
_OPENING = ("start", "beginning", "spawn", "respawn")
_SPANS = (
    "until",
    "till",
    "up to",
    "through",
    "to tick",
    "onward",
    "onwards",
    "then",
    "after that",
    "later",
    "whole",
    "entire",
    "all round",
    "the rest",
)
# No game has a tick of ten digits; such a number is none.
_TICK = r"\s+tick\s+([0-9]{1,9})(?![0-9])"
_CAP = re.compile(r"\b(?:until|till|by|before|up to|through)" + _TICK)
_FLOOR = re.compile(r"\b(?:from|since|after|starting from|starting at)" + _TICK)

_ALIASES = {
    "med_bay": "medbay",
    "medibay": "medbay",
    "med": "medbay",
    "engines": "upper_engine",
    "nav": "navigation",
    "navi": "navigation",
    "elec": "electrical",
    "electric": "electrical",
    "sec": "security",
    "cafe": "cafeteria",
    "caf": "cafeteria",
    "weap": "weapons",
    "weps": "weapons",
    "store": "storage",
    "o2": "oxygen",
}

THIS_ROUND = "this round"


@dataclass(frozen=True, slots=True)
class Phrase:
    """What the released evaluation understood of a time phrase.

    Attributes:
        cap: The tick that ends the window; None if the phrase names none.
        floor: The tick that begins it; None if the phrase names none.
        opening: Whether it speaks of the round's start and of no span of time.
        duration: `ANY`, `ENTIRE` or `MAJORITY`.
        coarse: The phrase's kind, by which repeats are told.
    """

    cap: int | None
    floor: int | None
    opening: bool
    duration: int
    coarse: str


@functools.lru_cache(maxsize=16384)
def parse_phrase(phrase: str) -> Phrase:
    """Parse a time phrase."""
    low = phrase.lower()
    cap, floor = _CAP.search(low), _FLOOR.search(low)
    if _has(low, _ENTIRE):
        duration, coarse = ENTIRE, "entire"
    elif _has(low, _MAJORITY):
        duration, coarse = MAJORITY, "majority"
    elif _has(low, _STARTS):
        duration, coarse = ANY, "start"
    elif _has(low, _MEETING):
        duration, coarse = ANY, "meeting"
    else:
        duration, coarse = ANY, "round"
    return Phrase(
        int(cap[1]) if cap else None,
        int(floor[1]) if floor else None,
        _has(low, _OPENING) and not _has(low, _SPANS),
        duration,
        coarse,
    )


def _has(text: str, parts: tuple[str, ...]) -> bool:
    for part in parts:  # noqa: SIM110 - the loop is much faster than any()
        if part in text:
            return True
    return False


def room_name(said: str | None, rooms: Mapping[str, int]) -> str | None:
    """A room as the map calls it; None if it is unknown or nothing was said."""
    if not said:
        return None
    if said in rooms:
        return said
    name = said.strip().lower().replace("-", "_").replace(" ", "_")
    if name in rooms:
        return name
    alias = _ALIASES.get(name)
    return alias if alias in rooms else None


class ReleasedClaim(msgspec.Struct, gc=False):
    """A claim with its names resolved.

    Attributes:
        meeting: Number of its meeting, from 0.
        speaker: The speaker's seat.
        sha256: SHA-256 of the utterance.
        type: One of the five claim types.
        subject: The subject as said; empty for accusations and defenses.
        subject_seat: Its seat; -1 if unknown. For accusations the accuser's.
        target: Who was seen or is accused, as said; None for the other types.
        target_seat: Its seat; -1 if unknown or none.
        room: The room as the map calls it, or as said if it is unknown.
        room_number: Its number; -1 if unknown or none.
        route: The rooms in order, each as the map calls it, or as said if it is unknown; None if the
            claim has no route.
        activity: The activity as said.
        phrase: The time phrase.
        confidence: The strength of an accusation.
    """

    meeting: int
    speaker: int
    sha256: str
    type: str
    subject: str
    subject_seat: int
    target: str | None
    target_seat: int
    room: str | None
    room_number: int
    route: tuple[str, ...] | None
    activity: str | None
    phrase: str
    confidence: str | None


@dataclass(slots=True)
class JoinedClaims:
    """The claims of a game in the order spoken.

    Attributes:
        claims: All claims, repeats dropped.
        repeats: How many repeats were dropped.
        missing: How many utterances have no stored extraction.
        unused: Stored utterances that nobody spoke in this game.
    """

    claims: list[ReleasedClaim]
    repeats: int
    missing: int
    unused: list[UtteranceKey]


def join_claims(
    record: Record,
    timeline: Timeline,
    recorded: RecordedClaims,
    rooms: Mapping[str, int],
    keep_repeats: bool = False,
) -> JoinedClaims:
    """Find each utterance's claims by meeting, speaker and SHA-256, and drop its repeats.

    Args:
        record: The game's record.
        timeline: Its timeline.
        recorded: Its recorded claims.
        rooms: Room numbers by name.
        keep_repeats: Leave repeats in, which the published figures did not.
    """
    ids = [entrant.player_id for entrant in record.roster]
    seats = {entrant.name.lower(): seat for seat, entrant in enumerate(record.roster)}
    # Names as they are written come first and cost least.
    seats |= {entrant.name: seat for seat, entrant in enumerate(record.roster)}
    claims: list[ReleasedClaim] = []
    spoken: set[UtteranceKey] = set()
    repeats = missing = 0
    for utterance in timeline.utterances:
        sha256 = hashlib.sha256(utterance.text).hexdigest()
        key = (utterance.meeting, ids[utterance.speaker], sha256)
        spoken.add(key)
        stated = recorded.by_utterance.get(key)
        if stated is None:
            missing += 1
            continue
        seen: set[tuple[object, ...]] = set()
        for claim in stated:
            resolved = _resolve(claim, utterance.meeting, utterance.speaker, sha256, seats, rooms)
            signature = _signature(claim, resolved)
            if signature in seen and not keep_repeats:
                repeats += 1
                continue
            seen.add(signature)
            claims.append(resolved)
    unused = [key for key in recorded.by_utterance if key not in spoken]
    return JoinedClaims(claims, repeats, missing, unused)


def _signature(claim: RecordedClaim, resolved: ReleasedClaim) -> tuple[object, ...]:
    # Accuser and defender are not part of it, and of the time only its kind.
    return (
        claim.type,
        resolved.subject,
        claim.target or claim.defended,
        resolved.room,
        resolved.route,
        claim.activity.lower() if claim.activity else None,
        parse_phrase(resolved.phrase).coarse,
    )


def _resolve(
    claim: RecordedClaim,
    meeting: int,
    speaker: int,
    sha256: str,
    seats: Mapping[str, int],
    rooms: Mapping[str, int],
) -> ReleasedClaim:
    kind = claim.type
    if kind in ("accusation", "defense"):
        accuses = kind == "accusation"
        accuser = _seat(claim.accuser, seats) if claim.accuser else speaker
        return ReleasedClaim(
            meeting,
            speaker,
            sha256,
            kind,
            "",
            accuser if accuses else -1,
            claim.target if accuses else None,
            _seat(claim.target, seats) if accuses else -1,
            None,
            -1,
            None,
            None,
            THIS_ROUND,
            claim.confidence if accuses else None,
        )
    room = room_name(claim.room, rooms)
    return ReleasedClaim(
        meeting,
        speaker,
        sha256,
        kind,
        claim.subject or "",
        _seat(claim.subject, seats),
        claim.target if kind == "sighting" else None,
        _seat(claim.target, seats) if kind == "sighting" else -1,
        room or claim.room,
        -1 if room is None else rooms[room],
        _route(claim.route, rooms) if kind == "location" and claim.route else None,
        claim.activity if kind == "activity" else None,
        claim.temporal or THIS_ROUND,
        None,
    )


def _route(said: tuple[str, ...], rooms: Mapping[str, int]) -> tuple[str, ...]:
    if rooms.keys() >= set(said):
        return said
    return tuple([room_name(step, rooms) or step for step in said])


def _seat(name: str | None, seats: Mapping[str, int]) -> int:
    if not name:
        return -1
    seat = seats.get(name)
    return seats.get(name.strip().lower(), -1) if seat is None else seat
