"""Tier 2: what players did (paper, section 4.2), on positions."""

from collections.abc import Iterator, Sequence

import msgspec

from gander.quack.audit.game import Game
from gander.quack.metrics.paper.counts import GameCounts
from gander.quack.record import BodySpan, MeetingSpan
from gander.quack.world.maps import layout
from gander.quack.world.rules import KillRules

__all__ = ["count_behaviour"]

_OWN = ("player_moved", "task_progress", "free_roam_chat", "decision")
_CALLS = ("body_reported", "meeting_called")


def count_behaviour(game: Game, counts: GameCounts) -> None:
    """Count what the players of a complete game did."""
    teams = game.record.teams
    _count_votes(game, counts)
    _count_effort(game, counts)
    rooms = len(game.game_map.rooms)
    for player, stays in game.timeline.stays.items():
        seen = {stay.room for stay in stays if stay.room is not None}
        counts.add(f"{teams[player]}_coverage", len(seen), rooms, player)
        if teams[player] == "duck":
            _count_chances(game, player, counts)
            counts.add("kill_rate", 0, 1, player)
    _count_kills(game, counts)


def _count_votes(game: Game, counts: GameCounts) -> None:
    teams = game.record.teams
    for event in game.record.events:
        if event.event_type == "vote_cast" and teams[event.data["voter"]] == "goose":
            voter, target = event.data["voter"], event.data["target"]
            counts.add("goose_skip_rate", target is None, player=voter)
            if target is not None:
                counts.add("goose_vote_accuracy", teams[target] == "duck", player=voter)


def _count_effort(game: Game, counts: GameCounts) -> None:
    """Ticks that living Geese spent on tasks and on the move."""
    record, timeline = game.record, game.timeline
    events, deaths = record.events, timeline.deaths
    worked = {player: 0 for player, team in record.teams.items() if team == "goose"}
    moved = dict.fromkeys(worked, 0)
    for position, event in enumerate(events):
        kind = event.event_type
        if kind not in ("task_progress", "player_moved"):
            continue
        player = event.data["player_id"]
        if player not in worked or (player in deaths and position > deaths[player].position):
            continue
        if kind == "task_progress":
            worked[player] += 1
        elif "ticks_remaining" not in event.data:
            # Released records log a walk of one tick without a corridor.
            moved[player] += 1
    for player, at_work in worked.items():
        on_the_move = moved[player]
        for stay in timeline.stays[player]:
            if stay.room is None:
                first = events[stay.start].tick
                last = events[min(stay.end, len(events) - 1)]
                # An arrival opens its tick, which is free for something else; a meeting cuts into one.
                on_the_move += last.tick - first + (last.event_type != "tick_start")
        counts.add("task_efficiency", at_work, at_work + on_the_move, player)


def _count_kills(game: Game, counts: GameCounts) -> None:
    """Bodies: who reported them, when, and where the killer was by then."""
    timeline = game.timeline
    plan = layout(game.game_map)
    for body in timeline.bodies:
        report = _report_of(game, body)
        counts.add("kill_rate", 1, 0, body.killer)
        counts.add("reported_kills", report is not None, player=body.killer)
        counts.add(
            "self_report_rate", report is not None and report.caller == body.killer, player=body.killer
        )
        if report is not None:
            counts.add("report_latency", report.tick - body.tick, player=report.caller)
        meeting = next((meeting for meeting in timeline.meetings if meeting.start > body.start), None)
        stay = None if meeting is None else timeline.where(body.killer, meeting.start)
        if stay is not None and stay.room is not None:
            ticks = plan.distance[plan.index[body.room]][plan.index[stay.room]]
            counts.add("post_kill_displacement", ticks, player=body.killer)


def _report_of(game: Game, body: BodySpan) -> MeetingSpan | None:
    """The report of a body: the meeting's list has every body on the map, but only a near one was found."""
    for meeting in game.timeline.meetings:
        if meeting.kind == "report" and body.start < meeting.start < body.end:
            stay = game.timeline.where(meeting.caller, meeting.start)
            if stay is not None and stay.room == body.room:
                return meeting
    return None


def _count_chances(game: Game, duck: str, counts: GameCounts) -> None:
    """The Duck's turns on which it could have killed, and those on which it did."""
    rules = game.record.events[0].data.get("rules")
    kill = KillRules() if rules is None else msgspec.convert(rules["kill"], KillRules)
    free_from = kill.initial_cooldown
    geese = [player for player, team in game.record.teams.items() if team == "goose"]
    for tick, moments, killed in _turns(game, duck):
        if tick >= free_from and all(_could_kill(game, duck, geese, moment) for moment in moments):
            counts.add("cooldown_utilization", killed, player=duck)
        if killed:
            free_from = tick + kill.cooldown


def _could_kill(game: Game, duck: str, geese: Sequence[str], position: int) -> bool:
    timeline = game.timeline
    stay = timeline.where(duck, position)
    if stay is None or stay.room is None:
        return False
    for goose in geese:
        its = timeline.where(goose, position)
        if its is not None and its.room == stay.room:
            return True
    return False


def _turns(game: Game, duck: str) -> Iterator[tuple[int, range, bool]]:
    """A Duck's turns in free roam.

    Yields:
        The tick; the positions at one of which the turn came: the one right before its first event, or, for
        a wait that left no event, all from the tick's start to its end; and whether it killed.
    """
    record = game.record
    started = 0
    first: int | None = None
    killed = False
    for position, event in enumerate(record.events):
        kind, data = event.event_type, event.data
        if kind == "tick_start":
            started, first, killed = position, None, False
        elif kind == "tick_end":
            if first is not None:
                yield event.tick, range(first - 1, first), killed
            elif not record.schema:
                yield event.tick, range(started, position), False
            first = None
        elif kind == "player_killed" and data["killer_id"] == duck:
            first, killed = position if first is None else first, True
        elif first is None and (
            (kind in _OWN and data["player_id"] == duck and data.get("kind", "act") == "act")
            or (kind in _CALLS and data["caller"] == duck)
        ):
            first = position
        if kind in _CALLS and first is not None:
            # A meeting ends the tick without a tick_end.
            yield event.tick, range(first - 1, first), killed
            first = None
