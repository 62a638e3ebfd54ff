"""Where the rooms of a map, its corridors and their numbers go in a picture: geometry in pixels.

Rooms keep the places that the map gives them, scaled in x and y by the least factors that keep them apart.
Where no such factors fit a picture, rooms keep their rows and their order within a row, or at worst get
new rows. Corridors are
straight where nothing lies between, else they are led around the rooms; each has its number on its line.
"""

import heapq
import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gander.quack.world import GameMap
from gander.quack.world.maps import Room, layout

__all__ = ["SIDE", "Box", "Plan", "Point", "Way", "crossings", "make_plan"]

SIDE = 1024
"""The most pixels that a picture should have on its long side."""

Point = tuple[float, float]
Size = tuple[int, int]

_MARGIN = 24  # around the rooms, wide enough for a corridor that goes round the outside
_EDGE = 8  # what stays free at the picture's edge
_CLEAR = 11  # between a corridor and a room that it passes
_LABEL = 40  # the width of a label for which the gaps below are made
_BESIDE = 40  # so near to a room, lines that leave it lie close together
_NEAR = 240  # how far around the two rooms a way is looked for first
_CLEARS = (_CLEAR, _CLEAR + 14)  # between a room and a corridor that bends at its corner
_BEND = 60  # what a bend costs, in pixels of a longer way
# Pixels between rooms in x and y, the roomiest first.
_GAPS = ((76, 76), (64, 76), (54, 76), (46, 76), (76, 60), (54, 60), (46, 60))


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in pixels; `right` and `bottom` are the first column and row after it."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column after it."""
        return self.left + self.width

    @property
    def bottom(self) -> int:
        """The first row after it."""
        return self.top + self.height

    @property
    def middle(self) -> Point:
        """Its centre."""
        return self.left + self.width / 2, self.top + self.height / 2

    def near(self, other: "Box", gap: int = 0) -> bool:
        """Whether it overlaps another or lies less than `gap` pixels away, along an axis."""
        return (
            self.left < other.right + gap
            and other.left < self.right + gap
            and self.top < other.bottom + gap
            and other.top < self.bottom + gap
        )

    def hit(self, a: Point, b: Point, gap: float = 0) -> bool:
        """Whether the line from `a` to `b` comes nearer than `gap` pixels."""
        if (
            max(a[0], b[0]) <= self.left - gap
            or min(a[0], b[0]) >= self.right + gap
            or max(a[1], b[1]) <= self.top - gap
            or min(a[1], b[1]) >= self.bottom + gap
        ):
            return False
        return _clipped(self, a, b, gap) is not None

    def moved(self, dx: int, dy: int) -> "Box":
        """The same box elsewhere."""
        return Box(self.left + dx, self.top + dy, self.width, self.height)


@dataclass(frozen=True, slots=True)
class Way:
    """A corridor in a picture.

    Attributes:
        points: Its line, from room to room; the ends lie under the rooms' boxes.
        label: The place of its number.
    """

    points: tuple[Point, ...]
    label: Box


@dataclass(frozen=True, slots=True)
class Plan:
    """A map in a picture.

    Attributes:
        width: The picture's width.
        height: Its height.
        rooms: The rooms' boxes, in the map's order.
        ways: The corridors, in the map's order.
        flaws: How many numbers lie on lines of other corridors.
    """

    width: int
    height: int
    rooms: tuple[Box, ...]
    ways: tuple[Way, ...]
    flaws: int


def make_plan(
    game_map: GameMap, rooms: Sequence[Size], labels: Sequence[Size], *, height: int = SIDE
) -> Plan:
    """Lay a map out. No two boxes of rooms and labels overlap.

    Args:
        game_map: A valid map.
        rooms: The size of each room's box, in the map's order.
        labels: The size of each corridor's label, in the map's order.
        height: The most pixels that the height should have; the width should have at most `SIDE`.

    Returns:
        The plan with the fewest flaws (labels on lines of other corridors, detours) among those within the
        bounds; a larger one where so many or so large boxes fit into none.
    """
    limits = (SIDE - 2 * _MARGIN, height - 2 * _MARGIN)
    # A number in the corridor between two rooms side by side shows some of the line on both its sides.
    more = max(width for width, _ in labels) - _LABEL, max(high for _, high in labels) - _LABEL
    wanted = [(gap[0] + max(0, more[0]), gap[1] + max(0, more[1])) for gap in _GAPS]
    for laid in (_scaled, _in_rows, _in_new_rows):
        found: list[tuple[tuple[int, int], Plan]] = []
        for gaps in wanted:
            boxes = laid(game_map, rooms, gaps, limits)
            drawn = None if boxes is None else _drawn(game_map, boxes, labels)
            if drawn is not None:
                found.append(drawn)
                if drawn[0] == (0, 0):
                    break
        if found:
            return min(found, key=lambda each: each[0])[1]
    # Too much for one picture of the wanted size: a larger one, for letters stay readable.
    step = max(0.1, math.sqrt(len(rooms) / 24) - 1)
    for stretch in itertools.count(1):
        wider = limits[0] * (1 + stretch * step), limits[1] * (1 + stretch * step)
        gaps = wanted[-1][0] + 4 * stretch, wanted[-1][1] + 4 * stretch
        for laid in (_scaled, _in_rows, _in_new_rows):
            boxes = laid(game_map, rooms, gaps, wider)
            drawn = None if boxes is None else _drawn(game_map, boxes, labels)
            if drawn:
                return drawn[1]
    raise AssertionError


