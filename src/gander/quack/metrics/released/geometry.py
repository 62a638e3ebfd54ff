"""Distances on a map, as the released evaluation measured them."""

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from gander.quack.world.maps import GameMap

__all__ = ["Geometry", "geometry_of"]


@dataclass(frozen=True, slots=True)
class Geometry:
    """A map in numbers. Rooms are numbered alphabetically, so the smaller number wins a tie.

    Attributes:
        name: The map's name.
        names: Room names by number.
        number: Room numbers by name.
        hops: Fewest corridors between two rooms; -1 where no way leads.
        first_steps: The first room of the one shortest path by travel time from a room to a goal;
            -1 where there is none, or none is needed.
    """

    name: str
    names: tuple[str, ...]
    number: Mapping[str, int]
    hops: tuple[tuple[int, ...], ...]
    first_steps: tuple[tuple[int, ...], ...]

    def corridor(self, source: int, target: int) -> int:
        """The number of a corridor, from 1; the same either way."""
        return 1 + min(source, target) * len(self.names) + max(source, target)


@functools.lru_cache(maxsize=32)
def geometry_of(game_map: GameMap) -> Geometry:
    """The geometry of a map."""
    names = tuple(sorted(room.name for room in game_map.rooms))
    number = {name: index for index, name in enumerate(names)}
    roads: list[dict[int, int]] = [{} for _ in names]
    for corridor in game_map.corridors:
        a, b = number[corridor.a], number[corridor.b]
        roads[a][b] = roads[b][a] = corridor.ticks
    starts = range(len(names))
    hops = tuple(_distances(start, [dict.fromkeys(road, 1) for road in roads]) for start in starts)
    first_steps = tuple(_first_steps(start, _distances(start, roads), roads) for start in starts)
    return Geometry(game_map.name, names, number, hops, first_steps)


def _distances(start: int, roads: list[dict[int, int]]) -> tuple[int, ...]:
    """Shortest distances from a room by relaxation; maps have a few dozen rooms."""
    reached = {start: 0}
    frontier: Iterable[int] = (start,)
    while frontier:
        changed: set[int] = set()
        for room in frontier:
            for to, ticks in roads[room].items():
                length = reached[room] + ticks
                if length < reached.get(to, length + 1):
                    reached[to] = length
                    changed.add(to)
        frontier = sorted(changed)
    return tuple(reached.get(room, -1) for room in range(len(roads)))


def _first_steps(start: int, distances: tuple[int, ...], roads: list[dict[int, int]]) -> tuple[int, ...]:
    """Walk back from each goal, each time to the neighbour on a shortest path nearest to the start."""
    steps: list[int] = []
    for goal in range(len(roads)):
        step = -1
        room = goal
        while distances[goal] > 0 and room != start:
            step = room
            room = min(
                (to for to, ticks in roads[room].items() if distances[to] + ticks == distances[room]),
                key=lambda to: (distances[to], to),
            )
        steps.append(step)
    return tuple(steps)
