"""Maps: an undirected graph of rooms and corridors with travel times (paper, section 3.2).

A map is read with `parse_map` and written with `render_map`; `Layout` answers what follows from it
(neighbours, distances, fastest ways); `generate_map` draws a new one from a seed. No file is opened
here: `gander.quack.library` does that.
"""

import difflib
import functools
import heapq
import math
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType
from typing import TypeVar

import msgspec
import yaml

from gander.errors import InputError

__all__ = [
    "MAX_ROOMS",
    "Corridor",
    "GameMap",
    "Layout",
    "Room",
    "TaskSite",
    "check_map",
    "generate_map",
    "layout",
    "map_problems",
    "overlapping_rooms",
    "parse_map",
    "render_map",
]

MAX_ROOMS = 200
"""The most rooms a map may have."""

_MAX_TASKS = 1000
_MAX_NAME = 100  # characters
_MAX_TICKS = 1000
_MAX_COORDINATE = 10_000
_MAX_TEXT = 1_000_000  # characters of YAML; the largest map allowed needs a tenth of that


class Room(msgspec.Struct, frozen=True):
    """A room. `x`, `y` (centre) and `size` (the side of its square) are in grid units; y grows downwards."""

    name: str
    x: float
    y: float
    size: float = 2


class Corridor(msgspec.Struct, frozen=True):
    """A corridor between rooms `a` and `b`; walking it takes `ticks` ticks, either way."""

    a: str
    b: str
    ticks: int


class TaskSite(msgspec.Struct, frozen=True):
    """A place where the task `name` is done."""

    room: str
    name: str


class GameMap(msgspec.Struct, frozen=True):
    """A map. `button` is the room from which an emergency meeting can be called."""

    name: str
    rooms: tuple[Room, ...]
    corridors: tuple[Corridor, ...]
    tasks: tuple[TaskSite, ...]
    button: str


