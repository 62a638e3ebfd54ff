"""Eye-Q through a real vision-language stack: LLaVA, ``transformers serve``, Inspect's provider, our runner.

The model's weights are random. This tests the plumbing (pictures and words arrive whole, replies are kept,
counted and resumed) and says nothing about what any model can do.

``make vision`` installs what it needs and runs it.
"""

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from gander.eyeq.images import Picture
from gander.eyeq.prompting import build
from gander.eyeq.run import Grid, GridSettings, plan_grid
from gander.eyeq.store import read_run
from tests.servers import tiny_llava
from tests.servers.transformers_server import TransformersServer

pytestmark = [
    pytest.mark.vision,
    pytest.mark.skipif(
        find_spec("torch") is None or find_spec("transformers") is None,
        reason="needs torch and transformers; `make vision` installs them apart",
    ),
]

MOST = 40  # tokens of a reply
VARIANTS = ("none", "none+blind", "few_shot", "refine2")
SUBSETS = ("en", "fa")
PUZZLES = 3  # of each subset
SEED = 7


def gander(server: TransformersServer, *arguments: object) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "gander", "eyeq", *map(str, arguments)],
        env={**os.environ, **server.environment, "COLUMNS": "160"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finished(process: "subprocess.Popen[str]") -> tuple[int, str]:
    out, err = process.communicate(timeout=60)
    assert "Traceback" not in err, err
    return process.returncode, out


def run_options(server: TransformersServer, out: Path, **several: object) -> list[object]:
    """Options of ``run``: a call is one request, so that requests can be counted."""
    options: list[object] = ["run", "--model", server.name, "--no-floor", "--retries", 0, "--out", out]
    for name, values in several.items():
        for value in values if isinstance(values, tuple) else (values,):
            options += [f"--{name.replace('_', '-')}", value]
    return options


def lines_of(folder: Path) -> list[dict[str, Any]]:
    file = folder / "answers.jsonl"
    data = file.read_bytes() if file.exists() else b""
    return [json.loads(line) for line in data.splitlines(keepends=True) if line.endswith(b"\n")]


class Asked(NamedTuple):
    """A run: its folder, what it printed, the calls that reached the server, and the lines stored."""

    folder: Path
    code: int
    printed: str
    calls: int
    lines: list[dict[str, Any]]


@pytest.fixture(scope="module")
def asked(server: TransformersServer, tmp_path_factory: pytest.TempPathFactory) -> Asked:
    folder = tmp_path_factory.mktemp("asked") / "run"
    before = server.calls
    options = run_options(
        server,
        folder,
        variant=VARIANTS,
        subset=SUBSETS,
        limit=PUZZLES,
        seed=SEED,
        max_tokens=MOST,
        connections=1,
    )
    code, printed = finished(gander(server, *options))
    return Asked(folder, code, printed, server.calls - before, lines_of(folder))


@pytest.fixture(scope="module")
def grid() -> Grid:
    """What the run was to ask, laid out again."""
    return plan_grid(GridSettings(variants=VARIANTS, subsets=SUBSETS, limit=PUZZLES))


def test_the_model_is_tiny_and_follows_from_its_seed(tmp_path):
    sizes = [tiny_llava.build(tmp_path / name, seed) for name, seed in (("a", 0), ("b", 0), ("c", 1))]
    assert 100_000 < sizes[0] < 200_000
    weights = [(tmp_path / name / "model.safetensors").read_bytes() for name in "abc"]
    assert weights[0] == weights[1]
    assert weights[0] != weights[2]


def test_a_puzzle_is_a_request_and_a_line(asked):
    firsts = Counter((line["cell"], line["puzzle"]) for line in asked.lines if line["attempt"] == 1)
    assert len(firsts) == len(VARIANTS) * len(SUBSETS) * PUZZLES
    assert set(firsts.values()) == {1}
    assert asked.calls == len(asked.lines)


def test_every_byte_and_every_picture_reaches_the_model(asked, grid):
    """The server counts a token for each byte of text and 64 for each picture; so do we, from the prompts."""
    stored = read_run(asked.folder)
    specs = {cell.variant.name: cell.variant for cell in grid.cells}
    for line in asked.lines:
        cell = stored.cells[line["cell"]]
        puzzle = grid.puzzles[line["puzzle"]]
        spec = specs[cell.variant.name]
        earlier = stored.verdict(line["cell"], puzzle.key).attempts[: line["attempt"] - 1]
        messages = build(
            puzzle,
            spec,
            grid.prompts,
            picture=Picture(puzzle.image()),
            demos=grid.demos.of(puzzle, spec),
            guesses=[attempt.reading.answer for attempt in earlier],
        )
        pictures = [sum(isinstance(part, Picture) for part in message.parts) for message in messages]
        assert sum(pictures) == {"none+blind": 0, "few_shot": 4}.get(cell.variant.name, 1)
        turns = [(m.role, "".join(part for part in m.parts if isinstance(part, str)), n)
                 for m, n in zip(messages, pictures, strict=True)]  # fmt: skip
        assert line["outcome"]["usage"]["input"] == tiny_llava.prompt_tokens(turns), cell.title


def test_what_the_model_says_follows_from_the_picture(asked):
    """The same words and the same seed: with pictures the replies differ, without they are the same."""
    stored = read_run(asked.folder)
    said: dict[str, dict[str, list[str]]] = {"none": {}, "none+blind": {}}
    for line in asked.lines:
        cell = stored.cells[line["cell"]]
        if cell.variant.name in said:
            said[cell.variant.name].setdefault(cell.subset, []).append(line["outcome"].get("text", ""))
    for subset in SUBSETS:
        assert len(said["none"][subset]) == len(said["none+blind"][subset]) == PUZZLES
        assert len(set(said["none"][subset])) > 1
        assert len(set(said["none+blind"][subset])) == 1


def test_the_line_says_which_picture_was_sent(asked, grid):
    stored = read_run(asked.folder)
    for line in asked.lines:
        blind = stored.cells[line["cell"]].variant.blind
        sent = hashlib.sha256(grid.puzzles[line["puzzle"]].image()).hexdigest()
        assert line.get("image", "") == ("" if blind else sent)


def test_a_reply_cut_off_is_a_failure_and_noise_is_a_wrong_answer(asked):
    for line in asked.lines:
        outcome = line["outcome"]
        assert (outcome["usage"]["output"] == MOST) == (outcome.get("kind") == "truncated")
        assert outcome["is"] == "answered" or outcome["kind"] in ("truncated", "empty")
    stored = read_run(asked.folder)
    verdicts = [verdict for cell in stored.cells for _, verdict in stored.verdicts(cell)]
    assert any(verdict.scored for verdict in verdicts)
    assert not any(verdict.correct for verdict in verdicts)
    failed = any(verdict.status == "failed" for verdict in verdicts)
    assert asked.code == (1 if failed else 0)


def test_the_report_needs_no_server_and_counts_every_puzzle(server, asked, tmp_path):
    calls = server.calls
    code, printed = finished(gander(server, "report", asked.folder, "--json", tmp_path / "rows.json"))
    assert code == 0
    assert server.calls == calls
    # The same table; the run itself tells of failures in words of its own.
    table, _, incomplete = printed.strip().partition("\n\nIncomplete:")
    assert table in asked.printed
    assert bool(incomplete) == (asked.code == 1)
    rows = json.loads((tmp_path / "rows.json").read_text("utf-8"))
    assert {(row["variant"], row["subset"]) for row in rows} == {(v, s) for v in VARIANTS for s in SUBSETS}
    for row in rows:
        assert row["model"] == "openai-api/tiny/tiny-llava"
        assert row["n"] + row["failed"] + row["unfinished"] == PUZZLES
        assert row["correct"] == row["released"] == 0
        assert (row["accuracy"] is None) == (row["n"] == 0)


def test_replies_without_an_end_are_asked_again_and_never_scored(server, tmp_path):
    options = run_options(server, tmp_path / "run", subset="en", limit=2, max_tokens=1, connections=1)
    for times in (1, 2):
        before = server.calls
        code, _ = finished(gander(server, *options, "--json", tmp_path / "rows.json"))
        (row,) = json.loads((tmp_path / "rows.json").read_text("utf-8"))
        assert (code, row["n"], row["accuracy"], row["failed"]) == (1, 0, None, 2)
        assert server.calls - before == 2
        kinds = [line["outcome"]["kind"] for line in lines_of(tmp_path / "run")]
        assert kinds == ["truncated"] * 2 * times


def test_a_run_killed_in_the_middle_goes_on_and_has_every_puzzle_once(server, tmp_path):
    out, connections, puzzles = tmp_path / "run", 4, 3
    options = run_options(
        server, out, variant=("basic", "reveal"), limit=puzzles, max_tokens=100, connections=connections
    )
    everything = 2 * 4 * puzzles
    before = server.calls
    with gander(server, *options) as process:
        end = time.monotonic() + 40
        while len(lines_of(out)) < everything // 4:
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < end
            time.sleep(0.01)
        process.kill()
    assert process.returncode == -signal.SIGKILL
    kept = lines_of(out)
    assert len(kept) < everything

    # A reply may be cut off again, so the second time need not be the last.
    for _ in range(6):
        code, _printed = finished(gander(server, *options))
        if code == 0:
            break
    assert code == 0
    lines = lines_of(out)
    assert lines[: len(kept)] == kept
    answers = Counter((line["cell"], line["puzzle"]) for line in lines if line["outcome"]["is"] == "answered")
    assert len(answers) == everything
    assert set(answers.values()) == {1}
    # Only calls that were under way at the kill are paid and not kept.
    assert len(lines) <= server.calls - before <= len(lines) + connections

    calls = server.calls
    assert finished(gander(server, *options))[0] == 0
    assert server.calls == calls
    assert lines_of(out) == lines
