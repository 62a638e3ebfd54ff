"""What happens in a game, as the record writes it: one `Event` a line.

Event types and fields are those of the released QUACK records; fields that Gander adds have
defaults and stand last. An event's data is a struct while the engine makes it and a plain
dictionary when it was read from a file, since files may hold types and fields that are not ours.
"""

from typing import Any

import msgspec

__all__ = [
    "SCHEMA",
    "BodyListed",
    "DiscussionMessage",
    "Event",
    "FreeRoamChat",
    "GameOver",
    "GameStarted",
    "MeetingBegun",
    "PhaseChanged",
    "PlayerEjected",
    "PlayerKilled",
    "PlayerMoved",
    "PlayerStart",
    "PlayersRespawned",
    "TaskCompleted",
    "TaskGiven",
    "TaskProgress",
    "TickEnd",
    "TickStart",
    "VoteCast",
    "VoteSkipped",
]

SCHEMA = 1
"""Version of the record's format, written into `game_started`; released records have none."""


class Event(msgspec.Struct):
    """One line of a record.

    Attributes:
        timestamp: Wall-clock seconds since 1970; stamped by the writer, 0.0 until then.
        event_type: For instance ``player_moved``.
        tick: The game tick, counted from 1; 0 before the first.
        data: The event's own fields.
    """

    timestamp: float
    event_type: str
    tick: int
    data: Any


class TickStart(msgspec.Struct):
    """A free-roam tick begins: walkers have come one tick nearer, some have arrived."""

    tick: int


class TickEnd(msgspec.Struct):
    """A free-roam tick ended without a meeting."""

    tick: int
    state_hash: str


class PlayerMoved(msgspec.Struct, rename={"from_": "from"}):
    """A player left `from_`; it arrives at the start of the tick `ticks_remaining` ticks later."""

    player_id: str
    from_: str
    to: str
    ticks_remaining: int


class TaskProgress(msgspec.Struct):
    """A player worked one tick on a task; `progress` reads ``done/needed``."""

    player_id: str
    task_name: str
    room: str
    progress: str


class TaskCompleted(msgspec.Struct):
    """A player finished a task."""

    player_id: str
    task_name: str
    room: str


class FreeRoamChat(msgspec.Struct):
    """A player said something in its room, before it acted."""

    player_id: str
    name: str
    room: str
    message: str
    tick: int


class PlayerKilled(msgspec.Struct):
    """A Duck killed a Goose in `room`."""

    killer_id: str
    target_id: str
    room: str


class BodyListed(msgspec.Struct):
    """A body that lay on the map when a meeting was called."""

    room: str
    victim_name: str


class MeetingBegun(msgspec.Struct):
    """Data of `body_reported` and `meeting_called`; `bodies` lists every body on the map."""

    caller: str
    reason: str
    bodies: list[BodyListed]


class PhaseChanged(msgspec.Struct):
    """The phase is now ``discussion``, ``voting`` or ``free_roam``."""

    phase: str
    state_hash: str


class DiscussionMessage(msgspec.Struct):
    """A speech in a meeting."""

    player_id: str
    message: str


class VoteCast(msgspec.Struct):
    """A valid vote; a target of None abstains."""

    voter: str
    target: str | None


class VoteSkipped(msgspec.Struct):
    """A vote that ejected nobody."""

    reason: str


class PlayerEjected(msgspec.Struct):
    """A vote that ejected a player."""

    player_id: str
    name: str
    role: str
    team: str
    votes: dict[str, str | None]


class PlayersRespawned(msgspec.Struct):
    """The living stand in new rooms; bodies are gone."""

    rooms: dict[str, str]


class GameOver(msgspec.Struct):
    """The end and its reason."""

    winner: str
    reason: str
    state_hash: str


class TaskGiven(msgspec.Struct):
    """A task as `game_started` lists it."""

    name: str
    room: str
    ticks_required: int


class PlayerStart(msgspec.Struct):
    """A player as `game_started` lists it."""

    name: str
    role: str
    team: str
    room: str
    tasks: list[TaskGiven]


class GameStarted(msgspec.Struct):
    """The set-up. `config` is what released records have; the last four rebuild the game."""

    players: list[str]
    config: dict[str, Any]
    initial_state: dict[str, PlayerStart]
    schema: int
    seed: int
    rules: Any
    map: Any
