import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gander.errors import InputError
from gander.quack.world import Corridor, GameMap, Room, TaskSite
from gander.quack.world.map_yaml import map_problems, parse_map, render_map

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


numbers = st.floats(-9999, 9999, allow_nan=False)
names = st.text(min_size=1, max_size=20).filter(
    lambda name: name == name.strip() and name.splitlines() == [name]
)


@given(
    st.lists(st.tuples(names, numbers, numbers, st.floats(0.001, 99)), min_size=2, max_size=6),
    names,
    st.integers(1, 9),
)
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
