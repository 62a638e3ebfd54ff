"""From games to settings: means of every figure, with the number of games behind each."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gander.quack.record.reader import Record
from gander.stats import Estimate, mean

__all__ = ["GameFigures", "place_of", "setting_names", "summarize"]

_SEED_FOLDER = re.compile(r"seed[-_ ]?0*(\d+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class GameFigures:
    """One game's figures by tier.

    Attributes:
        path: The record.
        setting: The name of its setting.
        seed: Its seed; None if neither record nor folder tells.
        outcomes: Tier 1.
        behaviour: Tier 2.
        statements: Tier 3; None if the game has no claims.
    """

    path: Path
    setting: str
    seed: int | None
    outcomes: Mapping[str, Any]
    behaviour: Mapping[str, Any]
    statements: Mapping[str, Any] | None


def place_of(record: Record) -> tuple[Path, int | None]:
    """A game's setting folder and seed.

    The setting is the folder above the seed's folder (``SETTING/seed07/game.jsonl``); a game in
    no seed folder is a setting by its own folder. A record's own seed comes before its folder's.
    """
    folder = record.path.absolute().parent
    match = _SEED_FOLDER.fullmatch(folder.name)
    if match is None:
        return folder, record.seed
    return folder.parent, int(match[1]) if record.seed is None else record.seed


def setting_names(folders: Iterable[Path]) -> dict[Path, str]:
    """Shortest names that tell setting folders apart: the last part of the path, or more of it."""
    distinct = dict.fromkeys(folders)
    names: dict[Path, str] = {}
    for folder in distinct:
        parts = 1
        while parts < len(folder.parts) and any(
            other != folder and other.parts[-parts:] == folder.parts[-parts:] for other in distinct
        ):
            parts += 1
        names[folder] = "/".join(folder.parts[-parts:])
    return names


def summarize(games: Iterable[GameFigures]) -> dict[str, dict[str, Estimate]]:
    """Means over games by setting and metric.

    Args:
        games: Complete games.

    Returns:
        For each setting, in the order met, every figure that is a number, and the win rates of
        both teams. A game without claims has no part in the means over statements.
    """
    settings: dict[str, list[GameFigures]] = {}
    for game in games:
        settings.setdefault(game.setting, []).append(game)
    return {name: _summarize_setting(own) for name, own in settings.items()}


def _summarize_setting(games: list[GameFigures]) -> dict[str, Estimate]:
    estimates: dict[str, Estimate] = {}
    tiers: list[list[Mapping[str, Any]]] = [
        [game.outcomes for game in games],
        [game.behaviour for game in games],
        [game.statements for game in games if game.statements is not None],
    ]
    for tier in tiers:
        for metric in tier[0] if tier else ():
            values = [figures[metric] for figures in tier]
            if all(value is None or _is_number(value) for value in values):
                estimates[metric] = mean(values)
        if tier is tiers[0]:
            for team in ("goose", "duck"):
                estimates[f"{team}_win_rate"] = mean(float(figures["winner"] == team) for figures in tier)
    return estimates


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
