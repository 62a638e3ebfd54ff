"""What so many questions can show."""

import math

import numpy as np
import pytest

from gander.stats import mcnemar_power, smallest_difference
from gander.stats.binary_pairs import mcnemar


def test_fewer_than_six_questions_show_nothing():
    # Five that all differ one way have p = .0625.
    assert smallest_difference(5) is None
    assert smallest_difference(6) is not None
    assert mcnemar_power(5, 1.0, 1.0) == 0
    assert mcnemar_power(6, 1.0, 1.0) == pytest.approx(1)


def test_the_arabic_subset_shows_no_difference_below_16_points():
    best = smallest_difference(47)
    assert best == pytest.approx(0.163, abs=0.002)
    # With 25% of the questions differing, and with 15 pairs of models to test.
    assert smallest_difference(47, 0.25) == pytest.approx(0.204, abs=0.002)
    assert smallest_difference(47, 0.25, alpha=0.05 / 15) == pytest.approx(0.256, abs=0.002)


def test_more_questions_show_smaller_differences():
    found = [smallest_difference(n, 0.2) or 1 for n in (47, 297, 668)]
    assert found == sorted(found, reverse=True)


@pytest.mark.parametrize(("n", "difference", "differing"), [(47, 0.2, 0.3), (150, 0.1, 0.2)])
def test_the_power_is_how_often_the_test_finds_it(n, difference, differing):
    generator = np.random.default_rng(10)
    gain = (differing + difference) / 2
    drawn = generator.multinomial(n, [gain, differing - gain, 1 - differing], 2000)
    found = sum(mcnemar(first, second) <= 0.05 for first, second, _ in drawn.tolist()) / 2000
    assert mcnemar_power(n, difference, differing) == pytest.approx(found, abs=0.035)


@pytest.mark.parametrize(("n", "difference", "differing"), [(8, 0.5, 0.75), (12, 0.25, 0.25), (9, 0.0, 0.4)])
def test_the_power_is_the_sum_of_the_chances_of_all_that_the_test_rejects(n, difference, differing):
    gain, loss = (differing + difference) / 2, (differing - difference) / 2
    found = 0.0
    for first in range(n + 1):
        for second in range(n - first + 1):
            if mcnemar(first, second) <= 0.05:
                ways = math.comb(n, first) * math.comb(n - first, second)
                found += ways * gain**first * loss**second * (1 - differing) ** (n - first - second)
    assert mcnemar_power(n, difference, differing) == pytest.approx(found, abs=1e-7)


def test_a_difference_needs_differing_questions():
    with pytest.raises(ValueError, match="needs as many differing"):
        mcnemar_power(10, 0.5, 0.2)
