"""Scripts and styles that every page has."""

import functools
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable

__all__ = ["files_below", "shared_files"]


@functools.cache
def shared_files() -> dict[str, bytes]:
    """The scripts and styles that every page has, by name."""
    return dict(files_below(resources.files("gander.report.one_file") / "static"))


def files_below(folder: Traversable, head: str = "") -> Iterator[tuple[str, bytes]]:
    """All files of a folder of the package, by name, with ``/`` between folders."""
    for item in folder.iterdir():
        if item.is_dir():
            yield from files_below(item, f"{head}{item.name}/")
        else:
            yield f"{head}{item.name}", item.read_bytes()
