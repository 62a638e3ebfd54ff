"""Maps in pictures: nothing covers anything, corridors pass rooms by, and ordinary maps fit."""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from gander.quack.library import load_map
from gander.quack.senses.pictures.plan import SIDE, Plan, make_plan
from gander.quack.senses.pictures.stage import planned
from gander.quack.senses.pictures.whole_map import global_plan
from gander.quack.world import Corridor, GameMap, Room, TaskSite, generate_map

MAPS = ("ship10", "station16", "harbour24")


def check(plan: Plan, game_map: GameMap) -> None:
    labels = [way.label for way in plan.ways]
    for box in (*plan.rooms, *labels):
        assert box.left >= 0
        assert box.top >= 0
        assert box.right <= plan.width
        assert box.bottom <= plan.height
    for a, b in itertools.combinations((*plan.rooms, *labels), 2):
        assert not a.near(b)
    index = {room.name: number for number, room in enumerate(game_map.rooms)}
    for way, corridor in zip(plan.ways, game_map.corridors, strict=True):
        ends = {index[corridor.a], index[corridor.b]}
        for point, room in zip((way.points[0], way.points[-1]), (corridor.a, corridor.b), strict=True):
            box = plan.rooms[index[room]]
            assert box.left <= point[0] <= box.right
            assert box.top <= point[1] <= box.bottom
        # The number lies on its own line, and the line under no other room.
        assert any(way.label.hit(a, b) for a, b in itertools.pairwise(way.points))
        for number, box in enumerate(plan.rooms):
            if number not in ends:
                assert not any(box.hit(a, b) for a, b in itertools.pairwise(way.points))


def size_of(game_map: GameMap) -> tuple[int, int]:
    plan = global_plan(game_map)
    return plan.width, plan.height + 40


class TestBundledMaps:
    def test_they_fit_with_every_number_on_one_line_only(self) -> None:
        for name in MAPS:
            game_map = load_map(name)
            plan = global_plan(game_map)
            check(plan, game_map)
            assert max(size_of(game_map)) <= SIDE
            assert plan.flaws == 0

    def test_rooms_keep_the_order_that_the_map_gives_them(self) -> None:
        for name in MAPS:
            game_map = load_map(name)
            boxes = global_plan(game_map).rooms
            for (a, one), (b, other) in itertools.permutations(zip(game_map.rooms, boxes, strict=True), 2):
                if a.x < b.x:
                    assert one.middle[0] < other.middle[0]
                if a.y < b.y:
                    assert one.middle[1] < other.middle[1]


class TestOtherMaps:
    @settings(max_examples=25)
    @given(st.integers(2, 24), st.integers(0, 10_000))
    def test_generated_maps_of_up_to_24_rooms_fit(self, rooms: int, seed: int) -> None:
        game_map = generate_map(rooms, seed)
        check(global_plan(game_map), game_map)
        assert max(size_of(game_map)) <= SIDE

    @settings(max_examples=25)
    @given(st.data())
    def test_any_rooms_anywhere_are_told_apart(self, data: st.DataObject) -> None:
        count = data.draw(st.integers(2, 9))
        places = st.tuples(st.integers(0, 12), st.integers(0, 12))
        rooms = tuple(Room(f"r{n}", *data.draw(places)) for n in range(count))
        tree = [(data.draw(st.integers(0, n - 1)), n) for n in range(1, count)]
        more = data.draw(st.sets(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)), max_size=6))
        pairs = {(min(pair), max(pair)) for pair in (*tree, *more) if pair[0] != pair[1]}
        ticks = st.integers(1, 1000)
        corridors = tuple(Corridor(f"r{a}", f"r{b}", data.draw(ticks)) for a, b in sorted(pairs))
        game_map = GameMap("m", rooms, corridors, (TaskSite("r0", "t"),), "r0")
        plan = global_plan(game_map)
        labels = [way.label for way in plan.ways]
        for a, b in itertools.combinations((*plan.rooms, *labels), 2):
            assert not a.near(b)

    def test_a_room_on_the_straight_way_is_walked_around(self) -> None:
        rooms = (Room("a", 0, 0), Room("b", 5, 0), Room("c", 10, 0))
        corridors = (Corridor("a", "b", 1), Corridor("b", "c", 2), Corridor("a", "c", 3))
        game_map = GameMap("line", rooms, corridors, (TaskSite("a", "t"),), "a")
        plan = global_plan(game_map)
        check(plan, game_map)
        assert [len(way.points) for way in plan.ways[:2]] == [2, 2]
        assert len(plan.ways[2].points) > 2

    def test_more_than_fits_makes_a_larger_picture_not_smaller_letters(self) -> None:
        game_map = generate_map(40, 1)
        plan, _ = planned(game_map, lambda *_: (200, 100), lambda _: (28, 28), SIDE)
        check(plan, game_map)
        assert plan.width > SIDE
        assert {(box.width, box.height) for box in plan.rooms} == {(200, 100)}

    def test_the_same_map_makes_the_same_plan(self) -> None:
        game_map = generate_map(15, 4)
        sizes = [(120, 70)] * 15
        labels = [(28, 28)] * len(game_map.corridors)
        assert make_plan(game_map, sizes, labels) == make_plan(game_map, sizes, labels)
