"""What a player is shown: all that happened around it, and nothing else."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from gander.quack.record import Timeline, build_timeline
from gander.quack.senses import Observation, Observer, digest
from gander.quack.world import Act, Engine, Event, GameMap, Rules, Sight, Speak, Vote
from gander.quack.world.rules import NAMES, MeetingRules, TaskRules
from tests.quack.games import as_record, legal_decision, line_map, setups


def witnessed(timeline: Timeline, player: str, after: int, before: int) -> list[Sight]:
    """What a player witnessed between two positions, by the record alone."""
    names = {f"player_{i}": name for i, name in enumerate(timeline.record.events[0].data["players"])}
    seen = []
    for position in range(after + 1, before):
        event = timeline.record.events[position]
        data, kind, tick = event.data, event.event_type, event.tick
        place = timeline.where(player, position)
        room = place.room if place else None
        if kind == "tick_start":
            for other in timeline.players:
                stay = timeline.where(other, position)
                if stay is None or stay.start != position or stay.arrived_from is None or other == player:
                    continue
                if stay.room is not None and stay.room == room:
                    seen.append(Sight(tick, "arrived", names[other], stay.room, stay.arrived_from))
            continue
        actor = data.get("player_id", data.get("killer_id"))
        if actor == player or room is None or room not in (data.get("room"), data.get("from")):
            continue
        if kind == "player_moved":
            seen.append(Sight(tick, "left", names[actor], room, data["to"]))
        elif kind == "free_roam_chat":
            seen.append(Sight(tick, "said", names[actor], room, None, data["message"]))
        elif kind == "task_progress":
            seen.append(Sight(tick, "worked", names[actor], room))
        elif kind == "player_killed":
            seen.append(Sight(tick, "killed", names[actor], room, names[data["target_id"]]))
    return seen


@settings(max_examples=80)
@given(setups(), st.integers(0, 2**20))
def test_everything_around_a_player_since_its_last_decision_and_nothing_else(
    setup: tuple[GameMap, Rules, int], chance: int
) -> None:
    engine = Engine(*setup)
    observer = Observer(engine)
    rng = random.Random(chance)
    events: list[Event] = engine.drain()
    shown: list[tuple[str, int, int, Observation]] = []
    last: dict[int, int] = {}
    while need := engine.need:
        observation = observer.observe(need.player, need.kind)
        shown.append((f"player_{need.player}", last.get(need.player, 0), len(events), observation))
        decision = legal_decision(engine, rng)
        if isinstance(decision, Act) and rng.random() < 0.2:
            decision = Act(decision.action, decision.target, "Psst.")
        engine.decide(decision)
        events += engine.drain()
        # Its own doings begin where the engine stood; what others do comes later.
        last[need.player] = shown[-1][2] - 1
    timeline = build_timeline(as_record(events))
    for player, after, before, observation in shown:
        rounds = [spell.start for spell in timeline.rounds if spell.start < before]
        # A respawn takes players elsewhere; what happened in the round before is over.
        since = max(after, rounds[-1])
        assert list(observation.seen) == witnessed(timeline, player, since, before)
        place = timeline.where(player, before - 1)
        assert place is not None
        assert place.room == observation.room
        names = {f"player_{i}": name for i, name in enumerate(engine.rules.players)}
        here = [
            names[other]
            for other in timeline.players
            if other != player and (stay := timeline.where(other, before - 1)) and stay.room == place.room
        ]
        assert list(observation.present) == here
        lying = [
            body.victim
            for body in timeline.bodies
            if body.start < before <= body.end and body.room == place.room
        ]
        assert list(observation.bodies) == [names[victim] for victim in lying]


class TestSecrets:
    def test_only_ducks_know_their_fellows_and_geese_no_roles(self) -> None:
        engine = Engine(line_map(), Rules(players=NAMES[:7], ducks=2, tasks=TaskRules(per_goose=2)), 4)
        observer = Observer(engine)
        ducks = [seat.name for seat in engine.seats if seat.duck]
        for player, seat in enumerate(engine.seats):
            seen = observer.observe(player, "act")
            assert seen.ducks == 2
            assert list(seen.fellows) == ([name for name in ducks if name != seat.name] if seat.duck else [])
            assert (seen.cooldown is None) != seat.duck
            assert [task.name for task in seen.tasks] == [task.name for task in seat.tasks]

    def test_a_death_is_unknown_until_a_meeting_announces_it(self) -> None:
        engine = Engine(line_map(), Rules(players=NAMES[:5], tasks=TaskRules(per_goose=2)), 4)
        observer = Observer(engine)
        duck = next(i for i, seat in enumerate(engine.seats) if seat.duck)
        goose, far, reporter = [i for i, seat in enumerate(engine.seats) if not seat.duck][:3]
        for player, its in enumerate(engine.state.players):
            its.room = 2 if player == far else 0
            its.cooldown = 0
        for player in (reporter, far, duck):
            if player in engine.state.order:
                engine.state.order.remove(player)
            engine.state.order.insert(engine.state.turn, player)
        engine._settle()
        engine.decide(Act("kill", engine.seats[goose].name))
        assert observer.observe(far, "act").dead == ()
        assert observer.observe(reporter, "act").bodies == (engine.seats[goose].name,)
        engine.decide(Act("wait"))
        engine.decide(Act("report"))
        meeting = observer.observe(far, "speak")
        assert meeting.dead == (engine.seats[goose].name,)
        assert meeting.meeting is not None
        assert meeting.meeting.bodies == ((engine.seats[goose].name, "hall"),)
        assert meeting.legal == ()

    def test_votes_are_secret_until_counted_and_then_public(self) -> None:
        rules = Rules(players=NAMES[:4], tasks=TaskRules(per_goose=2), meetings=MeetingRules(1, 2, False))
        engine = Engine(line_map(), rules, 4)
        observer = Observer(engine)
        for its in engine.state.players:
            its.room = 0
        engine.decide(Act("call"))
        duck = next(seat.name for seat in engine.seats if seat.duck)
        goose = next(seat.name for seat in engine.seats if not seat.duck)
        seen = []
        while engine.need and engine.need.kind != "act":
            if engine.need.kind == "vote":
                seen.append(digest(observer.observe(0, "vote")))
            engine.decide(Speak("I saw it.") if engine.need.kind == "speak" else Vote(goose))
        assert len(set(seen)) == 1
        need = engine.need
        assert need is not None
        outcome = observer.observe(need.player, "act").last_meeting
        assert outcome is not None
        assert (outcome.ejected, outcome.role) == (goose, None)
        assert set(outcome.votes) == {(name, goose) for name in rules.players}
        assert duck in observer.observe(need.player, "act").players

    def test_the_transcript_grows_with_each_speech(self) -> None:
        engine = Engine(line_map(), Rules(players=NAMES[:4], tasks=TaskRules(per_goose=2)), 4)
        observer = Observer(engine)
        for its in engine.state.players:
            its.room = 0
        engine.decide(Act("call"))
        lengths = []
        while engine.need and engine.need.kind == "speak":
            meeting = observer.observe(engine.need.player, "speak").meeting
            assert meeting is not None
            lengths.append(len(meeting.transcript))
            engine.decide(Speak(f"Speech {len(lengths)}."))
        assert lengths == list(range(8))


def test_the_digest_differs_when_anything_does() -> None:
    engine = Engine(line_map(), Rules(players=NAMES[:4], tasks=TaskRules(per_goose=2)), 4)
    observer = Observer(engine)
    first = digest(observer.observe(0, "act"))
    assert digest(observer.observe(0, "act")) == first
    assert digest(observer.observe(1, "act")) != first
    engine.state.calls_left = 0
    assert digest(observer.observe(0, "act")) != first
