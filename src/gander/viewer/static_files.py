"""The page's own scripts and styles, as the package brings them."""

import functools
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable

__all__ = ["static_files"]


@functools.cache
def static_files() -> dict[str, bytes]:
    """All files of the page, by name, with ``/`` between folders."""
    return dict(_below(resources.files("gander.viewer") / "static", ""))


def _below(folder: Traversable, head: str) -> Iterator[tuple[str, bytes]]:
    for item in folder.iterdir():
        if item.is_dir():
            yield from _below(item, f"{head}{item.name}/")
        else:
            yield f"{head}{item.name}", item.read_bytes()
