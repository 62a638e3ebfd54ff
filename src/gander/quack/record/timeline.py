"""The timeline: what a record says about who was where, as intervals of positions in it.

A position is an event's index in the record (its line less one). The state *at* a position is the
one right after that event, so an interval ``[start, end)`` begins with the event that made it true
and ends before the event that ended it. Ticks are too coarse for this: within one tick players
leave, arrive and die one after another, and a respawn begins a new round in the meeting's tick.
"""

from bisect import bisect_right
from typing import Literal

import msgspec

from gander.quack.record.reader import Record

__all__ = ["BodySpan", "Death", "MeetingSpan", "Round", "Stay", "Timeline", "build_timeline"]


class Stay(msgspec.Struct, frozen=True):
    """A player in one place from position `start` up to but without `end`.

    Attributes:
        start: First position.
        end: First position after it.
        room: The room; None in a corridor.
        origin: In a corridor, the room that was left.
        heading: In a corridor, the room ahead.
        arrived_from: In a room, where the player walked in from; None after a start or respawn, or
            for a walker whom a meeting called back.
    """

    start: int
    end: int
    room: str | None
    origin: str | None = None
    heading: str | None = None
    arrived_from: str | None = None


class Death(msgspec.Struct, frozen=True):
    """The end of a player; alive before `position`."""

    position: int
    tick: int
    how: Literal["killed", "ejected"]
    killer: str | None = None


class BodySpan(msgspec.Struct, frozen=True):
    """A body in its room, from the kill until a respawn or the game's end."""

    victim: str
    killer: str
    room: str
    tick: int
    start: int
    end: int


class MeetingSpan(msgspec.Struct, frozen=True):
    """A meeting, from its report or call (`start`) to the event before the next round or the game's end.

    Attributes:
        number: Meetings are counted from 0.
        tick: Its tick.
        kind: ``report`` or ``button``.
        caller: Player id.
        bodies: (victim's name, room) of the bodies that lay on the map.
        ejected: Player id of whom it ejected.
    """

    number: int
    tick: int
    kind: Literal["report", "button"]
    caller: str
    bodies: tuple[tuple[str, str], ...]
    start: int
    end: int
    ejected: str | None


class Round(msgspec.Struct, frozen=True):
    """Free roam from the game's start or a respawn to the next meeting's own position, or to the end.

    Attributes:
        number: Rounds are counted from 0.
        start: First position (game start or respawn).
        end: First position after it; the meeting's position belongs to the round.
        first_tick: The first tick of free roam in it.
        last_tick: The last.
        meeting: Number of the meeting that ended it; None for none.
    """

    number: int
    start: int
    end: int
    first_tick: int
    last_tick: int
    meeting: int | None


class Timeline(msgspec.Struct, frozen=True):
    """Everything that follows from the positions of a record's events.

    Attributes:
        record: The record.
        players: Player ids, in seat order.
        stays: By player id, without gaps from position 0 to the death or the end.
        deaths: By player id; the living are missing.
        bodies: In order of the kills.
        meetings: In order.
        rounds: In order.
        ticks: ``ticks[t]``: the position where tick t begins; a last entry holds the record's length.
    """

    record: Record
    players: tuple[str, ...]
    stays: dict[str, list[Stay]]
    deaths: dict[str, Death]
    bodies: list[BodySpan]
    meetings: list[MeetingSpan]
    rounds: list[Round]
    ticks: list[int]

    def where(self, player: str, position: int) -> Stay | None:
        """The place of a player at a position; None once it is dead.

        Args:
            player: Its id.
            position: From 0.
        """
        stays = self.stays[player]
        index = bisect_right(stays, position, key=lambda stay: stay.start) - 1
        return stays[index] if index >= 0 and position < stays[index].end else None

    def alive(self, player: str, position: int) -> bool:
        """Whether a player lives at a position."""
        death = self.deaths.get(player)
        return death is None or position < death.position

    def span(self, first: int, last: int) -> tuple[int, int]:
        """The positions ``[start, end)`` of ticks `first` to `last`, both included; clipped to the game."""
        top = len(self.ticks) - 1
        low, high = min(max(first, 0), top), min(max(last + 1, 0), top)
        return self.ticks[low], self.ticks[max(low, high)]


