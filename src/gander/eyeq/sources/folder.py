"""Puzzles in a folder: a table beside its pictures."""

import hashlib
from collections.abc import Collection
from pathlib import Path

from gander.errors import InputError
from gander.eyeq.puzzles import Subset
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
    return read, f"sha256:{_revision(table, digest, find)}", len(table.rows)


def _revision(table: Table, digest: str, find: FindImage) -> str:
    """A hash of a table and of every picture that it names, whatever subsets are asked for.

    Pictures inside the table are in its own hash. Those that are missing or cannot be read add nothing.
    """
    whole = hashlib.sha256(digest.encode())
    cells = {cell for row in table.rows if isinstance(cell := row.values.get("image"), str)}
    for cell in sorted(cells):
        try:
            with find(cell).open("rb") as file:
                picture = hashlib.file_digest(file, "sha256")
                size = file.tell()
        except (InputError, OSError):
            continue
        whole.update(f"{cell!r} {size} {picture.hexdigest()}\n".encode())
    return whole.hexdigest()


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
