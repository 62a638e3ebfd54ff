"""The rules of the game: each by an example that can be followed, and what must always hold."""

import copy
import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gander.errors import InputError
from gander.quack.world import (
    DUCKS_EJECTED,
    PARITY,
    TASKS_DONE,
    TICK_BUDGET,
    Act,
    Engine,
    GameMap,
    Rules,
    Speak,
    Vote,
    state_hash,
)
from gander.quack.world.rules import NAMES, KillRules, MeetingRules, TaskRules, WinRules
from tests.quack.games import any_decision, legal_decision, line_map, played, setups

ROOMS = {"hall": 0, "lab": 1, "dock": 2}


class Table:
    """A game on the three-room map whose players stand where the test puts them."""

    def __init__(self, rooms: str, rules: Rules | None = None, seed: int = 1) -> None:
        names = rooms.split()
        rules = rules or Rules()
        rules = msgspec.structs.replace(
            rules, players=NAMES[: len(names)], tasks=msgspec.structs.replace(rules.tasks, per_goose=3)
        )
        self.engine = Engine(line_map(), rules, seed)
        for its, room in zip(self.engine.state.players, names, strict=True):
            its.room = ROOMS[room]
        self.duck = next(i for i, seat in enumerate(self.engine.seats) if seat.duck)
        self.geese = [i for i, seat in enumerate(self.engine.seats) if not seat.duck]
        self.engine.drain()

    def put(self, player: int, room: str) -> None:
        self.engine.state.players[player].room = ROOMS[room]

    def name(self, player: int) -> str:
        return self.engine.seats[player].name

    def tick(self, **acts: Act) -> list[tuple[str, Any]]:
        """Play one tick: decisions by player (p0=…), everyone else waits."""
        engine = self.engine
        tick = engine.state.tick
        while engine.need and engine.need.kind == "act" and engine.state.tick == tick:
            engine.decide(acts.get(f"p{engine.need.player}", Act("wait")))
        return [(event.event_type, event.data) for event in engine.drain()]

    def first(self, player: int) -> None:
        """Let a player who had no turn yet have the next one."""
        state = self.engine.state
        state.order.remove(player)
        state.order.insert(state.turn, player)
        self.engine._settle()

    def meet(self, vote: str | None) -> list[tuple[str, Any]]:
        """Play a meeting: silence, and everybody votes alike."""
        engine = self.engine
        while engine.need and engine.need.kind != "act":
            engine.decide(Speak("") if engine.need.kind == "speak" else Vote(vote))
        return [(event.event_type, event.data) for event in engine.drain()]

    def until_cooled(self) -> None:
        while self.engine.state.players[self.duck].cooldown:
            self.tick()


def kinds(events: list[tuple[str, Any]]) -> list[str]:
    return [kind for kind, _ in events]


class TestSetup:
    def test_standard_game(self, ship10: GameMap) -> None:
        engine = Engine(ship10, Rules(), 7)
        (start, *_) = engine.drain()
        assert start.event_type == "game_started"
        assert start.data.players == ["Alice", "Bob", "Charlie", "Diana", "Eve", "Frank"]
        assert start.data.config == {"num_players": 6, "num_ducks": 1, "map": "ship10"}
        players = start.data.initial_state
        assert sorted(players) == [f"player_{i}" for i in range(6)]
        assert sum(its.role == "Duck" for its in players.values()) == 1
        for its in players.values():
            assert len({task.name for task in its.tasks}) == 5
            assert {task.ticks_required for task in its.tasks} == {3}

    def test_roles_tasks_and_rooms_differ_between_seeds(self, ship10: GameMap) -> None:
        starts = {
            msgspec.json.encode(Engine(ship10, Rules(), seed).drain()[0].data.initial_state)
            for seed in range(30)
        }
        assert len(starts) == 30

    def test_as_many_ducks_as_geese_have_won_already(self) -> None:
        engine = Engine(line_map(), Rules(players=NAMES[:2], tasks=TaskRules(per_goose=1)), 1)
        assert engine.need is None
        assert (engine.state.winner, engine.state.reason, engine.state.tick) == ("duck", PARITY, 0)

    @pytest.mark.parametrize(
        ("rules", "where"),
        [
            (Rules(players=NAMES[:1]), "players"),
            (Rules(players=("Ann", "ann ", "Bob")), "players"),
            (Rules(players=("Ann", " ", "Bob")), "players"),
            (Rules(ducks=4), "ducks"),
            (Rules(ducks=0), "ducks"),
            (Rules(tasks=TaskRules(per_goose=4)), "tasks.per_goose"),
            (Rules(tasks=TaskRules(per_goose=2, ticks=0)), "tasks.ticks"),
            (Rules(tasks=TaskRules(per_goose=2), kill=KillRules(cooldown=-1)), "kill.cooldown"),
            (Rules(tasks=TaskRules(per_goose=2), win=WinRules(tick_budget=0)), "win.tick_budget"),
        ],
    )
    def test_rules_that_cannot_be_played_are_refused(self, rules: Rules, where: str) -> None:
        with pytest.raises(InputError) as refused:
            Engine(line_map(), rules, 1)
        assert refused.value.where.endswith(where)


