"""Both pictures of a player: what is in them, what is not, and how large they are."""

import io
import itertools
from typing import Any, cast

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from gander.quack.library import load_map
from gander.quack.senses import MeetingOutcome, Observation, Observer
from gander.quack.senses.pictures import global_picture, local_picture
from gander.quack.senses.pictures.one_room import local_plan
from gander.quack.senses.pictures.plan import SIDE, Box
from gander.quack.senses.pictures.sheet import ACCENTED, BLUE, INK, PAPER, RED, YELLOW, Colour, Sheet
from gander.quack.world import Engine, Rules, Sight
from gander.quack.world.rules import NAMES
from tests.quack.senses.pictures.views import MAPS, exits_of, full_room, seen_in_play

replace = msgspec.structs.replace


class TestSize:
    @pytest.mark.parametrize("players", [6, 16])
    @pytest.mark.parametrize("name", MAPS)
    def test_both_have_at_most_1024_pixels_and_30_kilobytes_together(self, name: str, players: int) -> None:
        game_map, shown = seen_in_play(name, players)
        for seen in (*shown, full_room(game_map, NAMES[:players])):
            both = global_picture(seen, game_map), local_picture(seen, game_map)
            assert max(max(picture.width, picture.height) for picture in both) <= SIDE
            assert sum(len(picture.png) for picture in both) <= 30_000

    def test_a_picture_is_a_png_of_the_size_it_tells(self) -> None:
        game_map, shown = seen_in_play("ship10", 6)
        for picture in (global_picture(shown[0], game_map), local_picture(shown[0], game_map)):
            opened = Image.open(io.BytesIO(picture.png))
            opened.load()
            assert (opened.format, opened.size) == ("PNG", (picture.width, picture.height))


class TestSheet:
    def test_a_png_holds_exactly_what_was_laid_on_it(self) -> None:
        sheet = Sheet(33, 7, RED)
        tile = Image.new("P", (5, 3), 3)
        sheet.put(tile, 29, 4)
        sheet.put(tile, -2, -1)
        opened = Image.open(io.BytesIO(sheet.picture().png)).convert("RGB")
        assert opened.size == (36, 7)
        for x, y in itertools.product(range(36), range(7)):
            inside = (29 <= x < 34 and y >= 4) or (x < 3 and y < 2)
            assert opened.getpixel((x, y)) == (RED if inside else (255, 255, 255))

    def test_letters_and_lines_have_a_contrast_of_seven(self) -> None:
        def colours(ramp: tuple[int, int], accent: Colour) -> list[Colour]:
            """What a palette holds for a ground and for what stands on it."""
            sheet = Sheet(4, 2, accent)
            for row, number in enumerate(ramp):
                sheet.put(Image.new("P", (4, 1), number), 0, row)
            opened = Image.open(io.BytesIO(sheet.picture().png)).convert("RGB")
            return [cast("Colour", opened.getpixel((0, row))) for row in (0, 1)]

        def light(colour: tuple[int, ...]) -> float:
            parts = [part / 255 for part in colour]
            linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
            return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

        pairs = [(ramp, accent) for ramp in (PAPER, INK, BLUE) for accent in (RED, YELLOW)]
        for ramp, accent in [*pairs, *((ramp, accent) for accent, ramp in ACCENTED.items())]:
            low, high = sorted(map(light, colours(ramp, accent)))
            assert (high + 0.05) / (low + 0.05) >= 7


def boxes(seen: Observation, game_map_name: str) -> tuple[Box, list[Box], int, int]:
    """The room's box and those of everything else in a local picture."""
    plan = local_plan(seen, load_map(game_map_name))
    found = [Box(left, top, tile.width, tile.height) for tile, left, top in plan.tiles]
    return found[0], found[1:], plan.width, plan.height


class TestLocal:
    @pytest.mark.parametrize("name", MAPS)
    @pytest.mark.parametrize(
        "names",
        [
            NAMES[:6],
            NAMES[:16],
            NAMES,
            tuple(
                f"{n} the name of a player who has chosen one of a hundred characters {'x' * 30}"
                for n in range(24)
            ),
            tuple(f"{letter * 100}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWX"),
            ("علی رضایی", "فاطمه", "Ольга", "Δημήτρης", "李小龙", "x\u202ey", "a" + "\u0301" * 99),
        ],
    )
    def test_nothing_covers_anything_and_all_is_inside(self, name: str, names: tuple[str, ...]) -> None:
        room, others, width, height = boxes(full_room(load_map(name), names), name)
        for box in (room, *others):
            assert box.left >= 0
            assert box.top >= 0
            assert box.right <= width
            assert box.bottom <= height
        for a, b in itertools.combinations(others, 2):
            assert not a.near(b)
        for box in others:
            inside = room.left < box.left and box.right < room.right
            inside = inside and room.top < box.top and box.bottom < room.bottom
            assert inside or not box.near(room)

    def test_exits_lie_on_the_sides_that_the_map_has_them_on(self) -> None:
        game_map = load_map("ship10")
        seen = full_room(game_map, NAMES[:6])
        seen = replace(seen, room="medbay", exits=exits_of(game_map, "medbay"), seen=())
        plan = local_plan(seen, game_map)
        frame, left, top = plan.tiles[0]
        room = Box(left, top, frame.width, frame.height)
        sides = [
            (
                line.bottom <= room.top,
                line.left >= room.right,
                line.top >= room.bottom,
                line.right <= room.left,
            )
            for line in plan.lines
        ]
        # cafeteria above, electrical right, storage below, upper_engine left
        around = {tuple(place == side for place in range(4)) for side in range(4)}
        assert len(sides) == 4
        assert set(sides) == around

    def test_every_part_of_what_is_perceived_shows(self) -> None:
        game_map = load_map("ship10")
        seen = full_room(game_map, NAMES[:6])
        whole = local_picture(seen, game_map).png
        less: list[dict[str, Any]] = [
            {"tick": 13},
            {"present": seen.present[1:]},
            {"bodies": ()},
            {"exits": seen.exits[1:]},
        ]
        for at in range(len(seen.seen)):
            less.append({"seen": (*seen.seen[:at], *seen.seen[at + 1 :])})
        different = {local_picture(replace(seen, **change), game_map).png for change in less}
        assert len(different) == len(less)
        assert whole not in different


