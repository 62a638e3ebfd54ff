"""The memory holds what happened around its owner, all of it and nothing else."""

import random

from hypothesis import HealthCheck, given, settings

from gander.quack.players import Memory, Reply
from gander.quack.players.memory import Round
from gander.quack.senses import Observation
from gander.quack.world import Act, Engine, GameMap, Rules
from tests.quack.games import any_decision, setups
from tests.quack.players.table import Table, TrueRound, seat_scripted


class Rememberer:
    """Decides anything at all, nonsense included, and remembers."""

    kind = "rememberer"

    def __init__(self, engine: Engine, rng: random.Random) -> None:
        self.engine, self.rng, self.memory = engine, rng, Memory()

    def _any(self, observation: Observation) -> Reply:
        return Reply(any_decision(self.engine, self.rng))

    act = speak = vote = _any

    def remember(self, observation, decision) -> None:
        self.memory.remember(observation, decision)


def span_ticks(items) -> set[int]:
    return {tick for item in items for tick in range(item.since, item.until + 1)}


def assert_matches(memory: Round, truth: TrueRound, me: str, now: int) -> None:
    """Hold a memory against what happened in the round until the owner's own decision."""
    rooms = {room for _, standing, _ in truth.moments for room in standing.values()}
    names = {name for _, standing, _ in truth.moments for name in standing} - {me}
    assert memory.start == truth.start
    for room in rooms | {stay.room for stay in memory.stays}:
        assert span_ticks(s for s in memory.stays if s.room == room) == truth.ticks_in(me, room)
        for name in names:
            met = [one for one in memory.encounters if one.who == name and one.room == room]
            assert span_ticks(met) == truth.ticks_together(me, name, room), (me, name, room)
    for body in memory.bodies:
        assert span_ticks([body]) <= truth.ticks_beside_body(me, body.victim, body.room)
    assert memory.route() == truth.route(me)
    for one in memory.encounters:
        if one.left_to:
            assert (one.who, one.room, one.left_to, one.until) in truth.moves
        if one.killed:
            assert any(victim == one.who and tick == one.until for _, victim, _, tick in truth.kills)
    for kill in memory.killings:
        assert (kill.killer, kill.victim, kill.room, kill.tick) in truth.kills
    for work in memory.works:
        assert (work.who, work.room, work.tick) in truth.tasks
    mine = [(me, deed.room, deed.tick) for deed in memory.deeds if deed.act.action == "task"]
    assert mine == [task for task in truth.tasks if task[0] == me]


def check_including(table: Table, player, observation: Observation, reply: Reply) -> None:
    memory = getattr(player, "memory", None) or player._memory
    before = repr([(r.stays, r.encounters, r.bodies, r.meeting) for r in memory.rounds])
    whole = memory.including(observation)
    assert repr([(r.stays, r.encounters, r.bodies, r.meeting) for r in memory.rounds]) == before
    assert len(whole.rounds) == len(table.rounds)
    assert_matches(whole.current, table.rounds[-1], observation.name, observation.tick)
    if observation.meeting:
        assert whole.current.meeting.transcript == observation.meeting.transcript
        assert whole.current.meeting.tick == observation.tick


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(setups())
def test_memory_is_true_and_whole_in_random_games(setup):
    game_map, rules, seed = setup
    engine = Engine(game_map, rules, seed)
    rng = random.Random(seed)
    players = [Rememberer(engine, rng) for _ in rules.players]
    Table(engine, players).play(check_including)


def test_memory_is_true_and_whole_in_scripted_games(ship10: GameMap):
    for seed in range(8):
        seat_scripted(ship10, Rules(), seed).play(check_including)


def test_earlier_rounds_stay_with_their_outcomes(ship10: GameMap):
    table = seat_scripted(ship10, Rules(), 3)
    while len(table.play().rounds) < 3:
        table = seat_scripted(ship10, Rules(), table.engine.seed + 1)
    longest = max((player._memory for player in table.players), key=lambda memory: len(memory.rounds))
    assert [its.number for its in longest.rounds] == list(range(len(longest.rounds)))
    for its, after in zip(longest.rounds, longest.rounds[1:], strict=False):
        assert its.meeting.outcome is not None
        assert its.meeting.outcome.number == its.number
        assert after.start == its.meeting.tick


def test_a_walk_is_remembered_by_its_ends(ship10: GameMap):
    engine = Engine(ship10, Rules(), 0)
    rng = random.Random(0)

    class Walker(Rememberer):
        def act(self, observation):
            way = max(observation.exits, key=lambda way: way.ticks)
            return Reply(Act("move", way.room))

    players = [Walker(engine, rng) for _ in range(6)]
    for _ in range(40):
        if engine.state.phase != "free_roam":
            break
        Table(engine, players)
        need = engine.need
        from gander.quack.senses import Observer

        observation = Observer(engine).observe(need.player, need.kind)
        decision = players[need.player].act(observation).decision
        engine.decide(decision)
        players[need.player].remember(observation, decision)
    stays = players[0].memory.current.stays
    for one, after in zip(stays, stays[1:], strict=False):
        ticks = engine.layout.corridor_ticks[engine.layout.index[one.room]][engine.layout.index[after.room]]
        assert after.since == one.until + ticks


def test_refused_actions_change_nothing(ship10: GameMap):
    memory = Memory()
    engine = Engine(ship10, Rules(), 0)
    from gander.quack.senses import Observer

    need = engine.need
    observation = Observer(engine).observe(need.player, need.kind)
    memory.remember(observation, Act("move", observation.room))
    memory.remember(observation, Act("kill", "Nobody"))
    memory.remember(observation, Act("dance"))
    assert memory.current.deeds == []
    assert memory.turns == 3
