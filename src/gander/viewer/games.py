"""The games of a catalogue: opened when they are asked for, the last few kept.

What opens them (`gander.viewer.opening`) brings the audit along, and is imported with the first game.
"""

import threading
from collections import OrderedDict
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from gander.errors import InputError

if TYPE_CHECKING:
    from gander.viewer.opening import OpenedGame

__all__ = ["GameSummary", "Games"]

_KEPT = 6
"""Games that stay opened; one of 16 players and 200 ticks takes some 30 MB."""


class GameSummary(msgspec.Struct, frozen=True):
    """A game in a line.

    Attributes:
        map: Its map's name.
        players: How many play.
        ticks: Its last tick.
        meetings: How many were held.
        result: ``goose``, ``duck``, or ``unfinished``.
        ours: Whether Gander wrote it.
        warnings: How many there are about the record.
        fault: Why it cannot be read, in one line; then nothing else is known.
    """

    map: str = ""
    players: int = 0
    ticks: int = 0
    meetings: int = 0
    result: str = ""
    ours: bool = False
    warnings: int = 0
    fault: str = ""


class Games:
    """The games of a catalogue, opened as they are asked for.

    Args:
        released_map: The map of records that carry none, by its name or file.
        claims: Where claims come from; None for what the audit would choose.

    Attributes:
        released_map: The same.
        claims: The same.
    """

    def __init__(self, released_map: str, claims: str | None = None) -> None:
        self.released_map = released_map
        self.claims = claims
        self._opened: OrderedDict[tuple[object, ...], OpenedGame] = OrderedDict()
        self._summaries: dict[Path, tuple[tuple[int, int], GameSummary]] = {}
        self._lock = threading.Lock()

    def open(self, path: Path, source: str | None) -> "OpenedGame":
        """A game, from memory if its record has not changed since.

        Raises:
            InputError: It cannot be used; see `open_for_page`.
        """
        from gander.quack.library import load_map  # noqa: PLC0415
        from gander.viewer.opening import claim_sources, open_for_page  # noqa: PLC0415

        key = (path, _state(path), source)
        # One at a time: two that want the same game would both judge it.
        with self._lock:
            opened = self._opened.pop(key, None)
            if opened is None:
                sources = claim_sources([path], self.claims)
                opened = open_for_page(path, load_map(self.released_map), source, sources)
            self._opened[key] = opened
            while len(self._opened) > _KEPT:
                self._opened.popitem(last=False)
            return opened

    def summary(self, path: Path) -> GameSummary:
        """A game in a line; what is wrong with one that cannot be read is in it."""
        from gander.viewer.opening import sum_up  # noqa: PLC0415

        try:
            state = _state(path)
            kept = self._summaries.get(path)
            if kept is not None and kept[0] == state:
                return kept[1]
            summary = sum_up(path)
        except InputError as error:
            return GameSummary(fault=error.lines[0])
        self._summaries[path] = state, summary
        return summary


def _state(path: Path) -> tuple[int, int]:
    """What changes when a file does."""
    try:
        info = path.stat()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"cannot be read ({reason}).", where=str(path)) from error
    return info.st_mtime_ns, info.st_size