class TestWalking:
    def test_a_walk_of_two_ticks_arrives_at_the_start_of_the_second_tick_after(self) -> None:
        table = Table("lab lab lab lab")
        walker = table.geese[0]
        events = table.tick(**{f"p{walker}": Act("move", "dock")})
        moved = next(data for kind, data in events if kind == "player_moved")
        assert (moved.from_, moved.to, moved.ticks_remaining) == ("lab", "dock", 2)
        me = table.engine.state.players[walker]
        assert (me.room, me.to, me.remaining) == (ROOMS["lab"], ROOMS["dock"], 1)  # tick 2
        assert walker not in table.engine.state.order
        table.tick()
        assert (me.room, me.to) == (ROOMS["dock"], -1)  # tick 3 = 1 + 2
        assert walker in table.engine.state.order

    def test_a_walk_of_one_tick_arrives_at_the_start_of_the_next(self) -> None:
        table = Table("hall hall hall hall")
        walker = table.geese[0]
        table.first(walker)
        table.engine.decide(Act("move", "lab"))
        assert table.engine.state.players[walker].to == ROOMS["lab"]
        assert walker not in table.engine.present(table.duck)
        table.tick()
        assert table.engine.state.players[walker].room == ROOMS["lab"]

    def test_those_in_the_room_see_leaving_and_arriving_and_where(self) -> None:
        table = Table("hall hall hall lab")
        walker, stays, meets = table.geese[0], table.geese[1], table.geese[2]
        table.put(walker, "hall")
        table.put(stays, "hall")
        table.put(meets, "lab")
        table.put(table.duck, "dock")
        table.first(walker)
        table.engine.decide(Act("move", "lab"))
        (left,) = table.engine.sights(stays)
        assert (left.kind, left.who, left.other, left.tick) == ("left", table.name(walker), "lab", 1)
        table.tick()
        (arrived,) = table.engine.sights(meets)
        assert (arrived.kind, arrived.who, arrived.other, arrived.tick) == (
            "arrived",
            table.name(walker),
            "hall",
            2,
        )

    def test_what_happens_after_ones_own_turn_is_seen_at_the_next(self) -> None:
        table = Table("hall hall hall hall")
        early, late = table.geese[:2]
        table.first(late)
        table.first(early)
        table.engine.decide(Act("wait"))
        table.engine.decide(Act("wait", say="Anyone here?"))
        table.tick()
        assert "Anyone here?" in [sight.text for sight in table.engine.sights(early)]

    def test_those_who_arrive_together_see_each_other_arrive(self) -> None:
        table = Table("lab lab lab lab")
        a, b = table.geese[:2]
        table.tick(**{f"p{a}": Act("move", "hall"), f"p{b}": Act("move", "hall")})
        assert [sight.who for sight in table.engine.sights(a)] == [table.name(b)]
        assert [sight.who for sight in table.engine.sights(b)] == [table.name(a)]

    @pytest.mark.parametrize(
        ("act", "why"),
        [
            (Act("move", "dock"), "No corridor leads from hall to dock."),
            (Act("move", "attic"), "There is no room 'attic'."),
            (Act("move"), "There is no room None."),
            (Act("task", "Load"), "None of your open tasks is 'Load' in hall."),
            (Act("report"), "No body lies in hall."),
            (Act("dance"), "There is no action 'dance'."),
            (Act("kill", "Alice"), "Geese cannot kill."),
        ],
    )
    def test_illegal_actions_say_why(self, act: Act, why: str) -> None:
        table = Table("hall hall hall hall")
        table.first(table.geese[0])
        assert table.engine.judge(act) == why
        assert table.engine.decide(act) == why


