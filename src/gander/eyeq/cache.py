"""Where what can be made again is kept between runs: smaller pictures, embeddings, figures and others."""

import os
import tempfile
from pathlib import Path

from gander.errors import InputError
from gander.files import write_whole

__all__ = ["CacheError", "cache_folder", "check_cache", "keep"]


class CacheError(InputError):
    """The cache cannot be written. That is no fault of the picture that was to be kept there."""

    def __init__(self, error: InputError) -> None:
        todo = "Set GANDER_CACHE to a folder that can be written; what is made once is kept there."
        super().__init__(error.what, where=error.where, todo=todo)


def cache_folder() -> Path:
    """The folder for cached files: ``$GANDER_CACHE``, else ``gander`` in the user's cache folder."""
    chosen = os.environ.get("GANDER_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "gander"


def keep(path: Path, content: bytes) -> None:
    """Write a file of the cache.

    Raises:
        CacheError: It cannot be written.
    """
    try:
        write_whole(path, content)
    except InputError as error:
        raise CacheError(error) from error


def check_cache() -> None:
    """Find out whether the cache can be written, before anything depends on it.

    Raises:
        CacheError: It cannot.
    """
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise CacheError(InputError(f"cannot be written ({reason}).", where=str(folder))) from error
