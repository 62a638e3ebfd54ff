"""Films read back: how long they are, what is in their frames, what they tell."""

import dataclasses
import io
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from gander.errors import InputError
from gander.quack.library import load_map
from gander.quack.play import RunSettings, play_run
from gander.quack.record import Record, build_timeline, read_record
from gander.quack.replay import Turn, reenact
from gander.quack.senses.pictures import Picture, global_picture, god_picture, local_picture
from gander.quack.senses.pictures.sheet import COLOURS
from gander.quack.world import Rules
from gander.quack.world.rules import TaskRules
from gander.report.film import Film, Pace, Scene, Told, film, god_scenes, seat_scenes
from gander.report.film.filming import shots
from gander.report.film.stage import HEIGHT, WIDTH, arranged
from gander.report.film.transcript import Transcript
from gander.report.film.writing import Shot, codec, write_gif, write_mp4
from gander.report.frames import frame_positions
from tests.quack.small_records import Script

SHIP10 = load_map("ship10")
QUICK = Pace(0.3, 0.6, 100)
_SMALL = {"Det.limit_type": "max", "Det.limit_side_len": 640}  # not enlarged before it is read
OCR = {"Global.log_level": "error", "Global.use_cls": False, **_SMALL}
SPEECH = "I found the body of Bob in medbay. Alice was standing right beside it, and nobody else was there."


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Record:
    """A game of the released format: a chat, a kill, a report, two rounds of speeches, an ejection."""
    game = Script(rooms=("medbay", "medbay", "cafeteria", "storage"))
    game.start().kill("Alice", "Bob", "medbay").move("Charlie", "cafeteria", "medbay", 1)
    game.chat("Diana", "storage", "Anybody here?").end().start().report("Charlie", ("Bob", "medbay"))
    for _ in range(2):
        game.say("Charlie", SPEECH).say("Alice", "No.").say("Diana", "سلام")
    game.vote(Alice="Charlie", Charlie="Alice", Diana="Alice").eject("Alice", duck=True).over()
    return read_record(game.write(tmp_path_factory.mktemp("short")))


@pytest.fixture(scope="module")
def filmed(short: Record) -> tuple[list[Shot], Film]:
    """Its shots, and them as MP4; quick to make, since little time passes."""
    scenes = god_scenes(short, SHIP10, QUICK, roles=True)
    return list(shots(scenes, QUICK, untold)), film(scenes, QUICK, "mp4", untold)


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Record:
    folder = tmp_path_factory.mktemp("games") / "run"
    rules = Rules(tasks=TaskRules(per_goose=2))
    play_run(folder, RunSettings(SHIP10, rules, "scripted", "scripted", {}, (3,)))
    return read_record(folder / "seed03" / "game.jsonl")


def untold(done: int, total: int) -> None:
    """Nobody watches."""


def pixels(image: Image.Image) -> "np.ndarray[Any, Any]":
    return np.asarray(image.convert("RGB"), np.int16)


def opened(content: bytes) -> tuple[list[tuple[float, Image.Image]], float, Any]:
    """A film's frames with their times, its seconds, and its stream."""
    import av

    with av.open(io.BytesIO(content), "r") as container:
        stream = container.streams.video[0]
        frames = [(frame.time or 0.0, frame.to_image()) for frame in container.decode(stream)]
        return frames, (container.duration or 0) / 1e6, stream.codec_context


def at(frames: list[tuple[float, Image.Image]], second: float) -> Image.Image:
    return [image for time, image in frames if time <= second + 1e-6][-1]


