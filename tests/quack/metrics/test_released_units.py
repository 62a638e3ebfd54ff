"""The released profile's rules, each on a record small enough to read.

Every rule that departs from the paper's text is pinned here, so that it stays without the data.
"""

import hashlib

import pytest

from gander.errors import InputError
from gander.quack.audit.recorded import RecordedClaim, RecordedClaims
from gander.quack.metrics.released import as_printed, audit_released
from gander.quack.metrics.released.claims import parse_phrase, room_name
from gander.quack.metrics.released.geometry import geometry_of
from gander.quack.metrics.released.timeline import Meeting, build_timeline
from gander.quack.metrics.released.verdicts import window_of
from gander.quack.record.reader import read_record
from gander.quack.world.maps import Corridor, GameMap, Room
from tests.quack.small_records import Script


@pytest.fixture
def timeline(tmp_path, ship10):
    def build(script):
        return build_timeline(read_record(script.write(tmp_path)), geometry_of(ship10))

    return build


@pytest.fixture
def audit(tmp_path, ship10):
    """Audit a record; `said` holds (meeting, speaker's name, message, claims)."""

    def run(script, said=()):
        by_utterance = {}
        for meeting, name, message, claims in said:
            key = (meeting, script.id(name), hashlib.sha256(message.encode()).hexdigest())
            by_utterance[key] = tuple(claims)
        path = script.write(tmp_path)
        recorded = RecordedClaims(path, by_utterance, dict.fromkeys(by_utterance, 1))
        return audit_released(read_record(path), recorded, ship10)

    return run


def loc(subject, room, temporal="this round"):
    return RecordedClaim("location", subject=subject, room=room, temporal=temporal)


def route(subject, *rooms, temporal="this round"):
    return RecordedClaim("location", subject=subject, route=rooms, temporal=temporal)


def saw(subject, target, room, temporal="this round"):
    return RecordedClaim("sighting", subject=subject, target=target, room=room, temporal=temporal)


def act(subject, activity, room=None, temporal="this round"):
    return RecordedClaim("activity", subject=subject, activity=activity, room=room, temporal=temporal)


def accuse(accuser, target):
    return RecordedClaim("accusation", accuser=accuser, target=target, confidence="weak")


def defend(defender, defended):
    return RecordedClaim("defense", defender=defender, defended=defended, basis="a feeling")


@pytest.fixture
def verdicts(audit):
    """Verdicts on claims made by Diana, who calls a meeting at the tick after the script."""

    def run(script, *claims, by="Diana"):
        script.start().call("Diana").say(by, "so").vote().skip().respawn(
            **{name: "cafeteria" for name in script.names if name not in dead(script)}
        )
        script.start().end().over()
        return [verdict.verdict for verdict in audit(script, [(0, by, "so", claims)]).verdicts]

    return run


def dead(script):
    return {
        script.names[int(line["data"]["target_id"][-1])]
        for line in script.lines
        if line["event_type"] == "player_killed"
    }


# Timeline.


def room_at(timeline, geometry_names, seat, tick):
    return geometry_names[timeline.rooms[seat][tick]]


@pytest.fixture
def names(ship10):
    return geometry_of(ship10).names


def touched(timeline, names, seat, tick):
    return [names[room] for room in timeline.touched[seat][tick]]


def test_a_walker_is_in_the_room_it_left_until_it_arrives(timeline, names):
    line = timeline(Script().start().move("Bob", "cafeteria", "oxygen", 2).end().ticks(3))
    assert [room_at(line, names, 1, tick) for tick in range(5)] == ["cafeteria"] * 3 + ["oxygen"] * 2
    assert [walk > 0 for walk in line.walks[1]] == [False, True, True, False, False]
    assert [touched(line, names, 1, tick) for tick in (1, 2, 3)] == [["cafeteria"], ["cafeteria"], ["oxygen"]]


def test_a_move_without_ticks_arrives_at_once_and_touches_both_rooms(timeline, names):
    line = timeline(Script().start().move("Bob", "cafeteria", "medbay").end())
    assert room_at(line, names, 1, 1) == "medbay"
    assert touched(line, names, 1, 1) == ["cafeteria", "medbay"]


