"""Reading records: what is read, and that no fault passes silently."""

import json
import os
import resource
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gander.errors import InputError
from gander.quack.record.reader import (
    MAX_LINE,
    MAX_RECORD,
    Record,
    RecordError,
    find_records,
    read_record,
)
from tests.quack.small_records import Script

MAP = {
    "name": "pair",
    "rooms": [{"name": "hall", "x": 1, "y": 1, "size": 2}, {"name": "attic", "x": 5, "y": 1, "size": 2}],
    "corridors": [{"a": "hall", "b": "attic", "ticks": 2}],
    "tasks": [{"room": "hall", "name": "Sweep"}],
    "button": "hall",
}


def whole_game() -> Script:
    """A short game with every event type, and the released records' quirks."""
    script = Script(("cafeteria", "cafeteria", "oxygen", "medbay"))
    script.start().move("Bob", "cafeteria", "medbay").chat("Bob", "cafeteria")
    script.work("Diana", "medbay", "Submit Scan").move("Charlie", "oxygen", "cafeteria", 2).end()
    script.start().move("Alice", "cafeteria", "medbay").end()
    # The victim acts once more within the tick of its death.
    script.start().kill("Alice", "Bob", "medbay").work("Bob", "medbay", "Submit Scan").end()
    script.start().report("Diana", ("Bob", "medbay"))
    script.say("Diana", "Bob is dead").say("Alice", "oh").say("Charlie", "I was alone")
    script.say("Diana", "and you").say("Alice", "me too").say("Charlie", "hm")
    script.vote(Alice=None, Charlie="Alice", Diana="Charlie").skip()
    script.respawn(Alice="storage", Charlie="weapons", Diana="cafeteria")
    script.start().work("Charlie", "weapons", "Clear Asteroids").end()
    script.start().work("Charlie", "weapons", "Clear Asteroids").end()
    script.start().finish("Charlie", "weapons", "Clear Asteroids").end().start().call("Diana")
    script.say("Diana", "Alice it is").say("Charlie", "yes").say("Alice", "no")
    script.say("Diana", "it is").say("Charlie", "so").say("Alice", "please")
    script.vote(Alice=None, Charlie="Alice", Diana="Alice")
    return script.eject("Alice", duck=True).over()


@pytest.fixture
def game() -> Script:
    return whole_game()


def read(script: Script, folder: Path) -> Record:
    return read_record(script.write(folder))


def refuse(script: Script, folder: Path, line: int, *words: str) -> RecordError:
    """Reading must fail, name the line and say these words."""
    path = script.write(folder)
    with pytest.raises(RecordError) as caught:
        read_record(path)
    assert caught.value.where == f"{path}:{line}"
    for word in words:
        assert word in caught.value.what
    return caught.value


# What is read.


def test_a_whole_game_is_read_line_by_line(game, tmp_path):
    record = read(game, tmp_path)
    assert record.complete
    assert record.warnings == ()
    assert record.schema == 0
    assert [event.event_type for event in record.events] == [line["event_type"] for line in game.lines]
    assert [event.data for event in record.events] == [line["data"] for line in game.lines]
    assert record.names == {
        "player_0": "Alice",
        "player_1": "Bob",
        "player_2": "Charlie",
        "player_3": "Diana",
    }
    assert record.teams["player_0"] == "duck"
    assert record.roster[1].tasks == (("weapons", "Clear Asteroids"), ("medbay", "Submit Scan"))


def test_unknown_types_and_fields_are_kept(game, tmp_path):
    game.lines[1]["data"]["mood"] = "calm"
    game.lines[2]["run"] = 5
    game.lines.insert(
        2, {"timestamp": 1001.5, "event_type": "weather", "tick": 1, "data": {"rain": [1, None]}}
    )
    record = read(game, tmp_path)
    assert record.events[1].data["mood"] == "calm"
    assert record.events[2].data == {"rain": [1, None]}
    assert record.further == {4: {"run": 5}}


def test_a_record_of_ours_carries_its_map_and_seed(tmp_path):
    script = Script(("hall",) * 4, schema=1, game_map=MAP, tasks=(("hall", "Sweep"),))
    record = read(script, tmp_path)
    assert record.game_map is not None
    assert record.game_map.name == "pair"
    assert (record.schema, record.seed, record.rooms) == (1, 7, frozenset(("hall", "attic")))


