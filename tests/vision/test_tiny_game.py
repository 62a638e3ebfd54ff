"""QUACK through a real vision-language stack: LLaVA, ``transformers serve``, HTTP, our players, two ticks.

The model's weights are random, so what it says names no choice. The rules then have the turn pass, and the
record says what was said and why it was refused. This tests that pictures and words arrive whole, that
replies are kept, and that games end, pause and go on; it says nothing about what any model can do.
"""

import json
import os
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

from gander.quack.play import read_settings
from gander.quack.players import Memory, SeatContext
from gander.quack.players.model.ledger import Call, read_calls
from gander.quack.players.model.pictures import Png
from gander.quack.players.model.player import prompt_for
from gander.quack.record import Record, read_record
from gander.quack.replay import Turn, reenact
from tests.servers import tiny_llava
from tests.servers.transformers_server import TransformersServer

pytestmark = [
    pytest.mark.vision,
    pytest.mark.skipif(
        find_spec("torch") is None or find_spec("transformers") is None,
        reason="needs torch and transformers; `make vision` installs them apart",
    ),
]

MOST = 400  # tokens of a reply; few are longer
PLAYERS = 6


def gander(server: TransformersServer, *arguments: object) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "gander", "quack", *map(str, arguments)],
        env={**os.environ, **server.environment, "COLUMNS": "160"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finished(process: "subprocess.Popen[str]") -> tuple[int, str]:
    out, err = process.communicate(timeout=120)
    assert "Traceback" not in err, err
    return process.returncode, out + err


def options(server: TransformersServer, out: Path, most: int = MOST) -> list[object]:
    """A game of two ticks, a call one request."""
    rules = out.parent / "two_ticks.yaml"
    rules.write_text("win: {tick_budget: 2}\n")
    name = f"model:{server.name}"
    return [
        *("play", "--goose", name, "--duck", name, "--rules", rules, "--seed", 1, "--out", out),
        *("--max-tokens", most, "--retries", 0),
    ]


def calls_of(out: Path) -> list[Call]:
    return read_calls(out / "seed01" / "calls.jsonl")


class Played(NamedTuple):
    """A finished game: its folder, its record, its turns, and the requests that reached the server."""

    folder: Path
    record: Record
    turns: list[Turn]
    requests: int


@pytest.fixture(scope="module")
def played(server: TransformersServer, tmp_path_factory: pytest.TempPathFactory) -> Played:
    out = tmp_path_factory.mktemp("game") / "run"
    before = server.calls
    code, told = finished(gander(server, *options(server, out)))
    # A reply may be cut off by its limit; the game then waits, and goes on.
    for _ in range(6):
        if code == 0:
            break
        assert "Incomplete" in told
        code, told = finished(gander(server, "play", "--resume", out, "--retries", 0))
    assert code == 0, told
    record = read_record(out / "seed01" / "game.jsonl")
    turns: list[Turn] = []
    reenact(record, turns.append)
    return Played(out, record, turns, server.calls - before)


def test_a_game_of_two_ticks_is_played_and_holds(server: TransformersServer, played: Played) -> None:
    assert played.record.complete
    assert played.record.events[-1].tick == 2
    assert len(played.turns) == 2 * PLAYERS
    code, told = finished(gander(server, "replay", played.folder, "--check"))
    assert code == 0, told
    code, told = finished(gander(server, "audit", played.folder, "--claims", "rules"))
    assert code == 0, told


def test_every_byte_and_both_pictures_reach_the_model(played: Played) -> None:
    """The server counts a token for each byte of text and 64 for each picture; so do we, from the record."""
    settings = read_settings(played.folder)
    assert settings.models is not None
    made = [event.data for event in played.record.events if event.event_type == "decision"]
    memories = [Memory() for _ in range(PLAYERS)]
    for turn, decision in zip(played.turns, made, strict=True):
        name = settings.rules.players[turn.player]
        context = SeatContext(turn.player, name, settings.game_map, 1, settings.rules)
        sent = []
        for prompt in prompt_for(turn.observation, memories[turn.player], context, settings.models):
            pictures = sum(isinstance(part, Png) for part in prompt.parts)
            assert pictures == (2 if prompt.role == "user" else 0)
            sent.append(
                (prompt.role, "".join(part for part in prompt.parts if isinstance(part, str)), pictures)
            )
        assert decision["tokens"]["input"] == tiny_llava.prompt_tokens(sent)
        memories[turn.player].remember(turn.observation, turn.decision)


def test_noise_is_no_decision_and_nothing_is_made_up_in_its_place(played: Played) -> None:
    said = {call.outcome.text for call in calls_of(played.folder)}
    assert len(said) > PLAYERS  # it depends on what is shown
    for event in played.record.events:
        if event.event_type == "decision":
            assert event.data["raw"] in said
            assert event.data["legal"] is False
            assert event.data["decision"]["kind"] == "unclear"
            assert event.data["why"]
    assert not [
        event for event in played.record.events if event.event_type in ("player_moved", "task_progress")
    ]


def test_every_call_is_kept(played: Played) -> None:
    assert len(calls_of(played.folder)) == played.requests


def test_a_reply_without_an_end_is_no_decision_and_the_game_waits(
    server: TransformersServer, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    code, told = finished(gander(server, *options(server, out, most=1)))
    assert code == 1
    assert "cut off" in told
    assert {getattr(call.outcome, "kind", "") for call in calls_of(out)} == {"truncated"}
    assert not read_record(out / "seed01" / "game.jsonl").complete


def test_a_game_killed_in_the_middle_goes_on_and_asks_nothing_twice(
    server: TransformersServer, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    before = server.calls
    with gander(server, *options(server, out)) as process:
        end = time.monotonic() + 60
        while not (out / "seed01").exists() or len(calls_of(out)) < 3:
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < end
            time.sleep(0.01)
        process.kill()
    assert process.returncode == -signal.SIGKILL
    kept = [json.dumps(call.asked) for call in calls_of(out)]
    assert len(kept) < 2 * PLAYERS
    code = 1
    for _ in range(6):
        code, _told = finished(gander(server, "play", "--resume", out, "--retries", 0))
        if code == 0:
            break
    assert code == 0
    calls = calls_of(out)
    assert [json.dumps(call.asked) for call in calls[: len(kept)]] == kept
    # Only calls that were under way at the kill are paid and not kept.
    assert len(calls) <= server.calls - before <= len(calls) + PLAYERS
    assert finished(gander(server, "replay", out, "--check"))[0] == 0
