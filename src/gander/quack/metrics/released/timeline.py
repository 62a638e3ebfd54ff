"""Where everybody was, as the released evaluation saw it: one state a player and tick.

This is not what a game's positions say. It keeps the released evaluation's rules with their
faults: a state is taken at a tick's end, a walker is in the room it left until it arrives, and
a respawn is not seen until the player's next event.
"""

from dataclasses import dataclass, field
from typing import Any

import msgspec

from gander.errors import InputError
from gander.quack.metrics.released.geometry import Geometry
from gander.quack.record.reader import Record

__all__ = ["Death", "Kill", "Meeting", "Move", "Timeline", "Utterance", "Vote", "Work", "build_timeline"]

NEVER = 1 << 60
"""Tick of death of those who live to the end."""


class Kill(msgspec.Struct, gc=False):
    """A kill. `killer` and `victim` are seats, `room` is a room number, `line` a record line."""

    tick: int
    killer: int
    victim: int
    room: int
    line: int


class Death(msgspec.Struct, gc=False):
    """The end of a player: its tick (`NEVER` if none) and the record line that tells."""

    tick: int = NEVER
    line: int = 0


class Move(msgspec.Struct, gc=False):
    """A logged move of a living player between two room numbers."""

    tick: int
    source: int
    target: int
    line: int


class Work(msgspec.Struct, gc=False):
    """A logged tick of task work, or a completion, in a room."""

    tick: int
    room: int
    line: int


class Vote(msgspec.Struct, gc=False):
    """A vote: seats of voter and target; a target of -1 abstains."""

    tick: int
    voter: int
    target: int


class Utterance(msgspec.Struct, gc=False):
    """A speech in a meeting. `text` is UTF-8."""

    meeting: int
    speaker: int
    text: bytes


class Meeting(msgspec.Struct, gc=False):
    """A meeting and the free-roam segment before it.

    Attributes:
        tick: The tick of the report or call.
        start: First tick of the segment; it ends at ``tick - 1``.
        caller: The caller's seat.
        report: Whether a body was reported.
        bodies: How many bodies were listed.
        line: The record line of the report or call.
    """

    tick: int
    start: int
    caller: int
    report: bool
    bodies: int
    line: int


@dataclass(slots=True)
class Timeline:
    """A game by seat and tick. Players are seats from 0, rooms are numbers of the geometry.

    Attributes:
        last: The last tick.
        rooms: For each seat and tick, the room at the tick's end.
        walks: For each seat and tick, 0 or the number of the corridor that is walked.
        lines: For each seat and tick, the record line that put the player into that room.
        touched: For each seat and tick, the rooms touched in order, neighbouring repeats folded.
        touched_lines: The record lines of those touches.
        deaths: For each seat, its death. A player is alive at ticks before it.
        moves: For each seat, its moves in order.
        works: For each seat, its task events in order.
        completions: For each seat, the tick of completion by (room name, task name).
        completed: For each seat, how many completions were logged.
        kills: All kills in order.
        meetings: All meetings in order.
        segments: Free-roam segments as (first tick, last tick).
        votes: All votes in order.
        utterances: All speeches in order.
        ejected: Seats of the ejected in order.
        skipped: How many votes ejected nobody.
        winner: ``goose`` or ``duck``; None if the record ends early.
        win_reason: Why; None if the record ends early.
    """

    last: int
    rooms: list[list[int]]
    walks: list[list[int]]
    lines: list[list[int]]
    touched: list[list[list[int]]]
    touched_lines: list[list[list[int]]]
    deaths: list[Death]
    moves: list[list[Move]]
    works: list[list[Work]]
    completions: list[dict[tuple[str, str], int]]
    completed: list[int]
    kills: list[Kill] = field(default_factory=list)
    meetings: list[Meeting] = field(default_factory=list)
    segments: list[tuple[int, int]] = field(default_factory=list)
    votes: list[Vote] = field(default_factory=list)
    utterances: list[Utterance] = field(default_factory=list)
    ejected: list[int] = field(default_factory=list)
    skipped: int = 0
    winner: str | None = None
    win_reason: str | None = None

    def see(self, one: int, other: int, tick: int) -> bool:
        """Whether two players see each other: in one room, or in one corridor, either way."""
        walk = self.walks[one][tick]
        if walk != self.walks[other][tick]:
            return False
        return walk != 0 or self.rooms[one][tick] == self.rooms[other][tick]