def test_a_last_line_without_newline_counts_if_it_is_whole(game, tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_bytes(game.text().rstrip(b"\n"))
    assert read_record(path).complete


def test_carriage_returns_do_no_harm(game, tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_bytes(game.text().replace(b"\n", b"\r\n"))
    assert read_record(path).events == read(game, tmp_path / "plain").events


def test_a_torn_last_line_is_left_out_with_a_warning(game, tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_bytes(game.text()[:-20])
    record = read_record(path)
    assert not record.complete
    assert record.events == read(game, tmp_path / "whole").events[:-1]
    assert [warning.line for warning in record.warnings] == [len(game.lines) - 1, len(game.lines)]


def test_an_unknown_map_is_warned_about(game, tmp_path):
    game.lines[0]["data"]["config"]["map"] = "maps/other.yaml"
    assert [warning.line for warning in read(game, tmp_path).warnings] == [1]


@pytest.mark.released
def test_every_released_record_is_sound(released_dir):
    records = [read_record(path) for path in find_records(released_dir)]
    assert len(records) == 120
    assert sum(len(record.events) for record in records) == 18347
    assert all(record.complete and not record.warnings for record in records)


# Where records are.


def test_records_are_found_in_order(game, tmp_path):
    for name in ("b/seed2", "b/seed1", "a/seed3"):
        game.write(tmp_path / name)
    found = find_records(tmp_path)
    assert [str(path.relative_to(tmp_path)) for path in found] == [
        "a/seed3/game.jsonl",
        "b/seed1/game.jsonl",
        "b/seed2/game.jsonl",
    ]
    assert find_records(found[0]) == [found[0]]
    assert find_records(tmp_path / "a") == [found[0]]


def test_paths_may_be_text(game, tmp_path):
    path = game.write(tmp_path)
    assert read_record(str(path)).events == read_record(path).events
    assert find_records(str(tmp_path)) == [path]


def test_links_to_folders_are_followed_each_folder_once(game, tmp_path):
    game.write(tmp_path / "real" / "seed1")
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "a").symlink_to(tmp_path / "real")
    (tree / "b").symlink_to(tmp_path / "real")
    (tree / "loop").symlink_to(tree)
    assert find_records(tree) == [tree / "a" / "seed1" / "game.jsonl"]


def test_a_pipe_is_no_record_and_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "game.jsonl")
    [path] = find_records(tmp_path)
    with pytest.raises(InputError, match="pipe or a device"):
        read_record(path)
    with pytest.raises(InputError, match="pipe or a device"):
        read_record("/dev/null")


def test_no_record_is_an_error(tmp_path):
    with pytest.raises(InputError, match="no record is below"):
        find_records(tmp_path)
    with pytest.raises(InputError, match="no such file"):
        find_records(tmp_path / "missing")
    with pytest.raises(InputError, match="cannot be read"):
        read_record(tmp_path)


# Form.


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "blank"),
        (b"   ", "blank"),
        (b"hello", "JSON"),
        (b"[1, 2]", "no event"),
        (b"12", "no event"),
        (b'{"timestamp": 1001.5, "event_type": "x", "tick": 0}', "data"),
        (b'{"timestamp": 1001.5, "event_type": "x", "tick": "0", "data": {}}', "tick"),
        (b'{"timestamp": 1001.5, "event_type": "x", "tick": true, "data": {}}', "tick"),
        (b'{"timestamp": 1001.5, "event_type": "x", "tick": 0.5, "data": {}}', "tick"),
        (b'{"timestamp": 1001.5, "event_type": "x", "tick": -1, "data": {}}', "tick"),
        (
            b'{"timestamp": 1001.5, "event_type": "x", "tick": 123456789012345678901234567890, "data": {}}',
            "tick",
        ),
        (b'{"timestamp": NaN, "event_type": "x", "tick": 0, "data": {}}', "JSON"),
        (b'{"timestamp": 1e999, "event_type": "x", "tick": 0, "data": {}}', "too large"),
        (b'{"timestamp": 1001.5, "event_type": "x", "tick": 0, "data": {"a": 1e999}}', "too large"),
        # What is wrong before the line breaks off does not hide that it does.
        (
            b'{"timestamp": 1001.5, "event_type": 3, "tick": 0, "data": {"a": 1',
            "JSON in UTF-8: input data was",
        ),
        (b'{"timestamp": "x", "event_type": "x", "tick": 0, "data": {}} {', "JSON in UTF-8"),
        (b'{"timestamp": 1001.5, "event_type": 3, "tick": 0, "data": {"a": "\xff"}}', "JSON in UTF-8"),
        (b"[1, 2", "JSON in UTF-8"),
        (b'{"timestamp": null, "event_type": "x", "tick": 0, "data": {}}', "timestamp"),
        (b'{"timestamp": 1001.5, "event_type": 3, "tick": 0, "data": {}}', "event_type"),
        (b'{"timestamp": 1001.5, "event_type": "x", "tick": 0, "data": []}', "data"),
        (b'{"timestamp": 1001.5, "event_type": "\xff", "tick": 0, "data": {}}', "UTF-8"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b'{"timestamp": 1001.5, "event_type": "x", "tick": 0, "data": {"a": ' + b"[" * 50000, "nested"),
        (b'{"timestamp": 1001.5, "event_type": 3, "tick": 0, "data": {"a": ' + b"[" * 50000, "nested"),
    ],
)
def test_a_line_that_is_no_event(game, tmp_path, raw, words):
    lines = game.text().split(b"\n")
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"\n".join([*lines[:2], raw, *lines[2:]]))
    with pytest.raises(RecordError) as caught:
        read_record(path)
    assert caught.value.where == f"{path}:3"
    assert words in caught.value.what


