"""The god view: everybody's place as the timeline has it."""

import functools
import tempfile
from pathlib import Path

from gander.quack.library import load_map
from gander.quack.play import RunSettings, play_run
from gander.quack.record import Record, build_timeline, find_records, read_record
from gander.quack.senses.pictures import god_picture
from gander.quack.senses.pictures.god_view import Walk, places
from gander.quack.world import GameMap, Rules
from gander.quack.world.rules import NAMES


@functools.cache
def played(name: str, players: int) -> tuple[Record, GameMap]:
    """A scripted game."""
    game_map = load_map(name)
    rules = Rules(players=NAMES[:players], ducks=max(1, players // 6))
    with tempfile.TemporaryDirectory() as folder:
        play_run(Path(folder) / "run", RunSettings(game_map, rules, "scripted", "scripted", {}, (3,)))
        return read_record(find_records(Path(folder))[0]), game_map


def test_places_are_those_of_the_timeline_and_walks_count_down() -> None:
    record, _ = played("ship10", 6)
    timeline = build_timeline(record)
    left: dict[int, tuple[int, int]] = {}
    arrivals = 0
    for position in range(len(record.events)):
        tick = record.events[position].tick
        for seat, place in enumerate(places(timeline, position)):
            stay = timeline.where(timeline.players[seat], position)
            if isinstance(place, Walk):
                assert stay is not None
                assert (place.origin, place.heading) == (stay.origin, stay.heading)
                # However long ago it was looked at, the walk ends in the same tick.
                due = left.setdefault(seat, (tick + place.left, tick))[0]
                assert tick + place.left == due
            else:
                assert place == (stay.room if stay else None)
                if seat in left:
                    due, _ = left.pop(seat)
                    arrivals += tick == due
    assert arrivals > 10


def test_all_pictures_of_a_game_have_one_size_and_differ_as_the_game_goes_on() -> None:
    for name, players in (("ship10", 6), ("harbour24", 16)):
        record, game_map = played(name, players)
        timeline = build_timeline(record)
        ends = [start - 1 for start in timeline.ticks[1:]]
        pictures = [god_picture(timeline, position, game_map) for position in ends]
        assert len({(picture.width, picture.height) for picture in pictures}) == 1
        assert len({picture.png for picture in pictures}) == len(pictures)
