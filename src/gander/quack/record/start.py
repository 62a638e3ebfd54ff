"""The first event of a record: who plays, on what map, by what rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

import msgspec

from gander.errors import InputError
from gander.quack.record.fields import FIELDS, Fault, Line, field_fault, fields, lower, show
from gander.quack.world.events import SCHEMA
from gander.quack.world.maps import GameMap, check_map
from gander.quack.world.rules import Rules, check_rules

__all__ = ["ROLES", "Entrant", "Start", "no_room", "read_start"]

ROLES = {"goose": "Goose", "duck": "Duck"}
"""Roles by team."""

_ENTRANT = fields(name=str, role=str, team=str, room=str, tasks=list)
_TASK = fields(name=str, room=str, ticks_required=int)


def _both_ways(*corridors: tuple[str, str, int]) -> dict[tuple[str, str], int]:
    return {way: ticks for a, b, ticks in corridors for way in ((a, b), (b, a))}


def _ends(corridors: Mapping[tuple[str, str], int]) -> frozenset[str]:
    return frozenset(room for room, _ in corridors)


_RELEASED_MAP = "simple_ship"
_RELEASED_CORRIDORS = _both_ways(
    ("oxygen", "cafeteria", 2),
    ("cafeteria", "weapons", 2),
    ("oxygen", "upper_engine", 1),
    ("upper_engine", "lower_engine", 2),
    ("cafeteria", "medbay", 1),
    ("cafeteria", "electrical", 2),
    ("medbay", "electrical", 1),
    ("medbay", "storage", 2),
    ("weapons", "security", 1),
    ("electrical", "security", 2),
    ("security", "navigation", 2),
    ("lower_engine", "storage", 2),
    ("storage", "navigation", 3),
    ("upper_engine", "medbay", 2),
)
"""Released records name their map by a path only; that file is the standard map."""

_RELEASED_ROOMS = _ends(_RELEASED_CORRIDORS)


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


@dataclass(frozen=True, slots=True)
class Start:
    """What `game_started` says.

    Attributes:
        roster: The players in seat order.
        schema: The format's version; 0 for released records.
        seed: The game's seed, if it is told.
        game_map: The map, if the record carries it.
        rules: The rules, if the record carries them, as Gander's own do.
        rooms: The map's rooms; None if the map isn't known.
        corridors: Ticks of each corridor, both ways; None if the map isn't known.
        needed: Ticks that each player's tasks take, by (room, name).
    """

    roster: tuple[Entrant, ...]
    schema: int
    seed: int | None
    game_map: GameMap | None
    rules: Rules | None
    rooms: frozenset[str] | None
    corridors: Mapping[tuple[str, str], int] | None
    needed: Mapping[str, dict[tuple[str, str], int]]


def read_start(event: Line) -> Start:
    """Read the first event.

    Raises:
        Fault: It is no `game_started`, is incomplete or contradicts itself, or a newer Gander wrote it.
    """
    if event.event_type != "game_started":
        raise Fault(
            f"the first event is {show(event.event_type)}; expected game_started.",
            "Start from the record's first line.",
        )
    data = event.data
    fault = field_fault(data, FIELDS["game_started"])
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
    game_map = _read_map(data, schema)
    rules = _read_rules(data, game_map) if schema and game_map is not None else None
    corridors: Mapping[tuple[str, str], int] | None = None
    rooms = None
    if game_map is not None:
        corridors = _both_ways(*((way.a, way.b, way.ticks) for way in game_map.corridors))
        rooms = _ends(corridors)
    elif _on_released_map(data):
        corridors, rooms = _RELEASED_CORRIDORS, _RELEASED_ROOMS
    needed: dict[str, dict[tuple[str, str], int]] = {}
    roster = tuple(_read_entrants(data, rooms, needed))
    _check_counts(data, roster, rules)
    if rules is not None and game_map is not None:
        _check_deal(roster, needed, rules, game_map)
    return Start(roster, schema, data.get("seed"), game_map, rules, rooms, corridors, needed)


def _read_map(data: dict[str, Any], schema: int) -> GameMap | None:
    if data.get("map") is None:
        if schema:
            raise Fault('the field "map" is missing; a record with a schema carries its map.')
        return None
    try:
        game_map = msgspec.convert(data["map"], GameMap)
        check_map(game_map)
    except msgspec.ValidationError as error:
        raise Fault(f'the field "map" is no map: {lower(str(error))}.') from error
    except InputError as error:
        raise Fault(f'the field "map" is no map to play on: {error.where}: {lower(error.what)}') from error
    return game_map


def _read_rules(data: dict[str, Any], game_map: GameMap) -> Rules:
    if data.get("rules") is None:
        raise Fault('the field "rules" is missing; a record with a schema carries its rules.')
    try:
        rules = msgspec.convert(data["rules"], Rules)
        check_rules(rules, len(game_map.tasks))
    except msgspec.ValidationError as error:
        raise Fault(f'the field "rules" holds no rules: {lower(str(error))}.') from error
    except InputError as error:
        raise Fault(f'the field "rules" holds none to play by: {error.where}: {lower(error.what)}') from error
    if list(rules.players) != data["players"]:
        raise Fault(f'"players" is {show(data["players"])}; the rules name {show(rules.players)}.')
    return rules


def _on_released_map(data: dict[str, Any]) -> bool:
    name = (data.get("config") or {}).get("map")
    return name is None or (isinstance(name, str) and PurePath(name).stem == _RELEASED_MAP)


def _read_entrants(
    data: dict[str, Any], rooms: frozenset[str] | None, needed: dict[str, dict[tuple[str, str], int]]
) -> Iterator[Entrant]:
    names: list[object] = data["players"]
    state: dict[str, Any] = data["initial_state"]
    if not names or len(state) != len(names):
        raise Fault(
            f'"players" names {len(names)} and "initial_state" holds {len(state)};'
            " expected the same players in both."
        )
    seen: set[str] = set()
    for name, (player_id, start) in zip(names, state.items(), strict=True):
        if type(start) is not dict:
            raise Fault(f'initial_state of "{player_id}" is {show(start)}; expected an object.')
        fault = field_fault(start, _ENTRANT)
        if fault:
            raise Fault(f'initial_state of "{player_id}": {fault}')
        if start["name"] != name or start["name"] in seen:
            raise Fault(
                f'initial_state of "{player_id}" names {show(start["name"])};'
                f" expected {show(name)}, and no name twice."
            )
        seen.add(start["name"])
        if start["team"] not in ROLES:
            raise Fault(f'the team of "{player_id}" is {show(start["team"])}; expected "goose" or "duck".')
        if start["role"] != ROLES[start["team"]]:
            raise Fault(
                f'the role of "{player_id}" is {show(start["role"])};'
                f" expected {show(ROLES[start['team']])}, since its team is {show(start['team'])}."
            )
        if rooms is not None and start["room"] not in rooms:
            raise Fault(no_room(start["room"], rooms))
        tasks = needed[player_id] = _read_tasks(player_id, start["tasks"], rooms)
        yield Entrant(player_id, start["name"], start["role"], start["team"], start["room"], tuple(tasks))


def _read_tasks(player_id: str, given: list[Any], rooms: frozenset[str] | None) -> dict[tuple[str, str], int]:
    tasks: dict[tuple[str, str], int] = {}
    for task in given:
        if type(task) is not dict or field_fault(task, _TASK) or task["ticks_required"] < 1:
            raise Fault(
                f'a task of "{player_id}" is {show(task)};'
                ' expected an object with "name", "room" and "ticks_required" (1 or more).'
            )
        if rooms is not None and task["room"] not in rooms:
            raise Fault(no_room(task["room"], rooms))
        key = (task["room"], task["name"])
        if key in tasks:
            raise Fault(f'"{player_id}" is given {show(task["name"])} in {task["room"]} twice.')
        tasks[key] = task["ticks_required"]
    return tasks


def _check_counts(data: dict[str, Any], roster: tuple[Entrant, ...], rules: Rules | None) -> None:
    config = data.get("config") or {}
    ducks = sum(entrant.team == "duck" for entrant in roster)
    for where, name, stated, count in (
        ("config", "num_players", config.get("num_players"), len(roster)),
        ("config", "num_ducks", config.get("num_ducks"), ducks),
        ("rules", "ducks", None if rules is None else rules.ducks, ducks),
    ):
        if stated is not None and stated != count:
            raise Fault(f'"{name}" in "{where}" is {show(stated)}, but initial_state has {count}.')


def _check_deal(
    roster: tuple[Entrant, ...],
    needed: Mapping[str, Mapping[tuple[str, str], int]],
    rules: Rules,
    game_map: GameMap,
) -> None:
    """Whether the tasks that were given are the map's, as many and as long as the rules say."""
    sites = {(site.room, site.name) for site in game_map.tasks}
    for entrant in roster:
        tasks = needed[entrant.player_id]
        if not tasks.keys() <= sites:
            strange = next(name for room, name in tasks if (room, name) not in sites)
            raise Fault(f'"{entrant.player_id}" is given {show(strange)}, a task that the map does not have.')
        if len(tasks) != rules.tasks.per_goose or any(n != rules.tasks.ticks for n in tasks.values()):
            raise Fault(
                f'"{entrant.player_id}" is given other tasks than the rules say:'
                f" {rules.tasks.per_goose} of {rules.tasks.ticks} ticks each."
            )


def no_room(room: object, rooms: frozenset[str]) -> str:
    """What is said of a room that the map doesn't have."""
    return f"there is no room {show(room)}; the map has {', '.join(sorted(rooms))}."
