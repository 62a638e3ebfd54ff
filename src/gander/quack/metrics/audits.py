"""Auditing many games, one at a time: from paths to figures by group.

What is kept of a game is a row of numbers, so that ten thousand games need little more memory than
one; verdicts and the games' own figures leave as they come.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import msgspec

from gander.counted import many
from gander.errors import InputError
from gander.quack.audit.game import Game, open_game
from gander.quack.audit.games import records_at
from gander.quack.audit.recorded import CLAIMS_NAME, read_recorded
from gander.quack.audit.sources import Source, check_claims, claims_file, open_source
from gander.quack.metrics.figures import (
    Column,
    Compared,
    Group,
    Rows,
    TakenGame,
    compare_settings,
    group_games,
)
from gander.quack.metrics.notes import left_out, not_read, strange_claims, warned
from gander.quack.metrics.paper import games as paper
from gander.quack.metrics.released import games as released
from gander.quack.metrics.settings import place_of, setting_names
from gander.quack.record.reader import RECORD_NAME, Record, read_record
from gander.quack.world.maps import GameMap

__all__ = ["BY", "ENOUGH", "PROFILES", "Audits", "By", "GamePlace", "Profile", "audit_games", "choose_claims"]

Profile: TypeAlias = Literal["paper", "released"]
By: TypeAlias = Literal["setting", "game", "player", "model", "all"]

PROFILES: tuple[Profile, ...] = get_args(Profile)
"""Rules by which figures are computed."""

BY: tuple[By, ...] = get_args(By)
"""What figures can be grouped by."""

ENOUGH = 0.95
"""Figures about statements are flagged where a smaller share of the utterances was read."""

_ROLES = {"goose": "Goose", "duck": "Duck"}


@dataclass(frozen=True, slots=True)
class GamePlace:
    """A game: its record, its setting's folder and its seed (None if neither record nor folder tells)."""

    path: Path
    folder: Path
    seed: int | None


@dataclass(frozen=True, slots=True)
class Audits:
    """The figures of many games.

    Attributes:
        profile: The rules by which they were computed.
        claims: Where the claims came from, the same for all games.
        by: What the games are grouped by.
        columns: The figures.
        groups: The groups, in the order met.
        compared: Two settings compared, if that was asked for.
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
    compared: Compared | None
    coverage: float | None
    notes: tuple[str, ...]
    places: tuple[GamePlace, ...]
    names: dict[Path, str]

    @property
    def settings(self) -> dict[str, Group]:
        """The groups by name."""
        return {group.name: group for group in self.groups}

    def setting(self, place: GamePlace) -> str:
        """The name of a game's setting."""
        return self.names[place.folder]


def choose_claims(profile: Profile, records: Sequence[Path]) -> str:
    """Where claims come from if nobody says: one source for all games.

    Args:
        profile: The profile.
        records: The records.

    Returns:
        ``recorded`` if a file of recorded claims lies beside any record. Else what needs no file: the text
        itself (``rules``), or under `released`, whose format was made for stored claims, ``intended``.
    """
    if any(record.with_name(CLAIMS_NAME).exists() for record in records):
        return "recorded"
    return "rules" if profile == "paper" else "intended"


def audit_games(
    paths: Sequence[Path],
    game_map: GameMap,
    *,
    profile: Profile = "paper",
    claims: str | None = None,
    by: By = "setting",
    compare: tuple[str, str] | None = None,
    on_verdict: Callable[[bytes], object] | None = None,
    on_figures: Callable[[bytes], object] | None = None,
    on_game: Callable[[int, int], object] | None = None,
) -> Audits:
    """Audit all games at or below some paths.

    Args:
        paths: Records, games' folders or trees of them.
        game_map: The map of records that don't carry theirs.
        profile: The rules by which figures are computed.
        claims: Where claims come from (`open_source`); None leaves it to `choose_claims`.
        by: What games are grouped by.
        compare: Two settings to compare by seed.
        on_verdict: Gets a line a claim, with its newline, as games are judged.
        on_figures: Gets a line a game, with its newline: its figures as a JSON object.
        on_game: Gets how many records are done, and of how many, after each.

    Returns:
        Figures by group. Games that were not played to their end are left out; `Audits.notes` says which
        and how many, and in how many games no utterance was read.

    Raises:
        InputError: A path holds no record, a record or claims file cannot be used, there is no such source
            of claims or no game has claims from there, the profile has no figures by player or model, or
            settings cannot be compared.
    """
    if profile == "released" and by in ("player", "model"):
        raise InputError(
            f"the released profile has no figures by {by}.",
            where="--by",
            todo="Group by setting, game or all, or use --profile paper.",
        )
    records = records_at(paths)
    word = choose_claims(profile, records) if claims is None else claims
    source = open_source(word)
    check_claims(word, records)
    work = _Work(profile, word, source, by, game_map, on_figures is not None, on_verdict is not None)
    for number, path in enumerate(records, 1):
        taken = work.take(path)
        if taken is not None:
            if on_figures is not None:
                on_figures(taken.figures + b"\n")
            if on_verdict is not None and taken.verdicts:
                # Spliced in, so that a verdict needs no copy for its path.
                head = b'{"path":' + msgspec.json.encode(str(path)) + b","
                on_verdict(b"".join([head + line[1:] + b"\n" for line in taken.verdicts]))
        if on_game is not None:
            on_game(number, len(records))
    if claims is not None:
        work.check_read()
    return work.finish(compare)


