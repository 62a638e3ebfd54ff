"""Where a map's rooms and corridors go on the page."""

import functools
import re

import msgspec

from gander.quack.senses.pictures.plan import make_plan
from gander.quack.world import GameMap

__all__ = ["MapPlan", "RoomPlan", "WayPlan", "plan_map", "signs"]

_LETTER = 7.5  # pixels of a letter of a room's name, on average
_LONGEST = 20  # letters of a room's name that are shown on the map
_BOX = (108, 80)  # the least size of a room: a line of text above three players abreast, twice
_LABEL = (30, 22)
_HEIGHT = 820


class RoomPlan(msgspec.Struct, frozen=True):
    """A room's box, in pixels.

    Attributes:
        name: The room's name.
        code: One to three letters that no other room has.
        left: The box's left.
        top: Its top.
        width: Its width.
        height: Its height.
        button: Whether the emergency button is here.
    """

    name: str
    code: str
    left: int
    top: int
    width: int
    height: int
    button: bool


class WayPlan(msgspec.Struct, frozen=True):
    """A corridor between rooms `a` and `b` (places in `MapPlan.rooms`).

    Attributes:
        a: The room where the line begins.
        b: The room where it ends.
        ticks: Ticks of the walk.
        points: The line, from `a` to `b`; its ends lie under the rooms' boxes.
        label: The middle of the number's place.
    """

    a: int
    b: int
    ticks: int
    points: tuple[tuple[float, float], ...]
    label: tuple[float, float]


class MapPlan(msgspec.Struct, frozen=True):
    """A map laid out in a picture of `width` by `height` pixels."""

    name: str
    width: int
    height: int
    rooms: tuple[RoomPlan, ...]
    ways: tuple[WayPlan, ...]


@functools.lru_cache(maxsize=32)
def plan_map(game_map: GameMap) -> MapPlan:
    """Lay a map out, with its corridors led around the rooms, as in pictures of play."""
    names = [room.name for room in game_map.rooms]
    sizes = [(max(_BOX[0], round(min(len(name), _LONGEST) * _LETTER) + 40), _BOX[1]) for name in names]
    plan = make_plan(game_map, sizes, [_LABEL] * len(game_map.corridors), height=_HEIGHT)
    index = {name: number for number, name in enumerate(names)}
    rooms = tuple(
        RoomPlan(name, code, box.left, box.top, box.width, box.height, name == game_map.button)
        for name, code, box in zip(names, signs(names), plan.rooms, strict=True)
    )
    ways = tuple(
        WayPlan(index[corridor.a], index[corridor.b], corridor.ticks, way.points, way.label.middle)
        for way, corridor in zip(plan.ways, game_map.corridors, strict=True)
    )
    return MapPlan(game_map.name, plan.width, plan.height, rooms, ways)


def signs(names: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    """A short sign for each name, no two alike: its first letters, or where those are taken a number.

    ``upper_engine`` becomes UE, ``medbay`` ME; of a name without letters only its number (from 1) is left.
    """
    taken: dict[str, None] = {}
    for number, name in enumerate(names, 1):
        words = re.findall(r"[^\W\d_]+|\d+", name)
        first = "".join(word[0] for word in words)[:2] if len(words) > 1 else ""
        whole = "".join(words)
        tries = (first, whole[:2], whole[:3], whole[:1] + whole[2:3], whole[:1] + whole[-1:])
        for sign in (*(one.upper() for one in tries if one), str(number), f"#{number}"):
            if sign not in taken and len(sign) <= 4:
                taken[sign] = None
                break
    return tuple(taken)
