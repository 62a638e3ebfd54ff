"""Where what can be made again is kept between runs: smaller pictures, embeddings, figures and others."""

import os
import tempfile
from pathlib import Path

from gander.errors import InputError
from gander.files import write_whole

__all__ = ["CacheError", "cache_folder", "check_cache", "keep", "not_kept", "unreadable", "unwritable"]


_TODO = "Set GANDER_CACHE to a folder that can be written; what is made once is kept there."


class CacheError(InputError):
    """The cache cannot be read or written. That is no fault of the picture that was to be kept there."""


def unreadable(path: Path, error: OSError) -> CacheError:
    """The error about a file of the cache that is there and cannot be read."""
    reason = (error.strerror or str(error)).lower()
    todo = "Make it readable, or take it away; it is made again."
    return CacheError(f"cannot be read ({reason}).", where=str(path), todo=todo)


def unwritable(error: InputError) -> CacheError:
    """The error about a file of the cache that cannot be written, made from that of who wrote it."""
    return CacheError(error.what, where=error.where, todo=_TODO)


def not_kept(what: str, error: CacheError) -> str:
    """What is said where things, in the plural, are made and cannot be kept, and that is no error."""
    where = f"{error.where}: " if error.where else ""
    why = f"{where}{error.what.removesuffix('.')}"
    return f"Not kept: {what} ({why}); the next run works them out again. {error.todo}"


def cache_folder() -> Path:
    """The folder for cached files: ``$GANDER_CACHE``, else ``gander`` in the user's cache folder.

    Raises:
        CacheError: None is given, and the user has no home folder.
    """
    chosen = os.environ.get("GANDER_CACHE")
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        if chosen:
            return Path(chosen).expanduser()
        return (Path(base) if base else Path.home() / ".cache") / "gander"
    except RuntimeError as error:
        what = "there is no home folder to keep files in."
        raise CacheError(what, where="GANDER_CACHE" if chosen else "", todo=_TODO) from error


def keep(path: Path, content: bytes) -> None:
    """Write a file of the cache.

    Raises:
        CacheError: It cannot be written.
    """
    try:
        write_whole(path, content)
    except InputError as error:
        raise unwritable(error) from error


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
        raise CacheError(f"cannot be written ({reason}).", where=str(folder), todo=_TODO) from error
