"""Shares over puzzles: several answers to one are not several puzzles."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gander.eyeq.analysis.shares import means, shares, shares_of_parts
from gander.stats import pooled, wilson


def test_a_verdict_a_puzzle_is_counted_by_hand() -> None:
    (found,) = shares(["a", "b", "c", "d"], [[True, False, None, True]])
    assert (found.value, found.n, found.undefined, found.method) == (2 / 3, 3, 1, "wilson")
    assert (found.low, found.high) == (wilson(2, 3).low, wilson(2, 3).high)


def test_of_nothing_there_is_no_share() -> None:
    (found,) = shares(["a", "b"], [[None, None]])
    assert (found.value, found.n, found.undefined, found.low) == (None, 0, 2, None)
    assert shares([], []) == []


def test_answers_to_one_puzzle_stay_together() -> None:
    puzzles = [str(number % 12) for number in range(36)]
    verdicts = [number % 12 < 4 or number == 35 for number in range(36)]
    (found,) = shares(puzzles, [verdicts])
    counts = [(float(sum(verdicts[at::12])), 3.0) for at in range(12)]
    assert found == pooled(counts)
    assert found.n == 12


def test_where_only_some_repeat_each_share_is_formed_as_its_answers_ask() -> None:
    puzzles = ["a", "a", "b"]
    once, twice = shares(puzzles, [[None, True, False], [True, True, False]])
    assert (once.method, once.n, once.undefined) == ("wilson", 2, 1)
    assert (twice.method, twice.n) == ("t", 2)
    assert twice.value == pytest.approx(2 / 3)


@given(st.lists(st.tuples(st.booleans(), st.sampled_from("xyz")), min_size=1, max_size=40))
def test_parts_add_up_to_the_whole(answers: list[tuple[bool, str]]) -> None:
    verdicts, parts = [right for right, _ in answers], [part for _, part in answers]
    found = shares_of_parts([str(number) for number in range(len(answers))], verdicts, parts)
    assert set(found) == set(parts)
    assert sum(one.n for one in found.values()) == len(answers)
    assert sum((one.value or 0) * one.n for one in found.values()) == pytest.approx(sum(verdicts))
    assert all(one.undefined == 0 for one in found.values())


def test_means_leave_out_what_is_undefined_and_count_it() -> None:
    puzzles = ["a", "a", "b", "c"]
    found = means(puzzles, [(1.0, None), (3.0, 2.0), (None, 4.0), (8.0, None)], share=False)
    assert [one.value for one in found] == [4.0, 3.0]
    assert [(one.n, one.undefined) for one in found] == [(2, 1), (2, 1)]
