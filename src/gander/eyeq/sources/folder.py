"""Puzzles in a folder: a table beside its pictures."""

import hashlib
from collections.abc import Collection, Mapping
from pathlib import Path

import msgspec

from gander.errors import InputError
from gander.eyeq.images import ImageFile
from gander.eyeq.puzzles import Puzzle, Subset
from gander.eyeq.sources.rows import FindImage, Read, find_image, puzzles_of
from gander.eyeq.sources.tables import Table, read_table
from gander.faults import listed
from gander.layout import TABLES

__all__ = ["read_folder"]


def read_folder(path: Path, subsets: Collection[Subset]) -> tuple[Read, str, int]:
    """Read a folder, or the folder of the table given.

    Args:
        path: The folder, or a table in it.
        subsets: The subsets asked for; empty means all.

    Returns:
        What it holds; its revision, a hash of the table and its pictures; and the number of rows.

    Raises:
        InputError: There is no table, more than one, or one that cannot be read.
    """
    table_path = path if path.is_file() else _table(path)
    table, digest = read_table(table_path)
    find = find_image(table_path.parent)
    read = puzzles_of(table, find=find, subsets=subsets, label=table_path.name)
    revision, pictures = _revision(table, digest, find)
    puzzles = tuple(_dated(puzzle, pictures) for puzzle in read.puzzles)
    return read._replace(puzzles=puzzles), revision, len(table.rows)


def _dated(puzzle: Puzzle, pictures: Mapping[Path, str]) -> Puzzle:
    """The puzzle, its picture by the hash that is in the revision."""
    image = puzzle.image
    if not isinstance(image, ImageFile) or image.path not in pictures:
        return puzzle
    return msgspec.structs.replace(puzzle, image=ImageFile(image.path, pictures[image.path]))


def _revision(table: Table, digest: str, find: FindImage) -> tuple[str, Mapping[Path, str]]:
    """A hash of a table and of every picture that it names, whatever subsets are asked for; and theirs.

    Pictures inside the table are in its own hash. Those that are missing or cannot be read add nothing.
    """
    whole = hashlib.sha256(digest.encode())
    pictures: dict[Path, str] = {}
    cells = {cell for row in table.rows if isinstance(cell := row.values.get("image"), str)}
    for cell in sorted(cells):
        try:
            path = find(cell)
            with path.open("rb") as file:
                picture = hashlib.file_digest(file, "sha256")
                size = file.tell()
        except (InputError, OSError):
            continue
        pictures[path] = picture.hexdigest()
        whole.update(f"{cell!r} {size} {picture.hexdigest()}\n".encode())
    return f"sha256:{whole.hexdigest()}", pictures


def _table(folder: Path) -> Path:
    if not folder.is_dir():
        raise InputError(
            "there is no such folder.",
            where=str(folder),
            todo="Puzzles come from starter, hub, or a folder with a table and pictures.",
        )
    found = [name for name in TABLES if (folder / name).is_file()]
    if not found:
        raise InputError(f"holds no {listed(TABLES, 'or')}.", where=str(folder))
    if len(found) > 1:
        raise InputError(
            f"holds {listed(found)}.", where=str(folder), todo="Give the path of the one that is meant."
        )
    return folder / found[0]
