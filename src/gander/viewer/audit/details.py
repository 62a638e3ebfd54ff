"""What the page shows of the single things that figures count: claims, facts, utterances, lies."""

from collections.abc import Iterator

import msgspec

from gander.counted import listed
from gander.quack.audit.judge import FactJudgement, GameAudit
from gander.quack.metrics.paper.statements import duck_lies
from gander.quack.metrics.validation.wording import fact_in_words, window_in_words
from gander.viewer.claims import ClaimView, claim_views
from gander.viewer.wire import to_json

__all__ = ["Detail", "Spoken", "details_of", "spoken_of"]


class Spoken(msgspec.Struct, frozen=True, omit_defaults=True):
    """An utterance.

    Attributes:
        speaker: The speaker's name.
        text: What was said.
        meeting: Number of its meeting, from 0.
        line: Its line in the record.
        why: Why it was not read, if it was not.
    """

    speaker: str
    text: str | None
    meeting: int
    line: int
    why: str = ""


class Detail(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is shown of a claim, a presence fact or a lie beside its utterance.

    Attributes:
        words: It, in words.
        reason: Why the verdict is what it is.
        lines: The record lines that decide it.
        window: Where it was looked for, in words.
        notes: What else is to be known.
        grounds: Why an accusation has the grounds that it has.
        ground_lines: The lines that show them.
        testimony: The lines of earlier statements.
        span: Its characters in the utterance (code points).
        claims: Numbers of the claims that are meant, from 1.
    """

    words: str
    reason: str = ""
    lines: tuple[int, ...] = ()
    window: str = ""
    notes: tuple[str, ...] = ()
    grounds: str = ""
    ground_lines: tuple[int, ...] = ()
    testimony: tuple[int, ...] = ()
    span: tuple[int, int] | None = None
    claims: tuple[int, ...] = ()


def details_of(audit: GameAudit) -> list[bytes]:
    """Details as JSON, in the order of `items_of`; an utterance has none, but is `spoken_of`."""
    claims = [to_json(_claim(view)) for view in claim_views(audit)]
    facts = [to_json(_fact(fact)) for fact in audit.facts]
    return [*claims, *facts, *[b"null"] * len(audit.extractions), *map(to_json, _lies(audit))]


def spoken_of(audit: GameAudit) -> list[bytes]:
    """The utterances as JSON, in order."""
    return [
        to_json(Spoken(said.speaker, said.text, said.meeting, said.position + 1, extraction.why))
        for extraction in audit.extractions
        for said in (extraction.utterance,)
    ]


def _claim(view: ClaimView) -> Detail:
    grounds = view.grounds
    return Detail(
        view.words,
        view.reason,
        view.lines,
        "" if view.window is None else view.window.words,
        view.notes,
        "" if grounds is None else grounds.reason,
        () if grounds is None else grounds.lines,
        () if grounds is None else grounds.testimony,
        view.span,
    )


def _fact(fact: FactJudgement) -> Detail:
    return Detail(fact_in_words(fact.fact), lines=fact.evidence, window=window_in_words(fact.window))


def _lies(audit: GameAudit) -> Iterator[Detail]:
    names = audit.game.record.names
    for (meeting, liar), lies in duck_lies(audit).items():
        held = audit.game.timeline.meetings[meeting]
        voted = "nobody" if held.ejected is None else names[held.ejected]
        told = [number + 1 for number in lies]
        what = f"claim {told[0]}" if len(told) == 1 else f"claims {listed(list(map(str, told)))}"
        yield Detail(
            f"{names[liar]}, a Duck, lied in meeting {meeting + 1} ({what})",
            f"The vote ejected {voted}.",
            (held.end,),
            claims=tuple(told),
        )
