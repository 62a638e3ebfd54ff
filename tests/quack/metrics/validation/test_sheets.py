"""Sheets: what goes out comes back, and nothing in it runs."""

import csv
import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gander.errors import InputError
from gander.quack.metrics.validation.sheets import read_sheet, write_sheet
from gander.spreadsheet import cell, shown


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
        (b"id,text,note, Text \na,b,c,d\n", "'text' twice, as columns 2 and 4", ":1"),
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
