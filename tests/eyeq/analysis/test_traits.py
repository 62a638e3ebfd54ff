"""Accuracy by traits of the right answer: bands by hand, and trends with known truth."""

import math
import random
from importlib import metadata
from pathlib import Path

import pytest
import wordfreq

from gander.eyeq.analysis import Answers, Line, Place
from gander.eyeq.analysis.choices import Choices
from gander.eyeq.analysis.frequency import frequencies
from gander.eyeq.analysis.traits import TRAITS, traits
from gander.eyeq.puzzles import Subset
from gander.models import floor
from gander.stats import Estimate
from tests.eyeq.analysis.made import answers

BASIC = Place("m", "en", "basic")


def lines(told: Answers, table: int, trait: str, model: str = "m") -> list[Line]:
    found = traits(told, Choices())[table].lines
    return [line for line in found if line.values["trait"] == trait and line.values["model"] == model]


def told(line: Line, column: str) -> Estimate:
    value = line.values[column]
    assert isinstance(value, Estimate)
    return value


def test_bands_by_hand() -> None:
    given = answers((BASIC, {
        "1": ("the", "the"),
        "2": ("house", "house"),
        "3": ("Winston Churchill", "nobody"),
        "4": ("zzqxv", "zzqxv"),
        "5": ("goose", None),  # failed: in no n
    }))  # fmt: skip
    lengths = lines(given, 0, "length")
    assert [(line.values["band"], line.values["n"], line.values["right"]) for line in lengths] == [
        ("1 to 4", 1, 1),
        ("5 to 7", 2, 2),
        ("12 and more", 1, 0),
    ]
    assert lengths[1].rows("accuracy") == (1, 3)
    assert [(line.values["band"], line.values["n"]) for line in lines(given, 0, "words")] == [
        ("1", 3),
        ("2", 1),
    ]
    bands = [(line.values["band"], line.values["n"]) for line in lines(given, 0, "frequency")]
    assert bands == [("3 to 4", 1), ("5 and more", 2), ("not in the word list", 1)]


@pytest.mark.parametrize(
    ("common", "rare", "subset"),
    [("house", "goose", "en"), ("خانه", "چرتکه", "fa"), ("بيت", "قنفذ", "ar"), ("آب", "چرتکه", "cross")],
)
def test_common_words_are_told_from_rare_ones(common: str, rare: str, subset: Subset) -> None:
    first, second = frequencies([(common, subset), (rare, subset)])
    assert first is not None
    assert second is not None
    assert first > second


def test_what_no_list_has_is_undefined_and_not_zero() -> None:
    assert frequencies([("zzqxv", "en")]) == [None]
    assert frequencies([("zzqxv", "en")]) == [None]  # as it was kept
    given = answers((BASIC, {"1": ("zzqxv", "zzqxv"), "2": ("house", "a"), "3": ("goose", "goose")}))
    (line,) = lines(given, 1, "frequency")
    assert (told(line, "odds").n, told(line, "odds").undefined) == (2, 1)
    assert line.values["coverage"] == pytest.approx(2 / 3)


def test_how_common_an_answer_is_is_told_once_and_kept_by_language(monkeypatch: pytest.MonkeyPatch) -> None:
    first = frequencies([("goose", "en"), ("آب", "fa")])

    def again(*_: str) -> float:
        raise AssertionError("told before")

    monkeypatch.setattr(wordfreq, "zipf_frequency", again)
    assert frequencies([("آب", "cross"), ("goose", "en")]) == first[::-1]  # cross is answered in Persian
    with pytest.raises(AssertionError, match="told before"):
        frequencies([("goose", "fa")])


def test_without_wordfreq_nothing_is_told_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gander.eyeq.analysis.traits.has_words", lambda: False)
    given = answers((BASIC, {"1": ("goose", "goose"), "2": ("house", "a")}))
    assert lines(given, 0, "frequency") == []
    assert "wordfreq is not installed" in traits(given, Choices())[0].notes[2]


def test_what_was_kept_by_other_words_or_tools_is_looked_up_again(
    monkeypatch: pytest.MonkeyPatch, own_cache: Path
) -> None:
    frequencies([("goose", "en")])
    assert len(list((own_cache / "frequencies").iterdir())) == 1
    for at, name in enumerate(("wordfreq", "ftfy", "regex"), 2):
        with monkeypatch.context() as patch:
            patch.setattr(
                floor, "_version", lambda of, name=name: "0.1" if of == name else metadata.version(of)
            )
            frequencies([("goose", "en")])
            assert len(list((own_cache / "frequencies").iterdir())) == at
    monkeypatch.setattr("unicodedata.unidata_version", "1.0")
    frequencies([("goose", "en")])
    assert len(list((own_cache / "frequencies").iterdir())) == 5


def test_every_value_has_a_band() -> None:
    for trait in TRAITS:
        assert trait.bands[0].least == 0
        assert trait.bands[-1].below == math.inf
        for before, after in zip(trait.bands, trait.bands[1:], strict=False):
            assert before.below == after.least


def test_a_model_that_solves_short_answers_has_a_trend_and_one_that_does_not_care_has_none() -> None:
    """Odds fall to six tenths with every character for one, and stay for the other."""
    rng = random.Random(5)
    true = 0.6
    by_length, careless = {}, {}
    for at in range(400):
        length = rng.randint(2, 12)
        truth = "".join(rng.choice("bcdfg") for _ in range(length))
        odds = 3.0 * true ** (length - 2)
        by_length[str(at)] = (truth, truth if rng.random() < odds / (1 + odds) else "x")
        careless[str(at)] = (truth, truth if rng.random() < 0.3 else "x")
    given = answers((BASIC, by_length), (Place("careless", "en", "basic"), careless))
    (falling,) = lines(given, 1, "length")
    found = told(falling, "odds")
    assert found.low is not None
    assert found.high is not None
    assert found.low < true < found.high < 1
    assert isinstance(falling.values["p_holm"], float)
    assert falling.values["p_holm"] < 0.001
    (level,) = lines(given, 1, "length", "careless")
    assert told(level, "odds").n == 400
    assert isinstance(level.values["p"], float)
    assert level.values["p"] > 0.05
    # All models together stand in bands only; a puzzle's two answers are kept together.
    together = lines(given, 0, "length", "all models")
    assert sum(line.values["answers"] for line in together) == 800  # type: ignore[misc]
    assert sum(line.values["n"] for line in together) == 400  # type: ignore[misc]
    assert sum(told(line, "accuracy").n for line in together) == 400


def test_nothing_that_counts_nothing_told() -> None:
    assert traits(answers((BASIC, {"1": ("goose", None)})), Choices()) == ()
