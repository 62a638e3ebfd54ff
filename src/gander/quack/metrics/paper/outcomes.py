"""Tier 1: how a game went (paper, section 4.1)."""

from itertools import pairwise

from gander.quack.audit.game import Game
from gander.quack.metrics.paper.counts import GameCounts

__all__ = ["count_outcomes"]

_FORFEIT = " forfeited: "
_REASONS = {
    "All Ducks have been ejected": "wins_by_ejection",
    "All Goose tasks completed": "wins_by_tasks",
    "Ducks have voting majority": "wins_by_parity",
}
"""The end's reasons, as released and own records have them; the ticks' budget is the one that is left."""


def count_outcomes(game: Game, counts: GameCounts) -> None:
    """Count a complete game's outcomes."""
    record, timeline = game.record, game.timeline
    teams = record.teams
    over = next(event for event in reversed(record.events) if event.event_type == "game_over")
    winner, reason = over.data["winner"], over.data["reason"]
    counts.add("goose_win_rate", winner == "goose")
    counts.add("duck_win_rate", winner == "duck")
    if _FORFEIT in reason:
        condition = "wins_by_forfeit"
    else:
        condition = _REASONS.get(reason, "wins_by_time" if winner == "goose" else "wins_by_parity")
    for name in (*_REASONS.values(), "wins_by_time", "wins_by_forfeit"):
        counts.add(name, name == condition)
    counts.add("game_ticks", over.tick)

    _count_tasks(game, counts)

    kills = [body.tick for body in timeline.bodies]
    counts.add("kills", len(kills))
    if kills:
        counts.add("first_kill_tick", kills[0])
    for before, after in pairwise(kills):
        counts.add("kill_interval", after - before)

    meetings = timeline.meetings
    reports = sum(meeting.kind == "report" for meeting in meetings)
    counts.add("meetings", len(meetings))
    counts.add("report_meetings", reports)
    counts.add("button_meetings", len(meetings) - reports)
    ejected = [meeting.ejected for meeting in meetings if meeting.ejected is not None]
    nobody = sum(event.event_type == "vote_skipped" for event in record.events)
    counts.add("ejections", len(ejected))
    counts.add("ejection_accuracy", sum(teams[player] == "duck" for player in ejected), len(ejected))
    counts.add("votes_without_ejection", nobody, nobody + len(ejected))
    for player, team in teams.items():
        counts.add(f"{team}_survival", player not in timeline.deaths, player=player)


def _count_tasks(game: Game, counts: GameCounts) -> None:
    """Tasks that Geese completed while they lived, of those given."""
    record, deaths = game.record, game.timeline.deaths
    geese = {entrant.player_id: len(entrant.tasks) for entrant in record.roster if entrant.team == "goose"}
    for player, tasks in geese.items():
        counts.add("task_completion", 0, tasks, player)
    for position, event in enumerate(record.events):
        if event.event_type == "task_completed":
            player = event.data["player_id"]
            if player in geese and (player not in deaths or position < deaths[player].position):
                counts.add("task_completion", 1, 0, player)