@pytest.mark.parametrize("content", [b"", b"\n", b'{"timestamp": 1', b"\x00" * 100])
def test_a_file_without_an_event(tmp_path, content):
    path = tmp_path / "game.jsonl"
    path.write_bytes(content)
    with pytest.raises(RecordError) as caught:
        read_record(path)
    assert caught.value.where == f"{path}:1"


EVERY_FIELD = [
    pytest.param(number, name, id=f"{number}-{line['event_type']}-{name}")
    for number, line in enumerate(whole_game().lines)
    for name in line["data"]
]


@pytest.mark.parametrize(("number", "name"), EVERY_FIELD)
def test_a_field_of_the_wrong_type_is_named(tmp_path, number, name):
    value: object
    for value in (3.5, [], {}, "zz", None, True):
        game = whole_game()
        if type(value) is type(game.lines[number]["data"][name]) or (
            value is None and name in ("target", "reason")
        ):
            continue
        if name in ("config", "votes", "ticks_remaining", "target") and value is None:
            continue
        game.lines[number]["data"][name] = value
        error = refuse(game, tmp_path, number + 1)
        assert name in error.what


@pytest.mark.parametrize(("number", "name"), EVERY_FIELD)
def test_a_missing_field_is_named(tmp_path, number, name):
    if (
        name in ("config", "votes", "ticks_remaining", "reason", "target")
        and number != len(whole_game().lines) - 1
    ):
        return
    game = whole_game()
    del game.lines[number]["data"][name]
    assert name in refuse(game, tmp_path, number + 1).what


# Sense.


def test_the_first_event_must_be_the_start(game, tmp_path):
    del game.lines[0]
    refuse(game, tmp_path, 1, "game_started")


def test_a_second_start(game, tmp_path):
    game.lines.insert(1, {**game.lines[0], "timestamp": 1000.5})
    refuse(game, tmp_path, 2, "second game_started")


def test_a_record_from_the_future(tmp_path):
    script = Script(("hall",) * 4, schema=99, game_map=MAP, tasks=(("hall", "Sweep"),))
    refuse(script, tmp_path, 1, "future", "99", "1")


def test_a_broken_map(tmp_path):
    for change, words in (
        ({"rooms": 3}, "map"),
        ({"corridors": []}, "in pieces"),
        ({"button": "cellar"}, "cellar"),
    ):
        script = Script(("hall",) * 4, schema=1, game_map={**MAP, **change}, tasks=(("hall", "Sweep"),))
        refuse(script, tmp_path, 1, words)


def test_a_doubled_line(game, tmp_path):
    for number in range(1, len(game.lines)):
        doubled = whole_game()
        doubled.lines.insert(number, doubled.lines[number])
        refuse(doubled, tmp_path, number + 2)


