"""Answers and right answers side by side."""

from hypothesis import given
from hypothesis import strategies as st

from gander.eyeq.matching import exact_form, match_exact, match_released, released_form
from gander.viewer.eyeq.compared import by_exact, by_released, letters_of, parts_of

TEXTS = st.text(
    st.sampled_from("abC +-.\u200c\u064b\u0651\u0627\u0642\u0643\u06a9\u064a\u06cc\u0640\u00a0\u0301"),
    max_size=12,
)


def test_where_they_first_differ() -> None:
    compared = by_exact("\u0645\u0646\u0637\u0642\u0647", ["\u0645\u0646\u0637\u0642\u0629"])
    assert compared.equal is False
    assert compared.first is not None
    assert (compared.first.place, compared.first.answer, compared.first.truth) == (
        5,
        "U+0647 ARABIC LETTER HEH",
        "U+0629 ARABIC LETTER TEH MARBUTA",
    )
    assert [kind for kind, _, _ in compared.parts] == ["equal", "differ"]


def test_both_scores_each_with_its_rules() -> None:
    answer, truth = "\u00abC++\u00bb", "c"
    exact, released = by_exact(answer, [truth]), by_released(answer, truth)
    assert (exact.answer_form, exact.equal) == ("c++", False)
    assert exact.answer_steps == (
        ("punctuation signs unified", '"C++"'),
        ("case folded", '"c++"'),
        ("outer punctuation and quotes removed", "c++"),
    )
    assert exact.truth_steps == ()
    assert exact.first is not None
    assert (exact.first.answer, exact.first.truth) == ("U+002B PLUS SIGN", "")
    assert (released.answer_form, released.equal) == ("\u00abc\u00bb", False)


def test_beside_the_right_answer_that_it_equals_or_else_the_nearest() -> None:
    truths = ["goose", "swan", "mute swan"]
    assert by_exact("Swan", truths).truth == "swan"
    assert by_exact("mute swans", truths).truth == "mute swan"
    assert by_released("Swan", truths[0]).truth == "goose"  # it knew one


def test_without_an_answer_there_is_nothing_to_compare() -> None:
    compared = by_exact(None, ["goose"])
    assert (compared.equal, compared.answer_form, compared.parts, compared.first) == (False, None, (), None)


def test_what_is_very_long_is_laid_side_by_side_to_a_bound() -> None:
    compared = by_exact("a" * 900, ["b"])
    assert compared.cut
    assert len(compared.parts[0][1]) == 200


@given(TEXTS, TEXTS)
def test_the_parts_are_the_forms_and_equal_is_what_the_scores_say(answer: str, truth: str) -> None:
    exact, released = by_exact(answer, [truth]), by_released(answer, truth)
    for compared, match, form in (
        (exact, match_exact(answer, truth), exact_form),
        (released, match_released(answer, truth), released_form),
    ):
        assert compared.equal == match.equal == (compared.first is None)
        assert "".join("".join(own) for _, own, _ in compared.parts) == compared.answer_form == form(answer)
        assert "".join("".join(other) for _, _, other in compared.parts) == compared.truth_form == form(truth)
        assert all((own == other) == (kind == "equal") for kind, own, other in compared.parts)
        for steps, given_text, end in (
            (compared.answer_steps, answer, compared.answer_form),
            (compared.truth_steps, truth, compared.truth_form),
        ):
            assert (steps[-1][1] if steps else given_text) == end


@given(TEXTS)
def test_letters_are_the_text(text: str) -> None:
    assert "".join(letters_of(text)) == text
    assert parts_of(letters_of(text), letters_of(text)) == (
        (("equal", tuple(letters_of(text)), tuple(letters_of(text))),) if text else ()
    )
