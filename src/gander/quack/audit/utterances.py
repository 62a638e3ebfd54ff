"""Utterances: everything said in a game's meetings, in order, and what extraction made of each."""

import hashlib
from typing import Literal, TypeAlias

import msgspec

from gander.quack.claims import Claim
from gander.quack.record import Record

__all__ = ["Extraction", "ExtractionState", "Utterance", "utterances"]

ExtractionState: TypeAlias = Literal["extracted", "no_claims", "empty", "failed"]


class Utterance(msgspec.Struct, frozen=True):
    """A speech in a meeting.

    Attributes:
        number: Its place among the game's utterances, from 0.
        meeting: Number of its meeting, from 0.
        speaker: The speaker's name.
        speaker_id: The speaker's player id.
        text: What was said.
        position: Position of its event in the record; its line is one more.
        tick: The meeting's tick.
        sha256: SHA-256 of the text in UTF-8, in hex.
    """

    number: int
    meeting: int
    speaker: str
    speaker_id: str
    text: str
    position: int
    tick: int
    sha256: str


class Extraction(msgspec.Struct, frozen=True):
    """What an extractor made of an utterance.

    Attributes:
        utterance: The utterance.
        state: ``extracted`` (it has claims), ``no_claims`` (it was read and has none), ``empty`` (nothing
            was said) or ``failed`` (it was not read; that is never "no claims").
        claims: Its claims in order; empty in every other state than ``extracted``.
        why: For ``failed``, why.
    """

    utterance: Utterance
    state: ExtractionState
    claims: tuple[Claim, ...] = ()
    why: str = ""


def utterances(record: Record) -> tuple[Utterance, ...]:
    """All utterances of a record's meetings, in its order."""
    names = record.names
    found: list[Utterance] = []
    meeting = -1
    for position, event in enumerate(record.events):
        kind = event.event_type
        if kind in ("body_reported", "meeting_called"):
            meeting += 1
        elif kind == "discussion_message":
            speaker, text = event.data["player_id"], event.data["message"]
            digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
            found.append(
                Utterance(len(found), meeting, names[speaker], speaker, text, position, event.tick, digest)
            )
    return tuple(found)
