"""Correlations over few things."""

import math

import numpy as np
import pytest

from gander.stats import correlate


def test_an_example_that_can_be_checked_by_hand():
    # Ranks 1 2 3 4 against 2 1 4 3: squared differences sum to 4, so 1 - 6·4/(4·15).
    assert correlate([1, 2, 3, 4], [20, 10, 40, 30], "spearman").estimate.value == pytest.approx(0.6)
    assert correlate([1, 2, 3], [1, 2, 4], "pearson").estimate.value == pytest.approx(
        3 / math.sqrt(2 * 14 / 3)
    )


def test_ties_share_their_ranks():
    found = correlate([1, 1, 2, 3], [1, 2, 3, 4], "spearman")
    assert found.estimate.value == pytest.approx(np.corrcoef([0.5, 0.5, 2, 3], [0, 1, 2, 3])[0, 1])


def test_fishers_interval():
    # r = .5 over 28: tanh(0.5493 ± 1.96/5).
    x = np.arange(28.0)
    y = np.random.default_rng(0).permutation(28).astype(float)
    found = correlate(x.tolist(), y.tolist(), "pearson").estimate
    assert found.value is not None
    z = math.atanh(found.value)
    assert found.low == pytest.approx(math.tanh(z - 1.959964 / 5), abs=1e-6)
    assert found.high == pytest.approx(math.tanh(z + 1.959964 / 5), abs=1e-6)


def test_six_models_in_the_same_order_prove_little():
    found = correlate([1, 2, 3, 4, 5, 6], [2, 3, 5, 7, 11, 13], "spearman")
    assert found.estimate.value == pytest.approx(1)
    assert found.estimate.high == pytest.approx(1)
    assert (found.estimate.low or 0) < 0.75
    # Of 720 orders two agree fully: this one, and its opposite.
    assert found.p == pytest.approx(2 / 720)


def test_each_interval_has_its_methods_name():
    figures = ([1, 2, 3, 4, 5], [2, 1, 4, 3, 5])
    assert correlate(*figures, "pearson").estimate.method == "fisher"
    assert correlate(*figures, "spearman").estimate.method == "bonett_wright"


def test_what_cannot_be_told_is_undefined():
    assert correlate([1, 2], [1, 2], "pearson").estimate.value is None
    assert correlate([1, 1, 1, 1], [1, 2, 3, 4], "spearman").estimate.value is None
    three = correlate([1, 2, 3], [1, 3, 2], "pearson").estimate
    assert three.value == pytest.approx(0.5)
    assert three.low is None
    with pytest.raises(ValueError, match="cannot be paired"):
        correlate([1], [1, 2], "pearson")


@pytest.mark.parametrize("kind", ["pearson", "spearman"])
@pytest.mark.parametrize("rho", [0.0, 0.5, 0.9])
def test_intervals_of_six_hold_the_truth_at_their_rate(kind, rho):
    generator = np.random.default_rng(8)
    # What Spearman's coefficient estimates for normal figures.
    truth = rho if kind == "pearson" else 6 / math.pi * math.asin(rho / 2)
    held = 0
    for _ in range(250):
        x, noise = generator.normal(size=(2, 6))
        y = rho * x + math.sqrt(1 - rho * rho) * noise
        its = correlate(x.tolist(), y.tolist(), kind).estimate
        assert its.low is not None
        assert its.high is not None
        held += its.low <= truth <= its.high
    assert held / 250 >= 0.91
