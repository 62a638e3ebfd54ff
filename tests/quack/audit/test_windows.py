import pytest
from hypothesis import given
from hypothesis import strategies as st

from gander.quack.audit.judgement import Reading, Window
from gander.quack.audit.phrases import RULES, read_phrase
from gander.quack.audit.windows import resolve_window
from tests.quack.audit.rounds import three_rounds
from tests.quack.audit.tables import rows

GAME = three_rounds()
MEETINGS = {meeting.tick: meeting.number for meeting in GAME.timeline.meetings}


def said(text: str) -> str:
    return "" if text == "(nothing)" else text


def spelled(window: Window) -> str:
    return ", ".join(f"{first}–{last}" for first, last in window.ticks)


@pytest.mark.parametrize(
    "row", rows("audit-time.md", "windows"), ids=lambda row: f"{row['Said']}@{row['At']}"
)
def test_the_windows_of_the_docs(row: dict[str, str]):
    window = resolve_window(said(row["Said"]), GAME, MEETINGS[int(row["At"])])
    found = (spelled(window), window.duration, window.state, window.rule)
    assert found == (row["Ticks"], row["Duration"], row["State"], row["Rule"])


def test_the_rules_of_the_docs():
    shown = [
        (row["Rule"], tuple(said(one) for one in row["Said"].split("; ")), row["Means"])
        for row in rows("audit-time.md", "rules")
    ]
    assert shown == [(rule.name, rule.examples, rule.meaning) for rule in RULES]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rules_examples_are_read_by_it(rule):
    for example in rule.examples:
        assert read_phrase(example).rule == rule.name


def test_every_rule_has_an_example_in_the_docs():
    assert {row["Rule"] for row in rows("audit-time.md", "windows")} == {rule.name for rule in RULES}


def test_clocks_are_options():
    assert spelled(resolve_window("at tick 9", GAME, 0, Reading(at=0))) == "9–9"
    assert spelled(resolve_window("around tick 9", GAME, 0, Reading(around=3))) == "6–12"
    assert spelled(resolve_window("early", GAME, 0, Reading(least=9))) == "0–9"
    whole = resolve_window("most of ticks 4-9", GAME, 1, Reading(phrases=False))
    assert (whole.ticks, whole.duration, whole.state) == (((20, 45),), "most", "unstated")


def test_positions_of_a_round():
    # Tick t begins at position 10 t; the meeting of tick 20 is at 205, the respawn after it at 208.
    assert resolve_window("", GAME, 0).spans == ((0, 206),)
    assert resolve_window("", GAME, 1).spans == ((208, 456),)
    assert resolve_window("at tick 20", GAME, 0).spans == ((190, 206),)
    assert resolve_window("at tick 21", GAME, 1).spans == ((208, 230),)
    assert resolve_window("tick 7 and 12", GAME, 0).spans == ((60, 90), (110, 140))


def test_the_meetings_tick_may_be_left_out():
    without = Reading(meeting=False)
    assert resolve_window("at tick 20", GAME, 0, without).spans == ((190, 200),)
    assert resolve_window("", GAME, 0, without).spans == ((0, 200),)


def test_only_where_players_stood_at_the_ends_of_ticks():
    ends = Reading(positions=False)
    assert resolve_window("at tick 19", GAME, 0, ends).spans == ((189, 190), (199, 200), (205, 206))
    assert resolve_window("at tick 21", GAME, 1, ends).spans == ((209, 210), (219, 220), (229, 230))
    both = Reading(positions=False, meeting=False)
    assert resolve_window("at tick 19", GAME, 0, both).spans == ((189, 190), (199, 200))


def test_no_such_meeting():
    with pytest.raises(IndexError):
        resolve_window("", GAME, 3)


WORDS = (
    "at around after before until from between and to through early late the report when Eve died round 2"
    " tick ticks 0 3 9 20 21 45 T7 7-9 - , ; / whole time most last first next meeting found body killed"
    " right just of for until onward -ish 99999999999999999999"
)
PHRASES = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from(WORDS.split(" ")), max_size=12).map(" ".join),
)
READINGS = st.builds(
    Reading,
    at=st.integers(0, 3),
    span=st.integers(0, 3),
    positions=st.booleans(),
    meeting=st.booleans(),
    phrases=st.booleans(),
)


@given(PHRASES, st.integers(0, 2), READINGS)
def test_a_window_lies_within_one_round(phrase: str, meeting: int, reading: Reading):
    window = resolve_window(phrase, GAME, meeting, reading)
    assert window == resolve_window(phrase, GAME, meeting, reading)
    assert (window.round is None) == (window.state == "later")
    if window.round is None:
        assert not window.spans
        return
    its = GAME.timeline.rounds[window.round]
    assert window.round <= meeting
    places = [place for span in window.spans for place in span]
    assert places == sorted(places)
    assert all(first < past for first, past in window.spans)
    assert all(its.start <= first and past <= its.end for first, past in window.spans)
    days = [tick for ticks in window.ticks for tick in ticks]
    assert days == sorted(days)
    assert all(its.first_tick - 1 <= tick <= its.last_tick for tick in days)


def covers(outer: Window, inner: Window) -> bool:
    return all(
        any(first <= start and end <= past for first, past in outer.spans) for start, end in inner.spans
    )


@given(st.integers(0, 60), st.integers(0, 2))
def test_around_is_wider_than_at_and_a_side_reaches_further(tick: int, meeting: int):
    at = resolve_window(f"at tick {tick}", GAME, meeting)
    around = resolve_window(f"around tick {tick}", GAME, meeting)
    if "later" not in (at.state, around.state):
        assert covers(around, at)
        for side in ("after", "before", "since", "until", "by"):
            assert covers(resolve_window(f"{side} tick {tick}", GAME, meeting), at)


@given(st.integers(0, 20), st.integers(0, 20))
def test_a_span_covers_its_ends(first: int, last: int):
    low, high = sorted((first, last))
    window = resolve_window(f"ticks {low}-{high}", GAME, 0)
    assert covers(window, resolve_window(f"at tick {first}", GAME, 0))
    assert covers(resolve_window(f"around ticks {low}-{high}", GAME, 0), window)


@pytest.mark.parametrize(
    "text",
    [
        "تیک ۵ تا ۹ " * 5000,
        "在第五个刻" * 10000,
        "at tick 5, " * 5000,
        "until " * 8000,
        "the entire " * 5000,
        "9" * 50000,
        "tick 1 and " * 5000,
        "as reported " * 4000,
        "first meeting " * 4000,
        "\x00\ud800" * 25000,
        "İ" * 50000,
    ],
    ids=range(11),
)
def test_long_and_foreign_texts_are_read(text: str):
    # Reading that took time in the square of the length would not come to an end here.
    assert resolve_window(text, GAME, 2).state in ("stated", "unresolved", "later")
