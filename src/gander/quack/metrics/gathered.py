"""What is gathered of games as they are audited, and the figures formed from it.

What is kept of a game is a row of numbers, so that ten thousand games need little more memory than one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from gander.counted import many
from gander.errors import InputError
from gander.quack.metrics.compared import Compared, compare_settings
from gander.quack.metrics.figures import Column, Group, Rows, group_games
from gander.quack.metrics.notes import left_out, not_read
from gander.quack.metrics.one_game import By, GamePlace, OneGame, Profile
from gander.quack.metrics.paper import games as paper
from gander.quack.metrics.released import games as released
from gander.quack.metrics.settings import setting_names
from gander.quack.record.reader import RECORD_NAME

__all__ = ["Audits", "Gathered", "group_name", "headlines", "seat_name"]

_ROLES = {"goose": "Goose", "duck": "Duck"}


@dataclass(frozen=True, slots=True)
class Audits:
    """The figures of many games.

    Attributes:
        profile: The rules by which they were computed.
        claims: Where the claims came from, the same for all games.
        by: What the games are grouped by.
        columns: The figures.
        groups: The groups, in the order met.
        compared: Settings compared two and two, if that was asked for.
        coverage: The share of all utterances that were read; None if nothing was said.
        notes: What a reader must know about them, as sentences with their place.
        places: The games, in path order.
        names: Settings' names by folder.
    """

    profile: Profile
    claims: str
    by: By
    columns: tuple[Column, ...]
    groups: tuple[Group, ...]
    compared: tuple[Compared, ...]
    coverage: float | None
    notes: tuple[str, ...]
    places: tuple[GamePlace, ...]
    names: dict[Path, str]

    @property
    def headlines(self) -> tuple[Column, ...]:
        """The columns of the short tables."""
        return headlines(self.columns, self.by)

    @property
    def settings(self) -> dict[str, Group]:
        """The groups by name."""
        return {group.name: group for group in self.groups}

    def setting(self, place: GamePlace) -> str:
        """The name of a game's setting."""
        return self.names[place.folder]


class Gathered:
    """What has been gathered of the games so far.

    Args:
        profile: The rules of the figures.
        claims: Where claims come from.
        by: What games are grouped by.
    """

    def __init__(self, profile: Profile, claims: str, by: By) -> None:
        self.profile = profile
        self.word = claims
        self.by = by
        self.columns: tuple[Column, ...] = paper.COLUMNS if profile == "paper" else released.COLUMNS
        self.places: list[GamePlace] = []
        self._folders: dict[Path, Path] = {}
        self.rows = self._new_rows()
        self.seats: dict[tuple[str, ...], Rows] = {}
        self.notes: list[str] = []
        self.unfinished: list[Path] = []
        self.silent: list[Path] = []

    def _new_rows(self) -> Rows:
        return Rows(len(self.columns) + 1, "i" if self.profile == "paper" else "d")

    def add(self, record: Path, game: OneGame) -> None:
        """Keep a game's rows, and what is to be told of it.

        Args:
            record: Its record.
            game: What was made of it.
        """
        self.notes += game.notes
        if game.row is None:
            self.unfinished.append(record)
            return
        # Paths that are there already: what comes from another process brings its own.
        folder = self._folders.setdefault(game.place.folder, game.place.folder)
        self.places.append(GamePlace(record, folder, game.place.seed))
        self.rows.add(*game.row)
        for key, row in game.seats:
            self.seats.setdefault(key, self._new_rows()).add(*row)
        read, spoken = game.row[0][-1], game.row[1][-1]
        if spoken and not read:
            self.silent.append(record)

    def check_read(self) -> None:
        """Find out whether the claims that somebody asked for are these games'.

        Raises:
            InputError: Not one utterance has any; what the rules cannot read is no such case.
        """
        read, spoken = self.rows.sums(len(self.columns))
        if self.word != "rules" and spoken and not read:
            raise InputError(
                f"not one of the {many(int(spoken), 'utterance')} of {many(len(self.places), 'game')} has its"
                " claims there.",
                where=f"--claims {self.word}",
                todo="Are they other games' claims? gander quack extract writes these games'.",
            )

    def finish(self, compare: tuple[str, str] | Literal["all"] | None) -> Audits:
        """Form the figures.

        Args:
            compare: Two settings to compare by seed, or ``all`` for every two.
        """
        if self.unfinished:
            self.notes.append(left_out(self.unfinished))
        if self.silent:
            self.notes.append(not_read(self.silent, len(self.places), self.word))
        if not self.places:
            raise InputError(
                "no game was played to its end, so there is nothing to audit.",
                where=str(self.unfinished[0]),
                todo="Go on with the game, or name others.",
            )
        names = setting_names(place.folder for place in self.places)
        read, spoken = self.rows.sums(len(self.columns))
        return Audits(
            self.profile,
            self.word,
            self.by,
            self.columns,
            tuple(self._groups(names)),
            () if compare is None else self.compared(compare, names),
            read / spoken if spoken else None,
            tuple(self.notes),
            tuple(self.places),
            names,
        )

    def _groups(self, names: dict[Path, str]) -> list[Group]:
        counted = self.profile == "paper"
        if self.by in ("player", "model"):
            named = {seat_name(key, names): rows for key, rows in self.seats.items()}
        else:
            chosen: dict[str, list[int]] = {}
            for number, place in enumerate(self.places):
                chosen.setdefault(group_name(place, self.by, names), []).append(number)
            named = {name: self.rows.picked(numbers) for name, numbers in chosen.items()}
        return [group_games(name, rows, self.columns, counted=counted) for name, rows in named.items()]

    def compared(
        self, compare: tuple[str, str] | Literal["all"], names: Mapping[Path, str]
    ) -> tuple[Compared, ...]:
        """Settings, compared seed by seed.

        Args:
            compare: Two of them, or ``all`` for every two.
            names: Their names by folder.

        Raises:
            InputError: They cannot be compared.
        """
        games: dict[str, list[tuple[int | None, int]]] = {}
        for number, place in enumerate(self.places):
            games.setdefault(names[place.folder], []).append((place.seed, number))
        pairs: Literal["all"] | list[tuple[str, str]] = "all" if compare == "all" else [compare]
        return compare_settings(
            pairs, games, self.rows, self.columns, lambda number: str(self.places[number].path)
        )


def headlines(columns: Sequence[Column], by: str) -> tuple[Column, ...]:
    """The columns of the short tables; by role also the Ducks' wins, which else go without saying.

    Args:
        columns: All columns.
        by: What games are grouped by.
    """
    roles = by in ("player", "model")
    return tuple(its for its in columns if its.headline or (roles and its.name == "duck_win_rate"))


def group_name(place: GamePlace, by: By, names: Mapping[Path, str]) -> str:
    """The group of a whole game, by setting, by game, or of all.

    Args:
        place: The game.
        by: What games are grouped by.
        names: Settings' names by folder.
    """
    if by == "all":
        return "all"
    setting = names[place.folder]
    if by == "setting":
        return setting
    own = place.path.parent if place.path.name == RECORD_NAME else place.path
    return setting if own == place.folder else f"{setting}/{own.name}"


def seat_name(key: tuple[str, ...], names: Mapping[Path, str]) -> str:
    """The group of a seat: a player, or a model in its role.

    Args:
        key: The key of its row.
        names: Settings' names by folder.
    """
    if len(key) == 1:
        return key[0]
    model, team, folder = key
    role = _ROLES[team]
    return f"{model} as {role}" if model else f"unknown as {role} ({names[Path(folder)]})"
