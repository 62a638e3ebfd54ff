"""The local picture: the viewer's room, who and what is in it, its exits, and who has just come and gone.

The room is in the middle. Each exit lies on the side of the room that the map has it on, joined to the room
by a corridor with its ticks; who came from there or left for there stands beside it, with the tick.
"""

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from PIL import Image

from gander.quack.senses.observation import Observation
from gander.quack.senses.pictures.groups import GAP, Group, Part, flow, stacked
from gander.quack.senses.pictures.plan import SIDE, Box
from gander.quack.senses.pictures.sheet import ACCENTED, BLUE, INK, PAPER, RED, Picture, Sheet
from gander.quack.senses.pictures.tiles import chip, framed, tags, text
from gander.quack.world import GameMap, Sight
from gander.quack.world.maps import layout

__all__ = ["LocalPlan", "local_picture", "local_plan"]

_SIDES = "NESW"
_BLOCK = 220  # pixels that an exit and those who used it may take, in width
_BETWEEN = 20  # pixels between exits
_STUB = 14  # pixels of a corridor's line before and after its number
_EDGE = 10  # free at the picture's edge
_WIDTHS = (380, 480, 580, 700, 850, 1000)  # of the room, the first that makes it wide rather than high
_THICK = 5
_PAD = 16  # between the room's edge and what is in it, with its line


@dataclass
class LocalPlan:
    """Where everything is in a local picture.

    Attributes:
        width: The picture's width.
        height: Its height.
        lines: Corridors, as boxes.
        tiles: What lies on them and beside, each with its left and top. Only numbers lie on corridors, and
            what is in the room on the room's box, which is the first.
    """

    width: int
    height: int
    lines: list[Box] = field(default_factory=list)
    tiles: list[tuple[Image.Image, int, int]] = field(default_factory=list)


def local_picture(observation: Observation, game_map: GameMap) -> Picture:
    """Draw what a viewer perceives in its room; see `local_plan` for what is in it.

    At most 1,024 pixels on the long side for 24 players with names of ordinary length; names are never cut
    and letters never smaller, so with very many very long names it is larger.

    Args:
        observation: What the viewer knows.
        game_map: The map of its game.
    """
    plan = local_plan(observation, game_map)
    sheet = Sheet(plan.width, plan.height, RED)
    for line in plan.lines:
        sheet.put(_line(line.width, line.height), line.left, line.top)
    for tile, left, top in plan.tiles:
        sheet.put(tile, left, top)
    return sheet.picture()


def local_plan(observation: Observation, game_map: GameMap) -> LocalPlan:
    """Lay a local picture out.

    In the room: its name, the tick, the viewer, the living players there, bodies, who worked or killed
    since the viewer's last decision, the viewer's own open tasks here, and the button. At the exits: their
    rooms, the ticks of the way, and who came and left since then, with the tick.

    Args:
        observation: What the viewer knows.
        game_map: The map of its game.
    """
    for most in (3, 2, 1):
        plan = _laid(observation, game_map, most)
        if plan.width <= SIDE:
            break
    return plan


