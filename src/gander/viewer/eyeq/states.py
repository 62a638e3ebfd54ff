"""What tells that files have changed, without a look into them."""

import hashlib
import os
from pathlib import Path
from typing import TypeAlias

__all__ = ["State", "file_state", "table_state"]

State: TypeAlias = tuple[object, ...]
"""Equal as long as nothing seems to have changed."""


def file_state(path: Path) -> State:
    """A file's time and size; nothing of one that is not there."""
    try:
        info = path.stat()
    except OSError:
        return ()
    return info.st_mtime_ns, info.st_size


def table_state(table: Path) -> State:
    """The same of a table of puzzles, all files beside it, and those in the folder ``images`` there.

    Pictures elsewhere that were changed are found by their hash, when they are to be shown.
    """
    found = []
    for folder in (table.parent, table.parent / "images"):
        try:
            names = sorted(os.listdir(folder))  # noqa: PTH208
        except OSError:
            continue  # there need be none; a table that cannot be read is told when it is read
        found += [(name, *file_state(folder / name)) for name in names]
    # No `hash`: it is another one in each process, and the state is told to the browser.
    return (hashlib.blake2b(repr(found).encode(errors="surrogateescape"), digest_size=8).hexdigest(),)