# --------------------------------------------------------------------------------------------------
# What follows from a map
# --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """What follows from a map, by room index (a room's place in `GameMap.rooms`).

    Get one with `layout`, which keeps those it has built.

    Attributes:
        map: The map itself.
        names: Room names by index.
        index: Room index by name.
        button: Index of the button room.
        neighbours: For each room its ``(neighbour, ticks)`` pairs, by ascending neighbour index.
        corridor_ticks: For each room a mapping from neighbour to the corridor's ticks.
        tasks: For each room its task sites, in the map's order.
        distance: ``distance[a][b]``: ticks of the fastest way.
        hops: ``hops[a][b]``: the fewest corridors, whatever their travel times.
        next_step: ``next_step[a][b]``: the room after `a` on `path(a, b)`; `a` itself if `a` is `b`.
    """

    map: GameMap
    names: tuple[str, ...]
    index: Mapping[str, int]
    button: int
    neighbours: tuple[tuple[tuple[int, int], ...], ...]
    corridor_ticks: tuple[Mapping[int, int], ...]
    tasks: tuple[tuple[TaskSite, ...], ...]
    distance: tuple[tuple[int, ...], ...]
    hops: tuple[tuple[int, ...], ...]
    next_step: tuple[tuple[int, ...], ...]

    @property
    def diameter(self) -> int:
        """Ticks between the two rooms that are farthest apart."""
        return max(max(row) for row in self.distance)

    def path(self, a: int, b: int) -> tuple[int, ...]:
        """The fastest way from `a` to `b`, both included; ``(a,)`` if they are the same.

        Among equally fast ways the one through the fewest rooms is taken, and among those the one
        that goes first to the room with the smaller index, at every step. So the way back may
        pass through other rooms than the way there.
        """
        rooms = [a]
        while a != b:
            a = self.next_step[a][b]
            rooms.append(a)
        return tuple(rooms)

    def first_steps(self, a: int, b: int) -> tuple[int, ...]:
        """All neighbours of `a` with which a fastest way to `b` can begin, ascending; none if `a` is `b`."""
        if a == b:
            return ()
        return tuple(
            room
            for room, ticks in self.neighbours[a]
            if ticks + self.distance[room][b] == self.distance[a][b]
        )


@functools.lru_cache(maxsize=256)
def layout(game_map: GameMap) -> Layout:
    """Build the layout of a map; equal maps share one.

    Raises:
        InputError: The map is not valid (see `check_map`).
    """
    check_map(game_map)
    names = tuple(room.name for room in game_map.rooms)
    index = {name: place for place, name in enumerate(names)}
    ticks_to: list[dict[int, int]] = [{} for _ in names]
    for corridor in game_map.corridors:
        a, b = index[corridor.a], index[corridor.b]
        ticks_to[a][b] = ticks_to[b][a] = corridor.ticks
    neighbours = tuple(tuple(sorted(ticks.items())) for ticks in ticks_to)
    fastest = [_fastest(neighbours, room) for room in range(len(names))]
    steps: list[tuple[int, ...]] = []
    for a, near in enumerate(neighbours):
        row = []
        for b in range(len(names)):
            if a == b:
                row.append(a)
                continue
            ticks, corridors = fastest[b][a]
            # `near` ascends, so the first that fits has the smallest index.
            row.append(next(n for n, w in near if fastest[b][n] == (ticks - w, corridors - 1)))
        steps.append(tuple(row))
    return Layout(
        map=game_map,
        names=names,
        index=MappingProxyType(index),
        button=index[game_map.button],
        neighbours=neighbours,
        corridor_ticks=tuple(MappingProxyType(dict(near)) for near in neighbours),
        tasks=tuple(tuple(task for task in game_map.tasks if task.room == name) for name in names),
        distance=tuple(tuple(ticks for ticks, _ in row) for row in fastest),
        hops=tuple(_fewest_corridors(neighbours, room) for room in range(len(names))),
        next_step=tuple(steps),
    )


_Neighbours = Sequence[Sequence[tuple[int, int]]]


def _fastest(neighbours: _Neighbours, start: int) -> list[tuple[int, int]]:
    """(ticks, corridors) from `start` to every room: fewest ticks, then fewest corridors (Dijkstra)."""
    best: list[tuple[int, int] | None] = [None] * len(neighbours)
    queue = [(0, 0, start)]
    while queue:
        ticks, corridors, room = heapq.heappop(queue)
        if best[room] is not None:
            continue
        best[room] = (ticks, corridors)
        for other, weight in neighbours[room]:
            if best[other] is None:
                heapq.heappush(queue, (ticks + weight, corridors + 1, other))
    return [found for found in best if found is not None]


def _fewest_corridors(neighbours: _Neighbours, start: int) -> tuple[int, ...]:
    """Corridors from `start` to every room, or -1 where there is no way."""
    hops = [-1] * len(neighbours)
    hops[start] = 0
    queue = [start]
    for room in queue:
        for other, _ in neighbours[room]:
            if hops[other] < 0:
                hops[other] = hops[room] + 1
                queue.append(other)
    return tuple(hops)


def overlapping_rooms(game_map: GameMap) -> tuple[tuple[str, str], ...]:
    """Pairs of rooms whose squares overlap, which no picture shows well; such a map can be played."""
    rooms = game_map.rooms
    return tuple(
        (a.name, b.name)
        for place, a in enumerate(rooms)
        for b in rooms[place + 1 :]
        if max(abs(a.x - b.x), abs(a.y - b.y)) < (a.size + b.size) / 2
    )


# --------------------------------------------------------------------------------------------------
# What makes a map invalid
# --------------------------------------------------------------------------------------------------

_Place = tuple[str | int, ...]
"""Where in a map something is: ``("corridors", 3, "from")``, in the words of the YAML format."""


@dataclass(frozen=True, slots=True)
class _Fault:
    place: _Place
    what: str
    todo: str = ""
    first: _Place | None = None  # where the same thing was given before


def check_map(game_map: GameMap) -> None:
    """Make sure that a map built in code is valid; `parse_map` does it for maps from YAML.

    Raises:
        InputError: The first thing that is wrong.
    """
    for fault in _faults(game_map):
        where = f"map {_shown(game_map.name)}, " + " ".join(
            f"#{step + 1}" if isinstance(step, int) else step for step in fault.place
        )
        raise InputError(fault.what, where=where.rstrip(", "), todo=fault.todo)


def _faults(game_map: GameMap, *, whole: bool = True) -> Iterator[_Fault]:
    """Faults of a map; one that lacks broken elements (not `whole`) is not asked to hang together."""
    yield from _name_faults(game_map.name, ("name",), "the map's name")
    if len(game_map.rooms) < 2:
        yield _Fault(("rooms",), f"a map needs at least 2 rooms, this one has {len(game_map.rooms)}.")
    if len(game_map.rooms) > MAX_ROOMS:
        yield _Fault(("rooms",), f"{len(game_map.rooms)} rooms are too many; the most is {MAX_ROOMS}.")
        return
    if len(game_map.tasks) > _MAX_TASKS:
        yield _Fault(("tasks",), f"{len(game_map.tasks)} tasks are too many; the most is {_MAX_TASKS}.")
        return
    known: dict[str, int] = {}
    for number, room in enumerate(game_map.rooms):
        place: _Place = ("rooms", number)
        yield from _name_faults(room.name, place, "a room's name")
        key = _same(room.name)
        if key in known:
            other = game_map.rooms[known[key]].name
            how = "given twice" if other == room.name else f"too much like room {_shown(other)}"
            yield _Fault(
                place,
                f"room {_shown(room.name)} is {how}.",
                "Give each room its own name.",
                ("rooms", known[key]),
            )
        known.setdefault(key, number)
        for axis, value in (("x", room.x), ("y", room.y)):
            if not (math.isfinite(value) and abs(value) <= _MAX_COORDINATE):
                yield _Fault((*place, axis), f"{axis} must lie within ±{_MAX_COORDINATE}, not {value}.")
        if not (math.isfinite(room.size) and 0 < room.size <= _MAX_COORDINATE):
            yield _Fault(
                (*place, "size"), f"size must be above 0 and at most {_MAX_COORDINATE}, not {room.size}."
            )
    names = {room.name for room in game_map.rooms}
    if not game_map.button.strip():
        yield _Fault(("button",), "there is no button room.", "Name the room with the emergency button.")
    elif game_map.button not in names:
        yield _unknown_room(game_map.button, ("button",), "the button", names)
    yield from _corridor_faults(game_map, names, whole=whole)
    done: dict[tuple[str, str], int] = {}
    for number, task in enumerate(game_map.tasks):
        place = ("tasks", number)
        yield from _name_faults(task.name, (*place, "name"), "a task's name")
        if task.room not in names:
            yield _unknown_room(task.room, (*place, "room"), f"task {_shown(task.name)}", names)
        site = (task.room, _same(task.name))
        if site in done:
            yield _Fault(
                place,
                f"task {_shown(task.name)} is given twice in room {_shown(task.room)}.",
                "Remove one or give it another name.",
                ("tasks", done[site]),
            )
        done.setdefault(site, number)


def _corridor_faults(game_map: GameMap, names: set[str], *, whole: bool) -> Iterator[_Fault]:
    sound = whole
    drawn: dict[frozenset[str], int] = {}
    ways: dict[str, list[str]] = {name: [] for name in names}
    for number, corridor in enumerate(game_map.corridors):
        place: _Place = ("corridors", number)
        a, b = corridor.a, corridor.b
        for key, end in (("from", a), ("to", b)):
            if end not in names:
                sound = False
                yield _unknown_room(end, (*place, key), "a corridor", names)
        if a == b:
            sound = False
            yield _Fault(place, f"the corridor leads from {_shown(a)} to itself.", "Remove it.")
        elif frozenset((a, b)) in drawn:
            sound = False
            yield _Fault(
                place,
                f"the corridor between {_shown(a)} and {_shown(b)} is given twice (corridors go both ways).",
                "Keep one of the two.",
                ("corridors", drawn[frozenset((a, b))]),
            )
        drawn.setdefault(frozenset((a, b)), number)
        ticks: object = corridor.ticks
        if not isinstance(ticks, int) or isinstance(ticks, bool) or not 1 <= ticks <= _MAX_TICKS:
            yield _Fault(
                (*place, "ticks"), f"ticks must be a whole number from 1 to {_MAX_TICKS}, not {ticks!r}."
            )
        if a in names and b in names:
            ways[a].append(b)
            ways[b].append(a)
    # A corridor with a wrong end also leaves a gap elsewhere; one message is enough.
    if not sound or not game_map.rooms:
        return
    start = game_map.button if game_map.button in names else game_map.rooms[0].name
    reached = {start}
    queue = [start]
    for name in queue:
        fresh = [other for other in ways[name] if other not in reached]
        reached.update(fresh)
        queue.extend(fresh)
    lost = [(number, room.name) for number, room in enumerate(game_map.rooms) if room.name not in reached]
    if lost:
        listed = ", ".join(_shown(name) for _, name in lost[:10]) + (
            f" and {len(lost) - 10} more" if len(lost) > 10 else ""
        )
        yield _Fault(
            ("rooms", lost[0][0]),
            f"the map is in pieces: from {_shown(start)} no corridors lead to {listed}.",
            "Add a corridor, or remove the rooms.",
        )


def _name_faults(name: str, place: _Place, whose: str) -> Iterator[_Fault]:
    if not name.strip():
        yield _Fault(place, f"{whose} must not be blank.")
    elif name != name.strip():
        yield _Fault(place, f"{whose} must not begin or end with a space: {_shown(name)}.")
    elif len(name.splitlines()) > 1 or name.splitlines()[0] != name:
        yield _Fault(place, f"{whose} must be one line, not {_shown(name)}.")
    elif len(name) > _MAX_NAME:
        yield _Fault(place, f"{whose} has {len(name)} characters; the most is {_MAX_NAME}.")
    elif any(0xD800 <= ord(char) <= 0xDFFF for char in name):
        yield _Fault(place, f"{whose} holds half a character (a lone surrogate): {_shown(name)}.")


def _unknown_room(name: str, place: _Place, what: str, names: set[str]) -> _Fault:
    leads = "is" if what != "a corridor" else "ends"
    if not name.strip():
        return _Fault(place, f"{what} {leads} in no room.", "Name one of the map's rooms.")
    return _Fault(
        place, f"{what} {leads} in room {_shown(name)}, which the map does not have.", _near(name, names)
    )


def _near(word: str, known: Sequence[str] | set[str]) -> str:
    """Advice that names the nearest known word, or all if they are few."""
    listed = sorted(known)
    close = difflib.get_close_matches(word, listed, n=1)
    if not close:
        folded = [name for name in listed if _same(name) == _same(word)]
        close = folded[:1]
    if close:
        return f"Did you mean {_shown(close[0])}?"
    return f"Known: {', '.join(map(_shown, listed))}." if 0 < len(listed) <= 12 else ""


def _same(name: str) -> str:
    """Names with the same result look the same to a reader: case, width and spacing are dropped."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _shown(name: str) -> str:
    """A name as messages show it: quoted and escaped where it is not a plain word."""
    if len(name) > _MAX_NAME:
        name = name[:_MAX_NAME] + "…"
    return name if re.fullmatch(r"[A-Za-z0-9_-]+(?:\.[0-9]+)?", name) else repr(name)