def test_swapped_lines(game, tmp_path):
    for number in range(len(game.lines) - 1):
        swapped = whole_game()
        lines = swapped.lines
        lines[number], lines[number + 1] = lines[number + 1], lines[number]
        with pytest.raises(RecordError):
            read(swapped, tmp_path)


def killed(script: Script) -> Script:
    """Bob is killed in the cafeteria; the next tick has begun."""
    return script.start().kill("Alice", "Bob", "cafeteria").end().start()


def walked(script: Script) -> Script:
    """Bob is on its way; the next tick has begun."""
    return script.start().move("Bob", "cafeteria", "oxygen", 2).end().start()


def met(script: Script) -> Script:
    """Bob has called a meeting."""
    return script.start().call("Bob")


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda s: s.start().start(), "tick_start cannot stand here"),
        (lambda s: s.end(), "tick_end cannot stand here"),
        (lambda s: s.start().add("tick_end", tick=2), "tick"),
        (lambda s: s.start().end().add("tick_start", tick=1), "tick"),
        (lambda s: s.move("Bob", "cafeteria", "oxygen"), "cannot stand here"),
        (lambda s: s.start().move("Bob", "oxygen", "cafeteria"), "Bob is in cafeteria"),
        (lambda s: s.start().move("Bob", "cafeteria", "attic"), "no room"),
        (lambda s: s.start().move("Bob", "cafeteria", "oxygen", 0), "ticks_remaining"),
        (lambda s: walked(s).move("Bob", "cafeteria", "medbay"), "corridor"),
        (lambda s: s.start().move("Bob", "cafeteria", "medbay").move("Bob", "medbay", "cafeteria"), "second"),
        (lambda s: s.start().work("Bob", "medbay", "Submit Scan"), "Bob is in cafeteria"),
        (lambda s: s.start().work("Bob", "cafeteria", "Cook"), "no task"),
        (lambda s: s.start().add("player_killed", killer_id="me", target_id="", room=""), "no player"),
        (lambda s: s.start().chat("Bob", "oxygen"), "Bob is in cafeteria"),
        (lambda s: s.start().chat("Bob", "cafeteria").chat("Bob", "cafeteria"), "second time"),
        (lambda s: s.start().kill("Bob", "Charlie", "cafeteria"), "is a Goose"),
        (lambda s: s.start().kill("Alice", "Bob", "oxygen"), "is in cafeteria"),
        (lambda s: killed(s).kill("Alice", "Bob", "cafeteria"), "is dead since"),
        (lambda s: killed(s).chat("Bob", "cafeteria"), "dead since"),
        (lambda s: killed(s).move("Bob", "cafeteria", "medbay"), "dead since"),
        (lambda s: met(s).vote().skip().end(), "cannot stand here"),
        (lambda s: s.start().say("Bob", "hm"), "cannot stand here"),
        (lambda s: met(s).vote(Bob=None).say("Bob", "hm"), "cannot stand here"),
        (lambda s: met(s).add("vote_cast", voter="player_1", target=None), "cannot stand here"),
        (lambda s: met(s).vote(Bob=None).add("vote_cast", voter="player_1", target=None), "second time"),
        (lambda s: met(s).vote().add("vote_cast", voter="player_1", target="player_9"), "names no player"),
        (lambda s: killed(s).call("Diana").say("Bob", "boo"), "dead since"),
        (lambda s: killed(s).call("Diana").vote(Bob=None), "dead since"),
        (lambda s: met(s).vote().eject("Charlie", duck=True), "expected"),
        (lambda s: met(s).vote().skip().respawn(Alice="oxygen"), "does not respawn"),
        (lambda s: met(s).vote().skip().respawn(Alice="oxygen", Bob="attic"), "no room"),
        (lambda s: met(s).move("Bob", "cafeteria", "medbay"), "cannot stand here"),
        (lambda s: met(s).add("phase_changed", phase="free_roam"), "cannot stand here"),
        (lambda s: s.start().add("phase_changed", phase="party"), "party"),
        (lambda s: s.start().end().over().start(), "game_over"),
        (lambda s: s.start().end().over("cat"), "winner"),
        (lambda s: s.start().chat("Bob", "cafeteria").move("Bob", "cafeteria", "medbay"), "after it spoke"),
        (lambda s: killed(s).end().start().move("Diana", "cafeteria", "medbay").end().start()
            .report("Diana", ("Bob", "cafeteria")).lines.pop() and s, "where none lies"),
    ],
)  # fmt: skip
def test_what_cannot_be(tmp_path, build, words):
    script = build(Script())
    refuse(script, tmp_path, len(script.lines), words)


