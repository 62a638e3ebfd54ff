"""Maps: an undirected graph of rooms and corridors with travel times (paper, section 3.2).

`check_map` says whether a map can be played on; `Layout` answers what follows from it (neighbours,
distances, fastest ways). Maps are read and written in `gander.quack.world.map_yaml`, drawn from a seed
in `gander.quack.world.map_generator`, and found by name or file in `gander.quack.library`.
"""

import functools
import heapq
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import msgspec

from gander.errors import InputError
from gander.faults import Fault, Place, name_faults, same, shown, suggestion

__all__ = [
    "MAX_ROOMS",
    "MAX_TICKS",
    "Corridor",
    "GameMap",
    "Layout",
    "Room",
    "TaskSite",
    "check_map",
    "fewest_corridors",
    "layout",
    "map_faults",
    "overlapping_rooms",
]

MAX_ROOMS = 200
"""The most rooms a map may have."""

MAX_TICKS = 1000
"""The longest a corridor may take."""

_MAX_TASKS = 1000
_MAX_COORDINATE = 10_000


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
        hops=tuple(fewest_corridors(neighbours, room) for room in range(len(names))),
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


def fewest_corridors(neighbours: _Neighbours, start: int) -> tuple[int, ...]:
    """Corridors from `start` to every room, or -1 where there is no way.

    Args:
        neighbours: As in `Layout`.
        start: Index of the room.
    """
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


def check_map(game_map: GameMap) -> None:
    """Make sure that a map built in code is valid; `parse_map` sees to maps from YAML.

    Raises:
        InputError: The first thing that is wrong.
    """
    for fault in map_faults(game_map):
        where = f"map {shown(game_map.name)}, " + " ".join(
            f"#{step + 1}" if isinstance(step, int) else step for step in fault.place
        )
        raise InputError(fault.what, where=where.rstrip(", "), todo=fault.todo)


def map_faults(game_map: GameMap, *, whole: bool = True) -> Iterator[Fault]:
    """All that is wrong with a map, at places in the words of its YAML: ``("corridors", 3, "from")``.

    Args:
        game_map: The map.
        whole: False if elements that could not be read are missing; it need not hang together then.
    """
    yield from name_faults(game_map.name, ("name",), "the map's name")
    if len(game_map.rooms) < 2:
        yield Fault(("rooms",), f"a map needs at least 2 rooms, this one has {len(game_map.rooms)}.")
    if len(game_map.rooms) > MAX_ROOMS:
        yield Fault(("rooms",), f"{len(game_map.rooms)} rooms are too many; the most is {MAX_ROOMS}.")
        return
    if len(game_map.tasks) > _MAX_TASKS:
        yield Fault(("tasks",), f"{len(game_map.tasks)} tasks are too many; the most is {_MAX_TASKS}.")
        return
    known: dict[str, int] = {}
    for number, room in enumerate(game_map.rooms):
        place: Place = ("rooms", number)
        yield from name_faults(room.name, place, "a room's name")
        key = same(room.name)
        if key in known:
            other = game_map.rooms[known[key]].name
            how = "given twice" if other == room.name else f"too much like room {shown(other)}"
            yield Fault(
                place,
                f"room {shown(room.name)} is {how}.",
                "Give each room its own name.",
                ("rooms", known[key]),
            )
        known.setdefault(key, number)
        for axis, value in (("x", room.x), ("y", room.y)):
            if not (math.isfinite(value) and abs(value) <= _MAX_COORDINATE):
                yield Fault((*place, axis), f"{axis} must lie within ±{_MAX_COORDINATE}, not {value}.")
        if not (math.isfinite(room.size) and 0 < room.size <= _MAX_COORDINATE):
            yield Fault(
                (*place, "size"), f"size must be above 0 and at most {_MAX_COORDINATE}, not {room.size}."
            )
    names = {room.name for room in game_map.rooms}
    if not game_map.button.strip():
        yield Fault(("button",), "there is no button room.", "Name the room with the emergency button.")
    elif game_map.button not in names:
        yield _unknown_room(game_map.button, ("button",), "the button", names)
    yield from _corridor_faults(game_map, names, whole=whole)
    done: dict[tuple[str, str], int] = {}
    for number, task in enumerate(game_map.tasks):
        place = ("tasks", number)
        yield from name_faults(task.name, (*place, "name"), "a task's name")
        if task.room not in names:
            yield _unknown_room(task.room, (*place, "room"), f"task {shown(task.name)}", names)
        site = (task.room, same(task.name))
        if site in done:
            yield Fault(
                place,
                f"task {shown(task.name)} is given twice in room {shown(task.room)}.",
                "Remove one or give it another name.",
                ("tasks", done[site]),
            )
        done.setdefault(site, number)


def _corridor_faults(game_map: GameMap, names: set[str], *, whole: bool) -> Iterator[Fault]:
    sound = whole
    drawn: dict[frozenset[str], int] = {}
    ways: dict[str, list[str]] = {name: [] for name in names}
    for number, corridor in enumerate(game_map.corridors):
        place: Place = ("corridors", number)
        a, b = corridor.a, corridor.b
        for key, end in (("from", a), ("to", b)):
            if end not in names:
                sound = False
                yield _unknown_room(end, (*place, key), "a corridor", names)
        if a == b:
            sound = False
            yield Fault(place, f"the corridor leads from {shown(a)} to itself.", "Remove it.")
        elif frozenset((a, b)) in drawn:
            sound = False
            yield Fault(
                place,
                f"the corridor between {shown(a)} and {shown(b)} is given twice (corridors go both ways).",
                "Keep one of the two.",
                ("corridors", drawn[frozenset((a, b))]),
            )
        drawn.setdefault(frozenset((a, b)), number)
        ticks: object = corridor.ticks
        if not isinstance(ticks, int) or isinstance(ticks, bool) or not 1 <= ticks <= MAX_TICKS:
            yield Fault(
                (*place, "ticks"), f"ticks must be a whole number from 1 to {MAX_TICKS}, not {ticks!r}."
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
        listed = ", ".join(shown(name) for _, name in lost[:10]) + (
            f" and {len(lost) - 10} more" if len(lost) > 10 else ""
        )
        yield Fault(
            ("rooms", lost[0][0]),
            f"the map is in pieces: from {shown(start)} no corridors lead to {listed}.",
            "Add a corridor, or remove the rooms.",
        )


def _unknown_room(name: str, place: Place, what: str, names: set[str]) -> Fault:
    leads = "is" if what != "a corridor" else "ends"
    if not name.strip():
        return Fault(place, f"{what} {leads} in no room.", "Name one of the map's rooms.")
    return Fault(
        place, f"{what} {leads} in room {shown(name)}, which the map does not have.", suggestion(name, names)
    )
