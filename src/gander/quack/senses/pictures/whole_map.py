"""The global picture: the map with travel times, the viewer's place and its own open tasks, nothing else."""

import functools
from collections import Counter

from PIL import Image

from gander.quack.senses.observation import Observation
from gander.quack.senses.pictures.groups import GAP, stacked
from gander.quack.senses.pictures.plan import SIDE, Plan
from gander.quack.senses.pictures.sheet import BLUE, PAPER, YELLOW, Picture
from gander.quack.senses.pictures.stage import Stage, planned, set_stage
from gander.quack.senses.pictures.tiles import framed, number, tags, text
from gander.quack.world import GameMap
from gander.quack.world.maps import layout

__all__ = ["global_picture", "global_plan"]

_FOOT = "2t: 2 ticks to walk. Yellow: your open tasks."
_FOOT_HEIGHT = 37
_BORDER = 3


def global_picture(observation: Observation, game_map: GameMap) -> Picture:
    """Draw the map for a viewer: where it is, its own open tasks, the button, and the ticks of corridors.

    It depends on the viewer's room and open tasks only, so nothing else can be seen in it. At most 1,024
    pixels on the long side for up to 24 rooms with names of ordinary length; larger for larger maps, since
    letters do not become smaller.

    Args:
        observation: What the viewer knows.
        game_map: The map of its game.
    """
    tasks = Counter(task.room for task in observation.tasks if task.done < task.needed)
    return _drawn(_ground(game_map), observation.room, tuple(sorted(tasks.items())))


def global_plan(game_map: GameMap) -> Plan:
    """Where the rooms, corridors and numbers of a map are in its global pictures."""
    return _ground(game_map).stage.plan


class _Ground:
    """What the global pictures of a map share."""

    def __init__(self, game_map: GameMap) -> None:
        self.map = game_map
        self.names = [room.name for room in game_map.rooms]
        ways = layout(game_map)
        self.button = ways.button
        self._tiles: dict[tuple[int, int, bool], Image.Image] = {}
        self._sites = [len(sites) for sites in ways.tasks]
        plan, self.name_width = planned(
            game_map, self._size, lambda ticks: number(ticks).size, SIDE - _FOOT_HEIGHT
        )
        self.stage: Stage = set_stage(plan, game_map, _FOOT, YELLOW)
        for room in range(len(self.names)):
            self.stage.sheet.put(self.tile(room, 0, here=False), *self.corner(room))

    def _size(self, room: int, name_width: int, narrow: bool) -> tuple[int, int]:
        """A box that holds the most that can be in a room, so that boxes stay as they are."""
        name = text(self.names[room], name_width)
        parts = [
            tag.width
            for you, sites, button in (
                (True, 0, False),
                (False, self._sites[room], False),
                (False, 0, room == self.button),
            )
            if (tag := tags(you=you, tasks=sites, button=button))
        ]
        width = max(name.width, *parts) if narrow else max(name.width, sum(parts) + GAP * (len(parts) - 1))
        whole = tags(you=True, tasks=self._sites[room], button=room == self.button, width=width)
        assert whole is not None
        return width + 2 * (GAP + _BORDER), name.height + whole.height + 2 * (4 + _BORDER)

    def corner(self, room: int) -> tuple[int, int]:
        box = self.stage.plan.rooms[room]
        return box.left, box.top

    def tile(self, room: int, tasks: int, *, here: bool) -> Image.Image:
        """A room's box, drawn once."""
        key = room, tasks, here
        if key not in self._tiles:
            self._tiles[key] = self._box(room, tasks, here=here)
        return self._tiles[key]

    def _box(self, room: int, tasks: int, *, here: bool) -> Image.Image:
        """A room's box; without tags the name is in its middle."""
        ramp = BLUE if here else PAPER
        box = self.stage.plan.rooms[room]
        name = text(self.names[room], self.name_width, ramp)
        rows = tags(
            you=here,
            tasks=tasks,
            button=room == self.button,
            width=box.width - 2 * (GAP + _BORDER),
        )
        inside = name if rows is None else stacked([name, rows], 0, 0.5).drawn(ramp[0])
        return framed(inside, box.width, box.height, ramp, _BORDER)


@functools.lru_cache(maxsize=32)
def _ground(game_map: GameMap) -> _Ground:
    return _Ground(game_map)


@functools.lru_cache(maxsize=256)
def _drawn(ground: _Ground, here: str, tasks: tuple[tuple[str, int], ...]) -> Picture:
    """Kept, for who waits or works sees the same again."""
    index = layout(ground.map).index
    sheet = ground.stage.sheet.copy()
    counts = {index[room]: count for room, count in tasks}
    for room in {index[here], *counts}:
        sheet.put(ground.tile(room, counts.get(room, 0), here=room == index[here]), *ground.corner(room))
    return sheet.picture()
