"""The page's own scripts and styles, as the package brings them."""

import functools
from importlib import resources

from gander.report.one_file import files_below, shared_files

__all__ = ["static_files"]


@functools.cache
def static_files() -> dict[str, bytes]:
    """All files of the page, by name, with ``/`` between folders; those that every page has among them."""
    return {**shared_files(), **dict(files_below(resources.files("gander.viewer") / "static"))}
