"""What can stand in a record: its events' fields, and the grammar of a game.

Events are walked through as the game went. Each is held against all before it: who lives, who
stands where, which phase it is. What cannot be is a `Fault`; whoever catches it knows the line.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from gander.quack.world.events import SCHEMA, Event
from gander.quack.world.maps import GameMap

__all__ = ["OVER", "Entrant", "Fault", "Line", "Start", "lower", "named_rooms", "read_start", "walk"]

# Released records name their map by a path only; that file is the standard map.
_RELEASED_MAP = "simple_ship"
_RELEASED_ROOMS = frozenset(
    (
        "cafeteria",
        "electrical",
        "lower_engine",
        "medbay",
        "navigation",
        "oxygen",
        "security",
        "storage",
        "upper_engine",
        "weapons",
    )
)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player as the game began.

    Attributes:
        player_id: For instance ``player_0``.
        name: For instance ``Alice``.
        role: ``Goose`` or ``Duck``.
        team: ``goose`` or ``duck``.
        room: Where the player stood at first.
        tasks: The tasks given, as (room, name).
    """

    player_id: str
    name: str
    role: str
    team: str
    room: str
    tasks: tuple[tuple[str, str], ...]


class Line(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """An event as it is written, with nothing beside its four fields."""

    timestamp: float
    event_type: str
    tick: int
    data: dict[str, Any]


def lower(sentence: str) -> str:
    """A sentence to stand after a colon."""
    return sentence[:1].lower() + sentence[1:] if sentence[1:2].islower() else sentence


# Fields: what the reader relies on, by event type. "?" marks a field that may be absent or null.

_WORDS: dict[type, str] = {
    str: "text",
    int: "a whole number",
    dict: "an object",
    list: "a list",
}
_FIELDS: dict[str, dict[str, type]] = {
    "game_started": {
        "players": list,
        "config?": dict,
        "initial_state": dict,
        "schema?": int,
        "seed?": int,
        "rules?": dict,
        "map?": dict,
    },
    "tick_start": {"tick": int},
    "tick_end": {"tick": int, "state_hash?": str},
    "player_moved": {"player_id": str, "from": str, "to": str, "ticks_remaining?": int},
    "task_progress": {"player_id": str, "task_name": str, "room": str, "progress": str},
    "task_completed": {"player_id": str, "task_name": str, "room": str},
    "free_roam_chat": {"player_id": str, "name": str, "room": str, "message": str, "tick": int},
    "player_killed": {"killer_id": str, "target_id": str, "room": str},
    "body_reported": {"caller": str, "reason?": str, "bodies": list},
    "meeting_called": {"caller": str, "reason?": str, "bodies": list},
    "phase_changed": {"phase": str, "state_hash?": str},
    "discussion_message": {"player_id": str, "message": str},
    "vote_cast": {"voter": str, "target?": str},
    "vote_skipped": {"reason?": str},
    "player_ejected": {"player_id": str, "name": str, "role": str, "team": str, "votes?": dict},
    "players_respawned": {"rooms": dict},
    "game_over": {"winner": str, "reason": str, "state_hash?": str},
}
_RARE = frozenset(
    (
        "body_reported",
        "game_over",
        "meeting_called",
        "phase_changed",
        "player_ejected",
        "player_killed",
        "players_respawned",
        "vote_cast",
        "vote_skipped",
    )
)


def _field_fault(data: dict[str, Any], fields: dict[str, type]) -> str | None:
    """What is wrong with an event's fields, as a sentence."""
    for marked, kind in fields.items():
        name = marked.rstrip("?")
        value = data.get(name)
        if value is None and marked.endswith("?"):
            continue
        if name not in data:
            return f'the field "{name}" is missing; expected {_WORDS[kind]}.'
        if type(value) is not kind:
            return f'the field "{name}" is {_show(value)}; expected {_WORDS[kind]}.'
    return None


def _show(value: object) -> str:
    try:
        text = msgspec.json.encode(value).decode()
    except (msgspec.MsgspecError, TypeError, ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= 60 else text[:57] + "..."


class Fault(Exception):
    """A line contradicts what came before it; the catcher knows the line."""

    def __init__(self, what: str, todo: str = "Restore the record from its original.") -> None:
        super().__init__(what)
        self.what = what
        self.todo = todo


@dataclass(slots=True)
class Start:
    """What `game_started` says."""

    roster: tuple[Entrant, ...]
    schema: int
    seed: int | None
    game_map: GameMap | None
    rooms: frozenset[str]


def read_start(event: Line) -> Start:
    """Read the first event.

    Raises:
        Fault: It is no `game_started`, is incomplete or contradicts itself, or a newer Gander wrote it.
    """
    if event.event_type != "game_started":
        raise Fault(
            f"the first event is {_show(event.event_type)}; expected game_started.",
            "Start from the record's first line.",
        )
    data = event.data
    fault = _field_fault(data, _FIELDS["game_started"])
    if fault:
        raise Fault(fault)
    if event.tick != 0:
        raise Fault(f"game_started has tick {event.tick}; expected 0.")
    schema = data.get("schema") or 0
    if schema > SCHEMA:
        raise Fault(
            f"this is a record from the future: its format is version {schema},"
            f" and this Gander reads up to {SCHEMA}.",
            "Read it with a newer Gander.",
        )
    if schema < 0:
        raise Fault(f'the field "schema" is {schema}; expected 1 to {SCHEMA}.')
    game_map = None
    rooms: frozenset[str] | None = None
    if data.get("map") is not None:
        try:
            game_map = msgspec.convert(data["map"], GameMap)
        except msgspec.ValidationError as error:
            raise Fault(f'the field "map" is no map: {lower(str(error))}.') from error
        rooms = frozenset(room.name for room in game_map.rooms)
    elif schema:
        raise Fault('the field "map" is missing; a record with a schema carries its map.')
    else:
        name = (data.get("config") or {}).get("map")
        if name is None or (isinstance(name, str) and Path(name).stem == _RELEASED_MAP):
            rooms = _RELEASED_ROOMS
    roster = tuple(_read_entrants(data, rooms))
    return Start(roster, schema, data.get("seed"), game_map, rooms if rooms is not None else frozenset())


def _read_entrants(data: dict[str, Any], rooms: frozenset[str] | None) -> Iterator[Entrant]:
    names: list[object] = data["players"]
    state: dict[str, Any] = data["initial_state"]
    if not names or len(state) != len(names):
        raise Fault(
            f'"players" names {len(names)} and "initial_state" holds {len(state)};'
            " expected the same players in both."
        )
    seen: set[str] = set()
    fields: dict[str, type] = {"name": str, "role": str, "team": str, "room": str, "tasks": list}
    for name, (player_id, start) in zip(names, state.items(), strict=True):
        if type(start) is not dict:
            raise Fault(f'initial_state of "{player_id}" is {_show(start)}; expected an object.')
        fault = _field_fault(start, fields)
        if fault:
            raise Fault(f'initial_state of "{player_id}": {fault}')
        if start["name"] != name or start["name"] in seen:
            raise Fault(
                f'initial_state of "{player_id}" names {_show(start["name"])};'
                f" expected {_show(name)}, and no name twice."
            )
        seen.add(start["name"])
        if start["team"] not in ("goose", "duck"):
            raise Fault(f'the team of "{player_id}" is {_show(start["team"])}; expected "goose" or "duck".')
        if rooms is not None and start["room"] not in rooms:
            raise Fault(_no_room(start["room"], rooms))
        tasks: list[tuple[str, str]] = []
        for task in start["tasks"]:
            if type(task) is not dict or _field_fault(task, {"name": str, "room": str}):
                raise Fault(
                    f'a task of "{player_id}" is {_show(task)}; expected an object with "name" and "room".'
                )
            if rooms is not None and task["room"] not in rooms:
                raise Fault(_no_room(task["room"], rooms))
            tasks.append((task["room"], task["name"]))
        yield Entrant(player_id, start["name"], start["role"], start["team"], start["room"], tuple(tasks))


def _no_room(room: object, rooms: frozenset[str]) -> str:
    return f"there is no room {_show(room)}; the map has {', '.join(sorted(rooms))}."


# Sense. The phases of a game, as the grammar of its events.

_BETWEEN, _TICK, _CALLED, _DISCUSSION, _VOTING, _VOTED, _SPREADING, OVER = range(8)
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


def named_rooms(start: Start, decoded: list[Line]) -> frozenset[str]:
    """All rooms that a record names, where its map is not known."""
    named: set[str] = set()
    for entrant in start.roster:
        named.add(entrant.room)
        named.update(room for room, _ in entrant.tasks)
    for event in decoded:
        data = event.data
        rooms = data.get("rooms")
        values = [data.get("room"), data.get("from"), data.get("to")]
        values += rooms.values() if isinstance(rooms, dict) else ()
        named.update(value for value in values if isinstance(value, str))
    return frozenset(named)


def walk(
    lines: list[bytes], decoded: list[Line], events: list[Event], start: Start, rooms: frozenset[str]
) -> int:
    """Check events from the second on; each that is sound is appended to `events`.

    One loop with everything in local variables: this runs for every line of every record.

    Returns:
        The phase at the end.

    Raises:
        Fault: The event after the last of `events` is at fault.
    """
    room_of = {entrant.player_id: entrant.room for entrant in start.roster}
    name_of = {entrant.player_id: entrant.name for entrant in start.roster}
    id_of = {entrant.name: entrant.player_id for entrant in start.roster}
    team_of = {entrant.player_id: entrant.team for entrant in start.roster}
    role_of = {entrant.player_id: entrant.role for entrant in start.roster}
    given: dict[str, dict[tuple[str, str], int]] = {}
    for entrant in start.roster:
        own = given[entrant.player_id] = {}
        for task in entrant.tasks:
            own[task] = own.get(task, 0) + 1
    # In released records a victim may still act within the tick of its death.
    afterlife = start.schema == 0
    died: dict[str, int] = {}
    walks: dict[str, tuple[int, str]] = {}
    acted: set[str] = set()
    chatted: set[str] = set()
    voted: set[str] = set()
    left: dict[str, str] = {}
    phase = _BETWEEN
    now = 0
    last = decoded[0].timestamp
    append = events.append

    for index in range(1, len(decoded)):
        line = decoded[index]
        kind, tick, data, time = line.event_type, line.tick, line.data, line.timestamp
        if time <= last:
            if time < last:
                raise Fault(
                    f"the timestamp {time!r} is earlier than the line before ({last!r});"
                    " events are out of order.",
                    "Restore the lines' order.",
                )
            if lines[index] == lines[index - 1]:
                raise Fault("the line repeats the one before.", "Remove one of the two.")
        last = time
        if phase == OVER:
            raise Fault(f"{kind} stands after game_over; nothing follows a game's end.", "Remove the line.")
        if tick != now and kind != "tick_start":
            raise Fault(f"{kind} has tick {tick}, but the current tick is {now}.")
        try:
            if kind in _RARE:
                # Few enough to check every field; the others check as they go.
                wrong = _field_fault(data, _FIELDS[kind])
                if wrong:
                    raise Fault(wrong)
            if kind in ("task_progress", "player_moved"):
                player = data["player_id"]
                if player not in room_of:
                    raise _unknown_player(kind, data, player, name_of)
                if phase != _TICK:
                    raise _misplaced(kind, phase)
                if player in acted:
                    raise Fault(
                        f"{name_of[player]} acts a second time in tick {tick}.",
                        "Remove the line if it is a repeat.",
                    )
                if player in died and (died[player] != tick or not afterlife):
                    raise Fault(f"{name_of[player]} acts, but is dead since tick {died[player]}.")
                if player in walks:
                    raise Fault(
                        f"{name_of[player]} acts, but is in a corridor until tick {walks[player][0]}."
                    )
                acted.add(player)
                if kind == "task_progress":
                    room = data["room"]
                    if (room, data["task_name"]) not in given[player] or type(data["progress"]) is not str:
                        raise _task_fault(kind, data, rooms, name_of[player])
                    if room != room_of[player]:
                        raise _elsewhere(kind, data, rooms, name_of[player], room, room_of[player])
                else:
                    source, target = data["from"], data["to"]
                    if target not in rooms or source != room_of[player]:
                        raise _elsewhere(kind, data, rooms, name_of[player], source, room_of[player])
                    if player not in died:
                        left[player] = source
                        ticks = data.get("ticks_remaining")
                        if ticks is None:
                            room_of[player] = target
                        elif type(ticks) is not int or ticks < 1:
                            raise Fault(
                                f'the field "ticks_remaining" is {_show(ticks)};'
                                " expected a whole number from 1."
                            )
                        else:
                            walks[player] = (tick + ticks, target)
            elif kind == "tick_start":
                if phase != _BETWEEN:
                    raise _misplaced(kind, phase)
                if tick != now + 1 or data["tick"] != tick or type(data["tick"]) is not int:
                    raise Fault(_tick_fault(kind, data, tick, now + 1) or "")
                phase = _TICK
                now = tick
                acted.clear()
                chatted.clear()
                left.clear()
                if walks:
                    for player, (arrival, target) in list(walks.items()):
                        if arrival <= tick:
                            room_of[player] = target
                            del walks[player]
            elif kind == "tick_end":
                if phase != _TICK:
                    raise _misplaced(kind, phase)
                if data["tick"] != tick or type(data["tick"]) is not int or len(data) > 1:
                    wrong = _tick_fault(kind, data, tick, now)
                    if wrong:
                        raise Fault(wrong)
                phase = _BETWEEN
            elif kind == "free_roam_chat":
                player, room = data["player_id"], data["room"]
                if player not in room_of:
                    raise _unknown_player(kind, data, player, name_of)
                if phase != _TICK:
                    raise _misplaced(kind, phase)
                stamp = data["tick"]
                if (
                    stamp != tick
                    or type(stamp) is not int
                    or type(data["message"]) is not str
                    or data["name"] != name_of[player]
                ):
                    raise _chat_fault(data, tick, name_of[player])
                if player in chatted:
                    raise Fault(
                        f"{name_of[player]} speaks a second time in tick {tick}.",
                        "Remove the line if it is a repeat.",
                    )
                if player in died and (died[player] != tick or not afterlife):
                    raise Fault(f"{name_of[player]} speaks, but is dead since tick {died[player]}.")
                chatted.add(player)
                # A remark is logged after the action that went with it, with the room before it.
                if room != room_of[player] and room != left.get(player):
                    raise _elsewhere(kind, data, rooms, name_of[player], room, room_of[player])
            elif kind == "task_completed":
                player = data["player_id"]
                if player not in room_of:
                    raise _unknown_player(kind, data, player, name_of)
                if phase != _TICK:
                    raise _misplaced(kind, phase)
                room, name = data["room"], data["task_name"]
                if (room, name) not in given[player]:
                    raise _task_fault(kind, data, rooms, name_of[player])
                if player in died and (died[player] != tick or not afterlife):
                    raise Fault(f"{name_of[player]} completes a task, but is dead since tick {died[player]}.")
                if given[player][room, name] == 0:
                    raise Fault(
                        f"{name_of[player]} has completed {_show(name)} before.",
                        "Remove the line if it is a repeat.",
                    )
                if room != room_of[player]:
                    raise _elsewhere(kind, data, rooms, name_of[player], room, room_of[player])
                given[player][room, name] -= 1
            elif kind == "discussion_message":
                player = data["player_id"]
                if player not in room_of:
                    raise _unknown_player(kind, data, player, name_of)
                if phase != _DISCUSSION:
                    raise _misplaced(kind, phase)
                if type(data["message"]) is not str:
                    raise Fault(_field_fault(data, _FIELDS[kind]) or "")
                if player in died:
                    raise Fault(f"{name_of[player]} speaks, but is dead since tick {died[player]}.")
            elif kind == "vote_cast":
                player = data["voter"]
                target = data.get("target")
                if player not in room_of:
                    raise _unknown_player(kind, data, player, name_of)
                if target is not None and target not in room_of:
                    raise _unknown_player(kind, data, target, name_of)
                if phase != _VOTING:
                    raise _misplaced(kind, phase)
                if player in died:
                    raise Fault(f"{name_of[player]} votes, but is dead since tick {died[player]}.")
                if player in voted:
                    raise Fault(
                        f"{name_of[player]} votes a second time.", "Remove the line if it is a repeat."
                    )
                voted.add(player)
            elif kind == "phase_changed":
                phase = _change_phase(data["phase"], phase)
            elif kind == "player_killed":
                player, target, room = data["killer_id"], data["target_id"], data["room"]
                for who in (player, target):
                    if who not in room_of:
                        raise _unknown_player(kind, data, who, name_of)
                if phase != _TICK:
                    raise _misplaced(kind, phase)
                if team_of[player] != "duck":
                    raise Fault(f"{name_of[player]} kills, but is a Goose.")
                if player in died:
                    raise Fault(f"{name_of[player]} kills, but is dead since tick {died[player]}.")
                if player in acted:
                    raise Fault(
                        f"{name_of[player]} acts a second time in tick {tick}.",
                        "Remove the line if it is a repeat.",
                    )
                if target in died:
                    raise Fault(f"{name_of[target]} is killed, but is dead since tick {died[target]}.")
                if player == target:
                    raise Fault(f"{name_of[player]} kills itself.")
                for who in (player, target):
                    if room != room_of[who]:
                        raise _elsewhere(kind, data, rooms, name_of[who], room, room_of[who])
                acted.add(player)
                died[target] = tick
                walks.pop(target, None)
            elif kind in ("body_reported", "meeting_called"):
                player = data["caller"]
                if player not in room_of:
                    raise _unknown_player(kind, data, player, name_of)
                if phase != _TICK:
                    raise _misplaced(kind, phase)
                if player in died:
                    raise Fault(f"{name_of[player]} calls a meeting, but is dead since tick {died[player]}.")
                if player in acted:
                    raise Fault(
                        f"{name_of[player]} acts a second time in tick {tick}.",
                        "Remove the line if it is a repeat.",
                    )
                _check_bodies(kind, data["bodies"], rooms, id_of, died, room_of[player])
                phase = _CALLED
                walks.clear()
                voted.clear()
            elif kind == "player_ejected":
                player = data["player_id"]
                if player not in room_of:
                    raise _unknown_player(kind, data, player, name_of)
                if phase != _VOTING:
                    raise _misplaced(kind, phase)
                if player in died:
                    raise Fault(f"{name_of[player]} is ejected, but is dead since tick {died[player]}.")
                for name, known in (("name", name_of), ("team", team_of), ("role", role_of)):
                    if data[name] != known[player]:
                        raise Fault(
                            f'the field "{name}" is {_show(data[name])}; expected {_show(known[player])}.'
                        )
                died[player] = tick
                phase = _VOTED
            elif kind == "vote_skipped":
                if phase != _VOTING:
                    raise _misplaced(kind, phase)
                phase = _VOTED
            elif kind == "players_respawned":
                if phase != _SPREADING:
                    raise _misplaced(kind, phase)
                spread = data["rooms"]
                for player, room in spread.items():
                    if player not in room_of:
                        raise _unknown_player(kind, data, player, name_of)
                    if player in died:
                        raise Fault(f"{name_of[player]} respawns, but is dead since tick {died[player]}.")
                    if room not in rooms:
                        raise Fault(_no_room(room, rooms))
                missing = [
                    name_of[player] for player in room_of if player not in died and player not in spread
                ]
                if missing:
                    raise Fault(f"{', '.join(missing)} lives, but does not respawn.")
                room_of.update(spread)
                phase = _BETWEEN
            elif kind == "game_over":
                if phase in (_CALLED, _SPREADING):
                    raise _misplaced(kind, phase)
                if data["winner"] not in ("goose", "duck"):
                    raise Fault(f'the field "winner" is {_show(data["winner"])}; expected "goose" or "duck".')
                phase = OVER
            elif kind == "game_started":
                raise Fault(
                    "a second game_started; a record holds one game.", "Split the file into its games."
                )
        except (KeyError, TypeError, AttributeError) as error:
            wrong = _field_fault(data, _FIELDS.get(kind, {}))
            raise Fault(wrong or f"{kind} cannot be understood: {_show(data)}.") from error
        append(Event(time, kind, tick, data))
    return phase


def _change_phase(to: str, phase: int) -> int:
    follows = {
        "discussion": (_CALLED, _DISCUSSION),
        "voting": (_DISCUSSION, _VOTING),
        "free_roam": (_VOTED, _SPREADING),
    }
    if to not in follows:
        raise Fault(f'the field "phase" is {_show(to)}; expected one of {", ".join(follows)}.')
    before, after = follows[to]
    if phase != before:
        raise _misplaced(f"the change to {to}", phase)
    return after


def _check_bodies(
    kind: str,
    bodies: list[Any],
    rooms: frozenset[str],
    id_of: dict[str, str],
    died: dict[str, int],
    here: str,
) -> None:
    near = False
    for body in bodies:
        if type(body) is not dict or _field_fault(body, {"room": str, "victim_name": str}):
            raise Fault(f'a body is {_show(body)}; expected an object with "room" and "victim_name".')
        if body["room"] not in rooms:
            raise Fault(_no_room(body["room"], rooms))
        victim = id_of.get(body["victim_name"])
        if victim is None:
            raise Fault(
                f"there is no player named {_show(body['victim_name'])}; the players are {', '.join(id_of)}."
            )
        if victim not in died:
            raise Fault(f"the body of {body['victim_name']} is listed, but {body['victim_name']} lives.")
        near = near or body["room"] == here
    if kind == "body_reported" and not near:
        raise Fault(f"a body is reported from {here}, where none lies.")


# What can be said about a fault.


def _unknown_player(kind: str, data: dict[str, Any], player: object, names: dict[str, str]) -> Fault:
    fault = _field_fault(data, _FIELDS[kind])
    if fault is None:
        field_name = next((key for key, value in data.items() if value == player), "rooms")
        fault = (
            f'the field "{field_name}" names no player: {_show(player)}; the players are {", ".join(names)}.'
        )
    return Fault(fault)


def _misplaced(kind: str, phase: int) -> Fault:
    return Fault(
        f"{kind} cannot stand here, {_PHASES[phase]}.", "Restore the lines' order, or what is missing before."
    )


def _tick_fault(kind: str, data: dict[str, Any], tick: int, expected: int) -> str | None:
    fault = _field_fault(data, _FIELDS[kind])
    if fault is None and tick != expected:
        fault = f"{kind} has tick {tick}; expected {expected}."
    if fault is None and data["tick"] != tick:
        fault = f'the field "tick" is {data["tick"]}, but the event\'s tick is {tick}.'
    return fault


def _task_fault(kind: str, data: dict[str, Any], rooms: frozenset[str], name: str) -> Fault:
    fault = _field_fault(data, _FIELDS[kind])
    if fault is None and data["room"] not in rooms:
        fault = _no_room(data["room"], rooms)
    return Fault(fault or f"{name} was given no task {_show(data['task_name'])} in {data['room']}.")


def _chat_fault(data: dict[str, Any], tick: int, name: str) -> Fault:
    fault = _field_fault(data, _FIELDS["free_roam_chat"])
    if fault is None and data["tick"] != tick:
        fault = f'the field "tick" is {data["tick"]}, but the event\'s tick is {tick}.'
    return Fault(fault or f'the field "name" is {_show(data["name"])}; expected {_show(name)}.')


def _elsewhere(
    kind: str, data: dict[str, Any], rooms: frozenset[str], name: str, said: object, room: str
) -> Fault:
    fault = _field_fault(data, _FIELDS[kind])
    if fault is None:
        for key in ("room", "from", "to"):
            if key in data and data[key] not in rooms:
                fault = _no_room(data[key], rooms)
                break
    return Fault(fault or f"{kind} puts {name} into {said}, but {name} is in {room}.")
