"""Pictures read back by OCR: every name, room and number is found, with 6 and with 16 players."""

import io
from collections import Counter
from collections.abc import Callable

import pytest

from gander.quack.record import build_timeline
from gander.quack.senses.pictures import Picture, global_picture, god_picture, local_picture
from gander.quack.world.rules import NAMES
from tests.quack.senses.pictures.test_god import played
from tests.quack.senses.pictures.views import MAPS, full_room, seen_in_play

Reader = Callable[[Picture], list[str]]


@pytest.fixture(scope="module")
def read() -> Reader:
    """What an OCR engine reads in a picture, a text a line that it finds."""
    pytest.importorskip("rapidocr")
    import numpy as np
    from PIL import Image
    from rapidocr import RapidOCR

    engine = RapidOCR(params={"Global.log_level": "error", "Global.use_cls": False})

    def reader(picture: Picture) -> list[str]:
        pixels = np.asarray(Image.open(io.BytesIO(picture.png)).convert("RGB"))
        return [plain(text) for text in getattr(engine(pixels), "txts", None) or ()]

    return reader


def plain(text: str) -> str:
    """What OCR cannot be held to: case, spaces, joints, dashes of lines, and I for l in this font."""
    return "".join(char for char in text.replace("I", "l").lower() if char.isalnum() or char in "():,")


def missing(found: list[str], wanted: list[str]) -> list[str]:
    whole = "\n".join(found)
    return [text for text, count in Counter(map(plain, wanted)).items() if whole.count(text) < count]


@pytest.mark.parametrize("name", MAPS)
def test_the_map_is_read_with_every_room_and_number(read: Reader, name: str) -> None:
    game_map, shown = seen_in_play(name, 6)
    seen = shown[-1]
    found = read(global_picture(seen, game_map))
    rooms = [room.name for room in game_map.rooms]
    tasks = ["task"] * len({task.room for task in seen.tasks})
    assert missing(found, [*rooms, *tasks, "you", "button"]) == []
    numbers = Counter(text for text in found if text[:-1].isdigit() and text.endswith("t"))
    assert numbers == Counter(f"{corridor.ticks}t" for corridor in game_map.corridors)


@pytest.mark.parametrize("players", [6, 16])
@pytest.mark.parametrize("name", MAPS)
def test_a_room_is_read_with_everybody_and_everything(read: Reader, name: str, players: int) -> None:
    game_map, _ = seen_in_play(name, players)
    seen = full_room(game_map, NAMES[:players])
    found = read(local_picture(seen, game_map))
    moved = [sight.who for sight in seen.seen if sight.kind in ("arrived", "left")]
    killer, victim = seen.present[0], seen.bodies[0]
    wanted = [f"{seen.room}, tick {seen.tick}", f"{seen.name} (you)", f"body of {victim}", "killed"]
    wanted += [*seen.present, *moved, killer, seen.present[-1]]
    wanted += [way.room for way in seen.exits]
    assert missing(found, wanted) == []
    walks = Counter("1 tick" if way.ticks == 1 else f"{way.ticks} ticks" for way in seen.exits)
    read_walks = Counter(text for text in found if text in map(plain, walks))
    assert read_walks == {plain(text): count for text, count in walks.items()}


def test_a_whole_game_is_read(read: Reader) -> None:
    record, game_map = played("ship10", 6)
    timeline = build_timeline(record)
    position = timeline.ticks[4] - 1
    found = read(god_picture(timeline, position, game_map))
    wanted = [f"tick {record.events[position].tick}", *(room.name for room in game_map.rooms)]
    for name, player in zip(NAMES[:6], timeline.players, strict=True):
        stay = timeline.where(player, position)
        assert stay is not None
        wanted.append(f"{name} in {stay.room}" if stay.room else f"{name} to {stay.heading}")
    assert missing(found, wanted) == []
