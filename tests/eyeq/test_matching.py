"""Matching: the table of pairs, which the documentation shows too, and what holds of all texts.

Run as a program, it writes the table into ``docs/eyeq-answers.md`` anew.
"""

import csv
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gander.eyeq.matching import (
    _BEYOND_ASCII,
    _EXACT_RULES,
    _PLAIN_ALREADY,
    Step,
    exact_form,
    match_exact,
    match_released,
    normalises_to_nothing,
    released_form,
)

_HERE = Path(__file__).parent
_DOCS = _HERE.parents[1] / "docs" / "eyeq-answers.md"
_BEGIN, _END = "<!-- pairs: begin -->\n", "<!-- pairs: end -->\n"


def _rows() -> list[dict[str, str]]:
    with (_HERE / "answer_pairs.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _characters(cell: str) -> str:
    """A cell of the table with its ``\\uXXXX`` and ``\\n`` as the characters that they stand for."""
    return re.sub(r"\\u([0-9a-f]{4})", lambda hit: chr(int(hit[1], 16)), cell).replace("\\n", "\n")


def _table() -> str:
    lines = ["| Subset | Answer | Truth | exact | released | Why |", "|---|---|---|---|---|---|"]
    lines += [
        f"| {row['subset']} | `{row['answer']}` | `{row['truth']}` |"
        f" {row['exact']} | {row['released']} | {row['why']} |"
        for row in _rows()
    ]
    return "\n".join(lines) + "\n"


def _pairs() -> list[object]:
    return [
        pytest.param(
            _characters(row["answer"]),
            _characters(row["truth"]),
            row["exact"],
            row["released"],
            id=row["why"],
        )
        for row in _rows()
    ]


# -- the table -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("answer", "truth", "exact", "released"), _pairs())
def test_a_pair_has_its_verdict_in_both_directions(answer, truth, exact, released):
    assert match_exact(answer, [truth]).equal is (exact == "equal")
    assert match_exact(truth, [answer]).equal is (exact == "equal")
    assert match_released(answer, truth).equal is (released == "equal")
    assert match_released(truth, answer).equal is (released == "equal")


def test_the_table_is_whole():
    rows = _rows()
    assert len({(row["answer"], row["truth"]) for row in rows}) == len(rows) >= 120
    assert {row["exact"] for row in rows} | {row["released"] for row in rows} == {"equal", "different"}
    assert all(row["why"] for row in rows)
    for subset in ("en", "fa", "ar", "cross"):
        assert {row["exact"] for row in rows if row["subset"] == subset} == {"equal", "different"}


def test_the_documentation_shows_the_table():
    page = _DOCS.read_text(encoding="utf-8")
    assert page.split(_BEGIN)[1].split(_END)[0] == _table(), f"run python {Path(__file__).name} to write it"


# -- what a match says -----------------------------------------------------------------------------


def test_the_truth_that_matched_is_named():
    match = match_exact("notebook", ["Laptop", "Notebook", "notebook."])
    assert match.equal
    assert match.truth == "Notebook"


def test_one_truth_may_be_given_as_text():
    assert match_exact("a", "a").equal
    assert not match_exact("a", "ab").equal


def test_no_answer_is_never_right():
    for match in (match_exact(None, [""]), match_released(None, "")):
        assert not match.equal
        assert match.truth is None
        assert match.answer_form is None


def test_without_truths_nothing_is_right():
    assert not match_exact("a", []).equal


def test_the_trace_has_each_change_with_before_and_after():
    assert match_exact("«مُختار».", ["مختار"]).steps == (
        Step("answer", "Arabic-script diacritics removed", "«مُختار».", "«مختار»."),
        Step("answer", "punctuation signs unified", "«مختار».", '"مختار".'),
        Step("answer", "outer punctuation and quotes removed", '"مختار".', "مختار"),
    )
    assert match_released("The End.", "the end").steps == (
        Step("answer", "lower case", "The End.", "the end."),
        Step("answer", "ASCII punctuation removed", "the end.", "the end"),
        Step("answer", "spaces U+0020 removed", "the end", "theend"),
        Step("truth", "spaces U+0020 removed", "the end", "theend"),
    )


def test_the_trace_is_empty_where_nothing_changed():
    assert match_exact("needle", ["needle"]).steps == ()


def test_where_nothing_matched_the_trace_is_the_first_truths():
    steps = match_exact("pin", ["Needle", "NAIL"]).steps
    assert steps == (Step("truth", "case folded", "Needle", "needle"),)


@pytest.mark.parametrize(
    "text", ["", " ", "\u200c", "\u00a0\u200e", "\u064e\u0651", "ـ", "...", "'\"", "\ufeff"]
)
def test_a_puzzle_without_a_usable_answer_is_told(text):
    assert normalises_to_nothing(text)


@pytest.mark.parametrize("text", ["a", "'Z'", "9\u064e", "۵", "C++", "؟", "ـا", "½"])
def test_a_usable_answer_is_told(text):
    assert not normalises_to_nothing(text)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("C++", "c"),
        ("مُختار", "مختار"),
        ("هٰذا", "هٰذا"),  # U+0670 is beyond the range
        ("ا\u0653", "ا\u0653"),  # and so is U+0653
        ("a\tb c", "a\tbc"),
        ("كتاب", "كتاب"),
        ("«a»", "«a»"),
    ],
)
def test_the_released_form(text, form):
    assert released_form(text) == form


