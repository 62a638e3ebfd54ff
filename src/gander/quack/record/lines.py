"""The lines of a file that others wrote, within limits of size."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NoReturn

from gander.errors import InputError

__all__ = ["MAX_FILE", "MAX_LINE", "read_lines"]

MAX_LINE = 8 << 20
"""Longest line that is read, in bytes."""

MAX_FILE = 128 << 20
"""Largest file that is read, in bytes."""


def read_lines(path: Path, what: str, error: type[InputError] = InputError) -> list[bytes]:
    """The lines of a file without their newlines; the last is empty if the file ends in a newline.

    Args:
        path: The file.
        what: What it is called in messages, such as ``record``.
        error: What is raised where a limit is passed.

    Raises:
        InputError: The file cannot be read, or is none: a folder, a pipe, a device.
    """
    try:
        with open(path, "rb", opener=_at_once) as file:
            info = os.fstat(file.fileno())
            if not stat.S_ISREG(info.st_mode):
                raise InputError(
                    "this is a pipe or a device, not a file.",
                    where=str(path),
                    todo=f"Save the {what} to a file and name that.",
                )
            if info.st_size <= MAX_LINE:
                return file.read(info.st_size).split(b"\n")
            if info.st_size > MAX_FILE:
                _refuse_size(path, file, what, error)
            return list(_stream(path, file, what, error))
    except OSError as fault:
        raise InputError(
            f"cannot be read ({(fault.strerror or str(fault)).lower()}).",
            where=str(path),
            todo="Name a file that you may read.",
        ) from fault


def _at_once(path: str, flags: int) -> int:
    """Open without waiting; opening a pipe that nobody writes to would never return."""
    return os.open(path, flags | os.O_NONBLOCK)


def _stream(path: Path, file: BinaryIO, what: str, error: type[InputError]) -> Iterator[bytes]:
    """Lines one by one, so that a limit is noticed where it is passed."""
    size = number = 0
    ended = True
    while line := file.readline(MAX_LINE + 2):
        number += 1
        size += len(line)
        if len(line.rstrip(b"\n")) > MAX_LINE:
            raise error(
                f"the line is longer than {MAX_LINE >> 20} MiB.",
                where=f"{path}:{number}",
                todo=f"A line takes a few kilobytes; this is no {what} or a damaged one.",
            )
        if size > MAX_FILE:
            raise _oversize(path, number, what, error)
        ended = line.endswith(b"\n")
        yield line[:-1] if ended else line
    if ended:
        yield b""


def _refuse_size(path: Path, file: BinaryIO, what: str, error: type[InputError]) -> NoReturn:
    """Name the line at which a file grows too large, without keeping what is read."""
    left, number = MAX_FILE, 1
    while left > 0 and (block := file.read(min(left, 1 << 20))):
        number += block.count(b"\n")
        left -= len(block)
    raise _oversize(path, number, what, error)


def _oversize(path: Path, number: int, what: str, error: type[InputError]) -> InputError:
    return error(
        f"the {what} is larger than {MAX_FILE >> 20} MiB (the limit is passed on this line).",
        where=f"{path}:{number}",
        todo=f"A {what} takes a few hundred kilobytes; this is none or a damaged one.",
    )