def test_chat_after_a_move_puts_the_mover_back(timeline, names):
    line = timeline(Script().start().move("Bob", "cafeteria", "medbay").chat("Bob", "cafeteria").end())
    assert room_at(line, names, 1, 1) == "cafeteria"
    assert touched(line, names, 1, 1) == ["cafeteria", "medbay", "cafeteria"]


def test_chat_does_not_end_a_walk(timeline, names):
    line = timeline(
        Script().start().move("Bob", "cafeteria", "oxygen", 2).chat("Bob", "cafeteria").end().ticks(2)
    )
    assert [room_at(line, names, 1, tick) for tick in (2, 3)] == ["cafeteria", "oxygen"]


def test_a_respawn_is_not_seen_until_the_next_event(timeline, names):
    script = (
        Script()
        .start()
        .call("Bob")
        .vote()
        .skip()
        .respawn(Alice="storage", Bob="weapons", Charlie="oxygen", Diana="medbay")
    )
    line = timeline(script.start().end().start().move("Bob", "weapons", "security").end())
    assert [room_at(line, names, 1, tick) for tick in (1, 2, 3)] == ["cafeteria", "cafeteria", "security"]
    assert touched(line, names, 1, 3) == ["cafeteria", "weapons", "security"]


def test_a_meeting_clears_walks(timeline, names):
    script = Script().start().move("Bob", "cafeteria", "oxygen", 2).end().start().call("Diana").vote().skip()
    script.respawn(**dict.fromkeys(script.names, "storage")).ticks(2)
    line = timeline(script)
    assert [room_at(line, names, 1, tick) for tick in (2, 3, 4)] == ["cafeteria"] * 3
    assert not any(line.walks[1][2:])


def test_a_victim_is_dead_in_the_whole_tick_and_its_later_move_is_ignored(timeline, names):
    script = (
        Script().start().kill("Alice", "Bob", "cafeteria").move("Bob", "cafeteria", "medbay").end().ticks(1)
    )
    line = timeline(script)
    assert line.deaths[1].tick == 1
    assert [room_at(line, names, 1, tick) for tick in (1, 2)] == ["cafeteria", "cafeteria"]
    assert line.moves[1] == []
    assert line.touched[1][2] == []


def test_a_victims_later_task_counts(timeline):
    script = Script(("weapons",) * 4, ticks=1).start().kill("Alice", "Bob", "weapons")
    line = timeline(script.finish("Bob", "weapons", "Clear Asteroids").end())
    assert line.completed[1] == 1


def test_segments_end_before_a_meeting_and_begin_with_free_roam(timeline):
    script = Script().ticks(2).start().call("Bob").vote().skip()
    script.respawn(**dict.fromkeys(script.names, "storage")).ticks(2)
    line = timeline(script)
    assert line.segments == [(0, 2), (3, 5)]
    assert (line.meetings[0].start, line.meetings[0].tick) == (0, 3)


def test_two_see_each_other_in_a_room_or_in_one_corridor_either_way(timeline):
    script = Script(("cafeteria", "cafeteria", "oxygen", "cafeteria")).start()
    script.move("Bob", "cafeteria", "oxygen", 2).move("Charlie", "oxygen", "cafeteria", 2).end()
    line = timeline(script)
    assert line.see(1, 2, 1)
    assert line.see(0, 3, 1)
    assert not line.see(0, 1, 1)
    assert not line.see(0, 2, 0)


# Windows and phrases.