# --------------------------------------------------------------------------------------------------
# YAML
# --------------------------------------------------------------------------------------------------

_MAP_KEYS = ("name", "button", "rooms", "corridors", "tasks")
_NUMBER = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{0,30})?(?:[eE][-+]?[0-9]{1,3})?")
_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,14})")


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


@dataclass(slots=True)
class _Reading:
    """The lines of what was read so far and the faults found, by line number (from 1)."""

    lines: dict[_Place, int] = field(default_factory=dict)
    faults: list[tuple[int, str, str]] = field(default_factory=list)

    def fault(self, node: yaml.Node | int, what: str, todo: str = "") -> None:
        line = node if isinstance(node, int) else node.start_mark.line + 1
        self.faults.append((line, what, todo))

    def keep(self, place: _Place, line: int, nodes: Mapping[str, yaml.Node]) -> None:
        """Remember the lines of an element of the map and of its values."""
        self.lines[place] = line
        for key, node in nodes.items():
            self.lines[(*place, key)] = node.start_mark.line + 1

    def line(self, place: _Place) -> int:
        """The line of a place, or of the nearest thing around it that has one."""
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place, 1)


def _read(text: str, source: str) -> tuple[GameMap | None, tuple[InputError, ...]]:
    reading = _Reading()
    found = _build(text, reading)
    if found is not None:
        for fault in _faults(found, whole=not reading.faults):
            first = f" It stands first on line {reading.line(fault.first)}." if fault.first else ""
            reading.fault(reading.line(fault.place), fault.what + first, fault.todo)
    problems = tuple(
        InputError(what, where=f"{source}:{line}", todo=todo)
        for line, what, todo in sorted(reading.faults, key=lambda fault: fault[0])
    )
    return (None if problems else found), problems


