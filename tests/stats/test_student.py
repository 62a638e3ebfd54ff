"""Student's t, against the printed tables."""

import pytest

from gander.stats.student import t_quantile


@pytest.mark.parametrize(
    ("freedom", "point"),
    [
        *((1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (6, 2.447), (9, 2.262)),
        *((19, 2.093), (29, 2.045), (60, 2.000), (120, 1.980), (100_000, 1.960)),
    ],
)
def test_the_tables_values(freedom, point):
    assert t_quantile(freedom) == pytest.approx(point, abs=0.0016)


def test_without_freedom_there_is_none():
    with pytest.raises(ValueError, match="0 degrees"):
        t_quantile(0)
