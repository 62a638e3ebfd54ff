"""What came of a puzzle, in one word."""

import pytest

from gander.eyeq.analysis import Place
from gander.eyeq.analysis.outcomes import Outcome, outcome_of, outcomes_of
from tests.eyeq.analysis.made import answers, reply

PLACE = Place("m", "en", "basic")


@pytest.mark.parametrize(
    ("truth", "said", "outcome"),
    [
        ("needle", reply("Needle!"), "right"),
        ("needle", reply("needles"), "near"),  # 6 of 7 letters
        ("golden needle", reply("needle"), "near"),  # 1 of 2 words
        ("needle", reply("noodle"), "wrong"),  # 4 of 6 letters
        ("\u0642\u0637\u0627\u0631", reply("\u0642\u0637\u0651\u0627\u0631"), "right"),
        ("needle", '{"candidates": ["needle", "pin"]}', "unparsed"),
        ("needle", None, "failed"),
    ],
)
def test_outcomes(truth: str, said: str | None, outcome: Outcome) -> None:
    (sample,) = answers((PLACE, {"1": (truth, said)})).samples
    assert outcome_of(sample) == outcome


def test_with_attempts_left_nothing_is_known_and_of_several_the_last_is_near_or_not() -> None:
    place = Place("m", "en", "refine")
    begun, ended = answers(
        (place, {"1": ("needle", [reply("needles")]), "2": ("needle", [reply("needles")] * 2 + [reply("x")])})
    ).samples
    assert (outcome_of(begun), outcome_of(ended)) == ("unfinished", "wrong")


def test_many_at_once_are_what_each_is() -> None:
    said = ["needle", "needles", "noodle", "golden needle", None, '{"candidates": []}']
    truths = ["pin", "needle"]
    samples = answers((PLACE, {str(at): (truths, text) for at, text in enumerate(said)})).samples
    told = outcomes_of(samples)
    assert told == [outcome_of(sample) for sample in samples]
    assert told == ["right", "near", "wrong", "near", "failed", "unparsed"]
    assert outcomes_of([]) == []
