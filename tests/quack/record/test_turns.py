"""Turns: in our own records nothing can be moved, doubled, left out or laid upon others unnoticed."""

import copy
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gander.quack.audit.intended import intended_claims
from gander.quack.record import RecordError, read_record
from gander.quack.record.fields import FIELDS
from gander.quack.world import Rules
from gander.quack.world.rules import KillRules, MeetingRules, TaskRules, WinRules
from tests.quack.games import any_decision, diligent_decision, legal_decision, line_map, setups
from tests.quack.our_records import Lines, our_record, place, read_lines_of, restamped, written

RULES = Rules(
    tasks=TaskRules(per_goose=2, ticks=2),
    kill=KillRules(2, 2),
    meetings=MeetingRules(discussion_rounds=2, budget=3),
    win=WinRules(tick_budget=30),
)


@pytest.fixture(scope="module")
def game() -> Lines:
    """A game with walks, tasks, remarks, refusals, kills, a report and a call."""
    lines = our_record(line_map(), RULES, seed=44)
    assert {line["event_type"] for line in lines} == set(FIELDS)
    assert any(line["data"].get("legal") is False for line in lines)
    return lines


def refuse(lines: Lines, folder: Path, line: int, *words: str) -> None:
    path = written(lines, folder)
    with pytest.raises(RecordError) as caught:
        read_record(path)
    assert caught.value.where == f"{path}:{line}"
    for word in words:
        assert word in caught.value.what


@settings(max_examples=60)
@given(setups(), st.integers(0, 2**20), st.sampled_from([any_decision, legal_decision, diligent_decision]))
def test_every_game_under_any_rules_is_read(tmp_path_factory, setup, chance, choose) -> None:
    game_map, rules, seed = setup
    lines = our_record(game_map, rules, seed, chance, choose)
    record = read_lines_of(lines, tmp_path_factory.getbasetemp() / "any")
    assert record.complete
    assert record.warnings == ()


def test_no_line_can_be_left_out(game, tmp_path) -> None:
    for number in range(1, len(game) - 1):
        lines = restamped(game[:number] + game[number + 1 :])
        try:
            read_lines_of(lines, tmp_path)
        except RecordError:
            continue
        # Where a meeting cuts a tick short, who waited may as well have had no turn.
        assert game[number]["data"]["decision"] == {"kind": "act", "action": "wait"}
        rest = [line["event_type"] for line in game[number + 1 :]]
        ends = [kind for kind in rest if kind in ("tick_end", "body_reported", "meeting_called")]
        assert ends[0] != "tick_end"


def test_no_line_can_stand_twice(game, tmp_path) -> None:
    for number in range(1, len(game)):
        for later in range(1, 5):
            doubled = {**game[number], "timestamp": game[min(number + later, len(game)) - 1]["timestamp"]}
            lines = [*game[: number + later], doubled, *game[number + later :]]
            with pytest.raises(RecordError):
                read_lines_of(lines, tmp_path)


def test_no_two_neighbours_can_change_places(game, tmp_path) -> None:
    for number in range(1, len(game) - 1):
        lines = list(game)
        lines[number], lines[number + 1] = lines[number + 1], lines[number]
        with pytest.raises(RecordError):
            read_lines_of(restamped(lines), tmp_path)


def test_two_speeches_cannot_change_speakers(game, tmp_path) -> None:
    lines = copy.deepcopy(game)
    one = place(lines, "discussion_message")
    other = place(lines, "discussion_message", 1)
    first, second = lines[one]["data"], lines[other]["data"]
    first["player_id"], second["player_id"] = second["player_id"], first["player_id"]
    refuse(lines, tmp_path, one + 1, "player_id", "the decision before says")


@pytest.mark.parametrize(
    ("event_type", "field", "value"),
    [
        ("free_roam_chat", "message", "Other."),
        ("discussion_message", "message", "Other."),
        ("vote_cast", "target", "player_5"),
        ("player_moved", "to", "dock"),
        ("player_moved", "ticks_remaining", 7),
        ("player_killed", "target_id", "player_5"),
        ("meeting_called", "caller", "player_5"),
        ("body_reported", "caller", "player_5"),
    ],
)
def test_an_event_says_what_its_decision_says(game, tmp_path, event_type, field, value) -> None:
    lines = copy.deepcopy(game)
    at = next(
        number
        for number, line in enumerate(lines)
        if line["event_type"] == event_type and line["data"].get(field) != value
    )
    lines[at]["data"][field] = value
    refuse(lines, tmp_path, at + 1)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"player_id": "player_9"}, "names no player"),
        ({"kind": "vote"}, "a decision to vote cannot stand here"),
        ({"kind": "sing"}, "act, speak, vote"),
        ({"legal": False}, "why"),
        ({"why": "Because."}, "legal"),
        ({"attempt": 2}, "attempt"),
        ({"decision": 3}, "decision"),
        ({"decision": {"kind": "vote", "target": None}}, "to act"),
        ({"decision": {"kind": "act", "action": "dance"}}, "no action"),
        ({"legal": "yes"}, "legal"),
    ],
)
def test_a_decision_that_cannot_be(game, tmp_path, change, words) -> None:
    lines = copy.deepcopy(game)
    at = place(lines, "decision", legal=True, kind="act")
    lines[at]["data"] |= change
    refuse(lines, tmp_path, at + 1, words)


