"""Asking at once is the same game as asking in turn, byte for byte apart from times."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from gander.quack.live import Waits, play_live
from gander.quack.play import play_game
from gander.quack.players import NoAnswer, Player, RandomPlayer, Reply, ScriptedPlayer, SeatContext
from gander.quack.record import Journal
from gander.quack.senses import Observation
from gander.quack.stepper import Question, Stepper, ask
from gander.quack.world import Act, Decision, Engine, GameMap, NeedKind, Rules, Unclear, Vote
from tests.quack.games import setups


class Slow:
    """A player that answers after a while, each answer after another while."""

    def __init__(self, player: Player, rng: random.Random) -> None:
        self.kind = player.kind
        self.player = player
        self.rng = rng

    async def answer(self, kind: NeedKind, observation: Observation, attempt: int) -> Reply:
        for _ in range(self.rng.randrange(5)):
            await asyncio.sleep(0)
        return ask(self.player, Question(0, kind, attempt, observation))

    def remember(self, observation: Observation, decision: Decision) -> None:
        self.player.remember(observation, decision)


class Erratic(RandomPlayer):
    """Decides by what it sees alone, legally or not."""

    kind = "erratic"

    def act(self, observation: Observation) -> Reply:
        rng = random.Random(repr(observation))
        if rng.random() < 0.2:
            odd: list[Decision] = [Act("move", "attic"), Unclear("Nothing to read."), Vote("Bob")]
            return Reply(rng.choice(odd))
        act = rng.choice(observation.legal)
        return Reply(Act(act.action, act.target, rng.choice([None, "Hm."])))

    def vote(self, observation: Observation) -> Reply:
        return Reply(Vote(random.Random(repr(observation)).choice([None, "Nobody", *observation.players])))


def seats(engine: Engine, kind: type[Any]) -> list[Player]:
    return [
        kind(SeatContext(index, seat.name, engine.game_map, engine.seed, engine.rules))
        for index, seat in enumerate(engine.seats)
    ]


def in_turn(path: Path, engine: Engine, kind: type[Any]) -> bytes:
    with Journal(path, clock=lambda: 1.0) as journal:
        play_game(engine, seats(engine, kind), journal)
    return path.read_bytes()


def live(path: Path, engine: Engine, kind: type[Any], waits: Waits, *, at_once: bool = True) -> bytes:
    rng = random.Random(engine.seed)
    players = [Slow(player, rng) for player in seats(engine, kind)]
    with Journal(path, clock=lambda: 1.0) as journal:
        stepper = Stepper(engine, players, journal)
        asyncio.run(play_live(stepper, players, at_once=at_once, waits=waits))
    return path.read_bytes()


def test_thirty_scripted_games(tmp_path: Path, ship10: GameMap) -> None:
    waits = Waits()
    turns = 0
    for seed in range(30):
        whole = in_turn(tmp_path / f"a{seed}", Engine(ship10, Rules(), seed), ScriptedPlayer)
        assert live(tmp_path / f"b{seed}", Engine(ship10, Rules(), seed), ScriptedPlayer, waits) == whole
        turns += whole.count(b'"event_type":"decision"')
    assert waits.asked == turns + waits.wasted
    # The point of it: far fewer waits than turns, and not many calls for nothing.
    assert waits.waits < 0.6 * turns
    assert waits.wasted < 0.4 * turns


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(setups())
def test_any_game(tmp_path_factory: pytest.TempPathFactory, setup: tuple[GameMap, Rules, int]) -> None:
    game_map, rules, seed = setup
    folder = tmp_path_factory.mktemp("game")
    for kind in (Erratic, RandomPlayer):
        whole = in_turn(folder / f"{kind.kind}-a", Engine(game_map, rules, seed), kind)
        assert live(folder / f"{kind.kind}-b", Engine(game_map, rules, seed), kind, Waits()) == whole


def test_in_turn_asks_each_question_once(tmp_path: Path, ship10: GameMap) -> None:
    waits = Waits()
    whole = live(tmp_path / "game", Engine(ship10, Rules(), 3), ScriptedPlayer, waits, at_once=False)
    assert (waits.asked, waits.wasted) == (whole.count(b'"event_type":"decision"'), 0)


class Failing(Slow):
    """Has no answer to its fifth question."""

    asked = 0

    async def answer(self, kind: NeedKind, observation: Observation, attempt: int) -> Reply:
        self.asked += 1
        if self.asked == 5:
            raise NoAnswer(observation.name, "the line is dead")
        return await super().answer(kind, observation, attempt)


def test_without_an_answer_the_record_ends_where_the_game_stands(tmp_path: Path, ship10: GameMap) -> None:
    whole = in_turn(tmp_path / "whole", Engine(ship10, Rules(), 4), ScriptedPlayer)
    engine = Engine(ship10, Rules(), 4)
    players = [Failing(player, random.Random(1)) for player in seats(engine, ScriptedPlayer)]
    with (
        Journal(tmp_path / "game", clock=lambda: 1.0) as journal,
        pytest.raises(NoAnswer, match="line is dead"),
    ):
        asyncio.run(play_live(Stepper(engine, players, journal), players))
    part = (tmp_path / "game").read_bytes()
    assert whole.startswith(part)
    assert 20 < part.count(b"\n") < whole.count(b"\n")
    assert part.splitlines()[-1].count(b'"decision"') == 0  # what follows from the last decision is there
