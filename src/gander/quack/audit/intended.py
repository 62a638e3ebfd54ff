"""Claims that scripted players stored beside their speeches, as recorded claims."""

import hashlib

import msgspec

from gander.errors import InputError
from gander.quack.audit.recorded import RecordedClaim, RecordedClaims, UtteranceKey
from gander.quack.claims import Claim, IntendedClaim
from gander.quack.record import Record

__all__ = ["intended_claims"]


def intended_claims(record: Record) -> RecordedClaims | None:
    """The claims that a record itself holds: those its speeches were built from.

    Recorded claims cannot say that something is denied, supposed or passed on, so such claims are
    left out here; they stand in the record.

    Args:
        record: A record of games with scripted players.

    Returns:
        The claims by utterance; None if the record holds none.

    Raises:
        InputError: A line's claims cannot be read.
    """
    by_utterance: dict[UtteranceKey, tuple[RecordedClaim, ...]] = {}
    lines: dict[UtteranceKey, int] = {}
    meeting = -1
    pending: tuple[str, str, int, tuple[RecordedClaim, ...]] | None = None
    for line, event in enumerate(record.events, 1):
        kind, data = event.event_type, event.data
        if kind in ("body_reported", "meeting_called"):
            meeting += 1
        elif kind == "decision":
            pending = None
            stored = data.get("intended_claims")
            if stored is not None and data.get("kind") == "speak" and data.get("legal") is True:
                message = data["decision"].get("message")
                pending = (data["player_id"], message, line, _converted(record, line, stored))
        elif kind == "discussion_message" and pending is not None:
            speaker, message, decided, claims = pending
            pending = None
            # Claims belong to the words that were built from them, and to no others.
            if (data["player_id"], data["message"]) == (speaker, message):
                key = (meeting, speaker, hashlib.sha256(message.encode()).hexdigest())
                lines[key], by_utterance[key] = decided, claims
    return RecordedClaims(record.path, by_utterance, lines) if by_utterance else None


def _converted(record: Record, line: int, stored: object) -> tuple[RecordedClaim, ...]:
    try:
        intended = msgspec.convert(stored, tuple[IntendedClaim, ...])
    except msgspec.ValidationError as error:
        raise InputError(
            f"the intended claims cannot be read ({error}).",
            where=f"{record.path}:{line}",
            todo="The record was changed or is damaged.",
        ) from error
    return tuple(
        _recorded(its.claim)
        for its in intended
        if its.claim.asserted and not its.claim.negated and its.claim.source is None
    )


def _recorded(claim: Claim) -> RecordedClaim:
    if claim.type == "accusation":
        return RecordedClaim(
            "accusation",
            accuser=claim.subject or claim.speaker,
            target=claim.target,
            confidence=claim.strength,
        )
    if claim.type == "defense":
        return RecordedClaim(
            "defense", defender=claim.subject or claim.speaker, defended=claim.target, basis=claim.basis
        )
    return RecordedClaim(
        claim.type,
        subject=claim.subject,
        target=claim.target,
        room=claim.room,
        route=claim.route,
        activity=claim.activity,
        temporal=claim.time,
    )
