"""The situation at a line of a record: which phase it is, who lives, who stands where.

The event handlers of `roaming` and `meeting` change it; what it makes impossible is a `Fault`.
Whatever most lines need is at hand as a set or a dictionary; why something cannot be is only worked
out once it is known that it cannot.
"""

from typing import Any

from gander.quack.record.fields import FIELDS, Fault, field_fault, show
from gander.quack.record.start import Start, no_room

__all__ = [
    "BETWEEN",
    "CALLED",
    "DISCUSSION",
    "OVER",
    "SPREADING",
    "TICK",
    "VOTED",
    "VOTING",
    "Situation",
]

BETWEEN, TICK, CALLED, DISCUSSION, VOTING, VOTED, SPREADING, OVER = range(8)
_PHASES = (
    "between two ticks",
    "within a tick of free roam",
    "at the begin of a meeting",
    "in a discussion",
    "in a vote",
    "after a vote",
    "after a meeting, before players_respawned",
    "after the game's end",
)

Task = tuple[str, str]
"""A task by its room and name."""


class Situation:
    """A game at one line of its record.

    Attributes:
        start: What the record's first line says.
        ours: Whether Gander wrote it: then turns and rules are known too.
        rooms: The map's rooms.
        phase: `BETWEEN` and its followers.
        tick: The current tick.
        names: Names by player id.
        ids: Player ids by name.
        teams: Teams by player id.
        living: Who lives, in seat order.
        died: Ticks of deaths.
        room_of: Where everybody stands, or set out from.
        walks: Arrival tick and room ahead of those in a corridor.
        ready: Who can still act in this tick.
        vocal: Who can still speak in this tick.
        left: Who left which room in this tick.
        done: Ticks of work by player and task.
        due: A completion that must come next, since the last tick of work was logged.
        bodies: The bodies that lie on the map, as (room, victim's name).
        caller: Who called the meeting.
        speakers: Who spoke in it, in order.
        votes: Votes cast in it.
        warnings: What is odd, as (line, sentence).
    """

    __slots__ = (
        "bodies",
        "caller",
        "died",
        "done",
        "due",
        "ids",
        "left",
        "living",
        "names",
        "ours",
        "phase",
        "ready",
        "room_of",
        "rooms",
        "speakers",
        "start",
        "teams",
        "tick",
        "vocal",
        "votes",
        "walks",
        "warnings",
    )

    def __init__(self, start: Start, rooms: frozenset[str]) -> None:
        roster = start.roster
        self.start = start
        self.ours = start.schema > 0
        self.rooms = rooms
        self.phase = BETWEEN
        self.tick = 0
        self.names = {entrant.player_id: entrant.name for entrant in roster}
        self.ids = {entrant.name: entrant.player_id for entrant in roster}
        self.teams = {entrant.player_id: entrant.team for entrant in roster}
        self.living = dict.fromkeys(self.names)
        self.died: dict[str, int] = {}
        self.room_of = {entrant.player_id: entrant.room for entrant in roster}
        self.walks: dict[str, tuple[int, str]] = {}
        self.ready: set[str] = set()
        self.vocal: set[str] = set()
        self.left: dict[str, str] = {}
        self.done = {entrant.player_id: dict.fromkeys(entrant.tasks, 0) for entrant in roster}
        self.due: tuple[str, str, str] | None = None
        self.bodies: list[tuple[str, str]] = []
        self.caller = ""
        self.speakers: list[str] = []
        self.votes: dict[str, str | None] = {}
        self.warnings: list[tuple[int, str]] = []

    def balance(self) -> tuple[int, int]:
        """How many Ducks and Geese live."""
        ducks = sum(self.teams[player] == "duck" for player in self.living)
        return ducks, len(self.living) - ducks

    def check_phase(self, kind: str, *phases: int) -> None:
        """Refuse an event that cannot stand in this phase."""
        if self.phase not in phases:
            raise self.misplaced(kind)

    def check_alive(self, player: str, does: str) -> None:
        """Refuse a doing of the dead."""
        if player in self.died:
            raise Fault(f"{self.names[player]} {does}, but is dead since tick {self.died[player]}.")

    def misplaced(self, what: str) -> Fault:
        """What is said of an event in a phase that has no such events."""
        return Fault(
            f"{what} cannot stand here, {_PHASES[self.phase]}.",
            "Restore the lines' order, or what is missing before.",
        )

    def unknown_player(self, kind: str, data: dict[str, Any], player: object) -> Fault:
        """What is said of a player who isn't in the game."""
        fault = field_fault(data, FIELDS[kind])
        if fault is None:
            name = next((key for key, value in data.items() if value == player), "rooms")
            known = ", ".join(self.names)
            fault = f'the field "{name}" names no player: {show(player)}; the players are {known}.'
        return Fault(fault)

    def unable(self, kind: str, data: dict[str, Any], player: str, does: str, *, before: str) -> Fault:
        """Why a player is not among those who can act or speak in this tick.

        Args:
            kind: The event's type.
            data: Its data.
            player: The player.
            does: What it would do, as in ``Bob acts``.
            before: What is said if it has done so already, as in ``Bob acts a second time``.
        """
        if player not in self.names:
            return self.unknown_player(kind, data, player)
        if self.phase != TICK:
            return self.misplaced(kind)
        name = self.names[player]
        if player in self.died and (self.ours or self.died[player] != self.tick):
            return Fault(f"{name} {does}, but is dead since tick {self.died[player]}.")
        if player in self.walks and player not in self.left:
            return Fault(f"{name} {does}, but is in a corridor until tick {self.walks[player][0]}.")
        return Fault(f"{name} {before} in tick {self.tick}.", "Remove the line if it is a repeat.")

    def elsewhere(self, kind: str, data: dict[str, Any], player: str, said: object) -> Fault:
        """What is said of an event in a room where its player isn't."""
        fault = field_fault(data, FIELDS[kind])
        if fault is None:
            for key in ("room", "from", "to"):
                if key in data and data[key] not in self.rooms:
                    fault = no_room(data[key], self.rooms)
                    break
        name = self.names[player]
        return Fault(fault or f"{kind} puts {name} into {said}, but {name} is in {self.room_of[player]}.")
