import hashlib
import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gander.errors import InputError
from gander.quack.library import load_map, map_names
from gander.quack.world.maps import (
    Corridor,
    GameMap,
    Room,
    TaskSite,
    check_map,
    generate_map,
    layout,
    map_problems,
    overlapping_rooms,
    parse_map,
    render_map,
)

SMALL = """\
name: small
button: hall
rooms:
  hall: {x: 1, y: 1, size: 3}
  kitchen: {x: 7, y: 1}
  cellar: {x: 1, y: 5.5, size: 2}
corridors:
  - {from: hall, to: kitchen, ticks: 2}
  - from: hall
    to: cellar
    ticks: 1
tasks:
  - {room: kitchen, name: Peel Onions}
"""


def test_reads_a_map():
    assert parse_map(SMALL, source="small.yaml") == GameMap(
        name="small",
        rooms=(Room("hall", 1, 1, 3), Room("kitchen", 7, 1, 2), Room("cellar", 1, 5.5, 2)),
        corridors=(Corridor("hall", "kitchen", 2), Corridor("hall", "cellar", 1)),
        tasks=(TaskSite("kitchen", "Peel Onions"),),
        button="hall",
    )


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("name: small", "name: [small", 2, "not valid YAML"),
        ("name: small", "name: sm\x1ball", 1, "U+001B"),
        ("name: small", "name:", 1, "name must be text, not nothing"),
        ("name: small", "name: ' '", 1, "must not be blank"),
        ("name: small\n", "", 1, "lacks name"),
        ("name: small", "name: small\nnames: x", 2, "no key names. Did you mean name?"),
        ("name: small", "name: small\nname: x", 2, "name twice; it stands first on line 1"),
        ("button: hall\n", "", 1, "lacks button"),
        ("button: hall", "button: ''", 2, "no button room"),
        ("button: hall", "button: halls", 2, "which the map does not have. Did you mean hall?"),
        ("tasks:", "task:", 12, "no key task. Did you mean tasks?"),
        ("{x: 7, y: 1}", "{x: 7}", 5, "room kitchen lacks y"),
        ("{x: 7, y: 1}", "{x: 7, y: 1, sise: 2}", 5, "no key sise. Did you mean size?"),
        ("{x: 7, y: 1}", "{x: '7', y: 1}", 5, "x must be a number, not the text 7"),
        ("{x: 7, y: 1}", "{x: .nan, y: 1}", 5, "x must be a number"),
        ("{x: 7, y: 1}", "{x: 1e99, y: 1}", 5, "x must lie within"),
        ("{x: 7, y: 1}", "{x: 7, y: 1, size: 0}", 5, "size must be above 0"),
        ("{x: 7, y: 1}", "here", 5, "room kitchen must be a mapping with x and y, not here"),
        ("  kitchen: {", "  hall: {", 5, "room hall is given twice. It stands first on line 4"),
        ("  kitchen: {", "  Hall: {", 5, "room Hall is too much like room hall"),
        ("  kitchen: {", '  "": {', 5, "must not be blank"),
        ("  kitchen: {", '  "a\\nb": {', 5, "must be one line"),
        ("  kitchen: {", '  "\\ud800": {', 5, "lone surrogate"),
        ("to: kitchen", "to: kitchn", 8, "ends in room kitchn, which the map does not have. Did you mean"),
        ("    to: cellar", "    to: hall", 9, "from hall to itself"),
        ("    to: cellar", "    to: kitchen", 9, "twice (corridors go both ways). It stands first on line 8"),
        ("    ticks: 1", "    ticks: 0", 11, "ticks must be a whole number from 1 to 1000, not 0"),
        ("    ticks: 1", "    ticks: -2", 11, "not -2"),
        ("    ticks: 1", "    ticks: 1.5", 11, "not 1.5"),
        ("    ticks: 1", "    ticks: '1'", 11, "not the text 1"),
        ("    ticks: 1", "    ticks: true", 11, "not true"),
        ("    ticks: 1", "    ticks: 99999", 11, "not 99999"),
        ("    ticks: 1\n", "", 9, "a corridor lacks ticks"),
        ("  - from: hall\n    to: cellar\n    ticks: 1\n", "", 6, "from hall no corridors lead to cellar"),
        ("{room: kitchen, name", "{room: attic, name", 13, "task 'Peel Onions' is in room attic"),
        ("{room: kitchen, name", "{room: '', name", 13, "task 'Peel Onions' is in no room"),
        ("{room: kitchen, name", "{name", 13, "a task lacks room"),
        ("  - {room: k", "  - {room: kitchen, name: peel onions}\n  - {room: k", 14, "twice in room kitchen"),
        ("  - {room: kitchen, name: Peel Onions}", "  kitchen: x", 13, "tasks must be a list, not a mapping"),
    ],
)  # fmt: skip
def test_says_what_is_wrong_and_where(old, new, line, says):
    assert SMALL.count(old) == 1
    with pytest.raises(InputError) as caught:
        parse_map(SMALL.replace(old, new), source="small.yaml")
    assert caught.value.where == f"small.yaml:{line}"
    assert says in str(caught.value)


