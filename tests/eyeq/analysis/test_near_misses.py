"""Near misses in examples that can be checked by hand, and in many with known truth."""

import math
import random
from pathlib import Path

import numpy as np
import pytest

from gander.eyeq.analysis import Answers, Curves, Line, Place, Table
from gander.eyeq.analysis.choices import Choices
from gander.eyeq.analysis.lenient import judges, quantile
from gander.eyeq.analysis.likenesses import Likenesses
from gander.eyeq.analysis.misses import misses_of
from gander.eyeq.analysis.near_misses import near_misses
from gander.eyeq.analysis.synonyms import language_of, synonyms
from gander.eyeq.matching import exact_form
from gander.eyeq.place import FLOOR
from gander.stats import Estimate
from tests.eyeq.analysis.made import answers
from tests.servers.openai_server import OpenAIServer

BASIC = Place("m", "en", "basic")
PLAIN = Choices(embedding="none")
KNOWN: Likenesses = {
    "letters": np.zeros(5),
    "words": np.zeros(5),
    "meaning": np.array([0.80, 0.84, 0.88, 0.92, 0.96]),
}


def table(told: Answers, name: str, choices: Choices = PLAIN) -> Table:
    (found,) = (each for each in near_misses(told, choices) if each.name == name)
    assert isinstance(found, Table)
    return found


def line(found: Table, **values: str) -> Line:
    (one,) = (
        each for each in found.lines if all(each.values[name] == value for name, value in values.items())
    )
    return one


def estimate(one: Line, column: str) -> Estimate:
    value = one.values[column]
    assert isinstance(value, Estimate)
    return value


def test_only_answers_that_are_read_and_wrong_are_misses() -> None:
    told = answers((BASIC, {
        "1": ("goose", "goose"),  # right
        "2": ("duck", None),  # failed
        "3": ("swan", "It might be anything, or nothing at all, for all that I can see in there."),
        "4": ("otter", "other"),
    }))  # fmt: skip
    misses = misses_of(told, None)
    assert [sample.row for sample in misses.samples] == [3]
    assert misses.own["letters"].tolist() == [4 / 5]
    assert misses.own["words"].tolist() == [0.0]
    assert np.isnan(misses.own["meaning"]).all()
    # goose is as long as otter, and the only one that is.
    assert misses.other["letters"] == pytest.approx([1 / 5])


def test_the_nearest_of_several_right_answers_counts() -> None:
    told = answers((BASIC, {"1": (["automobile", "car"], "cat"), "2": ("dog", "dog")}))
    assert misses_of(told, None).own["letters"] == pytest.approx([2 / 3])


def test_a_random_pair_is_never_right_and_always_the_same() -> None:
    rng = random.Random(1)
    words = ["".join(rng.choice("abc") for _ in range(4)) for _ in range(60)]
    told = answers((BASIC, {str(at): (word, rng.choice(words)) for at, word in enumerate(words)}))
    first, again = misses_of(told, None), misses_of(told, None)
    assert len(first) > 50
    assert (first.other["letters"] == again.other["letters"]).all()
    assert (first.other["letters"] < 1).all()


def test_a_puzzle_alone_has_no_random_pair() -> None:
    (told,) = table(answers((BASIC, {"1": ("goose", "duck")})), "near_misses").lines[:1]
    assert estimate(told, "random").value is None
    assert estimate(told, "difference").value is None
    assert estimate(told, "likeness").value == 0.0


def test_a_model_that_misspells_is_told_from_one_that_guesses() -> None:
    """Of the speller's answers one letter in five is another; the guesser's are other puzzles' answers."""
    rng = random.Random(7)
    truths = {str(at): "".join(rng.sample("abcdefghijklmnopqrst", 5)) for at in range(120)}
    speller = {at: (truth, truth[:4] + "z") for at, truth in truths.items()}
    guesser = {
        at: (truth, rng.choice([t for t in truths.values() if t != truth])) for at, truth in truths.items()
    }
    told = answers((Place("speller", "en", "basic"), speller), (Place("guesser", "en", "basic"), guesser))

    found = table(told, "near_misses")
    near = estimate(line(found, model="speller", measure="letters"), "difference")
    assert near.low is not None
    assert estimate(line(found, model="speller", measure="letters"), "likeness").value == pytest.approx(0.8)
    assert near.low > 0.6
    far = estimate(line(found, model="guesser", measure="letters"), "difference")
    assert far.low is not None
    assert far.high is not None
    assert far.low < 0 < far.high

    judged = table(told, "lenient_judge")
    middle = line(judged, model="speller", judge="middle", by="letters")
    assert estimate(middle, "passed").value == 1.0
    assert middle.values["of_all"] == 1.0
    assert estimate(middle, "excess").value == 1.0
    assert estimate(line(judged, model="speller", judge="strict", by="letters"), "passed").value == 0.0
    assert estimate(line(judged, model="guesser", judge="middle", by="letters"), "passed").value == 0.0
    # Both together: half of the answers pass, and a puzzle's two answers are kept together.
    both = estimate(line(judged, model="all models", judge="middle", by="letters"), "passed")
    assert (both.value, both.n) == (0.5, 120)


def test_no_score_changes_and_unread_answers_are_told_apart() -> None:
    told = answers((BASIC, {
        "1": ("goose", "gooses"),
        "2": ("swan", "Who knows what this could be? There are so many things in it to see here."),
        "3": ("duck", "duck"),
    }))  # fmt: skip
    one = line(table(told, "lenient_judge"), judge="generous", by="letters")
    assert estimate(one, "passed").value == 1.0
    assert one.values["of_all"] == pytest.approx(1 / 3)
    assert one.values["coverage"] == 0.5
    assert one.rows("passed") == (0,)
    assert [sample.right for sample in told.samples] == [False, False, True]


