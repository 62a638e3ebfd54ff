"""The two pictures of a decision, as a prompt carries them."""

import base64
import hashlib
from collections.abc import Iterable
from functools import cached_property

from gander.quack.senses import Observation
from gander.quack.world import GameMap

__all__ = ["Png", "names_note", "pictures_of"]


class Png:
    """A picture.

    Args:
        data: The PNG file.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data

    @cached_property
    def data_uri(self) -> str:
        """The picture as a ``data:`` URI."""
        return f"data:image/png;base64,{base64.b64encode(self.data).decode()}"

    @cached_property
    def sha256(self) -> str:
        """Its hash."""
        return hashlib.sha256(self.data).hexdigest()


def pictures_of(observation: Observation, game_map: GameMap) -> tuple[Png, Png]:
    """The map as the player knows it, and what it sees around it."""
    # Imported where used: drawing takes a library that playing without pictures does not need.
    from gander.quack.senses.pictures import global_picture, local_picture  # noqa: PLC0415

    world, here = global_picture(observation, game_map), local_picture(observation, game_map)
    return Png(world.png), Png(here.png)


def names_note(game_map: GameMap, players: Iterable[str]) -> str | None:
    """A sentence about names that pictures cannot show as they are written; None if they show all.

    Args:
        game_map: The map.
        players: The players' names.
    """
    from gander.quack.senses.pictures import letters_note  # noqa: PLC0415

    return letters_note([*players, *(room.name for room in game_map.rooms)])
