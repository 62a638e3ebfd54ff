"""What takes long to make and follows from its key alone: made once, then kept.

A file only grows, a line a thing; a line names what it is of by hash, and has a checksum. It can be deleted
at any time: what is missing is made again. A line that a killed process left half written, or that is
damaged, is as good as none. Several processes may use one file: each appends whole lines. Two that begin at
once may both make the same thing; then it is there twice, and the same.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Generic, TypeVar
from zlib import crc32

import msgspec

from gander.errors import InputError
from gander.eyeq.cache import CacheError, cache_folder, not_kept, unreadable, unwritable
from gander.files import LineFile

__all__ = ["Keep", "Kept"]

Value = TypeVar("Value")

_START: Final = b'{"of":"'
_HASH: Final = slice(len(_START), len(_START) + 64)


def _line(of: bytes, value: bytes) -> bytes:
    """A thing's line: its hash, a checksum of everything else on the line, and the thing as JSON."""
    return b'%b%b","check":"%08x","value":%b}' % (_START, of, crc32(value, crc32(of)), value)


_VALUE: Final = slice(len(_line(b"0" * 64, b"")) - 1, -1)


class Keep(Generic[Value]):
    """A file that is open for more.

    Args:
        path: The file; None where nothing can be kept, and what is given is passed over.
        failed: Takes why something cannot be kept; nothing more is then.

    Raises:
        CacheError: It cannot be opened; if `failed` raises that.
    """

    def __init__(self, path: Path | None, failed: Callable[[CacheError], None]) -> None:
        self._failed = failed
        self._encode = msgspec.json.Encoder().encode
        self._file: LineFile | None = None
        if path is not None:
            try:
                self._file = LineFile(path)
            except InputError as error:
                failed(unwritable(error))

    def __call__(self, things: Mapping[str, Value]) -> None:
        """Write things, by their hashes. When this returns, no death of the process can lose them."""
        if self._file is None:
            return
        lines = b"".join(_line(of.encode(), self._encode(value)) + b"\n" for of, value in things.items())
        try:
            self._file.append(lines)
        except InputError as error:
            self.close()
            self._failed(unwritable(error))

    def close(self) -> None:
        """Put everything on the disk and close."""
        file, self._file = self._file, None
        if file is None:
            return
        try:
            file.close()
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            self._failed(unwritable(InputError(f"cannot be written ({reason}).", where=str(file.path))))


class Kept(Generic[Value]):
    """Things of one kind that are kept.

    Args:
        folder: Their folder within the cache.
        name: What made them.
        more: Whatever else they depend on.
        kind: The type of their values, one that JSON can hold; what is not of it is as good as none.
        what: What they are called, in the plural.
        unkept: Hears it, once, if things cannot be kept: all are made again then, by this run and the next.
            Without it that is an error.
    """

    def __init__(
        self,
        folder: str,
        name: str,
        *more: str,
        kind: Any,  # noqa: ANN401 - an annotated type is none to a checker, but it is to the decoder
        what: str,
        unkept: Callable[[str], None] | None = None,
    ) -> None:
        plain = re.sub(r"[^a-z0-9.]+", "-", name.lower()).strip("-.")[:60]
        all_of_it = hashlib.sha256("\n".join((name, *more)).encode()).hexdigest()[:12]
        self._file = Path(folder, f"{plain}.{all_of_it}.jsonl")
        self._decode: Callable[[bytes], Value] = msgspec.json.Decoder(kind).decode
        self._what = what
        self._unkept = unkept
        self._given_up = False

    @property
    def path(self) -> Path:
        """The file; made with its folder when the first thing is kept.

        Raises:
            CacheError: There is no folder for it.
        """
        return cache_folder() / self._file

    def read(self, wanted: Iterable[str]) -> dict[str, Value]:
        """The things that there are, by their hashes.

        Args:
            wanted: SHA-256 of what they are of, in hexadecimal.

        Raises:
            CacheError: There is no folder for the file, or the file is there and cannot be read.
        """
        hashes = {each.encode() for each in wanted}
        found: dict[str, Value] = {}
        for line in self._content().split(b"\n"):
            if not line.startswith(_START) or (of := line[_HASH]) not in hashes:
                continue
            value = line[_VALUE]
            if line != _line(of, value):
                continue
            try:
                found[of.decode()] = self._decode(value)
            except (msgspec.MsgspecError, UnicodeDecodeError):
                continue
        return found

    def _content(self) -> bytes:
        try:
            path = self.path
            try:
                return path.read_bytes() if path.exists() else b""
            except OSError as error:
                raise unreadable(path, error) from error
        except CacheError as error:
            self._failed(error)
            return b""

    @contextmanager
    def more(self) -> Iterator[Keep[Value]]:
        """The file, open for more.

        Raises:
            CacheError: It cannot be written.
        """
        keep: Keep[Value] = Keep(self._path_for_more(), self._failed)
        try:
            yield keep
        finally:
            keep.close()

    def _path_for_more(self) -> Path | None:
        return None if self._given_up else self.path

    def _failed(self, error: CacheError) -> None:
        if self._unkept is None:
            raise error
        self._given_up = True
        self._unkept(not_kept(self._what, error))
