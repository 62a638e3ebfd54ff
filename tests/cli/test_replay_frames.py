"""``gander quack replay --frames``: what it writes, and what it refuses."""

import sys
from pathlib import Path

import pytest

from gander.cli import main
from gander.quack.library import load_map
from gander.quack.play import RunSettings, play_run
from gander.quack.record import read_record
from gander.quack.replay import reenact
from gander.quack.senses.pictures import local_picture
from gander.quack.world import Rules


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games") / "run"
    play_run(folder, RunSettings(load_map("ship10"), Rules(), "scripted", "scripted", {}, (3,)))
    return folder / "seed03" / "game.jsonl"


def run(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int:
    monkeypatch.setattr(sys, "argv", ["gander", "quack", "replay", *map(str, arguments)])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0)


def test_a_picture_a_tick(game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, game, "--frames", tmp_path / "film") == 0
    last = read_record(game).events[-1].tick
    files = sorted(path.name for path in (tmp_path / "film").iterdir())
    assert files == [f"tick{tick:04}.png" for tick in range(last + 1)]


def test_what_a_player_was_shown(game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, game, "--frames", tmp_path / "bob", "--seat", "Bob") == 0
    turns = []
    reenact(read_record(game), lambda turn: turns.append(turn.observation))
    turns = [seen for seen in turns if seen.name == "Bob"]
    locals_ = sorted((tmp_path / "bob").glob("*-local.png"))
    assert len(list((tmp_path / "bob").iterdir())) == 2 * len(turns) == 2 * len(locals_)
    for path, seen in zip(locals_, turns, strict=True):
        assert f"-tick{seen.tick:04}-{seen.kind}-" in path.name
        assert path.read_bytes() == local_picture(seen, load_map("ship10")).png


def test_released_games_have_the_whole_view_only(
    released_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = next(released_dir.glob("*/seed*/game.jsonl"))
    assert run(monkeypatch, record, "--frames", tmp_path / "film") == 0
    assert run(monkeypatch, record, "--frames", tmp_path / "seat", "--seat", "Bob") == 2
    assert "carries no schema" in capsys.readouterr().err
    assert run(monkeypatch, record, "--frames", tmp_path / "other", "--map", "station16") == 2
    assert "station16 has no room" in capsys.readouterr().err
    assert not (tmp_path / "seat").exists()
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--frames", "FULL"), "not an empty folder"),
        (("--frames", "new", "--seat", "Bobb"), "Did you mean Bob?"),
        (("--seat", "Bob"), "Give --frames too"),
        (("--map", "ship10"), "Give --frames too"),
        (("--frames", "new", "--check"), "without --check"),
    ],
)
def test_refusals(
    game: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: tuple[str, ...],
    said: str,
) -> None:
    (tmp_path / "FULL").mkdir()
    (tmp_path / "FULL" / "file").touch()
    monkeypatch.chdir(tmp_path)
    assert run(monkeypatch, game, *options) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_without_pillow_the_extra_is_named(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.startswith("gander.quack.senses.pictures")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "PIL", None)
    assert run(monkeypatch, game, "--frames", tmp_path / "film") == 2
    assert "gander-eval[pictures]" in capsys.readouterr().err
