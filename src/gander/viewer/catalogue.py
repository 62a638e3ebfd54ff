"""What lies below the opened folders: games, audits, label sheets, Eye-Q runs; found by name, read later.

The browser names a thing by its id, never by a path, so nothing else can be asked for.
"""

import csv
import hashlib
import math
import os
import re
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import msgspec

from gander.errors import InputError
from gander.folders import walk_folders
from gander.layout import ANSWERS, ARENA, CALLS_NAME, CLAIMS_NAME, PUZZLES, RECORD_NAME, RUN, TABLES

__all__ = ["KINDS", "Catalogue", "Entry", "Kind", "entry_id"]

Kind: TypeAlias = Literal["game", "figures", "verdicts", "steps", "sheet", "eyeq", "answers", "puzzles"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""Records; what ``gander quack audit`` wrote with ``--json`` and ``--verdicts``, and
``gander quack reaudit`` with ``--json``; sheets of ``gander quack validate sample``; folders of
``gander eyeq run``; files of answers to puzzles; tables of puzzles, beside their pictures."""

_JSON_KEY = re.compile(r'"(\w{1,30})"\s*:')
_HEAD = 4096  # bytes of a file that tell its kind
_STEPS = re.compile(rb'\s*\{\s*"kind"\s*:\s*"reaudit"\s*,')
_FIGURES = re.compile(rb'\s*\{\s*"profile"\s*:')
_NO_VERDICTS = (RECORD_NAME, CLAIMS_NAME, ANSWERS, CALLS_NAME, PUZZLES)


class Entry(msgspec.Struct, frozen=True):
    """A thing that can be opened.

    Attributes:
        id: What the browser calls it; the same as long as its path is.
        kind: What it is.
        name: Its path below the opened folder.
        group: The folder that it belongs to: a game's setting, any other thing's own folder.
        path: The file, or the folder of an Eye-Q run.
        fault: Why it cannot be opened, if that is known already.
    """

    id: str
    kind: Kind
    name: str
    group: str
    path: Path
    fault: str = ""


class Catalogue:
    """What lies below some paths, as of the last `scan`.

    Args:
        paths: Folders, or files.
        shown: Which records are shown at all; all of them by default.

    Raises:
        InputError: A path does not exist.
    """

    def __init__(self, paths: Sequence[Path], shown: Callable[[Path], bool] | None = None) -> None:
        for path in paths:
            if not path.exists():
                raise InputError("there is no such file or folder.", where=str(path), todo="Check the path.")
        self._roots = tuple(dict.fromkeys(path.resolve() for path in paths))
        self._places = frozenset(map(str, self._roots))
        self._inside = tuple(os.path.join(place, "") for place in self._places)  # noqa: PTH118
        self._shown = shown
        self._entries: dict[str, Entry] = {}
        self._scanned = -math.inf
        self.faults: tuple[str, ...] = ()

    def scan(self, *, anew: bool = False) -> tuple[Entry, ...]:
        """Look again, if the last look is more than a second old; what cannot be read is told in `faults`.

        Args:
            anew: Look again however old the last look is.

        Returns:
            Everything that was found, in path order.
        """
        now = time.monotonic()
        if not anew and now - self._scanned < 1:
            return tuple(self._entries.values())
        self._scanned = now
        found: dict[Path, Entry] = {}
        faults: list[str] = []
        for root in self._roots:
            for entry in _below(root, self._title(root), lambda error: faults.append(str(error))):
                if entry.kind == "game" and self._shown is not None and not self._shown(entry.path):
                    continue
                found.setdefault(entry.path, self._checked(entry))
        self.faults = tuple(faults)
        self._entries = {entry.id: entry for entry in found.values()}
        return tuple(self._entries.values())

    def entries(self, kind: Kind) -> tuple[Entry, ...]:
        """All of a kind, as of the last scan."""
        return tuple(entry for entry in self._entries.values() if entry.kind == kind)

    def find(self, key: str, kind: Kind) -> Entry | None:
        """What an id stands for; None if nothing of that kind has it."""
        entry = self._entries.get(key)
        return entry if entry is not None and entry.kind == kind else None

    def _title(self, root: Path) -> str:
        """What tells a root's things from those of others."""
        return root.name if len(self._roots) > 1 else ""

    def _checked(self, entry: Entry) -> Entry:
        """The entry, at fault if it is a link to a place that nobody opened."""
        # As text: a tree has thousands, and a `Path` takes longer to make than a look at the disk.
        real = os.path.realpath(entry.path)
        if real.startswith(self._inside) or real in self._places:
            return entry
        return msgspec.structs.replace(entry, fault="This is a link to a place outside the opened folders.")


def _below(root: Path, title: str, on_unreadable: Callable[[InputError], None]) -> Iterator[Entry]:
    if root.is_file():
        kind = "game" if root.name == RECORD_NAME else "puzzles" if root.name in TABLES else _kind(root)
        # A record may have any name.
        yield _entry(kind or "game", root, root.parent, title)
        return
    for folder, files in walk_folders(root, on_unreadable):
        if ANSWERS in files and RUN in files:
            yield _entry("eyeq", folder, root, title)
        for name in files:
            path = folder / name
            kind = "game" if name == RECORD_NAME else _kind(path)
            if name in TABLES and RUN not in files:
                kind = "puzzles"
            if kind is not None:
                yield _entry(kind, path, root, title)


def entry_id(path: Path) -> str:
    """What the browser calls what lies at a path, which is resolved."""
    return hashlib.blake2b(str(path).encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()


def _entry(kind: Kind, path: Path, root: Path, title: str) -> Entry:
    shown = path.parent if path.name == RECORD_NAME else path
    # As text, for the same reason as in `_checked`.
    inside = str(shown)[len(str(root)) :].strip(os.sep)
    name = os.path.join(title, inside) if inside else title or shown.name  # noqa: PTH118
    group = os.path.join(title, os.path.dirname(inside)).rstrip(os.sep)  # noqa: PTH118, PTH120
    return Entry(entry_id(path), kind, _text(name), _text(group), path)


def _text(path: str) -> str:
    """A path as text; bytes that are none are escaped."""
    return path.encode("utf-8", "backslashreplace").decode()


def _kind(path: Path) -> Kind | None:
    """What a file is, by its name and at most its first bytes."""
    name = path.name
    if name.endswith((".claims.csv", ".utterances.csv")):
        return "sheet"
    if name.endswith(".csv"):
        return "answers" if _has_answers(_head(path)) else None
    if name.endswith(".jsonl") and name not in _NO_VERDICTS:
        head = _head(path)
        if head.startswith(b'{"path":'):
            return "verdicts" if b'"verdict":' in head else None
        return "answers" if _has_answers(head) else None
    if name.endswith(".json") and name not in (RUN, ARENA):
        head = _head(path)
        if _STEPS.match(head):
            return "steps"
        return "figures" if _FIGURES.match(head) else None
    return None


def _has_answers(head: bytes) -> bool:
    """Whether a table's first row names the columns of answers to puzzles, or a JSON line does."""
    first = head.decode("utf-8-sig", "replace").split("\n", 1)[0].strip()
    if "model" not in first and "," not in first:
        return False
    columns = next(csv.reader([first]), [])
    if first.startswith("{"):
        columns = _JSON_KEY.findall(first)
    from gander.eyeq.answer_rows import look_like_answers  # noqa: PLC0415

    return look_like_answers(columns)


def _head(path: Path) -> bytes:
    """A file's first bytes; none of what is no file, or cannot be read, and so is nothing to open."""
    if not path.is_file():
        return b""
    try:
        with path.open("rb") as file:
            return file.read(_HEAD)
    except OSError:
        return b""
