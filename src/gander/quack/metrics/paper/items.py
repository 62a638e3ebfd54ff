"""What the figures about statements count, item by item: their sums are the counts themselves."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from gander.quack.audit.judge import GameAudit
from gander.quack.metrics.paper.catalogue import NUMBERS
from gander.quack.metrics.paper.statements import claim_shares, duck_lies, fact_shares

__all__ = ["Item", "Share", "Sort", "items_of"]

Sort: TypeAlias = Literal["claim", "fact", "utterance", "lie"]
Share: TypeAlias = tuple[int, int, int]
"""A metric's number, how much of its part, and how much of its whole."""

_CLAIMS = NUMBERS["claims_per_utterance"]
_BARE = NUMBERS["utterances_without_claims"]
_READ = NUMBERS["extraction_coverage"]
_DETECTED = NUMBERS["lie_detection"]


@dataclass(frozen=True, slots=True)
class Item:
    """Something that is counted.

    Attributes:
        sort: A claim, a presence fact, an utterance, or a meeting in which a Duck lied.
        number: Its place among the game's judgements, facts, utterances or meetings, from 0.
        speaker: The player id of whoever said it; of the liar.
        shares: What it counts for. A lie counts for the Geese of its game, all others for their speaker.
    """

    sort: Sort
    number: int
    speaker: str
    shares: tuple[Share, ...]


def items_of(audit: GameAudit) -> Iterator[Item]:
    """All that the statements' figures count in a game: claims, facts, utterances, then lies."""
    speakers = [extraction.utterance.speaker_id for extraction in audit.extractions]
    own = (_CLAIMS, 1, 0)
    for number, shares in enumerate(claim_shares(audit)):
        speaker = speakers[audit.judgements[number].utterance]
        yield Item("claim", number, speaker, (own, *((metric, part, 1) for metric, part in shares)))
    for number, shares in enumerate(fact_shares(audit)):
        speaker = speakers[audit.facts[number].utterance]
        yield Item("fact", number, speaker, tuple((metric, part, 1) for metric, part in shares))
    for number, extraction in enumerate(audit.extractions):
        read = extraction.state != "failed"
        counted: tuple[Share, ...] = ((_READ, int(read), 1),)
        if read:
            counted += ((_BARE, int(extraction.state != "extracted"), 1), (_CLAIMS, 0, 1))
        yield Item("utterance", number, speakers[number], counted)
    for meeting, liar in duck_lies(audit):
        caught = audit.game.timeline.meetings[meeting].ejected == liar
        yield Item("lie", meeting, liar, ((_DETECTED, int(caught), 1),))
