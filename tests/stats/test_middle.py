"""Median and mean of values that stand each for itself."""

import random
from statistics import fmean, median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gander.stats import Estimate, mean, middle


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=60))
def test_they_are_the_median_and_the_mean_and_lie_in_their_intervals(values):
    its = middle(values)
    assert its.median.value == median(values)
    assert its.mean.value == pytest.approx(fmean(values), abs=1e-6)
    assert its.median.n == its.mean.n == len(values)
    if its.median.low is not None:
        assert its.median.high is not None
        assert its.median.low <= median(values) <= its.median.high


def test_fewer_than_six_values_cannot_hold_the_median():
    assert middle([1, 2, 3, 4, 5]).median == Estimate(3, 5, 0)
    # (1/2)^6 at either end: 96.9%.
    assert middle([6, 5, 4, 3, 2, 1]).median == Estimate(3.5, 6, 0, 1, 6, "order")


def test_the_ranks_are_those_of_the_tables():
    """Conover, Practical Nonparametric Statistics: the 2.5% points of the binomial with p = 1/2."""
    for n, rank in ((10, 2), (20, 6), (30, 10), (100, 40)):
        its = middle(list(range(1, n + 1))).median
        assert (its.low, its.high) == (rank, n + 1 - rank)


def test_nothing_has_no_middle():
    its = middle([])
    assert its.median == its.mean == Estimate(None, 0, 0)


def test_of_many_values_students_interval_is_that_of_drawing_anew():
    chance = random.Random(1)
    values = [chance.expovariate(1.0) for _ in range(1_200)]
    its = middle(values).mean
    drawn = mean(values)
    assert its.method == "t"
    assert its.low == pytest.approx(drawn.low, rel=0.01)
    assert its.high == pytest.approx(drawn.high, rel=0.01)
    assert middle([2.0] * 2_000).mean == Estimate(2.0, 2_000, 0)


def test_the_intervals_hold_what_is_true():
    """Of exponential waits the median is ln 2 and the mean 1."""
    chance = random.Random(7)
    held = [0, 0]
    for _ in range(300):
        its = middle([chance.expovariate(1.0) for _ in range(25)])
        for number, (one, true) in enumerate(((its.median, 0.693147), (its.mean, 1.0))):
            assert one.low is not None
            assert one.high is not None
            held[number] += one.low <= true <= one.high
    assert min(held) >= 0.92 * 300