def test_an_mp4_shows_what_was_drawn_when_it_is_due(filmed: tuple[list[Shot], Film]) -> None:
    made, done = filmed
    frames, seconds, its = opened(done.content)
    assert (its.name, its.pix_fmt, its.width, its.height) == ("h264", "yuv420p", WIDTH, HEIGHT)
    assert (WIDTH, HEIGHT) == (1280, 720)
    assert seconds == pytest.approx(sum(shot.seconds for shot in made), abs=0.11)
    assert done.seconds == pytest.approx(seconds, abs=0.11)
    # Each shot stands in the film from its beginning to the next, and a still one twice a second.
    assert len(frames) >= max(len(made), 2 * seconds - 1)
    begun = 0.0
    for shot in made:
        off = np.abs(pixels(at(frames, begun + shot.seconds / 2)) - pixels(shot.frame))
        assert off.mean() < 2.5
        begun += shot.seconds
    # The shots are told from one another by that.
    others = [np.abs(pixels(a.frame) - pixels(b.frame)).mean() for a, b in zip(made, made[3:], strict=False)]
    assert max(others) > 5


def test_a_gif_has_a_frame_a_shot(filmed: tuple[list[Shot], Film]) -> None:
    made = filmed[0][:10]
    frames, seconds, its = opened(write_gif(made, WIDTH, HEIGHT))
    assert (its.name, its.width, its.height) == ("gif", WIDTH, HEIGHT)
    assert len(frames) == len(made)
    assert seconds == pytest.approx(sum(shot.seconds for shot in made), abs=0.02)
    for (_, image), shot in zip(frames, made, strict=True):
        assert np.abs(pixels(image) - pixels(shot.frame)).mean() < 0.5


@pytest.mark.parametrize("name", ["libvpx-vp9", "mpeg4"])
def test_where_h264_is_missing_another_codec_is_taken(name: str) -> None:
    import av

    others = {"libvpx-vp9", "mpeg4", "gif", "png"}
    assert codec({*others, "libx264"}) == "libx264"
    assert codec(others) == "libvpx-vp9"
    assert codec({"gif", "mpeg4"}) == "mpeg4"
    with pytest.raises(InputError, match=r"film as \.gif"):
        codec({"gif"})
    if name not in av.codecs_available:
        pytest.skip(f"PyAV has no {name} here")
    made = [Shot(Image.new("RGB", (320, 180), colour), 1.3) for colour in COLOURS[:3]]
    frames, seconds, its = opened(write_mp4(made, 320, 180, name))
    assert its.pix_fmt == "yuv420p"
    assert seconds == pytest.approx(3.9, abs=0.01)
    for number, shot in enumerate(made):
        assert np.abs(pixels(at(frames, 1.3 * number + 0.6)) - pixels(shot.frame)).mean() < 4


@settings(max_examples=15)
@given(st.lists(st.floats(0.01, 3.0), min_size=1, max_size=6))
def test_times_do_not_drift(lengths: list[float]) -> None:
    colours = ("white", "black")
    made = [Shot(Image.new("RGB", (64, 64), colours[at % 2]), each) for at, each in enumerate(lengths)]
    for content, step in ((write_mp4(made, 64, 64, "mpeg4"), 0.1), (write_gif(made, 64, 64), 0.01)):
        _, seconds, _ = opened(content)
        assert abs(seconds - sum(lengths)) <= step * len(lengths) + 1e-3


def test_the_whole_game_has_a_scene_a_tick_and_one_for_each_thing_told(short: Record) -> None:
    timeline = build_timeline(short)
    scenes = god_scenes(short, SHIP10, Pace(), roles=True)
    told = [line for scene in scenes for line in scene.told]
    speeches = [("Charlie", SPEECH), ("Alice", "No."), ("Diana", "سلام")] * 2
    assert told == [
        ("", "† Alice kills Bob in medbay, unseen."),
        ("Diana in storage", "Anybody here?"),
        ("", "Meeting 1: Charlie reported a dead body. Dead: Bob in medbay."),
        *speeches,
        *(("", text) for text in ("Alice votes for Charlie.", "Charlie votes for Alice.")),
        *(("", text) for text in ("Diana votes for Alice.", "Alice is ejected: a Duck.")),
        ("", "The Geese win: All Ducks have been ejected."),
    ]
    drawn = [scene.pictures[0] for scene in scenes]
    ticks = [god_picture(timeline, position, SHIP10) for _, position in frame_positions(timeline)]
    assert [picture for picture in drawn if picture in ticks][: len(ticks)] == ticks[:3]
    assert drawn[-1] == god_picture(timeline, len(short.events) - 1, SHIP10)


