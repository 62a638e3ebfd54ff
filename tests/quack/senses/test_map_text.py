import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gander.quack.library import load_map
from gander.quack.senses.map_text import draw_map, list_map
from gander.quack.world import Corridor, GameMap, Room, generate_map, layout
from gander.terminal import cells, cut, in_encoding, printable

FOUR = GameMap(
    name="four",
    rooms=(Room("hall", 1, 1), Room("kitchen", 7, 1), Room("cellar", 1, 5), Room("garden", 7, 5)),
    corridors=(
        Corridor("hall", "kitchen", 2),
        Corridor("hall", "cellar", 1),
        Corridor("cellar", "garden", 12),
        Corridor("kitchen", "garden", 3),
    ),
    tasks=(),
    button="hall",
)

DRAWN = """\
┌────────┐       ┌─────────┐
│ hall ● ├───2───┤ kitchen │
└──┬─────┘       └───┬─────┘
   │                 │
   1                 3
   │                 │
┌──┴─────┐       ╔═══╧════╗
│ cellar ├──12───╢ garden ║
└────────┘       ║  you   ║
                 ╚════════╝"""


def test_a_drawing():
    assert draw_map(FOUR, width=80, here="garden", notes={"garden": "you"}) == DRAWN


def test_a_narrow_terminal_gets_a_list():
    assert draw_map(FOUR, width=20) == list_map(FOUR, width=20)
    assert list_map(FOUR, width=80, here="hall").split("\n")[:2] == [
        "hall (you are here, button)",
        "  to kitchen 2, cellar 1",
    ]


@pytest.mark.parametrize(("name", "columns"), [("ship10", 80), ("station16", 80), ("harbour24", 120)])
def test_bundled_maps_fit_with_full_names_and_without_crossings(name, columns):
    game_map = load_map(name)
    drawing = draw_map(game_map, width=columns)
    assert max(map(cells, drawing.split("\n"))) <= columns
    assert "┼" not in drawing
    assert "Not drawn" not in drawing
    assert all(f" {room.name} " in drawing for room in game_map.rooms)
    assert drawing.count("●") == 1
    assert drawing.count("◆") == len(game_map.tasks)


@given(st.integers(2, 24), st.integers(0, 10**6), st.integers(20, 160))
@settings(max_examples=30)
def test_a_drawing_leads_along_every_corridor(rooms, seed, columns):
    game_map = generate_map(rooms, seed)
    drawing = draw_map(game_map, width=columns)
    assert max(map(cells, drawing.split("\n"))) <= columns
    if "┌" not in drawing:
        return
    drawn = drawing.partition("\n\nNot drawn")[0]
    missing = drawing.count(";") + 1 if "Not drawn" in drawing else 0
    ends = sum(drawn.count(port) for port in "├┤┬┴")
    assert ends == 2 * (len(game_map.corridors) - missing)
    assert sum(map(drawn.count, "1234")) == len(game_map.corridors) - missing


def test_names_cannot_reach_the_terminal():
    evil = GameMap(
        name="e",
        rooms=(Room("\x1b[2Jroom", 1, 1), Room("\u202eroom", 7, 1), Room("部屋", 1, 5)),
        corridors=(Corridor("\x1b[2Jroom", "\u202eroom", 1), Corridor("\x1b[2Jroom", "部屋", 1)),
        tasks=(),
        button="部屋",
    )
    layout(evil)
    for shown in (draw_map(evil, width=80), list_map(evil, width=80)):
        assert all(char.isprintable() or char == "\n" for char in shown)
        assert "\\x1b[2Jroom" in shown
        assert "部屋" in shown
    box = [line for line in draw_map(evil, width=80).split("\n") if "部屋" in line or "└" in line]
    assert cells(box[-2]) == cells(box[-1])


def test_printable():
    assert printable("a\x1b[31m\n\u202e\x9b\u2066é部") == "a\\x1b[31m\\n\\u202e\\x9b\\u2066é部"
    assert printable("\ud800") == "\\ud800"


def test_cut_counts_columns():
    assert cut("部屋部屋", 8) == "部屋部屋"
    assert cut("部屋部屋", 6) == "部屋…"
    assert cells("e\u0301部") == 3


def test_in_encoding():
    assert in_encoding("┌─● é", "utf-8") == "┌─● é"
    assert in_encoding("┌─● é", "ascii") == "+-! \\xe9"
