"""Replies that were given before, given again: a finished run without a call.

The store is any JSON-lines file whose lines say ``puzzle``, ``attempt`` and what came of the call, as a run
folder's ``answers.jsonl`` does.
"""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from gander.errors import InputError
from gander.faults import shown
from gander.files import ended_lines
from gander.layout import ANSWERS
from gander.models.failures import Answered, Outcome

__all__ = ["Recording", "read_recording"]

Recording = Mapping[tuple[str, int], Outcome]
"""What came of each attempt at each puzzle."""


class _Line(msgspec.Struct):
    puzzle: str
    attempt: int
    outcome: Outcome
    cell: str = ""


def read_recording(path: Path, cell: str = "") -> Recording:
    """Read a store of replies.

    Args:
        path: The file, or the run folder that holds it.
        cell: Only the replies of this cell of a grid; needed where the file holds several.

    Raises:
        InputError: It cannot be read, a line is none of a store's, or it holds several cells and none was
            chosen, or not the one chosen.
    """
    file = path / ANSWERS if path.is_dir() else path
    decoder = msgspec.json.Decoder(_Line)
    found: dict[tuple[str, int], Outcome] = {}
    cells: set[str] = set()
    try:
        lines = ended_lines(file.read_bytes())
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"cannot be read ({reason}).", where=str(file)) from error
    for number, line in enumerate(lines, 1):
        try:
            read = decoder.decode(line)
        except msgspec.MsgspecError as error:
            raise InputError(f"is no line of a store ({error}).", where=f"{file}:{number}") from error
        cells.add(read.cell)
        if cell and read.cell != cell:
            continue
        before = found.get((read.puzzle, read.attempt))
        # A failure never hides an answer.
        if not isinstance(before, Answered):
            found[read.puzzle, read.attempt] = read.outcome
    if cell not in cells if cell else len(cells) > 1:
        raise InputError(
            f"has no cell {shown(cell)}." if cell else f"holds {len(cells)} cells of a grid.",
            where=str(file),
            todo=f"Choose one with -M cell=…, as run.json names them: {', '.join(sorted(cells)) or 'none'}.",
        )
    return found
