"""Tier 1 of the paper profile."""

import pytest

from tests.quack.metrics.paper.counted import counted, of
from tests.quack.small_records import Script

FOUR = ("cafeteria", "cafeteria", "medbay", "storage")


def kill_and_vote() -> Script:
    """Alice, the Duck, kills Bob at tick 2; Charlie reports at tick 3; the vote ejects nobody or somebody."""
    script = Script(FOUR, ticks=1, tasks=(("medbay", "Submit Scan"),))
    script.start().finish("Charlie", "medbay", "Submit Scan").end()
    script.start().kill("Alice", "Bob", "cafeteria").move("Charlie", "medbay", "cafeteria").end()
    return script.start().report("Charlie", ("Bob", "cafeteria"))


def test_a_game_that_the_geese_win_by_vote(ship10, tmp_path):
    script = kill_and_vote().vote(Alice="Charlie", Charlie="Alice", Diana="Alice").eject("Alice", duck=True)
    counts = counted(script.over(), ship10, tmp_path)
    expected = {
        "goose_win_rate": (1, 1),
        "duck_win_rate": (0, 1),
        "wins_by_ejection": (1, 1),
        "wins_by_tasks": (0, 1),
        "wins_by_time": (0, 1),
        "wins_by_parity": (0, 1),
        "wins_by_forfeit": (0, 1),
        "game_ticks": (3, 1),
        "task_completion": (1, 3),
        "kills": (1, 1),
        "first_kill_tick": (2, 1),
        "kill_interval": (0, 0),
        "meetings": (1, 1),
        "report_meetings": (1, 1),
        "button_meetings": (0, 1),
        "ejections": (1, 1),
        "ejection_accuracy": (1, 1),
        "votes_without_ejection": (0, 1),
        "goose_survival": (2, 3),
        "duck_survival": (0, 1),
    }
    assert {metric: of(counts, metric) for metric in expected} == expected
    assert of(counts, "task_completion", "2") == (1, 1)
    assert of(counts, "goose_survival", "1") == (0, 1)


def test_without_ejections_and_kills_there_is_nothing_to_form_a_rate_of(ship10, tmp_path):
    script = Script(FOUR).start().call("Diana").vote(Alice=None, Bob=None).skip()
    counts = counted(script.over(), ship10, tmp_path)
    assert of(counts, "ejection_accuracy") == (0, 0)
    assert of(counts, "votes_without_ejection") == (1, 1)
    assert of(counts, "first_kill_tick") == (0, 0)
    assert of(counts, "button_meetings") == (1, 1)
    assert of(counts, "wins_by_time") == (1, 1)


def conditions(counts) -> list[str]:
    names = ("ejection", "tasks", "time", "parity", "forfeit")
    assert all(of(counts, f"wins_by_{name}")[1] == 1 for name in names)
    return [name for name in names if of(counts, f"wins_by_{name}")[0] == 1]


@pytest.mark.parametrize(
    ("winner", "reason", "condition"),
    [
        ("goose", "Tick budget reached with Geese alive", "time"),
        ("duck", "Bob forfeited: there is no such room", "forfeit"),
    ],
)
def test_every_end_has_one_condition(ship10, tmp_path, winner, reason, condition):
    assert conditions(counted(Script(FOUR).ticks(1).over(winner, reason), ship10, tmp_path)) == [condition]


def test_geese_win_by_tasks_and_ducks_by_parity(ship10, tmp_path):
    script = Script(("medbay",) * 4, ticks=1, tasks=(("medbay", "Submit Scan"),)).start()
    for name in ("Bob", "Charlie", "Diana"):
        script.finish(name, "medbay", "Submit Scan")
    done = script.end().over("goose", "All Goose tasks completed")
    assert conditions(counted(done, ship10, tmp_path / "tasks")) == ["tasks"]

    script = Script(FOUR).start().kill("Alice", "Bob", "cafeteria").end()
    script.start().call("Diana").vote(Alice="Diana", Charlie="Diana", Diana=None).eject("Diana")
    assert conditions(counted(script.over(), ship10, tmp_path / "parity")) == ["parity"]


def test_the_interval_between_kills_needs_two(ship10, tmp_path):
    script = Script(FOUR).start().kill("Alice", "Bob", "cafeteria").end().ticks(6)
    script.start().move("Alice", "cafeteria", "medbay").end().start().kill("Alice", "Charlie", "medbay").end()
    counts = counted(script.over(), ship10, tmp_path)
    assert of(counts, "kill_interval") == (8, 1)


def test_what_a_victim_completes_later_in_its_tick_is_not_done(ship10, tmp_path):
    script = Script(FOUR, ticks=1, tasks=(("medbay", "Submit Scan"),))
    script.start().move("Alice", "cafeteria", "medbay").end()
    script.start().kill("Alice", "Charlie", "medbay").finish("Charlie", "medbay", "Submit Scan").end()
    assert of(counted(script.over(), ship10, tmp_path), "task_completion") == (0, 3)
