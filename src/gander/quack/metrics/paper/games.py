"""The `paper` profile's way with one game: judged, counted, and put into rows."""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from gander.quack.audit.game import Game
from gander.quack.audit.judge import FactJudgement, GameAudit, judge_game
from gander.quack.audit.judgement import Judgement
from gander.quack.audit.sources import Source
from gander.quack.metrics.figures import Column, Row, TakenGame
from gander.quack.metrics.paper.behaviour import count_behaviour
from gander.quack.metrics.paper.catalogue import METRICS
from gander.quack.metrics.paper.counts import GameCounts, Seat, seats_of
from gander.quack.metrics.paper.outcomes import count_outcomes
from gander.quack.metrics.paper.statements import count_statements
from gander.quack.metrics.verdict_lines import head_of, verdict_lines

__all__ = ["COLUMNS", "count_game", "model_key", "seat_keys", "seat_rows", "take_game"]

COLUMNS = tuple(
    Column(its.name, its.title, its.tier, its.team, its.share, its.unit, its.headline) for its in METRICS[:-1]
)
"""All metrics but the last, the extraction's coverage, which stands behind the others."""

_encode = msgspec.json.Encoder().encode


def count_game(audit: GameAudit) -> GameCounts:
    """Everything that is counted in a complete game."""
    counts = GameCounts(seats_of(audit.game.record))
    count_outcomes(audit.game, counts)
    count_behaviour(audit.game, counts)
    count_statements(audit, counts)
    return counts


def take_game(
    game: Game, source: Source, by: str, folder: Path, *, figures: bool, verdicts: bool
) -> TakenGame:
    """Audit a complete game.

    Args:
        game: The game.
        source: Where its claims come from.
        by: ``player`` and ``model`` need rows of their own; the other groups are formed of whole games.
        folder: The game's setting.
        figures: Whether its own figures are wanted.
        verdicts: Whether its verdicts are wanted.
    """
    audit = judge_game(game, source(game))
    counts = count_game(audit)
    row = counts.total()
    return TakenGame(
        row,
        seat_rows(counts, by, folder) if by in ("player", "model") else (),
        _figures(row) if figures else b"",
        _verdicts(audit) if verdicts else b"",
    )


def model_key(model: str | None, team: str, folder: Path) -> tuple[str, ...]:
    """The key of a model in a role; players of whom the record names no model are told apart by setting."""
    return (model or "", team, "" if model else str(folder))


def seat_rows(counts: GameCounts, by: str, folder: Path) -> tuple[tuple[tuple[str, ...], Row], ...]:
    """A game's rows by player or by model in its role, with the keys of their groups.

    Args:
        counts: What was counted in the game.
        by: ``player`` or ``model``.
        folder: The game's setting.
    """
    return tuple((key, counts.of(players)) for key, players in seat_keys(counts.seats, by, folder).items())


def seat_keys(seats: Mapping[str, Seat], by: str, folder: Path) -> dict[tuple[str, ...], list[str]]:
    """The keys of a game's groups of seats, each with its player ids; likewise."""
    chosen: dict[tuple[str, ...], list[str]] = {}
    for player, seat in seats.items():
        key = (seat.name,) if by == "player" else model_key(seat.model, seat.team, folder)
        chosen.setdefault(key, []).append(player)
    return chosen


def _figures(row: Row) -> bytes:
    """Part and whole of every metric, by name."""
    return _encode({its.name: pair for its, *pair in zip(METRICS, *row, strict=True)})


def _verdicts(audit: GameAudit) -> bytes:
    """A line a claim, then a line a presence fact: what was said where, and the judgement on it."""
    path = str(audit.game.record.path)
    heads = [
        head_of(
            {
                "path": path,
                "meeting": its.meeting,
                "speaker": its.speaker,
                "line": its.position + 1,
                "utterance_sha256": its.sha256,
            }
        )
        for its in (extraction.utterance for extraction in audit.extractions)
    ]
    judged: list[Judgement | FactJudgement] = [*audit.judgements, *audit.facts]
    return verdict_lines((heads[one.utterance], one) for one in judged)
