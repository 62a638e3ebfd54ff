"""What lies below a folder: each folder once, links to folders followed."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from gander.errors import InputError

__all__ = ["walk_folders"]


def _refuse(error: InputError) -> None:
    raise error


def walk_folders(
    path: Path, on_unreadable: Callable[[InputError], None] = _refuse
) -> Iterator[tuple[Path, list[str]]]:
    """A folder and all folders below it, in order of their names.

    Args:
        path: The folder.
        on_unreadable: Told of a folder that cannot be read; what it raises ends the walk.

    Yields:
        Each folder and the names of its files.

    Raises:
        InputError: A folder cannot be read, unless `on_unreadable` takes that.
    """
    seen: set[tuple[int, int]] = set()

    def unreadable(error: OSError) -> None:
        told = InputError(
            f"the folder cannot be read ({(error.strerror or str(error)).lower()}).",
            where=str(error.filename or path),
            todo="Check its permissions.",
        )
        told.__cause__ = error
        on_unreadable(told)

    for folder, folders, files in os.walk(path, onerror=unreadable, followlinks=True):
        try:
            info = os.stat(folder)  # noqa: PTH116
        except OSError as error:
            unreadable(error)
            continue
        if (info.st_dev, info.st_ino) in seen:
            folders.clear()
            continue
        seen.add((info.st_dev, info.st_ino))
        folders.sort()
        yield Path(folder), sorted(files)
