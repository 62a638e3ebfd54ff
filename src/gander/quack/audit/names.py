"""Names as speakers write them, resolved against the game's own roster and map."""

import re
from collections.abc import Iterable, Mapping

__all__ = ["Names"]

_SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "oxygen": ("o2",),
    "medbay": ("medibay", "med bay"),
    "cafeteria": ("cafe", "caf"),
    "weapons": ("weps",),
}
"""Words for rooms that are no shortening of their names; they hold on maps that have such a room."""

_SHORTEST = 3


class Names:
    """Resolves players and rooms.

    Args:
        players: The players' names.
        rooms: The rooms' names, as the map has them.
    """

    def __init__(self, players: Iterable[str], rooms: Iterable[str]) -> None:
        self._players = {player.casefold(): player for player in players}
        self.rooms = tuple(rooms)
        self._rooms: dict[str, str] = {}
        for room in self.rooms:
            plain = self._plain(room)
            for said in (plain, plain.replace(" ", ""), *_SYNONYMS.get(room, ())):
                self._rooms.setdefault(said, room)

    def player(self, said: str | None) -> str | None:
        """The player meant; None if there is no such player."""
        return self._players.get(said.strip().casefold()) if said else None

    def room(self, said: str | None) -> str | None:
        """The room meant, as the map calls it; None if it is none or could be several."""
        if not said:
            return None
        plain = self._plain(said)
        room = self._rooms.get(plain)
        if room is None and len(plain) >= _SHORTEST:
            meant = {room for name, room in self._rooms.items() if name.startswith(plain)}
            if len(meant) == 1:
                room = meant.pop()
        return room

    @staticmethod
    def _plain(said: str) -> str:
        return re.sub(r"[\s_\-]+", " ", said).strip().casefold()