class TestTasks:
    def test_three_ticks_in_a_row_finish_a_task(self) -> None:
        table = Table("hall hall hall hall")
        worker = table.geese[0]
        seen = [table.tick(**{f"p{worker}": Act("task")}) for _ in range(3)]
        assert [data.progress for events in seen for kind, data in events if kind == "task_progress"] == [
            "1/3",
            "2/3",
            "3/3",
        ]
        assert "task_completed" in kinds(seen[2])
        assert table.engine.state.players[worker].progress.count(3) == 1
        assert all(act.action != "task" for act in table.engine.legal_actions(worker))

    @pytest.mark.parametrize(("keep", "left"), [(False, 0), (True, 2)])
    def test_leaving_the_room_abandons_unfinished_ticks(self, keep: bool, left: int) -> None:
        table = Table("hall hall hall hall", Rules(tasks=TaskRules(keep_progress=keep)))
        worker = table.geese[0]
        for _ in range(2):
            table.tick(**{f"p{worker}": Act("task")})
        table.tick(**{f"p{worker}": Act("move", "lab")})
        assert max(table.engine.state.players[worker].progress) == left

    def test_the_ticks_must_be_consecutive(self) -> None:
        table = Table("hall hall hall hall")
        worker = table.geese[0]
        for act in (Act("task"), Act("task"), Act("wait"), Act("task")):
            table.tick(**{f"p{worker}": act})
        assert max(table.engine.state.players[worker].progress) == 1

    def test_ducks_work_at_fake_tasks_that_win_nothing(self) -> None:
        table = Table("hall hall hall hall")
        for _ in range(3):
            events = table.tick(**{f"p{table.duck}": Act("task", "Sweep")})
        assert "task_completed" in kinds(events)
        assert table.engine.need is not None

    @pytest.mark.parametrize(("dead_count", "winner"), [(False, "goose"), (True, None)])
    def test_all_tasks_of_living_geese_win(self, dead_count: bool, winner: str | None) -> None:
        table = Table("hall hall hall hall hall", Rules(win=WinRules(dead_tasks_count=dead_count)))
        state = table.engine.state
        for player in table.geese:
            state.players[player].progress = [3, 3, 3]
        state.players[table.geese[0]].progress = [0, 0, 0]
        state.players[table.geese[0]].alive = False
        last = table.geese[1]
        sweep = [task.name for task in table.engine.seats[last].tasks].index("Sweep")
        state.players[last].progress[sweep] = 2
        state.players[last].working = sweep
        events = table.tick(**{f"p{last}": Act("task", "Sweep")})
        assert state.winner == winner
        if winner:
            assert state.reason == TASKS_DONE
            assert kinds(events)[-2:] == ["tick_end", "game_over"]


