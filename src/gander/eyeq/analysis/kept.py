"""What takes long to make and follows from its key alone: made once, then kept.

A file only grows, a line a thing; a line names what it is of by hash. It can be deleted at any time: what is
missing is made again. A line that a killed process left half written, or that is damaged, is as good as none.
Several processes may use one file: each appends whole lines.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import msgspec

from gander.errors import InputError
from gander.eyeq.cache import CacheError, cache_folder
from gander.files import LineFile

__all__ = ["Keep", "Kept"]

Value = TypeVar("Value")

_START: Final = b'{"of":"'
_HASH: Final = slice(len(_START), len(_START) + 64)


class _Line(msgspec.Struct, Generic[Value]):
    of: str
    value: Value


class Keep(Generic[Value]):
    """A file that is open for more."""

    def __init__(self, file: LineFile) -> None:
        self._file = file
        self._encode = msgspec.json.Encoder().encode

    def __call__(self, things: Mapping[str, Value]) -> None:
        """Write things, by their hashes. When this returns, no death of the process can lose them."""
        self._file.append(b"".join(self._encode(_Line(of, value)) + b"\n" for of, value in things.items()))


class Kept(Generic[Value]):
    """Things of one kind that are kept.

    Args:
        folder: Their folder within the cache.
        name: What made them.
        more: Whatever else they depend on.
        kind: The type of their values, one that JSON can hold.

    Attributes:
        path: The file; made with its folder when the first thing is kept.
    """

    def __init__(self, folder: str, name: str, *more: str, kind: type[Value]) -> None:
        plain = re.sub(r"[^a-z0-9.]+", "-", name.lower()).strip("-.")[:60]
        all_of_it = hashlib.sha256("\n".join((name, *more)).encode()).hexdigest()[:12]
        self.path: Path = cache_folder() / folder / f"{plain}.{all_of_it}.jsonl"
        # A generic alias is no type to a checker, but it is to the decoder.
        line: Any = _Line
        self._decode = msgspec.json.Decoder(line[kind]).decode

    def read(self, wanted: Iterable[str]) -> dict[str, Value]:
        """The things that there are, by their hashes.

        Args:
            wanted: SHA-256 of what they are of, in hexadecimal.

        Raises:
            CacheError: The file is there and cannot be read.
        """
        hashes = {each.encode() for each in wanted}
        found: dict[str, Value] = {}
        try:
            content = self.path.read_bytes() if self.path.exists() else b""
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise CacheError(InputError(f"cannot be read ({reason}).", where=str(self.path))) from error
        for line in content.split(b"\n"):
            if not line.startswith(_START) or line[_HASH] not in hashes:
                continue
            of = line[_HASH].decode()
            try:
                found[of] = self._decode(line).value
            except (msgspec.MsgspecError, UnicodeDecodeError):
                found.pop(of, None)
        return found

    @contextmanager
    def more(self) -> Iterator[Keep[Value]]:
        """The file, open for more.

        Raises:
            CacheError: It cannot be written.
        """
        try:
            with LineFile(self.path) as file:
                yield Keep(file)
        except CacheError:
            raise
        except InputError as error:
            if error.where == str(self.path):
                raise CacheError(error) from error
            raise
