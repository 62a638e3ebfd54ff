"""The `released` profile's way with one game: its figures as a row, all of them means or nothing.

The published figures are rates without the counts behind them, so there is no pooled rate here.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from gander.quack.audit.claims_file import recorded_line
from gander.quack.audit.game import open_game
from gander.quack.audit.intended import intended_claims
from gander.quack.audit.recorded import CLAIMS_NAME, RecordedClaims, read_recorded
from gander.quack.audit.sources import Source
from gander.quack.audit.utterances import Extraction
from gander.quack.metrics.figures import Column, Row, TakenGame
from gander.quack.metrics.released import ReleasedAudit, audit_released
from gander.quack.metrics.verdict_lines import head_of, verdict_lines
from gander.quack.record.reader import Record
from gander.quack.world.maps import GameMap

__all__ = ["COLUMNS", "HEADLINES", "take_game"]

HEADLINES = {
    "goose_win_rate": "Goose win",
    "ejection_accuracy": "ejection accuracy",
    "goose_voting_accuracy": "vote accuracy",
    "cooldown_utilization": "cooldown utilization",
    "self_report_rate": "self-report",
    "goose_truthfulness": "Goose truthfulness",
    "spatial_hallucination_rate": "spatial hallucination",
    "unsupported_accusation_rate": "unsupported accusations",
    "lie_detection_rate": "lie detection",
    "duck_truthfulness": "Duck truthfulness",
    "deception_rate": "deception rate",
    "deception_sophistication": "sophistication",
}
"""The columns of the paper's Table 1."""

_TIERS = {
    "outcomes": (
        "game_duration_ticks", "tasks_completed", "tasks_total", "task_completion_rate", "total_kills",
        "avg_inter_kill_interval", "first_kill_tick", "total_meetings", "body_report_meetings",
        "emergency_meetings", "total_ejections", "correct_ejections", "wrong_ejections", "no_ejection_votes",
        "ejection_accuracy", "final_alive_count", "final_alive_geese", "final_alive_ducks", "goose_win_rate",
        "duck_win_rate",
    ),
    "behaviour": (
        "goose_voting_accuracy", "goose_skip_rate", "avg_report_latency", "task_efficiency",
        "avg_rooms_visited_goose", "avg_rooms_visited_duck", "avg_kills_per_game",
        "avg_post_kill_displacement", "self_report_count", "self_report_rate", "cooldown_utilization",
    ),
    "statements": (
        "total_claims", "verifiable_claims", "goose_truthfulness", "duck_truthfulness", "goose_false_claims",
        "goose_total_verifiable", "goose_near_miss_claims", "spatial_hallucination_rate",
        "goose_spatial_verifiable", "goose_spatial_false", "duck_false_claims", "duck_near_miss_claims",
        "duck_total_verifiable", "deception_rate", "deception_sophistication", "total_accusations",
        "correct_accusations", "false_accusations", "accusation_accuracy", "grounded_accusations",
        "ungrounded_accusations", "unsupported_accusation_rate", "meetings_with_duck_lies",
        "meetings_duck_caught_after_lie", "lie_detection_rate", "total_dedup_collapsed",
    ),
}  # fmt: skip
"""The published figures that are numbers, and the win rates of both teams."""

_SHARES = ("_rate", "_accuracy", "_truthfulness", "_efficiency", "_utilization", "_sophistication")

COLUMNS = tuple(
    # As in Table 1, then the rest.
    Column(
        name,
        HEADLINES.get(name, name.replace("_", " ")),
        tier,
        share=name.endswith(_SHARES),
        unit="%" if name.endswith(_SHARES) else "a game",
        headline=name in HEADLINES,
    )
    for tier, names in _TIERS.items()
    for name in (
        *(name for name in HEADLINES if name in names),
        *(name for name in names if name not in HEADLINES),
    )
)

_encode = msgspec.json.Encoder().encode


def take_game(
    record: Record, game_map: GameMap, word: str, source: Source, *, figures: bool, verdicts: bool
) -> TakenGame:
    """Audit a complete game.

    Args:
        record: Its record.
        game_map: The map of a record that carries none.
        word: Where its claims come from. ``recorded`` and ``intended`` are taken as they stand.
        source: The same for every other word; what that format cannot say (denials, suppositions, what is
            passed on) is left out.
        figures: Whether its own figures are wanted.
        verdicts: Whether its verdicts are wanted.
    """
    audit = audit_released(record, _claims(record, game_map, word, source), record.game_map or game_map)
    spoken = sum(event.event_type == "discussion_message" for event in record.events)
    return TakenGame(
        _row(audit, spoken),
        (),
        _figures(audit) if figures else b"",
        _verdicts(audit, record) if verdicts else b"",
        audit.unused,
    )


def _claims(record: Record, game_map: GameMap, word: str, source: Source) -> RecordedClaims | None:
    if word == "intended":
        return intended_claims(record)
    if word == "recorded":
        path = record.path.with_name(CLAIMS_NAME)
        return read_recorded(path) if path.exists() else None
    return _as_recorded(record, source(open_game(record, game_map)))


def _as_recorded(record: Record, extractions: Sequence[Extraction]) -> RecordedClaims | None:
    """Extractions in the released format; None if no utterance was read."""
    read = [extraction for extraction in extractions if extraction.state != "failed"]
    if not read:
        return None
    found = RecordedClaims(record.path, {}, {})
    for extraction in read:
        said = extraction.utterance
        key = (said.meeting, said.speaker_id, said.sha256)
        kept = [one for one in extraction.claims if one.asserted and not one.negated and one.source is None]
        plain = msgspec.structs.replace(extraction, claims=tuple(kept))
        found.by_utterance[key] = recorded_line(plain, "").claims
        found.lines[key] = said.position + 1
    return found


def _row(audit: ReleasedAudit, spoken: int) -> Row:
    won = {f"{team}_win_rate": audit.tier1["winner"] == team for team in ("goose", "duck")}
    own: dict[str, Any] = {**audit.tier1, **won, **audit.tier2, **(audit.tier3 or {})}
    # A game without claims has no figures about statements.
    values = [own.get(column.name) for column in COLUMNS]
    parts = [0.0 if value is None else float(value) for value in values]
    wholes = [0.0 if value is None else 1.0 for value in values]
    return [*parts, float(spoken - audit.missing)], [*wholes, float(spoken)]


def _verdicts(audit: ReleasedAudit, record: Record) -> bytes:
    head = head_of({"path": str(record.path)})
    return verdict_lines((head, verdict) for verdict in audit.verdicts)


def _figures(audit: ReleasedAudit) -> bytes:
    tiers = {"outcomes": audit.tier1, "behaviour": audit.tier2, "statements": audit.tier3}
    return _encode(tiers)
