"""Kernel densities: a known density comes out within its band, and nothing is lost at the ends."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gander.stats.density import density, silverman


def test_silverman_by_hand() -> None:
    # sd 1.5811, quartiles 2 and 4: IQR/1.34 = 1.4925; 0.9 · 1.4925 · 5^(-1/5)
    assert silverman([1, 2, 3, 4, 5]) == pytest.approx(0.9 * (2 / 1.34) * 5**-0.2)
    assert silverman([1.0]) is None
    assert silverman([2.0, 2.0, 2.0]) is None
    # Quartiles that are the same say nothing about the spread.
    assert silverman([0, 1, 1, 1, 1, 1, 1, 2]) == pytest.approx(
        0.9 * np.std([-1, 0, 0, 0, 0, 0, 0, 1], ddof=1) * 8**-0.2
    )


def test_two_values_by_hand() -> None:
    found = density([0.0, 1.0], ["a", "b"], [0.5])
    width = found.bandwidth
    assert width is not None
    assert found.points[0].value == pytest.approx(
        math.exp(-0.5 * (0.5 / width) ** 2) / (width * math.sqrt(2 * math.pi))
    )


def test_without_spread_there_is_no_curve() -> None:
    assert density([0.5, 0.5], ["a", "b"], [0.5]).points == ()
    assert density([], [], [0.5]).points == ()


@settings(max_examples=10)
@given(st.lists(st.floats(0, 1), min_size=3, max_size=30).filter(lambda v: silverman(v) is not None))
def test_mass_is_one_between_the_ends(values: list[float]) -> None:
    width = silverman(values)
    assert width is not None
    steps = max(2000, int(20 / width))
    assume(steps <= 20_000)
    grid = [step / steps for step in range(steps + 1)]
    found = density(values, list(range(len(values))), grid, ends=(0.0, 1.0), resamples=2)
    heights = np.array([point.value for point in found.points])
    # What reaches beyond both ends is folded once; little of it would have to be folded twice.
    assert float(np.trapezoid(heights, grid)) == pytest.approx(1.0, abs=0.02)


def test_the_true_density_is_within_the_band_of_nearly_all_draws() -> None:
    rng = np.random.default_rng(3)
    grid, held = [-1.0, 0.0, 1.0], np.zeros(3)
    for _ in range(40):
        values = rng.normal(size=200).tolist()
        found = density(values, list(range(200)), grid)
        assert found.bandwidth is not None
        # A kernel's curve is the true one smoothed: a normal density, a little wider.
        sd = math.sqrt(1 + found.bandwidth**2)
        for at, (x, point) in enumerate(zip(grid, found.points, strict=True)):
            true = math.exp(-0.5 * (x / sd) ** 2) / (sd * math.sqrt(2 * math.pi))
            assert point.low is not None
            assert point.high is not None
            held[at] += point.low <= true <= point.high
    assert (held >= 33).all()  # 95% of 40 are 38; four standard deviations less are 32


def test_values_of_one_unit_are_one() -> None:
    values = [0.1, 0.2, 0.4, 0.5, 0.7, 0.8, 0.9, 0.3]
    apart = density(values * 4, list(range(32)), [0.5]).points[0]
    together = density(values * 4, [n % 8 for n in range(32)], [0.5]).points[0]
    assert apart.value == pytest.approx(together.value)
    assert (apart.n, together.n) == (32, 8)
    assert together.low is not None
    assert together.high is not None
    assert apart.low is not None
    assert apart.high is not None
    assert together.high - together.low > apart.high - apart.low
