"""Runs into a folder: resuming, failing, refusing, stopping."""

import functools
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gander.errors import InputError
from gander.eyeq.store import read_run
from tests.commands import Command
from tests.eyeq.runs import (
    KEY,
    answered,
    arguments,
    environment,
    eyeq,
    lines,
    picture_of,
    reply,
    rows,
    run,
    started,
)
from tests.servers.openai_server import OpenAIServer


@pytest.fixture
def puzzles(tmp_path: Path, png: Callable[..., bytes]) -> Path:
    """Forty English puzzles, each with a picture of its own."""
    return make(tmp_path / "puzzles", 40, png)


def make(folder: Path, count: int, png: Callable[..., bytes]) -> Path:
    (folder / "images").mkdir(parents=True)
    rows = ["id,lang,answer,image"]
    for number in range(count):
        (folder / "images" / f"{number}.png").write_bytes(png(number % 256, side=1 + number // 256))
        rows.append(f"{number},en,goose,images/{number}.png")
    (folder / "puzzles.csv").write_text("\n".join(rows) + "\n")
    return folder


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as running:
        yield running


def test_a_run_asks_each_puzzle_once_and_counts(server: OpenAIServer, puzzles: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = run(*arguments(server, puzzles, out))
    assert done.returncode == 0, done.stderr
    assert "To do: 40 calls" in done.stdout
    assert len(server.requests) == 40
    assert max(Counter(map(picture_of, server.requests)).values()) == 1
    (row,) = rows(out)
    assert (row["n"], row["correct"], row["accuracy"], row["failed"], row["unparsed"]) == (40, 40, 1.0, 0, 0)
    assert row["interval"] == pytest.approx([0.9124, 1.0], abs=1e-4)
    assert row["tokens_out"] == 40 * 20
    for file in out.rglob("*"):
        assert KEY not in (file.read_text() if file.is_file() else "")
    assert KEY not in done.stdout + done.stderr


def test_again_asks_nothing_again(server: OpenAIServer, puzzles: Path, tmp_path: Path) -> None:
    for limit, total in (("10", 10), ("10", 10), ("25", 25)):
        done = run(*arguments(server, puzzles, tmp_path / "out", "--limit", limit))
        assert done.returncode == 0, done.stderr
        assert len(server.requests) == total


def test_what_failed_is_not_scored_and_is_asked_again(puzzles: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    faults = {0: "refusal", 1: "refusal", 2: "length", 3: "length", 4: "malformed", 5: "malformed"}
    with OpenAIServer(faults=faults) as server:
        done = run(*arguments(server, puzzles, out, "--limit", "10", "--connections", "1"))
        assert done.returncode == 1
        assert "3 puzzles failed" in done.stderr
        (row,) = rows(out)
        assert (row["n"], row["correct"], row["failed"]) == (7, 7, 3)
        # Seven answers, and four replies that were none; what was malformed told no tokens.
        assert row["tokens_out"] == (7 + 4) * 20
        assert row["tokens_in"] == sum(
            len(request.raw) // 4 for request in server.requests if request.fault != "malformed"
        )
        seen = eyeq("status", str(out))
        assert "3 failed" in seen.stdout
        assert "the model refused" in seen.stdout
        assert "3 puzzles failed, 0 are unfinished and 0 were" in eyeq("report", str(out)).stdout
        before = len(server.requests)
        done = run(*arguments(server, puzzles, out, "--limit", "10", "--connections", "1"))
        assert done.returncode == 0, done.stderr
        assert len(server.requests) == before + 3
        (row,) = rows(out)
        assert (row["n"], row["correct"], row["failed"]) == (10, 10, 0)
        assert row["tokens_out"] == (7 + 4 + 3) * 20


def test_unparsed_is_wrong_and_counted_apart(puzzles: Path, tmp_path: Path) -> None:
    with OpenAIServer(
        reply="I really cannot say what this picture may be about, sorry. It shows many things."
    ) as server:
        assert run(*arguments(server, puzzles, tmp_path / "out", "--limit", "5")).returncode == 0
    (row,) = rows(tmp_path / "out")
    assert (row["n"], row["correct"], row["failed"], row["unparsed"]) == (5, 0, 0, 5)
    assert row["interval"][1] > 0.4  # never [0, 0]


def test_refine_quotes_wrong_guesses_and_stops_when_right(puzzles: Path, tmp_path: Path) -> None:
    def answer(request: object) -> str:
        return reply("goose" if '"duck"' in request.text else "duck")  # type: ignore[attr-defined]

    out = tmp_path / "out"
    with OpenAIServer(reply=answer) as server:
        done = run(
            *arguments(server, puzzles, out, "--limit", "5", "--variant", "refine", "--variant", "basic")
        )
        assert done.returncode == 0, done.stderr
        assert len(server.requests) == 15
    by_variant = {row["variant"]: row for row in rows(out)}
    assert by_variant["refine"]["correct"] == 5
    assert by_variant["refine"]["attempts"] == 10
    assert by_variant["basic"]["correct"] == 0


def test_a_refining_that_fails_late_goes_on_where_it_was(puzzles: Path, tmp_path: Path) -> None:
    def answer(request: object) -> str:
        return reply("goose" if '"duck"' in request.text else "duck")  # type: ignore[attr-defined]

    more = ("--limit", "1", "--variant", "refine", "--retries", "0")
    with OpenAIServer(reply=answer, faults={1: "500"}) as server:
        assert run(*arguments(server, puzzles, tmp_path / "out", *more)).returncode == 1
        (row,) = rows(tmp_path / "out")
        assert (row["n"], row["failed"]) == (0, 1)
        assert row["accuracy"] is None
        assert run(*arguments(server, puzzles, tmp_path / "out", *more)).returncode == 0
        assert len(server.requests) == 3  # the first guess is not asked for again


def test_each_cell_counts_what_was_asked_of_it(server: OpenAIServer, puzzles: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    for variant, limit in (("basic", "3"), ("none", "5"), ("basic", "2")):
        done = run(*arguments(server, puzzles, out, "--limit", limit, "--variant", variant))
        assert done.returncode == 0, done.stderr
    seen = eyeq("status", str(out)).stdout
    assert "3 of 3 " in seen
    assert "5 of 5 " in seen
    assert "Incomplete" not in eyeq("report", str(out)).stdout


def test_the_attempt_limit_matters_for_refine_alone(
    server: OpenAIServer, puzzles: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    for attempts in ("3", "5"):
        done = run(*arguments(server, puzzles, out, "--limit", "3", "--attempts", attempts))
        assert done.returncode == 0, done.stderr
    assert len(server.requests) == 3
    done = run(*arguments(server, puzzles, out, "--limit", "3", "--attempts", "5", "--variant", "refine"))
    assert done.returncode == 0
    assert {row["variant"] for row in rows(out)} == {"basic", "refine5"}


def test_other_settings_in_the_same_place_are_refused(
    server: OpenAIServer, puzzles: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    assert run(*arguments(server, puzzles, out, "--limit", "2")).returncode == 0
    before = (out / "answers.jsonl").read_bytes()
    done = run(*arguments(server, puzzles, out, "--limit", "2", "--max-tokens", "50"))
    assert done.returncode == 2
    assert "max_tokens was not given and is 50" in done.stderr
    prompts = tmp_path / "prompts"
    prompts.mkdir()
    (prompts / "rules-en.txt").write_text("Other rules.\n")
    done = run(*arguments(server, puzzles, out, "--limit", "2", "--prompts", str(prompts)))
    assert done.returncode == 2
    assert "prompts was" in done.stderr
    assert (out / "answers.jsonl").read_bytes() == before
    # Other temperatures and the server's address are no conflict.
    assert run(*arguments(server, puzzles, out, "--limit", "2", "--temperature", "0")).returncode == 0
    with OpenAIServer() as elsewhere:
        assert run(*arguments(elsewhere, puzzles, out, "--limit", "2")).returncode == 0
        assert not elsewhere.requests


def test_a_folder_holds_answers_to_one_set_of_puzzles(
    server: OpenAIServer, puzzles: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    assert run(*arguments(server, puzzles, out, "--limit", "2")).returncode == 0
    before = {file.name: file.read_bytes() for file in out.iterdir()}
    # The same ids with other answers, in a place of the grid that is free.
    table = puzzles / "puzzles.csv"
    table.write_text(table.read_text().replace("goose", "duck"))
    done = run(*arguments(server, puzzles, out, "--limit", "2", "--variant", "none"))
    assert done.returncode == 2
    assert "the folder holds answers to other puzzles: data was puzzles@sha256:" in done.stderr
    assert {file.name: file.read_bytes() for file in out.iterdir()} == before
    assert [(row["n"], row["correct"]) for row in rows(out)] == [(2, 2)]


def test_the_setting_that_differs_is_named_and_no_other(
    server: OpenAIServer, puzzles: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    assert run(*arguments(server, puzzles, out, "--limit", "1")).returncode == 0
    done = run(*arguments(server, puzzles, out, "--limit", "1", "--hints", "released"))
    assert done.returncode == 2
    assert "other settings: hints_style was perceived and is released. Choose" in done.stderr


def test_settings_that_brought_no_answer_may_be_changed(puzzles: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with OpenAIServer(faults=lambda request: "length") as server:
        assert run(*arguments(server, puzzles, out, "--limit", "2")).returncode == 1
    with OpenAIServer() as server:
        done = run(*arguments(server, puzzles, out, "--limit", "2", "--max-tokens", "50"))
        assert done.returncode == 0, done.stderr
    (row,) = rows(out)
    assert (row["n"], row["correct"], row["failed"], row["not_asked"]) == (2, 2, 0, 0)


def test_answers_without_their_puzzles_are_told(server: OpenAIServer, puzzles: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run(*arguments(server, puzzles, out, "--limit", "2", "--connections", "1")).returncode == 0
    facts = (out / "puzzles.jsonl").read_text().splitlines(keepends=True)
    (out / "puzzles.jsonl").write_text(facts[0])
    for command in ("status", "report", "logs"):
        done = eyeq(command, str(out))
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        assert "answers.jsonl:2: the line is about the puzzle 'en:1'" in done.stderr


@pytest.mark.parametrize("command", [("run", "--limit", "1", "--out"), ("status",), ("report",), ("logs",)])
def test_a_file_in_place_of_the_folder_is_told(command: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    done = eyeq(*command, str(tmp_path / "file"))
    assert done.returncode == 2
    assert done.stderr == f"gander: {tmp_path / 'file'}: is no folder.\n"


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("bad-key", "rejected the key"),
        ("forbidden", "forbids the call"),
        ("wrong-model", "no such model"),
    ],
)
def test_what_would_fail_for_all_stops_at_once(fault: str, words: str, puzzles: Path, tmp_path: Path) -> None:
    with OpenAIServer(faults=lambda request: fault) as server:
        done = run(*arguments(server, puzzles, tmp_path / "out"))
        assert done.returncode == 1
        assert words in done.stderr
        assert "of 40 " in eyeq("status", str(tmp_path / "out")).stdout
        assert len(server.requests) <= 8
        assert KEY not in done.stderr + done.stdout
    (row,) = rows(tmp_path / "out")
    assert (row["n"], row["accuracy"]) == (0, None)
    assert row["not_asked"] + row["failed"] == 40


def test_one_forbidden_question_and_halves_of_letters_end_nothing(puzzles: Path, tmp_path: Path) -> None:
    with OpenAIServer(faults={3: "forbidden"}, reply=reply("goose") + " \ud83d") as server:
        done = run(*arguments(server, puzzles, tmp_path / "out", "--connections", "1"))
        assert done.returncode == 1
        assert "1 puzzle failed and 0 were not asked;" in done.stderr
        assert len(server.requests) == 40
    (row,) = rows(tmp_path / "out")
    assert (row["n"], row["correct"], row["failed"]) == (39, 39, 1)


def test_an_unreadable_picture_is_a_failure_of_its_puzzle(
    server: OpenAIServer, puzzles: Path, tmp_path: Path
) -> None:
    picture = puzzles / "images" / "3.png"
    picture.write_bytes(picture.read_bytes()[:40] + picture.read_bytes()[-12:])
    done = run(*arguments(server, puzzles, tmp_path / "out", "--limit", "5", "--max-side", "16"))
    assert done.returncode == 1
    assert "1 puzzle failed and 0 were not asked;" in done.stderr
    assert len(server.requests) == 4
    (failed,) = (line["outcome"] for line in lines(tmp_path / "out") if line["outcome"]["is"] == "failed")
    assert failed["kind"] == "bad_picture"
    assert "puzzles.csv:5" in failed["detail"]


def test_a_cache_that_cannot_be_written_is_told_once_before_any_call(
    server: OpenAIServer, puzzles: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("GANDER_CACHE", str(tmp_path / "file" / "cache"))
    for more in (("--max-side", "16"), ("--max-bytes", "1000")):
        done = run(*arguments(server, puzzles, tmp_path / "out", *more))
        assert done.returncode == 2
        assert done.stderr == (
            f"gander: {tmp_path / 'file' / 'cache'}: cannot be written (not a directory). Set GANDER_CACHE "
            "to a folder that can be written; what is made once is kept there.\n"
        )
        assert not server.requests
        assert not (tmp_path / "out").exists()
    # Without limits nothing is kept there.
    assert run(*arguments(server, puzzles, tmp_path / "out", "--limit", "2")).returncode == 0


def test_a_cache_that_fills_up_meanwhile_ends_the_run_and_blames_no_picture(
    puzzles: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, png: Callable[..., bytes]
) -> None:
    for number in range(40):
        (puzzles / "images" / f"{number}.png").write_bytes(png(number, side=20))
    cache = tmp_path / "cache"
    monkeypatch.setenv("GANDER_CACHE", str(cache))

    def answer(request: object) -> str:
        if cache.is_dir():  # after the estimate, which scales five
            shutil.rmtree(cache)
            cache.touch()
        return reply("goose")

    with OpenAIServer(reply=answer) as server:
        done = run(*arguments(server, puzzles, tmp_path / "out", "--max-side", "16", "--connections", "1"))
    assert done.returncode == 2
    assert "cannot be written" in done.stderr
    assert "Set GANDER_CACHE" in done.stderr
    assert done.stderr.count("\n") == 1
    assert {line["outcome"]["is"] for line in lines(tmp_path / "out")} <= {"answered"}


def test_no_server_at_all_gives_up(puzzles: Path, tmp_path: Path) -> None:
    done = run(*arguments("http://127.0.0.1:9/v1", puzzles, tmp_path / "out", "--retries", "0"))
    assert done.returncode == 1
    assert "failures in a row" in done.stderr


def test_a_run_and_its_report_say_why_puzzles_failed(puzzles: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    faults = {1: "too-large", 2: "too-large", 3: "forbidden"}
    with OpenAIServer(faults=lambda request: faults.get(request.number)) as server:
        done = run(
            *arguments(server, puzzles, out, "--limit", "5", "--connections", "1", "--variant", "none")
        )
    why = "failed 2 × openai-api/local/goose: the request is too large for the provider ("
    assert done.stderr.splitlines()[0].startswith(why)
    for command in ("status", "report"):
        told = eyeq(command, str(out)).stdout
        assert told.index(why) < told.index(
            "failed 1 × openai-api/local/goose: the provider forbids the call ("
        )
    # A grid that the failures are no part of does not tell of them.
    with OpenAIServer() as server:
        done = run(*arguments(server, puzzles, out, "--limit", "1"))
    assert done.stderr == ""


@pytest.mark.parametrize("columns", [40, 120])
def test_progress_shows_how_far_each_model_is_at_any_width(
    columns: int, puzzles: Path, tmp_path: Path
) -> None:
    second = "openai-api/local/a-goose-whose-name-is-too-long-for-any-terminal-of-forty-columns"
    with OpenAIServer(faults={0: "too-large"}) as server:
        shown = on_a_terminal(
            arguments(server, puzzles, tmp_path / "out", "--limit", "4", "--model", second), columns
        )
    last = [line for line in re.split(r"[\r\n]+|\x1b\[[0-9;?]*[A-Za-z]", shown) if "4/4" in line][-2:]
    assert all(len(line.rstrip()) <= columns for line in last)
    assert "1 failed" in last[0]
    # What failed before is not the second model's.
    assert "failed" not in last[1]
    assert "tokens" in last[1]


def on_a_terminal(command: list[str], columns: int) -> str:
    """What a command writes to standard error where that is a terminal of so many columns."""
    ours, theirs = os.openpty()
    settings = environment() | {"COLUMNS": str(columns), "LINES": "30", "TERM": "xterm"}
    process = subprocess.Popen(
        (Path(sys.executable).with_name("gander"), *command),
        env=settings,
        stdout=subprocess.DEVNULL,
        stderr=theirs,
    )
    os.close(theirs)
    seen = b""
    try:
        while block := os.read(ours, 65536):
            seen += block
    except OSError:
        pass  # on Linux the end of the other side is an error
    os.close(ours)
    process.wait(60)
    return seen.decode()


def test_a_second_run_into_the_folder_is_refused(puzzles: Path, tmp_path: Path) -> None:
    with OpenAIServer(latency=2.0) as server:
        first = started(arguments(server, puzzles, tmp_path / "out", "--connections", "1"))
        wait_for(lambda: len(server.requests) > 0)
        second = run(*arguments(server, puzzles, tmp_path / "out"))
        server.latency = 0.0  # from here on the first need not last any longer
        assert second.returncode == 2
        assert "another run is writing into this folder" in second.stderr
        assert first.wait(60) == 0
        assert len(server.requests) == 40


def test_a_folder_with_other_things_is_left_alone(
    server: OpenAIServer, puzzles: Path, tmp_path: Path
) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.tex").write_text("x")
    done = run(*arguments(server, puzzles, tmp_path / "out"))
    assert done.returncode == 2
    assert "thesis.tex" in done.stderr
    assert not server.requests


def test_a_run_killed_while_its_folder_was_made_begins_anew(
    server: OpenAIServer, puzzles: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    assert run(*arguments(server, puzzles, out, "--limit", "2")).returncode == 0
    for late in ("run.json", "answers.jsonl"):
        (out / late).unlink()
    assert run(*arguments(server, puzzles, out, "--limit", "2")).returncode == 0
    assert rows(out)[0]["n"] == 2
    # Somebody's own file of that name is not ours to replace.
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "puzzles.jsonl").write_text("x")
    done = run(*arguments(server, puzzles, tmp_path / "own", "--limit", "2"))
    assert done.returncode == 2
    assert (tmp_path / "own" / "puzzles.jsonl").read_text() == "x"


def test_a_torn_last_line_is_asked_again(server: OpenAIServer, puzzles: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run(*arguments(server, puzzles, out, "--limit", "10")).returncode == 0
    whole = (out / "answers.jsonl").read_bytes()
    (out / "answers.jsonl").write_bytes(whole[:-30])
    assert rows(out)[0]["n"] == 9
    assert run(*arguments(server, puzzles, out, "--limit", "10")).returncode == 0
    assert len(server.requests) == 11
    assert len(set(answered(out))) == len(answered(out)) == 10


def test_a_damaged_line_is_named(server: OpenAIServer, puzzles: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run(*arguments(server, puzzles, out, "--limit", "3")).returncode == 0
    text = (out / "answers.jsonl").read_text().splitlines(keepends=True)
    (out / "answers.jsonl").write_text("".join([text[0], text[1][:40] + "\n", text[2]]))
    done = eyeq("report", str(out))
    assert done.returncode == 2
    assert "answers.jsonl:2" in done.stderr
    # A stray carriage return ends no line: what is behind it is not lost unseen.
    (out / "answers.jsonl").write_bytes("".join([text[0], text[1][:-1] + "\r", text[2]]).encode())
    with pytest.raises(InputError, match=r"answers\.jsonl:2: the line is damaged"):
        read_run(out)


def test_control_c_stops_cleanly_and_says_how_to_go_on(puzzles: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with OpenAIServer(latency=0.3) as server:
        process = started(arguments(server, puzzles, out))
        wait_for(lambda: server.answered["ok"] > 8)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=20)
        assert process.returncode == 130
        assert "every reply so far is kept" in said
        assert "Traceback" not in said
        kept = len(lines(out))
        assert kept >= 8
        assert run(*arguments(server, puzzles, out)).returncode == 0
        assert len(server.requests) <= 40 + 8
    assert len(set(answered(out))) == len(answered(out)) == 40


def test_kill_9_at_random_moments_loses_and_repeats_nothing(
    tmp_path: Path, png: Callable[..., bytes]
) -> None:
    puzzles = make(tmp_path / "many", 400, png)
    out = tmp_path / "out"
    luck = random.Random(20)
    kills = 0
    with OpenAIServer(latency=0.1) as server:
        while kills < 20:
            process = started(arguments(server, puzzles, out, "--connections", "4"))
            # Moments of the calling are what matters; the start is killed too, now and then.
            seen = len(server.requests)
            if luck.random() < 0.85:
                wait_for(functools.partial(moved_or_ended, server, seen, process))
                time.sleep(luck.uniform(0, 0.4))
            else:
                time.sleep(luck.uniform(0, 1.0))
            process.kill()
            process.wait()
            kills += 1
        done = run(*arguments(server, puzzles, out, "--connections", "4"))
        assert done.returncode == 0, done.stderr
        calls = Counter(map(picture_of, server.requests))
    assert len(calls) == 400
    assert sum(calls.values()) - 400 <= kills * 4
    assert len(set(answered(out))) == len(answered(out)) == 400
    (row,) = rows(out)
    assert (row["n"], row["correct"]) == (400, 400)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 kilobytes."""
    place = tmp_path / "disk"
    place.mkdir()
    if (
        os.geteuid() != 0
        or subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=64k", "none", str(place)], check=False, capture_output=True
        ).returncode
    ):
        pytest.skip("a small file system can only be made by root")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_full_disk_is_told_and_nothing_is_lost(puzzles: Path, small_disk: Path) -> None:
    long = reply("goose").replace('"primary_clues": []', '"primary_clues": ["' + "clue " * 600 + '"]')
    out = small_disk / "out"
    with OpenAIServer(reply=long) as server:
        done = run(*arguments(server, puzzles, out))
        assert done.returncode == 2
        assert "no space left" in done.stderr
        assert "Traceback" not in done.stderr
        kept = len(answered(out))
        assert kept > 5
        # Room again: the rest is asked, and what is there is not.
        subprocess.run(["mount", "-o", "remount,size=4m", str(small_disk)], check=True)
        asked = len(server.requests)
        assert run(*arguments(server, puzzles, out)).returncode == 0
        assert len(server.requests) - asked == 40 - kept
    assert len(set(answered(out))) == 40


def test_a_read_only_folder_is_told(server: OpenAIServer, puzzles: Path, small_disk: Path) -> None:
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    done = run(*arguments(server, puzzles, small_disk / "out"))
    assert done.returncode == 2
    assert "cannot be written" in done.stderr
    assert not server.requests


def test_identical_prompts_at_a_temperature_are_asked_each_time(
    server: OpenAIServer, puzzles: Path, tmp_path: Path
) -> None:
    more = ("--limit", "2", "--temperature", "1", "--seed", "1", "--seed", "2")
    assert run(*arguments(server, puzzles, tmp_path / "out", *more)).returncode == 0
    assert len(server.requests) == 4
    assert sorted(request.body["seed"] for request in server.requests) == [1, 1, 2, 2]


def test_blind_sends_the_same_words_and_no_picture(
    server: OpenAIServer, puzzles: Path, tmp_path: Path
) -> None:
    assert run(*arguments(server, puzzles, tmp_path / "out", "--limit", "1", "--blind")).returncode == 0
    assert not server.requests[0].images
    assert "image" not in lines(tmp_path / "out")[0]


def test_keys_are_not_taken_on_the_command_line(server: OpenAIServer, puzzles: Path, tmp_path: Path) -> None:
    done = run(*arguments(server, puzzles, tmp_path / "out", "-M", "api_key=sk-abcdefgh"))
    assert done.returncode == 2
    assert "OPENAI_API_KEY" in done.stderr


def test_secrets_among_the_arguments_are_kept_nowhere(
    server: OpenAIServer, puzzles: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    secrets = ("open-sesame-1", "open-sesame-2")
    for secret, code in zip(secrets, (0, 2), strict=True):
        header = f'default_headers={{X-Api-Key: "{secret}"}}'
        done = run(*arguments(server, puzzles, out, "--limit", "1", "-M", header))
        assert done.returncode == code, done.stderr
        for text in (done.stdout, done.stderr, (out / "run.json").read_text()):
            assert "sesame" not in text
    assert [request.headers["x-api-key"] for request in server.requests] == [secrets[0]]
    assert "sha256:" in done.stderr
    for wrong in ("default_headers={X: open-sesame", "open-sesame"):
        done = run(*arguments(server, puzzles, out, "-M", wrong))
        assert done.returncode == 2
        assert "sesame" not in done.stderr


@pytest.mark.parametrize("more", [("--dry-run",), ()])
@pytest.mark.parametrize("wrong", ["nothing/at-all", "openai-api/nokey/goose"])
def test_a_wrong_second_model_is_found_before_the_first_is_asked(
    wrong: str, more: tuple[str, ...], server: OpenAIServer, puzzles: Path, tmp_path: Path
) -> None:
    done = run(*arguments(server, puzzles, tmp_path / "out", "--model", wrong, *more))
    assert done.returncode == 2
    assert wrong in done.stderr
    assert not server.requests
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("value", ["nan", "inf", "-1"])
def test_a_temperature_that_is_no_number_is_refused(
    value: str, server: OpenAIServer, puzzles: Path, tmp_path: Path
) -> None:
    done = run(*arguments(server, puzzles, tmp_path / "out", "--temperature", value))
    assert done.returncode == 2
    assert "--temperature" in done.stderr
    assert not server.requests


def test_a_dry_run_asks_nothing_and_makes_nothing(
    server: OpenAIServer, puzzles: Path, tmp_path: Path
) -> None:
    done = run(*arguments(server, puzzles, tmp_path / "out", "--dry-run", "--variant", "refine"))
    assert done.returncode == 0
    assert "40 to 120 calls" in done.stdout
    assert not server.requests
    assert not (tmp_path / "out").exists()


def test_the_estimate_is_of_the_pictures_as_they_are_sent(
    server: OpenAIServer, tmp_path: Path, png: Callable[..., bytes]
) -> None:
    data = make(tmp_path / "puzzles", 1, png)
    (data / "images" / "0.png").write_bytes(png(side=280))
    for more, tokens in (((), 100), (("--max-side", "28"), 1)):
        done = run(*arguments(server, data, tmp_path / "out", "--dry-run", *more))
        assert f"1 picture (0.0 MB, about {tokens} tokens)" in done.stdout


def test_a_missing_key_is_told_in_one_plain_line(server: OpenAIServer, puzzles: Path, tmp_path: Path) -> None:
    done = run(*arguments(server, puzzles, tmp_path / "out", "--model", "openai-api/keyless/goose"))
    assert done.returncode == 2
    assert done.stderr.startswith("gander: openai-api/keyless/goose: Unable to initialise")
    assert "KEYLESS_API_KEY" in done.stderr
    assert done.stderr.count("\n") == 1


def moved_or_ended(server: OpenAIServer, seen: int, process: Command) -> bool:
    return len(server.requests) > seen or process.poll() is not None


def wait_for(happened: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.005)
