"""Cells of CSV files that spreadsheets open without taking anybody's words for a formula.

What players and models wrote, and what folders and models are called, could begin like a formula. Such a cell
gets an apostrophe before it; so does a cell that begins with an apostrophe, so that nothing is lost
(`content`). Numbers stay numbers, negative ones too. Signs that could hide or reorder text are shown as
escapes, and texts longer than a cell can hold are cut, and say so.
"""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence

from gander.terminal import printable

__all__ = ["cell", "content", "shown", "written"]

_FORMULA = tuple("=+-@＝＋－＠")
_LONGEST = 32_000  # characters; Excel's cells hold 32,767
_CUT = "… (cut; the whole text is in the record)"


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


def written(columns: Sequence[str], rows: Iterable[Mapping[str, object]], *, newline: str = "\n") -> str:
    """A CSV file.

    Args:
        columns: Its heading.
        rows: Values by column. Texts are made fit for cells; numbers are written exactly; None, and what a
            row lacks, is an empty cell.
        newline: What ends a row.
    """
    page = io.StringIO()
    out = csv.writer(page, lineterminator=newline)
    out.writerow(columns)
    texts = _Texts()
    for row in rows:
        values = map(row.get, columns)
        out.writerow([texts[value] if isinstance(value, str) else _number(value) for value in values])
    return page.getvalue()


class _Texts(dict[str, str]):
    """Texts as cells; of what stands in many rows, such as a name, it is worked out once."""

    def __missing__(self, text: str) -> str:
        self[text] = fit = cell(text)
        return fit


def _number(value: object) -> object:
    return str(value).lower() if isinstance(value, bool) else value
