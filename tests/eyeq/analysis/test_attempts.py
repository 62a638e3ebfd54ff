"""Attempts used: means whose intervals stay among the attempts that were allowed."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gander.eyeq.analysis import Table
from gander.eyeq.analysis.attempts import attempts
from gander.eyeq.analysis.choices import Choices
from gander.stats import Estimate
from tests.eyeq.analysis.synthetic import figure, made, place, verdict


def used(at: Sequence[int | None], most: int = 3) -> tuple[Estimate, Estimate]:
    """Attempts over solved and over all: a puzzle for every number of the attempt that is right."""
    its = place("m", variant="refine")
    rows = []
    for puzzle, number in enumerate(at):
        said = ["swan"] * most if number is None else [*["swan"] * (number - 1), "goose"]
        rows.append((its, str(puzzle), verdict(*said, most=most)))
    table, _ = attempts(made(rows, most=most), Choices())
    assert isinstance(table, Table)
    return figure(table, "over_solved"), figure(table, "over_all")


def test_few_puzzles_have_possible_intervals() -> None:
    over_solved, over_all = used([1, 2, 3, None, None])
    assert over_solved.value == pytest.approx(2)
    assert (over_solved.n, over_solved.method) == (3, "t")
    assert over_all.value == pytest.approx(2.4)
    assert (over_all.n, over_all.method) == (5, "t")
    for each in (over_solved, over_all):
        assert each.low is not None
        assert each.high is not None
        assert each.value is not None
        assert 1 < each.low < each.value < each.high < 3


def test_where_all_agree_nothing_is_exact() -> None:
    always, _ = used([1] * 5)
    # Wilson's for none of five: up to .4345 of the way from 1 to 3.
    assert (always.value, always.low, always.method) == (1, 1, "wilson")
    assert always.high == pytest.approx(1.869, abs=1e-3)
    solved, never = used([None] * 5)
    assert (solved.value, solved.low, solved.high, solved.n) == (None, None, None, 0)
    assert (never.value, never.high, never.method) == (3, 3, "wilson")
    assert never.low == pytest.approx(2.131, abs=1e-3)


@settings(max_examples=40)
@given(st.integers(2, 5).flatmap(lambda most: st.tuples(
    st.just(most), st.lists(st.none() | st.integers(1, most), min_size=2, max_size=12)
)))  # fmt: skip
def test_no_interval_leaves_what_was_allowed(drawn: tuple[int, list[int | None]]) -> None:
    most, at = drawn
    for each in used(at, most):
        if each.n < 2:
            continue  # one value alone has no interval
        assert each.low is not None
        assert each.high is not None
        assert each.value is not None
        assert 1 <= each.low <= each.value + 1e-9
        assert each.value - 1e-9 <= each.high <= most + 1e-9