@dataclass(slots=True)
class _Work:
    """What has been gathered of the games so far."""

    profile: Profile
    word: str
    source: Source
    by: By
    game_map: GameMap
    figures: bool
    verdicts: bool
    places: list[GamePlace] = field(default_factory=list)
    rows: Rows = field(init=False)
    seats: dict[tuple[str, ...], Rows] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    unfinished: list[Path] = field(default_factory=list)
    silent: list[Path] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rows = self._new_rows()

    @property
    def columns(self) -> tuple[Column, ...]:
        return paper.COLUMNS if self.profile == "paper" else released.COLUMNS

    def _new_rows(self) -> Rows:
        return Rows(len(self.columns) + 1, "i" if self.profile == "paper" else "d")

    def take(self, path: Path) -> TakenGame | None:
        """Audit a game and keep its rows; None for one that was not played to its end."""
        record = read_record(path)
        self.notes += warned(record)
        if not record.complete:
            self.unfinished.append(path)
            return None
        folder, seed = place_of(record)
        taken = self._audit(record, folder)
        self.places.append(GamePlace(path, folder, seed))
        self.rows.add(*taken.row)
        for key, row in taken.seats:
            self.seats.setdefault(key, self._new_rows()).add(*row)
        if taken.strange:
            self.notes.append(strange_claims(claims_file(self.word, path) or path, taken.strange))
        if taken.row[1][-1] and not taken.row[0][-1]:
            self.silent.append(path)
        return taken

    def _audit(self, record: Record, folder: Path) -> TakenGame:
        wanted = {"figures": self.figures, "verdicts": self.verdicts}
        if self.profile == "released":
            return released.take_game(record, self.game_map, self.word, self.source, **wanted)
        game = open_game(record, self.game_map)
        taken = paper.take_game(game, self.source, self.by, folder, **wanted)
        if taken.row[0][-1] < taken.row[1][-1]:
            return replace(taken, strange=self._never_spoken(game))
        return taken

    def _never_spoken(self, game: Game) -> int:
        """How many utterances of a game's own claims file nobody spoke in it."""
        path = claims_file(self.word, game.record.path)
        # One file of many games holds the others' utterances too.
        if path is None or path == Path(self.word) or not path.exists():
            return 0
        spoken = {(said.meeting, said.speaker_id, said.sha256) for said in game.utterances}
        return sum(key not in spoken for key in read_recorded(path).by_utterance)

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

    def finish(self, compare: tuple[str, str] | None) -> Audits:
        """Form the figures."""
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
            None if compare is None else self._compared(compare, names),
            read / spoken if spoken else None,
            tuple(self.notes),
            tuple(self.places),
            names,
        )

    def _groups(self, names: dict[Path, str]) -> list[Group]:
        counted = self.profile == "paper"
        if self.by in ("player", "model"):
            named = {_seat_name(key, names): rows for key, rows in self.seats.items()}
        else:
            chosen: dict[str, list[int]] = {}
            for number, place in enumerate(self.places):
                chosen.setdefault(self._group_name(place, names), []).append(number)
            named = {name: self.rows.picked(numbers) for name, numbers in chosen.items()}
        return [group_games(name, rows, self.columns, counted=counted) for name, rows in named.items()]

    def _group_name(self, place: GamePlace, names: dict[Path, str]) -> str:
        if self.by == "all":
            return "all"
        setting = names[place.folder]
        if self.by == "setting":
            return setting
        own = place.path.parent if place.path.name == RECORD_NAME else place.path
        return setting if own == place.folder else f"{setting}/{own.name}"

    def _compared(self, pair: tuple[str, str], names: dict[Path, str]) -> Compared:
        games: dict[str, list[tuple[int | None, int]]] = {}
        for number, place in enumerate(self.places):
            games.setdefault(names[place.folder], []).append((place.seed, number))
        return compare_settings(
            pair, games, self.rows, self.columns, lambda number: str(self.places[number].path)
        )


def _seat_name(key: tuple[str, ...], names: dict[Path, str]) -> str:
    if len(key) == 1:
        return key[0]
    model, team, folder = key
    role = _ROLES[team]
    return f"{model} as {role}" if model else f"unknown as {role} ({names[Path(folder)]})"
