"""The state of a game: all of it, in one place. Only the engine changes it.

Players and rooms are indices here (into the rules' roster and the map's rooms): the engine is
fast with them, and no text that a player or map supplies can stand for anything but itself.
"""

import hashlib
from typing import Literal, TypeAlias

import msgspec

__all__ = [
    "Body",
    "Meeting",
    "MeetingResult",
    "PlayerState",
    "Seat",
    "Sight",
    "SightKind",
    "State",
    "Task",
    "state_hash",
]


class Task(msgspec.Struct, frozen=True):
    """A task of one player: its name and its room's index."""

    name: str
    room: int


class Seat(msgspec.Struct, frozen=True):
    """What is fixed about a player from the start.

    Attributes:
        player_id: ``player_0``, ``player_1``, …: how the record calls it.
        name: How the players call it.
        duck: Whether it is a Duck.
        tasks: Its tasks; a Duck's are fake.
    """

    player_id: str
    name: str
    duck: bool
    tasks: tuple[Task, ...]

    @property
    def role(self) -> str:
        """``Duck`` or ``Goose``."""
        return "Duck" if self.duck else "Goose"

    @property
    def team(self) -> str:
        """``duck`` or ``goose``."""
        return "duck" if self.duck else "goose"


class PlayerState(msgspec.Struct):
    """What changes about a player.

    Attributes:
        room: The room it stands in; for a walker, the room it left.
        to: The room a walker is heading for; -1 for one who stands.
        remaining: Ticks until a walker arrives; 0 for one who stands.
        alive: Whether it lives.
        cooldown: Ticks until a Duck may kill.
        working: Index of the task that it worked on in its last turn; -1 for none.
        progress: Ticks of work done, by task.
    """

    room: int
    progress: list[int]
    cooldown: int
    to: int = -1
    remaining: int = 0
    alive: bool = True
    working: int = -1


class Body(msgspec.Struct, frozen=True):
    """A body on the map, until the next respawn clears it."""

    victim: int
    room: int
    tick: int


class Meeting(msgspec.Struct):
    """A meeting in progress.

    Attributes:
        number: Meetings are counted from 0.
        caller: Who reported or called.
        report: True for a reported body, False for the button.
        order: The speaking order, caller first.
        spoken: Speeches so far, as (player, message).
        turn: Speaking turns over (a refused speech is a turn without a message), then voting turns.
        votes: Votes so far by voter; None abstains. Who cast no valid vote is missing.
    """

    number: int
    caller: int
    report: bool
    bodies: tuple[Body, ...]
    order: list[int]
    spoken: list[tuple[int, str]]
    turn: int
    votes: dict[int, int | None]


class MeetingResult(msgspec.Struct, frozen=True):
    """How the latest meeting ended: who was ejected, if anybody, and who voted for whom."""

    number: int
    ejected: int | None
    votes: dict[int, int | None]


class State(msgspec.Struct):
    """The game at one moment.

    Attributes:
        tick: The current tick, from 1; 0 before the first.
        phase: The phase.
        meetings: Meetings held or begun so far.
        calls_left: Emergency meetings that may still be called.
        order: The players to be asked in this tick, in order.
        turn: How many of them had their turn.
        attempt: Which attempt at the current decision is awaited.
        players: By player.
        bodies: Bodies on the map.
        meeting: The meeting in progress.
        last_meeting: The outcome of the latest meeting.
        winner: ``goose`` or ``duck`` when the game is over.
        reason: Why it is over.
    """

    tick: int
    phase: Literal["free_roam", "discussion", "voting", "game_over"]
    meetings: int
    calls_left: int
    order: list[int]
    turn: int
    attempt: int
    players: list[PlayerState]
    bodies: list[Body]
    meeting: Meeting | None = None
    last_meeting: MeetingResult | None = None
    winner: str | None = None
    reason: str | None = None


SightKind: TypeAlias = Literal["arrived", "left", "said", "worked", "killed"]


class Sight(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that those in a room witness.

    Attributes:
        tick: When.
        kind: ``arrived`` (from room `other`), ``left`` (towards room `other`), ``said`` (`text`),
            ``worked`` (at a task) or ``killed`` (player `other`).
        who: Name of the player who did it.
        room: Name of the room it was witnessed in.
        other: See `kind`.
        text: See `kind`; what was said, as it was said.
    """

    tick: int
    kind: SightKind
    who: str
    room: str
    other: str | None = None
    text: str | None = None


_encode = msgspec.json.Encoder().encode


def state_hash(state: State) -> str:
    """32 hexadecimal digits that differ for states that differ: BLAKE2b over the state as JSON."""
    return hashlib.blake2b(_encode(state), digest_size=16).hexdigest()
