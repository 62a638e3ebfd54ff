"""Tier 2 of the paper profile."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gander.quack.audit.game import open_game
from gander.quack.metrics.paper.behaviour import count_behaviour
from gander.quack.metrics.paper.counts import GameCounts, seats_of
from gander.quack.record import read_record
from tests.quack.games import any_decision, setups
from tests.quack.metrics.paper.counted import counted, of
from tests.quack.our_records import our_record, written
from tests.quack.small_records import Script

FOUR = ("cafeteria", "cafeteria", "medbay", "storage")


def game(*rooms, **changes) -> Script:
    return Script(rooms or FOUR, **changes)


class TestVotes:
    def test_only_geese_and_only_votes_for_somebody_are_accurate_or_not(self, ship10, tmp_path):
        script = game().start().call("Diana").vote(Alice="Bob", Bob="Alice", Charlie="Diana", Diana=None)
        counts = counted(script.skip().over(), ship10, tmp_path)
        assert of(counts, "goose_vote_accuracy") == (1, 2)
        assert of(counts, "goose_skip_rate") == (1, 3)
        assert of(counts, "goose_vote_accuracy", "2") == (0, 1)
        assert of(counts, "goose_vote_accuracy", "3") == (0, 0)


class TestEffort:
    def test_ticks_of_work_over_those_and_ticks_on_the_move(self, ship10, tmp_path):
        rooms = ("cafeteria", "cafeteria", "medbay", "security")
        script = game(*rooms, tasks=(("medbay", "Submit Scan"), ("storage", "Sort Cargo")))
        # Charlie works for two ticks, then walks to the upper engine, for two ticks, and works no more.
        script.start().work("Charlie", "medbay", "Submit Scan").end()
        script.start().work("Charlie", "medbay", "Submit Scan").end()
        script.start().move("Charlie", "medbay", "upper_engine", 2).end().start().end()
        script.start().end()  # it arrived
        # Diana moves within one tick, as released records have it.
        script.start().move("Diana", "security", "weapons").end()
        counts = counted(script.over(), ship10, tmp_path)
        assert of(counts, "task_efficiency", "2") == (2, 4)
        assert of(counts, "task_efficiency", "3") == (0, 1)
        assert of(counts, "task_efficiency", "1") == (0, 0)

    def test_a_meeting_cuts_a_walk_short(self, ship10, tmp_path):
        script = game().start().move("Bob", "cafeteria", "electrical", 2).end()
        script.start().call("Diana").vote(Bob=None).skip()
        counts = counted(script.over(), ship10, tmp_path)
        assert of(counts, "task_efficiency", "1") == (0, 2)

    def test_ducks_and_the_dead_make_no_effort(self, ship10, tmp_path):
        script = game(tasks=(("cafeteria", "x"), ("medbay", "Submit Scan")))
        script.start().kill("Alice", "Bob", "cafeteria").move("Bob", "cafeteria", "medbay").end()
        script.start().move("Alice", "cafeteria", "medbay").end()
        assert of(counted(script.over(), ship10, tmp_path), "task_efficiency") == (0, 0)


class TestRooms:
    def test_passing_through_counts_and_walking_on_does_not(self, ship10, tmp_path):
        script = game()
        script.start().move("Bob", "cafeteria", "medbay", 1).end()
        script.start().move("Bob", "medbay", "upper_engine", 2).end().start().end()
        counts = counted(script.over(), ship10, tmp_path)
        # It never reached the engine.
        assert of(counts, "goose_coverage", "1") == (2, 10)
        assert of(counts, "duck_coverage") == (1, 10)
        assert of(counts, "goose_coverage") == (4, 30)


class TestBodies:
    def two_bodies(self) -> Script:
        """Alice kills Bob in the cafeteria at tick 5 and Charlie in medbay at tick 11."""
        script = game(
            "cafeteria",
            "cafeteria",
            "medbay",
            "storage",
            "security",
            names=("Alice", "Bob", "Charlie", "Diana", "Eve"),
        )
        script.ticks(4).start().kill("Alice", "Bob", "cafeteria").end().ticks(4)
        script.start().move("Alice", "cafeteria", "medbay").end()
        return script.start().kill("Alice", "Charlie", "medbay").end()

    def test_a_report_finds_the_body_in_its_room_though_it_lists_all(self, ship10, tmp_path):
        script = self.two_bodies().start().move("Diana", "storage", "medbay", 2).end().start().end()
        script.start().report("Diana", ("Bob", "cafeteria"), ("Charlie", "medbay")).vote().skip()
        counts = counted(script.over(), ship10, tmp_path)
        assert of(counts, "report_latency") == (13 - 10, 1)
        assert of(counts, "report_latency", "3") == (3, 1)
        assert of(counts, "reported_kills") == (1, 2)
        assert of(counts, "self_report_rate") == (0, 2)

    def test_a_killer_that_reports_its_victim_reports_itself(self, ship10, tmp_path):
        script = self.two_bodies().start().report("Alice", ("Bob", "cafeteria"), ("Charlie", "medbay"))
        counts = counted(script.vote().skip().over(), ship10, tmp_path)
        assert of(counts, "self_report_rate") == (1, 2)

    def test_displacement_is_travel_from_each_kill_to_the_next_meeting(self, ship10, tmp_path):
        script = self.two_bodies().start().report("Alice", ("Bob", "cafeteria"), ("Charlie", "medbay"))
        counts = counted(script.vote().skip().over(), ship10, tmp_path)
        # Medbay is one tick from the cafeteria, and none from itself.
        assert of(counts, "post_kill_displacement") == (1, 2)

    def test_without_a_meeting_there_is_no_displacement(self, ship10, tmp_path):
        counts = counted(self.two_bodies().over(), ship10, tmp_path)
        assert of(counts, "post_kill_displacement") == (0, 0)
        assert of(counts, "kill_rate") == (2, 1)


class TestChances:
    def test_a_kill_with_nobody_else_around_was_a_chance(self, ship10, tmp_path):
        script = game().ticks(4).start().kill("Alice", "Bob", "cafeteria").end()
        assert of(counted(script.over(), ship10, tmp_path), "cooldown_utilization") == (1, 1)

    def test_chances_not_taken_count_from_the_end_of_the_cooldown(self, ship10, tmp_path):
        # Ticks 1 to 4 are within the first cooldown; at 5, 6 and 7 Bob stood there all the time.
        counts = counted(game().ticks(7).over(), ship10, tmp_path)
        assert of(counts, "cooldown_utilization") == (0, 3)

    def test_whether_a_goose_was_there_is_asked_just_before_the_turn(self, ship10, tmp_path):
        script = game().ticks(4)
        # Bob has left before Alice's turn at tick 5, and left after it at tick 6.
        script.start().move("Bob", "cafeteria", "medbay").move("Alice", "cafeteria", "medbay").end()
        script.start().chat("Alice", "medbay").move("Bob", "medbay", "cafeteria").move(
            "Charlie", "medbay", "cafeteria"
        ).end()
        counts = counted(script.over(), ship10, tmp_path)
        assert of(counts, "cooldown_utilization") == (0, 1)

    def test_a_wait_is_a_chance_only_if_a_goose_was_there_whenever_it_came(self, ship10, tmp_path):
        script = game().ticks(4).start().move("Bob", "cafeteria", "medbay").end()
        assert of(counted(script.over(), ship10, tmp_path), "cooldown_utilization") == (0, 0)

    def test_the_cooldown_runs_on_through_meetings(self, ship10, tmp_path):
        names = ("Alice", "Bob", "Charlie", "Diana", "Eve")
        script = game("cafeteria", "cafeteria", "medbay", "storage", "storage", names=names)
        script.ticks(4).start().kill("Alice", "Bob", "cafeteria").end()
        script.start().call("Diana").vote().skip()
        script.respawn(Alice="medbay", Charlie="medbay", Diana="storage", Eve="storage")
        # Killed at 5: the cooldown is over at 10.
        script.ticks(3).start().end().start().kill("Alice", "Charlie", "medbay").end()
        counts = counted(script.over(), ship10, tmp_path)
        assert script.tick == 11
        assert of(counts, "cooldown_utilization") == (2, 3)


@settings(max_examples=40)
@given(setups(), st.integers(0, 2**20))
def test_chances_are_the_turns_on_which_the_engine_would_have_let_the_duck_kill(
    tmp_path_factory, setup, chance
):
    game_map, rules, seed = setup
    chances: dict[str, int] = {}
    killed: dict[str, int] = {}
    met: set[tuple[str, int]] = set()

    def choose(engine, rng: random.Random):
        decision = any_decision(engine, rng)
        need = engine.need
        if need.kind == "act" and need.attempt == 1:
            player = engine.seats[need.player].player_id
            if any(act.action == "kill" for act in engine.legal_actions(need.player)):
                chances[player] = chances.get(player, 0) + 1
                met.add((player, engine.state.tick))
        return decision

    lines = our_record(game_map, rules, seed, chance, choose)
    if lines[-1]["event_type"] != "game_over":
        pytest.skip("not played to its end")
    for line in lines:
        if line["event_type"] == "player_killed":
            killer = line["data"]["killer_id"]
            killed[killer] = killed.get(killer, 0) + 1
            assert (killer, line["tick"]) in met
    game = open_game(read_record(written(lines, tmp_path_factory.mktemp("game"))))
    counts = GameCounts(seats_of(game.record))
    count_behaviour(game, counts)
    for player, seat in counts.seats.items():
        if seat.team == "duck":
            found = of(counts, "cooldown_utilization", player.removeprefix("player_"))
            assert found == (killed.get(player, 0), chances.get(player, 0))