def test_hidden_roles_are_in_no_word_and_no_pixel(short: Record) -> None:
    scenes = god_scenes(short, SHIP10, Pace(), roles=False)
    words = " ".join(f"{line.head} {line.text}" for scene in scenes for line in scene.told)
    assert "Bob is killed in medbay." in words
    assert not {"Duck", "Geese", "kills"} & {word.strip(".,:") for word in words.split()}
    # With another Duck all pictures are the same.
    state = msgspec.json.decode(msgspec.json.encode(short.events[0].data))
    for player, its in state["initial_state"].items():
        its["team"], its["role"] = ("duck", "Duck") if player == "player_3" else ("goose", "Goose")
    first = msgspec.structs.replace(short.events[0], data=state)
    other = dataclasses.replace(short, events=[first, *short.events[1:]])
    for position in range(len(short.events)):
        pair = [
            god_picture(build_timeline(record), position, SHIP10, roles=False) for record in (short, other)
        ]
        assert pair[0] == pair[1]
    assert god_picture(build_timeline(short), 0, SHIP10) != god_picture(build_timeline(other), 0, SHIP10)


def test_a_seat_sees_its_turns_and_nothing_else(ours: Record) -> None:
    turns: list[Turn] = []
    reenact(ours, turns.append)
    for seat in ("Bob", "Eve"):
        own = [turn.observation for turn in turns if turn.observation.name == seat]
        scenes = seat_scenes(ours, seat, Pace(), roles=True)
        assert [scene.pictures for scene in scenes] == [
            (local_picture(seen, SHIP10), global_picture(seen, SHIP10)) for seen in own
        ]
        told = [line for scene in scenes for line in scene.told]
        assert told[0].text.startswith(f"{seat} is a {own[0].role}")
        heard = [
            (event.event_type, event.data["message"])
            for event in ours.events
            if event.event_type in ("discussion_message", "free_roam_chat")
        ]
        # Everything that it heard, once, and no chat of rooms where it was not.
        meetings = {
            (seen.meeting.number, number): (speech.speaker, speech.message)
            for seen in own
            if seen.meeting
            for number, speech in enumerate(seen.meeting.transcript)
        }
        sights = [
            (f"{it.who} in {it.room}", it.text) for seen in own for it in seen.seen if it.kind == "said"
        ]
        said = [line for line in told if line.head and not line.head.startswith(f"{seat} in ")]
        assert sorted(map(tuple, said)) == sorted([*meetings.values(), *sights])
        assert {line.text for line in said} <= {message for _, message in heard}
        votes = {line.text for line in told if " votes for " in line.text}
        public = {
            f"{voter} votes for {target or 'nobody'}."
            for seen in own
            if seen.last_meeting
            for voter, target in seen.last_meeting.votes
        }
        assert votes == public
        assert not any("Duck" in line.text for line in seat_told(ours, seat) if not line.head)


def seat_told(record: Record, seat: str) -> list[Told]:
    return [line for scene in seat_scenes(record, seat, Pace(), roles=False) for line in scene.told]


def test_speeches_are_read_in_the_film(filmed: tuple[list[Shot], Film]) -> None:
    pytest.importorskip("rapidocr")
    from rapidocr import RapidOCR

    made, done = filmed
    frames, _, _ = opened(done.content)
    begun = 0.0
    for shot in made:
        # The only long one; what its lines' ends leave out is little.
        if shot.seconds > 0.8:
            break
        begun += shot.seconds
    engine = RapidOCR(params=OCR)
    found = getattr(engine(np.asarray(at(frames, begun + 0.6).crop((740, 130, WIDTH, 380)))), "txts", ())
    read = "".join(char for char in "".join(found).lower() if char.isalnum())
    for word in ("Charlie", *SPEECH.split()):
        assert word.lower().strip(".,") in read


