"""The arena: models against one another on the same seeds, many games at once.

- `lineup`: who plays whom, and the settings that all pairs share
- `stage`: the games, played at the same time through one office
- `forecast`: what they will take

An arena's folder holds ``arena.json`` and a run's folder for each pair, named after its setting, so that
whatever works on runs works on it.
"""

from gander.quack.arena.forecast import ArenaForecast, ModelForecast, forecast_arena
from gander.quack.arena.lineup import (
    SETTINGS,
    ArenaSettings,
    Pair,
    Setting,
    check_arena,
    pairs_of,
    parse_seeds,
    read_arena,
)
from gander.quack.arena.stage import (
    GAMES_AT_ONCE,
    ArenaRun,
    Game,
    check_folder,
    check_models,
    play_arena,
    stored_calls,
)

__all__ = [
    "GAMES_AT_ONCE",
    "SETTINGS",
    "ArenaForecast",
    "ArenaRun",
    "ArenaSettings",
    "Game",
    "ModelForecast",
    "Pair",
    "Setting",
    "check_arena",
    "check_folder",
    "check_models",
    "forecast_arena",
    "pairs_of",
    "parse_seeds",
    "play_arena",
    "read_arena",
    "stored_calls",
]
