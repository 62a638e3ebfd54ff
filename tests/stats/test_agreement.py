"""Cohen's kappa."""

import math

import numpy as np
import pytest

from gander.stats import kappa

TABLE = [("yes", "yes")] * 20 + [("yes", "no")] * 5 + [("no", "yes")] * 10 + [("no", "no")] * 15
"""The textbook example: they agree on 35 of 50, on 25 by chance."""


def width(estimate):
    return estimate.high - estimate.low


def holds(estimate, truth):
    return estimate.low <= truth <= estimate.high


def test_the_textbook_example():
    found = kappa(TABLE)
    assert (found.observed, found.expected, found.items) == (0.7, 0.5, 50)
    assert found.kappa.value == pytest.approx(0.4)
    # Fleiss, Cohen and Everitt's large-sample standard error.
    spread = 1.96 * math.sqrt(0.7 * 0.3 / (50 * 0.25))
    assert found.kappa.low == pytest.approx(0.4 - spread, abs=0.06)
    assert found.kappa.high == pytest.approx(0.4 + spread, abs=0.06)


def test_full_agreement_is_one_but_not_certain():
    found = kappa([("a", "a"), ("b", "b")] * 10)
    assert (found.kappa.value, found.kappa.high, found.kappa.method) == (1, 1, "wilson")
    # Wilson's lower end for 20 of 20 is .839; chance agrees on half.
    assert found.kappa.low == pytest.approx((0.8389 - 0.5) / 0.5, abs=1e-3)


def test_one_label_throughout_leaves_kappa_undefined():
    found = kappa([("a", "a")] * 5)
    assert (found.kappa.value, found.observed) == (None, 1.0)


def test_nothing_judged():
    assert kappa([]).kappa.value is None


def test_opposites_agree_less_than_chance():
    assert kappa([("a", "b"), ("b", "a")] * 4).kappa.value == pytest.approx(-1)


def test_items_of_one_game_are_drawn_together():
    games = [number // 10 for number in range(50)]
    # The same items, sorted so that whole games agree or disagree.
    alike = sorted(TABLE, key=lambda pair: pair[0] == pair[1])
    clustered, alone = kappa(alike, games), kappa(alike)
    assert clustered.kappa.value == alone.kappa.value
    assert clustered.kappa.n == 5
    assert width(clustered.kappa) > 1.2 * width(alone.kappa)


def test_every_item_needs_its_game():
    with pytest.raises(ValueError, match="2 clusters for 50 items"):
        kappa(TABLE, [1, 2])


def test_intervals_hold_the_truth():
    """Two raters who each see the true label, and guess with probability .3."""
    rng = np.random.default_rng(9)
    # Both right with .85 and .85, independent given the label, which is fair: agreement .745, chance .5.
    truth = (0.745 - 0.5) / 0.5
    held = 0
    for _ in range(200):
        label = rng.integers(0, 2, 60)
        first, second = (np.where(rng.random(60) < 0.15, 1 - label, label) for _ in range(2))
        found = kappa(zip(first.tolist(), second.tolist(), strict=True), resamples=400)
        held += holds(found.kappa, truth)
    assert 0.90 <= held / 200 <= 0.99