def _build(text: str, reading: _Reading) -> GameMap | None:
    """Build the map as far as its form allows; what the form forbids goes to `reading`.

    Where a value is missing or of the wrong kind, a harmless one stands in for it, so that one slip
    makes one message. None if too little is there to check further.
    """
    root = _compose(text, reading)
    if root is None:
        return None
    entries = _entries(root, _MAP_KEYS, (), "the map", reading)
    if entries is None:
        return None
    for key, (key_node, _) in entries.items():
        reading.lines[(key,)] = key_node.start_mark.line + 1
    names = {key: _text(entries[key][1], key, reading) for key in ("name", "button") if key in entries}
    rooms = _rooms(entries["rooms"][1], reading) if "rooms" in entries else []
    corridors: list[Corridor] = []
    for line, fields in _items(entries, "corridors", ("from", "to", "ticks"), "a corridor", reading):
        a, b = (_text(fields[key], key, reading) if key in fields else None for key in ("from", "to"))
        ticks = _ticks(fields["ticks"], reading) if "ticks" in fields else 1
        if a is not None and b is not None:
            reading.keep(("corridors", len(corridors)), line, fields)
            corridors.append(Corridor(a, b, ticks))
    tasks: list[TaskSite] = []
    for line, fields in _items(entries, "tasks", ("room", "name"), "a task", reading):
        room, task = (_text(fields[key], key, reading) if key in fields else None for key in ("room", "name"))
        if room is not None and task is not None:
            reading.keep(("tasks", len(tasks)), line, fields)
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


