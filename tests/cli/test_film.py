"""``gander quack film``: the file that it writes, what it refuses, and that it leaves no halves."""

import sys
from pathlib import Path

import pytest

from gander.cli import main
from gander.quack.library import load_map
from gander.quack.play import RunSettings, play_run
from gander.quack.world import Rules
from tests.quack.small_records import Script


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games") / "run"
    play_run(folder, RunSettings(load_map("ship10"), Rules(), "scripted", "scripted", {}, (3,)))
    return folder / "seed03" / "game.jsonl"


def run(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int:
    monkeypatch.setattr(sys, "argv", ["gander", "quack", "film", *map(str, arguments)])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0)


def test_a_game_is_filmed(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import av

    out = tmp_path / "new" / "Film.GIF"
    quick = ("--tick-seconds", 0.2, "--message-seconds", 0.5, "--letters-per-second", 500)
    assert run(monkeypatch, game.parent, "--out", out, "--seat", "Bob", "--hide-roles", *quick) == 0
    said = capsys.readouterr().out
    assert f"{out}: 0:" in said
    assert [path.name for path in out.parent.iterdir()] == ["Film.GIF"]
    with av.open(str(out)) as container:
        assert container.format.name == "gif"
        minutes, _, seconds = said.partition(": ")[2].partition(" ")[0].partition(":")
        assert (container.duration or 0) / 1e6 == pytest.approx(60 * int(minutes) + int(seconds), abs=0.6)


def test_a_released_game_is_filmed_whole(
    released_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = next(released_dir.glob("*/seed*/game.jsonl"))
    assert run(monkeypatch, record, "--out", tmp_path / "film.gif") == 0
    assert (tmp_path / "film.gif").stat().st_size > 10_000
    assert run(monkeypatch, record, "--out", tmp_path / "seat.mp4", "--seat", "Bob") == 2
    assert "carries no schema" in capsys.readouterr().err
    assert run(monkeypatch, record, "--out", tmp_path / "other.mp4", "--map", "station16") == 2
    assert "station16 has no room" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["film.gif"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--out", "film.avi"), "film.avi: a film is .mp4 or .gif."),
        (("--out", "film"), "a film is .mp4 or .gif."),
        (("--out", "RECORD"), "a film is .mp4 or .gif."),
        (("--out", "linked.mp4"), "is a record, claims or a sheet"),
        (("--out", "file/film.mp4"), "no file can be written there"),
        (("--out", "film.mp4", "--seat", "Bobb"), "Did you mean Bob?"),
        (("--out", "film.mp4", "--tick-seconds", "0"), "--tick-seconds: is to be from 0.1 to 60, not 0."),
        (("--out", "film.mp4", "--message-seconds", "nan"), "not nan"),
        (("--out", "film.mp4", "--map", "nowhere"), "nowhere"),
    ],
)
def test_refusals_write_nothing(
    game: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: tuple[str, ...],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    (tmp_path / "linked.mp4").symlink_to(game)
    before = game.read_bytes()
    assert run(monkeypatch, game, *(str(game) if each == "RECORD" else each for each in options)) == 2
    told = capsys.readouterr().err
    assert said in told
    assert len(told.splitlines()) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "linked.mp4"]
    assert game.read_bytes() == before


def test_a_broken_record_is_told_in_one_message(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = game.read_bytes().splitlines(keepends=True)
    broken = tmp_path / "broken" / "game.jsonl"
    broken.parent.mkdir()
    broken.write_bytes(b"".join([*lines[:5], b"{nonsense\n", *lines[6:]]))
    assert run(monkeypatch, broken, "--out", tmp_path / "film.mp4") == 2
    told = capsys.readouterr().err
    assert f"{broken}:6:" in told
    assert len(told.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["broken"]


def test_an_interrupted_film_leaves_nothing(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from gander.report.film import stage

    out = tmp_path / "film.mp4"
    out.write_bytes(b"an older film")
    drawn = stage.Frame.drawn
    frames: list[object] = []

    def interrupted(self: stage.Frame, *pictures: object) -> object:
        frames.append(pictures)
        if len(frames) == 10:
            raise KeyboardInterrupt
        return drawn(self, *pictures)  # type: ignore[arg-type]

    monkeypatch.setattr(stage.Frame, "drawn", interrupted)
    assert run(monkeypatch, game, "--out", out) == 130
    assert "Traceback" not in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["film.mp4"]
    assert out.read_bytes() == b"an older film"


def test_without_pyav_the_extra_is_named(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "av", None)
    assert run(monkeypatch, game, "--out", tmp_path / "film.mp4") == 2
    assert "pip install 'gander-eval[film]'" in capsys.readouterr().err


def test_letters_that_no_font_has_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from gander.quack.senses.pictures import missing_letters

    rare = next((char for char in "🦆𐎠𓅭𑈀ꓐ李" if missing_letters(char)), None)
    if rare is None:
        pytest.skip("the fonts here have every letter")
    record = Script().start().chat("Bob", "cafeteria", f"See {rare}").end().write(tmp_path / "game")
    assert run(monkeypatch, record, "--out", tmp_path / "film.gif") == 0
    assert f"no font here has {rare}: drawn as escapes." in capsys.readouterr().err