def crossings(plan: Plan) -> Iterator[tuple[Point, Point, Point]]:
    """Where a corridor crosses an earlier one: the point, and the ends of the later one's stretch there.

    Two that leave the same room may meet beside it, which is no crossing.
    """
    ends = [
        {
            number
            for number, box in enumerate(plan.rooms)
            if any(_inside(box, way.points[at]) for at in (0, -1))
        }
        for way in plan.ways
    ]
    for later, way in enumerate(plan.ways):
        for earlier, other in enumerate(plan.ways[:later]):
            shared = [plan.rooms[room] for room in ends[later] & ends[earlier]]
            for a, b in itertools.pairwise(way.points):
                for c, d in itertools.pairwise(other.points):
                    point = _meeting(a, b, c, d)
                    if (
                        point is not None
                        and not any(_inside(box, point) for box in plan.rooms)
                        and not any(_inside(box, point, _BESIDE) for box in shared)
                    ):
                        yield point, a, b


# Rooms.


def _scaled(
    game_map: GameMap, sizes: Sequence[Size], gaps: tuple[int, int], limits: tuple[float, float]
) -> list[Box] | None:
    """The map's own places times two factors, those with the smallest picture; None if none is in bounds."""
    rooms = game_map.rooms
    pairs = []
    for (a, one), (b, other) in itertools.combinations(zip(rooms, sizes, strict=True), 2):
        x = _over((one[0] + other[0]) / 2 + gaps[0], abs(a.x - b.x))
        y = _over((one[1] + other[1]) / 2 + gaps[1], abs(a.y - b.y))
        pairs.append((y, x))
    # Two rooms are apart in y if the factor of y is large enough, else they must be in x.
    pairs.sort(reverse=True)
    best: tuple[float, float, float] | None = None
    across = 0.0
    for y, x in [*pairs, (0.0, 0.0)]:
        if math.isfinite(y) and math.isfinite(across):
            width, height = _extent(rooms, sizes, across, y)
            if width <= limits[0] and height <= limits[1] and (best is None or width * height < best[0]):
                best = width * height, across, y
        across = max(across, x)
    if best is None:
        return None
    _, across, down = best
    return _boxes([(room.x * across, room.y * down) for room in rooms], sizes)


def _over(pixels: float, units: float) -> float:
    return pixels / units if units > 0 else math.inf


def _extent(rooms: Sequence[Room], sizes: Sequence[Size], across: float, down: float) -> tuple[float, float]:
    lefts = [room.x * across - size[0] / 2 for room, size in zip(rooms, sizes, strict=True)]
    tops = [room.y * down - size[1] / 2 for room, size in zip(rooms, sizes, strict=True)]
    return (
        max(left + size[0] for left, size in zip(lefts, sizes, strict=True)) - min(lefts),
        max(top + size[1] for top, size in zip(tops, sizes, strict=True)) - min(tops),
    )


def _boxes(middles: Sequence[Point], sizes: Sequence[Size]) -> list[Box]:
    boxes = [
        Box(round(x - width / 2), round(y - height / 2), width, height)
        for (x, y), (width, height) in zip(middles, sizes, strict=True)
    ]
    left, top = min(box.left for box in boxes), min(box.top for box in boxes)
    return [box.moved(_MARGIN - left, _MARGIN - top) for box in boxes]


def _in_rows(
    game_map: GameMap, sizes: Sequence[Size], gaps: tuple[int, int], limits: tuple[float, float]
) -> list[Box] | None:
    """Rooms in the map's own rows, each from left to right; None if they don't fit the bounds."""
    return _rows_laid(game_map, sizes, gaps, limits, [_own_rows(game_map)])