@pytest.mark.parametrize(
    ("victim", "room", "words"),
    [
        ("Charlie", "cafeteria", "Charlie lives"),
        ("Nobody", "cafeteria", "no player named"),
        ("Bob", "attic", "no room"),
        ("Bob", "oxygen", "lying on the map: Bob in cafeteria"),
    ],
)
def test_a_body_that_cannot_be(tmp_path, victim, room, words):
    script = Script().start().kill("Alice", "Bob", "cafeteria").end().start().report("Diana", (victim, room))
    refuse(script, tmp_path, len(script.lines) - 1, words)


def test_a_task_is_completed_once(tmp_path):
    script = Script(("weapons",) * 4, ticks=1)
    script.start().finish("Bob", "weapons", "Clear Asteroids").end()
    script.start().finish("Bob", "weapons", "Clear Asteroids")
    refuse(script, tmp_path, len(script.lines) - 1, "before")


def test_a_wrong_tick_on_any_event(game, tmp_path):
    game.lines[2]["tick"] = 5
    refuse(game, tmp_path, 3, "tick 5", "current tick is 1")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data["initial_state"]["player_1"].update(role="Duck"), 'expected "Goose"'),
        (lambda data: data["initial_state"]["player_1"].update(role="Swan"), "role"),
        (lambda data: data["initial_state"]["player_1"].update(role="Duck", team="duck"), "num_ducks"),
        (lambda data: data["config"].update(num_players=5), "num_players"),
        (lambda data: data["initial_state"]["player_1"]["tasks"][0].pop("ticks_required"), "ticks_required"),
        (lambda data: data["initial_state"]["player_1"]["tasks"][0].update(ticks_required=0), "1 or more"),
        (lambda data: data["initial_state"]["player_1"]["tasks"].append(
            data["initial_state"]["player_1"]["tasks"][0]), "twice"),
    ],
)  # fmt: skip
def test_a_set_up_that_cannot_be(game, tmp_path, change, words):
    change(game.lines[0]["data"])
    refuse(game, tmp_path, 1, words)


@pytest.mark.parametrize("progress", ["99/3", "banana", "2/3", "1/4", "0/3", "1/3 ", "01/3", "", "1"])
def test_progress_counts_the_ticks_of_work(tmp_path, progress):
    script = Script(("weapons",) * 4).start().work("Bob", "weapons", "Clear Asteroids")
    script.lines[-1]["data"]["progress"] = progress
    refuse(script, tmp_path, 3, "progress", '"1/3"')


def test_released_work_goes_on_where_it_was_left(tmp_path):
    script = Script(("weapons",) * 4).start().work("Bob", "weapons", "Clear Asteroids").end()
    script.start().move("Bob", "weapons", "security").end().start().move("Bob", "security", "weapons").end()
    script.start().work("Bob", "weapons", "Clear Asteroids").end()
    assert read(script, tmp_path).events[-2].data["progress"] == "2/3"
    script.lines[-2]["data"]["progress"] = "1/3"
    refuse(script, tmp_path, len(script.lines) - 1, '"2/3"')


def test_a_task_is_completed_right_after_its_last_tick_of_work(tmp_path):
    script = Script(("weapons",) * 4, ticks=2).start().work("Bob", "weapons", "Clear Asteroids").end()
    script.start().finish("Bob", "weapons", "Clear Asteroids").end()
    assert read(script, tmp_path).events[-2].event_type == "task_completed"
    [completed] = [line for line in script.lines if line["event_type"] == "task_completed"]
    script.lines.remove(completed)
    refuse(script, tmp_path, len(script.lines), "task_completed is missing")
    early = Script(("weapons",) * 4, ticks=2).start().finish("Bob", "weapons", "Clear Asteroids")
    refuse(early, tmp_path, 4, "without its last tick")


def test_walks_take_as_long_as_the_corridor(tmp_path):
    for target, ticks, words in (
        ("oxygen", 1, "takes 2"),
        ("oxygen", None, "takes 2"),
        ("medbay", 2, "takes 1"),
        ("storage", 2, "no corridor"),
    ):
        refuse(Script().start().move("Bob", "cafeteria", target, ticks), tmp_path, 3, words)


