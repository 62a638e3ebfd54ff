"""Luck: the random draws of one decision of one player."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

from gander.quack.players.player import draw_seed

__all__ = ["Luck"]

_T = TypeVar("_T")


class Luck:
    """Draws that follow from the game's seed, the seat and a number, and from nothing else.

    Uses `Random.random` only, the method whose sequence Python promises.

    Args:
        game_seed: The game's seed.
        seat: The player's index.
        number: What the draws are for, for instance the turn.
    """

    def __init__(self, game_seed: int, seat: int, number: int) -> None:
        self._random = Random(draw_seed(game_seed, seat, number)).random

    def happens(self, probability: float) -> bool:
        """True with a probability."""
        return self._random() < probability

    def below(self, limit: float) -> float:
        """A number from 0 up to `limit`."""
        return self._random() * limit

    def pick(self, choices: Sequence[_T]) -> _T:
        """One of some choices, each as likely.

        Raises:
            IndexError: There are none.
        """
        return choices[int(self._random() * len(choices))]

    def shuffled(self, items: Iterable[_T]) -> list[_T]:
        """The items in random order."""
        left = list(items)
        return [left.pop(int(self._random() * len(left))) for _ in range(len(left))]
