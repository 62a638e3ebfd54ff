"""Trends: by hand, against what must hold, and with known truth."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gander.stats.trend import trend


def test_two_by_two_by_hand() -> None:
    # With two numbers Firth's estimate is the log odds ratio with a half added to every cell.
    numbers = [0.0] * 10 + [1.0] * 10
    successes = [True] * 3 + [False] * 7 + [True] * 6 + [False] * 4
    found = trend(numbers, successes)
    assert found.odds.value == pytest.approx((6.5 / 4.5) / (3.5 / 7.5), rel=1e-6)
    assert found.odds.n == 20


def test_all_successes_on_one_side_still_have_a_slope_and_an_end() -> None:
    found = trend([1, 2, 3, 4, 5, 6], [False, False, False, True, True, True])
    assert found.odds.value is not None
    assert found.odds.low is not None
    assert found.p is not None
    assert 1 < found.odds.value < math.inf
    assert found.odds.low < found.odds.value
    assert found.p < 0.05


def test_where_nothing_differs_there_is_no_trend() -> None:
    assert trend([2, 2, 2], [True, False, True]).odds.value is None
    assert trend([], []).p is None
    assert trend([None, 3.0, None], [True, True, False]).odds.undefined == 2


def test_without_any_success_the_interval_is_wide_and_holds_none() -> None:
    found = trend(list(range(47)), [False] * 47)
    assert found.odds.low is not None
    assert found.odds.high is not None
    assert found.odds.low < 1 < found.odds.high
    assert found.p is not None
    assert found.p > 0.3


@settings(max_examples=20)
@given(st.lists(st.tuples(st.integers(0, 9), st.booleans()), min_size=6, max_size=40), st.floats(0.1, 10))
def test_the_scale_of_the_number_is_that_of_the_odds(trials: list[tuple[int, bool]], scale: float) -> None:
    numbers, successes = [float(x) for x, _ in trials], [y for _, y in trials]
    assume(len(set(numbers)) > 1)
    one, other = trend(numbers, successes), trend([x * scale + 3 for x in numbers], successes)
    turned = trend([-x for x in numbers], successes)
    values = [each.odds.value for each in (one, other, turned)]
    assert all(value is not None and value > 0 for value in values)
    logs = [math.log(value) for value in values if value is not None]
    assert logs[1] * scale == pytest.approx(logs[0], abs=1e-4)
    assert logs[2] == pytest.approx(-logs[0], abs=1e-4)
    assert one.odds.low is not None
    assert one.odds.high is not None
    assert one.odds.low <= math.exp(logs[0]) <= one.odds.high


def test_the_true_odds_are_within_the_interval_of_nearly_all_draws() -> None:
    """47 puzzles of which few are solved, as in the Arabic subset."""
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(120):
        x = rng.integers(2, 12, 47).astype(float)
        y = rng.random(47) < 1 / (1 + np.exp(0.8 + 0.25 * x - 0.5))
        found = trend(x.tolist(), y.tolist())
        assert found.odds.low is not None
        assert found.odds.high is not None
        held += found.odds.low <= math.exp(-0.25) <= found.odds.high
    assert held >= 107  # 95% of 120 are 114; three standard deviations less are 107