def _laid(observation: Observation, game_map: GameMap, most: int) -> LocalPlan:
    """The plan with at most so many exits above the room, and below it."""
    blocks = _blocks(observation)
    sides = _sides(observation.room, list(blocks), game_map, most)
    exits = {
        side: [(blocks[room], blocks[room].group(side)) for room in rooms] for side, rooms in sides.items()
    }
    tiles = {side: [group for _, group in pairs] for side, pairs in exits.items()}
    aside = {side: max((tile.width for tile in tiles[side]), default=0) for side in "EW"}
    stubs = {side: max((_stub(block.ticks, side) for block, _ in exits[side]), default=0) for side in _SIDES}
    across = {side: sum(tile.width + _BETWEEN for tile in tiles[side]) + _BETWEEN for side in "NS"}
    down = {side: sum(tile.height + _BETWEEN for tile in tiles[side]) + _BETWEEN for side in "EW"}
    outside = sum(aside[side] + stubs[side] for side in "EW") + 2 * _EDGE
    widest = max(SIDE - outside, across["N"], across["S"], 240)
    for width in (*(width for width in _WIDTHS if width < widest), widest):
        if width >= max(across.values()):
            inside = _inside(observation, game_map, width - 2 * _PAD)
            if max(inside.height, *down.values()) <= width * 0.6:
                break
    room = Box(
        _EDGE + aside["W"] + stubs["W"],
        _EDGE + max((tile.height for tile in tiles["N"]), default=0) + stubs["N"],
        max(width, inside.width + 2 * _PAD),
        max(inside.height + 2 * _PAD, *down.values()),
    )
    below = max((tile.height for tile in tiles["S"]), default=0)
    plan = LocalPlan(room.right + stubs["E"] + aside["E"] + _EDGE, room.bottom + stubs["S"] + below + _EDGE)
    plan.tiles.append((_frame(room.width, room.height), room.left, room.top))
    plan.tiles += inside.moved(room.left + _PAD, room.top + (room.height - inside.height) // 2)
    for side in _SIDES:
        _put_exits(plan, room, side, exits[side], stubs[side])
    return plan


@dataclass
class _Block:
    """An exit, and those who have just used it."""

    room: str
    ticks: int | None
    moves: dict[tuple[str, int], list[str]] = field(default_factory=dict)

    def group(self, side: str) -> Group:
        """The neighbour's box, on the room's side of what is told about it."""
        parts: list[Part] = [_neighbour(self.room)]
        for (what, tick), names in self.moves.items():
            parts.append(text(f"{what}, tick {tick}:", _BLOCK))
            parts.append(flow([chip(name, _BLOCK) for name in names], _BLOCK))
        if side == "N":
            parts = [*parts[1:], parts[0]]
        return stacked(parts, GAP // 2, {"E": 0.0, "W": 1.0}.get(side, 0.5))


def _blocks(observation: Observation) -> dict[str, _Block]:
    blocks = {exit_.room: _Block(exit_.room, exit_.ticks) for exit_ in observation.exits}
    for sight in observation.seen:
        if sight.kind in ("arrived", "left") and sight.other is not None:
            block = blocks.setdefault(sight.other, _Block(sight.other, None))
            what = "from there" if sight.kind == "arrived" else "to there"
            block.moves.setdefault((what, sight.tick), []).append(sight.who)
    return blocks


def _sides(room: str, exits: Sequence[str], game_map: GameMap, most: int) -> dict[str, list[str]]:
    """The exits on each side of the room, as the map has them, in order."""
    index = layout(game_map).index
    here = game_map.rooms[index[room]]
    sides: dict[str, list[str]] = {side: [] for side in _SIDES}
    ways = {
        name: (game_map.rooms[index[name]].x - here.x, game_map.rooms[index[name]].y - here.y)
        for name in exits
    }
    for name, (x, y) in ways.items():
        sides[("E" if x > 0 else "W") if abs(x) > abs(y) else ("S" if y > 0 else "N")].append(name)
    for side in "NS":
        sides[side].sort(key=lambda name: ways[name])
        # Where more don't fit above or below a room, the outer ones go round its corners.
        while len(sides[side]) > most:
            first, last = (abs(ways[sides[side][at]][0]) for at in (0, -1))
            if first > last or (first == last and len(sides["W"]) <= len(sides["E"])):
                sides["W"].append(sides[side].pop(0))
            else:
                sides["E"].append(sides[side].pop())
    for side in "EW":
        sides[side].sort(key=lambda name: math.atan2(ways[name][1], abs(ways[name][0]) + 1e-9))
    return sides


def _stub(ticks: int | None, side: str) -> int:
    """The length of a corridor with its number on it."""
    if ticks is None:
        return 2 * _STUB
    tile = _ticks(ticks)
    return (tile.width if side in "EW" else tile.height) + 2 * _STUB


def _put_exits(
    plan: LocalPlan, room: Box, side: str, exits: Sequence[tuple[_Block, Group]], stub: int
) -> None:
    """Lay a side's exits along the room, evenly, and their corridors."""
    lengths = [group.width if side in "NS" else group.height for _, group in exits]
    start, whole = (room.left, room.width) if side in "NS" else (room.top, room.height)
    gap = (whole - sum(lengths)) / (len(exits) + 1)
    at = start + gap
    for (block, group), length in zip(exits, lengths, strict=True):
        along = round(at)
        at += length + gap
        if side in "NS":
            top = room.top - stub - group.height if side == "N" else room.bottom + stub
            plan.tiles += group.moved(along, top)
            middle = along + group.width // 2 - _THICK // 2
            line = Box(middle, room.top - stub if side == "N" else room.bottom, _THICK, stub)
        else:
            left = room.left - stub - group.width if side == "W" else room.right + stub
            plan.tiles += group.moved(left, along)
            middle = along + _neighbour(block.room).height // 2 - _THICK // 2
            line = Box(room.left - stub if side == "W" else room.right, middle, stub, _THICK)
        plan.lines.append(line)
        if block.ticks is not None:
            label = _ticks(block.ticks)
            x, y = line.middle
            plan.tiles.append((label, round(x - label.width / 2), round(y - label.height / 2)))


@functools.lru_cache(maxsize=1024)
def _ticks(count: int) -> Image.Image:
    words = text("1 tick" if count == 1 else f"{count} ticks")
    return framed(words, words.width + GAP, words.height, border=0)


@functools.lru_cache(maxsize=1024)
def _neighbour(name: str) -> Image.Image:
    inside = text(name, _BLOCK - 2 * (GAP + 3))
    return framed(inside, inside.width + 2 * (GAP + 3), inside.height + 12, border=3)


def _inside(observation: Observation, game_map: GameMap, width: int) -> Group:
    """What is told in the room, in rows."""
    here = observation.room
    meeting = "" if observation.meeting is None else ", meeting"
    title: list[Part] = [text(f"{here}, tick {observation.tick}{meeting}", width)]
    tasks = sum(task.room == here and task.done < task.needed for task in observation.tasks)
    things = tags(you=False, tasks=tasks, button=here == game_map.button, task=INK)
    if things is not None:
        title.append(things)
    players = [text("here:"), chip(f"{observation.name} (you)", width, BLUE)]
    players += [chip(name, width) for name in observation.present]
    rows = [flow(title, width), flow(players, width)]
    if observation.bodies:
        rows.append(
            flow([chip(f"body of {name}", width, ACCENTED[RED]) for name in observation.bodies], width)
        )
    return stacked([*rows, *_doings(observation.seen, width)], 10)


def _doings(seen: Sequence[Sight], width: int) -> list[Group]:
    """Who killed and who worked, by tick."""
    workers: dict[int, list[str]] = {}
    rows: list[Group] = []
    for sight in seen:
        if sight.kind == "worked":
            workers.setdefault(sight.tick, []).append(sight.who)
        elif sight.kind == "killed" and sight.other is not None:
            killer, victim = chip(sight.who, width), chip(sight.other, width)
            rows.append(flow([text(f"tick {sight.tick}:"), killer, text("killed"), victim], width))
    for tick, names in workers.items():
        rows.append(flow([text(f"tick {tick}, at a task:"), *(chip(name, width) for name in names)], width))
    return rows


@functools.lru_cache(maxsize=64)
def _frame(width: int, height: int) -> Image.Image:
    tile = Image.new("P", (width, height), 1)
    tile.paste(0, (4, 4, width - 4, height - 4))
    return tile


@functools.lru_cache(maxsize=64)
def _line(width: int, height: int) -> Image.Image:
    return Image.new("P", (width, height), PAPER[1])