@pytest.mark.parametrize(
    ("phrase", "presence", "window"),
    [
        ("this round", False, (10, 29)),
        ("this round", True, (10, 30)),
        ("at tick 12", True, (10, 30)),  # other tick numbers are ignored
        ("until tick 15", True, (10, 15)),
        ("Up To Tick 15", False, (10, 15)),
        ("until tick 3", False, (10, 10)),
        ("until ticks 15", False, (10, 29)),
        ("until around tick 15", False, (10, 29)),
        ("before tick 99", True, (10, 29)),  # still capped, so without the meeting's tick
        ("from tick 20", False, (20, 29)),
        ("from tick 20", True, (20, 30)),
        ("after tick 99", True, (29, 30)),
        ("since tick 12 until tick 15", False, (12, 15)),
        ("at the start", True, (10, 15)),
        ("from tick 12, beginning", False, (12, 17)),
        ("from tick 27, start", True, (27, 29)),  # shortens nothing and still counts
        ("at the start, then on", True, (10, 30)),
        ("whole round from spawn", True, (10, 30)),
        ("respawn", False, (10, 15)),
        ("until tick 999999999", True, (10, 29)),
        pytest.param("until tick " + "9" * 5000, True, (10, 30), id="no-such-tick"),
        pytest.param("from tick " + "9" * 5000, False, (10, 29), id="no-such-start"),
        ("until tick ١٥", True, (10, 30)),
    ],
)
def test_windows(phrase, presence, window):
    meeting = Meeting(tick=30, start=10, caller=0, report=True, bodies=1, line=1)
    assert window_of(meeting, parse_phrase(phrase), presence) == window


@pytest.mark.parametrize(
    ("phrase", "coarse"),
    [
        ("I never left", "entire"),
        ("the whole time, mostly", "entire"),
        ("most of the round", "majority"),
        ("at the start", "start"),
        ("start", "round"),
        ("when I found Bob", "meeting"),
        ("at tick 4", "round"),
    ],
)
def test_coarse_times(phrase, coarse):
    assert parse_phrase(phrase).coarse == coarse


@pytest.mark.parametrize(
    ("said", "room"),
    [
        ("med bay", "medbay"),
        ("Med-Bay", "medbay"),
        ("medibay", "medbay"),
        ("med", "medbay"),
        ("upper engine", "upper_engine"),
        ("upper-engine", "upper_engine"),
        ("engines", "upper_engine"),
        ("Lower Engine", "lower_engine"),
        ("nav", "navigation"),
        ("navi", "navigation"),
        ("elec", "electrical"),
        ("electric", "electrical"),
        ("sec", "security"),
        ("cafe", "cafeteria"),
        ("caf", "cafeteria"),
        ("weap", "weapons"),
        ("weps", "weapons"),
        ("store", "storage"),
        ("O2", "oxygen"),
        ("STORAGE", "storage"),
        ("weaps", None),
        ("engine", None),
        ("the bridge", None),
        ("", None),
        (None, None),
    ],
)
def test_rooms(said, room, ship10):
    assert room_name(said, geometry_of(ship10).number) == room


def test_claims_that_differ_in_tick_numbers_alone_collapse(audit):
    script = Script().start().call("Diana").say("Diana", "so").vote().skip()
    claims = [
        loc("Bob", "cafeteria", "at tick 1"),
        loc("Bob", "cafeteria", "at tick 9"),
        loc("Bob", "cafeteria", "at the start"),
        accuse("Diana", "Bob"),
        accuse("Alice", "Bob"),  # the accuser is no part of the signature
        defend("Diana", "Charlie"),
        defend("Alice", "Charlie"),
    ]
    result = audit(script, [(0, "Diana", "so", claims)])
    assert [verdict.claim.temporal_ref for verdict in result.verdicts] == [
        "at tick 1",
        "at the start",
        "this round",
        "this round",
    ]
    assert result.tier3["total_dedup_collapsed"] == 3


def test_repeats_are_dropped_within_an_utterance_only(audit):
    script = Script().start().call("Diana").say("Diana", "one").say("Diana", "two").vote().skip()
    said = [(0, "Diana", text, [loc("Bob", "cafeteria")]) for text in ("one", "two")]
    assert len(audit(script, said).verdicts) == 2


# Verdicts.


def test_locations_look_at_touched_rooms(verdicts):
    script = (
        Script()
        .start()
        .move("Bob", "cafeteria", "medbay")
        .end()
        .start()
        .move("Bob", "medbay", "electrical")
        .end()
    )
    claims = [
        loc("Bob", "medbay"),
        loc("Bob", "storage"),
        loc("Bob", "bridge"),
        loc("Zoe", "medbay"),
        loc("Bob", None),
    ]
    assert verdicts(script, *claims) == ["true", "false", "unverifiable", "unverifiable", "unverifiable"]