def _compose(text: str, reading: _Reading) -> yaml.Node | None:
    if len(text) > _MAX_TEXT:
        reading.fault(1, f"{len(text)} characters are too many for a map; the most is {_MAX_TEXT}.")
        return None
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.reader.ReaderError as error:
        position = error.position if isinstance(error.position, int) else 0
        reading.fault(
            text.count("\n", 0, position) + 1,
            f"character U+{ord(text[position]):04X} is not allowed in YAML.",
            'Write it as an escape in double quotes, such as "\\x1b".',
        )
        return None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        said = ", ".join(part for part in (error.context, error.problem) if part)
        reading.fault(mark.line + 1 if mark else 1, f"this is not valid YAML: {said}.")
        return None
    except (RecursionError, ValueError):
        # PyYAML follows nesting by recursion, and turns "\\U00110000" into a bare ValueError.
        reading.fault(1, "this is not valid YAML: nested too deeply, or with an impossible character code.")
        return None
    if root is None:
        reading.fault(1, "the file is empty.", f"A map needs {_listed(_MAP_KEYS)}.")
    return root


def _entries(
    node: yaml.Node, needed: Sequence[str], optional: Sequence[str], whose: str, reading: _Reading
) -> dict[str, tuple[yaml.Node, yaml.Node]] | None:
    """The (key, value) nodes of a mapping with fixed keys; None if it is no mapping."""
    if not isinstance(node, yaml.MappingNode):
        reading.fault(node, f"{whose} must be a mapping with {_listed(needed)}, not {_kind(node)}.")
        return None
    entries: dict[str, tuple[yaml.Node, yaml.Node]] = {}
    known = (*needed, *optional)
    misspelt: set[str] = set()
    for key_node, value in node.value:
        key = key_node.value if isinstance(key_node, yaml.ScalarNode) else None
        if key not in known:
            shown = _kind(key_node) if key is None else _shown(key)
            misspelt.update(difflib.get_close_matches(key or "", known, n=1))
            reading.fault(key_node, f"{whose} has no key {shown}.", _near(key or "", known))
        elif key in entries:
            line = entries[key][0].start_mark.line + 1
            reading.fault(key_node, f"{whose} has {key} twice; it stands first on line {line}.")
        else:
            entries[key] = (key_node, value)
    for key in needed:
        if key not in entries and key not in misspelt:
            reading.fault(node, f"{whose} lacks {key}.", f"It needs {_listed(needed)}.")
    return entries


