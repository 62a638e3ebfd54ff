"""A person at the terminal as a player."""

from gander.quack.players.human.player import HumanPlayer

__all__ = ["HumanPlayer"]
