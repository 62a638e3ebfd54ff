"""Restatements: claims that say less than another one does."""

from collections.abc import Iterable
from typing import TypeAlias

from gander.quack.claims import Claim

__all__ = ["without_restatements"]

_DIGITS = frozenset("0123456789")
_Key: TypeAlias = tuple[object, ...]


def without_restatements(claims: Iterable[Claim], *, sentence: bool = False) -> tuple[Claim, ...]:
    """An utterance's claims without those that say less than another one of it does.

    That is what names no time where another claim says the same with one; a single room without a time
    that a route, a sighting or a task of the same player names as well; and a sighting
    that names neither room nor tick, unless it is the speaker's, tells some time, and is all that is told;
    and whom another one did not see, if that one is told to have said so.

    Args:
        claims: The claims, in order.
        sentence: Whether they are of one sentence, so that "came in at tick 9 while I was there" names the
            speaker's place twice at the same time.
    """
    claims = tuple(claims)
    if sentence and len(claims) < 2:
        return claims
    # Which of the three kinds of saying less is there to be found?
    bare, single, vague = 0, False, False
    for claim in claims:
        bare += not claim.time
        if claim.type == "location":
            single = single or (claim.route is None and not claim.also)
        elif claim.type == "sighting":
            vague = vague or claim.negated or claim.room is None
    mixed = 0 < bare < len(claims)
    if not (mixed or single or vague):
        return claims
    timed = {_what(claim) for claim in claims if claim.time} if mixed else set()
    placed = _placed(claims, sentence) if single else set()
    told = _told(claims) if vague else set()
    return tuple(
        [
            claim
            for claim in claims
            if (claim.time and claim.room and not (claim.negated or (sentence and claim.type == "location")))
            or not _says_less(claim, timed, placed, told)
        ]
    )


def _placed(claims: tuple[Claim, ...], sentence: bool) -> set[_Key]:
    """Who is told to have been where, and when, by more than a single place."""
    placed: set[_Key] = set()
    for claim in claims:
        if claim.negated or claim.type in {"accusation", "defense"}:
            continue
        if claim.type == "location":
            if claim.route or claim.time:
                rooms: tuple[str | None, ...] = claim.route or (claim.room, *claim.also)
                for room in rooms:
                    placed.add((claim.subject, room, claim.source, ""))
        elif claim.activity != "traveling":
            for who in (claim.subject, claim.target):
                placed.add((who, claim.room, claim.source, ""))
                if sentence:
                    placed.add((who, claim.room, claim.source, claim.time))
    return placed


def _told(claims: tuple[Claim, ...]) -> set[_Key]:
    """Who is told to have seen whom in some room, and when; or not, by his own word."""
    told: set[_Key] = set()
    for claim in claims:
        if claim.type != "sighting":
            continue
        if claim.negated and claim.source == claim.subject:
            told.add((claim.subject, claim.target, claim.state))
            told.add((claim.subject, claim.target, claim.state, claim.room))
        elif not claim.negated and claim.room is not None:
            pair = (claim.subject, claim.target, claim.source)
            told.add((*pair, ""))
            told.add((*pair, claim.time))
    return told


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
        claim.source,
    )


def _says_less(claim: Claim, timed: set[_Key], placed: set[_Key], told: set[_Key]) -> bool:
    if claim.type in {"accusation", "defense"}:
        return False
    if timed and not claim.time and _what(claim) in timed:
        return True
    if claim.negated:
        if claim.type != "sighting" or claim.source is not None or claim.subject == claim.speaker:
            return False
        # "Bob says he never saw her, but Bob not seeing her proves nothing"
        what = (claim.subject, claim.target, claim.state)
        return (what if claim.room is None else (*what, claim.room)) in told
    if claim.type == "sighting":
        if claim.room is not None:
            return False
        pair = (claim.subject, claim.target, claim.source)
        if not _DIGITS.isdisjoint(claim.time):
            return (*pair, claim.time) in told
        own = claim.speaker in (claim.subject, claim.target)
        return not (claim.time and own) or (*pair, "") in told
    single = claim.type == "location" and claim.route is None and not claim.also
    return single and (claim.subject, claim.room, claim.source, claim.time) in placed
