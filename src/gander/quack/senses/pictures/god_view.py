"""The god view: everybody's place at one position of a record, for people who watch a replay."""

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from gander.quack.record import Timeline
from gander.quack.senses.pictures.groups import GAP, Group, Part, row, stacked
from gander.quack.senses.pictures.plan import SIDE, Box
from gander.quack.senses.pictures.sheet import ACCENTED, BLUE, INK, PAPER, RED, Picture, Sheet
from gander.quack.senses.pictures.stage import planned, set_stage
from gander.quack.senses.pictures.tiles import chip, framed, number, tags, text, token
from gander.quack.world import GameMap
from gander.quack.world.maps import layout

__all__ = ["Walk", "god_picture", "places"]

_FOOT = "2t: 2 ticks to walk. Blue: Duck. Red: body."
_VEILED_FOOT = "2t: 2 ticks to walk. Red: body."
_BORDER = 3
_ABREAST, _CROWD = 3, 6  # players that a room's box holds side by side, and in all
_ARROWS = ("→", "↓", "←", "↑")  # by quarter turns


@dataclass(frozen=True, slots=True)
class Walk:
    """A player in a corridor: the rooms it left and heads for, and the ticks until it arrives."""

    origin: str
    heading: str
    left: int


def god_picture(timeline: Timeline, position: int, game_map: GameMap, *, roles: bool = True) -> Picture:
    """Draw the whole game at one position: all players in rooms and corridors, bodies, the tick.

    All pictures of a game have the same size, so they make a film.

    Args:
        timeline: The game's timeline.
        position: The position in its record; the picture shows what is so right after that event.
        game_map: The map that was played on.
        roles: Whether it tells who is a Duck.
    """
    start = timeline.record.events[0].data["initial_state"]
    names = tuple(start[player]["name"] for player in timeline.players)
    ducks = tuple(start[player]["team"] == "duck" for player in timeline.players)
    ground = _ground(game_map, names, ducks if roles else None)
    sheet = ground.sheet.copy()
    index = layout(game_map).index
    rooms: dict[int, list[Image.Image]] = {}
    walks: dict[int, Walk] = {}
    told: list[str] = []
    for seat, place in enumerate(places(timeline, position)):
        if place is None:
            told.append("dead")
        elif isinstance(place, Walk):
            told.append(f"to {place.heading}, {place.left} left")
            walks[seat] = place
        else:
            told.append(f"in {place}")
            rooms.setdefault(index[place], []).append(ground.tokens[seat])
    seats = {player: seat for seat, player in enumerate(timeline.players)}
    for body in timeline.bodies:
        if body.start <= position < body.end:
            # First, so that a crowd does not hide it.
            rooms.setdefault(index[body.room], []).insert(0, ground.bodies[seats[body.victim]])
    for room, tokens in rooms.items():
        box = ground.boxes[room]
        sheet.put(ground.room(room, tokens), box.left, box.top)
    _put_walkers(sheet, ground, walks)
    meeting = any(span.start <= position < span.end for span in timeline.meetings)
    tick = timeline.record.events[position].tick
    sheet.put(text(f"tick {tick}{', meeting' if meeting else ''}"), GAP, ground.foot)
    for seat, words in enumerate(told):
        for tile, x, y in ground.roster_line(seat, words).moved(*ground.roster_place(seat)):
            sheet.put(tile, x, y)
    return sheet.picture()


def places(timeline: Timeline, position: int) -> list[str | Walk | None]:
    """Where each player is at a position, in seat order: a room, a walk, or None if it is dead."""
    found: list[str | Walk | None] = []
    for player in timeline.players:
        stay = timeline.where(player, position)
        if stay is None or stay.room is not None:
            found.append(None if stay is None else stay.room)
        else:
            left = _ticks_left(timeline, stay.start, position)
            found.append(Walk(stay.origin or "", stay.heading or "", left))
    return found


def _ticks_left(timeline: Timeline, begun: int, position: int) -> int:
    """Ticks until a walk arrives that began at position `begun`."""
    events = timeline.record.events
    whole = events[begun].data.get("ticks_remaining") or 1
    return max(1, int(whole) - (events[position].tick - events[begun].tick))


