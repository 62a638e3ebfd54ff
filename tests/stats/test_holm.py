"""Many tests at once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gander.stats import holm


def test_an_example():
    # Smallest times 4, next times 3 (but no smaller than the one before), and so on.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_what_cannot_be_tested_is_no_test():
    assert holm([0.02, None, 0.03]) == [0.04, None, 0.04]
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), min_size=1))
def test_corrected_values_keep_the_order_and_are_never_smaller(chances):
    corrected = [p for p in holm(chances) if p is not None]
    assert all(p <= new <= 1 for p, new in zip(chances, corrected, strict=True))
    by_p = [new for _, new in sorted(zip(chances, corrected, strict=True))]
    assert by_p == sorted(by_p)
    assert min(corrected) == pytest.approx(min(1, len(chances) * min(chances)))