def test_entire_is_never_near_and_majority_may_be(verdicts):
    # Ticks 0 to 4 in the window: medbay is touched at 1, 2 and 3.
    script = Script().start().move("Bob", "cafeteria", "medbay").end().ticks(1)
    script.start().move("Bob", "medbay", "electrical").end().ticks(1)
    assert verdicts(
        script,
        loc("Bob", "medbay", "the whole time"),
        loc("Charlie", "cafeteria", "the whole time"),
        loc("Bob", "medbay", "mostly"),
        loc("Bob", "electrical", "mostly"),
        loc("Bob", "storage", "mostly"),
    ) == ["false", "true", "true", "near_miss", "false"]


def test_the_dead_have_no_valid_tick(verdicts):
    script = Script().start().kill("Alice", "Bob", "cafeteria").end().ticks(2)
    late, mostly = loc("Bob", "cafeteria", "from tick 1"), loc("Bob", "cafeteria", "mostly")
    # Alive at tick 0 only, which is all that "mostly" is measured by.
    assert verdicts(script, late, mostly) == ["unverifiable", "true"]


def test_routes(verdicts):
    script = (
        Script()
        .start()
        .move("Bob", "cafeteria", "medbay")
        .end()
        .start()
        .move("Bob", "medbay", "electrical")
        .end()
    )
    claims = [
        route("Bob", "cafeteria", "electrical"),
        route("Bob", "electrical", "cafeteria"),
        route("Bob", "cafeteria", "oxygen"),
        route("Bob", "bridge", "medbay"),
        route("Bob", "bridge"),
    ]
    assert verdicts(script, *claims) == ["true", "near_miss", "false", "true", "unverifiable"]


def test_routes_are_normalised_like_rooms(audit):
    script = Script(("cafeteria", "oxygen", "cafeteria", "cafeteria")).start()
    script.move("Bob", "oxygen", "upper_engine").end()
    script.start().move("Bob", "upper_engine", "lower_engine", 2).end().ticks(2)
    script.start().call("Diana").say("Diana", "so").vote().skip()
    claims = [
        route("Bob", "O2", "Upper Engine", "lower-engine"),
        route("Bob", "oxygen", "engines", "lower engine"),  # the same route, so a repeat
        route("Bob", "Upper Engine", "lower engine", "storage"),
        route("Bob", "The Bridge", "lower engine", "o2"),
    ]
    result = audit(script, [(0, "Diana", "so", claims)])
    assert [(verdict.verdict, verdict.route) for verdict in result.verdicts] == [
        ("true", ("oxygen", "upper_engine", "lower_engine")),
        ("false", ("upper_engine", "lower_engine", "storage")),
        ("near_miss", ("The Bridge", "lower_engine", "oxygen")),
    ]
    assert result.tier3["total_dedup_collapsed"] == 1


def test_a_dead_players_ticks_contribute_its_room_to_routes(verdicts):
    script = Script().start().kill("Alice", "Bob", "cafeteria").end().ticks(2)
    assert verdicts(script, route("Bob", "cafeteria", temporal="from tick 2")) == ["true"]


def test_sightings_need_one_room_at_a_ticks_end(verdicts):
    script = (
        Script(("oxygen", "cafeteria", "medbay", "cafeteria"))
        .start()
        .move("Bob", "cafeteria", "medbay")
        .end()
    )
    claims = [
        saw("Diana", "Bob", "cafeteria"),
        saw("Bob", "Charlie", "medbay"),
        saw("Bob", "Charlie", "oxygen"),
        saw("Diana", "Charlie", "cafeteria"),
        saw("Diana", "Bob", "bridge"),
        saw("Diana", "Zoe", "medbay"),
    ]
    assert verdicts(script, *claims) == [
        "true",
        "true",
        "wrong_room",
        "false",
        "unverifiable",
        "unverifiable",
    ]


def test_a_body_is_no_sighting(verdicts):
    script = (
        Script(("cafeteria", "cafeteria", "oxygen", "medbay")).start().kill("Alice", "Bob", "cafeteria").end()
    )
    script.start().move("Diana", "medbay", "cafeteria").end()
    assert verdicts(script, saw("Diana", "Bob", "cafeteria")) == ["false"]


