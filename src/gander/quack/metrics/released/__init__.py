"""The `released` profile: the published QUACK figures, digit for digit, faults included.

Where the released evaluation departs from the paper's text, this profile follows the evaluation.
It stands apart, so that nobody who reads the `paper` profile has to step over it.
"""

from dataclasses import dataclass
from typing import Any

from gander.errors import InputError
from gander.quack.audit.recorded import RecordedClaims
from gander.quack.metrics.released.claims import join_claims
from gander.quack.metrics.released.geometry import geometry_of
from gander.quack.metrics.released.metrics import as_printed, behaviour, outcomes, statements
from gander.quack.metrics.released.timeline import build_timeline
from gander.quack.metrics.released.verdicts import ClaimLine, Judge, ReleasedVerdict
from gander.quack.record.reader import Record
from gander.quack.world.maps import GameMap

__all__ = ["ClaimLine", "ReleasedAudit", "ReleasedVerdict", "as_printed", "audit_released"]


@dataclass(frozen=True, slots=True)
class ReleasedAudit:
    """The figures of one game; metric names are the published ones.

    Attributes:
        tier1: Outcomes.
        tier2: Behaviour.
        tier3: Statements; None if the game has no recorded claims at all.
        verdicts: A verdict a claim, in the order spoken.
        missing: Utterances for which no extraction is stored. They count as without claims.
        unused: Stored utterances that nobody spoke in this game.
    """

    tier1: dict[str, Any]
    tier2: dict[str, Any]
    tier3: dict[str, Any] | None
    verdicts: tuple[ReleasedVerdict, ...]
    missing: int
    unused: int


def audit_released(
    record: Record,
    claims: RecordedClaims | None,
    game_map: GameMap | None = None,
    *,
    keep_repeats: bool = False,
) -> ReleasedAudit:
    """Audit one game as the released evaluation did.

    Args:
        record: The game's record.
        claims: Its recorded claims; None if there are none, which leaves Tier 3 out.
        game_map: The map it was played on; by default the one that the record carries.
        keep_repeats: Leave in what an utterance says twice, which the published figures did not.

    Returns:
        The figures of all tiers and every claim's verdict.

    Raises:
        InputError: The record carries no map and none is given, or the map lacks its rooms.
    """
    played_on = game_map or record.game_map
    if played_on is None:
        raise InputError(
            "the record does not carry its map.",
            where=str(record.path),
            todo="Name the map that it was played on.",
        )
    geometry = geometry_of(played_on)
    timeline = build_timeline(record, geometry)
    tier1 = outcomes(record, timeline, geometry)
    tier2 = behaviour(record, timeline, geometry)
    if claims is None:
        return ReleasedAudit(tier1, tier2, None, (), len(timeline.utterances), 0)
    joined = join_claims(record, timeline, claims, geometry.number, keep_repeats)
    judge = Judge(record, timeline, geometry)
    verdicts = tuple([judge.judge(claim) for claim in joined.claims])
    tier3 = statements(record, timeline, joined, verdicts)
    return ReleasedAudit(tier1, tier2, tier3, verdicts, joined.missing, len(joined.unused))
