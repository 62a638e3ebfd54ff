"""Means and what stands behind them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gander.stats import Estimate, mean


def test_undefined_values_are_left_out_and_counted():
    assert mean([1.0, None, 0.0, None]) == Estimate(0.5, 2, 2)


def test_zero_is_a_value():
    assert mean([0.0, 0]) == Estimate(0.0, 2, 0)


@pytest.mark.parametrize("values", [[], [None, None]])
def test_the_mean_of_nothing_is_undefined(values):
    assert mean(values) == Estimate(None, 0, len(values))


@given(st.lists(st.none() | st.floats(0, 1)))
def test_every_value_is_counted_once_and_the_mean_lies_among_them(values):
    estimate = mean(iter(values))
    defined = [value for value in values if value is not None]
    assert (estimate.n, estimate.undefined) == (len(defined), len(values) - len(defined))
    if defined:
        assert estimate.mean is not None
        assert min(defined) - 1e-9 <= estimate.mean <= max(defined) + 1e-9
