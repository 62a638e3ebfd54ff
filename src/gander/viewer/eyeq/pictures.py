"""The puzzles' pictures, from the source that a run names, found where somebody opened it.

A run says which puzzles it asked as ``NAME@REVISION``, the revision being a hash of table and pictures, or a
commit. So pictures come from the bundled set, from a puzzle folder below the opened ones, or from what Gander
read of the Hub before, and only if the revision is the same; nothing is fetched.
"""

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from gander.errors import InputError
from gander.eyeq.cache import CacheError
from gander.eyeq.images import ImageFile, image_fault, media_type, preview
from gander.eyeq.puzzles import Puzzle
from gander.eyeq.sources import PuzzleSet, load_puzzles
from gander.viewer.eyeq.states import State, table_state

__all__ = ["SIDE", "Pictures", "Sources"]

SIDE = 320
"""Pixels of a small picture's longer side at most."""

_LARGEST = 64_000_000  # bytes; no picture that a model takes comes near
_KEPT = 3_000  # small pictures in memory, of some 10 kB each


@dataclass(frozen=True)
class Pictures:
    """The pictures of some puzzles.

    Attributes:
        sets: The sets of puzzles that are there, by what runs call them (``NAME@REVISION``).
        asked: What the runs that have a puzzle call its set, by the puzzle's key.
        notes: Which are not there, as sentences.
    """

    sets: Mapping[str, PuzzleSet] = field(default_factory=dict)
    asked: Mapping[str, Sequence[str]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    _small: "OrderedDict[str, bytes]" = field(default_factory=OrderedDict, init=False, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False)

    def puzzle(self, key: str) -> Puzzle | None:
        """A puzzle with its picture; None if it is in none of the sets that were asked about it.

        A demonstration may have been asked nowhere, and is taken from any set that a run names.
        """
        names = self.asked.get(key, tuple(self.sets))
        return next((its[key] for name in names if (its := self.sets.get(name)) and key in its), None)

    def whole(self, key: str) -> tuple[bytes, str] | None:
        """A picture's bytes, untouched, and its media type; None if there is none.

        Raises:
            InputError: It cannot be read, is too large, is no picture, or has changed since.
        """
        puzzle = self.puzzle(key)
        if puzzle is None:
            return None
        path = puzzle.image.path if isinstance(puzzle.image, ImageFile) else None
        if path is not None and path.is_file() and path.stat().st_size > _LARGEST:
            raise InputError("the picture is too large to be shown.", where=key)
        data = puzzle.image()
        kind = media_type(data)
        if kind is None:
            raise InputError(f"the file {image_fault(data)}.", where=key)
        return data, kind

    def small(self, key: str) -> tuple[bytes, str] | None:
        """A small copy, made when it is first asked for.

        The picture itself where Pillow is missing, or the cache for copies cannot be written.

        Raises:
            InputError: As for `whole`, or it cannot be made smaller.
        """
        with self._lock:
            kept = self._small.get(key)
            if kept is not None:
                self._small.move_to_end(key)
                return kept, "image/webp"
        found = self.whole(key)
        if found is None or find_spec("PIL") is None:
            return found
        try:
            made = preview(found[0], SIDE)
        except CacheError:
            return found
        with self._lock:
            self._small[key] = made
            while len(self._small) > _KEPT:
                self._small.popitem(last=False)
        return made, "image/webp"

    def hash(self, key: str) -> str:
        """SHA-256 of a picture as it is here, in hexadecimal; empty if there is none that can be read."""
        try:
            found = self.whole(key)
        except InputError:
            return ""
        return "" if found is None else hashlib.sha256(found[0]).hexdigest()


class Sources:
    """Sets of puzzles by what runs call them; each read once, until its table or pictures change."""

    def __init__(self) -> None:
        self._read: dict[tuple[str, State], PuzzleSet | str] = {}

    def pictures(self, asked: Mapping[str, Sequence[str]], tables: Iterable[Path]) -> Pictures:
        """The pictures of the sets that runs name.

        Args:
            asked: What the runs that have a puzzle call its set, by the puzzle's key.
            tables: Tables of puzzles in the opened folders.
        """
        every = tuple(tables)
        sets: dict[str, PuzzleSet] = {}
        notes: list[str] = []
        for data in dict.fromkeys(name for names in asked.values() for name in names):
            name, _, revision = data.rpartition("@")
            if not name:
                continue
            faults: list[str] = []
            found = next(
                (its for its in self._candidates(name, revision, every, faults) if its.revision == revision),
                None,
            )
            if found is not None:
                sets[data] = found
            else:
                notes.append(_missing(name, faults))
        return Pictures(sets, asked, tuple(notes))

    def only(self, tables: Sequence[Path]) -> PuzzleSet | None:
        """The set of puzzles in the opened folders; None if there is none, or more than one."""
        found = [its for table in tables for its in self._set(str(table), table_state(table), [])]
        return found[0] if len(found) == 1 else None

    def _candidates(
        self, name: str, revision: str, tables: tuple[Path, ...], faults: list[str]
    ) -> Iterator[PuzzleSet]:
        """What may be the set, the likeliest first; why something cannot be read goes to `faults`."""
        if name == "starter":
            yield from self._set("starter", (), faults)
        if "/" in name and not revision.startswith("sha256:"):
            yield from self._set(f"hub:{name}", (), faults, revision)
            return
        # A folder may have been renamed since; its revision tells.
        for table in sorted(tables, key=lambda path: path.parent.name != name):
            yield from self._set(str(table), table_state(table), faults)

    def _set(
        self, data: str, state: State, faults: list[str], revision: str | None = None
    ) -> Iterator[PuzzleSet]:
        key = f"{data}@{revision or ''}", state
        if key not in self._read:
            try:
                its: PuzzleSet | str = load_puzzles(data, skip_bad=True, revision=revision, network=False)
            except InputError as error:
                its = error.lines[0]
            except ModuleNotFoundError as error:
                its = f"{data}: needs the package {error.name}."
            if isinstance(its, str) and revision is not None:
                faults.append(its)  # asked again next time: it may be in the cache by then
                return
            self._read[key] = its
        found = self._read[key]
        if isinstance(found, str):
            faults.append(found)
        else:
            yield found


def _missing(name: str, faults: list[str]) -> str:
    why = f" ({faults[0]})" if faults else ""
    if "/" in name:
        return f"The pictures of {name} are not here{why}."
    if name == "starter":
        return "The starter set is another one now than when it was asked, so its pictures are not shown."
    return f"The pictures of {name} are not here{why}: open the folder of these puzzles too, unchanged."
