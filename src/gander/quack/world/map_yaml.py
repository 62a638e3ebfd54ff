"""Maps as YAML: read with the line of every mistake, and written."""

from collections.abc import Iterator, Mapping, Sequence

import yaml

from gander.errors import InputError
from gander.faults import listed, shown
from gander.quack.world.maps import MAX_TICKS, Corridor, GameMap, Room, TaskSite, check_map, map_faults
from gander.yaml_text import Entry, Reading, kind, scalar

__all__ = ["map_problems", "parse_map", "render_map"]

_KEYS = ("name", "button", "rooms", "corridors", "tasks")


def parse_map(text: str, *, source: str) -> GameMap:
    """Read a map from YAML (`render_map` shows the format).

    Args:
        text: The YAML text.
        source: What to call the text in messages, usually the file's name.

    Raises:
        InputError: The first thing that is wrong, with `source` and line; `map_problems` gives all.
    """
    found, problems = _read(text, source)
    if problems:
        first = problems[0]
        more = len(problems) - 1
        note = f"({more} more: `gander quack map check` lists all.)" if more else ""
        raise InputError(first.what, where=first.where, todo=f"{first.todo} {note}".strip())
    if found is None:
        raise AssertionError("a map without problems was not built")
    return found


def map_problems(text: str, *, source: str) -> tuple[InputError, ...]:
    """All that is wrong with a map in YAML, by line; empty if it is valid. Same arguments as `parse_map`."""
    return _read(text, source)[1]


def _read(text: str, source: str) -> tuple[GameMap | None, tuple[InputError, ...]]:
    reading = Reading(source)
    found = _build(text, reading)
    if found is not None:
        reading.check(map_faults(found, whole=not reading.faults))
    problems = reading.problems()
    return (None if problems else found), problems


def _build(text: str, reading: Reading) -> GameMap | None:
    """Build the map as far as its form allows; what the form forbids goes to `reading`.

    Where a value is missing or of the wrong kind, a harmless one stands in for it, so that one slip
    makes one message. None if too little is there to check further.
    """
    root = reading.compose(text, "a map")
    if root is None:
        if not reading.faults:
            reading.fault(1, "the file is empty.", f"A map needs {listed(_KEYS)}.")
        return None
    entries = reading.entries(root, _KEYS, (), "the map")
    if entries is None:
        return None
    reading.keep((), root, entries)
    names = {key: reading.text(entries[key].value, key) for key in ("name", "button") if key in entries}
    rooms = _rooms(entries["rooms"].value, reading) if "rooms" in entries else []
    corridors: list[Corridor] = []
    for item, fields in reading.items(entries, "corridors", ("from", "to", "ticks"), "a corridor"):
        a, b = _texts(fields, ("from", "to"), reading)
        ticks = _ticks(fields["ticks"].value, reading) if "ticks" in fields else None
        if a is not None and b is not None:
            reading.keep(("corridors", len(corridors)), item, fields)
            corridors.append(Corridor(a, b, 1 if ticks is None else ticks))
    tasks: list[TaskSite] = []
    for item, fields in reading.items(entries, "tasks", ("room", "name"), "a task"):
        room, task = _texts(fields, ("room", "name"), reading)
        if room is not None and task is not None:
            reading.keep(("tasks", len(tasks)), item, fields)
            tasks.append(TaskSite(room, task))
    if not rooms:
        if "rooms" in entries and not reading.faults:
            reading.fault(reading.line(("rooms",)), "a map needs at least 2 rooms, this one has 0.")
        return None
    button = names.get("button")
    return GameMap(
        names.get("name") or "map",
        tuple(rooms),
        tuple(corridors),
        tuple(tasks),
        rooms[0].name if button is None else button,
    )


def _rooms(node: yaml.Node, reading: Reading) -> list[Room]:
    if not isinstance(node, yaml.MappingNode):
        reading.fault(node, f"rooms must be a mapping from room names to x, y and size, not {kind(node)}.")
        return []
    rooms: list[Room] = []
    for key, value in node.value:
        name = reading.text(key, "a room's name")
        if name is None:
            continue
        fields = reading.entries(value, ("x", "y"), ("size",), f"room {shown(name)}") or {}
        reading.keep(("rooms", len(rooms)), key, fields)
        numbers = {field: reading.number(entry.value, field) for field, entry in fields.items()}
        x, y, size = (numbers.get(field) for field in ("x", "y", "size"))
        rooms.append(Room(name, x or 0, y or 0, 2 if size is None else size))
    return rooms


def _texts(fields: Mapping[str, Entry], keys: Sequence[str], reading: Reading) -> Iterator[str | None]:
    return (reading.text(fields[key].value, key) if key in fields else None for key in keys)


def _ticks(node: yaml.Node, reading: Reading) -> int | None:
    return reading.whole(node, "ticks", f"a whole number from 1 to {MAX_TICKS}")


def render_map(game_map: GameMap) -> str:
    """Write a map as YAML, one room, corridor and task a line; `parse_map` reads the same map back.

    Raises:
        InputError: The map is not valid (see `check_map`).
    """
    check_map(game_map)
    lines = [f"name: {scalar(game_map.name)}", f"button: {scalar(game_map.button)}", "rooms:"]
    lines += (
        f"  {scalar(room.name)}: {{x: {x}, y: {y}, size: {size}}}"
        for room in game_map.rooms
        for x, y, size in [map(_decimal, (room.x, room.y, room.size))]
    )
    lines.append("corridors:")
    lines += (
        f"  - {{from: {scalar(way.a)}, to: {scalar(way.b)}, ticks: {way.ticks}}}"
        for way in game_map.corridors
    )
    lines.append("tasks:" if game_map.tasks else "tasks: []")
    lines += (f"  - {{room: {scalar(task.room)}, name: {scalar(task.name)}}}" for task in game_map.tasks)
    return "\n".join(lines) + "\n"


def _decimal(value: float) -> str:
    """The shortest number that reads back as the same; YAML 1.1 wants a point before an exponent."""
    if value == int(value):
        return str(int(value))
    mantissa, exponent, power = repr(value).partition("e")
    return f"{mantissa}{'' if '.' in mantissa else '.0'}{exponent}{power}"