@pytest.mark.parametrize(
    "text", ["", "# nothing\n", "- a\n", "word", "a: b\n---\nc: d\n", "[" * 5000, '"\\U00110000"']
)
def test_text_that_is_no_map(text):
    assert map_problems(text, source="x")


def test_one_room_is_no_map():
    one = "name: a\nbutton: b\nrooms:\n  b: {x: 1, y: 1}\ncorridors: []\ntasks: []\n"
    assert "at least 2 rooms" in str(map_problems(one, source="x")[0])


def test_too_many_rooms():
    rooms = "".join(f"  r{n}: {{x: {n}, y: 1}}\n" for n in range(201))
    (problem,) = map_problems(f"name: a\nbutton: r1\nrooms:\n{rooms}corridors: []\ntasks: []\n", source="x")
    assert "201 rooms are too many" in problem.what


def test_all_problems_in_the_order_of_lines():
    text = (
        SMALL.replace("button: hall", "button: hal")
        .replace("ticks: 2", "ticks: two")
        .replace("room: kitchen", "room: k")
    )
    assert [problem.where for problem in map_problems(text, source="x")] == ["x:2", "x:8", "x:13"]
    with pytest.raises(InputError, match="2 more"):
        parse_map(text, source="x")


def test_a_name_may_look_like_something_else():
    text = SMALL.replace("kitchen", "no").replace("cellar", "12")
    assert [room.name for room in parse_map(text, source="x").rooms] == ["hall", "no", "12"]


@pytest.mark.parametrize("change", [{"button": "attic"}, {"corridors": ()}, {"rooms": ()}])
def test_a_map_built_in_code_is_checked_too(change):
    small = parse_map(SMALL, source="x")
    fields = {name: getattr(small, name) for name in small.__struct_fields__}
    with pytest.raises(InputError, match="map small"):
        check_map(GameMap(**{**fields, **change}))


def test_ship10_is_the_standard_map():
    ship = load_map("ship10")
    assert [(room.name, room.x, room.y, room.size) for room in ship.rooms] == [
        ("cafeteria", 7, 1, 3), ("weapons", 13, 1, 2), ("oxygen", 1, 1, 2), ("upper_engine", 1, 5, 2),
        ("medbay", 5, 5, 2), ("electrical", 9, 5, 2), ("security", 13, 5, 2), ("lower_engine", 1, 9, 2),
        ("storage", 7, 9, 3), ("navigation", 13, 9, 2),
    ]  # fmt: skip
    assert [(way.a, way.b, way.ticks) for way in ship.corridors] == [
        ("oxygen", "cafeteria", 2), ("cafeteria", "weapons", 2), ("oxygen", "upper_engine", 1),
        ("upper_engine", "lower_engine", 2), ("cafeteria", "medbay", 1), ("cafeteria", "electrical", 2),
        ("medbay", "electrical", 1), ("medbay", "storage", 2), ("weapons", "security", 1),
        ("electrical", "security", 2), ("security", "navigation", 2), ("lower_engine", "storage", 2),
        ("storage", "navigation", 3), ("upper_engine", "medbay", 2),
    ]  # fmt: skip
    assert [(task.room, task.name) for task in ship.tasks] == [
        ("upper_engine", "Align Engine Output"), ("lower_engine", "Fuel Engines"), ("medbay", "Submit Scan"),
        ("electrical", "Calibrate Distributor"), ("navigation", "Chart Course"),
        ("weapons", "Clear Asteroids"), ("oxygen", "Clean O2 Filter"),
        ("storage", "Sort Cargo"), ("security", "Check Cameras"),
    ]  # fmt: skip
    assert (ship.name, ship.button) == ("ship10", "cafeteria")


def test_ways_on_ship10():
    ways = layout(load_map("ship10"))
    at = ways.index
    assert ways.neighbours[at["cafeteria"]] == (
        (at["weapons"], 2), (at["oxygen"], 2), (at["medbay"], 1), (at["electrical"], 2),
    )  # fmt: skip
    # By medbay and electrical it takes 2 ticks, as the corridor does: the fewer rooms win.
    assert ways.path(at["cafeteria"], at["electrical"]) == (at["cafeteria"], at["electrical"])
    assert ways.first_steps(at["cafeteria"], at["electrical"]) == (at["medbay"], at["electrical"])
    assert ways.distance[at["oxygen"]][at["navigation"]] == 7
    assert ways.hops[at["oxygen"]][at["navigation"]] == 4
    assert ways.diameter == 7
    assert layout(load_map("ship10")) is ways


maps = st.one_of(
    st.sampled_from(map_names()).map(load_map),
    st.builds(generate_map, st.integers(2, 24), st.integers(0, 10**9)),
)