def _in_new_rows(
    game_map: GameMap, sizes: Sequence[Size], gaps: tuple[int, int], limits: tuple[float, float]
) -> list[Box] | None:
    """Rooms in rows that hold equally many, from top to bottom; None if they don't fit the bounds."""
    order = [room for row in _own_rows(game_map) for room in row]
    rows = [[order[at : at + count] for at in range(0, len(order), count)] for count in range(2, 12)]
    own = len(_own_rows(game_map))
    return _rows_laid(game_map, sizes, gaps, limits, sorted(rows, key=lambda rows: abs(len(rows) - own)))


def _own_rows(game_map: GameMap) -> list[list[int]]:
    """Rooms at nearly the same height share a row: half a room's side is no step to the eye."""
    rooms = game_map.rooms
    step = sum(room.size for room in rooms) / len(rooms) / 2
    rows: list[list[int]] = []
    for room in sorted(range(len(rooms)), key=lambda room: (rooms[room].y, rooms[room].x)):
        if not rows or rooms[room].y - rooms[rows[-1][0]].y >= step:
            rows.append([])
        rows[-1].append(room)
    return rows


def _rows_laid(
    game_map: GameMap,
    sizes: Sequence[Size],
    gaps: tuple[int, int],
    limits: tuple[float, float],
    choices: Sequence[list[list[int]]],
) -> list[Box] | None:
    """The first choice of rows that fits, with rooms to scale where there is space and pushed where not."""
    rooms = game_map.rooms
    for rows in choices:
        high = [max(sizes[room][1] for room in row) for row in rows]
        wide = [sum(sizes[room][0] + gaps[0] for room in row) - gaps[0] for row in rows]
        if max(wide) <= limits[0] and sum(high) + gaps[1] * (len(rows) - 1) <= limits[1]:
            break
    else:
        return None
    least = min(room.x for room in rooms)
    spread = max(room.x for room in rooms) - least
    free = min(limits[0], max(wide) * 1.25) - max(size[0] for size in sizes)
    middles: dict[int, Point] = {}
    top = 0.0
    for row, height in zip(rows, high, strict=True):
        row.sort(key=lambda room: (rooms[room].x, room))
        lefts = [(rooms[room].x - least) / (spread or 1) * free for room in row]
        for place in range(1, len(row)):
            lefts[place] = max(lefts[place], lefts[place - 1] + sizes[row[place - 1]][0] + gaps[0])
        end = float(limits[0])
        for place in reversed(range(len(row))):
            lefts[place] = min(lefts[place], end - sizes[row[place]][0])
            end = lefts[place] - gaps[0]
        for room, left in zip(row, lefts, strict=True):
            middles[room] = left + sizes[room][0] / 2, top + height / 2
        top += height + gaps[1]
    return _boxes([middles[room] for room in range(len(rooms))], sizes)


# Corridors.


def _drawn(
    game_map: GameMap, boxes: Sequence[Box], labels: Sequence[Size]
) -> tuple[tuple[int, int], Plan] | None:
    """The flaws and the plan of rooms at these places; None if a label finds no place."""
    width = max(box.right for box in boxes) + _MARGIN
    height = max(box.bottom for box in boxes) + _MARGIN
    index = layout(game_map).index
    ends = [(index[corridor.a], index[corridor.b]) for corridor in game_map.corridors]
    bounds = (width, height)
    lines: dict[int, tuple[Point, ...]] = {}
    placed: dict[int, Box] = {}
    crossed = 0
    for number, (a, b) in enumerate(ends):
        for line in _straight(boxes[a], boxes[b]):
            if _free(line, boxes, (a, b)) and not any(_along(line, other) for other in lines.values()):
                lines[number] = line
                break
    detours = [number for number in range(len(ends)) if number not in lines]
    # Numbers on straight corridors come first, so that the others can be led around those too.
    for group in (list(lines), *([number] for number in detours)):
        for number in group:
            if number not in lines:
                lines[number] = _around(
                    boxes, list(placed.values()), ends[number], bounds, list(lines.values())
                )
        seen = {number: _visible(lines[number], *(boxes[end] for end in ends[number])) for number in group}
        for number in sorted(group, key=lambda number: _length(seen[number])):
            others = [line for other, line in lines.items() if other != number]
            spot = _spot(seen[number], labels[number], (*boxes, *placed.values()), others, bounds)
            if spot is None:
                return None
            placed[number], on_line = spot
            crossed += on_line
    crossed += sum(
        label.hit(a, b, 2)
        for number in detours
        for other, label in placed.items()
        if other != number
        for a, b in itertools.pairwise(lines[number])
    )
    flaws = crossed, len(detours)
    numbers = range(len(ends))
    return flaws, _cropped(boxes, [lines[at] for at in numbers], [placed[at] for at in numbers], crossed)


