"""Restatements: clauses that share their time, and claims that say less than another one does."""

from collections.abc import Iterable
from itertools import pairwise
from typing import TypeAlias

from gander.quack.audit.extract.frames import Frame
from gander.quack.claims import Claim

__all__ = ["share_times", "without_restatements"]

_Key: TypeAlias = tuple[object, ...]


def share_times(frames: list[Frame]) -> None:
    """Give clauses without a time the time that they share with the clause before."""
    for before, frame in pairwise(frames):
        if before.link == "stop":
            continue
        if before.times and not frame.times:
            if not frame.then and _same_time(before, frame):
                frame.times = before.times
                frame.fronted = before.fronted and frame.link in ("and", ",")
        elif frame.link in ("when", "as") and frame.times and not (before.times or frame.places):
            before.times = frame.times  # "Bob was there when I arrived at tick 9"


def _same_time(before: Frame, frame: Frame) -> bool:
    link = frame.link
    if frame.form == "i" and frame.subject == before.subject and not link:
        return True  # "I was in medbay around tick 9 doing my task"
    if frame.places and frame.places[0][1].form == "there":
        return link in ("and", ",", "-", "while") or (link == "where" and frame.kind == "see")
    if before.sub and link in (",", "") and before.link in ("when", "as"):
        return True  # "when I was in medbay at tick 9, I saw Bob"
    if link == "and" and frame.kind == "see" and frame.subject == before.subject:
        return before.kind in ("be", "stay")  # "I was in medbay at tick 9 and saw Bob"
    return before.fronted and link in ("and", "while") and before.subject != frame.subject


def without_restatements(claims: Iterable[Claim], *, sentence: bool = False) -> tuple[Claim, ...]:
    """An utterance's claims without those that say less than another one of it does.

    That is what names no time where another claim says the same with one; a single room without a time
    that a route, a sighting or a task of the same player names as well; and a sighting that names neither
    room nor time.

    Args:
        claims: The claims, in order.
        sentence: Whether they are of one sentence, so that "came in at tick 9 while I was there" names the
            speaker's place twice at the same time.
    """
    claims = tuple(claims)
    if sentence and len(claims) < 2:
        return claims
    timed = {_what(claim) for claim in claims if claim.time}
    placed: set[_Key] = set()
    for claim in claims:
        if claim.negated or claim.type in ("accusation", "defense"):
            continue
        mood = (claim.asserted, claim.source)
        if claim.type == "location":
            if claim.route or claim.time:
                rooms: tuple[str | None, ...] = claim.route or (claim.room, *claim.also)
                placed |= {(claim.subject, room, mood, "") for room in rooms}
        elif claim.activity != "traveling":
            times = {"", claim.time if sentence else ""}
            placed |= {
                (who, claim.room, mood, time) for who in (claim.subject, claim.target) for time in times
            }
    return tuple(claim for claim in claims if not _says_less(claim, timed, placed))


def _what(claim: Claim) -> _Key:
    return (
        claim.type,
        claim.subject,
        claim.target,
        claim.room,
        claim.route,
        claim.activity,
        claim.state,
        claim.negated,
        claim.asserted,
        claim.source,
    )


def _says_less(claim: Claim, timed: set[_Key], placed: set[_Key]) -> bool:
    if claim.type in ("accusation", "defense"):
        return False
    if not claim.time and _what(claim) in timed:
        return True
    if claim.negated:
        return False
    if claim.type == "sighting":
        return claim.room is None and not any(character.isdigit() for character in claim.time)
    single = claim.type == "location" and claim.route is None and not claim.also
    return single and (claim.subject, claim.room, (claim.asserted, claim.source), claim.time) in placed
