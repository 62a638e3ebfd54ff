"""New maps, drawn from a seed."""

import math
from collections.abc import Sequence
from random import Random
from typing import TypeVar

import msgspec

from gander.errors import InputError
from gander.quack.world.maps import MAX_ROOMS, Corridor, GameMap, Room, TaskSite, fewest_corridors, layout

__all__ = ["generate_map"]

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
        if min(len(near[pair[0]]), len(near[pair[1]])) >= 2 and min(fewest_corridors(near, 0)) >= 0:
            kept = rest
    return kept


def _apart(a: Room, b: Room) -> float:
    return math.hypot(a.x - b.x, a.y - b.y)


def _shuffled(items: Sequence[_T], chance: Random) -> list[_T]:
    """The items in random order. Uses `Random.random` only, the method whose sequence Python promises."""
    left = list(items)
    return [left.pop(int(chance.random() * len(left))) for _ in range(len(left))]