def _items(
    entries: Mapping[str, tuple[yaml.Node, yaml.Node]],
    key: str,
    needed: Sequence[str],
    whose: str,
    reading: _Reading,
) -> Iterator[tuple[int, dict[str, yaml.Node]]]:
    """Line and value nodes of each mapping in the list under `key`."""
    if key not in entries:
        return
    node = entries[key][1]
    if not isinstance(node, yaml.SequenceNode):
        reading.fault(node, f"{key} must be a list, not {_kind(node)}.")
        return
    for item in node.value:
        fields = _entries(item, needed, (), whose, reading)
        if fields is not None:
            yield item.start_mark.line + 1, {field: value for field, (_, value) in fields.items()}


def _rooms(node: yaml.Node, reading: _Reading) -> list[Room]:
    if not isinstance(node, yaml.MappingNode):
        reading.fault(node, f"rooms must be a mapping from room names to x, y and size, not {_kind(node)}.")
        return []
    rooms: list[Room] = []
    for key_node, value in node.value:
        name = _text(key_node, "a room's name", reading)
        if name is None:
            continue
        fields = _entries(value, ("x", "y"), ("size",), f"room {_shown(name)}", reading) or {}
        nodes = {key: value for key, (_, value) in fields.items()}
        reading.keep(("rooms", len(rooms)), key_node.start_mark.line + 1, nodes)
        numbers = {key: _number(value, key, reading) for key, value in nodes.items()}
        rooms.append(Room(name, numbers.get("x", 0), numbers.get("y", 0), numbers.get("size", 2)))
    return rooms


def _text(node: yaml.Node, what: str, reading: _Reading) -> str | None:
    """A scalar's text as it stands in the file: a room may be called `no` or `12`."""
    if not isinstance(node, yaml.ScalarNode) or node.tag == "tag:yaml.org,2002:null":
        reading.fault(node, f"{what} must be text, not {_kind(node)}.")
        return None
    return str(node.value)


def _number(node: yaml.Node, what: str, reading: _Reading) -> float:
    if _plain(node) and _NUMBER.fullmatch(node.value):
        return float(node.value)
    reading.fault(node, f"{what} must be a number, not {_kind(node)}.")
    return 1


def _ticks(node: yaml.Node, reading: _Reading) -> int:
    if _plain(node) and _WHOLE.fullmatch(node.value):
        return int(node.value)
    reading.fault(node, f"ticks must be a whole number from 1 to {_MAX_TICKS}, not {_kind(node)}.")
    return 1


def _plain(node: yaml.Node) -> bool:
    """Whether a node is a scalar without quotes; numbers in quotes are text."""
    return isinstance(node, yaml.ScalarNode) and node.style is None


def _kind(node: yaml.Node) -> str:
    """What a node is, in words for a message."""
    if isinstance(node, yaml.MappingNode):
        return "a mapping"
    if isinstance(node, yaml.SequenceNode):
        return "a list"
    if node.tag == "tag:yaml.org,2002:null":
        return "nothing"
    return _shown(node.value) if _plain(node) else f"the text {_shown(node.value)}"


def _listed(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}"


def render_map(game_map: GameMap) -> str:
    """Write a map as YAML, one room, corridor and task a line; `parse_map` reads the same map back.

    Raises:
        InputError: The map is not valid (see `check_map`).
    """
    check_map(game_map)
    lines = [f"name: {_scalar(game_map.name)}", f"button: {_scalar(game_map.button)}", "rooms:"]
    lines += (
        f"  {_scalar(room.name)}: {{x: {x}, y: {y}, size: {size}}}"
        for room in game_map.rooms
        for x, y, size in [map(_decimal, (room.x, room.y, room.size))]
    )
    lines.append("corridors:")
    lines += (
        f"  - {{from: {_scalar(way.a)}, to: {_scalar(way.b)}, ticks: {way.ticks}}}"
        for way in game_map.corridors
    )
    lines.append("tasks:" if game_map.tasks else "tasks: []")
    lines += (f"  - {{room: {_scalar(task.room)}, name: {_scalar(task.name)}}}" for task in game_map.tasks)
    return "\n".join(lines) + "\n"


