"""``gander quack play`` with models, as a person types it: what it says, refuses and costs."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from gander.quack.record import read_record
from gander.quack.replay import reenact
from tests.commands import finished

MODEL = "model:gander/scripted"


def gander(*arguments: object, **environment: str) -> "subprocess.CompletedProcess[str]":
    return finished("gander", *arguments, env={**os.environ, **environment})


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of one game among offline models."""
    folder = tmp_path_factory.mktemp("runs") / "first"
    options = ("--seed", 8, "--senses", "text", "--language", "Persian", "--memory", "2", "--strategy", "off")
    done = gander("quack", "play", "--goose", MODEL, "--duck", MODEL, *options, "--out", folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert "senses text, memory 2, strategy off, Persian" in done.stdout
    assert "If they go as scripted games do: about" in done.stdout
    assert "gander/scripted: " in done.stdout
    return folder


def test_the_record_is_as_it_should_be_and_can_be_audited(run: Path) -> None:
    record = read_record(run / "seed08" / "game.jsonl")
    reenact(record)
    done = gander("quack", "audit", run, "--by", "model")
    assert (done.returncode, done.stderr) == (0, "")
    assert "gander/scripted" in done.stdout


def test_what_it_took(run: Path, tmp_path: Path) -> None:
    done = gander(
        "quack",
        "costs",
        run,
        "--by",
        "player",
        "--price",
        "gander/scripted=2/8",
        "--json",
        tmp_path / "c.json",
    )
    assert (done.returncode, done.stderr) == (0, "")
    rows = json.loads((tmp_path / "c.json").read_bytes())
    assert [row["key"][1] for row in rows] == ["Alice", "Bob", "Charlie", "Diana", "Eve", "Frank"]
    for row in rows:
        assert row["price"] == pytest.approx((2 * row["read"] + 8 * row["written"]) / 1e6)
        assert 0 < row["used"] <= row["answers"]
    assert done.stdout.count("price") == 6


def test_a_finished_run_is_told_again_and_nothing_is_asked(run: Path) -> None:
    before = (run / "seed08" / "calls.jsonl").read_bytes()
    done = gander("quack", "play", "--resume", run)
    assert done.returncode == 0
    assert "won at tick" in done.stdout
    assert (run / "seed08" / "calls.jsonl").read_bytes() == before


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    done = gander("quack", "play", "--goose", MODEL, "--dry-run", "--games", 30, "--out", tmp_path / "run")
    assert (done.returncode, done.stderr) == (0, "")
    assert "30 games with gander/scripted" in done.stdout
    assert not (tmp_path / "run").exists()


def test_names_that_pictures_cannot_show_are_told_before_anything_is_asked(tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    from gander.quack.senses.pictures import missing_letters

    rare = next((char for char in "🦆𐎠𓅭𑈀ꓐ" if missing_letters(char)), None)
    if rare is None:
        pytest.skip("the fonts of this machine have all of these letters")
    rules = tmp_path / "rules.yaml"
    rules.write_text(f"players: [Alice, Bob, Charlie, Diana, Eve, 'Dr {rare}']\n")
    options = ("--goose", MODEL, "--duck", MODEL, "--rules", rules, "--out", tmp_path / "x", "--dry-run")
    told = f"no font here has {rare}: drawn as escapes. Install one, such as Noto Sans.\n"
    assert gander("quack", "play", *options).stderr == told
    assert gander("quack", "play", *options, "--senses", "text").stderr == ""


def test_a_paused_run_says_so_and_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    options = ("--goose", MODEL, "--duck", MODEL, "--senses", "text", "--seed", 8)
    done = gander("quack", "play", *options, "--max-calls", 10, "--out", folder)
    assert done.returncode == 1
    assert "The run pauses at 10 calls." in done.stdout
    assert "seed 8 is paused: " in done.stderr
    assert "the limit of 10 calls is reached" in done.stderr
    assert f"gander quack play --resume {folder}" in done.stderr
    assert gander("quack", "play", "--resume", folder).returncode == 0
    again = gander("quack", "play", *options, "--in-turn", "--out", tmp_path / "other")
    assert again.returncode == 0
    ended = [
        read_record(where / "seed08" / "game.jsonl").events[-1].data["state_hash"]
        for where in (folder, tmp_path / "other")
    ]
    assert ended[0] == ended[1]


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (("--goose", "model:gpt-5"), "there is no model 'gpt-5'"),
        (("--goose", "model:"), "there is no model ''"),
        (("--goose", "model:gander/nobody"), "there is no model gander/nobody"),
        (("--goose", "model:openai-api/nokey/x"), "NOKEY"),
        (("--goose", MODEL, "--senses", "smell"), "there are no senses 'smell'"),
        (("--goose", MODEL, "--memory", "0"), "there is no memory '0'"),
        (("--goose", MODEL, "--memory-tokens", "5"), "5 tokens are too few"),
        (("--goose", MODEL, "--strategy", "maybe"), "'maybe' is neither on nor off"),
        (("--goose", MODEL, "--language", "\x1b[2J"), "is no language's name"),
        (("--goose", MODEL, "--temperature", "-1"), "-1 is no temperature"),
        (("--goose", MODEL, "-M", "api_key=sk-123456789"), "api_key is not taken on the command line"),
        (("--goose", MODEL, "-M", "my_token=abcdefgh"), "may be a secret"),
        (("--senses", "text"), "no model plays"),
    ],
)
def test_wrong_input_is_told_in_one_message(tmp_path: Path, arguments: tuple[str, ...], what: str) -> None:
    done = gander("quack", "play", *arguments, "--out", tmp_path / "run")
    assert done.returncode == 2
    assert what in done.stderr
    assert "Traceback" not in done.stderr
    assert "sk-123456789" not in done.stderr
    assert not (tmp_path / "run").exists()


def test_costs_of_nothing(tmp_path: Path) -> None:
    for arguments in ((tmp_path,), (tmp_path, "--by", "colour"), (tmp_path, "--price", "x")):
        done = gander("quack", "costs", *arguments)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
