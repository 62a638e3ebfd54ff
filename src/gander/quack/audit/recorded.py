"""The `recorded` extractor: claims that were extracted before and stand in a file.

The format is that of the released ``extracted_claims.jsonl``: one utterance a line, found by
meeting (from 0), speaker and the SHA-256 of the utterance's UTF-8 text. Files of Gander's own
(`gander.quack.audit.claims_file`) say more: what became of each utterance, and of each claim its span,
polarity and mood.
"""

from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from gander.errors import InputError
from gander.layout import CLAIMS_NAME
from gander.quack.audit.utterances import ExtractionState
from gander.quack.claims import ClaimType
from gander.quack.record.lines import read_lines

__all__ = [
    "CLAIMS_NAME",
    "RecordedClaim",
    "RecordedClaims",
    "RecordedLine",
    "UtteranceKey",
    "read_recorded",
]

UtteranceKey = tuple[int, str, str]
"""Meeting number from 0, the speaker's player id, SHA-256 of the utterance in hex."""


class RecordedClaim(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
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
        also: As in `gander.quack.claims.Claim`, like all that follow; released files have none of them.
        state: How the target was seen.
        negated: Whether it denies.
        asserted: Whether it is asserted.
        source: Who is said to have said it.
        but: Whom it excepts.
        span: Start and end in the utterance, in characters.
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
    also: tuple[str, ...] = ()
    state: str | None = None
    negated: bool = False
    asserted: bool = True
    source: str | None = None
    but: tuple[str, ...] = ()
    span: tuple[int, int] | None = None


class RecordedLine(msgspec.Struct, gc=False, omit_defaults=True):
    """A line of a claims file: one utterance.

    Attributes:
        speaker: The speaker's player id.
        meeting: Number of the meeting, from 0.
        utterance_sha256: SHA-256 of the utterance, in hex.
        claims: Its claims, in the order stated.
        extractor: What extracted them.
        state: What became of the utterance; None in released files, where every line was extracted.
        why: For ``failed``, why.
        prompt: For a model, the version and hash of its prompt.
        settings: For a model, how it was asked, where that is not the model's own way.
        dropped: How many claims and time phrases of the model's reply could not be used, by the reason.
    """

    speaker: str
    meeting: int
    utterance_sha256: str
    claims: tuple[RecordedClaim, ...]
    extractor: str | None = None
    state: ExtractionState | None = None
    why: str = ""
    prompt: str = ""
    settings: str = ""
    dropped: dict[str, int] = {}


@dataclass(frozen=True, slots=True)
class RecordedClaims:
    """The claims of one game.

    Attributes:
        path: The file.
        by_utterance: Claims in the order stated. An utterance that is missing was never
            extracted; one with no claims was, and has none.
        lines: The line on which each utterance stands.
        failed: Why utterances that were asked for were not extracted; they are missing above.
        whole: Utterances whose claims say their own span, polarity and mood: nothing is to be looked up in
            the text.
        extractors: What extracted them, as far as the lines say.
    """

    path: Path
    by_utterance: dict[UtteranceKey, tuple[RecordedClaim, ...]]
    lines: dict[UtteranceKey, int]
    failed: dict[UtteranceKey, str] = field(default_factory=dict)
    whole: frozenset[UtteranceKey] = frozenset()
    extractors: frozenset[str] = frozenset()


_decode_line = msgspec.json.Decoder(RecordedLine).decode


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
    failed: dict[UtteranceKey, str] = {}
    whole: set[UtteranceKey] = set()
    extractors: set[str] = set()
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
        if line.extractor is not None:
            extractors.add(line.extractor)
        if line.state == "failed":
            failed[key] = line.why or "its extraction failed"
            continue
        if line.state is not None:
            whole.add(key)
        if by_utterance.setdefault(key, line.claims) != line.claims:
            raise InputError(
                f"the utterance of {line.speaker} in meeting {line.meeting}"
                f" has other claims on line {places[key]}.",
                where=f"{path}:{number}",
                todo="Keep one of the two lines.",
            )
        places.setdefault(key, number)
    return RecordedClaims(path, by_utterance, places, failed, frozenset(whole), frozenset(extractors))
