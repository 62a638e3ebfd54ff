"""From paths to games, one after another: however many there are, one is held at a time."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from gander.errors import InputError
from gander.quack.audit.game import Game, open_game
from gander.quack.record.reader import find_records, read_record
from gander.quack.world.maps import GameMap

__all__ = ["check_apart", "game_name", "open_games", "records_at"]


def records_at(paths: Sequence[Path]) -> list[Path]:
    """All records at or below some paths, in path order, each once however it is reached.

    Raises:
        InputError: A path holds no record.
    """
    seen: dict[tuple[int, int] | Path, Path] = {}
    for path in paths:
        for record in find_records(path):
            try:
                info = record.stat()
            except OSError:  # reading it says why
                seen.setdefault(record, record)
                continue
            seen.setdefault((info.st_dev, info.st_ino), record)
    return list(seen.values())


def game_name(record: Path) -> str:
    """What a game is called among others: the last two folders of its record's path."""
    return "/".join(record.absolute().parent.parts[1:][-2:])


def check_apart(records: Sequence[Path]) -> None:
    """Find out whether games can be told apart by their names.

    Raises:
        InputError: Two have the same.
    """
    seen: dict[str, Path] = {}
    for record in records:
        name = game_name(record)
        if seen.setdefault(name, record) != record:
            raise InputError(
                f"another game is called {name} too: {seen[name]}.",
                where=str(record),
                todo="Take one tree at a time, or give their folders other names.",
            )


def open_games(
    records: Sequence[Path], game_map: GameMap, on_unfinished: Callable[[Path], None] = lambda path: None
) -> Iterator[Game]:
    """Open the games that were played to their end.

    Args:
        records: The records.
        game_map: The map of records that carry none.
        on_unfinished: Called with every record that is left out, since its game has no end.

    Yields:
        The games, in order.

    Raises:
        InputError: A record cannot be used, or none is complete.
    """
    any_complete = False
    for path in records:
        record = read_record(path)
        if not record.complete:
            on_unfinished(path)
            continue
        any_complete = True
        yield open_game(record, game_map)
    if not any_complete and records:
        raise InputError(
            "no game was played to its end.",
            where=str(records[0]),
            todo="Go on with the game, or name others.",
        )