_NO_TEXT = {"null", "true", "false", "yes", "no", "on", "off", "y", "n"}
"""Plain words that YAML, or some reader of it, takes for something else than text."""


def _scalar(text: str) -> str:
    if re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*(?: [A-Za-z0-9_-]+)*", text) and text.lower() not in _NO_TEXT:
        return text
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    if char.isprintable():
        return char
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _decimal(value: float) -> str:
    """The shortest number that reads back as the same; YAML 1.1 wants a point before an exponent."""
    if value == int(value):
        return str(int(value))
    mantissa, exponent, power = repr(value).partition("e")
    return f"{mantissa}{'' if '.' in mantissa else '.0'}{exponent}{power}"


# --------------------------------------------------------------------------------------------------
# New maps
# --------------------------------------------------------------------------------------------------

# No name is part of another, so that a name found in speech means one room.
_PLACES = (
    ("airlock", "Test Seals"),
    ("archive", "Sort Records"),
    ("armory", "Count Lockers"),
    ("atrium", "Water Ferns"),
    ("bakery", "Knead Dough"),
    ("boiler", "Vent Steam"),
    ("jail", "Check Locks"),
    ("bridge", "Plot Heading"),
    ("cellar", "Stack Barrels"),
    ("chapel", "Trim Candles"),
    ("clinic", "Label Samples"),
    ("coolant", "Flush Pipes"),
    ("cryo", "Thaw Specimen"),
    ("dormitory", "Make Beds"),
    ("drydock", "Patch Hull"),
    ("foundry", "Cast Bolts"),
    ("galley", "Rinse Pots"),
    ("garage", "Charge Rover"),
    ("generator", "Restart Turbine"),
    ("greenhouse", "Plant Seedlings"),
    ("hangar", "Refuel Shuttle"),
    ("hatchery", "Turn Eggs"),
    ("infirmary", "Fold Bandages"),
    ("kennel", "Fill Bowls"),
    ("laboratory", "Run Assay"),
    ("laundry", "Empty Dryer"),
    ("library", "Shelve Books"),
    ("lounge", "Tune Radio"),
    ("canteen", "Set Tables"),
    ("icehouse", "Saw Ice"),
    ("museum", "Dust Exhibits"),
    ("observatory", "Align Telescope"),
    ("office", "File Report"),
    ("orchard", "Pick Apples"),
    ("pantry", "Check Stock"),
    ("pumps", "Prime Valves"),
    ("quarry", "Split Stone"),
    ("reactor", "Balance Rods"),
    ("sauna", "Fetch Towels"),
    ("server", "Swap Disks"),
    ("shelter", "Seal Vents"),
    ("sluice", "Raise Gate"),
    ("stables", "Brush Horses"),
    ("studio", "Hang Lights"),
    ("telegraph", "Send Message"),
    ("theater", "Paint Scenery"),
    ("vault", "Enter Code"),
    ("workshop", "Sharpen Tools"),
)

_COLUMN, _ROW = 6, 4  # grid units between the cells in which rooms are put
_T = TypeVar("_T")


