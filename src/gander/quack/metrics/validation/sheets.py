"""Sheets: CSV files that people fill in with a spreadsheet, and that come back in any of its dialects.

Written as UTF-8 with a byte order mark (without it Excel takes the file for another encoding), commas, CRLF.
What players and models wrote could be taken for a formula, so a cell that begins like one gets an apostrophe
before it; so does a cell that begins with an apostrophe, so that nothing is lost. Signs that could hide or
reorder text are shown as escapes, and texts longer than a cell can hold are cut, and say so.
"""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gander.errors import InputError
from gander.quack.record.lines import MAX_FILE
from gander.terminal import printable

__all__ = ["Row", "cell", "content", "read_sheet", "shown", "write_sheet"]

_FORMULA = tuple("=+-@＝＋－＠|%")
_LONGEST = 32_000  # characters; Excel's cells hold 32,767
_CUT = "… (cut; the whole text is in the record)"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a sheet.

    Attributes:
        where: The file and the row, as ``sheet.csv:12``; the heading is row 1, as spreadsheets count.
        cells: Contents by column.
    """

    where: str
    cells: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells[column]


def shown(text: str) -> str:
    """A text as people see it in a cell."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    plain = "\n".join(printable(line) for line in lines)
    return plain if len(plain) <= _LONGEST else plain[: _LONGEST - len(_CUT)] + _CUT


def cell(text: str) -> str:
    """A text made fit for a spreadsheet's cell."""
    plain = shown(text)
    risky = plain.startswith("'") or plain.lstrip(" \n").startswith(_FORMULA)
    return f"'{plain}" if risky else plain


def content(cell: str) -> str:
    """The text that a cell shows, without the apostrophe before it."""
    return cell.removeprefix("'")


def write_sheet(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> bytes:
    """A sheet; numbers and texts, and nothing for what a row lacks."""
    page = io.StringIO()
    out = csv.writer(page, lineterminator="\r\n")
    out.writerow(columns)
    for row in rows:
        values = (row.get(column, "") for column in columns)
        out.writerow([cell(value) if isinstance(value, str) else value for value in values])
    return page.getvalue().encode("utf-8-sig")


def read_sheet(path: Path) -> tuple[tuple[str, ...], list[Row]]:
    """Read a sheet that was written by `write_sheet` and saved by a spreadsheet.

    Commas, semicolons and tabs are told apart by the heading. Rows without any content are left out.

    Returns:
        The columns and the rows.

    Raises:
        InputError: The file cannot be read, is no UTF-8, or has no heading; or a row has more cells than the
            heading.
    """
    try:
        data = path.read_bytes() if path.stat().st_size <= MAX_FILE else None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"cannot be read ({reason}).", where=str(path)) from error
    if data is None:
        raise InputError(f"the sheet is larger than {MAX_FILE >> 20} MiB.", where=str(path))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(
            "this is not UTF-8.",
            where=f"{path}:{line}",
            todo="Save the sheet as “CSV UTF-8”.",
        ) from error
    heading = text.partition("\n")[0]
    separator = max(",;\t", key=heading.count)
    rows: list[Row] = []
    try:
        read = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
        columns = tuple(name.strip().lower() for name in next(read, []))
        if not any(columns):
            raise InputError("the sheet is empty.", where=str(path))
        for number, cells in enumerate(read, 2):
            if not any(one.strip() for one in cells):
                continue
            if len(cells) > len(columns) and any(one.strip() for one in cells[len(columns) :]):
                raise InputError(
                    f"the row has {len(cells)} cells; the heading has {len(columns)}.",
                    where=f"{path}:{number}",
                    todo="Was it saved with other separators or without quotes?",
                )
            named = dict.fromkeys(columns, "") | {
                name: content(one.replace("\r\n", "\n")) for name, one in zip(columns, cells, strict=False)
            }
            rows.append(Row(f"{path}:{number}", named))
    except csv.Error as error:
        raise InputError(
            f"this is no CSV ({error}).", where=f"{path}:{len(rows) + 2}", todo="Save the sheet as CSV."
        ) from error
    return columns, rows