class TestSecrets:
    """Pictures are the same whatever the viewer cannot know."""

    @settings(max_examples=30)
    @given(st.integers(0, 1000), st.randoms(use_true_random=False))
    def test_other_players_tasks_roles_and_places_elsewhere_change_no_pixel(self, seed: int, chance) -> None:
        game_map = load_map("ship10")
        engine = Engine(game_map, Rules(players=NAMES[:8], ducks=2), seed)
        observer = Observer(engine)
        assert engine.need is not None
        viewer = engine.need.player
        here = engine.state.players[viewer].room
        before = observer.observe(viewer, "act")
        pictures = global_picture(before, game_map).png, local_picture(before, game_map).png
        rooms = [room for room in range(len(game_map.rooms)) if room != here]
        for player, its in enumerate(engine.state.players):
            if player == viewer:
                continue
            its.progress = [chance.randrange(4) for _ in its.progress]
            its.cooldown = chance.randrange(9)
            its.working = chance.randrange(-1, 3)
            if its.room != here:
                its.room = chance.choice(rooms)
                its.to = chance.choice([-1, *rooms])
                its.remaining = 1 if its.to >= 0 else 0
                its.alive = chance.random() < 0.8
        tasks = [seat.tasks for seat in engine.seats]
        roles = [seat.duck for seat in engine.seats]
        chance.shuffle(roles)
        engine.seats = tuple(
            seat if player == viewer else replace(seat, duck=roles[player], tasks=chance.choice(tasks))
            for player, seat in enumerate(engine.seats)
        )
        after = Observer(engine).observe(viewer, "act")
        assert (global_picture(after, game_map).png, local_picture(after, game_map).png) == pictures

    @settings(max_examples=30)
    @given(st.data())
    def test_the_global_picture_shows_the_viewers_room_and_open_tasks_only(self, data: st.DataObject) -> None:
        game_map, shown = seen_in_play("ship10", 6)
        seen = data.draw(st.sampled_from(shown))
        names = st.lists(st.sampled_from(NAMES), unique=True).map(tuple)
        other = replace(
            seen,
            tick=data.draw(st.integers(1, 200)),
            name=data.draw(st.sampled_from(NAMES)),
            role=data.draw(st.sampled_from(["Duck", "Goose"])),
            fellows=data.draw(names),
            players=data.draw(names),
            dead=data.draw(names),
            present=data.draw(names),
            bodies=data.draw(names),
            seen=(Sight(1, "killed", "Bob", seen.room, "Eve"),),
            cooldown=data.draw(st.none() | st.integers(0, 9)),
            calls_left=data.draw(st.integers(0, 3)),
        )
        assert global_picture(other, game_map) == global_picture(seen, game_map)

    def test_the_local_picture_shows_nothing_of_roles_deaths_elsewhere_and_votes(self) -> None:
        game_map, shown = seen_in_play("ship10", 6)
        for seen in shown[:20]:
            other = replace(
                seen,
                role="Duck" if seen.role == "Goose" else "Goose",
                fellows=("Bob",),
                ducks=3,
                dead=("Eve",),
                cooldown=None if seen.cooldown is not None else 2,
                calls_left=7,
                last_meeting=MeetingOutcome(0, "Bob", "Duck", (("Eve", "Bob"),)),
                refused="No.",
                tasks=tuple(task for task in seen.tasks if task.room == seen.room),
            )
            assert local_picture(other, game_map) == local_picture(seen, game_map)

    def test_done_tasks_are_gone_and_open_ones_show(self) -> None:
        game_map, shown = seen_in_play("ship10", 6)
        seen = shown[0]
        done = replace(seen, tasks=(replace(seen.tasks[0], done=seen.tasks[0].needed), *seen.tasks[1:]))
        half = replace(seen, tasks=(replace(seen.tasks[0], done=1), *seen.tasks[1:]))
        without = replace(seen, tasks=seen.tasks[1:])
        assert global_picture(done, game_map) == global_picture(without, game_map)
        assert global_picture(done, game_map) != global_picture(seen, game_map)
        assert global_picture(half, game_map) == global_picture(seen, game_map)
