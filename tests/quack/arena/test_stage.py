"""Many games at once, over real HTTP: the same games, one limit, one budget; what stops whom."""

import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gander.errors import InputError
from gander.models import Patience
from gander.models.price import Price
from gander.models.scripted import scripted_reply
from gander.quack.arena import ArenaRun, ArenaSettings, Game, Pair, forecast_arena, pairs_of, play_arena
from gander.quack.arena.stage import stored_calls
from gander.quack.live_run import Pace, play_live_run
from gander.quack.play import play_run
from gander.quack.players.model.budget import Limits
from gander.quack.players.model.ledger import read_calls
from gander.quack.players.model.settings import ModelSettings
from gander.quack.record import read_record
from gander.quack.replay import reenact
from gander.quack.world import GameMap, Rules
from tests.servers.openai_server import FAULTS, OpenAIServer, Request

GOOSE, DUCK, OURS = (
    "model:openai-api/local/goose-vl",
    "model:openai-api/local/duck-vl",
    "model:gander/scripted",
)
QUICK = Patience(retries=4, seconds=0.4, total=20, first_wait=0.005)
SHORT = msgspec.structs.replace(Rules(), win=msgspec.structs.replace(Rules().win, tick_budget=12))
# What may differ between two ways to the same game: how a reply came, and what it took.
WAY = re.compile(
    rb'"(?:timestamp|latency|attempts)":[0-9.e+-]+,?|"raw":"(?:[^"\\]|\\.)*",?|"tokens":{[^}]*},?'
)


def played_by_text(request: Request) -> str:
    """The server's model: `gander/scripted`, over the network."""
    user = request.body["messages"][-1]["content"]
    return scripted_reply(["\n\n".join(part["text"] for part in user if part["type"] == "text")])


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOCAL_API_KEY", "sk-local-0123456789")


def arena(game_map: GameMap, *kinds: str, url: str = "", **changes: Any) -> ArenaSettings:
    its: dict[str, Any] = {"rules": SHORT, "seeds": (1, 2, 3), "setting": "all"} | changes
    models = ModelSettings(senses="text", args={"base_url": url} if url else {})
    return ArenaSettings(game_map, its["rules"], kinds, kinds, its["setting"], its["seeds"], models)


def games(folder: Path, its: ArenaSettings) -> dict[tuple[str, int], list[bytes]]:
    """Every game's record, without what may differ."""
    return {
        (pair.name, seed): [
            WAY.sub(b"", line)
            for line in (folder / pair.name / f"seed{seed:02d}" / "game.jsonl").read_bytes().splitlines()
        ]
        for pair in pairs_of(its)
        for seed in its.seeds
    }


def finish(folder: Path, its: ArenaSettings, pace: Pace, *, resume: bool = False, most: int = 60) -> ArenaRun:
    """Play to the end, going on where games pause."""
    done = play_arena(folder, its, pace=pace, resume=resume)
    for _ in range(most):
        if done.complete:
            return done
        done = play_arena(folder, its, pace=pace, resume=True)
    raise AssertionError(done)


def test_games_at_once_are_those_of_runs_one_after_another(tmp_path: Path, ship10: GameMap) -> None:
    told: list[tuple[Pair, Game]] = []
    with OpenAIServer(reply=played_by_text, latency=0.002) as server:
        its = arena(ship10, GOOSE, OURS, "scripted", url=server.url, seeds=(1, 2))
        done = play_arena(
            tmp_path / "arena", its, pace=Pace(connections=5), on_game=lambda *game: told.append(game)
        )
        assert server.peak == 5  # of many games that all want more
        for pair in pairs_of(its):
            run = pair.run(its)
            if run.model_names:
                play_live_run(tmp_path / "runs" / pair.name, run)
            else:
                play_run(tmp_path / "runs" / pair.name, run)
    assert done.complete
    assert len(done.results) == len(told) == 9 * 2
    assert games(tmp_path / "arena", its) == games(tmp_path / "runs", its)
    for _, result in done.results:
        reenact(read_record(result.path))
    # Where no model plays there are no calls to keep.
    assert not list((tmp_path / "arena" / "homogeneous_scripted").rglob("calls.jsonl"))


