import hashlib
import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gander.errors import InputError
from gander.quack.library import load_map, map_names
from gander.quack.world import generate_map, render_map
from gander.quack.world.maps import check_map, overlapping_rooms

maps = st.one_of(
    st.sampled_from(map_names()).map(load_map),
    st.builds(generate_map, st.integers(2, 24), st.integers(0, 10**9)),
)


@given(maps)
@settings(max_examples=50)
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
@settings(max_examples=30)
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