def _straight(a: Box, b: Box) -> Iterator[tuple[Point, Point]]:
    """Straight lines from box to box, the best first."""
    yield a.middle, b.middle
    left, right = max(a.left, b.left), min(a.right, b.right)
    if right - left >= 24:
        x = (left + right) / 2
        yield (x, a.middle[1]), (x, b.middle[1])
    top, bottom = max(a.top, b.top), min(a.bottom, b.bottom)
    if bottom - top >= 16:
        y = (top + bottom) / 2
        yield (a.middle[0], y), (b.middle[0], y)
    for one in (0.25, 0.75):
        yield _anchor(a, one), b.middle
        yield a.middle, _anchor(b, one)
    for one, other in itertools.product((0.2, 0.8), repeat=2):
        yield _anchor(a, one), _anchor(b, other)


def _anchor(box: Box, share: float) -> Point:
    return box.left + share * box.width, box.middle[1]


def _free(line: Sequence[Point], boxes: Sequence[Box], ends: tuple[int, int]) -> bool:
    return not any(
        box.hit(a, b, _CLEAR)
        for number, box in enumerate(boxes)
        if number not in ends
        for a, b in itertools.pairwise(line)
    )


def _along(line: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two lines run on each other for a stretch."""
    for a, b in itertools.pairwise(line):
        for c, d in itertools.pairwise(other):
            ab = (b[0] - a[0], b[1] - a[1])
            long = math.hypot(*ab) or 1.0
            aside = [abs(ab[0] * (p[1] - a[1]) - ab[1] * (p[0] - a[0])) / long for p in (c, d)]
            if max(aside) > 6:
                continue
            at = sorted((ab[0] * (p[0] - a[0]) + ab[1] * (p[1] - a[1])) / long for p in (c, d))
            if min(at[1], long) - max(at[0], 0.0) > 8:
                return True
    return False


def _around(
    boxes: Sequence[Box],
    labels: Sequence[Box],
    ends: tuple[int, int],
    size: Size,
    lines: Sequence[Sequence[Point]],
) -> tuple[Point, ...]:
    """The shortest way from room to room around all others and, if there is one, around labels.

    It goes over the corners of a margin around each. It does not bend on or beside another line, so that
    lines cross but never seem to fork.
    """
    a, b = (boxes[end] for end in ends)
    for window, avoided in ((_NEAR, labels), (_NEAR, ()), (max(size), ())):
        left, top = min(a.left, b.left) - window, min(a.top, b.top) - window
        right, bottom = max(a.right, b.right) + window, max(a.bottom, b.bottom) + window
        near = Box(left, top, right - left, bottom - top)
        solid = [box for box in (*boxes, *avoided) if box.near(near)]
        pieces = [piece for line in lines for piece in itertools.pairwise(line) if near.hit(*piece, 12)]
        corners = [
            (float(x), float(y))
            for box in solid
            for clear in _CLEARS
            for x in (box.left - clear, box.right + clear - 1)
            for y in (box.top - clear, box.bottom + clear - 1)
            if max(left, _EDGE / 2) <= x <= min(right, size[0] - _EDGE / 2)
            and max(top, _EDGE / 2) <= y <= min(bottom, size[1] - _EDGE / 2)
        ]
        corners = [
            point
            for point in corners
            if not any(_inside(box, point, _CLEAR - 4) for box in solid)
            and not any(_beside(point, *piece) for piece in pieces)
        ]
        found = _shortest(solid, corners, a, b)
        if found is not None:
            return found
    return a.middle, b.middle


def _beside(point: Point, a: Point, b: Point) -> bool:
    """Whether a point lies within a dozen pixels of the line from `a` to `b`, along each axis."""
    x, y = point
    return Box(round(x), round(y), 1, 1).hit(a, b, 12)


def _shortest(solid: Sequence[Box], corners: Sequence[Point], a: Box, b: Box) -> tuple[Point, ...] | None:
    """A* over corners; whether one can be seen from another is looked at when the way gets there."""
    start, goal = a.middle, b.middle
    queue: list[tuple[float, float, tuple[Point, ...]]] = [(math.dist(start, goal), 0.0, (start,))]
    done: set[Point] = set()
    while queue:
        _, cost, line = heapq.heappop(queue)
        at = line[-1]
        if at in done:
            continue
        if len(line) > 1:
            own = (a if line[-2] == start else None, b if at == goal else None)
            if any(box.hit(line[-2], at, _CLEAR - 4) for box in solid if box not in own):
                continue
            if at == goal:
                return line
        done.add(at)
        for there in (*corners, goal):
            if there not in done:
                more = cost + math.dist(at, there) + _BEND
                heapq.heappush(queue, (more + math.dist(there, goal), more, (*line, there)))
    return None


# Labels.


def _visible(line: Sequence[Point], a: Box, b: Box) -> tuple[Point, ...]:
    """A line without what the boxes at its ends hide."""
    points = list(line)
    first, last = _clipped(a, points[0], points[1]), _clipped(b, points[-2], points[-1])
    start = _between(points[0], points[1], first[1] if first else 0.0)
    end = _between(points[-2], points[-1], last[0] if last else 1.0)
    return (start, *points[1:-1], end)


def _spot(
    line: Sequence[Point],
    size: Size,
    taken: Sequence[Box],
    others: Sequence[Sequence[Point]],
    bounds: Size,
) -> tuple[Box, bool] | None:
    """The place on a line nearest its middle where a label fits, and whether another line runs below it."""
    whole = _length(line)
    best: tuple[tuple[bool, float], Box] | None = None
    steps = max(1, int(whole / 2 / 4))
    for step in itertools.chain.from_iterable((at, -at) for at in range(steps + 1)):
        x, y = _at(line, whole / 2 + 4 * step)
        box = Box(round(x - size[0] / 2), round(y - size[1] / 2), *size)
        if box.left < _EDGE / 2 or box.top < _EDGE / 2 or box.right > bounds[0] or box.bottom > bounds[1]:
            continue
        if any(box.near(other, 3) for other in taken):
            continue
        on_line = any(box.hit(a, b, 3) for other in others for a, b in itertools.pairwise(other))
        rank = on_line, abs(step)
        if best is None or rank < best[0]:
            best = rank, box
            if not on_line:
                break
    return None if best is None else (best[1], best[0][0])


def _cropped(
    boxes: Sequence[Box], lines: Sequence[tuple[Point, ...]], labels: Sequence[Box], flaws: int
) -> Plan:
    """Cut margins that nothing needs."""
    xs = [x for line in lines for x, _ in line]
    ys = [y for line in lines for _, y in line]
    whole = (*boxes, *labels)
    left = math.floor(min(*(box.left for box in whole), *xs)) - _EDGE
    top = math.floor(min(*(box.top for box in whole), *ys)) - _EDGE
    width = math.ceil(max(*(box.right for box in whole), *xs)) + _EDGE - left
    height = math.ceil(max(*(box.bottom for box in whole), *ys)) + _EDGE - top
    ways = tuple(
        Way(tuple((x - left, y - top) for x, y in line), label.moved(-left, -top))
        for line, label in zip(lines, labels, strict=True)
    )
    return Plan(width, height, tuple(box.moved(-left, -top) for box in boxes), ways, flaws)


# Lines.


def _clipped(box: Box, a: Point, b: Point, gap: float = 0) -> tuple[float, float] | None:
    """The share of the line from `a` to `b` that lies within `gap` pixels of a box, as (from, to)."""
    low, high = 0.0, 1.0
    for start, end, least, most in (
        (a[0], b[0], box.left - gap, box.right + gap),
        (a[1], b[1], box.top - gap, box.bottom + gap),
    ):
        step = end - start
        if step == 0:
            if not least < start < most:
                return None
            continue
        first, last = sorted(((least - start) / step, (most - start) / step))
        low, high = max(low, first), min(high, last)
        if low >= high:
            return None
    return low, high


def _inside(box: Box, point: Point, gap: float = 0) -> bool:
    x, y = point
    return box.left - gap < x < box.right + gap and box.top - gap < y < box.bottom + gap


def _meeting(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Where the stretches from `a` to `b` and from `c` to `d` cross."""
    ab, cd = (b[0] - a[0], b[1] - a[1]), (d[0] - c[0], d[1] - c[1])
    turn = ab[0] * cd[1] - ab[1] * cd[0]
    if turn == 0:
        return None
    ac = (c[0] - a[0], c[1] - a[1])
    share, other = (ac[0] * cd[1] - ac[1] * cd[0]) / turn, (ac[0] * ab[1] - ac[1] * ab[0]) / turn
    return _between(a, b, share) if 0 < share < 1 and 0 < other < 1 else None


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])


def _length(line: Sequence[Point]) -> float:
    return sum(math.dist(a, b) for a, b in itertools.pairwise(line))


def _at(line: Sequence[Point], way: float) -> Point:
    """The point after so many pixels along a line."""
    for a, b in itertools.pairwise(line):
        long = math.dist(a, b)
        if way <= long:
            return _between(a, b, way / long if long else 0.0)
        way -= long
    return line[-1]
