import pytest
from hypothesis import given
from hypothesis import strategies as st

from gander.errors import InputError
from gander.quack.world.rules import NAMES, KillRules, MeetingRules, Rules, TaskRules, WinRules
from gander.quack.world.rules_yaml import parse_rules, render_rules

HOUSE = """\
players: [Ann, Ben, Cleo, "no"]
ducks: 2
tasks:
  per_goose: 3
  ticks: 2
  keep_progress: yes
kill: {cooldown: 4, initial_cooldown: 0}
meetings:
  discussion_rounds: 1
  budget: null
win: {tick_budget: 90}
illegal: ask_again
"""


def test_reads_rules():
    assert parse_rules(HOUSE, source="house.yaml") == Rules(
        players=("Ann", "Ben", "Cleo", "no"),
        ducks=2,
        tasks=TaskRules(per_goose=3, ticks=2, keep_progress=True),
        kill=KillRules(cooldown=4, initial_cooldown=0),
        meetings=MeetingRules(discussion_rounds=1, budget=None),
        win=WinRules(tick_budget=90),
        illegal="ask_again",
    )


@pytest.mark.parametrize("text", ["", "# all as usual\n", "{}"])
def test_what_is_left_out_is_as_usual(text):
    assert parse_rules(text, source="x") == Rules()


def test_a_number_of_players_takes_the_first_names():
    assert parse_rules("players: 3", source="x").players == ("Alice", "Bob", "Charlie")


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("ducks: 2", "duck: 2", 2, "the rules file has no key duck. Did you mean ducks?"),
        ("ducks: 2", "players: 5", 2, "has players twice; it stands first on line 1"),
        ("ducks: 2", "ducks: two", 2, "ducks must be a whole number, not two"),
        ("ducks: 2", "ducks: '2'", 2, "ducks must be a whole number, not the text 2"),
        ("ducks: 2", "ducks: 1.0", 2, "ducks must be a whole number, not 1.0"),
        ("ducks: 2", "ducks:", 2, "ducks must be a whole number, not nothing"),
        ("ducks: 2", "ducks: 0", 2, "4 players cannot have 0 Ducks; there may be 1 to 2"),
        ("ducks: 2", "ducks: 3", 2, "4 players cannot have 3 Ducks; there may be 1 to 2, no more than"),
        ("ducks: 2", "ducks: [2", 3, "not valid YAML"),
        ('[Ann, Ben, Cleo, "no"]', "1", 1, "a game has 2 to 24 players, not 1."),
        ('[Ann, Ben, Cleo, "no"]', "-3", 1, "a game has 2 to 24 players, not -3."),
        ('[Ann, Ben, Cleo, "no"]', "25", 1, "a game has 2 to 24 players, not 25."),
        ('[Ann, Ben, Cleo, "no"]', "[Ann]", 1, "a game has 2 to 24 players, not 1."),
        ('[Ann, Ben, Cleo, "no"]', "[]", 1, "a game has 2 to 24 players, not 0."),
        ('[Ann, Ben, Cleo, "no"]', "Ann", 1, "players must be a number or a list of names, not Ann"),
        ('[Ann, Ben, Cleo, "no"]', "[Ann,\n  ]", 1, "a game has 2 to 24 players, not 1."),
        ('[Ann, Ben, Cleo, "no"]', "\n- Ann\n- Ben\n- ann", 4, "two players are called Ann and ann."),
        ('[Ann, Ben, Cleo, "no"]', "\n- Ann\n- {}\n- Cleo", 3, "a player's name must be text, not a mapping"),
        ("  ticks: 2", "  tick: 2", 5, "tasks has no key tick. Did you mean ticks?"),
        ("  ticks: 2", "  ticks: 0", 5, "ticks must be from 1 to 1000, not 0"),
        ("per_goose: 3", "per_goose: 1001", 4, "per_goose must be from 1 to 1000, not 1001"),
        ("keep_progress: yes", "keep_progress: 1", 6, "keep_progress must be true or false, not 1"),
        ("keep_progress: yes", "keep_progress: 'yes'", 6, "must be true or false, not the text yes"),
        ("{cooldown: 4", "{cooldown: -4", 7, "cooldown must be from 0 to 10000, not -4"),
        ("{cooldown: 4, initial_cooldown: 0}", "4", 7, "kill must be a mapping with cooldown and"),
        ("budget: null", "budget: none", 10, "budget must be a whole number or null, not none"),
        ("budget: null", "budget: -1", 10, "budget must be from 0 to 10000, not -1"),
        ("{tick_budget: 90}", "{tick_budget: 0}", 11, "tick_budget must be from 1 to 1000000, not 0"),
        ("ask_again", "ask", 12, "illegal must be wait, ask_again or forfeit, not ask"),
    ],
)  # fmt: skip
def test_says_what_is_wrong_and_where(old, new, line, says):
    assert HOUSE.count(old) == 1
    with pytest.raises(InputError) as caught:
        parse_rules(HOUSE.replace(old, new), source="house.yaml")
    assert caught.value.where == f"house.yaml:{line}"
    assert says in str(caught.value)


def test_the_first_line_is_told_first():
    with pytest.raises(InputError) as caught:
        parse_rules("tasks: {ticks: x}\nkill: {cooldown: y}\nduck: 1\n", source="x")
    assert caught.value.where == "x:1"


def test_a_value_that_stands_in_for_an_unreadable_one_is_not_judged():
    with pytest.raises(InputError, match="not many"):
        parse_rules("ducks: 5\nplayers: many\n", source="x")


@pytest.mark.parametrize("text", ["- a\n", "word", "a: b\n---\nc: d\n", "[" * 5000, '"\\U00110000"'])
def test_text_that_is_no_rules(text):
    with pytest.raises(InputError):
        parse_rules(text, source="x")


names = st.text(min_size=1, max_size=20).filter(
    lambda name: name == name.strip() and name.splitlines() == [name]
)


@st.composite
def rules(draw):
    players = draw(
        st.one_of(
            st.integers(2, 24).map(lambda n: NAMES[:n]),
            st.lists(names, min_size=2, max_size=24).map(tuple),
        )
    )
    number = st.integers(0, 20)
    return Rules(
        players=players,
        ducks=draw(st.integers(1, len(players) // 2)),
        tasks=TaskRules(draw(st.integers(1, 1000)), draw(st.integers(1, 1000)), draw(st.booleans())),
        kill=KillRules(draw(number), draw(number)),
        meetings=MeetingRules(draw(number), draw(st.none() | number), draw(st.booleans())),
        win=WinRules(draw(st.integers(1, 10**6)), draw(st.booleans())),
        illegal=draw(st.sampled_from(["wait", "ask_again", "forfeit"])),
    )


@given(rules())
def test_what_is_written_reads_back(rules):
    try:
        text = render_rules(rules)
    except InputError as error:
        assert "two players are called" in str(error)
        return
    assert parse_rules(text, source="x") == rules


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text):
    try:
        parse_rules(text, source="x")
    except InputError as error:
        assert error.where.startswith("x:")