def test_every_character_alone_and_in_company_has_a_stable_form():
    for code in (*range(0xD800), *range(0xE000, 0x11000), *range(0x1D400, 0x1D800), *range(0x1EE00, 0x1EF00)):
        for text in (chr(code), f"a{chr(code)}ب{chr(code)}1"):
            form = exact_form(text)
            assert exact_form(form) == form, ascii(text)


def test_long_texts_are_compared_as_they_are_and_at_once():
    for text in ("ﷺ" * 500_000, "(" * 500_000 + "a", "-" * 500_000, '"' * 1_001):
        assert exact_form(text) == text


@pytest.mark.parametrize("unit", ["(", ")", '"', "-", "a-", "- ", "—", ".", "*", "ﷺ", "()", "٫1", "ا ", "_-"])
def test_the_longest_normalised_text_takes_little(unit):
    text = unit * (998 // len(unit))
    for variant in (text, text + "a", "a" + text):
        assert exact_form(exact_form(variant)) == exact_form(variant)


# -- what holds of all texts -----------------------------------------------------------------------

_LATIN = st.sampled_from("abcXYZéßıİñﬁœÅ")
_ARABIC = st.sampled_from("ابپتثجچحخدذرزژسشصضطظعغفقکكگلمنوهیيىآأإٱؤئءةۀەہھﻻﻛﺎ")
_SIGN = st.sampled_from(list("+#%$&@/=.,;:!?'\"()[]{}*_~-—–−‐«»“”‘’؟،؛٪٫٬…٭•·²½°"))
_HIDDEN = st.sampled_from("\u200c\u200d\u200e\u200f\u00ad\ufeff\u2066\u2069\u061c")
_MARK = st.sampled_from("\u064b\u064e\u0651\u0652\u0653\u0654\u0655\u0670\u06d6\u0640\u0301\u0308\u0338")
_SPACE = st.sampled_from(" \u00a0\t\u3000")
_DIGIT = st.sampled_from("0159۰۵۹٠٥９𝟗")
_TEXT = st.lists(
    st.one_of(_LATIN, _ARABIC, _SIGN, _HIDDEN, _MARK, _SPACE, _DIGIT, st.characters(codec="utf-8")),
    max_size=12,
).map("".join)
_WORD = st.text(alphabet="abcdefgABCxyz", min_size=1, max_size=6)
_ARABIC_WORD = st.lists(_ARABIC, min_size=1, max_size=5).map("".join)


@given(st.text(st.characters(codec="ascii")))
def test_rules_that_are_left_out_for_ascii_change_nothing_there(text):
    left_out = [apply for rule, apply in _EXACT_RULES if rule in _BEYOND_ASCII]
    assert len(left_out) == len(_BEYOND_ASCII)
    assert all(apply(text) == text for apply in left_out)
    assert exact_form(text).isascii()


@given(st.from_regex(_PLAIN_ALREADY, fullmatch=True))
def test_no_rule_changes_what_none_is_asked_about(text):
    assert all(apply(text) == text for _, apply in _EXACT_RULES)
    assert exact_form(text) == text


@given(_TEXT)
def test_a_form_is_its_own_form(text):
    form = exact_form(text)
    assert exact_form(form) == form
    assert released_form(released_form(text)) == released_form(text)


@given(_TEXT)
def test_an_answer_equals_itself_and_its_form(text):
    assert match_exact(text, [text]).equal
    assert match_exact(text, [exact_form(text)]).equal
    assert match_released(text, text).equal


@given(_TEXT, _TEXT)
def test_order_does_not_matter(one, other):
    assert match_exact(one, [other]).equal == match_exact(other, [one]).equal
    assert match_released(one, other).equal == match_released(other, one).equal


@given(st.lists(_SIGN | _SPACE | _HIDDEN | _DIGIT, max_size=3).map("".join), st.data())
def test_what_equals_the_same_is_equal(core, data):
    texts = [
        core + data.draw(st.sampled_from(["", " ", ".", "\u200c", '"', "-", "۵", "ا"])) for _ in range(3)
    ]
    one, two, three = texts
    if match_exact(one, [two]).equal and match_exact(two, [three]).equal:
        assert match_exact(one, [three]).equal


@given(_TEXT, _HIDDEN, st.integers(0, 12))
def test_invisible_characters_change_nothing(text, hidden, at):
    assert exact_form(text[:at] + hidden + text[at:]) == exact_form(text)


@given(
    st.lists(_ARABIC_WORD, min_size=2, max_size=4),
    st.lists(st.sampled_from(["", " ", "\u200c", "-", "\u00a0"]), min_size=3, max_size=3),
)
def test_in_arabic_script_space_zwnj_hyphen_and_nothing_are_equal(words, gaps):
    joined = words[0] + "".join(gap + word for gap, word in zip(gaps, words[1:], strict=False))
    assert match_exact(joined, ["".join(words)]).equal


@given(_WORD, _WORD)
def test_in_latin_script_a_space_is_a_hyphen_but_not_nothing(one, other):
    assert match_exact(f"{one}-{other}", [f"{one} {other}"]).equal
    assert not match_exact(f"{one} {other}", [one + other]).equal


@given(_WORD | _ARABIC_WORD | st.integers(0, 10**6).map(str))
def test_outer_punctuation_changes_nothing(word):
    for text in (
        f'"{word}"',
        f"«{word}».",
        f" {word} ",
        f"({word})",
        f"{word}!",
        f"“{word}?”",
        f"**{word}**",
        f"{word}،",
    ):
        assert match_exact(text, [word]).equal, text


@given(_WORD | _ARABIC_WORD | st.integers(0, 10**6).map(str), st.sampled_from("+#%$&@/=°²"))
def test_signs_that_carry_meaning_stay(word, sign):
    assert not match_exact(word + sign, [word]).equal
    assert not match_exact(sign + word, [word]).equal


@given(st.integers(0, 10**6))
def test_a_minus_stays(number):
    assert not match_exact(f"-{number}", [str(number)]).equal
    assert not match_exact(f"دما -{number}", [f"دما {number}"]).equal
    assert match_exact(f"\u2212{number}", [f"-{number}"]).equal


@given(st.integers(0, 99), st.integers(0, 99), st.sampled_from(".:,-/ "))
def test_numbers_do_not_run_together(one, other, sign):
    assert not match_exact(f"{one}{sign}{other}", [f"{one}{other}"]).equal


@given(st.integers(0, 10**6))
def test_digits_are_equal_in_all_their_forms(number):
    for zero in "۰٠０":
        assert match_exact("".join(chr(ord(zero) + int(digit)) for digit in str(number)), [str(number)]).equal


if __name__ == "__main__":
    _page = _DOCS.read_text(encoding="utf-8")
    _DOCS.write_text(
        _page.split(_BEGIN)[0] + _BEGIN + _table() + _END + _page.split(_END)[1], encoding="utf-8"
    )