@given(maps)
@settings(deadline=None, max_examples=30)
def test_distances_and_paths_agree(game_map):
    ways = layout(game_map)
    rooms = range(len(ways.names))
    for a, b in itertools.product(rooms, rooms):
        path = ways.path(a, b)
        assert (path[0], path[-1]) == (a, b)
        steps = list(itertools.pairwise(path))
        assert sum(ways.corridor_ticks[one][other] for one, other in steps) == ways.distance[a][b]
        assert ways.distance[a][b] == ways.distance[b][a]
        assert ways.hops[a][b] == ways.hops[b][a] <= len(steps)
        assert a == b or path[1] in ways.first_steps(a, b)
        assert all(ways.distance[a][b] <= ways.distance[a][c] + ways.distance[c][b] for c in rooms)


@given(maps)
@settings(deadline=None, max_examples=50)
def test_a_map_draws_cleanly(game_map):
    check_map(game_map)
    assert overlapping_rooms(game_map) == ()
    at = {room.name: room for room in game_map.rooms}
    for way in game_map.corridors:
        for room in game_map.rooms:
            if room.name not in (way.a, way.b):
                assert not enters(at[way.a], at[way.b], room)
    for one, other in itertools.combinations(game_map.corridors, 2):
        if not {one.a, one.b} & {other.a, other.b}:
            assert not crosses(at[one.a], at[one.b], at[other.a], at[other.b])


@given(st.integers(2, 40), st.integers(0, 10**9))
@settings(deadline=None, max_examples=30)
def test_generated_maps(rooms, seed):
    drawn = generate_map(rooms, seed)
    assert drawn == generate_map(rooms, seed)
    assert len(drawn.rooms) == rooms
    assert all(1 <= way.ticks <= 4 for way in drawn.corridors)
    assert 1 <= len({task.name for task in drawn.tasks}) == len(drawn.tasks)
    if rooms >= 10:
        assert len(drawn.corridors) >= rooms  # more than a tree: there are loops
        assert len(drawn.tasks) >= rooms / 2


def test_a_seed_gives_the_same_map_everywhere():
    text = render_map(generate_map(16, 7))
    assert (
        hashlib.sha256(text.encode()).hexdigest()
        == "b9c580b5e9d3e2ba576a984e105e3210038c1bfdafcebd31b36f199ca66d3694"
    )


@pytest.mark.parametrize("rooms", [-1, 1, 201])
def test_sizes_that_cannot_be_generated(rooms):
    with pytest.raises(InputError, match="2 to 200 rooms"):
        generate_map(rooms, 1)


@pytest.mark.parametrize("name", map_names()[1:])
def test_bundled_maps_offer_two_separate_ways_between_any_rooms(name):
    game_map = load_map(name)
    for closed in game_map.rooms:
        left = [room for room in game_map.rooms if room is not closed]
        check_map(
            GameMap(
                name=name,
                rooms=tuple(left),
                corridors=tuple(way for way in game_map.corridors if closed.name not in (way.a, way.b)),
                tasks=(),
                button=left[0].name,
            )
        )
    assert len(game_map.tasks) >= {16: 12, 24: 16}[len(game_map.rooms)]
    assert {way.ticks for way in game_map.corridors} == {1, 2, 3}


numbers = st.floats(-9999, 9999, allow_nan=False)
names = st.text(min_size=1, max_size=20).filter(
    lambda name: name == name.strip() and name.splitlines() == [name]
)


@given(
    st.lists(st.tuples(names, numbers, numbers, st.floats(0.001, 99)), min_size=2, max_size=6),
    names,
    st.integers(1, 9),
)
@settings(deadline=None)
def test_what_is_written_reads_back(rooms, name, ticks):
    laid = tuple(Room(*room) for room in rooms)
    game_map = GameMap(
        name=name,
        rooms=laid,
        corridors=tuple(Corridor(a.name, b.name, ticks) for a, b in itertools.pairwise(laid)),
        tasks=(TaskSite(laid[0].name, name),),
        button=laid[-1].name,
    )
    try:
        text = render_map(game_map)
    except InputError as error:
        assert "room" in str(error)  # two names alike
        return
    assert parse_map(text, source="x") == game_map


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text):
    map_problems(text, source="x")


def enters(a, b, room):
    """Whether the line from a to b passes through a room's square (Liang and Barsky's clipping)."""
    half = room.size / 2
    low, high = 0.0, 1.0
    for start, end, middle in ((a.x, b.x, room.x), (a.y, b.y, room.y)):
        if start == end:
            if abs(start - middle) >= half:
                return False
            continue
        one, other = sorted(
            ((middle - half - start) / (end - start), (middle + half - start) / (end - start))
        )
        low, high = max(low, one), min(high, other)
    return low < high


def crosses(a, b, c, d):
    def side(p, q, r):
        return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
