"""From a row as it is written to a puzzle, or to what is wrong with the row."""

import os
import unicodedata
from collections.abc import Callable, Collection
from pathlib import Path
from typing import NamedTuple

from gander.errors import InputError
from gander.eyeq.images import MAGIC_BYTES, ImageFile, image_fault
from gander.eyeq.matching import normalises_to_nothing
from gander.eyeq.puzzles import SUBSETS, Puzzle, Subset, parse_subset
from gander.eyeq.sources.puzzle_set import Skipped
from gander.eyeq.sources.tables import COLUMNS, RawRow, Table, UnpackedImage
from gander.eyeq.truncation import is_cut_short
from gander.faults import listed, shown

__all__ = ["FindImage", "Read", "bad_rows", "find_image", "puzzles_of"]

_SHOWN = 20  # faults that a message lists; the rest is counted

FindImage = Callable[[object], Path]
"""Gives the file that a row's image cell means; raises `InputError` without a place."""


class Read(NamedTuple):
    """What a table gave."""

    puzzles: tuple[Puzzle, ...]
    bad: tuple[Skipped, ...]
    notes: tuple[str, ...]


def puzzles_of(
    table: Table, *, find: FindImage, subsets: Collection[Subset], label: str, ours: bool = True
) -> Read:
    """The puzzles of a table, and every row that cannot be one.

    A table without a ``lang`` column holds puzzles of the one subset asked for, or English ones if none or
    several are asked for.

    Args:
        table: The table.
        find: Finds a row's picture.
        subsets: The subsets asked for; rows of others are passed over unchecked. Empty means all.
        label: What notes call the table.
        ours: Whether who reads it can mend it. Else pictures that are cut short pass: one of them in a
            published set fails when it is its turn, and is no reason not to ask about the others.
    """
    notes: list[str] = []
    unused = sorted(set(table.columns) - set(COLUMNS))
    if unused:
        notes.append(f"{label}: not read: {listed([shown(name) for name in unused])}.")
    default: Subset | None = None
    if "lang" not in table.columns:
        default = next(iter(subsets)) if len(subsets) == 1 else "en"
        notes.append(f"{label} has no lang column: all its puzzles are taken as {default}.")
    puzzles: list[Puzzle] = []
    bad: list[Skipped] = []
    first: dict[str, str] = {}
    for row in table.rows:
        if row.fault:
            bad.append(Skipped(row.where, row.fault))
            continue
        faults: list[str] = []
        subset = _subset(row, default, faults)
        if subset is not None and subsets and subset not in subsets:
            continue
        puzzle = _puzzle(row, subset or "en", find, faults, ours=ours)
        if subset is not None and puzzle.id:
            before = first.setdefault(puzzle.key, row.where)
            if before != row.where:
                faults.append(f"id {shown(puzzle.id)} of {subset} is taken ({before})")
        if faults:
            bad.append(Skipped(row.where, "; ".join(faults)))
        else:
            puzzles.append(puzzle)
    return Read(tuple(puzzles), tuple(bad), tuple(notes))


def bad_rows(bad: Collection[Skipped], *, label: str, rows: int) -> InputError:
    """One error that lists the rows that cannot be used."""
    listing = [f"{fault.where}: {fault.what}" for fault in list(bad)[:_SHOWN]]
    if len(bad) > _SHOWN:
        listing.append(f"… and {len(bad) - _SHOWN} more")
    return InputError(
        f"{len(bad)} of {rows} rows cannot be used:",
        where=label,
        todo="Mend them, or leave them out with --skip-bad.",
        details=listing,
    )


def find_image(folder: Path) -> FindImage:
    """Finds pictures in a folder: by a path from there, or by a name in its folder ``images``.

    A path that leads out of the folder, also through a link, is refused: a table from elsewhere must not
    be able to send a stranger one's files.
    """
    root = folder.resolve()
    inside = str(root).rstrip(os.sep) + os.sep
    known: dict[str, Path] = {}  # to follow a path to its end costs as much as all else that is done to a row

    def look(cell: str) -> Path:
        found: Path | None = None
        for name in dict.fromkeys((cell, cell.strip(), f"images/{cell.strip()}")):
            try:
                real = os.path.realpath(root / name)
                if not (real + os.sep).startswith(inside):
                    raise InputError(f"picture {shown(cell)} lies outside the folder")
                path = Path(real)
                found = path if path.is_file() else _same_name(path)
            except (OSError, ValueError):
                continue
            if found is not None:
                return found
        raise InputError(f"there is no picture {shown(cell)}")

    def find(cell: object) -> Path:
        if isinstance(cell, UnpackedImage):
            return cell.path
        if not isinstance(cell, str) or not cell.strip():
            raise InputError("there is no picture")
        if cell not in known:
            known[cell] = look(cell)
        return known[cell]

    return find


