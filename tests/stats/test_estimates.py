"""Means, pooled rates and their intervals, against what is known to be true."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gander.stats import Estimate, Rate, estimate_rates, mean, pooled, wilson

SIMULATED = 1200


def test_undefined_values_are_left_out_and_counted():
    estimate = mean([1.0, None, 0.0, None])
    assert (estimate.value, estimate.n, estimate.undefined) == (0.5, 2, 2)


def test_zero_is_a_value():
    estimate = mean([0.0, 0], share=True)
    assert (estimate.value, estimate.n, estimate.undefined) == (0.0, 2, 0)


@pytest.mark.parametrize("values", [[], [None, None]])
def test_the_mean_of_nothing_is_undefined(values):
    assert mean(values) == Estimate(None, 0, len(values))
    assert pooled([(0, 0) for _ in values]) == Estimate(None, 0, len(values))


@given(st.lists(st.none() | st.floats(0, 1)))
def test_every_value_is_counted_once_and_the_mean_lies_among_them(values):
    estimate = mean(iter(values), share=True)
    defined = [value for value in values if value is not None]
    assert (estimate.n, estimate.undefined) == (len(defined), len(values) - len(defined))
    if defined:
        assert estimate.value is not None
        assert min(defined) - 1e-9 <= estimate.value <= max(defined) + 1e-9


def test_the_mean_weighs_games_and_the_pooled_rate_claims():
    # 1 of 1 in the first game, 0 of 9 in the second, nothing in the third.
    [rate] = estimate_rates([[1], [0], [0]], [[1], [9], [0]], [True])
    assert (rate.mean.value, rate.mean.n, rate.mean.undefined) == (0.5, 2, 1)
    assert (rate.pooled.value, rate.pooled.n, rate.pooled.undefined) == (0.1, 2, 1)
    assert (rate.part, rate.whole) == (1, 10)


def test_parts_of_games_without_a_whole_count_for_nothing():
    assert estimate_rates([[1], [3]], [[2], [0]], [True])[0].pooled.value == 0.5


@pytest.mark.parametrize(("parts", "wholes"), [([[1, 2]], [[1]]), ([[1]], [[-1]])])
def test_counts_that_do_not_belong_together_are_refused(parts, wholes):
    with pytest.raises(ValueError, match="do not belong together"):
        estimate_rates(parts, wholes, [True])


class TestWhereGamesAgree:
    """Nothing can be resampled there, and nothing is certain for that."""

    def test_a_rate_of_zero_is_bounded_by_its_counts(self):
        [rate] = estimate_rates([[0]] * 30, [[10]] * 30, [True])
        # Ten claims of a game that correlate with .2 are worth 10 / (1 + 9 × .2) independent ones.
        worth = wilson(0.0, 300 / 2.8)
        for estimate in (rate.mean, rate.pooled):
            assert (estimate.low, estimate.method) == (0, "wilson")
            assert estimate.high == pytest.approx(worth.high)
        assert rate.pooled.high == pytest.approx(0.0346, abs=1e-4)

    def test_games_that_count_one_thing_are_so_many_trials(self):
        estimate = mean([1.0, 1.0, 1.0, None], share=True)
        assert estimate.low == pytest.approx(wilson(3, 3).low)
        assert estimate.high == 1.0

    def test_large_games_are_worth_little_more_than_small_ones(self):
        [small] = estimate_rates([[0]] * 10, [[50]] * 10, [True])
        [large] = estimate_rates([[0]] * 10, [[5000]] * 10, [True])
        highs = [its.high or 0.0 for its in (wilson(0, 50), large.pooled, small.pooled, wilson(0, 40))]
        assert highs == sorted(highs)
        assert len(set(highs)) == 4

    def test_equal_shares_between_have_an_interval_around_them(self):
        estimate = pooled([(1, 2), (2, 4)])
        assert (estimate.value, estimate.method) == (0.5, "wilson")
        assert 0 < (estimate.low or 0) < 0.5 < (estimate.high or 1) < 1

    def test_equal_amounts_have_none(self):
        assert mean([2, 2, 2]) == Estimate(2.0, 3, 0)

    def test_one_game_has_an_interval_only_for_what_is_counted_in_it(self):
        [rate] = estimate_rates([[3]], [[4]], [True])
        worth = 4 / (1 + 3 * 0.2)
        assert rate.mean.low == pytest.approx(wilson(0.75 * worth, worth).low)
        assert rate.pooled == rate.mean
        [amount] = estimate_rates([[7]], [[2]], [False])
        assert amount.pooled == amount.mean == Estimate(3.5, 1, 0)
        [won] = estimate_rates([[1]], [[1]], [True], counted=True)
        assert won.mean.low == pytest.approx(wilson(1, 1).low)
        assert won.mean.high == 1.0
        # A value of which nobody says what was counted.
        [rate] = estimate_rates([[0.97]], [[1]], [True])
        assert rate.mean == mean([0.97], share=True) == Estimate(0.97, 1, 0)


@pytest.mark.parametrize(("games", "truth"), [(10, 0.005), (10, 0.02), (30, 0.002), (30, 0.005)])
def test_rare_events_are_not_ruled_out(games, truth):
    """Where most sets of games show none at all."""
    rng = np.random.default_rng(13)
    own = rng.beta(truth * 9, (1 - truth) * 9, (games, SIMULATED))
    wholes = 1 + rng.poisson(9, (games, SIMULATED))
    rates = estimate_rates(rng.binomial(wholes, own), wholes, [True] * SIMULATED)
    assert covered([rate.pooled for rate in rates], truth) >= 0.95
    assert covered([rate.mean for rate in rates], truth) >= 0.95


def width(estimate):
    return estimate.high - estimate.low


def covered(rates, truth):
    intervals = [(rate.low, rate.high) for rate in rates if rate.value is not None]
    return np.mean([low - 1e-12 <= truth <= high + 1e-12 for low, high in intervals])


@pytest.mark.parametrize("truth", [0.02, 0.1, 0.5, 0.9])
@pytest.mark.parametrize(("games", "least"), [(10, 0.90), (30, 0.915)])
@pytest.mark.parametrize(("together", "size"), [(0.05, 25), (0.2, 4)])
def test_intervals_hold_the_truth_about_as_often_as_they_say(truth, games, least, together, size):
    """Claims of a game are alike: its own rate is drawn from a beta distribution around the truth."""
    rng = np.random.default_rng(11)
    strength = 1 / together - 1
    own = rng.beta(truth * strength, (1 - truth) * strength, (games, SIMULATED))
    wholes = rng.poisson(size, (games, SIMULATED))
    rates = estimate_rates(rng.binomial(wholes, own), wholes, [True] * SIMULATED)
    assert least <= covered([rate.pooled for rate in rates], truth) <= 1
    assert least <= covered([rate.mean for rate in rates], truth) <= 1


@pytest.mark.parametrize("truth", [0.1, 0.5, 0.9])
@pytest.mark.parametrize("games", [2, 3, 5, 7])
@pytest.mark.parametrize(("together", "size"), [(0.05, 25), (0.2, 4)])
def test_few_games_have_wide_intervals_rather_than_wrong_ones(truth, games, together, size):
    rng = np.random.default_rng(15)
    strength = 1 / together - 1
    own = rng.beta(truth * strength, (1 - truth) * strength, (games, SIMULATED))
    wholes = 1 + rng.poisson(size - 1, (games, SIMULATED))
    rates = estimate_rates(rng.binomial(wholes, own), wholes, [True] * SIMULATED)
    assert covered([rate.pooled for rate in rates], truth) >= 0.92
    assert covered([rate.mean for rate in rates], truth) >= 0.92
    assert all(0 <= (rate.mean.low or 0) <= (rate.mean.high or 1) <= 1 for rate in rates)


def test_few_amounts_have_students_interval():
    estimate = mean([4.0, 6.0, 8.0])
    half = 4.302652730 * 2 / math.sqrt(3)
    assert (estimate.value, estimate.method) == (6.0, "t")
    assert estimate.high == pytest.approx(6 + half)
    assert estimate.low == pytest.approx(6 - half)
    # Ticks are never negative.
    assert mean([0.0, 6.0]).low == 0.0
    assert mean([-3.0, 6.0]).low == pytest.approx(1.5 - 12.706204736 * 4.5)


@pytest.mark.parametrize("truth", [0.1, 0.5, 0.75])
def test_win_rates_too(truth):
    rng = np.random.default_rng(5)
    won = rng.random((30, SIMULATED)) < truth
    rates = estimate_rates(won, np.ones_like(won), [True] * SIMULATED)
    assert 0.92 <= covered([rate.mean for rate in rates], truth) <= 1


def test_skewed_amounts_too():
    rng = np.random.default_rng(6)
    ticks = rng.exponential(7.0, (30, SIMULATED))
    rates = estimate_rates(ticks, np.ones_like(ticks), [False] * SIMULATED)
    assert 0.92 <= covered([rate.mean for rate in rates], 7.0) <= 0.97


def test_for_symmetric_values_the_interval_is_students():
    values = np.linspace(-1, 1, 20)
    estimate = mean(values.tolist(), resamples=20_000)
    half = 2.093 * values.std(ddof=1) / math.sqrt(20)
    assert estimate.method == "bca"
    assert estimate.low == pytest.approx(-half, rel=0.05)
    assert estimate.high == pytest.approx(half, rel=0.05)


def test_claims_of_one_game_are_not_taken_for_independent():
    # Ten games of fifty claims each, all true or all false.
    clustered = pooled([(50, 50)] * 5 + [(0, 50)] * 5)
    alone = wilson(250, 500)
    assert width(clustered) > 5 * width(alone)


def test_the_same_seed_gives_the_same_interval_and_columns_do_not_touch_each_other():
    rng = np.random.default_rng(3)
    wholes = rng.poisson(6, (12, 5))
    parts = rng.binomial(wholes, 0.4)
    together = estimate_rates(parts, wholes, [True] * 5)
    alone = [estimate_rates(parts[:, [i]], wholes[:, [i]], [True])[0] for i in range(5)]
    for one, other in zip(together, alone, strict=True):
        assert one.pooled.low == pytest.approx(other.pooled.low, abs=1e-12)
        assert one.mean.high == pytest.approx(other.mean.high, abs=1e-12)
    assert estimate_rates(parts, wholes, [True] * 5) == together
    assert estimate_rates(parts, wholes, [True] * 5, seed=1) != together


counts = st.lists(
    st.integers(0, 6).flatmap(lambda whole: st.tuples(st.integers(0, whole), st.just(whole))), max_size=12
)


@settings(max_examples=200)
@given(counts)
def test_shares_and_their_ends_stay_between_zero_and_one_and_hold_the_value(games):
    [rate] = estimate_rates([[part] for part, _ in games], [[whole] for _, whole in games], [True])
    assert isinstance(rate, Rate)
    for estimate in (rate.mean, rate.pooled):
        assert estimate.n + estimate.undefined == len(games)
        if estimate.low is not None:
            assert estimate.value is not None
            assert estimate.high is not None
            assert 0 <= estimate.low <= estimate.value + 1e-9
            assert estimate.value - 1e-9 <= estimate.high <= 1
        else:
            assert estimate.method == "none"


def test_many_games_need_no_more_memory_than_a_block():
    rng = np.random.default_rng(2)
    won = (rng.random((6000, 1)) < 0.3).astype(float)
    [rate] = estimate_rates(won, np.ones_like(won), [True])
    known = wilson(float(won.sum()), 6000)
    assert rate.mean.low == pytest.approx(known.low, abs=0.002)
    assert rate.mean.high == pytest.approx(known.high, abs=0.002)


def test_columns_are_formed_in_slices_as_if_they_were_not(monkeypatch):
    rng = np.random.default_rng(12)
    wholes = rng.poisson(4, (9, 7))
    parts = rng.binomial(wholes, 0.3)
    together = estimate_rates(parts, wholes, [True] * 7)
    monkeypatch.setattr("gander.stats.estimates._CELLS", 20)
    sliced = estimate_rates(parts, wholes, [True] * 7)
    for one, other in zip(together, sliced, strict=True):
        assert one.pooled.low == pytest.approx(other.pooled.low, abs=1e-12)
        assert one.mean.value == other.mean.value
