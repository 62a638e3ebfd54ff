"""What was said in a game and what the audit says of it, as the page shows it."""

from collections.abc import Iterator, Mapping

import msgspec

from gander.counted import many
from gander.quack.audit.judge import GameAudit
from gander.quack.audit.judgement import Judgement
from gander.quack.claims import ClaimType, Verdict
from gander.quack.metrics.validation.wording import claim_in_words, window_in_words

__all__ = ["ClaimView", "GroundsView", "UtteranceView", "WindowView", "claim_views", "utterance_views"]


class UtteranceView(msgspec.Struct, frozen=True):
    """A speech in a meeting.

    Attributes:
        meeting: Number of its meeting, from 0.
        speaker: The speaker's seat.
        text: What was said.
        at: Position of its event in the record.
        state: What extraction made of it (`gander.quack.audit.utterances.Extraction`).
        why: Why it failed, if it did.
        claims: Places of its claims in `GameView.claims`.
    """

    meeting: int
    speaker: int
    text: str
    at: int
    state: str
    why: str
    claims: tuple[int, ...]


class WindowView(msgspec.Struct, frozen=True):
    """Where a claim was looked for: positions ``[start, end)``, and the same in words."""

    spans: tuple[tuple[int, int], ...]
    words: str


class GroundsView(msgspec.Struct, frozen=True):
    """The grounds of an accusation, with their record lines."""

    kind: str
    reason: str
    lines: tuple[int, ...]
    testimony: tuple[int, ...]


class ClaimView(msgspec.Struct, frozen=True):
    """A claim with its verdict.

    Attributes:
        utterance: Place of its utterance.
        type: Its type.
        words: The claim in words.
        about: The seats of those whom it is about.
        rooms: The rooms that it names, by their places in the map.
        span: Its characters in the utterance (code points), if it is known where it stands.
        verdict: One of the five.
        reason: Why, in one sentence.
        lines: The record lines that decide it.
        moment: The position that shows best what decides it.
        window: Where it was looked for; None for what has no window.
        whose: ``own``, ``observed``, ``hearsay`` or None.
        notes: What else is to be known of it.
        grounds: For an accusation, its grounds.
        telling: Whether verdict and reason tell who is a Duck.
    """

    utterance: int
    type: ClaimType
    words: str
    about: tuple[int, ...]
    rooms: tuple[int, ...]
    span: tuple[int, int] | None
    verdict: Verdict
    reason: str
    lines: tuple[int, ...]
    moment: int
    window: WindowView | None
    whose: str | None
    notes: tuple[str, ...]
    grounds: GroundsView | None
    telling: bool


def utterance_views(audit: GameAudit, seats: Mapping[str, int]) -> tuple[UtteranceView, ...]:
    """Everything that was said, in order.

    Args:
        audit: The game's audit.
        seats: Seats by player id.
    """
    claims: dict[int, list[int]] = {}
    for number, judgement in enumerate(audit.judgements):
        claims.setdefault(judgement.utterance, []).append(number)
    return tuple(
        UtteranceView(
            said.meeting,
            seats[said.speaker_id],
            said.text,
            said.position,
            extraction.state,
            extraction.why,
            tuple(claims.get(said.number, ())),
        )
        for extraction in audit.extractions
        for said in (extraction.utterance,)
    )


def claim_views(audit: GameAudit) -> tuple[ClaimView, ...]:
    """All judged claims, in the order spoken."""
    seats: dict[str | None, int] = {name: seat for seat, name in enumerate(audit.game.record.names.values())}
    rooms: dict[str | None, int] = {
        room.name: number for number, room in enumerate(audit.game.game_map.rooms)
    }
    return tuple(_claim(audit, judgement, seats, rooms) for judgement in audit.judgements)


def _claim(
    audit: GameAudit, judgement: Judgement, seats: Mapping[str | None, int], rooms: Mapping[str | None, int]
) -> ClaimView:
    claim, window, grounds = judgement.claim, judgement.window, judgement.grounds
    named = (claim.room, *claim.also, *(claim.route or ()))
    accusation = claim.type == "accusation"
    # That somebody is a Duck stands on the first line, which shows nothing of it on the map.
    shown = grounds.evidence if grounds is not None else () if accusation else judgement.evidence
    spoken = audit.game.utterances[judgement.utterance].position
    moment = shown[0] - 1 if shown else window.spans[0][0] if window and window.spans else spoken
    return ClaimView(
        judgement.utterance,
        claim.type,
        claim_in_words(claim),
        tuple(seats[name] for name in dict.fromkeys((claim.subject, claim.target)) if name in seats),
        tuple(rooms[name] for name in dict.fromkeys(named) if name in rooms),
        claim.span,
        judgement.verdict,
        judgement.reason,
        judgement.evidence,
        moment,
        None if window is None else WindowView(window.spans, window_in_words(window)),
        judgement.whose,
        tuple(_notes(judgement)),
        None
        if grounds is None
        else GroundsView(
            grounds.kind,
            grounds.reason,
            grounds.evidence,
            grounds.testimony_lines if grounds.testimony else (),
        ),
        accusation and judgement.on_duck is not None,
    )


def _notes(judgement: Judgement) -> Iterator[str]:
    if judgement.misses_by is not None:
        ticks = judgement.misses_by
        yield f"True in the round, but {many(ticks, 'tick')} outside the window."
    elif judgement.misdated:
        yield "True in the round, but outside the window."
    if judgement.killed_by_subject:
        yield "True and misleading: who says it killed whom it saw."