def test_a_share_of_none_stands_on_all_that_might_have_passed() -> None:
    told = answers((BASIC, {
        "1": ("goose", "wren"),
        "2": ("duck", "duck"),
        "3": ("swan", "owl"),
    }))  # fmt: skip
    one = line(table(told, "lenient_judge"), judge="strict", by="letters")
    assert (estimate(one, "passed").value, one.rows("passed")) == (0.0, (0, 2))
    assert (one.values["of_all"], one.rows("of_all")) == (0.0, (0, 1, 2))
    assert one.rows("synonyms") == ()


def test_quantiles_lie_between_neighbours() -> None:
    assert quantile([4.0, 1.0, 3.0, 2.0], 0.5) == 2.5
    assert quantile([1.0, 2.0], 0.0) == 1.0
    assert quantile([1.0, 2.0], 1.0) == 2.0
    assert quantile([7.0], 0.25) == 7.0


def test_a_judge_by_any_measure_passes_what_one_passes_and_knows_when_it_cannot_tell() -> None:
    found = judges(["letters", "words", "meaning"], KNOWN, [0.7, 0.75, 0.8])
    (strict,) = (judge for judge in found if (judge.level, judge.of) == ("strict", "any"))
    assert strict.least == {"letters": 0.9, "words": 0.75, "meaning": 0.88}
    none = math.nan
    several: Likenesses = {
        "letters": np.array([0.1, 0.1, 0.1, 0.95, none]),
        "words": np.array([0.0, 0.0, 0.0, 0.0, none]),
        "meaning": np.array([0.88, 0.87, none, none, none]),
    }
    assert strict.verdicts(several) == [True, False, None, True, None]


def test_a_judge_of_meaning_never_passes_what_strangers_reach() -> None:
    """Where half of the synonyms are no nearer than unrelated words, the latter set the bound."""
    strangers = [at / 1000 for at in range(951)]
    least = {str(judge.level): judge.least["meaning"] for judge in judges(["meaning"], KNOWN, strangers)}
    assert least == pytest.approx({"strict": 0.9405, "middle": 0.931, "generous": 0.9025})
    for level, share in (("strict", 0.01), ("middle", 0.02), ("generous", 0.05)):
        assert sum(cosine >= least[level] for cosine in strangers) <= share * len(strangers) + 1


def test_meaning_comes_from_the_model_that_was_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Vectors on a circle: what is right lies at 0°, nearly right at 30°, all else at 90°."""
    angles = {"goose": 0.0, "gander": 30.0}

    def vector(text: str) -> list[float]:
        angle = math.radians(angles.get(text, 90.0))
        return [math.cos(angle), math.sin(angle)]

    monkeypatch.setenv("GANDER_CACHE", str(tmp_path))
    monkeypatch.setenv("TEST_API_KEY", "none")
    told = answers((BASIC, {"1": ("Goose", "GANDER"), "2": ("wagon", "wheel"), "3": ("truck", "truck")}))
    with OpenAIServer(vector=vector) as server:
        monkeypatch.setenv("TEST_BASE_URL", server.url)
        found = near_misses(told, Choices(embedding="openai-api/test/embed"))
    near = next(each for each in found if isinstance(each, Table) and each.name == "near_misses")
    one = estimate(line(near, measure="meaning"), "likeness")
    assert one.value == pytest.approx((math.cos(math.radians(30)) + 1) / 2, abs=1e-6)
    assert one.n == 2
    names = [each.name for each in found]
    assert names == ["near_misses", "near_misses_letters", "near_misses_meaning", "lenient_judge"]
    assert any("openai-api/test/embed" in note for note in near.notes)


def test_curves_stand_beside_both_references_and_the_floor() -> None:
    rng = random.Random(3)
    truths = {str(at): "".join(rng.choice("abcdef") for _ in range(6)) for at in range(40)}
    guesses = {at: (truth, "".join(rng.choice("abcdef") for _ in range(6))) for at, truth in truths.items()}
    told = answers(
        (BASIC, guesses),
        (Place("n", "en", "basic"), guesses),
        (Place(FLOOR, "en", "basic"), guesses),
    )
    curves = next(each for each in near_misses(told, PLAIN) if isinstance(each, Curves))
    assert [(curve.labels["of"], curve.n) for curve in curves.curves] == [
        ("wrong answers", 80),
        ("random pairs", 80),
        ("known synonyms", len(synonyms("en"))),
        ("hint floor", 40),
    ]
    wrong = curves.curves[0]
    assert wrong.behind == tuple(range(80))
    assert wrong.x[0] >= 0.0
    assert wrong.x[-1] <= 1.0
    assert all(low <= y <= high for low, y, high in zip(wrong.low, wrong.y, wrong.high, strict=True))
    step = wrong.x[1] - wrong.x[0]
    assert sum(wrong.y) * step == pytest.approx(1.0, abs=0.05)


def test_nothing_wrong_nothing_told() -> None:
    assert near_misses(answers((BASIC, {"1": ("goose", "goose")})), PLAIN) == ()


@pytest.mark.parametrize("language", ["en", "fa", "ar"])
def test_known_synonyms_are_pairs_of_different_answers(language: str) -> None:
    pairs = synonyms(language)
    assert len(pairs) >= 50
    assert len({frozenset(map(exact_form, pair)) for pair in pairs}) == len(pairs)
    assert all(exact_form(pair.one) != exact_form(pair.other) for pair in pairs)


def test_answers_across_languages_are_persian() -> None:
    assert [language_of(subset) for subset in ("en", "fa", "ar", "cross")] == ["en", "fa", "ar", "fa"]
