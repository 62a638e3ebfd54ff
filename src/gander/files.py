"""Writing without halves: whole files by rename, line files by appending, one writer a folder."""

import contextlib
import errno
import fcntl
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from gander.errors import InputError

__all__ = ["LineFile", "ended_lines", "hold", "whole_file", "write_whole"]


def write_whole(path: Path, content: bytes | str) -> None:
    """Write a file under a temporary name and rename it, so that readers see all of it or nothing.

    A link is followed to the file it names; a device or pipe is written as it is.

    Args:
        path: The file to write; its folder is made if it is missing.
        content: Bytes, or text that is written as UTF-8.

    Raises:
        InputError: The folder cannot be made or written, or the disk is full.
    """
    with whole_file(path) as write:
        write(content.encode() if isinstance(content, str) else content)


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[Callable[[bytes], object]]:
    """Write a file bit by bit under a temporary name; it gets its own when the context ends well.

    If anything is raised in the context, nothing is left behind and an older file stays. For links,
    devices and pipes see `write_whole`.

    Args:
        path: The file to write; its folder is made if it is missing.

    Yields:
        What appends bytes.

    Raises:
        InputError: The folder cannot be made or written, or the disk is full.
    """
    try:
        path = path.resolve()
        if path.exists() and not path.is_file() and not path.is_dir():
            with path.open("wb") as out:
                yield _telling(path, out.write)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise _unwritable(path, error) from error
    try:
        with os.fdopen(handle, "wb") as out:
            yield _telling(path, out.write)
            try:
                out.flush()
                os.fsync(out.fileno())
            except OSError as error:
                raise _unwritable(path, error) from error
        try:
            # mkstemp makes files for the owner alone; these are as private as any other file.
            Path(name).chmod(0o666 & ~_umask())
            Path(name).replace(path)
        except OSError as error:
            raise _unwritable(path, error) from error
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            Path(name).unlink()
        raise


def _telling(path: Path, write: Callable[[bytes], object]) -> Callable[[bytes], object]:
    """A write whose failures name the file."""

    def telling(data: bytes) -> None:
        try:
            write(data)
        except OSError as error:
            raise _unwritable(path, error) from error

    return telling


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


class LineFile:
    """A file that grows line by line and survives the death of its process.

    Every `append` reaches the operating system before it returns, so a killed process loses at
    most the line that it was writing. Opening cuts such a torn last line off.

    Args:
        path: The file; made if missing.

    Attributes:
        path: The file.
        kept: Bytes of whole lines that it held when it was opened.

    Raises:
        InputError: The file cannot be opened or cut.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
            self.kept = _whole_lines(self._handle)
            if self.kept < os.fstat(self._handle).st_size:
                os.ftruncate(self._handle, self.kept)
        except OSError as error:
            raise _unwritable(path, error) from error

    def append(self, lines: bytes) -> None:
        """Append one or more lines, each with its newline, in one write.

        Raises:
            InputError: The disk is full or the file can no longer be written.
        """
        try:
            written = os.write(self._handle, lines)
            while written < len(lines):
                written += os.write(self._handle, lines[written:])
        except OSError as error:
            raise _unwritable(self.path, error) from error

    def close(self) -> None:
        """Put everything on the disk and close."""
        os.fsync(self._handle)
        os.close(self._handle)

    def __enter__(self) -> "LineFile":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def ended_lines(data: bytes) -> list[bytes]:
    """The lines of a file that `LineFile` wrote, without their ends.

    A last line without its end was being written when its process died, and is left out. Nothing but a
    newline ends a line: `bytes.splitlines` would take a stray carriage return for an end too, and what is
    behind it for torn.
    """
    return data.split(b"\n")[:-1]


@contextlib.contextmanager
def hold(folder: Path) -> Iterator[None]:
    """Be the only writer of a folder as long as the context lasts.

    The lock dies with its process, so a killed run leaves nothing to clean up.

    Raises:
        InputError: Another process is writing there, or the folder cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise _unwritable(folder, error) from error
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.EACCES):
                raise
            raise InputError(
                "another run is writing into this folder.",
                where=str(folder),
                todo="Wait for it to end, or choose another folder.",
            ) from error
        yield
    finally:
        os.close(handle)


def _whole_lines(handle: int) -> int:
    """Length in bytes up to and with the last newline."""
    size = os.fstat(handle).st_size
    block = 1 << 16
    end = size
    while end > 0:
        start = max(0, end - block)
        newline = os.pread(handle, end - start, start).rfind(b"\n")
        if newline >= 0:
            return start + newline + 1
        end = start
    return 0


def _unwritable(path: Path, error: OSError) -> InputError:
    advice = {
        errno.ENOSPC: "Free some space; what was written before is kept.",
        errno.EACCES: "Check its permissions or choose another place.",
        errno.EROFS: "Choose a place that can be written.",
    }.get(error.errno or 0, "")
    reason = error.strerror or str(error)
    return InputError(f"cannot be written ({reason.lower()}).", where=str(path), todo=advice)