def _same_name(path: Path) -> Path | None:
    """The file whose name is the same text in another normal form, as copying between systems makes it."""
    if path.name.isascii() or not path.parent.is_dir():
        return None
    name = unicodedata.normalize("NFC", path.name)
    for other in path.parent.iterdir():
        if unicodedata.normalize("NFC", other.name) == name and other.is_file() and not other.is_symlink():
            return other
    return None


def _subset(row: RawRow, default: Subset | None, faults: list[str]) -> Subset | None:
    if default is not None:
        return default
    lang = row.values.get("lang")
    if not isinstance(lang, str) or not lang.strip():
        faults.append("lang is empty")
        return None
    try:
        return parse_subset(lang)
    except InputError:
        faults.append(f"lang is {shown(lang)}, and the subsets are {listed(SUBSETS)}")
        return None


def _puzzle(row: RawRow, subset: Subset, find: FindImage, faults: list[str], *, ours: bool) -> Puzzle:
    id = _id(row.values.get("id"), faults)
    answer = _answer(row.values.get("answer"), faults)
    image = Path()
    try:
        image = find(row.values.get("image"))
    except InputError as error:
        faults.append(error.what)
    else:
        faults.extend(_picture_faults(image, row.values.get("image"), ours=ours))
    also = _also(row.values.get("also_accept"), faults)
    description = row.values.get("description") or ""
    if not isinstance(description, str):
        faults.append("description is no text")
        description = ""
    # Pictures that were unpacked from a table are called by their hash.
    digest = image.name if isinstance(row.values.get("image"), UnpackedImage) else ""
    return Puzzle(id, subset, answer, ImageFile(image, digest), also, description.strip(), row.where)


def _id(value: object, faults: list[str]) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)  # a column of whole numbers with a gap is read as one of fractions
    if isinstance(value, bool) or not isinstance(value, int | str):
        faults.append("id is empty" if value is None else "id is neither text nor a whole number")
        return ""
    id = str(value).strip()
    if not id:
        faults.append("id is empty")
    elif not id.isprintable():
        faults.append(f"id {shown(id)} holds characters that cannot be shown")
    return id


def _answer(value: object, faults: list[str]) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if value is None or (isinstance(value, str) and not value.strip()):
        faults.append("the answer is empty")
        return ""
    if not isinstance(value, str):
        faults.append("the answer is no text")
        return ""
    answer = value.strip()
    if normalises_to_nothing(answer):
        faults.append(f"of the answer {shown(answer)} nothing is left to compare")
    return answer


def _also(value: object, faults: list[str]) -> tuple[str, ...]:
    if value is None:
        return ()
    pieces = value.split("|") if isinstance(value, str) else value
    if not isinstance(pieces, list) or not all(isinstance(piece, str) for piece in pieces):
        faults.append("also_accept is neither a text with | between answers nor a list of texts")
        return ()
    answers = tuple(piece.strip() for piece in pieces if piece.strip())
    faults.extend(
        f"of the accepted answer {shown(answer)} nothing is left to compare"
        for answer in answers
        if normalises_to_nothing(answer)
    )
    return answers


def _picture_faults(path: Path, cell: object, *, ours: bool) -> list[str]:
    name = f" {shown(cell)}" if isinstance(cell, str) else ""
    try:
        with path.open("rb") as file:
            fault = image_fault(file.read(MAGIC_BYTES))
            if fault is None and ours and is_cut_short(file):
                fault = "is cut short: its end is missing"
    except OSError as error:
        return [f"picture{name} cannot be read ({(error.strerror or str(error)).lower()})"]
    return [f"picture{name} {fault}"] if fault else []
