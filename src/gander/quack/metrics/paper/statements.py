"""Tier 3: what players said (paper, section 4.3), over claims and over presence facts.

A game's claims fall into few kinds (of what type, with what verdict, about whom); what a claim of a kind
counts for is looked up once, and added as often as somebody made one.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from gander.quack.audit.judge import FactJudgement, GameAudit
from gander.quack.audit.judgement import GroundsKind, Judgement, Whose
from gander.quack.claims import ClaimType, Verdict
from gander.quack.metrics.paper.catalogue import NUMBERS
from gander.quack.metrics.paper.counts import GameCounts

__all__ = ["claim_shares", "count_statements", "duck_lies", "fact_shares"]

_TYPES = ("location", "sighting", "activity", "accusation", "defense")
_WRONG = ("false", "wrong_room")
_GROUNDS = {
    "direct": "direct_accusations",
    "circumstantial": "circumstantial_accusations",
    "contact": "contact_accusations",
}

_Share = tuple[str, bool]
"""A metric, and whether a claim is of its part beside its whole."""


class _Kind(NamedTuple):
    """What of a judged claim counts."""

    team: str
    type: ClaimType
    verdict: Verdict
    whose: Whose | None
    route: bool
    misdated: bool
    misleading: bool
    on_duck: bool | None
    grounds: GroundsKind | None
    testimony: bool


class _FactKind(NamedTuple):
    """What of a judged presence fact counts."""

    team: str
    verdict: Verdict
    whose: Whose


def count_statements(audit: GameAudit, counts: GameCounts) -> None:
    """Count what the players of a game said, by speaker."""
    speakers = _speakers(audit)
    states = Counter(zip(speakers, [extraction.state for extraction in audit.extractions], strict=True))
    for (speaker, state), n in states.items():
        counts.add("extraction_coverage", 0 if state == "failed" else n, n, speaker)
        if state != "failed":
            counts.add("utterances_without_claims", 0 if state == "extracted" else n, n, speaker)
            counts.add("claims_per_utterance", 0, n, speaker)
    teams = audit.game.record.teams
    claims = Counter([_kind(judgement, speakers, teams) for judgement in audit.judgements])
    for (speaker, kind), n in claims.items():
        counts.add("claims_per_utterance", n, 0, speaker)
        counts.add_all(_of_claim(kind), n, speaker)
    facts = Counter([_fact_kind(fact, speakers, teams) for fact in audit.facts])
    for (speaker, fact_kind), n in facts.items():
        counts.add_all(_of_fact(fact_kind), n, speaker)
    for meeting, liar in duck_lies(audit):
        counts.add("lie_detection", audit.game.timeline.meetings[meeting].ejected == liar)


def claim_shares(audit: GameAudit) -> list[tuple[tuple[int, int], ...]]:
    """What each claim of a game counts for, in the order of its judgements.

    Returns:
        For each claim the numbers of the metrics of whose whole it is one, with 1 where it is one of the part
        too, else 0. That it is one of the claims an utterance holds is left out.
    """
    speakers, teams = _speakers(audit), audit.game.record.teams
    return [_of_claim(_kind(judgement, speakers, teams)[1]) for judgement in audit.judgements]


def fact_shares(audit: GameAudit) -> list[tuple[tuple[int, int], ...]]:
    """What each presence fact of a game counts for, likewise."""
    speakers, teams = _speakers(audit), audit.game.record.teams
    return [_of_fact(_fact_kind(fact, speakers, teams)[1]) for fact in audit.facts]


def _speakers(audit: GameAudit) -> list[str]:
    return [extraction.utterance.speaker_id for extraction in audit.extractions]


def _kind(judgement: Judgement, speakers: list[str], teams: dict[str, str]) -> tuple[str, tuple[object, ...]]:
    """The speaker and the fields of the `_Kind`; there are many more claims than kinds."""
    claim, grounds = judgement.claim, judgement.grounds
    speaker = speakers[judgement.utterance]
    return speaker, (
        teams[speaker],
        claim.type,
        judgement.verdict,
        judgement.whose,
        claim.route is not None,
        judgement.misdated,
        judgement.killed_by_subject,
        judgement.on_duck,
        None if grounds is None else grounds.kind,
        grounds is not None and grounds.testimony,
    )


def _fact_kind(
    fact: FactJudgement, speakers: list[str], teams: dict[str, str]
) -> tuple[str, tuple[object, ...]]:
    speaker = speakers[fact.utterance]
    return speaker, (teams[speaker], fact.verdict, fact.whose)


def _numbered(shares: Iterable[_Share]) -> tuple[tuple[int, int], ...]:
    return tuple([(NUMBERS[name], int(part)) for name, part in shares])


@lru_cache(maxsize=1024)
def _of_claim(fields: tuple[object, ...]) -> tuple[tuple[int, int], ...]:
    """What a claim of a kind counts for: numbers of metrics, and 1 where it is of the part too."""
    return _numbered(_claim_shares(_Kind._make(fields)))


@lru_cache(maxsize=64)
def _of_fact(fields: tuple[object, ...]) -> tuple[tuple[int, int], ...]:
    """What a presence fact of a kind counts for, likewise."""
    return _numbered(_fact_shares(_FactKind._make(fields)))


def _claim_shares(kind: _Kind) -> Iterator[_Share]:
    for claim_type in _TYPES:
        yield f"{claim_type}_claims", claim_type == kind.type
    if kind.type == "accusation":
        yield from _accusation_shares(kind)
    if kind.type in ("accusation", "defense"):
        return
    settled = kind.verdict != "unverifiable"
    yield "hearsay_claims", kind.whose == "hearsay"
    yield "verifiable_claims", settled
    if not settled:
        return
    wrong = kind.verdict in _WRONG
    yield f"{kind.team}_truthfulness", kind.verdict == "true"
    if kind.type == "activity" or kind.route:
        yield f"{kind.team}_inconsistency", wrong
    if wrong:
        yield f"{kind.team}_misdated", kind.misdated
    if kind.team == "duck":
        yield "deception_rate", wrong
        yield "misleading_claims", kind.misleading
        if kind.verdict != "true":
            yield "deception_sophistication", kind.verdict == "near_miss"
    elif kind.type != "activity":
        yield from _spatial_shares("spatial_hallucination", wrong, kind.whose)


def _spatial_shares(name: str, wrong: bool, whose: Whose | None) -> Iterator[_Share]:
    yield f"{name}_all", wrong
    if whose == "own":
        yield name, wrong
    elif whose == "observed":
        yield f"{name}_observed", wrong


def _accusation_shares(kind: _Kind) -> Iterator[_Share]:
    """Accusations that are meant as such: what is denied, supposed or quoted has no grounds to look for."""
    if kind.grounds is None:
        return
    unsupported = kind.grounds == "none"
    yield "accusation_accuracy", kind.on_duck is True
    yield "unsupported_accusations", unsupported
    yield f"{kind.team}_unsupported_accusations", unsupported
    for grounds, name in _GROUNDS.items():
        yield name, kind.grounds == grounds
    yield "accusations_after_testimony", kind.testimony


def _fact_shares(kind: _FactKind) -> Iterator[_Share]:
    if kind.verdict == "unverifiable":
        return
    true = kind.verdict == "true"
    yield f"{kind.team}_fact_truthfulness", true
    if kind.team == "duck":
        yield "fact_deception", not true
    else:
        yield from _spatial_shares("fact_hallucination", not true, kind.whose)


def duck_lies(audit: GameAudit) -> dict[tuple[int, str], list[int]]:
    """Lies of Ducks. Accusations and hearsay are none.

    Returns:
        By meeting and liar's player id: the places of the lies among the game's judgements.
    """
    teams = audit.game.record.teams
    lies: dict[tuple[int, str], list[int]] = {}
    for number, judgement in enumerate(audit.judgements):
        said = audit.extractions[judgement.utterance].utterance
        if (
            judgement.verdict in _WRONG
            and judgement.claim.type not in ("accusation", "defense")
            and judgement.whose in ("own", "observed")
            and teams[said.speaker_id] == "duck"
        ):
            lies.setdefault((said.meeting, said.speaker_id), []).append(number)
    return lies