class TestKilling:
    def test_the_cooldown_allows_the_first_kill_at_tick_five_and_the_next_five_later(self) -> None:
        table = Table("hall hall hall hall hall")
        victims = [table.name(player) for player in table.geese]
        allowed = []
        for _ in range(11):
            table.first(table.duck)
            if table.engine.decide(Act("kill", victims[0])) is None:
                allowed.append(table.engine.state.tick)
                victims.pop(0)
            table.tick()
        assert allowed == [5, 10]

    def test_the_victim_must_be_in_the_room(self) -> None:
        table = Table("hall hall hall hall hall")
        near, away, walker = table.geese[:3]
        table.until_cooled()
        table.put(away, "dock")
        table.first(table.duck)
        table.first(walker)
        table.engine.decide(Act("move", "lab"))
        assert table.engine.judge(Act("kill", table.name(away))) == f"{table.name(away)} is not in hall."
        assert table.engine.judge(Act("kill", table.name(walker))) == f"{table.name(walker)} is not in hall."
        assert table.engine.judge(Act("kill", table.name(near))) is None

    def test_a_kill_is_seen_by_those_in_the_room_and_leaves_a_body(self) -> None:
        table = Table("hall hall hall hall hall")
        victim, witness = table.geese[:2]
        table.until_cooled()
        table.first(table.duck)
        table.engine.decide(Act("kill", table.name(victim)))
        (seen,) = [sight for sight in table.engine.sights(witness) if sight.kind == "killed"]
        assert (seen.who, seen.other) == (table.name(table.duck), table.name(victim))
        assert Act("report") in table.engine.legal_actions(witness)
        assert not table.engine.state.players[victim].alive

    def test_the_dead_have_no_turn_later_in_the_tick(self) -> None:
        table = Table("hall hall hall hall hall")
        victim = table.geese[0]
        table.until_cooled()
        table.first(table.duck)
        table.engine.decide(Act("kill", table.name(victim)))
        asked = []
        tick = table.engine.state.tick
        while table.engine.need and table.engine.state.tick == tick:
            asked.append(table.engine.need.player)
            table.engine.decide(Act("wait"))
        assert victim not in asked

    def test_ducks_do_not_kill_ducks(self) -> None:
        table = Table("hall hall hall hall hall hall", Rules(ducks=2))
        ducks = [i for i, seat in enumerate(table.engine.seats) if seat.duck]
        table.until_cooled()
        table.first(ducks[0])
        assert table.engine.judge(Act("kill", table.name(ducks[1]))) == f"{table.name(ducks[1])} is a Duck."

    def test_parity_ends_the_game_at_once(self) -> None:
        table = Table("hall hall hall")
        table.until_cooled()
        table.first(table.duck)
        table.engine.decide(Act("kill", table.name(table.geese[0])))
        assert table.engine.need is None
        assert (table.engine.state.winner, table.engine.state.reason) == ("duck", PARITY)
        assert [event.event_type for event in table.engine.drain()][-3:] == [
            "player_killed",
            "tick_end",
            "game_over",
        ]

    def test_the_cooldown_is_not_reset_by_a_meeting(self) -> None:
        table = Table("hall hall hall hall")
        table.tick(**{f"p{table.geese[0]}": Act("call")})
        table.meet(None)
        assert table.engine.state.tick == 2
        assert table.engine.state.players[table.duck].cooldown == 3


