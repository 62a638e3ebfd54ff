"""Reading a record: every line is checked against the lines before it, and no fault passes silently.

A record is a sequence of events, one a line. Reading checks form (JSON, fields, types) and sense
(who can do what, where and when), so that whatever works on a `Record` may rely on both. Released
records and Gander's own are read alike; event types and fields that are not known are kept.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import msgspec

from gander.errors import InputError
from gander.folders import walk_folders
from gander.layout import RECORD_NAME
from gander.quack.record.fields import Fault, Line, lower
from gander.quack.record.grammar import named_rooms, walk
from gander.quack.record.lines import MAX_FILE, MAX_LINE, read_lines
from gander.quack.record.situation import OVER
from gander.quack.record.start import Entrant, read_start
from gander.quack.world.events import Event
from gander.quack.world.maps import GameMap

__all__ = [
    "MAX_LINE",
    "MAX_RECORD",
    "RECORD_NAME",
    "UNFINISHED",
    "Entrant",
    "Record",
    "RecordError",
    "RecordWarning",
    "find_records",
    "read_record",
]

MAX_RECORD = MAX_FILE
"""Largest record that is read, in bytes."""

UNFINISHED = "the record ends here, before the game does: there is no game_over."
"""The warning about a game that was not played to its end."""


class RecordError(InputError):
    """A record that cannot be used; `where` is ``file:line``."""


@dataclass(frozen=True, slots=True)
class RecordWarning:
    """Something about a record that a reader should know but can live with.

    Attributes:
        line: Line number, from 1.
        what: What it is, as a sentence.
    """

    line: int
    what: str


@dataclass(frozen=True, slots=True)
class Record:
    """A record that has been read and checked.

    Attributes:
        path: The file.
        events: All events; ``events[i]`` stands on line ``i + 1``. Their data are dictionaries.
        warnings: What a reader should know, in line order.
        complete: Whether the game was played to its end.
        roster: The players in seat order.
        schema: The record format's version; 0 for released records, which have none.
        seed: The game's seed; None if the record doesn't tell.
        game_map: The map; None if the record doesn't carry it.
        rooms: The names of the map's rooms.
        further: Fields beside the four of an event, by line number; empty for nearly every record.
    """

    path: Path
    events: list[Event]
    warnings: tuple[RecordWarning, ...]
    complete: bool
    roster: tuple[Entrant, ...]
    schema: int
    seed: int | None
    game_map: GameMap | None
    rooms: frozenset[str]
    further: dict[int, dict[str, Any]] = field(default_factory=dict)

    @property
    def names(self) -> dict[str, str]:
        """Names by player id, in seat order."""
        return {entrant.player_id: entrant.name for entrant in self.roster}

    @property
    def teams(self) -> dict[str, str]:
        """Teams (``goose``, ``duck``) by player id, in seat order."""
        return {entrant.player_id: entrant.team for entrant in self.roster}


def find_records(path: str | Path) -> list[Path]:
    """The records at or below a path: a record file, a game's folder or a tree of them.

    Folders that are links are followed, each folder once.

    Returns:
        The record files, sorted.

    Raises:
        InputError: The path doesn't exist or cannot be read, or no record is below it.
    """
    path = Path(path)
    if path.is_dir():
        found = [folder / RECORD_NAME for folder, files in walk_folders(path) if RECORD_NAME in files]
        if not found:
            raise InputError(
                f"no record is below this folder (expected files named {RECORD_NAME}).",
                where=str(path),
                todo="Name a game's folder, or a folder of such folders.",
            )
        return sorted(found)
    if not path.exists():
        raise InputError("there is no such file or folder.", where=str(path), todo="Check the path.")
    return [path]


def read_record(path: str | Path) -> Record:
    """Read and check a record.

    Args:
        path: The record file.

    Returns:
        The record. A last line that was torn off in writing is left out, with a warning.

    Raises:
        RecordError: The record is not one, contradicts itself, or is too large; the error names
            the line.
        InputError: The file cannot be opened, or is a pipe or a device.
    """
    path = Path(path)
    written = read_lines(path, "record", RecordError)
    lines, warnings, further = _decode(path, written)
    return _check(path, written, lines, warnings, further)


# Events.


_decode_line = msgspec.json.Decoder(Line).decode
_decode_any = msgspec.json.Decoder().decode

_SHAPE = (
    'an event is an object with "timestamp" (a number), "event_type" (text),'
    ' "tick" (a whole number) and "data" (an object)'
)


def _decode(
    path: Path, lines: list[bytes]
) -> tuple[list[Line], list[RecordWarning], dict[int, dict[str, Any]]]:
    """Decode all lines; a torn last one is dropped from `lines` with a warning."""
    warnings: list[RecordWarning] = []
    further: dict[int, dict[str, Any]] = {}
    torn = lines.pop()
    if torn.strip():
        # Without its newline a last line is whole or half; half an object is never valid JSON.
        try:
            _decode_any(torn)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            warnings.append(RecordWarning(len(lines) + 1, "the line breaks off; it was left out."))
        else:
            lines.append(torn)
    if not lines:
        raise RecordError(
            "the file holds no complete event.",
            where=f"{path}:1",
            todo="A record begins with a game_started event.",
        )
    try:
        return list(map(_decode_line, lines)), warnings, further
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        pass
    events = [_decode_slowly(path, number, line, further) for number, line in enumerate(lines, 1)]
    return events, warnings, further


def _decode_slowly(path: Path, number: int, line: bytes, further: dict[int, dict[str, Any]]) -> Line:
    """Decode a line that may be at fault, or that has more fields than an event's own."""
    where = f"{path}:{number}"
    try:
        return _decode_line(line)
    except msgspec.ValidationError as error:
        what = str(error)
        try:
            whole = _decode_any(line)
        except msgspec.ValidationError as fault:
            # Any JSON is valid here but a number that no computer holds.
            raise RecordError(
                "a number on this line is too large to be read (1.8e308 is the largest there is).",
                where=where,
                todo="Restore the line from the original record.",
            ) from fault
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
            raise _no_json(line, where, fault) from fault
        if isinstance(whole, dict):
            own = {key: whole.pop(key) for key in ("timestamp", "event_type", "tick", "data") if key in whole}
            try:
                event = msgspec.convert(own, Line)
            except msgspec.ValidationError as fault:
                what = str(fault)
            else:
                further[number] = whole
                return event
        raise RecordError(
            f"this is no event: {lower(what)}; {_SHAPE}.",
            where=where,
            todo="Restore the line from the original record.",
        ) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _no_json(line, where, error) from error


