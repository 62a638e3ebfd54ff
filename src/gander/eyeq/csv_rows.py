"""CSV files that people hand in, row by row, each with its place."""

import csv
import io
from pathlib import Path

from gander.errors import InputError
from gander.faults import shown

__all__ = ["csv_rows", "text_of"]


def csv_rows(path: Path) -> tuple[list[str], list[tuple[str, dict[str, str]]]]:
    """The rows of a CSV file; where its heading has no comma, semicolons or tabs part the cells.

    Returns:
        Its columns, and its rows: the place as ``FILE:LINE``, and the cells by column.

    Raises:
        InputError: It cannot be read, a column is given twice, or a row has more or fewer cells than that.
    """
    text = text_of(path)
    # A reply may be longer than the 131,072 characters that Python's reader takes for a mistake.
    usual = csv.field_size_limit(max(len(text), csv.field_size_limit()))
    where = f"{path}:1"
    rows: list[tuple[str, dict[str, str]]] = []
    try:
        # Strictly: else a quote that is never closed would swallow every row behind it.
        reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
        columns = list(reader.fieldnames or ())
        seen: dict[str, str] = {}
        for column in map(str.strip, columns):
            if column and (before := seen.get(column.casefold())):
                again = "" if before == column else f" (again as {shown(column)})"
                raise InputError(f"column {shown(before)} is given twice{again}.", where=where)
            seen[column.casefold()] = column
        for row in reader:
            where = f"{path}:{reader.line_num}"
            if None in row or None in row.values():
                # A row cut short would otherwise be an empty answer, which is wrong.
                number = "more" if None in row else "fewer"
                raise InputError(f"the row has {number} cells than columns.", where=where)
            rows.append((where, row))
    except csv.Error as error:
        raise InputError(f"cannot be read as CSV ({error}).", where=where) from error
    finally:
        csv.field_size_limit(usual)
    return columns, rows


def _delimiter(text: str) -> str:
    """What parts the heading's cells: spreadsheets write semicolons where a comma is in numbers."""
    heading = text.partition("\n")[0]
    return next((sign for sign in ",;\t" if sign in heading), ",")


def text_of(path: Path) -> str:
    """A file's text.

    Raises:
        InputError: It cannot be read, is no text, or is empty.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"cannot be read ({(error.strerror or '').lower()}).", where=str(path)) from error
    except UnicodeDecodeError as error:
        raise InputError("is not UTF-8 text.", where=str(path)) from error
    if not text:
        raise InputError("is empty.", where=str(path))
    return text
