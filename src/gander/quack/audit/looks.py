"""Looks: when a player was surely shown what is around it.

Players look on their turns. Two may share a room for a few lines of a tick without that: one arrives, and the
other leaves before the first has its turn again. Whoever says "I saw Bob" of such a moment may be believed;
whoever says "I never saw Bob" was perhaps never shown him.
"""

from gander.quack.audit.game import Game

__all__ = ["Looks"]

_TURNS = ("player_moved", "task_progress", "task_completed", "free_roam_chat", "decision")
_CALLS = ("body_reported", "meeting_called")


class Looks:
    """When the players of a game surely looked.

    Args:
        game: The game.
    """

    def __init__(self, game: Game) -> None:
        # The positions right before the first event of each of a player's turns.
        self._own: dict[str, list[int]] = {player: [] for player in game.record.teams}
        # Ticks of free roam, as positions; in each, everybody who stands in a room has a turn.
        self._ticks: list[tuple[int, int]] = []
        started: int | None = None
        acted: set[str] = set()
        for position, event in enumerate(game.record.events):
            kind, data = event.event_type, event.data
            if kind == "tick_start":
                started = position
                acted.clear()
            elif kind == "tick_end" and started is not None:
                self._ticks.append((started, position))
                started = None
            player = None
            if kind in _TURNS and data.get("kind", "act") == "act":
                player = data["player_id"]
            elif kind == "player_killed":
                player = data["killer_id"]
            elif kind in _CALLS:
                player = data["caller"]
            if player in self._own and player not in acted:
                acted.add(player)
                self._own[player].append(position - 1)

    def within(self, player: str, start: int, end: int) -> bool:
        """Whether a player surely looked within the positions ``[start, end)``, in all of which it stood."""
        return any(start <= look < end for look in self._own[player]) or any(
            start <= first and last < end for first, last in self._ticks
        )
