"""Cells of CSV files: nothing in them runs, and nothing is lost."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gander.spreadsheet import cell, content, shown, written

FORMULAS = ['=HYPERLINK("http://x","y")', "+1+cmd|' /C calc'!A0", "-2", "@SUM(A1)", " =1", "\n=1", "＝1"]


@pytest.mark.parametrize("text", FORMULAS)
def test_no_cell_begins_like_a_formula(text):
    assert cell(text) == f"'{shown(text)}"
    assert content(cell(text)) == shown(text)


def test_other_texts_stay_as_they_are():
    for text in ("I was in medbay.", "a → b", "سلام", "2 = 2", "", 'she said "no", then left\nand came back'):
        assert cell(text) == text


def test_an_apostrophe_is_not_lost():
    assert content(cell("'tis true")) == "'tis true"
    assert content(cell("'=1")) == "'=1"


def test_what_could_hide_text_is_shown():
    assert shown("a\u202eb\x1b[2Jc\r\nd\re") == "a\\u202eb\\x1b[2Jc\nd\ne"


def test_a_long_text_is_cut_and_says_so():
    assert len(cell("=" + "x" * 50_000)) <= 32_767
    assert "cut" in shown("x" * 50_000)[-60:]


def test_numbers_stay_numbers_and_what_is_undefined_is_empty():
    rows: list[dict[str, object]] = [{"a": -2.5, "b": -3, "c": None, "d": True, "e": "-2"}, {"a": 0.1 + 0.2}]
    heading, *lines = written(("a", "b", "c", "d", "e"), rows).splitlines()
    assert heading == "a,b,c,d,e"
    assert lines == ["-2.5,-3,,true,'-2", "0.30000000000000004,,,,"]


@given(st.lists(st.text() | st.floats(allow_nan=False) | st.integers(), min_size=2, max_size=2))
def test_what_is_written_comes_back_and_no_text_is_a_formula(values):
    page = written(("a", "b"), [dict(zip("ab", values, strict=True))])
    [_, read] = csv.reader(io.StringIO(page, newline=""))
    for value, said in zip(values, read, strict=True):
        if isinstance(value, str):
            assert content(said) == shown(value)
            assert not said.lstrip().startswith(("=", "+", "-", "@"))
        else:
            assert type(value)(said) == value