class TestMeetings:
    def killed(self) -> Table:
        table = Table("hall hall hall hall hall")
        table.until_cooled()
        table.first(table.duck)
        table.engine.decide(Act("kill", table.name(table.geese[0])))
        return table

    def test_a_report_lists_every_body_and_sends_walkers_back(self) -> None:
        table = self.killed()
        walker, reporter = table.geese[1:3]
        table.first(reporter)
        table.first(walker)
        table.engine.decide(Act("move", "lab"))
        table.engine.decide(Act("report"))
        events = [(event.event_type, event.data) for event in table.engine.drain()]
        report = dict(events)["body_reported"]
        assert report.caller == f"player_{reporter}"
        assert report.reason == f"{table.name(reporter)} reported a dead body"
        assert [(body.room, body.victim_name) for body in report.bodies] == [
            ("hall", table.name(table.geese[0]))
        ]
        me = table.engine.state.players[walker]
        assert (me.room, me.to, me.remaining) == (ROOMS["hall"], -1, 0)
        assert "tick_end" not in kinds(events[kinds(events).index("player_killed") :])

    def test_the_caller_speaks_first_and_all_living_speak_twice_in_one_order(self) -> None:
        table = self.killed()
        reporter = table.geese[2]
        table.first(reporter)
        table.engine.decide(Act("report"))
        spoken = []
        while table.engine.need and table.engine.need.kind == "speak":
            spoken.append(table.engine.need.player)
            table.engine.decide(Speak("Hm."))
        assert spoken[0] == reporter
        assert sorted(spoken[:4]) == sorted([table.duck, *table.geese[1:]])
        assert spoken[4:] == spoken[:4]

    @pytest.mark.parametrize(
        ("votes", "ejected"),
        [
            (["B", "B", "A", None], "B"),
            (["B", "B", "A", "A"], None),
            ([None, None, "A", "B"], None),
            ([None, "B", None, "B"], None),
            (["A", None, "B", "A"], "A"),
        ],
    )
    def test_the_plurality_is_ejected_and_ties_and_skips_eject_nobody(
        self, votes: list[str | None], ejected: str | None
    ) -> None:
        table = Table("hall hall hall hall")
        people = {"A": table.name(table.geese[0]), "B": table.name(table.duck)}
        table.tick(**{f"p{table.geese[0]}": Act("call")})
        while table.engine.need and table.engine.need.kind == "speak":
            table.engine.decide(Speak(""))
        for vote in votes:
            table.engine.decide(Vote(None if vote is None else people[vote]))
        events = [(event.event_type, event.data) for event in table.engine.drain()]
        if ejected is None:
            assert dict(events)["vote_skipped"].reason == "tie_or_skip"
        else:
            assert dict(events)["player_ejected"].name == people[ejected]

    def test_votes_for_the_dead_or_unknown_are_invalid_not_abstentions(self) -> None:
        table = self.killed()
        dead = table.name(table.geese[0])
        table.first(table.geese[1])
        table.engine.decide(Act("report"))
        while table.engine.need and table.engine.need.kind == "speak":
            table.engine.decide(Speak(""))
        assert table.engine.decide(Vote(dead)) == f"{dead} is dead and cannot be voted for."
        assert table.engine.decide(Vote("Zoe")) == "Nobody is called 'Zoe'."
        assert table.engine.decide(Vote(table.name(table.duck))) is None
        assert table.engine.decide(Vote(table.name(table.duck))) is None
        events = [(event.event_type, event.data) for event in table.engine.drain()]
        assert kinds(events).count("vote_cast") == 2
        assert len(dict(events)["player_ejected"].votes) == 2

    def test_ejecting_the_last_duck_wins(self) -> None:
        table = Table("hall hall hall hall")
        table.tick(**{f"p{table.geese[0]}": Act("call")})
        events = table.meet(table.name(table.duck))
        assert kinds(events)[-2:] == ["player_ejected", "game_over"]
        assert (table.engine.state.winner, table.engine.state.reason) == ("goose", DUCKS_EJECTED)

    def test_ejecting_geese_down_to_parity_loses(self) -> None:
        table = Table("hall hall hall")
        table.tick(**{f"p{table.geese[0]}": Act("call")})
        table.meet(table.name(table.geese[1]))
        assert (table.engine.state.winner, table.engine.state.reason) == ("duck", PARITY)

    def test_afterwards_the_living_respawn_and_bodies_are_gone(self) -> None:
        table = self.killed()
        table.first(table.geese[1])
        table.engine.decide(Act("report"))
        events = table.meet(None)
        respawn = dict(events)["players_respawned"]
        assert sorted(respawn.rooms) == sorted(f"player_{i}" for i in [table.duck, *table.geese[1:]])
        assert table.engine.state.bodies == []
        assert kinds(events)[-3:] == ["phase_changed", "players_respawned", "tick_start"]
        assert table.engine.state.tick == 6

    def test_emergency_meetings_share_a_budget_of_one_a_duck(self) -> None:
        table = Table("hall hall hall hall")
        caller = table.geese[0]
        table.tick(**{f"p{caller}": Act("call")})
        table.meet(None)
        for player in (*table.geese, table.duck):
            table.put(player, "hall")
        table.first(table.geese[1])
        assert table.engine.judge(Act("call")) == "All emergency meetings are used up."

    def test_the_button_is_in_one_room(self) -> None:
        table = Table("lab lab lab lab")
        assert table.engine.judge(Act("call")) == "The emergency button is in hall, not in lab."

    def test_no_discussion_at_all_is_a_rule_too(self) -> None:
        table = Table("hall hall hall hall", Rules(meetings=MeetingRules(discussion_rounds=0)))
        table.tick(**{f"p{table.geese[0]}": Act("call")})
        assert table.engine.need is not None
        assert table.engine.need.kind == "vote"


