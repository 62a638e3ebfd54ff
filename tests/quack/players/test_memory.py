"""The memory holds what happened around its owner, all of it and nothing else."""

import random
from collections.abc import Iterable
from itertools import pairwise

import msgspec
from hypothesis import HealthCheck, given, settings

from gander.quack.players import Memory, Player, Reply, ScriptedPlayer
from gander.quack.players.memory import BodySeen, Encounter, Round, Stay
from gander.quack.senses import MeetingView, Observation, Observer
from gander.quack.world import Act, Decision, Engine, GameMap, Rules, Speak
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

    def remember(self, observation: Observation, decision: Decision) -> None:
        self.memory.remember(observation, decision)


def span_ticks(items: Iterable[Stay | Encounter | BodySeen]) -> set[int]:
    return {tick for item in items for tick in range(item.since, item.until + 1)}


def assert_matches(memory: Round, truth: TrueRound, me: str) -> None:
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


def memory_of(player: Player) -> Memory:
    assert isinstance(player, Rememberer | ScriptedPlayer)
    return player.memory if isinstance(player, Rememberer) else player._memory


def check_including(table: Table, player: Player, observation: Observation, reply: Reply) -> None:
    memory = memory_of(player)
    before = repr([(r.stays, r.encounters, r.bodies, r.meeting) for r in memory.rounds])
    whole = memory.including(observation)
    assert repr([(r.stays, r.encounters, r.bodies, r.meeting) for r in memory.rounds]) == before
    assert len(whole.rounds) == len(table.rounds)
    assert_matches(whole.current, table.rounds[-1], observation.name)
    if observation.meeting:
        assert whole.current.meeting
        assert whole.current.meeting.transcript == observation.meeting.transcript
        assert whole.current.meeting.tick == observation.tick


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
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
    longest = max(map(memory_of, table.players), key=lambda memory: len(memory.rounds))
    assert [its.number for its in longest.rounds] == list(range(len(longest.rounds)))
    for its, after in pairwise(longest.rounds):
        assert its.meeting
        assert its.meeting.outcome
        assert its.meeting.outcome.number == its.number
        assert after.start == its.meeting.tick


def first_observation(engine: Engine) -> Observation:
    assert engine.need
    return Observer(engine).observe(engine.need.player, engine.need.kind)


def test_a_walk_is_remembered_by_its_ends(ship10: GameMap):
    engine = Engine(ship10, Rules(), 0)
    memory = Memory()
    engine_of_one = first_observation(engine)
    way = max(engine_of_one.exits, key=lambda way: way.ticks)
    memory.remember(engine_of_one, Act("move", way.room))
    there = msgspec.structs.replace(engine_of_one, tick=1 + way.ticks, room=way.room, present=(), seen=())
    memory.remember(there, Act("wait"))
    begin, end = memory.current.stays
    assert (begin.since, begin.until) == (0, 1)
    assert end == Stay(way.room, 1 + way.ticks, 1 + way.ticks)


def test_a_meeting_sends_the_walker_back(ship10: GameMap):
    engine = Engine(ship10, Rules(), 0)
    memory = Memory()
    before = first_observation(engine)
    way = max(before.exits, key=lambda way: way.ticks)
    memory.remember(before, Act("move", way.room))
    meeting = MeetingView(0, "button", "Bob", (), ("Bob",), (), 1)
    called = msgspec.structs.replace(before, kind="speak", tick=2, present=("Bob",), seen=(), meeting=meeting)
    memory.remember(called, Speak(""))
    assert memory.current.stays[1] == Stay(before.room, 2, 2)
    assert memory.current.route() == [before.room]
    assert [(met.since, met.until) for met in memory.current.met("Bob", 2)] == [(2, 2)]


def test_refused_actions_change_nothing(ship10: GameMap):
    memory = Memory()
    observation = first_observation(Engine(ship10, Rules(), 0))
    memory.remember(observation, Act("move", observation.room))
    memory.remember(observation, Act("kill", "Nobody"))
    memory.remember(observation, Act("dance"))
    memory.remember(observation, Speak("Out of turn."))
    assert memory.current.deeds == []
    assert memory.turns == 4