def test_a_report_lists_every_body(tmp_path):
    script = Script(names=("Alice", "Bob", "Charlie", "Diana"))
    script.start().kill("Alice", "Bob", "cafeteria").end().start().kill("Alice", "Charlie", "cafeteria").end()
    script.start().report("Diana", ("Bob", "cafeteria"))
    refuse(script, tmp_path, 9, "Charlie in cafeteria")


@pytest.mark.parametrize(
    ("votes", "outcome", "words"),
    [
        (
            {"Alice": "Bob", "Bob": "Alice", "Charlie": "Alice", "Diana": None},
            "skip",
            "most votes name Alice",
        ),
        ({"Alice": "Bob", "Bob": "Alice", "Charlie": None, "Diana": None}, "Alice", "do not say so"),
        ({"Alice": "Bob", "Bob": "Alice", "Charlie": "Bob", "Diana": "Alice"}, "Alice", "do not say so"),
        ({"Alice": "Bob", "Bob": "Alice", "Charlie": "Bob", "Diana": None}, "Alice", "do not say so"),
    ],
)
def test_the_votes_decide(tmp_path, votes, outcome, words):
    script = met(Script()).vote(**votes)
    _ = script.skip() if outcome == "skip" else script.eject(outcome, duck=True)
    refuse(script, tmp_path, len(script.lines), words)


def test_the_votes_of_an_ejection_are_those_cast(game, tmp_path):
    [cast] = [
        number
        for number, line in enumerate(game.lines)
        if line["event_type"] == "vote_cast" and line["data"]["voter"] == "player_2" and line["tick"] == 8
    ]
    del game.lines[cast]
    refuse(game, tmp_path, len(game.lines) - 1, '"votes"', "cast were")


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda s: met(s).vote(Bob=None), "in a vote"),
        (met, "in a discussion"),
        (lambda s: s.start(), "within a tick"),
    ],
)
def test_a_game_does_not_end_without_a_vote_s_result(tmp_path, build, words):
    script = build(Script()).over()
    refuse(script, tmp_path, len(script.lines), "game_over cannot stand here", words)


@pytest.mark.parametrize(
    ("winner", "reason", "words"),
    [
        ("duck", "All Ducks have been ejected", '"winner"'),
        ("goose", "Ducks have voting majority", '"reason"'),
        ("goose", "All Goose tasks completed", '"reason"'),
    ],
)
def test_the_winner_is_whom_the_living_bear_out(tmp_path, winner, reason, words):
    script = met(Script()).vote(Alice=None, Bob="Alice", Charlie="Alice", Diana="Alice")
    script.eject("Alice", duck=True).over(winner, reason)
    refuse(script, tmp_path, len(script.lines), words)


def test_tasks_left_undone_end_no_game(tmp_path):
    script = Script().ticks(1).over("goose", "All Goose tasks completed")
    refuse(script, tmp_path, 4, "has not completed all")


def test_ducks_win_once_they_are_as_many(tmp_path):
    script = (
        Script().start().kill("Alice", "Bob", "cafeteria").end().start().kill("Alice", "Diana", "cafeteria")
    )
    assert read(script.end().over(), tmp_path).events[-1].data["winner"] == "duck"
    script.lines[-1]["data"] |= {"winner": "goose", "reason": "All Goose tasks completed"}
    refuse(script, tmp_path, len(script.lines), '"winner"')


def test_a_released_discussion_with_lines_missing_is_warned_about(tmp_path):
    for number, line in enumerate(whole_game().lines):
        if line["event_type"] in ("discussion_message", "vote_cast"):
            damaged = whole_game()
            del damaged.lines[number]
            try:
                [warning] = read(damaged, tmp_path).warnings
            except RecordError as error:
                assert "cast were" in error.what
            else:
                assert warning.line > number
                assert "missing" in warning.what


def test_a_remark_from_nowhere(tmp_path):
    script = Script().start().chat("Bob", None)
    refuse(script, tmp_path, 3, "room")
    del script.lines[2]["data"]["room"]
    refuse(script, tmp_path, 3, "room")


def test_time_goes_forward(game, tmp_path):
    game.lines[3]["timestamp"] = 0.0
    refuse(game, tmp_path, 4, "earlier")


