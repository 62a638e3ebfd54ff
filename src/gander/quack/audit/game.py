"""A game as the audit sees it: the record, its timeline, what was said, and the names in use."""

from dataclasses import dataclass
from functools import lru_cache

from gander.errors import InputError
from gander.quack.audit.names import Names
from gander.quack.audit.utterances import Utterance, utterances
from gander.quack.record import Record, Timeline, build_timeline
from gander.quack.world.maps import GameMap

__all__ = ["Game", "open_game"]


@dataclass(frozen=True, slots=True)
class Game:
    """What every part of the audit works on.

    Attributes:
        record: The record.
        timeline: Its timeline, on positions.
        game_map: The map it was played on.
        names: Resolves players' and rooms' names.
        ids: Player ids by name.
        utterances: Everything said, in order.
    """

    record: Record
    timeline: Timeline
    game_map: GameMap
    names: Names
    ids: dict[str, str]
    utterances: tuple[Utterance, ...]


def open_game(record: Record, game_map: GameMap | None = None) -> Game:
    """Make a record ready for its audit.

    Args:
        record: The record.
        game_map: The map of a record that doesn't carry its own.

    Raises:
        InputError: The record carries no map and none is given.
    """
    played_on = record.game_map or game_map
    if played_on is None:
        raise InputError(
            "the record does not carry its map.",
            where=str(record.path),
            todo="Name the map that it was played on.",
        )
    names = _names(tuple(record.names.values()), tuple(room.name for room in played_on.rooms))
    ids = {name: player for player, name in record.names.items()}
    return Game(record, build_timeline(record), played_on, names, ids, utterances(record))


@lru_cache(maxsize=64)
def _names(players: tuple[str, ...], rooms: tuple[str, ...]) -> Names:
    """The names of games with this roster and map, the same each time."""
    return Names(players, rooms)