def test_work_begins_again_only_where_it_was_abandoned(tmp_path) -> None:
    rules = Rules(tasks=TaskRules(per_goose=3, ticks=3), win=WinRules(tick_budget=40))
    lines = our_record(line_map(), rules, seed=0, choose=legal_decision)
    begun: set[tuple[str, str]] = set()
    for number, line in enumerate(lines):  # noqa: B007
        if line["event_type"] == "task_progress" and line["data"]["progress"] == "1/3":
            key = (line["data"]["player_id"], line["data"]["task_name"])
            if key in begun:
                break
            begun.add(key)
    assert read_lines_of(lines, tmp_path / "whole").complete
    changed = copy.deepcopy(lines)
    changed[number]["data"]["progress"] = "2/3"
    refuse(changed, tmp_path, number + 1, "progress")
    on = place(lines, "task_progress", progress="2/3")
    changed = copy.deepcopy(lines)
    changed[on]["data"]["progress"] = "1/3"
    refuse(changed, tmp_path, on + 1, "was not interrupted")


def test_kept_work_never_begins_again(tmp_path) -> None:
    rules = Rules(tasks=TaskRules(per_goose=3, ticks=3, keep_progress=True), win=WinRules(tick_budget=40))
    lines = our_record(line_map(), rules, seed=1, choose=legal_decision)
    on = place(lines, "task_progress", progress="2/3")
    lines[on]["data"]["progress"] = "1/3"
    refuse(lines, tmp_path, on + 1, "progress", '"2/3"')


def test_a_forfeit_ends_the_game_and_needs_a_refusal(tmp_path) -> None:
    rules = Rules(illegal="forfeit", tasks=TaskRules(per_goose=2))
    lines = our_record(line_map(), rules, seed=2)
    assert " forfeited: " in lines[-1]["data"]["reason"]
    assert read_lines_of(lines, tmp_path / "whole").complete
    changed = copy.deepcopy(lines)
    winner = "duck" if lines[-1]["data"]["winner"] == "goose" else "goose"
    changed[-1]["data"]["winner"] = winner
    refuse(changed, tmp_path, len(lines), "forfeited")
    changed = copy.deepcopy(lines)
    changed[-1]["data"]["reason"] = "Alice forfeited: Because."
    refuse(changed, tmp_path, len(lines), "forfeited")
    played_on = our_record(line_map(), RULES, seed=44)
    played_on[-1]["data"]["reason"] = "Alice forfeited: Because."
    refuse(played_on, tmp_path, len(played_on), "nobody has forfeited")


def test_who_is_asked_again_decides_next(tmp_path) -> None:
    lines = our_record(line_map(), Rules(illegal="ask_again", tasks=TaskRules(per_goose=2)), seed=2)
    second = place(lines, "decision", attempt=2)
    assert read_lines_of(lines, tmp_path / "whole").complete
    changed = restamped(lines[:second] + lines[second + 1 :])
    refuse(changed, tmp_path, second + 1)
    changed = copy.deepcopy(lines)
    del changed[second]["data"]["attempt"]
    refuse(changed, tmp_path, second + 1, "attempt")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data.pop("rules"), "rules"),
        (lambda data: data["rules"].update(ducks=2), "ducks"),
        (lambda data: data["rules"].update(ducks="two"), "rules"),
        (lambda data: data["rules"]["tasks"].update(ticks=3), "other tasks"),
        (lambda data: data["rules"]["tasks"].update(per_goose=9), "task sites"),
        (lambda data: data["rules"].update(players=["Zoe", *data["rules"]["players"][1:]]), "Zoe"),
        (lambda data: data["map"]["tasks"].pop(), "does not have"),
        (lambda data: data["map"].update(corridors=[]), "in pieces"),
    ],
)
def test_a_set_up_that_contradicts_itself(game, tmp_path, change, words) -> None:
    lines = copy.deepcopy(game)
    change(lines[0]["data"])
    refuse(lines, tmp_path, 1, words)


def test_claims_belong_to_the_words_they_were_built_from(game, tmp_path) -> None:
    lines = copy.deepcopy(game)
    decided = place(lines, "decision", kind="speak", legal=True)
    claim = {
        "claim": {"type": "location", "speaker": "Bob", "subject": "Bob", "room": "oxygen"},
        "verdict": "false",
        "plan": "shift",
    }
    lines[decided]["data"]["intended_claims"] = [claim]
    record = read_lines_of(lines, tmp_path)
    claims = intended_claims(record)
    assert claims is not None
    [(key, [found])] = claims.by_utterance.items()
    assert key[:2] == (0, lines[decided + 1]["data"]["player_id"])
    assert found.room == "oxygen"
    # However the events came to stand so: other words have other claims.
    record.events[decided + 1].data["message"] = "Something else."
    assert intended_claims(record) is None