class TestEnds:
    def test_the_tick_budget(self) -> None:
        table = Table("hall hall hall", Rules(win=WinRules(tick_budget=3)))
        for _ in range(3):
            table.tick()
        state = table.engine.state
        assert (state.tick, state.winner, state.reason) == (3, "goose", TICK_BUDGET)

    def test_the_tick_budget_counts_a_tick_with_a_meeting(self) -> None:
        table = Table("hall hall hall", Rules(win=WinRules(tick_budget=1)))
        table.tick(**{f"p{table.geese[0]}": Act("call")})
        table.meet(None)
        assert table.engine.state.reason == TICK_BUDGET


class TestRefusals:
    def test_wait_lets_the_turn_pass(self) -> None:
        table = Table("hall hall hall hall")
        player = table.geese[0]
        table.first(player)
        assert table.engine.decide(Act("move", "dock", say="On my way.")) is not None
        assert table.engine.need is not None
        assert table.engine.need.player != player
        assert [event.event_type for event in table.engine.drain()] == []

    def test_ask_again_once_and_say_why(self) -> None:
        table = Table("hall hall hall hall", Rules(illegal="ask_again"))
        player = table.geese[0]
        table.first(player)
        why = table.engine.decide(Act("move", "dock"))
        need = table.engine.need
        assert need is not None
        assert (need.player, need.attempt, table.engine.refusal) == (player, 2, why)
        table.engine.decide(Act("move", "dock"))
        assert table.engine.need is not None
        assert table.engine.need.player != player
        assert table.engine.refusal is None

    def test_asked_again_a_player_still_knows_what_it_saw(self) -> None:
        table = Table("hall hall hall hall", Rules(illegal="ask_again"))
        talker, player = table.geese[:2]
        table.first(player)
        table.first(talker)
        table.engine.decide(Act("wait", say="Listen!"))
        table.engine.decide(Act("move", "dock"))
        assert [sight.text for sight in table.engine.sights(player)] == ["Listen!"]

    def test_forfeit_gives_the_game_to_the_other_team(self) -> None:
        table = Table("hall hall hall hall", Rules(illegal="forfeit"))
        table.first(table.geese[0])
        table.engine.decide(Act("move", "dock"))
        state = table.engine.state
        assert state.winner == "duck"
        assert state.reason == f"{table.name(table.geese[0])} forfeited: No corridor leads from hall to dock."
        assert table.engine.need is None

    def test_the_wrong_kind_of_decision_is_refused(self) -> None:
        table = Table("hall hall hall hall")
        assert table.engine.judge(Vote(None)) == "This is no time for a vote."
        assert table.engine.judge(Speak("Hm.")) == "This is no time for a speech."
        table.tick(**{f"p{table.geese[0]}": Act("call")})
        assert table.engine.judge(Act("wait")) == "A meeting is held: a speech is awaited."

    def test_after_the_end_nothing_is_decided(self) -> None:
        engine = Engine(line_map(), Rules(players=NAMES[:2], tasks=TaskRules(per_goose=1)), 1)
        with pytest.raises(RuntimeError, match="over"):
            engine.decide(Act("wait"))


