"""Sheets: CSV files that people fill in with a spreadsheet, and that come back in any of its dialects.

Written as UTF-8 with a byte order mark (without it Excel takes the file for another encoding), commas, CRLF,
every cell as `gander.spreadsheet` makes it.
"""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gander.errors import InputError
from gander.quack.record.lines import MAX_FILE
from gander.spreadsheet import content, written
from gander.terminal import printable

__all__ = ["Row", "read_sheet", "write_sheet"]


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


def write_sheet(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> bytes:
    """A sheet; numbers and texts, and nothing for what a row lacks."""
    return written(columns, rows, newline="\r\n").encode("utf-8-sig")


def read_sheet(path: Path) -> tuple[tuple[str, ...], list[Row]]:
    """Read a sheet that was written by `write_sheet` and saved by a spreadsheet.

    Commas, semicolons and tabs are told apart by the heading. Rows without any content are left out.

    Returns:
        The columns and the rows.

    Raises:
        InputError: The file cannot be read, is no UTF-8, or has no heading or one that names a column twice;
            or a row has more cells than the heading.
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
        for place, name in enumerate(columns):
            if name and (before := columns.index(name)) != place:
                raise InputError(
                    f"the heading names {printable(name)!r} twice, as columns {before + 1} and {place + 1}.",
                    where=f"{path}:1",
                    todo="Leave one of them, or give the other a name of its own.",
                )
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
