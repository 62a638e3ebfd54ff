"""Claims that scripted players stored beside their speeches: exact gold for extraction and verdicts."""

import hashlib
from bisect import bisect_left
from collections.abc import Iterator

import msgspec

from gander.errors import InputError
from gander.quack.audit.game import Game
from gander.quack.audit.recorded import RecordedClaim, RecordedClaims, UtteranceKey
from gander.quack.audit.utterances import Extraction
from gander.quack.claims import Claim, IntendedClaim
from gander.quack.record import Record

__all__ = ["claims_from_intended", "intended_by_utterance", "intended_claims"]


def intended_by_utterance(game: Game) -> dict[int, tuple[IntendedClaim, ...]]:
    """What a game's speeches were built from, with the verdicts that the claims were meant to earn.

    Args:
        game: A game with scripted players.

    Returns:
        By the utterance's number; utterances whose speakers stored nothing are missing.

    Raises:
        InputError: A line's claims cannot be read.
    """
    numbers = {utterance.position: utterance.number for utterance in game.utterances}
    return {numbers[said]: claims for said, _, claims in _spoken(game.record)}


def claims_from_intended(game: Game) -> tuple[Extraction, ...]:
    """The stored claims as an extraction: what a perfect extractor would find.

    Args:
        game: A game with scripted players.

    Returns:
        One extraction an utterance, in the game's order; failed where nothing is stored.

    Raises:
        InputError: A line's claims cannot be read.
    """
    stored = intended_by_utterance(game)
    extractions: list[Extraction] = []
    for utterance in game.utterances:
        if not utterance.text.strip():
            extractions.append(Extraction(utterance, "empty"))
            continue
        intended = stored.get(utterance.number)
        if intended is None:
            extractions.append(Extraction(utterance, "failed", why="no intended claims are stored"))
        elif intended:
            extractions.append(Extraction(utterance, "extracted", tuple(its.claim for its in intended)))
        else:
            extractions.append(Extraction(utterance, "no_claims"))
    return tuple(extractions)


def intended_claims(record: Record) -> RecordedClaims | None:
    """The claims that a record itself holds, in the form of recorded claims.

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
    starts = [
        position
        for position, event in enumerate(record.events)
        if event.event_type in ("body_reported", "meeting_called")
    ]
    for said, decided, claims in _spoken(record):
        data = record.events[said].data
        meeting = bisect_left(starts, said) - 1
        key = (meeting, data["player_id"], hashlib.sha256(data["message"].encode()).hexdigest())
        lines[key] = decided
        by_utterance[key] = tuple(
            _recorded(its.claim)
            for its in claims
            if its.claim.asserted and not its.claim.negated and its.claim.source is None
        )
    return RecordedClaims(record.path, by_utterance, lines) if by_utterance else None


def _spoken(record: Record) -> Iterator[tuple[int, int, tuple[IntendedClaim, ...]]]:
    """Position of each utterance that has claims stored, the line that stores them, and the claims."""
    pending: tuple[str, str, int, object] | None = None
    for position, event in enumerate(record.events):
        kind, data = event.event_type, event.data
        if kind == "decision":
            pending = None
            stored = data.get("intended_claims")
            if stored is not None and data.get("kind") == "speak" and data.get("legal") is True:
                pending = (data["player_id"], data["decision"].get("message"), position + 1, stored)
        elif kind == "discussion_message" and pending is not None:
            speaker, message, line, stored = pending
            pending = None
            # Claims belong to the words that were built from them, and to no others.
            if (data["player_id"], data["message"]) == (speaker, message):
                yield position, line, _read(record, line, stored)


def _read(record: Record, line: int, stored: object) -> tuple[IntendedClaim, ...]:
    try:
        return msgspec.convert(stored, tuple[IntendedClaim, ...])
    except msgspec.ValidationError as error:
        raise InputError(
            f"the intended claims cannot be read ({error}).",
            where=f"{record.path}:{line}",
            todo="The record was changed or is damaged.",
        ) from error


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