def test_a_target_dead_throughout_is_not_seen_and_a_dead_subject_is_not_judged(verdicts):
    script = Script().start().kill("Alice", "Bob", "cafeteria").end().ticks(2)
    claims = [
        saw("Diana", "Bob", "cafeteria", "from tick 1"),
        saw("Bob", "Diana", "cafeteria", "after tick 1"),
    ]
    assert verdicts(script, *claims) == ["false", "unverifiable"]


def test_a_killers_last_sight_of_its_victim_is_struck_out(verdicts):
    script = (
        Script(("cafeteria", "medbay", "oxygen", "oxygen")).start().move("Bob", "medbay", "cafeteria").end()
    )
    script.start().kill("Alice", "Bob", "cafeteria").end()
    assert verdicts(script, saw("Alice", "Bob", "cafeteria"), saw("Bob", "Alice", "cafeteria")) == [
        "false",
        "true",
    ]


def test_activities(verdicts):
    script = Script(("weapons", "weapons", "cafeteria", "cafeteria"))
    script.start().work("Bob", "weapons", "Clear Asteroids").move(
        "Charlie", "cafeteria", "oxygen", 2
    ).end().ticks(2)
    claims = [
        act("Bob", "task", "weapons"),
        act("Bob", "Tasking", "medbay"),
        act("Bob", "task"),
        act("Charlie", "task"),
        act("Charlie", "traveling", "oxygen"),
        act("Charlie", "moving", "storage"),
        act("Charlie", "traveling", "oxygen", "from tick 2"),
        act("Bob", "traveling"),
        act("Bob", "waiting", "storage"),  # the room is not looked at
        act("Charlie", "waiting"),
        act("Diana", "calling meeting"),
        act("Bob", "calling meeting"),
        act("Diana", "reporting"),
        act("Bob", "dancing"),
    ]
    # The second "traveling oxygen" of Charlie is told from the first by nothing but its tick number.
    assert verdicts(script, *claims) == [
        "true",
        "wrong_room",
        "true",
        "false",
        "true",
        "wrong_room",
        "false",
        "true",
        "false",
        "true",
        "false",
        "false",
        "unverifiable",
    ]


def test_walking_without_setting_out_in_the_window(verdicts):
    script = Script().start().move("Charlie", "cafeteria", "oxygen", 2).end().ticks(2)
    claims = [
        act("Charlie", "traveling", "oxygen", "from tick 2"),
        act("Charlie", "traveling", None, "after tick 2"),
    ]
    assert verdicts(script, *claims) == ["unverifiable", "true"]


def test_waiting_four_ticks_of_five_is_near(verdicts):
    script = Script().ticks(3).start().move("Bob", "cafeteria", "medbay").end()
    assert verdicts(script, act("Bob", "waiting")) == ["near_miss"]


def test_accusations_have_an_outcome_and_grounds(audit):
    script = Script(("oxygen", "cafeteria", "medbay", "cafeteria")).start().call("Diana")
    script.say("Diana", "d").say("Bob", "b").vote().skip()
    result = audit(
        script,
        [
            (0, "Diana", "d", [accuse("Diana", "Alice"), accuse("Diana", "Diana"), accuse("Diana", "Zoe")]),
            (0, "Bob", "b", [accuse("Bob", "Diana"), accuse(None, "Alice"), defend("Bob", "Diana")]),
        ],
    )
    assert [(v.verdict, v.accusation_grounded, v.grounding_reason) for v in result.verdicts] == [
        ("true", True, "accuser_called_meeting"),
        ("false", False, "no_observational_basis"),
        ("unverifiable", False, "no_observational_basis"),
        ("false", True, "accuser_could_see_target"),
        ("true", False, "no_observational_basis"),
        ("unverifiable", None, None),
    ]
    assert all(v.claim.subject == "" and v.claim.temporal_ref == "this round" for v in result.verdicts)
    assert result.verdicts[5].claim.target is None
    assert result.tier3["unsupported_accusation_rate"] == 3 / 5


