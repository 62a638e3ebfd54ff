"""A map drawn with characters, and as a list, for terminals.

`draw_map` puts the rooms where the map has them and leads the corridors around them; `list_map` is
the same as lines of text, for terminals too narrow for the drawing and for readers by ear.
"""

import heapq
import itertools
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gander.quack.world.maps import GameMap, layout
from gander.terminal import cells, cut, printable

__all__ = ["LEGEND", "draw_map", "list_map"]

LEGEND = "● button   ◆ task   ─2─ ticks to walk"
"""What the signs of a drawing mean."""

_BUTTON, _TASK = "●", "◆"
_MAX_LINES = 400  # a drawing higher than this is no use

# Bits of a cell: the sides towards which a line leaves it.
_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_ACROSS, _ALONG = _LEFT | _RIGHT, _UP | _DOWN
_MOVES = ((_UP, 0, -1), (_DOWN, 0, 1), (_LEFT, -1, 0), (_RIGHT, 1, 0))
_BACK = {_UP: _DOWN, _DOWN: _UP, _LEFT: _RIGHT, _RIGHT: _LEFT}
_LINES = {
    _UP | _DOWN: "│",
    _LEFT | _RIGHT: "─",
    _DOWN | _RIGHT: "╭",
    _DOWN | _LEFT: "╮",
    _UP | _RIGHT: "╰",
    _UP | _LEFT: "╯",
    _UP | _DOWN | _LEFT | _RIGHT: "┼",
}
_PORTS = {
    False: {_UP: "┴", _DOWN: "┬", _LEFT: "┤", _RIGHT: "├"},
    True: {_UP: "╧", _DOWN: "╤", _LEFT: "╢", _RIGHT: "╟"},
}
_FRAMES = {False: "┌─┐│└┘", True: "╔═╗║╚╝"}

# What a corridor's way costs, in columns; a line of text is about two columns high.
_STEP = {_UP: 2, _DOWN: 2, _LEFT: 1, _RIGHT: 1}
_BEND, _CROSSING, _CROWD = 6, 60, 3


def draw_map(
    game_map: GameMap, *, width: int, notes: Mapping[str, str] | None = None, here: str | None = None
) -> str:
    """Draw a map with box-drawing characters.

    Each room is a box with its name, ``●`` in the button room and ``◆`` if it has a task (``◆2`` if
    it has two). A corridor is a line with its travel time in ticks on it; lines that cross in ``┼``
    do not meet. Long names are cut, control characters made visible. Corridors for which there is
    no space are listed under the drawing.

    Args:
        game_map: A valid map.
        width: Columns that the drawing may take.
        notes: A text to show in a room's box, by room name.
        here: The room to draw with a double frame.

    Returns:
        Lines joined by newlines, none wider than `width`; `list_map` if the drawing does not fit.
    """
    shape = _Shape(game_map, notes or {}, here)
    for longest in (20, 14, 11, 8):
        for gap, margin in ((7, 3), (5, 3), (5, 2), (5, 1)):
            found = shape.boxes(width, longest, gap, margin, 3)
            if found is not None:
                return _best(shape, found, width, longest=longest, gap=gap, margin=margin).text(width)
    return list_map(game_map, width=width, notes=notes, here=here)


def list_map(
    game_map: GameMap, *, width: int, notes: Mapping[str, str] | None = None, here: str | None = None
) -> str:
    """A map as lines of text: each room with its neighbours, ticks and tasks.

    Args:
        game_map: A valid map.
        width: Columns at which lines are broken; 20 are the least used.
        notes: A text to show with a room, by room name.
        here: The room to mark as the reader's own.
    """
    ways = layout(game_map)
    lines: list[str] = []
    for index, room in enumerate(game_map.rooms):
        marks = ["you are here"] if room.name == here else []
        marks += ["button"] if index == ways.button else []
        marks += [printable(notes[room.name])] if notes and notes.get(room.name) else []
        lines += _wrapped(printable(room.name) + (f" ({', '.join(marks)})" if marks else ""), "", width)
        near = [f"{printable(ways.names[other])} {ticks}" for other, ticks in ways.neighbours[index]]
        lines += _wrapped(f"to {', '.join(near)}", "  ", width)
        if ways.tasks[index]:
            tasks = ", ".join(printable(task.name) for task in ways.tasks[index])
            lines += _wrapped(f"tasks: {tasks}", "  ", width)
    return "\n".join(lines)


