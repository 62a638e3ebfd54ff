import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gander.errors import InputError
from gander.quack.library import load_map, map_names
from gander.quack.world import Corridor, GameMap, Room, TaskSite, generate_map
from gander.quack.world.maps import check_map, layout

SMALL = GameMap(
    name="small",
    rooms=(Room("hall", 1, 1, 3), Room("kitchen", 7, 1), Room("cellar", 1, 5.5)),
    corridors=(Corridor("hall", "kitchen", 2), Corridor("hall", "cellar", 1)),
    tasks=(TaskSite("kitchen", "Peel Onions"),),
    button="hall",
)


@pytest.mark.parametrize("change", [{"button": "attic"}, {"corridors": ()}, {"rooms": ()}])
def test_a_map_built_in_code_is_checked_too(change):
    fields = {name: getattr(SMALL, name) for name in SMALL.__struct_fields__}
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
@settings(max_examples=30)
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
