"""A game as pictures in a folder: the whole of it tick by tick, or what one player was shown."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from gander.errors import InputError
from gander.faults import shown, suggestion
from gander.files import write_whole
from gander.quack.record import Record, Timeline, build_timeline
from gander.quack.replay import Turn, read_set_up, reenact
from gander.quack.world import GameMap

__all__ = [
    "Frame",
    "frame_positions",
    "god_frames",
    "open_game",
    "seat_frames",
    "seat_turns",
    "unreadable",
    "write_frames",
]

Frame = tuple[str, bytes]
"""The name of a file and the PNG in it."""


def god_frames(record: Record, released_map: GameMap) -> Iterator[Frame]:
    """The whole game in a picture a tick, as ``tick0007.png``.

    Args:
        record: A record, released or ours, finished or not.
        released_map: The map of a released record; records of ours carry theirs.

    Raises:
        InputError: The record was played on another map.
    """
    from gander.quack.senses.pictures import god_picture  # noqa: PLC0415 - needs Pillow

    timeline, game_map = open_game(record, released_map)
    for tick, position in frame_positions(timeline):
        yield f"tick{tick:04}.png", god_picture(timeline, position, game_map).png


def open_game(record: Record, released_map: GameMap) -> tuple[Timeline, GameMap]:
    """A record's timeline and the map to draw it on.

    Args:
        record: A record, released or ours, finished or not.
        released_map: The map of a released record; records of ours carry theirs.

    Raises:
        InputError: The record was played on another map.
    """
    timeline = build_timeline(record)
    game_map = read_set_up(record)[1] if "schema" in record.events[0].data else released_map
    rooms = {room.name for room in game_map.rooms}
    for stays in timeline.stays.values():
        for stay in stays:
            foreign = next(
                (name for name in (stay.room, stay.origin, stay.heading) if name and name not in rooms), None
            )
            if foreign is not None:
                raise InputError(
                    f"the map {shown(game_map.name)} has no room {shown(foreign)}.",
                    where=f"{record.path}:{stay.start + 1}",
                    todo="Give the map of this game with --map.",
                )
    return timeline, game_map


def frame_positions(timeline: Timeline) -> Iterator[tuple[int, int]]:
    """The ticks and the positions that show them: their last, or that of the meeting that ended them."""
    meetings = {meeting.tick: meeting.start for meeting in timeline.meetings}
    for tick, position in enumerate(timeline.ticks[:-1]):
        last = timeline.ticks[tick + 1] - 1
        if last >= position:
            yield tick, meetings.get(tick, last)


def seat_frames(record: Record, seat: str) -> Iterator[Frame]:
    """Both pictures of one player at each of its decisions, as ``0012-tick0007-act-local.png``.

    They are drawn anew from the record's own decisions, which are checked on the way.

    Raises:
        InputError: No player has that name, the record carries no decisions, or it is damaged.
    """
    from gander.quack.senses.pictures import global_picture, local_picture  # noqa: PLC0415 - needs Pillow

    game_map, turns = seat_turns(record, seat)
    for number, turn in enumerate(turns, 1):
        seen = turn.observation
        name = f"{number:04}-tick{seen.tick:04}-{seen.kind}"
        yield f"{name}-global.png", global_picture(seen, game_map).png
        yield f"{name}-local.png", local_picture(seen, game_map).png


def seat_turns(record: Record, seat: str) -> tuple[GameMap, list[Turn]]:
    """The map, and one player's turns, played again from the record's own decisions.

    Raises:
        InputError: No player has that name, the record carries no decisions, or it is damaged.
    """
    _, game_map, rules = read_set_up(record)
    if seat not in rules.players:
        raise InputError(
            f"nobody in this game is called {shown(seat)}.",
            where="--seat",
            todo=suggestion(seat, rules.players),
        )
    turns: list[Turn] = []
    reenact(record, lambda turn: turns.append(turn) if turn.observation.name == seat else None)
    return game_map, turns


def write_frames(frames: Iterator[Frame], folder: Path) -> int:
    """Write pictures into a new or empty folder.

    Returns:
        How many there are.

    Raises:
        InputError: The folder holds something or cannot be written.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError("this is not an empty folder.", where=str(folder), todo="Name a new one.")
    count = 0
    for name, png in frames:
        write_whole(folder / name, png)
        count += 1
    return count


def unreadable(record: Record, texts: Iterable[str] = ()) -> str | None:
    """A sentence about letters that no font here has: in the names of players and rooms, and in texts."""
    from gander.quack.senses.pictures import letters_note  # noqa: PLC0415 - needs Pillow

    start = record.events[0].data["initial_state"]
    names = [str(its[key]) for its in start.values() for key in ("name", "room")]
    if "schema" in record.events[0].data:
        names += [room.name for room in read_set_up(record)[1].rooms]
    return letters_note([*names, *texts])
