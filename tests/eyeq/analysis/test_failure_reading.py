"""Every kind of failure in examples, with what it is a share of."""

import pytest

from gander.eyeq.analysis import Answers, Line, Place
from gander.eyeq.analysis.choices import Choices
from gander.eyeq.analysis.failure_reading import failure_reading
from gander.eyeq.analysis.scripts import script_of, wrong_script
from gander.eyeq.hints import reveal
from gander.eyeq.puzzles import Subset
from gander.stats import Estimate
from tests.eyeq.analysis.made import answers, reply


def kinds(told: Answers, model: str = "m") -> dict[str, Line]:
    (table,) = failure_reading(told, Choices())
    return {str(line.values["kind"]): line for line in table.lines if line.values["model"] == model}


def counted(line: Line) -> tuple[object, object]:
    return line.values["cases"], line.values["of"]


def test_calls_that_failed_are_of_all_that_was_asked_and_nothing_else_is() -> None:
    told = kinds(answers((Place("m", "en", "basic"), {
        "1": ("goose", "goose"),
        "2": ("duck", None),
        "3": ("swan", "I cannot tell, it might be one of many things here, who could say?"),
        "4": ("owl", reply("cat")),
    })))  # fmt: skip
    assert counted(told["failed"]) == (1, 4)
    assert told["failed"].rows("cases") == (1,)
    assert counted(told["unparsed"]) == (1, 3)
    assert told["unparsed"].rows("cases") == (2,)
    share = told["unparsed"].values["share"]
    assert isinstance(share, Estimate)
    assert (share.value, share.n, share.undefined, share.method) == (1 / 3, 3, 1, "wilson")
    # Only one answer was read and is wrong, and it has the length that was told.
    assert counted(told["wrong_length"]) == (0, 1)
    assert told["wrong_length"].rows("share") == (3,)
    assert "repeated" not in told
    assert "wrong_letters" not in told


def test_length_counts_what_a_reader_sees_and_only_where_it_was_told() -> None:
    said = {"1": ("کتاب‌ها", "کتابها!"), "2": ("کتاب", "کُتُبی"), "3": ("کتاب", "کتابخانه")}
    with_hint = kinds(answers((Place("m", "fa", "basic"), said)))
    # The first is right; the second has four letters and two vowel signs.
    assert counted(with_hint["wrong_length"]) == (1, 2)
    assert with_hint["wrong_length"].rows("cases") == (2,)
    assert "wrong_length" not in kinds(answers((Place("m", "fa", "none"), said)))
    # Of a variant that is none of ours nobody knows what was told.
    assert "wrong_length" not in kinds(answers((Place("m", "fa", "theirs"), said), specs={"theirs": None}))


def test_letters_that_were_shown() -> None:
    pattern = reveal("circumference", subset="en", id="1")
    fits = "".join("x" if char == "_" else char.upper() for char in pattern)
    ignores = "".join("x" if char == "_" else "y" for char in pattern)
    told = kinds(answers(
        (Place("m", "en", "reveal"), {"1": ("circumference", fits)}),
        (Place("n", "en", "reveal"), {"1": ("circumference", ignores)}),
    ))  # fmt: skip
    assert counted(told["wrong_letters"]) == (0, 1)
    both = answers(
        (Place("m", "en", "reveal"), {"1": ("circumference", fits)}),
        (Place("n", "en", "reveal"), {"1": ("circumference", ignores)}),
    )
    assert counted(kinds(both, "n")["wrong_letters"]) == (1, 1)
    assert counted(kinds(both, "all models")["wrong_letters"]) == (1, 2)


def test_an_answer_that_is_given_again() -> None:
    told = kinds(answers((Place("m", "en", "refine"), {
        "1": ("goose", ["duck", "Duck.", "swan"]),  # the same answer, written otherwise
        "2": ("goose", ["duck", "swan", "owl"]),
        "3": ("goose", ["goose"]),  # no second attempt
        "4": ("goose", ["duck", "goose"]),
    })))  # fmt: skip
    assert counted(told["repeated"]) == (1, 3)
    assert told["repeated"].rows("cases") == (0,)


def test_a_right_candidate_that_was_not_chosen() -> None:
    told = kinds(answers((Place("m", "en", "basic"), {
        "1": ("goose", reply("duck", "swan", "The Goose", "GOOSE")),
        "2": ("goose", reply("duck", "swan")),
        "3": ("goose", "duck"),  # lists none
        "4": ("goose", reply("goose", "goose")),  # chosen
    })))  # fmt: skip
    assert counted(told["passed_over"]) == (1, 2)
    assert told["passed_over"].rows("cases") == (0,)
    assert told["passed_over"].values["coverage"] == 2 / 4


@pytest.mark.parametrize(
    ("answer", "subset", "truth", "wrong"),
    [
        ("goose", "en", "duck", False),
        ("غاز", "en", "duck", True),
        ("goose", "fa", "اردک", True),
        ("اردک", "ar", "بطة", False),
        ("لاستیک", "cross", "غاز", False),
        ("truck", "cross", "غاز", True),
        ("DVD", "cross", "DVD پلیر", False),  # the right answer has Latin letters too
        ("42", "en", "duck", None),
        ("гусь", "en", "duck", True),
        ("aب", "en", "duck", None),
    ],
)
def test_language_goes_by_script(answer: str, subset: Subset, truth: str, wrong: bool | None) -> None:
    assert wrong_script(answer, subset, [truth]) is wrong


def test_the_script_of_most_letters_counts() -> None:
    assert script_of("لاستیک k") == "arabic"
    assert script_of("kamyoon ک") == "latin"


def test_nothing_asked_nothing_told() -> None:
    assert failure_reading(Answers(()), Choices()) == ()