def build_timeline(record: Record, geometry: Geometry) -> Timeline:
    """Rebuild a game from its record.

    Args:
        record: The record.
        geometry: The map's geometry.

    Returns:
        The timeline.

    Raises:
        InputError: The record names a room that the map doesn't have.
    """
    number = geometry.number
    if not record.rooms <= number.keys():
        strange = ", ".join(sorted(record.rooms - number.keys()))
        raise InputError(
            f"the record has rooms that the map {geometry.name} lacks: {strange}.",
            where=str(record.path),
            todo="Audit the record with the map that it was played on.",
        )
    roster = record.roster
    seat = {entrant.player_id: index for index, entrant in enumerate(roster)}
    seats = range(len(roster))
    nobody: list[int] = []

    here = [number[entrant.room] for entrant in roster]
    since = [1 for _ in seats]
    alive = [True for _ in seats]
    walks: dict[int, tuple[int, int, int]] = {}  # seat: arrival tick, target, corridor
    walk_lines: dict[int, int] = {}
    touched_now = [[room] for room in here]
    touched_lines_now = [[1] for _ in seats]

    line = Timeline(
        last=0,
        rooms=[[] for _ in seats],
        walks=[[] for _ in seats],
        lines=[[] for _ in seats],
        touched=[[] for _ in seats],
        touched_lines=[[] for _ in seats],
        deaths=[Death() for _ in seats],
        moves=[[] for _ in seats],
        works=[[] for _ in seats],
        completions=[{} for _ in seats],
        completed=[0 for _ in seats],
    )

    works, moves = line.works, line.moves
    columns = list(
        zip(
            seats,
            [rooms.append for rooms in line.rooms],
            [walked.append for walked in line.walks],
            [lines.append for lines in line.lines],
            [touched.append for touched in line.touched],
            [lines.append for lines in line.touched_lines],
            strict=True,
        )
    )

    def snapshot() -> None:
        for player, add_room, add_walk, add_line, add_touched, add_touched_lines in columns:
            add_room(here[player])
            add_walk(walks[player][2] if player in walks else 0)
            add_line(since[player])
            add_touched(touched_now[player])
            add_touched_lines(touched_lines_now[player])

    def put(player: int, room: int, at: int) -> None:
        """Set and touch a room."""
        if here[player] != room:
            here[player] = room
            since[player] = at
        touch(player, room, since[player])

    def touch(player: int, room: int, at: int) -> None:
        rooms = touched_now[player]
        if not rooms or rooms[-1] != room:
            if rooms is nobody:
                rooms = touched_now[player] = []
                touched_lines_now[player] = []
            rooms.append(room)
            touched_lines_now[player].append(at)

    segment: int | None = 0
    last = 0
    for position, event in enumerate(record.events, 1):
        kind = event.event_type
        data: dict[str, Any] = event.data
        if kind in ("task_progress", "task_completed"):
            player, room = seat[data["player_id"]], number[data["room"]]
            if here[player] != room or not alive[player]:
                put(player, room, position)
            works[player].append(Work(last, room, position))
            if kind == "task_completed":
                line.completed[player] += 1
                line.completions[player].setdefault((data["room"], data["task_name"]), last)
        elif kind == "player_moved":
            player = seat[data["player_id"]]
            if alive[player]:
                source, target = number[data["from"]], number[data["to"]]
                moves[player].append(Move(last, source, target, position))
                if here[player] != source:
                    put(player, source, position)
                ticks = data.get("ticks_remaining")
                if ticks:
                    walks[player] = (last + ticks, target, geometry.corridor(source, target))
                    walk_lines[player] = position
                else:
                    put(player, target, position)
        elif kind == "free_roam_chat":
            player, room = seat[data["player_id"]], number[data["room"]]
            if here[player] != room or not alive[player]:
                put(player, room, position)
        elif kind == "tick_start":
            snapshot()
            last = event.tick
            for player in list(walks):
                arrival, target, _ = walks[player]
                if arrival <= last:
                    here[player] = target
                    since[player] = walk_lines[player]
                    del walks[player]
            for player in seats:
                if alive[player]:
                    touched_now[player] = [here[player]]
                    touched_lines_now[player] = [since[player]]
                else:
                    touched_now[player] = touched_lines_now[player] = nobody
        elif kind == "discussion_message":
            line.utterances.append(
                Utterance(len(line.meetings) - 1, seat[data["player_id"]], data["message"].encode("utf-8"))
            )
        elif kind == "vote_cast":
            choice = data.get("target")
            line.votes.append(Vote(last, seat[data["voter"]], -1 if choice is None else seat[choice]))
        elif kind == "player_killed":
            victim = seat[data["target_id"]]
            line.kills.append(Kill(last, seat[data["killer_id"]], victim, number[data["room"]], position))
            alive[victim] = False
            line.deaths[victim] = Death(last, position)
            walks.pop(victim, None)
        elif kind in ("body_reported", "meeting_called"):
            if segment is not None:
                line.segments.append((segment, last - 1))
            line.meetings.append(
                Meeting(
                    last,
                    line.segments[-1][0],
                    seat[data["caller"]],
                    kind == "body_reported",
                    len(data["bodies"]),
                    position,
                )
            )
            segment = None
            walks.clear()
        elif kind == "phase_changed":
            if data["phase"] == "free_roam":
                segment = last
        elif kind == "player_ejected":
            player = seat[data["player_id"]]
            line.ejected.append(player)
            alive[player] = False
            line.deaths[player] = Death(last, position)
        elif kind == "vote_skipped":
            line.skipped += 1
        elif kind == "game_over":
            line.winner, line.win_reason = data["winner"], data["reason"]
    snapshot()
    if segment is not None:
        line.segments.append((segment, last))
    line.last = last
    return line
