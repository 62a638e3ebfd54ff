"""Scripted players play legally, the same way every time, at any table, and neither team always wins."""

import statistics
from collections import Counter
from itertools import pairwise

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings

from gander.quack.players import PLANS, Player, Reply, ScriptedPlayer, SeatContext
from gander.quack.senses import Observation
from gander.quack.world import Corridor, GameMap, Room, Rules, TaskSite
from gander.quack.world.rules import TaskRules
from tests.quack.games import setups
from tests.quack.players.table import Table, seat_scripted

ODD_NAMES = ("{name}", "%s", "tick 9", "a → b", "I", "Bob, Eve", "ß", "(.*)", "\N{DUCK}", "Eve says")
ODD_ROOMS = ("no", "12", "{room}", "été", "a\\b", "There")


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(setups())
def test_every_decision_is_legal(setup):
    game_map, rules, seed = setup
    assert seat_scripted(game_map, rules, seed).play().refusals == []


def test_the_same_seed_makes_the_same_game(ship10: GameMap):
    first, again, other = (seat_scripted(ship10, Rules(), seed).play() for seed in (5, 5, 6))
    assert first.log == again.log
    assert first.spoken == again.spoken
    assert first.log != other.log


def test_answers_depend_on_what_was_remembered_only(ship10: GameMap):
    """Asking twice changes nothing, and a player that was only told of its past answers as before."""
    past: dict[str, list[tuple[Observation, Reply]]] = {}

    def check(table: Table, player: Player, observation: Observation, reply: Reply) -> None:
        assert getattr(player, observation.kind)(observation) == reply
        mine = past.setdefault(observation.name, [])
        if len(mine) % 7 == 0 or observation.kind != "act":
            seat = observation.players.index(observation.name)
            resumed = ScriptedPlayer(SeatContext(seat, observation.name, ship10, 4))
            for seen, given_reply in mine:
                resumed.remember(seen, given_reply.decision)
            assert getattr(resumed, observation.kind)(observation) == reply
        mine.append((observation, reply))

    seat_scripted(ship10, Rules(), 4).play(check)


def test_odd_names_and_rooms_do_no_harm():
    rooms = tuple(Room(name, 6 * place, 0) for place, name in enumerate(ODD_ROOMS))
    corridors = tuple(Corridor(a.name, b.name, 1) for a, b in pairwise(rooms))
    tasks = tuple(TaskSite(name, f"{{task}} {name}") for name in ODD_ROOMS[1:])
    game_map = GameMap("odd", rooms, corridors, tasks, ODD_ROOMS[0])
    rules = Rules(players=ODD_NAMES, ducks=2, tasks=TaskRules(per_goose=3))
    spoken = 0
    for seed in range(6):
        table = seat_scripted(game_map, rules, seed).play()
        assert table.refusals == []
        spoken += len(table.spoken)
        for said in table.spoken:
            for intended in said.claims:
                assert intended.claim.span
                assert intended.claim.time in said.text[slice(*intended.claim.span)]
    assert spoken


def test_intended_claims_are_data(ship10: GameMap):
    table = seat_scripted(ship10, Rules(), 1).play()
    assert table.spoken
    assert msgspec.json.encode([said.claims for said in table.spoken])


@pytest.mark.parametrize("plan", PLANS)
def test_a_plan_shows_in_the_kind(ship10: GameMap, plan: str):
    context = SeatContext(0, "Alice", ship10, 1)
    assert ScriptedPlayer(context, plan).kind == f"scripted:{plan}"
    assert ScriptedPlayer(context).kind == "scripted"


def test_an_unknown_plan_is_refused(ship10: GameMap):
    with pytest.raises(ValueError, match="no lie plan 'flatter'"):
        ScriptedPlayer(SeatContext(0, "Alice", ship10, 1), "flatter")


def test_neither_team_always_wins(ship10: GameMap):
    """Wide bounds over few games; `benchmarks/balance.py` plays a thousand."""
    states = [seat_scripted(ship10, Rules(), seed).play().engine.state for seed in range(60)]
    wins = Counter(state.winner for state in states)
    assert min(wins["goose"], wins["duck"]) >= 15
    assert 1.5 <= statistics.mean(state.meetings for state in states) <= 4
    assert 20 <= statistics.median(state.tick for state in states) <= 120


def test_people_talk_while_they_roam(ship10: GameMap):
    assert any(seat_scripted(ship10, Rules(), seed).play().chat for seed in range(3))