def test_evidence_points_at_the_deciding_lines(audit):
    script = (
        Script()
        .start()
        .move("Bob", "cafeteria", "medbay")
        .end()
        .start()
        .call("Diana")
        .say("Diana", "so")
        .vote()
    )
    [verdict] = audit(script.skip(), [(0, "Diana", "so", [loc("Bob", "medbay")])]).verdicts
    assert script.lines[verdict.evidence[0] - 1]["event_type"] == "player_moved"
    assert verdict.reason == "Bob was in medbay at tick 1."


# Figures.


def test_rates_with_nothing_under_them_are_zero_and_averages_null(audit):
    result = audit(Script().ticks(1).over())
    rates = ("goose_voting_accuracy", "goose_skip_rate", "self_report_rate", "cooldown_utilization")
    assert [result.tier2[name] for name in rates] == [0.0] * 4
    assert result.tier2["avg_post_kill_displacement"] == 0.0
    assert result.tier2["avg_report_latency"] is None
    assert result.tier1["ejection_accuracy"] == 0.0
    assert (result.tier1["first_kill_tick"], result.tier1["avg_inter_kill_interval"]) == (None, None)
    assert result.tier3["goose_truthfulness"] == result.tier3["lie_detection_rate"] == 0.0
    assert result.tier3["per_player_claims"] == {}


def test_without_stored_extraction_there_are_no_claims(audit):
    result = audit(Script().start().call("Diana").say("Diana", "so").vote().skip())
    assert (result.missing, result.tier3["total_claims"]) == (1, 0)


def test_a_kill_with_no_other_goose_about_is_no_chance(audit):
    # Cooldown is over from tick 5 on. Alone with its victim the Duck has no chance at the tick's end.
    alone = (
        Script(("cafeteria", "cafeteria", "oxygen", "oxygen"))
        .ticks(4)
        .start()
        .kill("Alice", "Bob", "cafeteria")
        .end()
    )
    assert audit(alone.over()).tier2["cooldown_utilization"] == 0.0
    watched = Script().ticks(4).start().kill("Alice", "Bob", "cafeteria").end().ticks(5)
    # Chances at ticks 5 (taken) and 10 (not).
    assert audit(watched.over()).tier2["cooldown_utilization"] == 0.5


def test_self_reports_count_every_listed_body(audit):
    script = Script(names=("Alice", "Bob", "Charlie", "Diana"))
    script.start().kill("Alice", "Bob", "cafeteria").end().start().kill("Alice", "Charlie", "cafeteria").end()
    script.start().report("Alice", ("Bob", "cafeteria"), ("Charlie", "cafeteria")).vote().skip()
    result = audit(script)
    assert (result.tier2["self_report_count"], result.tier2["self_report_rate"]) == (2, 1.0)


def test_report_latency_counts_from_the_reporters_first_stay(audit):
    script = (
        Script(("cafeteria", "cafeteria", "oxygen", "medbay")).start().kill("Alice", "Bob", "cafeteria").end()
    )
    script.start().move("Diana", "medbay", "cafeteria").end().ticks(1)
    script.start().report("Diana", ("Bob", "cafeteria")).vote().skip()
    assert audit(script).tier2["avg_report_latency"] == 2


def test_task_efficiency_takes_the_path_from_the_ticks_end_room(audit):
    tasks = (("storage", "Sort Cargo"),)
    script = Script(
        ("oxygen", "cafeteria", "storage", "cafeteria"),
        names=("Alice", "Bob", "Charlie", "Diana"),
        tasks=tasks,
    )
    # Bob goes cafeteria - medbay - storage; the first move is instant, so it seems to lead nowhere.
    script.start().move("Bob", "cafeteria", "medbay").work("Charlie", "storage", "Sort Cargo").end()
    script.start().move("Bob", "medbay", "storage", 2).end()
    # Useful: Charlie's work, Bob's second move. Nine actions of three Geese on ticks 1 to 3.
    assert audit(script.ticks(1).over()).tier2["task_efficiency"] == 2 / 9