def pages(text: str, height: int = 300) -> list[Picture]:
    return [page.picture for page in Transcript(400, height).tell(Told("Bob", text))]


def ink(picture: Picture, left: int, right: int) -> int:
    image = Image.open(io.BytesIO(picture.png)).convert("L")
    return int((np.asarray(image)[60:, left:right] < 128).sum())


def test_words_from_the_right_stand_at_the_right() -> None:
    (latin,), (hebrew,), (arabic,) = (pages(word) for word in ("where?", "שלום", "سلام"))
    assert ink(latin, 0, 200) > 0 == ink(latin, 200, 400)
    for picture in (hebrew, arabic):
        assert ink(picture, 200, 400) > 0 == ink(picture, 0, 200)


def test_what_hides_or_moves_is_shown() -> None:
    assert pages("a\u202eb\x1b[2Jc") == pages(r"a\u202eb\x1b[2Jc")
    assert pages("one\ntwo") != pages("one two")


@settings(max_examples=25)
@given(st.integers(1, 120), st.sampled_from(["word ", "ab\n", "longer-than_others ", "سلام "]))
def test_long_speeches_come_in_pages_that_hold_every_letter(count: int, word: str) -> None:
    text = (word * count).strip()
    transcript = Transcript(400, 300)
    list(transcript.tell(Told("Eve", "before")))
    told = list(transcript.tell(Told("Bob", text)))
    letters = sum(page.letters for page in told)
    assert abs(letters - len(text)) <= text.count(" ") + text.count("\n")
    assert all(page.spoken and page.picture.height == 300 for page in told)
    # A page holds what fits below its head: no less than a column that is half full, but for the last.
    for page in told[:-1]:
        assert page.letters * 2 > told[0].letters
    pace = Pace(message=1.0, letters=10)
    assert all(pace.seconds(page.letters, spoken=True) == max(1.0, page.letters / 10) for page in told)


def test_pictures_are_never_enlarged_and_never_overlap() -> None:
    def picture(width: int, height: int) -> Picture:
        file = io.BytesIO()
        Image.new("P", (width, height)).save(file, "PNG")
        return Picture(file.getvalue(), width, height)

    for sizes in ([(100, 80)], [(992, 1014)], [(1024, 464), (872, 431)], [(1300, 1350)], [(3000, 90)]):
        drawn = [picture(*size) for size in sizes]
        frame = arranged([drawn, drawn[:1] * len(drawn)])
        assert frame.scale <= 1
        assert frame.column <= WIDTH - 400
        floor = 0
        for (left, top), (width, height) in zip(frame.places, sizes, strict=True):
            assert top >= floor
            assert left + int(width * frame.scale) < frame.column
            floor = top + int(height * frame.scale)
        assert floor <= HEIGHT
        column = picture(WIDTH - frame.column, HEIGHT)
        assert frame.drawn(drawn, column).size == (WIDTH, HEIGHT)


def test_progress_is_told() -> None:
    drawn = Picture(pages("x")[0].png, 400, 300)
    done: list[tuple[int, int]] = []
    scenes = [Scene((drawn,), (), 0.1)] * 3
    film(scenes, Pace(), "gif", lambda *numbers: done.append(numbers))
    assert done == [(1, 3), (2, 3), (3, 3)]


def test_records_that_break_off_are_filmed_as_far_as_they_go(ours: Record, tmp_path: Path) -> None:
    lines = ours.path.read_bytes().splitlines(keepends=True)
    for count in (1, 60):
        path = tmp_path / str(count) / "game.jsonl"
        path.parent.mkdir()
        path.write_bytes(b"".join(lines[:count]))
        scenes = god_scenes(read_record(path), SHIP10, QUICK, roles=True)
        frames, _, _ = opened(film(scenes, QUICK, "gif", untold).content)
        assert len(frames) >= len(scenes) > 0
    with pytest.raises(InputError, match="never has a turn"):
        seat_scenes(read_record(tmp_path / "1" / "game.jsonl"), "Bob", QUICK, roles=True)
