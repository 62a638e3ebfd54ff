"""A map as a picture's ground: its corridors with their numbers, and places for its rooms.

It is drawn once a map; each picture is a copy with rooms laid on it.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from gander.quack.senses.pictures.groups import GAP
from gander.quack.senses.pictures.plan import SIDE, Plan, Point, crossings, make_plan
from gander.quack.senses.pictures.sheet import PAPER, Colour, Sheet
from gander.quack.senses.pictures.tiles import number, text
from gander.quack.world import GameMap

Size = tuple[int, int]

__all__ = ["Stage", "planned", "set_stage"]

_WIDTHS = (260, 180, 140, 110)  # at which rooms' names are broken into lines

_THICK = 5  # a corridor's line, in pixels
_APART = 5  # what stays free beside the upper of two lines that cross
_FINE = 4  # lines are drawn so many times larger and scaled down, for even edges

_MANY_ROOMS = 32

_HALF = [0] * 128 + [255] * 128  # what is covered by half is covered


@dataclass(frozen=True, slots=True)
class Stage:
    """A map that players can be put on.

    Attributes:
        plan: Where everything is.
        sheet: The corridors, without rooms; copy it.
        foot: The first row below the map.
    """

    plan: Plan
    sheet: Sheet
    foot: int


def planned(
    game_map: GameMap, box: Callable[[int, int, bool], Size], label: Callable[[int], Size], height: int
) -> tuple[Plan, int]:
    """The plan of a map, and the width at which its rooms' names are broken.

    Args:
        game_map: The map.
        box: The size of a room's box, from its index, the width of its name, and whether it should rather
            be narrow than flat.
        label: The size of a corridor's label, from its ticks.
        height: The most pixels that the plan should be high.
    """
    labels = [label(corridor.ticks) for corridor in game_map.corridors]
    tried: dict[tuple[Size, ...], tuple[tuple[int, int], Plan, int]] = {}
    # Of maps that no picture of the wanted size holds, one plan will do.
    tries = ((_WIDTHS[0], False), *((width, True) for width in _WIDTHS))
    for width, narrow in tries if len(game_map.rooms) <= _MANY_ROOMS else tries[1:2]:
        sizes = tuple(box(room, width, narrow) for room in range(len(game_map.rooms)))
        if sizes in tried:
            continue
        plan = make_plan(game_map, sizes, labels, height=height)
        over = max(0, plan.width - SIDE) + max(0, plan.height - height)
        tried[sizes] = (over, plan.flaws), plan, width
        if not over and not plan.flaws:
            break
    _, plan, width = min(tried.values(), key=lambda each: each[0])
    return plan, width


def set_stage(plan: Plan, game_map: GameMap, foot: str, accent: Colour) -> Stage:
    """Draw the corridors of a plan, their numbers, and a line of text below them."""
    note = text(foot, max(plan.width - 2 * GAP, 240))
    sheet = Sheet(max(plan.width, note.width + 2 * GAP), plan.height + note.height + GAP, accent)
    sheet.put(_lines(plan), 0, 0)
    sheet.put(note, GAP, plan.height)
    for way, corridor in zip(plan.ways, game_map.corridors, strict=True):
        label = number(corridor.ticks)
        left = way.label.left + (way.label.width - label.width) // 2
        sheet.put(label, left, way.label.top + (way.label.height - label.height) // 2)
    return Stage(plan, sheet, plan.height + note.height + GAP)


def _lines(plan: Plan) -> Image.Image:
    grey = Image.new("L", (plan.width * _FINE, plan.height * _FINE), 0)
    draw = ImageDraw.Draw(grey)
    for way in plan.ways:
        _stroke(draw, way.points, _THICK, 255)
    # Where two cross, the later one passes above: white beside it parts the other.
    for point, a, b in crossings(plan):
        near = _stretch(point, a, b)
        _stroke(draw, near, _THICK + 2 * _APART, 0)
        _stroke(draw, near, _THICK, 255)
    mask = grey.reduce(_FINE).point(_HALF, "1")
    tile = Image.new("P", mask.size, PAPER[0])
    tile.paste(PAPER[1], (0, 0), mask)
    return tile


def _stroke(draw: ImageDraw.ImageDraw, points: Sequence[Point], width: int, tone: int) -> None:
    fine = [(x * _FINE, y * _FINE) for x, y in points]
    draw.line(fine, fill=tone, width=width * _FINE, joint="curve")


def _stretch(point: Point, a: Point, b: Point) -> tuple[Point, Point]:
    """So much of the line from `a` to `b` as lies around a crossing."""
    long = math.dist(a, b)
    x, y = (b[0] - a[0]) / long, (b[1] - a[1]) / long
    before = min(16.0, math.dist(a, point))
    after = min(16.0, math.dist(point, b))
    return (point[0] - before * x, point[1] - before * y), (point[0] + after * x, point[1] + after * y)
