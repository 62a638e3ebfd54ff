"""The Eye-Q pages as one file that opens from disk and needs nothing else."""

import hashlib
from collections.abc import Callable
from importlib.util import find_spec

import msgspec

from gander.counted import listed
from gander.errors import InputError
from gander.report.one_file import one_file
from gander.viewer.eyeq.grid import Accuracy, GridView, accuracy_over, grid_of
from gander.viewer.eyeq.opened import OpenedRuns
from gander.viewer.eyeq.puzzle import PuzzlePage, puzzle_page
from gander.viewer.static_files import static_files
from gander.viewer.wire import to_json

__all__ = ["MOST_OF_PICTURES", "ExportedRuns", "export_runs"]

MOST_OF_PICTURES = 3_000_000
"""Bytes of all small pictures together; a file that would have more has none."""


class ExportedRuns(msgspec.Struct, frozen=True):
    """What the file carries: what the server would have answered.

    Attributes:
        grid: The grid.
        accuracy: What every column made of all puzzles (under the empty name), and of each subset's.
        puzzles: Every puzzle's page, by its key.
        pictures: The ids of the elements that hold the small pictures, by the puzzles' keys.
    """

    grid: GridView
    accuracy: dict[str, list[Accuracy]]
    puzzles: dict[str, PuzzlePage]
    pictures: dict[str, str]


def export_runs(opened: OpenedRuns, on_puzzle: Callable[[int, int], None]) -> bytes:
    """The page of runs, with every puzzle's page and a small picture of each.

    Args:
        opened: The runs.
        on_puzzle: Told how many puzzles are done, and of how many.

    Raises:
        InputError: There is not one answer in them.
    """
    if not opened.answers.samples:
        why = next((source.fault for source in opened.sources if source.fault), "")
        where = listed([str(source.path) for source in opened.sources])
        raise InputError("nothing was answered, or could be read.", where=where, todo=why)
    grid = grid_of(opened)
    accuracy = {"": accuracy_over(opened, tuple(opened.truths))}
    for subset in dict.fromkeys(its.subset for its in grid.puzzles):
        keys = [its.key for its in grid.puzzles if its.subset == subset]
        accuracy[subset] = accuracy_over(opened, keys)
    pictures, files, note = _pictures(opened)
    pages: dict[str, PuzzlePage] = {}
    for number, key in enumerate(opened.truths, 1):
        page = puzzle_page(opened, key)
        pages[key] = msgspec.structs.replace(page, picture=key in pictures)
        on_puzzle(number, len(opened.truths))
    told = msgspec.structs.replace(
        grid,
        puzzles=tuple(msgspec.structs.replace(its, picture=its.key in pictures) for its in grid.puzzles),
        notes=(*grid.notes, *([note] if note else [])),
    )
    return one_file(
        "Eye-Q – Gander",
        static_files(),
        "exported_eyeq.js",
        ("style.css", "game.css", "eyeq.css"),
        to_json(ExportedRuns(told, accuracy, pages, pictures)),
        files,
    )


def _pictures(opened: OpenedRuns) -> tuple[dict[str, str], dict[str, bytes], str]:
    """The small pictures' ids by puzzle, the pictures by id, and why there are none."""
    of: dict[str, str] = {}
    files: dict[str, bytes] = {}
    size = 0
    if find_spec("PIL") is None and opened.pictures.sets:
        return (
            of,
            files,
            "The pictures are left out, for Pillow is missing: pip install 'gander-eval[pictures]'.",
        )
    for key in opened.truths:
        try:
            found = opened.pictures.small(key)
        except InputError:
            continue  # the page says at that puzzle that there is none
        if found is None or found[1] != "image/webp":
            continue
        name = f"picture-{hashlib.sha256(found[0]).hexdigest()[:16]}"
        size += 0 if name in files else len(found[0])
        if size > MOST_OF_PICTURES:
            most = MOST_OF_PICTURES // 1_000_000
            return {}, {}, f"The pictures are left out: they would be more than {most} MB."
        files[name] = found[0]
        of[key] = name
    return of, files, ""
