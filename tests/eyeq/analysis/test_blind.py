"""What the picture gave, what was known without it, and what the hint gave away."""

import pytest

from gander.eyeq.analysis import Place
from gander.eyeq.analysis.blind import blind
from gander.eyeq.place import FLOOR
from gander.stats import Estimate
from tests.eyeq.analysis.made import answers

TRUTHS = ["goose", "duck", "swan", "owl", "crow", "wren"]


def said(right: str, left_out: str = "") -> dict[str, tuple[str, str | None]]:
    """Answers to six puzzles: right those named by number, failed those left out."""
    return {
        str(at): (truth, None if str(at) in left_out else truth if str(at) in right else "cat")
        for at, truth in enumerate(TRUTHS)
    }


def test_all_on_the_same_puzzles() -> None:
    told = answers(
        (Place("m", "en", "basic"), said("0123", left_out="5")),
        (Place("m", "en", "basic+blind"), said("015")),
        (Place(FLOOR, "en", "basic"), said("1")),
    )
    table = blind(told)
    assert table is not None
    (line,) = table.lines
    values = line.values
    figures = {name: value.value for name, value in values.items() if isinstance(value, Estimate)}
    # Puzzle 5 was not answered with the picture, so it is in no figure.
    assert values["n"] == 5
    assert values["coverage"] == pytest.approx(5 / 6)
    assert figures == pytest.approx(
        {"accuracy": 4 / 5, "blind": 2 / 5, "picture": 2 / 5, "floor": 1 / 5, "memory": 1 / 5}
    )
    # Solved without the picture, and not by the floor: goose.
    assert values["known"] == 1
    (row,) = line.rows("known")
    assert told.samples[row].truths == ("goose",)
    assert told.samples[row].place.blind


def test_without_a_floor_what_it_would_tell_is_undefined() -> None:
    table = blind(
        answers((Place("m", "en", "basic"), said("01")), (Place("m", "en", "basic+blind"), said("0")))
    )
    assert table is not None
    (line,) = table.lines
    assert line.values["floor"] is None
    assert line.values["memory"] is None
    assert line.values["known"] is None


def test_other_hints_are_not_compared() -> None:
    assert (
        blind(answers((Place("m", "en", "reveal"), said("01")), (Place("m", "en", "basic+blind"), said("0"))))
        is None
    )
