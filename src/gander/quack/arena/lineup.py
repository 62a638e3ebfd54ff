"""Who plays whom: the pairs of an arena, their names, and the settings that they share."""

import hashlib
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import msgspec

from gander.errors import InputError
from gander.layout import ARENA
from gander.quack.players import model_of
from gander.quack.players.model.settings import ModelSettings
from gander.quack.runs import RunSettings, check_settings
from gander.quack.settings_file import read_settings_file
from gander.quack.world import GameMap, Rules

__all__ = [
    "SETTINGS",
    "ArenaSettings",
    "Pair",
    "Setting",
    "check_arena",
    "pairs_of",
    "parse_seeds",
    "read_arena",
]

Setting: TypeAlias = Literal["homogeneous", "cross", "all"]

SETTINGS: tuple[Setting, ...] = get_args(Setting)
"""Which pairs are played: one model in all seats, Geese and Duck of different models, or both."""

_MOST_SEEDS = 100_000
_LONGEST = 60  # characters of a player's part in a folder's name
_UNFIT = re.compile(r"[^A-Za-z0-9.+-]+")


class ArenaSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an arena is about; two with equal settings play equal games.

    Attributes:
        game_map: The map.
        rules: The rules.
        geese: Kinds of player for the Geese's seats, each once.
        ducks: Kinds of player for the Ducks' seats, each once.
        setting: Which of them play each other.
        seeds: One game of every pair each.
        models: How models are asked; None where none plays.
    """

    game_map: GameMap
    rules: Rules
    geese: tuple[str, ...]
    ducks: tuple[str, ...]
    setting: Setting
    seeds: tuple[int, ...]
    models: ModelSettings | None = None

    @property
    def model_names(self) -> tuple[str, ...]:
        """The models that play, each once."""
        return tuple(dict.fromkeys(name for pair in pairs_of(self) for name in pair.model_names))


class Pair(msgspec.Struct, frozen=True):
    """Who plays the Geese and who the Ducks.

    Attributes:
        name: Its name, which is its folder's.
        goose: Kind of player in the Geese's seats.
        duck: Kind of player in the Ducks' seats.
    """

    name: str
    goose: str
    duck: str

    @property
    def model_names(self) -> tuple[str, ...]:
        """The models that play, each once."""
        return tuple(
            dict.fromkeys(name for kind in (self.goose, self.duck) if (name := model_of(kind)) is not None)
        )

    def run(self, arena: ArenaSettings) -> RunSettings:
        """The pair's games as a run like any other."""
        models = arena.models if self.model_names else None
        return RunSettings(arena.game_map, arena.rules, self.goose, self.duck, {}, arena.seeds, models)


def pairs_of(arena: ArenaSettings) -> tuple[Pair, ...]:
    """The pairs of an arena, each once: first those of one kind in all seats, then the others."""
    kinds = tuple(dict.fromkeys((*arena.geese, *arena.ducks)))
    names = _names(kinds)
    pairs = []
    if arena.setting != "cross":
        pairs += [Pair(f"homogeneous_{names[kind]}", kind, kind) for kind in kinds]
    if arena.setting != "homogeneous":
        pairs += [
            Pair(f"geese_{names[goose]}_duck_{names[duck]}", goose, duck)
            for goose in arena.geese
            for duck in arena.ducks
            if goose != duck
        ]
    return tuple(pairs)


def _names(kinds: Sequence[str]) -> dict[str, str]:
    """Short names that tell kinds apart and are fit for folders, whatever a model is called."""
    words = {kind: (model_of(kind) or kind).split("/") for kind in kinds}
    parts = dict.fromkeys(kinds, 1)
    while True:
        names = {kind: _fit("_".join(words[kind][-parts[kind] :])) for kind in kinds}
        alike = [kind for kind in kinds if _among(names[kind], names.values()) > 1]
        longer = [kind for kind in alike if parts[kind] < len(words[kind])]
        if not longer:
            break
        for kind in longer:
            parts[kind] += 1
    for kind in alike:
        names[kind] += f"-{hashlib.sha256(kind.encode()).hexdigest()[:6]}"
    return names


def _fit(name: str) -> str:
    return _UNFIT.sub("_", name).strip("._-")[:_LONGEST] or "player"


def _among(name: str, names: Iterable[str]) -> int:
    # Some file systems take two cases of a letter for one.
    return sum(other.casefold() == name.casefold() for other in names)


def parse_seeds(text: str) -> tuple[int, ...]:
    """Seeds such as ``1-30`` or ``1,2,7-9``, each once, in the order given.

    Raises:
        InputError: They are none.
    """
    seeds: dict[int, None] = {}
    for part in text.split(","):
        found = re.fullmatch(r"\s*([0-9]{1,18})\s*(?:-\s*([0-9]{1,18})\s*)?", part)
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
        if last < first:
            raise InputError(
                f"{part.strip()!r} are no seeds.",
                where="--seeds",
                todo="For instance --seeds 1-30, or 1,4,7-9.",
            )
        if len(seeds) + last - first >= _MOST_SEEDS:
            raise InputError(f"these are more than {_MOST_SEEDS:,} seeds.", where="--seeds")
        seeds |= dict.fromkeys(range(first, last + 1))
    return tuple(seeds)


def check_arena(arena: ArenaSettings, *, where: str) -> None:
    """Refuse settings that no arena can be played with.

    Args:
        arena: The settings.
        where: The file or options that they come from, for the message.

    Raises:
        InputError: What is wrong with them.
    """
    for kind in (*arena.geese, *arena.ducks):
        if kind == "human":
            raise InputError(
                "people play one game at a time.", where=where, todo="Seat them with gander quack play."
            )
    pairs = pairs_of(arena)
    if not pairs:
        raise InputError(
            f"there is no pair of different players among {', '.join(arena.geese) or 'nobody'} as Geese and "
            f"{', '.join(arena.ducks) or 'nobody'} as Ducks.",
            where=where,
            todo="Give another --geese or --ducks, or --setting homogeneous.",
        )
    for pair in pairs:
        check_settings(pair.run(arena), where=where)


def read_arena(folder: Path) -> ArenaSettings:
    """The settings of the arena in a folder.

    Raises:
        InputError: There is no arena, or its settings cannot be read or played.
    """
    arena = read_settings_file(folder, ARENA, ArenaSettings)
    check_arena(arena, where=str(folder / ARENA))
    return arena