def test_with_every_fault_in_a_tenth_of_the_calls_the_games_are_the_same(
    tmp_path: Path, ship10: GameMap
) -> None:
    with OpenAIServer(reply=played_by_text) as server:
        play_arena(tmp_path / "calm", arena(ship10, GOOSE, DUCK, url=server.url, setting="cross"))
    rng = random.Random(7)
    kinds = list(FAULTS) * 2
    rng.shuffle(kinds)

    def faults(request: Request) -> str | None:
        if rng.random() >= 0.1:
            return None
        return kinds.pop() if kinds else rng.choice(FAULTS)

    with OpenAIServer(reply=played_by_text, faults=faults, retry_after=0.05) as server:
        its = arena(ship10, GOOSE, DUCK, url=server.url, setting="cross")
        finish(tmp_path / "rough", its, Pace(patience=QUICK))
        assert set(server.answered) >= {*FAULTS, "ok"}
    assert games(tmp_path / "rough", its) == games(tmp_path / "calm", its)


def spent(folder: Path, its: ArenaSettings) -> tuple[int, int]:
    calls = list(stored_calls(folder, its))
    usage = [call.outcome.usage for call in calls]
    return sum(call.outcome.tries for call in calls), sum(one.input + one.output for one in usage)


@pytest.mark.parametrize("what", ["calls", "tokens", "cost"])
def test_a_budget_is_kept_but_for_the_calls_under_way(tmp_path: Path, ship10: GameMap, what: str) -> None:
    price = Price(2.0, 8.0)
    with OpenAIServer(reply=played_by_text, latency=0.004) as server:
        its = arena(ship10, GOOSE, DUCK, url=server.url)
        prices = dict.fromkeys(its.model_names, price)
        limits: dict[str, Any] = {"calls": 150, "tokens": 250_000, "cost": 0.5}
        pace = Pace(connections=6, limits=Limits(**{what: limits[what]}))
        done = play_arena(tmp_path, its, pace=pace, prices=prices)
        assert not done.complete
        assert "limit of" in done.ended
        # Those that were not begun were left alone: nothing is written of them.
        for pair, seed in done.not_begun:
            assert not (tmp_path / pair.name / f"seed{seed:02d}").exists()
        calls, tokens = spent(tmp_path, its)
        assert calls == len(server.requests)
        usages = [call.outcome.usage for call in stored_calls(tmp_path, its)]
        each = max(usage.input + usage.output for usage in usages)
        if what == "calls":
            assert calls == 150
        elif what == "tokens":
            assert 250_000 - 6 * each < tokens <= 250_000 + 6 * each
        else:
            cost = sum(map(price.of, usages))
            assert 0.5 - 6 * each * 2e-6 < cost <= 0.5 + 6 * each * 8e-6
        # With as much again it goes on, and asks nothing twice.
        assert finish(tmp_path, its, Pace(connections=6), resume=True).complete
        assert spent(tmp_path, its)[0] == len(server.requests)
        asked = Counter(
            (path, call.player, call.turn, call.attempt, call.asked)
            for path in tmp_path.rglob("calls.jsonl")
            for call in read_calls(path)
        )
        assert set(asked.values()) == {1}


def test_what_is_over_stays_over_when_nothing_more_can_be_asked(tmp_path: Path, ship10: GameMap) -> None:
    its = arena(ship10, OURS, "scripted")
    pace = Pace(limits=Limits(calls=40))
    first = play_arena(tmp_path, its, pace=pace, games_at_once=2)
    over = {(pair.name, game.seed) for pair, game in first.results}
    assert ("homogeneous_scripted", 1) in over
    again = play_arena(tmp_path, its, pace=pace, games_at_once=2, resume=True)
    assert {(pair.name, game.seed) for pair, game in again.results} == over
    assert len(again.results) + len(again.paused) + len(again.not_begun) == 4 * 3
    assert "the limit of 40 calls is reached" in again.ended


def test_a_provider_that_rejects_the_key_stops_its_own_pairs_alone(tmp_path: Path, ship10: GameMap) -> None:
    broken = True

    def faults(request: Request) -> str | None:
        return "bad-key" if broken and request.number >= 30 else None

    with OpenAIServer(reply=played_by_text, faults=faults) as server:
        its = arena(ship10, GOOSE, OURS, "scripted", url=server.url)
        done = play_arena(tmp_path, its, pace=Pace(patience=QUICK), games_at_once=4)
        over = Counter(pair.name for pair, _ in done.results)
        assert over["homogeneous_scripted"] == over["homogeneous_gander_scripted"] == 3
        assert "rejected the key" in " ".join(done.stopped.values())
        assert not done.ended
        # No more than the games that were under way came to ask again.
        assert server.answered["bad-key"] <= 4 * 6
        waiting = {pair for pair, _ in (*done.paused, *done.not_begun)}
        assert all(set(pair.model_names) - {"gander/scripted"} for pair in waiting)
        assert done.not_begun
        broken = False
        assert play_arena(tmp_path, its, resume=True).complete


