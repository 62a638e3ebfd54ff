"""``gander quack costs`` as a person uses it."""

import json
from pathlib import Path

import msgspec
import pytest

from gander.models import Answered, Failed, Outcome, Usage
from gander.quack.players.model.ledger import Call
from tests.cli.test_validate import refused, worked


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A game with seven answers of one model, one of another, and a failure."""
    calls: list[tuple[str, Outcome]] = [
        ("openai/a", Answered("wait", seconds, usage=Usage(10, 2))) for seconds in (1, 2, 3, 4, 5, 6, 70)
    ]
    calls += [
        ("openai/b", Answered("wait", 1.5, usage=Usage(1, 1))),
        ("openai/b", Failed("timeout", tries=2)),
    ]
    path = tmp_path / "run" / "seed01" / "calls.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(
        b"".join(
            msgspec.json.encode(Call("Alice", model, turn, 1, "act", str(turn), outcome)) + b"\n"
            for turn, (model, outcome) in enumerate(calls)
        )
    )
    return tmp_path / "run"


def test_seconds_have_their_median_mean_and_intervals(run, tmp_path):
    told = worked("costs", run, "--json", tmp_path / "c.json").splitlines()
    # Of seven values the median lies between the first and the last with 98.4%, between the next with 87.5%.
    assert "0 of 7 answers used; 70 tokens read and 14 written" in told[0]
    assert "seconds an answer: median 4.00 [1.00–70.00], mean 13.00 [" in told[0]
    assert told[1] == (
        "openai/b: 3 calls; 0 of 1 answer used; 1 token read and 1 written; seconds an answer: median 1.50,"
        " mean 1.50; failed: 1 timeout."
    )
    assert told[2] == "In brackets 95% intervals, as if every answer stood for itself."
    first, second = json.loads((tmp_path / "c.json").read_text())
    assert (first["median"]["value"], first["median"]["low"], first["median"]["high"]) == (4, 1, 70)
    assert (first["mean"]["value"], first["mean"]["n"], first["seconds"]) == (13, 7, 91)
    assert second["mean"] == {
        "value": 1.5,
        "n": 1,
        "undefined": 0,
        "low": None,
        "high": None,
        "method": "none",
    }


def test_they_are_folded(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    assert max(map(len, worked("costs", run).splitlines())) <= 40


def test_calls_are_never_written_over(run):
    calls = run / "seed01" / "calls.jsonl"
    before = calls.read_bytes()
    assert "is there already" in refused("costs", run, "--json", calls)
    assert calls.read_bytes() == before


@pytest.mark.parametrize("folder", ["nowhere", "run/seed01/calls.jsonl", "empty"])
def test_where_nothing_was_asked(run, monkeypatch, folder):
    (run.parent / "empty").mkdir()
    monkeypatch.chdir(run.parent)
    assert refused("costs", folder).startswith(f"{folder}: ")
