"""Averages, differences and slopes of rates over the same units."""

import math
from statistics import NormalDist

import numpy as np
import pytest

from gander.stats import Estimate, combined, slope_weights, weighted_rates

SIZES = [8, 32, 235]


def test_sums_of_rates_with_holes():
    parts = [[1, 0], [0, 1], [1, 0], [0, 0]]
    wholes = [[1, 1], [1, 1], [1, 0], [1, 1]]
    average, difference = weighted_rates(parts, wholes, [[0.5, 0.5], [1, -1]])
    assert average.value == pytest.approx((2 / 4 + 1 / 3) / 2)
    assert difference.value == pytest.approx(2 / 4 - 1 / 3)
    assert (average.n, average.method) == (4, "t")


def test_a_rate_without_units_makes_its_sums_undefined_and_no_others():
    average, first = weighted_rates([[1, 0]] * 9 + [[0, 0]], [[1, 0]] * 10, [[0.5, 0.5], [1, 0]])
    assert (average.value, average.low) == (None, None)
    assert first.value == pytest.approx(0.9)
    assert first.low is not None


def test_units_that_agree_give_no_width_of_zero():
    average, difference = weighted_rates([[0, 0]] * 47, [[1, 1]] * 47, [[0.5, 0.5], [1, -1]])
    assert (average.value, average.low, average.method) == (0, 0, "wilson")
    assert average.high == pytest.approx(0.0756, abs=1e-3)
    assert (difference.value, difference.low) == (0, None)


def test_a_slope_is_that_of_least_squares():
    x = [math.log10(size) for size in SIZES]
    rates = [0.2, 0.35, 0.5]
    weights = slope_weights(x)
    assert sum(w * rate for w, rate in zip(weights, rates, strict=True)) == pytest.approx(
        np.polyfit(x, rates, 1)[0]
    )
    with pytest.raises(ValueError, match="two different"):
        slope_weights([1, 1])


def test_shapes_must_fit():
    with pytest.raises(ValueError, match="do not belong together"):
        weighted_rates([[1, 0]], [[1, 1], [1, 1]], [[0.5, 0.5]])


@pytest.mark.parametrize(("n", "base"), [(47, 0.3), (150, 0.1)])
def test_intervals_hold_the_truth_at_their_rate(n, base):
    generator = np.random.default_rng(9)
    normal = NormalDist()
    skill = np.array([-0.4, 0.0, 0.4])
    start = normal.inv_cdf(base) * math.sqrt(2)
    truths = np.array([normal.cdf((start + one) / math.sqrt(2)) for one in skill])
    weights = [[1 / 3] * 3, [-1.0, 0.0, 1.0], slope_weights([math.log10(size) for size in SIZES])]
    held = np.zeros(3)
    for _ in range(150):
        # Some puzzles are hard for every model.
        hard = generator.normal(size=(n, 1))
        right = (start + skill + hard + generator.normal(size=(n, 3)) > 0).astype(float)
        found = weighted_rates(right, np.ones_like(right), weights, resamples=600)
        for number, its in enumerate(found):
            assert its.low is not None
            assert its.high is not None
            held[number] += its.low <= truths @ np.array(weights[number]) <= its.high
    assert (held / 150 >= 0.89).all(), held / 150


def test_groups_are_joined_with_what_is_skewed_in_them():
    groups = [Estimate(0.2, 50, 0, 0.1, 0.4, "bca"), Estimate(0.4, 100, 2, 0.3, 0.5, "bca")]
    both = combined(groups)
    assert both.value == pytest.approx(0.3)
    assert both.low == pytest.approx(0.3 - math.hypot(0.05, 0.05))
    assert both.high == pytest.approx(0.3 + math.hypot(0.1, 0.05))
    assert (both.n, both.undefined, both.method) == (150, 2, "joined")
    assert combined(groups, [3, 1]).value == pytest.approx(0.25)


def test_an_undefined_group_is_left_out_and_its_units_counted():
    one = combined([Estimate(0.2, 50, 0, 0.1, 0.4, "bca"), Estimate(None, 7, 0)])
    assert (one.value, one.undefined, one.method) == (0.2, 7, "bca")
    assert combined([Estimate(None, 7, 0)]).value is None
    assert combined([Estimate(0.2, 50, 0)]).low is None