def _no_json(line: bytes, where: str, error: Exception) -> RecordError:
    """What to say of a line that is no JSON."""
    if not line.strip():
        return RecordError(
            "the line is blank; a record has one event on every line.",
            where=where,
            todo="Remove the line.",
        )
    what = "nested too deeply" if isinstance(error, RecursionError) else lower(str(error))
    return RecordError(
        f"this is not a line of JSON in UTF-8: {what}.",
        where=where,
        todo="Restore the line from the original record.",
    )


def _check(
    path: Path,
    written: list[bytes],
    lines: list[Line],
    warnings: list[RecordWarning],
    further: dict[int, dict[str, Any]],
) -> Record:
    """Walk through the events as the game went and stop at the first that cannot be."""
    try:
        start = read_start(lines[0])
        rooms = start.rooms
        if rooms is None:
            rooms = named_rooms(start, lines)
            warnings.append(
                RecordWarning(1, "the record names a map that is not known, so its rooms were not checked.")
            )
        end = walk(lines, written, start, rooms)
    except Fault as fault:
        raise RecordError(fault.what, where=f"{path}:{fault.line}", todo=fault.todo) from fault
    complete = end.phase == OVER
    if not complete:
        warnings.append(RecordWarning(len(lines), UNFINISHED))
    warnings += [RecordWarning(line, what) for line, what in end.warnings]
    warnings.sort(key=lambda warning: warning.line)
    return Record(
        path,
        # A list of lines is one of events, whatever may be done to either.
        cast("list[Event]", lines),
        tuple(warnings),
        complete,
        start.roster,
        start.schema,
        start.seed,
        start.game_map,
        rooms,
        further,
    )