# Size.


def test_a_long_line_is_refused(game, tmp_path):
    game.lines[2]["data"]["note"] = "x" * MAX_LINE
    refuse(game, tmp_path, 3, "8 MiB")


def test_a_large_record_is_refused_without_being_read_whole(game, tmp_path):
    path = game.write(tmp_path)
    filler = (
        json.dumps({"timestamp": 1e9, "event_type": "x", "tick": 0, "data": {"x": "y" * 999_900}}) + "\n"
    ).encode()
    with path.open("ab") as file:
        for _ in range(200):
            file.write(filler)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(RecordError, match="128 MiB") as caught:
        read_record(path)
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) < 50_000  # KiB
    line = int(caught.value.where.rpartition(":")[2])
    offset = len(game.text()) + (line - len(game.lines) - 1) * len(filler)
    assert offset <= MAX_RECORD < offset + len(filler)
    os.truncate(path, 0)


# Anything at all.

PIECES = st.one_of(
    st.sampled_from([b"", b"\n", b"{}", b"null", b"\xff", b"\x00", b'"', b"}", b"[[", b"1e999"]),
    st.binary(max_size=8),
)


@st.composite
def damaged(draw):
    """A whole game's text with a few damages: cut, pieces put in or over, lines moved or doubled."""
    text = whole_game().text()
    foreign = whole_game().text().replace(b"Diana", b"Zoe").split(b"\n")
    for _ in range(draw(st.integers(1, 3))):
        kind = draw(st.sampled_from(["cut", "insert", "over", "double", "swap", "drop_start", "foreign"]))
        at = draw(st.integers(0, len(text)))
        lines = text.split(b"\n")
        one, other = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        if kind == "cut":
            text = text[:at]
        elif kind == "insert":
            text = text[:at] + draw(PIECES) + text[at:]
        elif kind == "over":
            piece = draw(PIECES)
            text = text[:at] + piece + text[at + len(piece) :]
        elif kind == "drop_start":
            text = text[at:]
        else:
            if kind == "double":
                lines.insert(other, lines[one])
            elif kind == "swap":
                lines[one], lines[other] = lines[other], lines[one]
            else:
                lines.insert(one, draw(st.sampled_from(foreign)))
            text = b"\n".join(lines)
    return text


@settings(max_examples=300)
@given(damaged())
def test_damage_is_named_or_does_no_harm(tmp_path_factory, text):
    folder = tmp_path_factory.getbasetemp() / "damaged"
    folder.mkdir(exist_ok=True)
    path = folder / "game.jsonl"
    path.write_bytes(text)
    try:
        record = read_record(path)
    except RecordError as error:
        line = int(error.where.rpartition(":")[2])
        assert 1 <= line <= text.count(b"\n") + 1
        assert error.what
        return
    lines = text.split(b"\n")
    for event, line in zip(record.events, lines, strict=False):
        whole = json.loads(line)
        assert (whole["event_type"], whole["data"]) == (event.event_type, event.data)
    # What is missing at the end is said.
    dropped = len([line for line in lines if line.strip()]) - len(record.events)
    assert bool(record.warnings) == (dropped > 0 or not record.complete)


@pytest.mark.parametrize("kind", ["cut", "double", "swap"])
def test_one_damage_never_changes_what_is_read(tmp_path, kind):
    """Every single cut, doubled or swapped pair of lines is an error or a warning with its line."""
    text = whole_game().text()
    lines = text.split(b"\n")[:-1]
    untouched = read(whole_game(), tmp_path / "whole").events
    for one in range(len(lines)):
        for other in range(one + 1, len(lines)) if kind == "swap" else range(1):
            if kind == "cut":
                changed = b"\n".join(lines[: one + 1])[:-1]
            elif kind == "double":
                changed = b"\n".join([*lines, lines[one]]) + b"\n"
            else:
                mixed = list(lines)
                mixed[one], mixed[other] = mixed[other], mixed[one]
                changed = b"\n".join(mixed) + b"\n"
            path = tmp_path / "game.jsonl"
            path.write_bytes(changed)
            try:
                record = read_record(path)
            except RecordError as error:
                assert error.where.startswith(f"{path}:")
                continue
            assert kind == "cut"
            assert record.events == untouched[: len(record.events)]
            assert record.warnings
            assert not record.complete
