"""Games of a few lines, counted."""

from pathlib import Path

from gander.quack.audit.game import Game, open_game
from gander.quack.audit.judge import judge_game
from gander.quack.audit.utterances import Extraction
from gander.quack.metrics.paper import NUMBERS, GameCounts, count_game
from gander.quack.record import read_record
from gander.quack.world import GameMap
from tests.quack.small_records import Script


def opened(script: Script, ship10: GameMap, folder: Path) -> Game:
    """The game, ready for its audit."""
    return open_game(read_record(script.write(folder)), ship10)


def counted(script: Script, ship10: GameMap, folder: Path) -> GameCounts:
    """All counts of a game of which nothing that was said was read."""
    game = opened(script, ship10, folder)
    return count_game(judge_game(game, [Extraction(said, "failed") for said in game.utterances]))


def of(counts: GameCounts, metric: str, player: str | None = None) -> tuple[int, int]:
    """Part and whole of a metric in the game, or for one player's seat."""
    if player is None:
        parts, wholes = counts.total()
    else:
        parts, wholes = counts.by_seat.get(f"player_{player}", ([0] * len(NUMBERS), [0] * len(NUMBERS)))
    return parts[NUMBERS[metric]], wholes[NUMBERS[metric]]
