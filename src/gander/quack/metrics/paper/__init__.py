"""The `paper` profile's metrics, all tiers, from a game's audit (paper, section 4)."""

from gander.quack.metrics.paper.catalogue import METRICS, NUMBERS, Metric
from gander.quack.metrics.paper.counts import Counts, GameCounts, Seat
from gander.quack.metrics.paper.games import COLUMNS, count_game, take_game

__all__ = [
    "COLUMNS",
    "METRICS",
    "NUMBERS",
    "Counts",
    "GameCounts",
    "Metric",
    "Seat",
    "count_game",
    "take_game",
]