def test_one_game_without_an_answer_keeps_no_other_from_its_end(tmp_path: Path, ship10: GameMap) -> None:
    refused: list[list[str]] = []

    def faults(request: Request) -> str | None:
        # One player of one seed, told by its tasks.
        its = re.findall(r'"([^"]+)" in \w+ \(', request.text)
        if not refused:
            refused.append(its)
        return "content-filter" if its in refused else None

    with OpenAIServer(reply=played_by_text, faults=faults) as server:
        its = arena(ship10, GOOSE, "scripted", url=server.url)
        done = play_arena(tmp_path, its, pace=Pace(patience=QUICK))
        assert 1 <= len(done.paused) <= 2  # a player has the same tasks in every pair
        for _, paused in done.paused:
            assert "a content filter stopped the answer" in paused.why
            assert not read_record(paused.path).complete
        assert len(done.results) == 4 * 3 - len(done.paused)
        assert (done.not_begun, done.stopped, done.ended) == ([], {}, "")


def test_a_model_that_never_answers_is_not_asked_in_every_game(tmp_path: Path, ship10: GameMap) -> None:
    with OpenAIServer(faults=lambda request: "500") as server:
        its = arena(ship10, GOOSE, "scripted", url=server.url, seeds=tuple(range(1, 21)))
        quick = Patience(retries=0, seconds=0.4, total=1)
        done = play_arena(tmp_path, its, pace=Pace(patience=quick), games_at_once=2)
        assert set(done.stopped) == {"openai-api/local/goose-vl"}
        assert len(done.paused) <= 4
        assert Counter(pair.name for pair, _ in done.results) == {"homogeneous_scripted": 20}
        assert len(done.not_begun) == 3 * 20 - len(done.paused)


def test_a_folder_holds_one_arena(tmp_path: Path, ship10: GameMap) -> None:
    its = arena(ship10, OURS, "scripted", seeds=(1,))
    play_arena(tmp_path, its)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with pytest.raises(InputError, match="this folder holds another arena"):
        play_arena(tmp_path, its)
    for changes, what in (
        ({"seeds": (1, 2)}, r"seeds: \(1,\)"),
        ({"setting": "cross"}, "setting: all"),
        ({"rules": Rules()}, "rules"),
    ):
        with pytest.raises(InputError, match=what):
            play_arena(tmp_path, arena(ship10, OURS, "scripted", **({"seeds": (1,)} | changes)), resume=True)
    with pytest.raises(InputError, match=r"geese: .*gander/scripted"):
        play_arena(tmp_path, arena(ship10, "scripted", seeds=(1,)), resume=True)
    with pytest.raises(InputError, match="this folder holds another arena"):
        play_run(tmp_path, pairs_of(its)[1].run(its))
    with pytest.raises(InputError, match="there is no arena to resume"):
        play_arena(tmp_path / "elsewhere", its, resume=True)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_the_forecast_is_of_the_games_that_are_left(tmp_path: Path, ship10: GameMap) -> None:
    its = arena(ship10, OURS, GOOSE, "scripted", seeds=(1, 2), rules=Rules())
    price = {"openai-api/local/goose-vl": Price(1.0, 10.0)}
    told = forecast_arena(its, connections=8, games_at_once=12, prices=price)
    assert told.games == 9 * 2
    ours, goose = told.models
    assert (ours.model, goose.model) == ("gander/scripted", "openai-api/local/goose-vl")
    # Each is in both teams' seats of its own setting, and in one team's of four others.
    assert ours.games == goose.games == 5 * 2
    assert ours.load == goose.load
    cost = (goose.load.text + goose.load.calls * 80 * 10) / 1e6
    assert goose.cost == told.cost == pytest.approx(cost, rel=1e-3)
    assert told.time == pytest.approx(goose.load.calls * 5 / 8, rel=0.01)
    small = arena(ship10, OURS, "scripted", seeds=(1, 2))
    play_arena(tmp_path, small)
    after = forecast_arena(small, tmp_path, connections=8, games_at_once=12)
    assert (after.games, after.models, after.time) == (0, (), 0.0)