class _Builder:
    """Walks through the events once and closes intervals as they end."""

    def __init__(self, record: Record) -> None:
        self.record = record
        start = record.events[0].data["initial_state"]
        self.players = tuple(start)
        self.stays: dict[str, list[Stay]] = {player: [] for player in start}
        self.open: dict[str, Stay] = {player: Stay(0, -1, its["room"]) for player, its in start.items()}
        self.walks: dict[str, int] = {}
        self.deaths: dict[str, Death] = {}
        self.bodies: list[BodySpan] = []
        self.meetings: list[MeetingSpan] = []
        self.rounds: list[Round] = []
        self.ticks = [0]
        self.round_start = 0
        self.round_first_tick = 1
        self.round_meeting: int | None = None
        self.names = {its["name"]: player for player, its in start.items()}

    def place(self, player: str, stay: Stay) -> None:
        """Close a player's open stay and open another."""
        self.close(player, stay.start)
        self.open[player] = stay

    def close(self, player: str, end: int) -> None:
        before = self.open.pop(player, None)
        if before is not None and before.start < end:
            self.stays[player].append(
                Stay(before.start, end, before.room, before.origin, before.heading, before.arrived_from)
            )

    def tick_start(self, position: int, tick: int) -> None:
        self.ticks.append(position)
        for player, left in list(self.walks.items()):
            if left > 1:
                self.walks[player] = left - 1
                continue
            del self.walks[player]
            walk = self.open[player]
            self.place(player, Stay(position, -1, walk.heading, arrived_from=walk.origin))

    def moved(self, position: int, player: str, origin: str, to: str, ticks: int | None) -> None:
        if player in self.deaths:
            return  # released engine: a victim's own turn, later in the tick of its death
        if ticks is None:
            self.place(player, Stay(position, -1, to, arrived_from=origin))
        else:
            self.place(player, Stay(position, -1, None, origin, to))
            self.walks[player] = ticks

    def died(self, position: int, player: str, death: Death) -> None:
        self.close(player, position)
        self.walks.pop(player, None)
        self.deaths[player] = death

    def end_round(self, end: int, last_tick: int, meeting: int | None) -> None:
        self.rounds.append(
            Round(len(self.rounds), self.round_start, end, self.round_first_tick, last_tick, meeting)
        )

    def met(
        self, position: int, tick: int, kind: Literal["report", "button"], data: dict[str, object]
    ) -> None:
        for player in self.walks:
            origin = self.open[player].origin
            self.place(player, Stay(position, -1, origin))
        self.walks.clear()
        number = len(self.meetings)
        listed = data["bodies"]
        assert isinstance(listed, list)
        bodies = tuple((body["victim_name"], body["room"]) for body in listed)
        self.meetings.append(MeetingSpan(number, tick, kind, str(data["caller"]), bodies, position, -1, None))
        self.end_round(position + 1, tick, number)

    def end_meeting(self, end: int) -> None:
        if self.meetings and self.meetings[-1].end < 0:
            self.meetings[-1] = msgspec.structs.replace(self.meetings[-1], end=end)

    def respawned(self, position: int, tick: int, rooms: dict[str, str]) -> None:
        for player, room in rooms.items():
            self.place(player, Stay(position, -1, room))
        self.clear_bodies(position)
        self.round_start, self.round_first_tick = position, tick + 1

    def clear_bodies(self, end: int) -> None:
        self.bodies = [
            body if body.end >= 0 else msgspec.structs.replace(body, end=end) for body in self.bodies
        ]

    def finish(self) -> Timeline:
        """Close whatever is open at the record's end."""
        end = len(self.record.events)
        for player in list(self.open):
            self.close(player, end)
        self.clear_bodies(end)
        in_meeting = bool(self.rounds) and self.rounds[-1].start == self.round_start
        if not in_meeting:
            self.end_round(end, self.record.events[-1].tick, None)
        self.end_meeting(end)
        self.ticks.append(end)
        return Timeline(
            self.record,
            self.players,
            self.stays,
            self.deaths,
            self.bodies,
            self.meetings,
            self.rounds,
            self.ticks,
        )


def build_timeline(record: Record) -> Timeline:
    """Build the timeline of a record, released or ours, finished or not.

    Args:
        record: A record that `read_record` accepted, so its events are in order.
    """
    builder = _Builder(record)
    for position, event in enumerate(record.events):
        kind, data = event.event_type, event.data
        if kind == "tick_start":
            builder.tick_start(position, event.tick)
        elif kind == "player_moved":
            builder.moved(position, data["player_id"], data["from"], data["to"], data.get("ticks_remaining"))
        elif kind == "player_killed":
            victim, killer, room = data["target_id"], data["killer_id"], data["room"]
            builder.died(position, victim, Death(position, event.tick, "killed", killer))
            builder.bodies.append(BodySpan(victim, killer, room, event.tick, position, -1))
        elif kind == "body_reported":
            builder.met(position, event.tick, "report", data)
        elif kind == "meeting_called":
            builder.met(position, event.tick, "button", data)
        elif kind == "player_ejected":
            player = data["player_id"]
            builder.died(position, player, Death(position, event.tick, "ejected"))
            builder.meetings[-1] = msgspec.structs.replace(builder.meetings[-1], ejected=player)
        elif kind == "players_respawned":
            builder.end_meeting(position)
            builder.respawned(position, event.tick, data["rooms"])
        elif kind == "game_over":
            builder.end_meeting(position)
    return builder.finish()
