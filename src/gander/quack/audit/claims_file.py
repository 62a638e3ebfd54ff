"""Claims files of Gander's own: an extraction written down, and read back as it was.

The format is the released one (`gander.quack.audit.recorded`) with more on the line, so that tools for
released files read these too. A game's file lies beside its record, or in another folder at
``SETTING/GAME/``, the last two folders of the record's path.
"""

import re
from collections.abc import Iterable
from pathlib import Path

import msgspec

from gander.quack.audit.games import game_name
from gander.quack.audit.recorded import RecordedClaim, RecordedLine
from gander.quack.audit.utterances import Extraction
from gander.quack.claims import Claim

__all__ = ["claim_of", "claims_folder", "claims_name", "recorded_line", "slug", "to_lines"]

_encode = msgspec.json.Encoder().encode


def slug(extractor: str) -> str:
    """An extractor's name in file names: ``rules``, or a model's as ``openai-gpt-5``."""
    return re.sub(r"[^A-Za-z0-9._]+", "-", extractor.removeprefix("model:")).strip("-.")


def claims_name(extractor: str) -> str:
    """File name of an extractor's claims: ``claims.rules.jsonl``, ``claims.openai-gpt-5.jsonl``."""
    return f"claims.{slug(extractor)}.jsonl"


def claims_folder(record: Path, out: Path | None) -> Path:
    """Where a game's claims files lie.

    Args:
        record: The record.
        out: The folder that all games' claims were written to; None for beside the records.
    """
    return record.absolute().parent if out is None else out / game_name(record)


def to_lines(extractions: Iterable[Extraction], extractor: str) -> bytes:
    """A game's claims file: a line an utterance, in the game's order."""
    return b"".join(_encode(recorded_line(extraction, extractor)) + b"\n" for extraction in extractions)


def recorded_line(extraction: Extraction, extractor: str) -> RecordedLine:
    """An extraction as a line."""
    utterance = extraction.utterance
    return RecordedLine(
        utterance.speaker_id,
        utterance.meeting,
        utterance.sha256,
        tuple(map(_recorded, extraction.claims)),
        extractor,
        extraction.state,
        extraction.why,
    )


def claim_of(recorded: RecordedClaim, speaker: str) -> Claim:
    """The claim that a line of Gander's own holds.

    Args:
        recorded: It.
        speaker: The speaker's name.
    """
    accusation, defense = recorded.type == "accusation", recorded.type == "defense"
    return Claim(
        recorded.type,
        speaker,
        subject=recorded.accuser if accusation else recorded.defender if defense else recorded.subject,
        target=recorded.defended if defense else recorded.target,
        room=recorded.room,
        route=recorded.route,
        also=recorded.also,
        activity=recorded.activity,
        time=recorded.temporal or "",
        state=recorded.state,
        negated=recorded.negated,
        asserted=recorded.asserted,
        source=recorded.source,
        strength=recorded.confidence,
        basis=recorded.basis,
        but=recorded.but,
        span=recorded.span,
    )


def _recorded(claim: Claim) -> RecordedClaim:
    accusation, defense = claim.type == "accusation", claim.type == "defense"
    return RecordedClaim(
        claim.type,
        subject=None if accusation or defense else claim.subject,
        target=None if defense else claim.target,
        room=claim.room,
        route=claim.route,
        activity=claim.activity,
        temporal=claim.time or None,
        accuser=claim.subject if accusation else None,
        confidence=claim.strength,
        defender=claim.subject if defense else None,
        defended=claim.target if defense else None,
        basis=claim.basis,
        also=claim.also,
        state=claim.state,
        negated=claim.negated,
        asserted=claim.asserted,
        source=claim.source,
        but=claim.but,
        span=claim.span,
    )
