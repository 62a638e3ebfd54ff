"""Two settings on the same seeds."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gander.stats import compare_rates, paired_difference


def test_six_pairs_that_all_favour_one_side():
    found = paired_difference([(1, 0), (2, 1), (3, 1), (1, 0), (5, 2), (2, 0)])
    assert found.estimate.value == pytest.approx(10 / 6)
    # Of the 64 ways of swapping only two are as extreme: none swapped, and all.
    assert (found.p, found.exact) == (2 / 64, True)
    assert (found.estimate.low or 0) > 0


def test_pairs_with_an_undefined_side_are_left_out():
    found = paired_difference([(1, 0), (None, 1), (1, None), (0, 0)])
    assert (found.estimate.value, found.estimate.n, found.estimate.undefined) == (0.5, 2, 2)


def test_no_pairs_no_difference():
    found = paired_difference([(None, 1.0)])
    assert (found.estimate.value, found.p) == (None, None)
    assert paired_difference([]).estimate.n == 0


def test_the_same_games_do_not_differ():
    found = paired_difference([(1, 1), (0, 0), (1, 1)])
    assert (found.estimate.value, found.p, found.estimate.low) == (0, 1, None)


def test_one_pair_proves_nothing():
    assert paired_difference([(1, 0)]).p == 1


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=7))
def test_exact_p_values_count_all_ways_of_swapping(pairs):
    differences = [first - second for first, second in pairs]
    reached = sum(
        abs(sum(sign * difference for sign, difference in zip(signs, differences, strict=True)))
        >= abs(sum(differences))
        for signs in itertools.product((1, -1), repeat=len(pairs))
    )
    assert paired_difference(pairs).p == pytest.approx(reached / 2 ** len(pairs))


def test_pooled_differences_weigh_claims():
    [found] = compare_rates([[1], [0]], [[1], [9]], [[2], [2]], [[4], [4]], 1)
    assert found.pooled.estimate.value == pytest.approx(0.1 - 0.5)
    assert found.mean.estimate.value == pytest.approx(0.5 - 0.5)


def test_swapped_settings_give_the_opposite_difference_and_the_same_p():
    rng = np.random.default_rng(4)
    wholes, others = rng.poisson(8, (2, 12, 3))
    parts, theirs = rng.binomial(wholes, 0.5), rng.binomial(others, 0.3)
    there = compare_rates(parts, wholes, theirs, others, 3)
    back = compare_rates(theirs, others, parts, wholes, 3)
    for one, other in zip(there, back, strict=True):
        assert one.pooled.estimate.value == pytest.approx(-(other.pooled.estimate.value or 0))
        assert one.pooled.p == pytest.approx(other.pooled.p)
        assert one.mean.p == pytest.approx(other.mean.p)


def test_settings_on_different_seeds_are_refused():
    with pytest.raises(ValueError, match="same seeds"):
        compare_rates([[1]], [[1]], [[1], [1]], [[1], [1]], 1)


def simulated(shift, games=30, simulations=300):
    """Paired games: what a seed brings is common to both settings."""
    rng = np.random.default_rng(8)
    common = rng.normal(0, 0.6, (games, simulations))
    wholes, others = rng.poisson(10, (2, games, simulations))
    first = 1 / (1 + np.exp(-common - shift))
    second = 1 / (1 + np.exp(-common))
    truth = np.mean(1 / (1 + np.exp(-rng.normal(0, 0.6, 200_000) - shift))) - 0.5
    found = compare_rates(
        rng.binomial(wholes, first), wholes, rng.binomial(others, second), others, simulations
    )
    return found, truth


def test_without_a_difference_small_p_values_are_as_rare_as_they_say():
    found, _ = simulated(0.0)
    for way in ("mean", "pooled"):
        below = np.mean([getattr(one, way).p < 0.05 for one in found])
        assert 0.02 <= below <= 0.09


def test_intervals_of_differences_hold_the_truth():
    found, truth = simulated(0.4)
    for way in ("mean", "pooled"):
        estimates = [getattr(one, way).estimate for one in found]
        assert 0.91 <= np.mean([one.low <= truth <= one.high for one in estimates]) <= 0.99
        assert np.mean([getattr(one, way).p < 0.05 for one in found]) > 0.5