def _best(
    shape: "_Shape", boxes: "list[_Box]", width: int, *, longest: int, gap: int, margin: int
) -> "_Drawing":
    """The drawing with the fewest flaws, of some with more space and with the hard corridors first."""
    drawings: list[_Drawing] = []
    for lines in (3, 4, 5):
        roomier = shape.boxes(width, longest, gap, margin, lines) or boxes
        first: tuple[int, ...] = ()
        for _ in range(3):
            drawing = _Drawing(roomier, shape.game_map, margin, first)
            drawings.append(drawing)
            if drawing.flaws == (0, 0):
                return drawing
            first = tuple(dict.fromkeys((*drawing.hard, *first)))
    return min(drawings, key=lambda drawing: drawing.flaws)


def _wrapped(text: str, indent: str, width: int) -> list[str]:
    wrap = textwrap.TextWrapper(
        width=max(20, width), initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False
    )
    # Wide letters take two columns, which textwrap does not know; give it half the width then.
    if cells(text) > len(text):
        wrap.width = max(10, width // 2)
    return wrap.wrap(text) or [indent]


@dataclass(frozen=True, slots=True)
class _Box:
    """A room's box: its left upper corner and size in characters, and the text lines inside."""

    left: int
    top: int
    width: int
    height: int
    inside: tuple[str, ...]
    here: bool

    @property
    def middle(self) -> tuple[float, float]:
        return self.left + (self.width - 1) / 2, self.top + (self.height - 1) / 2

    def ports(self, side: int) -> list[tuple[int, int, int]]:
        """(x, y, cost) of the border cells of a side, corners left out; the cost grows off the middle."""
        right, bottom = self.left + self.width - 1, self.top + self.height - 1
        x, y = self.middle
        if side in (_UP, _DOWN):
            line = self.top if side == _UP else bottom
            return [(at, line, int(abs(at - x) / 2)) for at in range(self.left + 1, right)]
        column = self.left if side == _LEFT else right
        return [(column, at, int(2 * abs(at - y))) for at in range(self.top + 1, bottom)]


class _Shape:
    """The rooms of a map in rows, with the text of their boxes, before they get their columns."""

    def __init__(self, game_map: GameMap, notes: Mapping[str, str], here: str | None) -> None:
        self.game_map = game_map
        rooms = game_map.rooms
        tasks = [sum(task.room == room.name for task in game_map.tasks) for room in rooms]
        self.x = [float(room.x) for room in rooms]
        self.here = [room.name == here for room in rooms]
        self.names = [printable(room.name) for room in rooms]
        self.notes = [printable(notes.get(room.name, "")) for room in rooms]
        self.marks = [
            (f" {_BUTTON}" if room.name == game_map.button else "")
            + (f" {_TASK}{count if count > 1 else ''}" if count else "")
            for room, count in zip(rooms, tasks, strict=True)
        ]
        # Rooms at nearly the same height share a row: half a room's side is no step to the eye.
        step = sum(room.size for room in rooms) / len(rooms) / 2
        self.rows: list[list[int]] = []
        top = 0.0
        for index in sorted(range(len(rooms)), key=lambda index: (rooms[index].y, rooms[index].x)):
            if not self.rows or rooms[index].y - top >= step:
                self.rows.append([])
                top = rooms[index].y
            self.rows[-1].append(index)
        for row in self.rows:
            row.sort(key=lambda index: (self.x[index], index))

    def boxes(self, width: int, longest: int, gap: int, margin: int, lines: int) -> list[_Box] | None:
        """Give each room its box, or None if `width` columns are too few.

        Args:
            width: Columns for the whole drawing.
            longest: Columns for a name; longer ones are cut.
            gap: Least columns between boxes of a row.
            margin: Columns and lines around the rooms, for corridors that go round the outside.
            lines: Lines between rows.
        """
        inside = [
            (cut(name, longest) + marks, *([cut(note, longest + 4)] if note else []))
            for name, marks, note in zip(self.names, self.marks, self.notes, strict=True)
        ]
        widths = [max(map(cells, texts)) + 4 for texts in inside]
        limit = width - 2 * margin
        lefts = self._lefts(widths, gap, limit)
        if lefts is None:
            return None
        tops: dict[int, int] = {}
        top = margin
        for row in self.rows:
            tops.update(dict.fromkeys(row, top))
            top += max(len(inside[index]) for index in row) + 2 + lines
        if top > _MAX_LINES:
            return None
        return [
            _Box(left + margin, tops[index], widths[index], len(inside[index]) + 2, inside[index], here)
            for index, (left, here) in enumerate(zip(lefts, self.here, strict=True))
        ]

    def _lefts(self, widths: Sequence[int], gap: int, limit: int) -> list[int] | None:
        """Left columns: to scale where there is space, pushed together where there is not."""
        ideal = 0.0
        for row in self.rows:
            for a, b in itertools.pairwise(row):
                if self.x[b] > self.x[a]:
                    ideal = max(ideal, ((widths[a] + widths[b]) / 2 + gap) / (self.x[b] - self.x[a]))
        # From a scale at which no box pushes another down to none at all, where only order is kept.
        for share in (1.0, 0.95, 0.9, 0.85, 0.8, 0.7, 0.6, 0.45, 0.3, 0.15, 0.0):
            found = self._pushed(widths, gap, ideal * share)
            if max(left + wide for left, wide in zip(found, widths, strict=True)) <= limit:
                return found
        return None

    def _pushed(self, widths: Sequence[int], gap: int, scale: float) -> list[int]:
        lefts = [round(scale * x - wide / 2) for x, wide in zip(self.x, widths, strict=True)]
        for row in self.rows:
            for a, b in itertools.pairwise(row):
                lefts[b] = max(lefts[b], lefts[a] + widths[a] + gap)
        first = min(lefts)
        return [left - first for left in lefts]


class _Drawing:
    """Boxes on a grid of characters, and the corridors led around them.

    Attributes:
        flaws: Corridors without space, and crossings; the fewer the better.
        hard: Places in `GameMap.corridors` of those that found no space or had to cross others.
    """

    def __init__(self, boxes: list[_Box], game_map: GameMap, margin: int, first: Sequence[int]) -> None:
        self._boxes = boxes
        self._width = max(box.left + box.width for box in boxes) + margin
        self._height = max(box.top + box.height for box in boxes) + margin
        size = self._width * self._height
        self._bits = [0] * size  # lines through free cells
        self._solid = [False] * size  # boxes and the numbers on lines
        self._crowd = [0] * size  # boxes and lines next to a cell
        self._signs: dict[int, str] = {}  # borders, texts and numbers
        self._missing: list[str] = []
        self.hard: list[int] = []
        crossings = 0
        for box in boxes:
            self._place(box)
        ways = layout(game_map)
        ends = [(ways.index[way.a], ways.index[way.b]) for way in game_map.corridors]
        rest = sorted(range(len(ends)), key=lambda number: self._apart(*ends[number]))
        for number in dict.fromkeys((*first, *rest)):
            a, b = ends[number]
            ticks = str(game_map.corridors[number].ticks)
            route = self._route(boxes[a], boxes[b])
            label = None if route is None else self._label(route, ticks)
            if route is None or label is None:
                self.hard.append(number)
                names = cut(printable(ways.names[a]), 30), cut(printable(ways.names[b]), 30)
                self._missing.append(f"{names[0]} to {names[1]} {ticks}")
                continue
            crossed = self._draw(route, boxes[a], boxes[b])
            if crossed:
                self.hard.append(number)
            crossings += crossed
            for offset, digit in enumerate(ticks):
                self._signs[label + offset] = digit
                self._solid[label + offset] = True
        self.flaws = (len(self._missing), crossings)

    def text(self, width: int) -> str:
        """The drawing without empty margins, and what it lacks below it."""
        lines = []
        for y in range(self._height):
            row = range(y * self._width, (y + 1) * self._width)
            lines.append("".join(self._signs.get(at, _LINES.get(self._bits[at], " ")) for at in row).rstrip())
        while lines and not lines[0]:
            del lines[0]
        while lines and not lines[-1]:
            del lines[-1]
        indent = min(len(line) - len(line.lstrip(" ")) for line in lines if line)
        lines = [line[indent:] for line in lines]
        if self._missing:
            lines += ["", *_wrapped(f"Not drawn: {'; '.join(self._missing)}", "", width)]
        return "\n".join(lines)

    def _apart(self, a: int, b: int) -> float:
        (ax, ay), (bx, by) = self._boxes[a].middle, self._boxes[b].middle
        return abs(ax - bx) + 2 * abs(ay - by)

    def _at(self, x: int, y: int) -> int:
        return y * self._width + x

    def _place(self, box: _Box) -> None:
        right, bottom = box.left + box.width - 1, box.top + box.height - 1
        nw, across, ne, along, sw, se = tuple(_FRAMES[box.here])
        for y in range(box.top, bottom + 1):
            for x in range(box.left, right + 1):
                self._solid[self._at(x, y)] = True
                if y in (box.top, bottom):
                    ends = (nw, ne) if y == box.top else (sw, se)
                    sign = ends[0] if x == box.left else ends[1] if x == right else across
                else:
                    sign = along if x in (box.left, right) else " "
                self._signs[self._at(x, y)] = sign
        for row, text in enumerate(box.inside, start=1):
            column = box.left + 2 + (box.width - 4 - cells(text)) // 2
            at = self._at(column, box.top + row)
            for char in text:
                columns = cells(char)
                if columns == 0:  # a mark belongs to the letter before it
                    self._signs[at - 1] += char
                    continue
                self._signs[at] = char
                if columns == 2:
                    self._signs[at + 1] = ""
                at += columns
        for y in range(box.top - 1, bottom + 2):
            for x in range(max(0, box.left - 2), min(self._width, right + 3)):
                self._crowd[self._at(x, y)] += 1

    def _route(self, start: _Box, goal: _Box) -> list[tuple[int, int, int]] | None:
        """The cheapest way from box to box as (cell, direction of arriving, of leaving), by A*.

        Lines may cross at right angles, but not share a cell otherwise. None if there is no way.
        """
        ends = {
            (self._at(x + dx, y + dy), _BACK[side]): cost
            for side, dx, dy in _MOVES
            for x, y, cost in goal.ports(side)
            if self._is_plain(goal, self._at(x, y))
        }
        queue: list[tuple[int, int, int, int]] = []  # estimate, cost, cell (its complement: done), direction
        came: dict[tuple[int, int], tuple[int, int] | None] = {}
        costs: dict[tuple[int, int], int] = {}
        for side, dx, dy in _MOVES:
            for x, y, cost in start.ports(side):
                first = self._at(x + dx, y + dy)
                if self._is_plain(start, self._at(x, y)) and not self._solid[first] and not self._bits[first]:
                    costs[(first, side)] = cost
                    came[(first, side)] = None
                    heapq.heappush(queue, (cost + self._still(first, goal), cost, first, side))
        while queue:
            _, cost, at, side = heapq.heappop(queue)
            if at < 0:
                return _traced(came, (at, side))
            if cost > costs[(at, side)]:
                continue
            for turn, dx, dy in _MOVES:
                if turn == _BACK[side] or (self._bits[at] and turn != side):
                    continue
                more = cost + (_BEND if turn != side else 0)
                if (at, turn) in ends and not self._bits[at]:
                    there = ~at
                    more += ends[(at, turn)]
                    estimate = more
                else:
                    x, y = at % self._width + dx, at // self._width + dy
                    there = self._at(x, y)
                    if not (0 <= x < self._width and 0 <= y < self._height) or self._solid[there]:
                        continue
                    lines = self._bits[there]
                    if lines and lines != (_ALONG if turn & _ACROSS else _ACROSS):
                        continue
                    more += _STEP[turn] * (1 + _CROWD * self._crowd[there]) + (_CROSSING if lines else 0)
                    estimate = more + self._still(there, goal)
                if more < costs.get((there, turn), 1 << 30):
                    costs[(there, turn)] = more
                    came[(there, turn)] = (at, side)
                    heapq.heappush(queue, (estimate, more, there, turn))
        return None

    def _is_plain(self, box: _Box, at: int) -> bool:
        """Whether a border cell has no corridor yet."""
        return self._signs[at] in (_FRAMES[box.here][1], _FRAMES[box.here][3])

    def _still(self, at: int, goal: _Box) -> int:
        """The least that the way from a cell to a box can cost."""
        x, y = at % self._width, at // self._width
        aside = max(goal.left - 1 - x, x - goal.left - goal.width, 0)
        above = max(goal.top - 1 - y, y - goal.top - goal.height, 0)
        return aside + 2 * above

    def _label(self, route: list[tuple[int, int, int]], text: str) -> int | None:
        """The cell at which a number starts: in the middle of the longest straight piece, if it fits."""
        pieces: list[list[int]] = []
        before = 0
        for at, arrive, leave in route:
            # Bends and crossings must stay visible.
            if arrive == leave and not self._bits[at]:
                if before != arrive or not pieces or not pieces[-1]:
                    pieces.append([])
                pieces[-1].append(at)
                before = arrive
            else:
                pieces.append([])
        best: tuple[int, int] | None = None
        for piece in pieces:
            across = len(piece) > 1 and abs(piece[1] - piece[0]) == 1
            if across and len(piece) >= len(text) + 2:
                start = min(piece) + (len(piece) - len(text)) // 2
                best = max(best or (0, 0), (len(piece), start))
            elif piece and (len(text) == 1 or self._is_free(piece[len(piece) // 2], len(text))):
                # Lines are about two columns high, so a piece of n lines looks as long as 2n columns.
                best = max(best or (0, 0), (1 if across else 2 * len(piece), piece[len(piece) // 2]))
        return None if best is None else best[1]

    def _is_free(self, at: int, count: int) -> bool:
        """Whether the cells to the right of a cell are free for a number's further digits."""
        right = range(at + 1, at + count)
        return at % self._width + count < self._width and not any(
            self._solid[cell] or self._bits[cell] for cell in right
        )

    def _draw(self, route: list[tuple[int, int, int]], start: _Box, goal: _Box) -> int:
        """Draw a corridor and return how many others it crosses."""
        shift = {_UP: -self._width, _DOWN: self._width, _LEFT: -1, _RIGHT: 1}
        crossings = 0
        for at, arrive, leave in route:
            crossings += self._bits[at] != 0
            self._bits[at] |= _BACK[arrive] | leave
            for beside in (at - 1, at + 1, at - self._width, at + self._width):
                if 0 <= beside < len(self._crowd):
                    self._crowd[beside] += 1
        first, arrive, _ = route[0]
        last, _, leave = route[-1]
        self._signs[first - shift[arrive]] = _PORTS[start.here][arrive]
        self._signs[last + shift[leave]] = _PORTS[goal.here][_BACK[leave]]
        return crossings


def _traced(
    came: Mapping[tuple[int, int], tuple[int, int] | None], end: tuple[int, int]
) -> list[tuple[int, int, int]]:
    """Turn the search's back pointers into (cell, direction of arriving, of leaving) from the start on."""
    route: list[tuple[int, int, int]] = []
    leave = end[1]
    state = came[end]
    while state is not None:
        route.append((state[0], state[1], leave))
        leave = state[1]
        state = came[state]
    return route[::-1]
