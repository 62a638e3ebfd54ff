"""The `recorded` extractor: claims that were extracted before and stand in a file.

The format is that of the released ``extracted_claims.jsonl``: one utterance a line, found by
meeting (from 0), speaker and the SHA-256 of the utterance's UTF-8 text.
"""

from dataclasses import dataclass
from pathlib import Path

import msgspec

from gander.errors import InputError
from gander.quack.claims import ClaimType
from gander.quack.record.lines import read_lines

__all__ = ["CLAIMS_NAME", "RecordedClaim", "RecordedClaims", "UtteranceKey", "read_recorded"]

CLAIMS_NAME = "extracted_claims.jsonl"
"""File name of recorded claims in a game's folder."""

UtteranceKey = tuple[int, str, str]
"""Meeting number from 0, the speaker's player id, SHA-256 of the utterance in hex."""


class RecordedClaim(msgspec.Struct, frozen=True, gc=False):
    """A claim as its extractor stated it; which fields are set depends on the type.

    Attributes:
        type: One of the five claim types.
        subject: Whom a location, sighting or activity is about.
        target: Who was seen or is accused.
        room: The room claimed.
        route: The rooms claimed, in order.
        activity: For instance ``task`` or ``traveling``.
        temporal: The time phrase.
        accuser: Who accuses.
        confidence: How strongly: ``weak``, ``moderate`` or ``strong``.
        defender: Who defends.
        defended: Who is defended.
        basis: Why.
    """

    type: ClaimType
    subject: str | None = None
    target: str | None = None
    room: str | None = None
    route: tuple[str, ...] | None = None
    activity: str | None = None
    temporal: str | None = None
    accuser: str | None = None
    confidence: str | None = None
    defender: str | None = None
    defended: str | None = None
    basis: str | None = None


class _Line(msgspec.Struct, gc=False):
    speaker: str
    meeting: int
    utterance_sha256: str
    claims: tuple[RecordedClaim, ...]
    extractor: str | None = None


@dataclass(frozen=True, slots=True)
class RecordedClaims:
    """The claims of one game.

    Attributes:
        path: The file.
        by_utterance: Claims in the order stated. An utterance that is missing was never
            extracted; one with no claims was, and has none.
        lines: The line on which each utterance stands.
    """

    path: Path
    by_utterance: dict[UtteranceKey, tuple[RecordedClaim, ...]]
    lines: dict[UtteranceKey, int]


_decode_line = msgspec.json.Decoder(_Line).decode


def read_recorded(path: str | Path) -> RecordedClaims:
    """Read recorded claims.

    Args:
        path: The file.

    Returns:
        The claims by utterance.

    Raises:
        InputError: The file cannot be read or is too large, a line is no utterance with claims, or
            two lines disagree about one utterance; the error names the line.
    """
    path = Path(path)
    lines = read_lines(path, "claims file")
    if not lines[-1].strip():
        lines.pop()
    by_utterance: dict[UtteranceKey, tuple[RecordedClaim, ...]] = {}
    places: dict[UtteranceKey, int] = {}
    for number, raw in enumerate(lines, 1):
        try:
            line = _decode_line(raw)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise InputError(
                f"this is no utterance with claims: {error}; expected an object with"
                ' "speaker", "meeting", "utterance_sha256" and "claims".',
                where=f"{path}:{number}",
                todo="Extract the claims again, or restore the file.",
            ) from error
        key = (line.meeting, line.speaker, line.utterance_sha256)
        if by_utterance.setdefault(key, line.claims) != line.claims:
            raise InputError(
                f"the utterance of {line.speaker} in meeting {line.meeting}"
                f" has other claims on line {places[key]}.",
                where=f"{path}:{number}",
                todo="Keep one of the two lines.",
            )
        places.setdefault(key, number)
    return RecordedClaims(path, by_utterance, places)
