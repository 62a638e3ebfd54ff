"""The runs of a catalogue: opened together when they are asked for, the last few sets kept.

What opens them brings the analyses along, and is imported with the first set.
"""

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from gander.errors import InputError
from gander.layout import ANSWERS, PUZZLES, RUN
from gander.viewer.catalogue import Catalogue, Entry
from gander.viewer.eyeq.states import file_state, table_state

if TYPE_CHECKING:
    from gander.viewer.eyeq.opened import OpenedRuns
    from gander.viewer.eyeq.pictures import Sources

__all__ = ["EyeqRuns", "RunGroup"]

_KEPT = 3
"""Sets of runs that stay opened; 1,343 puzzles and 64 columns take some 200 MB."""

_FILES = (RUN, PUZZLES, ANSWERS)


class RunGroup(msgspec.Struct, frozen=True):
    """Runs on the same puzzles, which can be shown together.

    Attributes:
        data: What the runs call the puzzles; empty for runs that cannot be read.
        ids: What the browser calls the runs.
        names: Their names.
    """

    data: str
    ids: tuple[str, ...]
    names: tuple[str, ...]


class _Cell(msgspec.Struct):
    data: str = ""


class _Cells(msgspec.Struct):
    cells: dict[str, _Cell] = {}


class EyeqRuns:
    """The Eye-Q runs of a catalogue.

    Args:
        catalogue: What may be opened.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._opened: OrderedDict[tuple[tuple[str, ...], str], OpenedRuns] = OrderedDict()
        self._sources: Sources | None = None
        self._lock = threading.Lock()

    def entries(self) -> tuple[Entry, ...]:
        """All that can be opened: runs, and files of answers."""
        return (*self._catalogue.entries("eyeq"), *self._catalogue.entries("answers"))

    def _find(self, key: str) -> Entry | None:
        return self._catalogue.find(key, "eyeq") or self._catalogue.find(key, "answers")

    def groups(self) -> tuple[RunGroup, ...]:
        """The runs by what they ask; those that cannot be read last."""
        found: dict[str, list[Entry]] = {}
        for entry in self._catalogue.entries("eyeq"):
            found.setdefault(_asked(entry), []).append(entry)
        return tuple(
            RunGroup(data, tuple(its.id for its in runs), tuple(its.name or its.path.name for its in runs))
            for data, runs in sorted(found.items(), key=lambda one: (not one[0], one[0]))
        )

    def open_all(self) -> "OpenedRuns | None":
        """All runs and files of answers together; None if there are none."""
        return self.open([entry.id for entry in self.entries()])

    def open(self, keys: Sequence[str], version: str | None = None) -> "OpenedRuns | None":
        """Runs together.

        Args:
            keys: What the browser calls them.
            version: The state of them that the page shows; None for that of now. While it is kept it is
                given, also if the runs have grown since.

        Returns:
            The runs; None if one of the keys stands for nothing.

        Raises:
            InputError: They have changed, and what the page shows is no longer kept.
        """
        entries = [self._find(key) for key in dict.fromkeys(keys)]
        known = [entry for entry in entries if entry is not None]
        if not known or len(known) != len(entries):
            return None
        chosen = tuple(entry.id for entry in known)
        # One at a time: two that want the same runs would both read them.
        with self._lock:
            if version is not None and (chosen, version) in self._opened:
                self._opened.move_to_end((chosen, version))
                return self._opened[chosen, version]
            now = self._version(known)
            if version not in (None, now):
                raise InputError("the runs have changed since this page was loaded.", todo="Load it anew.")
            found = self._opened.pop((chosen, now), None) or self._read(known, now)
            self._opened[chosen, now] = found
            while len(self._opened) > _KEPT:
                self._opened.popitem(last=False)
            return found

    def _version(self, entries: Sequence[Entry]) -> str:
        """Changes when a file does."""
        files = [entry.path / name for entry in entries for name in _FILES if entry.kind == "eyeq"]
        files += [entry.path for entry in entries if entry.kind == "answers"]
        states = [(path, file_state(path)) for path in files]
        states += [(entry.path, table_state(entry.path)) for entry in self._catalogue.entries("puzzles")]
        told = "\n".join(f"{path} {state}" for path, state in states)
        return hashlib.blake2b(told.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()

    def _read(self, entries: Sequence[Entry], version: str) -> "OpenedRuns":
        from gander.viewer.eyeq.opened import Source, open_runs  # noqa: PLC0415
        from gander.viewer.eyeq.pictures import Sources  # noqa: PLC0415

        self._sources = self._sources or Sources()
        tables = [entry.path for entry in self._catalogue.entries("puzzles") if not entry.fault]
        sources = self._sources
        return open_runs(
            version,
            [Source(entry.id, entry.name or entry.path.name, entry.path, entry.fault) for entry in entries],
            lambda asked: sources.pictures(asked, tables),
            # Of several sets nobody knows which a file answers: the same id is another puzzle in each.
            lambda: sources.only(tables),
        )


def _asked(entry: Entry) -> str:
    """What a run calls its puzzles; empty if it cannot be read, which opening it tells."""
    if entry.fault:
        return ""
    try:
        cells = msgspec.json.decode((entry.path / RUN).read_bytes(), type=_Cells).cells
    except (OSError, msgspec.MsgspecError):
        return ""
    return ", ".join(sorted({cell.data for cell in cells.values()}))