def generate_map(rooms: int, seed: int, name: str | None = None) -> GameMap:
    """Draw a connected map from a seed; the same arguments give the same map on every machine.

    Rooms lie in the cells of a grid, a little off its columns, some cells staying empty. Corridors
    join rooms between which no third room lies (the Gabriel graph, which holds the shortest
    spanning tree and whose lines do not cross); then some are taken away, but none that a room
    needs to have two or the map to hang together. So there are loops. Nine rooms of ten have a
    task. The button is where the average way to the other rooms is shortest.

    Args:
        rooms: Number of rooms, 2 to `MAX_ROOMS`.
        seed: The seed; nothing else decides.
        name: The map's name; ``drawn<rooms>-<seed>`` by default.

    Raises:
        InputError: The number of rooms or the name is not allowed.
    """
    if not 2 <= rooms <= MAX_ROOMS:
        raise InputError(f"a map has 2 to {MAX_ROOMS} rooms, not {rooms}.")
    chance = Random(seed)
    places = _shuffled(_PLACES, chance)
    labels = [places[number % len(places)] for number in range(rooms)]
    rounds = ["" if number < len(places) else str(number // len(places) + 1) for number in range(rooms)]
    laid = [
        Room(f"{place}_{again}" if again else place, x, y, size)
        for (place, _), again, (x, y, size) in zip(labels, rounds, _cells(rooms, chance), strict=True)
    ]
    tasks = tuple(
        TaskSite(room.name, f"{task} {again}".strip())
        for room, (_, task), again in zip(laid, labels, rounds, strict=True)
        if chance.random() < 0.9
    ) or (TaskSite(laid[0].name, labels[0][1]),)
    corridors = tuple(
        # An adjacent row is one tick away and an adjacent column two, as on ship10.
        Corridor(laid[a].name, laid[b].name, max(1, min(4, round(_apart(laid[a], laid[b]) / 3))))
        for a, b in _thinned(_gabriel(laid), rooms, chance)
    )
    drawn = GameMap(
        f"drawn{rooms}-{seed}" if name is None else name, tuple(laid), corridors, tasks, laid[0].name
    )
    ways = layout(drawn).distance
    central = min(range(rooms), key=lambda room: (sum(ways[room]), room))
    return msgspec.structs.replace(drawn, button=laid[central].name)


def _cells(rooms: int, chance: Random) -> list[tuple[int, int, int]]:
    """(x, y, size) of each room, row by row; squares stay at least 2 units apart."""
    columns = max(2, math.ceil(math.sqrt(rooms)))
    rows = math.ceil(rooms / columns)
    if rooms > 4 and columns * rows < rooms + 2:
        columns += 1
    empty = set(_shuffled(range(columns * rows), chance)[: columns * rows - rooms])
    laid = []
    for cell in range(columns * rows):
        if cell not in empty:
            row, column = divmod(cell, columns)
            aside = int(chance.random() * 3) - 1
            size = 3 if chance.random() < 0.2 else 2
            laid.append((2 + column * _COLUMN + aside, 2 + row * _ROW, size))
    return laid


def _gabriel(rooms: Sequence[Room]) -> list[tuple[int, int]]:
    """Pairs of rooms in or on whose circle (with the pair as diameter) no other room lies."""
    return [
        (a, b)
        for a in range(len(rooms))
        for b in range(a + 1, len(rooms))
        if all(
            (rooms[c].x - rooms[a].x) * (rooms[c].x - rooms[b].x)
            + (rooms[c].y - rooms[a].y) * (rooms[c].y - rooms[b].y)
            > 0
            for c in range(len(rooms))
            if c not in (a, b)
        )
    ]


def _thinned(pairs: list[tuple[int, int]], rooms: int, chance: Random) -> list[tuple[int, int]]:
    """Take corridors away down to 1.4 a room (ship10's number), as far as loops and unity allow."""
    kept = list(pairs)
    for pair in _shuffled(pairs, chance):
        if len(kept) <= 1.4 * rooms:
            break
        rest = [other for other in kept if other != pair]
        near: list[list[tuple[int, int]]] = [[] for _ in range(rooms)]
        for a, b in rest:
            near[a].append((b, 1))
            near[b].append((a, 1))
        if min(len(near[pair[0]]), len(near[pair[1]])) >= 2 and min(_fewest_corridors(near, 0)) >= 0:
            kept = rest
    return kept


def _apart(a: Room, b: Room) -> float:
    return math.hypot(a.x - b.x, a.y - b.y)


def _shuffled(items: Sequence[_T], chance: Random) -> list[_T]:
    """The items in random order. Uses `Random.random` only, the method whose sequence Python promises."""
    left = list(items)
    return [left.pop(int(chance.random() * len(left))) for _ in range(len(left))]
