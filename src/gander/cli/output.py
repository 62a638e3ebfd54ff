"""What commands print: never a traceback over a closed, full or old-fashioned terminal."""

import fnmatch
import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

from gander.errors import InputError
from gander.layout import CALLS_NAME, CLAIMS_NAME, RECORD_NAME, RUN

__all__ = ["check_outputs", "columns", "complain", "note", "say", "tell", "terminal_width"]

_KEPT = (
    *(RECORD_NAME, RUN, CALLS_NAME, CLAIMS_NAME, "claims.*.jsonl"),
    *("*.claims.csv", "*.utterances.csv"),
)
"""Names of files that hold what cannot be made again: records, claims, and sheets that people fill in."""


def say(text: str) -> None:
    """Print text that is fit for a terminal (see `gander.terminal.printable`) to standard output."""
    _print(sys.stdout, text, "standard output")


def tell(text: str) -> None:
    """Print a sentence, fit for a terminal, to standard output, folded to the terminal's width."""
    from gander.terminal import folded

    _print(sys.stdout, "\n".join(folded(text, terminal_width(), whole_words=True)), "standard output")


def note(text: str) -> None:
    """Print something beside the result, to standard error, folded likewise; lines stay lines."""
    from gander.terminal import folded

    width = _width(sys.stderr)
    lines = [line for one in text.split("\n") for line in folded(one, width, whole_words=True)]
    _print(sys.stderr, "\n".join(lines), "standard error")


def complain(text: str) -> None:
    """Print an error to standard error: never folded, so that it is found and copied whole."""
    _print(sys.stderr, text, "standard error")


def columns() -> int:
    """Columns of the terminal; 100 where output goes elsewhere and nothing else is asked for."""
    return shutil.get_terminal_size((100, 40)).columns


def check_outputs(files: Mapping[str, Path | None]) -> None:
    """Refuse outputs that would write over one another, or over a record, claims or a sheet.

    Args:
        files: The files to write, by option.

    Raises:
        InputError: Naming the option.
    """
    taken: dict[Path, str] = {}
    for option, file in files.items():
        if file is None:
            continue
        place = file.resolve()
        if (other := taken.setdefault(place, option)) != option:
            raise InputError(
                f"{file} is the file of {other} too.", where=option, todo="Give each a name of its own."
            )
        if place.exists() and any(fnmatch.fnmatch(place.name, name) for name in _KEPT):
            raise InputError(
                f"{file} is there already, and is a record, claims or a sheet by its name.",
                where=option,
                todo="Choose another name.",
            )


def terminal_width() -> int | None:
    """Columns of the terminal, or of COLUMNS where that is set; else None: a file, a pipe or nowhere."""
    return _width(sys.stdout)


def _width(stream: TextIO | None) -> int | None:
    asked = os.environ.get("COLUMNS", "")
    if asked.isdecimal() and 0 < int(asked) < 10_000:
        return int(asked)
    if stream is None or not stream.isatty():
        return None
    try:
        # A terminal that does not know its own size has 0 columns.
        return os.get_terminal_size(stream.fileno()).columns or 80
    except OSError:
        return 80


def _print(stream: TextIO | None, text: str, name: str) -> None:
    from gander.terminal import in_encoding

    if stream is None:  # closed by whoever started us
        return
    try:
        stream.write(in_encoding(text, stream.encoding or "utf-8") + "\n")
        stream.flush()
    except BrokenPipeError:
        # The reader has had enough (`| head`). What is buffered has nowhere to go at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        raise
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"{name} cannot be written ({reason}).") from error
