"""Names as speakers write them, resolved against the game's own roster and map."""

import re
from collections.abc import Iterable, Mapping

__all__ = ["Names"]

_SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "oxygen": ("o2", "o 2"),
    "medbay": ("medibay", "med bay", "medi bay", "medical bay"),
    "infirmary": ("medbay", "med bay"),
    "cafeteria": ("cafe", "caf", "canteen"),
    "weapons": ("weps",),
    "laboratory": ("lab",),
    "communications": ("comms",),
    "comms": ("communications",),
    "navigation": ("navi",),
}
"""Words for rooms that are no shortening of their names; they hold on maps that have such a room."""

_SHORTEST = 3
_FRAME = " \t\n*_`'\"“”‘’.,;:!?()[]"
_POSSESSIVE = re.compile(r"['’]s?$")
_BLANKS = re.compile(r"[\s_\-‐‑]+")
_NOUNS = re.compile(r"^the | (?:room|area|side)$")


class Names:
    """Resolves players and rooms.

    Args:
        players: The players' names.
        rooms: The rooms' names, as the map has them.

    Attributes:
        players: The players' names.
        rooms: The rooms' names, as the map has them.
        spoken: By every full way to say a room, in small letters with single blanks, the room.
    """

    def __init__(self, players: Iterable[str], rooms: Iterable[str]) -> None:
        self.players = tuple(players)
        self.rooms = tuple(rooms)
        self._players = {player.casefold(): player for player in self.players}
        self.spoken: dict[str, str] = {}
        for room in self.rooms:
            plain = _plain(room)
            for said in (plain, plain.replace(" ", "")):
                self.spoken.setdefault(said, room)
        for room in self.rooms:
            # A synonym gives way to a room that bears the name itself.
            for said in _SYNONYMS.get(room, ()):
                self.spoken.setdefault(said, room)
        self._shortened: dict[str, str | None] = {}

    def player(self, said: str | None) -> str | None:
        """The player meant; None if there is no such player."""
        if not said:
            return None
        exact = self._players.get(said.strip().casefold())
        if exact is not None:
            return exact
        bare = _POSSESSIVE.sub("", said.strip(_FRAME))
        return self._players.get(bare.strip(_FRAME).casefold())

    def room(self, said: str | None) -> str | None:
        """The room meant, as the map calls it; None if it is none or could be several."""
        if not said:
            return None
        plain = _plain(said)
        room = self.spoken.get(plain) or self.shortened(plain)
        if room is None:
            bare = _NOUNS.sub("", _POSSESSIVE.sub("", plain.strip(_FRAME)))
            room = self.spoken.get(bare) or self.shortened(bare)
        return room

    def shortened(self, said: str) -> str | None:
        """The room whose name begins so ("nav", "upper"), in small letters; None if not just one does."""
        if len(said) < _SHORTEST:
            return None
        found = self._shortened.get(said, "")
        if found == "":
            if len(self._shortened) > 4096:
                self._shortened.clear()  # whatever is asked for, memory stays small
            meant = {room for name, room in self.spoken.items() if name.startswith(said)}
            found = self._shortened[said] = meant.pop() if len(meant) == 1 else None
        return found


def _plain(said: str) -> str:
    return _BLANKS.sub(" ", said).strip().casefold()