def test_rooms_visited_take_in_tick_0_and_leave_walks_out(audit):
    script = Script(("storage", "cafeteria", "cafeteria", "cafeteria"))
    script.start().move("Bob", "cafeteria", "oxygen", 2).end().ticks(2)
    tier2 = audit(script.over()).tier2
    assert tier2["avg_rooms_visited_goose"] == (2 + 1 + 1) / 3
    assert tier2["avg_rooms_visited_duck"] == 1.0


def test_displacement_is_in_corridors_three_ticks_later(audit):
    script = Script().start().kill("Alice", "Bob", "cafeteria").end()
    script.start().move("Alice", "cafeteria", "medbay").end().start().move(
        "Alice", "medbay", "storage", 2
    ).end().ticks(3)
    assert audit(script.over()).tier2["post_kill_displacement"] == [1.0]


def test_any_vote_for_the_duck_counts_as_caught(audit):
    script = Script(("storage", "cafeteria", "medbay", "cafeteria")).start().call("Diana").say("Alice", "lie")
    script.vote(Alice="Bob", Bob="Alice", Charlie="Bob", Diana="Bob").eject("Bob")
    tier3 = audit(script, [(0, "Alice", "lie", [loc("Alice", "oxygen")])]).tier3
    assert (tier3["meetings_with_duck_lies"], tier3["lie_detection_rate"]) == (1, 1.0)


def test_a_ducks_false_accusation_is_a_lie_and_the_first_later_vote_counts(audit):
    script = Script().start().call("Diana").say("Alice", "lie").vote(Bob=None).skip()
    script.respawn(**dict.fromkeys(script.names, "storage")).ticks(4)
    script.start().call("Bob").vote(Bob="Alice", Diana=None).skip()
    tier3 = audit(script, [(0, "Alice", "lie", [accuse("Alice", "Bob")])]).tier3
    assert (tier3["meetings_with_duck_lies"], tier3["meetings_duck_caught_after_lie"]) == (1, 1)


def test_hallucination_counts_whoever_the_claim_is_about(audit):
    script = (
        Script(("storage", "cafeteria", "medbay", "cafeteria"))
        .start()
        .call("Diana")
        .say("Diana", "so")
        .vote()
        .skip()
    )
    said = [(0, "Diana", "so", [loc("Bob", "oxygen"), loc("Diana", "cafeteria"), act("Bob", "task")])]
    tier3 = audit(script, said).tier3
    assert tier3["spatial_hallucination_rate"] == 0.5
    assert tier3["goose_truthfulness"] == 1 / 3
    assert tier3["verifiable_claims"] == 3
    assert tier3["per_player_claims"]["Diana"]["false"] == 2


def test_one_shortest_path_a_goal():
    # From a to d both b and c lead on; both are one tick off, so the first in the alphabet does.
    rooms = tuple(Room(name, 0, 0) for name in "abcd")
    roads = (("a", "b", 1), ("a", "c", 1), ("b", "d", 2), ("c", "d", 2))
    geometry = geometry_of(GameMap("square", rooms, tuple(Corridor(*road) for road in roads), (), "a"))
    number = geometry.number
    assert geometry.first_steps[number["a"]][number["d"]] == number["b"]
    # Walking back, the neighbour nearest to the start comes before the alphabet.
    roads = (("a", "b", 3), ("a", "c", 1), ("b", "d", 1), ("c", "d", 3))
    geometry = geometry_of(GameMap("square", rooms, tuple(Corridor(*road) for road in roads), (), "a"))
    assert geometry.first_steps[number["a"]][number["d"]] == number["c"]
    assert geometry.hops[number["a"]][number["d"]] == 2


def test_printed_shares_are_rounded_twice():
    assert as_printed(0.5654573667) == "56.6"
    assert as_printed(0.7666666667) == "76.7"
    assert as_printed(0.0) == "0.0"


def test_a_map_that_lacks_the_records_rooms(tmp_path):
    record = read_record(Script().ticks(1).over().write(tmp_path))
    small = GameMap("small", (Room("cafeteria", 0, 0),), (), (), "cafeteria")
    with pytest.raises(InputError, match="the map small lacks"):
        audit_released(record, None, small)
    with pytest.raises(InputError, match="does not carry its map"):
        audit_released(record, None)