@settings(max_examples=120)
@given(setups(), st.integers(0, 2**20))
def test_what_must_hold_in_every_game(setup: tuple[GameMap, Rules, int], chance: int) -> None:
    """Nobody dead acts, walks take their ticks, kills need presence, meetings end, games end."""
    game_map, rules, seed = setup
    engine = Engine(game_map, rules, seed)
    travel = {(c.a, c.b): c.ticks for c in game_map.corridors} | {
        (c.b, c.a): c.ticks for c in game_map.corridors
    }
    rng = random.Random(chance)
    rooms = [room.name for room in game_map.rooms]
    left: dict[str, tuple[int, int]] = {}  # tick of leaving, ticks of the walk
    decisions = 0
    while need := engine.need:
        before = copy.deepcopy(engine.state)
        decision = any_decision(engine, rng)
        legal_before = engine.legal_actions(need.player) if need.kind == "act" else []
        refusal = engine.decide(decision)
        decisions += 1
        assert before.players[need.player].alive
        assert before.players[need.player].to < 0
        if (
            isinstance(decision, Act)
            and need.kind == "act"
            and not (decision.action == "task" and not decision.target)
        ):
            assert (Act(decision.action, decision.target) in legal_before) == (refusal is None) or (
                # Superfluous targets of targetless actions are no fault.
                decision.action in ("wait", "report", "call")
            )
        for event in engine.drain():
            data = event.data
            if event.event_type == "player_moved":
                assert travel[data.from_, data.to] == data.ticks_remaining
                assert data.from_ == rooms[before.players[need.player].room]
                left[data.player_id] = (event.tick, data.ticks_remaining)
            elif event.event_type == "player_killed":
                killer, victim = (int(i.split("_")[1]) for i in (data.killer_id, data.target_id))
                assert killer == need.player
                its = before.players[victim]
                assert its.alive
                assert its.to < 0
                assert its.room == before.players[killer].room
                assert engine.seats[killer].duck
                assert not engine.seats[victim].duck
            elif event.event_type == "tick_start":
                for player_id, (tick, ticks) in list(left.items()):
                    its = engine.state.players[int(player_id.split("_")[1])]
                    if event.tick == engine.state.tick and its.alive:
                        assert (its.to >= 0) == (event.tick < tick + ticks)
                    if event.tick >= tick + ticks:
                        del left[player_id]
            elif event.event_type in ("body_reported", "meeting_called"):
                left.clear()
                assert all(its.to < 0 for its in engine.state.players if its.alive)
        for its in engine.state.players:
            assert 0 <= its.room < len(rooms)
            assert (its.to < 0) == (its.remaining == 0) or not its.alive
    state = engine.state
    assert state.winner in ("goose", "duck")
    assert state.reason is not None
    forfeited = rules.illegal == "forfeit" and " forfeited: " in state.reason
    assert forfeited or state.reason in (DUCKS_EJECTED, PARITY, TASKS_DONE, TICK_BUDGET)
    assert state.tick <= rules.win.tick_budget
    n = len(rules.players)
    most = rules.win.tick_budget * n * 2 + (state.meetings + 1) * n * 2 * (
        rules.meetings.discussion_rounds + 1
    )
    assert decisions <= most


@settings(max_examples=60)
@given(setups(), st.integers(0, 2**20))
def test_same_seed_and_decisions_make_the_same_bytes(setup: tuple[GameMap, Rules, int], chance: int) -> None:
    first, second = (
        msgspec.json.encode([event for events in played(Engine(*setup), chance) for event in events])
        for _ in range(2)
    )
    assert first == second


@settings(max_examples=60)
@given(setups(), st.integers(0, 2**20))
def test_legal_actions_are_all_accepted_and_all_there_are(
    setup: tuple[GameMap, Rules, int], chance: int
) -> None:
    engine = Engine(*setup)
    rng = random.Random(chance)
    everything = [
        Act(action, target)
        for action in ("wait", "move", "task", "kill", "report", "call")
        for target in (
            [None]
            if action in ("wait", "report", "call")
            else [room.name for room in engine.game_map.rooms]
            + list(engine.rules.players)
            + [site.name for site in engine.game_map.tasks]
        )
    ]
    while need := engine.need:
        if need.kind == "act":
            legal = engine.legal_actions(need.player)
            assert sorted(map(repr, legal)) == sorted(
                repr(act) for act in everything if engine.judge(act) is None
            )
        engine.decide(legal_decision(engine, rng))


def test_the_hash_differs_with_every_part_of_the_state() -> None:
    engine = Engine(line_map(), Rules(tasks=TaskRules(per_goose=3)), 3)
    seen = {state_hash(engine.state)}
    changes: list[tuple[str, Any]] = [
        ("tick", 99),
        ("phase", "voting"),
        ("meetings", 5),
        ("calls_left", 9),
        ("order", [0]),
        ("turn", 3),
        ("attempt", 2),
        ("winner", "goose"),
        ("reason", "x"),
    ]
    for name, value in changes:
        state = copy.deepcopy(engine.state)
        setattr(state, name, value)
        seen.add(state_hash(state))
    for name, value in [
        ("room", 2),
        ("to", 2),
        ("remaining", 4),
        ("alive", False),
        ("cooldown", 9),
        ("working", 1),
    ]:
        state = copy.deepcopy(engine.state)
        old = getattr(state.players[0], name)
        setattr(state.players[0], name, value if old != value else value - 1)
        seen.add(state_hash(state))
    assert len(seen) == 1 + len(changes) + 6