class _Ground:
    """What the god views of a game share."""

    def __init__(self, game_map: GameMap, names: tuple[str, ...], ducks: tuple[bool, ...] | None) -> None:
        """With None for `ducks` nobody is told to be one."""
        foot = _VEILED_FOOT if ducks is None else _FOOT
        ducks = ducks or (False,) * len(names)
        self.map = game_map
        self.names = names
        self._rooms = [room.name for room in game_map.rooms]
        self._button = layout(game_map).button
        signs = _signs(names)
        # All as wide as the widest, so that any players fit where as many others do.
        wide = max(token(sign, PAPER).width for sign in signs)
        self.tokens = [
            token(sign, BLUE if duck else PAPER, wide) for sign, duck in zip(signs, ducks, strict=True)
        ]
        self.bodies = [token(sign, ACCENTED[RED], wide) for sign in signs]
        self._more = [token(f"+{count}", PAPER, wide) for count in range(len(names) + 1)]
        self._crowd = self._grid(self.tokens)
        plan, self._name_width = planned(game_map, self._size, self._label_size, SIDE)
        self.boxes = plan.rooms
        self.labels = [way.label for way in plan.ways]
        self.ways = plan.ways
        stage = set_stage(plan, game_map, foot, RED)
        self.foot = stage.foot
        self._across = max(self._roster_width(seat) for seat in range(len(names))) + 2 * GAP
        self._beside = max(1, (stage.sheet.width - GAP) // self._across)
        rows = math.ceil(len(names) / self._beside)
        self._down = max(part.height for part in map(self._name, range(len(names)))) + 6
        height = stage.foot + 34 + rows * self._down + GAP
        self.sheet = Sheet(max(stage.sheet.width, self._across + GAP), height, RED)
        self.sheet.lay(stage.sheet)
        for room, box in enumerate(self.boxes):
            self.sheet.put(self.room(room, []), box.left, box.top)

    def _grid(self, tokens: Sequence[Image.Image]) -> Group:
        """Players in a room; where they are too many, how many more there are (the roster names them)."""
        if len(tokens) > _CROWD:
            tokens = [*tokens[: _CROWD - 1], self._more[len(tokens) - _CROWD + 1]]
        return stacked([row(tokens[at : at + _ABREAST]) for at in range(0, len(tokens), _ABREAST)], 2)

    def _size(self, room: int, name_width: int, narrow: bool) -> tuple[int, int]:
        head = self._head(room, name_width)
        width = max(head.width, self._crowd.width) + 2 * (GAP + _BORDER)
        return width, head.height + self._crowd.height + 2 * (3 + _BORDER)

    def _label_size(self, ticks: int) -> tuple[int, int]:
        """Room for one walker above the number."""
        walker = row([self.tokens[0], text(_ARROWS[0])])
        return max(number(ticks).width, walker.width), number(ticks).height + walker.height + 2

    def _head(self, room: int, name_width: int) -> Part:
        name = text(self._rooms[room], name_width)
        button = tags(you=False, tasks=0, button=room == self._button)
        return name if button is None else stacked([name, button], 0, 0.5)

    def room(self, room: int, tokens: Sequence[Image.Image]) -> Image.Image:
        """A room's box with those who are in it."""
        box = self.boxes[room]
        head = self._head(room, self._name_width)
        inside = stacked([head, self._grid(tokens)] if tokens else [head], 2, 0.5)
        tile = framed(text(""), box.width, box.height, PAPER, _BORDER)
        for part, left, top in inside.moved((box.width - inside.width) // 2, _BORDER + 2):
            tile.paste(part, (left, top))
        return tile

    # The roster.

    def _name(self, seat: int) -> Image.Image:
        return text(self.names[seat], SIDE // 2)

    def _roster_width(self, seat: int) -> int:
        longest = max(corridor.ticks for corridor in self.map.corridors)
        heading = max(text(f"to {room}, {longest} left").width for room in self._rooms)
        return self.tokens[seat].width + self._name(seat).width + heading + 2 * GAP

    def roster_line(self, seat: int, place: str) -> Group:
        """A player's sign and name, and where it is."""
        return row([self.tokens[seat], self._name(seat), text(place)])

    def roster_place(self, seat: int) -> tuple[int, int]:
        """The left and top of a player's line."""
        down, across = divmod(seat, self._beside)
        return GAP + across * self._across, self.foot + 34 + down * self._down


def _put_walkers(sheet: Sheet, ground: _Ground, walks: dict[int, Walk]) -> None:
    """Lay walkers above the numbers of their corridors, each direction with its arrow."""
    index = layout(ground.map).index
    for way, corridor in enumerate(ground.map.corridors):
        groups: list[Part] = []
        for origin, heading in ((corridor.a, corridor.b), (corridor.b, corridor.a)):
            tokens: list[Part] = [
                ground.tokens[seat]
                for seat, walk in walks.items()
                if (walk.origin, walk.heading) == (origin, heading)
            ]
            if tokens:
                (x, y), (to_x, to_y) = ground.boxes[index[origin]].middle, ground.boxes[index[heading]].middle
                arrow = _ARROWS[round(math.atan2(to_y - y, to_x - x) / (math.pi / 2)) % 4]
                groups.append(row([*tokens, text(arrow)]))
        if not groups:
            continue
        slot = ground.labels[way]
        taken = (*ground.boxes, *(label for other, label in enumerate(ground.labels) if other != way))
        count = sum(1 for walk in walks.values() if {walk.origin, walk.heading} == {corridor.a, corridor.b})
        # Where so many walk that they would cover something, their number; the roster names them.
        for whole in (row(groups), stacked(groups, 2, 0.5), chip(f"×{count}", ramp=INK)):
            x, y = slot.middle
            label = number(corridor.ticks)
            inside = stacked([whole, label], 2, 0.5)
            box = Box(round(x - inside.width / 2), round(y - inside.height / 2), inside.width, inside.height)
            if box.left >= 0 and box.right <= sheet.width and not any(box.near(other, 1) for other in taken):
                break
        sheet.put(inside.drawn(), box.left, box.top)


def _signs(names: Sequence[str]) -> list[str]:
    """A short sign for each player: the first letters of its name, or its seat's number from 1."""
    count = 3 if len(names) <= 8 else 2
    signs = [name[:count] for name in names]
    plain = all(sign.isalpha() and sign.isascii() for sign in signs)
    return signs if plain and len(set(signs)) == len(signs) else [str(seat + 1) for seat in range(len(names))]


@functools.lru_cache(maxsize=16)
def _ground(game_map: GameMap, names: tuple[str, ...], ducks: tuple[bool, ...] | None) -> _Ground:
    return _Ground(game_map, names, ducks)
