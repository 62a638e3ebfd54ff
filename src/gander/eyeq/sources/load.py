"""From what a person asks for to a set of puzzles."""

import re
from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from typing import Literal

from gander.errors import InputError
from gander.eyeq.puzzles import SUBSETS, Subset, parse_subset
from gander.eyeq.sources.folder import read_folder
from gander.eyeq.sources.hub import EYE_Q, read_hub
from gander.eyeq.sources.puzzle_set import PuzzleSet
from gander.eyeq.sources.rows import bad_rows
from gander.faults import listed

__all__ = ["load_puzzles"]

_REPOSITORY = re.compile(r"hub:([A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*)", re.ASCII)


def load_puzzles(
    data: str,
    *,
    subsets: Iterable[str] | None = None,
    skip_bad: bool = False,
    revision: str | None = None,
    network: bool = True,
) -> PuzzleSet:
    """Read puzzles and check every row; no picture is decoded.

    Args:
        data: ``starter`` (bundled), ``hub`` (Eye-Q), ``hub:OWNER/NAME``, or a folder or table on disk; a
            folder with one of these names is written ``./hub``.
        subsets: The subsets wanted, in any usual spelling; None for all there are. Rows of others are not
            checked.
        skip_bad: Leave rows out that cannot be used, and list them in the result, instead of stopping.
        revision: The commit, branch or tag to read; for the Hub alone. None for the newest.
        network: Ask the Hub for what was not read before; without it, that is an error.

    Returns:
        The puzzles.

    Raises:
        InputError: The source cannot be read; rows cannot be used (all in one message, at most 20 spelt
            out); a subset asked for has no puzzles.
    """
    asked = sorted({parse_subset(name) for name in subsets or ()}, key=SUBSETS.index)
    repository = EYE_Q if data == "hub" else None
    if named := _REPOSITORY.fullmatch(data):
        repository = named[1]
    source: Literal["starter", "hub", "folder"]
    if repository is not None:
        source, name = "hub", repository
        read, found, rows = read_hub(repository, revision, asked, network=network)
    else:
        if revision is not None:
            raise InputError("only puzzles from the Hub have revisions.", where="--revision")
        if data == "starter":
            source, name = "starter", data
            path = Path(str(resources.files("gander.eyeq") / "data" / "starter"))
        else:
            source, path = "folder", Path(data).expanduser()
            name = path.resolve().name
        read, found, rows = read_folder(path, asked)
    if read.bad and not skip_bad:
        raise bad_rows(read.bad, label=name, rows=rows)
    puzzles = PuzzleSet(read.puzzles, source, name, found, read.bad, read.notes)
    empty: list[Subset] = [subset for subset in asked if subset not in puzzles.subsets]
    if empty or not puzzles.puzzles:
        which = f"of subset {listed(empty, 'or')}" if empty else "that can be used"
        left_out = ""
        if read.bad:
            one = read.bad[0]
            left_out = f"{len(read.bad)} rows were left out; the first is {one.where}: {one.what}."
        raise InputError(f"has no puzzles {which}.", where=name, todo=left_out)
    return puzzles
