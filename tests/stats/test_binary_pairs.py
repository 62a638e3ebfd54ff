"""Two who answered the same questions, right or wrong."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gander.stats import difference_of_shares, paired_difference, paired_shares
from gander.stats.binary_pairs import mcnemar


def pairs(both, first, second, neither):
    kinds = ((True, True), (True, False), (False, True), (False, False))
    return [
        kind
        for kind, number in zip(kinds, (both, first, second, neither), strict=True)
        for _ in range(number)
    ]


def test_an_example_that_can_be_checked_by_hand():
    found = paired_shares(pairs(10, 6, 0, 20))
    assert (found.both, found.first, found.second, found.neither) == (10, 6, 0, 20)
    assert found.difference.value == pytest.approx(6 / 36)
    # Six coins that all fall on one side, either of the two.
    assert found.p == 2 / 64


@pytest.mark.parametrize("counts", [(20, 7, 3, 10), (2, 1, 0, 44), (30, 0, 5, 12)])
def test_the_ends_are_the_differences_just_not_rejected(counts):
    """By definition: with the likeliest shares that have this difference, the counts are 1.96 errors away."""
    found = paired_shares(pairs(*counts))
    n, first, second = sum(counts), counts[1], counts[2]
    for end, sign in ((found.difference.low, 1), (found.difference.high, -1)):
        assert end is not None
        losses = np.linspace(max(0.0, -end), (1 - end) / 2, 2_000_001)[1:-1]
        with np.errstate(divide="ignore"):
            likelihood = (n - first - second) * np.log(1 - end - 2 * losses)
            likelihood += first * np.log(losses + end) if first else 0
            likelihood += second * np.log(losses) if second else 0
        loss = losses[np.argmax(likelihood)]
        error = np.sqrt(n * (2 * loss + end - end * end))
        assert (first - second - n * end) / error == pytest.approx(sign * 1.959964, abs=2e-3)


@given(some=st.lists(st.tuples(st.booleans(), st.booleans()), max_size=40))
@settings(max_examples=25)
def test_the_difference_alone_is_that_of_the_whole_comparison(some):
    assert difference_of_shares(some) == paired_shares(some, resamples=50).difference


def test_nothing_to_compare_is_undefined_and_no_difference_still_has_an_interval():
    assert paired_shares([]).p is None
    assert paired_shares([]).difference.value is None
    same = paired_shares(pairs(5, 0, 0, 42))
    assert (same.difference.value, same.p, same.low) == (0, 1, None)
    # 47 puzzles that agree leave a difference of 7.5 points open.
    assert same.difference.high == pytest.approx(0.0756, abs=1e-3)


@settings(max_examples=40)
@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=12))
def test_mcnemar_is_the_exact_test_of_swapping(some):
    assert paired_shares(some).p == pytest.approx(paired_difference(some).p)


@given(st.integers(0, 400), st.integers(0, 400))
def test_mcnemar_treats_both_alike(first, second):
    assert mcnemar(first, second) == mcnemar(second, first) <= 1


def test_swapped_sides_have_the_opposite_interval():
    one, other = paired_shares(pairs(9, 7, 2, 9)), paired_shares(pairs(9, 2, 7, 9))
    assert one.difference.low == pytest.approx(-(other.difference.high or 0))
    assert one.difference.high == pytest.approx(-(other.difference.low or 0))


@pytest.mark.parametrize(("n", "gain", "loss"), [(47, 0.06, 0.02), (47, 0.3, 0.1), (297, 0.12, 0.08)])
def test_intervals_hold_the_truth_at_their_rate(n, gain, loss):
    generator = np.random.default_rng(5)
    held = 0
    for _ in range(500):
        first, second, rest = generator.multinomial(n, [gain, loss, 1 - gain - loss]).tolist()
        its = paired_shares(pairs(0, first, second, rest), resamples=2).difference
        assert its.low is not None
        assert its.high is not None
        held += its.low <= gain - loss <= its.high
    # 95% of 500, within three standard errors on the short side.
    assert held / 500 >= 0.92


def test_the_bootstrap_holds_the_truth_where_enough_questions_differ():
    generator = np.random.default_rng(6)
    held = 0
    for _ in range(300):
        first, second, rest = generator.multinomial(297, [0.15, 0.05, 0.8]).tolist()
        its = paired_shares(pairs(0, first, second, rest))
        assert its.low is not None
        assert its.high is not None
        held += its.low <= 0.1 <= its.high
    assert held / 300 >= 0.91


def test_no_difference_is_found_for_real_in_at_most_5_percent():
    generator = np.random.default_rng(7)
    found = sum(
        mcnemar(*generator.multinomial(47, [0.1, 0.1, 0.8])[:2].tolist()) <= 0.05 for _ in range(1000)
    )
    assert found / 1000 <= 0.05
