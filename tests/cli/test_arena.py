"""``gander quack arena``, as a person types it: its plan, tables and messages; killed, stopped, resumed."""

import csv
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gander.quack.arena import pairs_of, read_arena
from gander.quack.players.model.ledger import read_calls
from gander.quack.record import read_record
from gander.quack.replay import reenact
from tests.commands import Command, finished
from tests.quack.arena.test_stage import games, played_by_text
from tests.servers.openai_server import OpenAIServer

OURS = "model:gander/scripted"
LOCAL = ("model:openai-api/local/goose-vl", "model:openai-api/local/duck-vl")
ENVIRONMENT = {**os.environ, "LOCAL_API_KEY": "sk-local-0123456789", "COLUMNS": "400"}


def start(*arguments: object) -> Command:
    return Command("gander", arguments, env=ENVIRONMENT)


def gander(*arguments: object) -> "subprocess.CompletedProcess[str]":
    return finished("gander", *arguments, env=ENVIRONMENT, timeout=600)


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Rules of short games."""
    path = tmp_path_factory.mktemp("rules") / "short.yaml"
    path.write_text("win:\n  tick_budget: 12\n")
    return path


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, short: Path) -> Path:
    """An arena of four pairs on three seeds."""
    folder = tmp_path_factory.mktemp("arena") / "first"
    done = gander(
        *("quack", "arena", "--geese", OURS, "--geese", "scripted", "--seeds", "1-3", "--rules", short),
        *("--senses", "text", "--price", "1/10", "--out", folder),
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "4 pairs on 3 seeds of ship10: 12 games." in done.stdout
    assert "geese_scripted_duck_gander_scripted: Geese scripted, Ducks model:gander/scripted" in done.stdout
    assert "gander/scripted: 9 games, about" in done.stdout
    assert "12 of 12 games are over." in done.stdout
    return folder


def test_the_audit_gives_the_same_tables_again(played: Path, tmp_path: Path) -> None:
    for by, more in (("setting", ["--compare-all"]), ("model", [])):
        files = {"--json": ".json", "--csv": ".csv", "--latex": ".tex"}
        options = [item for option, end in files.items() for item in (option, tmp_path / f"{by}{end}")]
        done = gander("quack", "audit", played, "--by", by, *more, *options)
        assert (done.returncode, done.stderr) == (0, "")
        for end in files.values():
            assert (tmp_path / f"{by}{end}").read_bytes() == (played / "tables" / f"{by}{end}").read_bytes()
        table = (played / "tables" / f"{by}.txt").read_text()
        assert max(map(len, table.splitlines())) <= 120
    with (played / "tables" / "model.csv").open() as file:
        wins = {row["group"]: row for row in csv.DictReader(file) if row["metric"] == "duck_win_rate"}
    assert {name: int(row["n"]) for name, row in wins.items()} == {
        "gander/scripted as Goose": 0, "gander/scripted as Duck": 6,
        "scripted as Goose": 0, "scripted as Duck": 6,
    }  # fmt: skip
    with (played / "tables" / "setting.csv").open() as file:
        rows = list(csv.DictReader(file))
    compared = [row for row in rows if " less " in row["group"] and row["metric"] == "goose_win_rate"]
    assert len(compared) == 6
    assert all(float(row["corrected_p"]) >= float(row["p"]) for row in compared if row["p"])


def test_costs_replay_and_single_pairs_work_on_it(played: Path) -> None:
    done = gander("quack", "costs", played, "--by", "game")
    assert done.stdout.count("geese_scripted_duck_gander_scripted/seed") == 3
    assert "homogeneous_scripted" not in done.stdout
    assert gander("quack", "replay", played / "homogeneous_scripted" / "seed02", "--check").returncode == 0
    alone = gander("quack", "play", "--resume", played / "geese_gander_scripted_duck_scripted")
    assert "3 games: Geese won" in alone.stdout


def test_a_finished_arena_is_told_again_and_nothing_is_asked(played: Path) -> None:
    before = {path: path.read_bytes() for path in played.rglob("*") if path.is_file()}
    done = gander("quack", "arena", "--resume", played)
    assert (done.returncode, done.stderr) == (0, "")
    assert "12 games, 0 of them left." in done.stdout
    assert {path: path.read_bytes() for path in played.rglob("*") if path.is_file()} == before


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    options = ("--geese", OURS, "--ducks", "random", "--setting", "cross", "--price", f"{OURS[6:]}=1/10")
    done = gander("quack", "arena", *options, "--dry-run", "--max-cost", "2.5", "--out", tmp_path / "a")
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 pair on 30 seeds of ship10: 30 games." in done.stdout
    assert "Games pause at 2.5 of money; what calls under way take comes on top." in done.stdout
    assert "cost about" in done.stdout
    assert not (tmp_path / "a").exists()


def test_a_dry_run_refuses_what_the_real_one_does(played: Path, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    for arguments, what in (
        (("--geese", "scripted", "--out", played), "this folder holds another arena"),
        (("--geese", "scripted", "--out", file), "is no folder"),
        (("--resume", played, "--memory", "none"), "other settings (memory: full)"),
    ):
        for more in ((), ("--dry-run",)):
            done = gander("quack", "arena", *arguments, *more)
            assert done.returncode == 2, arguments
            assert what in done.stderr
            assert done.stdout == ""


def test_who_reads_along_may_leave(tmp_path: Path) -> None:
    command = ("quack", "arena", "--geese", "scripted", "--seeds", "1-2", "--out", str(tmp_path / "arena"))
    process = subprocess.Popen(
        [sys.executable, "-m", "gander", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.readline(), process.stdout.readline()  # the plan, whole
    process.stdout.close()
    told = process.stderr.read()
    process.wait()
    assert "Traceback" not in told
    assert {f"{by}{end}" for by in ("setting", "model") for end in (".txt", ".csv", ".json", ".tex")} == {
        path.name for path in (tmp_path / "arena" / "tables").iterdir()
    }


def test_a_budget_pauses_games_and_a_larger_one_goes_on(tmp_path: Path, short: Path) -> None:
    folder = tmp_path / "arena"
    options = ("--geese", OURS, "--seeds", "1-3", "--rules", short, "--senses", "text", "--price", "1/10")
    done = gander("quack", "arena", *options, "--max-tokens-total", "200000", "--out", folder)
    assert done.returncode == 1
    assert "All games are paused: the limit of 200,000 tokens is reached." in done.stderr
    assert "Incomplete: " in done.stderr
    told = done.stderr.replace("\n", " ")
    assert f"gander quack arena --resume {folder} --max-tokens-total N" in told
    assert "Limits and prices are not kept" in told
    more = gander("quack", "arena", "--resume", folder, "--max-cost", "100", "--price", "1/10", "--dry-run")
    assert "answers so far)" in more.stdout
    assert gander("quack", "arena", "--resume", folder).returncode == 0


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ((), "nobody plays"),
        (("--geese", "model:gpt-5"), "there is no model 'gpt-5'"),
        (("--geese", "human"), "people play one game at a time"),
        (("--geese", "scripted", "--setting", "mixed"), "there is no setting 'mixed'"),
        (("--geese", "scripted", "--setting", "cross"), "there is no pair of different players"),
        (("--geese", "scripted", "--seeds", "3-1"), "'3-1' are no seeds"),
        (("--geese", "scripted", "--seeds", ""), "'' are no seeds"),
        (("--geese", "scripted", "--map", ""), "there is no map ''"),
        (("--geese", "scripted", "--rules", ""), "there are no rules ''"),
        (("--geese", "scripted", "--senses", "text"), "no model plays"),
        (("--geese", "model:openai-api/nokey/x"), "NOKEY"),
        (("--geese", LOCAL[0], "--max-cost", "1", "-M", "base_url=http://127.0.0.1:1/v1"), "is not known"),
        (("--geese", OURS, "--price", "1"), "is no price"),
    ],
)
def test_wrong_input_is_told_in_one_message(tmp_path: Path, arguments: tuple[str, ...], what: str) -> None:
    done = gander("quack", "arena", *arguments, "--out", tmp_path / "run")
    assert done.returncode == 2
    assert what in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "run").exists()


def test_ctrl_c_leaves_an_arena_that_goes_on(tmp_path: Path, short: Path) -> None:
    with OpenAIServer(reply=played_by_text, latency=0.02) as server:
        folder = tmp_path / "arena"
        process = start(
            *("quack", "arena", "--geese", LOCAL[0], "--seeds", "1-4", "--rules", short, "--senses", "text"),
            *("-M", f"base_url={server.url}", "--out", folder),
        )
        while len(server.requests) < 40 and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate()
        assert process.returncode == 130
        assert "Traceback" not in told
        assert "gander quack arena --resume" in told
        assert gander("quack", "arena", "--resume", folder).returncode == 0


def test_kill_9_at_twenty_moments(tmp_path: Path, short: Path) -> None:
    """Twelve games, killed twenty times: each game once, the calls under way at most asked again."""
    rng = random.Random(11)
    kills, moments = 0, set()
    with OpenAIServer(reply=played_by_text, latency=0.004) as server:
        options: list[object] = [
            *("--geese", LOCAL[0], "--geese", LOCAL[1], "--seeds", "1-3", "--rules", short),
            *("--senses", "text", "-M", f"base_url={server.url}"),
        ]
        assert gander("quack", "arena", *options, "--out", tmp_path / "calm").returncode == 0
        calm = len(server.requests)
        server.requests.clear()
        folder = tmp_path / "killed"
        arguments = [*options, "--out", folder]
        while True:
            process = start("quack", "arena", *arguments)
            # Wherever it is: before the first call, amid games, or at their ends.
            due = len(server.requests) + rng.randrange(1, calm // 12)
            while kills < 20 and len(server.requests) < due and process.poll() is None:
                time.sleep(0.001)
            if kills < 20 and process.poll() is None:
                process.kill()
                kills += 1
                moments.add(len(server.requests))
            out, told = process.communicate(600)
            if process.returncode == 0:
                break
            assert process.returncode == -signal.SIGKILL, told
            arguments = ["--resume", folder]
        asked = len(server.requests)
    assert kills == len(moments) == 20
    assert "12 of 12 games are over." in out
    its = read_arena(folder)
    assert games(folder, its) == games(tmp_path / "calm", its)
    keys = []
    for pair in pairs_of(its):
        for seed in its.seeds:
            game = folder / pair.name / f"seed{seed:02d}"
            reenact(read_record(game / "game.jsonl"))
            keys += [
                (pair.name, seed, call.player, call.turn, call.attempt, call.asked)
                for call in read_calls(game / "calls.jsonl")
            ]
    # No answer that was kept was asked for again, and what was lost was under way.
    assert len(set(keys)) == len(keys)
    assert asked - len(keys) <= 8 * kills
    for name in ("setting.csv", "setting.txt", "setting.tex", "model.csv", "model.txt", "model.tex"):
        assert (folder / "tables" / name).read_bytes() == (tmp_path / "calm" / "tables" / name).read_bytes()
