"""Sheets: what goes out comes back, and nothing in it runs."""

import csv
import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gander.errors import InputError
from gander.quack.metrics.validation.sheets import cell, content, read_sheet, shown, write_sheet

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


@given(st.lists(st.fixed_dictionaries({"id": st.text(min_size=1), "text": st.text()}), max_size=4))
@example([{"id": "a", "text": "\0"}, {"id": "=", "text": '"'}, {"id": ",", "text": "\r"}])
@example([{"id": "a", "text": "\ud800"}])
@example([{"id": "a;;;;", "text": ";"}])
def test_a_sheet_comes_back(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("sheet") / "s.csv"
    path.write_bytes(write_sheet(("id", "text"), rows))
    columns, found = read_sheet(path)
    assert columns == ("id", "text")
    said = [{name: shown(text) for name, text in row.items()} for row in rows]
    # A row of nothing but blanks is what a spreadsheet leaves at the end.
    assert [dict(row.cells) for row in found] == [
        row for row in said if any(cell(text).strip() for text in row.values())
    ]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_what_spreadsheets_make_of_it(tmp_path, separator, end, mark):
    page = io.StringIO()
    out = csv.writer(page, delimiter=separator, lineterminator=end)
    out.writerows([["ID", " faithful "], ["a", "yes"], ["", ""], ["b", "no; or\nnot, hm"]])
    path = tmp_path / "s.csv"
    path.write_bytes((mark + page.getvalue()).encode())
    columns, [first, second] = read_sheet(path)
    assert columns == ("id", "faithful")
    assert (first["faithful"], first.where) == ("yes", f"{path}:2")
    assert (second["faithful"], second.where) == ("no; or\nnot, hm", f"{path}:4")


@pytest.mark.parametrize(
    ("data", "words", "place"),
    [
        (b"", "empty", ""),
        (b"id,text\na,\xff\n", "UTF-8", ":2"),
        (b"id,text\na,b,c\n", "3 cells", ":2"),
        (b'id,text\na,"b\n', "no CSV", ":2"),
    ],
)
def test_a_faulty_sheet_is_named(tmp_path, data, words, place):
    path = tmp_path / "s.csv"
    path.write_bytes(data)
    with pytest.raises(InputError, match=words) as caught:
        read_sheet(path)
    assert caught.value.where == f"{path}{place}"


def test_a_missing_sheet(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        read_sheet(tmp_path / "s.csv")
