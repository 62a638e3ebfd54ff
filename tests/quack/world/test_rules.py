import msgspec
import pytest

from gander.errors import InputError
from gander.quack.world.rules import NAMES, KillRules, MeetingRules, Rules, TaskRules, check_rules


def test_the_standard_rules_can_be_played_on_the_standard_map(ship10):
    check_rules(Rules(), len(ship10.tasks))


def test_without_a_budget_each_duck_brings_one_emergency_meeting():
    assert Rules(players=NAMES[:8], ducks=3).meeting_budget == 3
    assert Rules(meetings=MeetingRules(budget=0)).meeting_budget == 0


def test_the_source_is_told_before_the_rule():
    with pytest.raises(InputError) as caught:
        check_rules(Rules(tasks=TaskRules(per_goose=10)), 9, source="my.yaml")
    assert caught.value.where == "my.yaml, tasks.per_goose"
    assert caught.value.what == "10 tasks a Goose are more than the map has task sites (9)."


@pytest.mark.parametrize(
    ("change", "where", "what"),
    [
        ({"players": NAMES[:1]}, "players", "a game has 2 to 24 players, not 1."),
        ({"players": (*NAMES, "Zoe")}, "players", "a game has 2 to 24 players, not 25."),
        ({"players": ("Ann", "ANN")}, "players", "two players are called Ann and ANN."),
        ({"players": ("Ann", "")}, "players", "a player's name must not be blank."),
        ({"players": ("Ann", "B\nob")}, "players", "a player's name must be one line, not 'B\\nob'."),
        (
            {"ducks": 4},
            "ducks",
            "6 players cannot have 4 Ducks; there may be 1 to 3, no more than there are Geese.",
        ),
        ({"kill": KillRules(cooldown=-1)}, "kill.cooldown", "cooldown must be from 0 to 10000, not -1."),
        ({"meetings": MeetingRules(budget=-1)}, "meetings.budget", "budget must be from 0 to 10000, not -1."),
    ],
)
def test_what_cannot_be_played_is_named(change, where, what):
    with pytest.raises(InputError) as caught:
        check_rules(msgspec.structs.replace(Rules(), **change), 9)
    assert (caught.value.where, caught.value.what) == (where, what)
