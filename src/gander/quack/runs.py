"""A run: its settings, its folder, and its games as far as they are played.

A run's folder holds ``run.json`` (its settings) and ``seedNN/game.jsonl`` for every seed; beside it, where
models play, ``calls.jsonl``.
"""

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from gander.errors import InputError
from gander.layout import RECORD_NAME, RUN
from gander.quack.players import LivePlayer, Player, SeatContext, check_kind, make_player, model_of
from gander.quack.players.model.settings import ModelSettings, check_model_settings
from gander.quack.record import Journal, Record, read_record
from gander.quack.replay import Turn, read_set_up, reenact
from gander.quack.settings_file import hold_settings, read_settings_file
from gander.quack.stepper import Stepper
from gander.quack.world import Engine, GameMap, Rules, check_map, check_rules

__all__ = [
    "GameResult",
    "OpenGame",
    "PlayerMaker",
    "RunSettings",
    "check_settings",
    "hold_run",
    "is_over",
    "open_game",
    "read_settings",
    "record_path",
    "unfinished",
]

PlayerMaker: TypeAlias = Callable[[SeatContext], Player | LivePlayer]
"""Makes a player of one kind for a seat."""


class RunSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a run is about; two runs with equal settings play equal games.

    Attributes:
        game_map: The map.
        rules: The rules.
        goose: Kind of player in the Geese's seats.
        duck: Kind of player in the Ducks' seats.
        seats: Kind of player by name, for seats that differ from their team's kind.
        seeds: One game each.
        models: How the models are asked; None where none plays.
    """

    game_map: GameMap
    rules: Rules
    goose: str
    duck: str
    seats: dict[str, str]
    seeds: tuple[int, ...]
    models: ModelSettings | None = None

    def kind(self, name: str, *, duck: bool) -> str:
        """The kind of player in a seat."""
        return self.seats.get(name, self.duck if duck else self.goose)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of player that are named for seats."""
        return (self.goose, self.duck, *self.seats.values())

    @property
    def model_names(self) -> tuple[str, ...]:
        """The models that play, each once."""
        return tuple(dict.fromkeys(name for kind in self.kinds if (name := model_of(kind)) is not None))


class GameResult(msgspec.Struct, frozen=True):
    """A finished game: its record and how it ended."""

    seed: int
    path: Path
    winner: str
    reason: str
    ticks: int
    meetings: int


def record_path(folder: Path, seed: int) -> Path:
    """Where a run keeps the record of a seed."""
    return folder / f"seed{seed:02d}" / RECORD_NAME


def unfinished(folder: Path, settings: RunSettings) -> tuple[int, ...]:
    """The seeds whose games are not over yet, by their records' last lines."""
    return tuple(seed for seed in settings.seeds if not is_over(record_path(folder, seed)))


def is_over(path: Path) -> bool:
    """Whether a record's game is over, by its last line; False where there is none."""
    try:
        with path.open("rb") as record:
            record.seek(max(0, path.stat().st_size - 1000))
            last = record.read().splitlines(keepends=True)[-1:]
    except OSError:
        return False
    return bool(last) and last[0].endswith(b"\n") and b'"event_type":"game_over"' in last[0]


def read_settings(folder: Path) -> RunSettings:
    """The settings of the run in a folder.

    Raises:
        InputError: There is no run, or its settings cannot be read or played.
    """
    settings = read_settings_file(folder, RUN, RunSettings)
    check_settings(settings, where=str(folder / RUN))
    return settings


def check_settings(settings: RunSettings, *, where: str) -> None:
    """Refuse settings that no run can be played with.

    Args:
        settings: The settings.
        where: The file or option that they come from, for the message.

    Raises:
        InputError: What is wrong with them.
    """
    try:
        check_map(settings.game_map)
    except InputError as error:
        raise InputError(error.what, where=f"{where}, {error.where}", todo=error.todo) from error
    check_rules(settings.rules, len(settings.game_map.tasks), source=where)
    for kind in settings.kinds:
        check_kind(kind, where=where)
    if settings.models is not None:
        check_model_settings(settings.models, where=where)
    elif settings.model_names:
        raise InputError("models play, but it is not said how they are asked.", where=f"{where}, models")
    for name in settings.seats:
        if name not in settings.rules.players:
            raise InputError(
                f"nobody is called {name!r}.",
                where=where,
                todo=f"Players: {', '.join(settings.rules.players)}.",
            )
    if not settings.seeds:
        raise InputError("there are no seeds, so there is no game to play.", where=where)
    for seed in settings.seeds:
        if seed < 0:
            raise InputError(f"a seed is 0 or more, not {seed}.", where=where)


@contextlib.contextmanager
def hold_run(folder: Path, settings: RunSettings, *, resume: bool) -> Iterator[None]:
    """Begin a run in a folder, or go on with the one it holds; no other process writes there meanwhile.

    Args:
        folder: The run's folder.
        settings: The run's settings.
        resume: Go on with a run that the folder holds; without it the folder must hold none.

    Raises:
        InputError: The folder holds another run, or another process writes there.
    """
    with hold_settings(folder, RUN, settings, read_settings, resume=resume):
        yield


class OpenGame(msgspec.Struct, frozen=True):
    """A game of a run that is not over.

    Attributes:
        seed: Its seed.
        path: Its record.
        stepper: The game.
        players: By seat; they remember what was played before.
    """

    seed: int
    path: Path
    stepper: Stepper
    players: list[Player | LivePlayer]

    def result(self) -> GameResult:
        """How it ended."""
        state = self.stepper.engine.state
        assert state.winner is not None and state.reason is not None
        return GameResult(self.seed, self.path, state.winner, state.reason, state.tick, state.meetings)


@contextlib.contextmanager
def open_game(
    folder: Path,
    settings: RunSettings,
    seed: int,
    *,
    makers: Mapping[str, PlayerMaker] | None = None,
    clock: Callable[[], float] = time.time,
) -> Iterator[OpenGame | GameResult]:
    """Begin a run's game, or go on where its record ends; while the context lasts it can be played.

    Args:
        folder: The run's folder.
        settings: The run's settings.
        seed: Which game.
        makers: Makes players of these kinds; the others are made by `make_player`.
        clock: Seconds since 1970, for the record's timestamps.

    Yields:
        The game, or its result if it is over.

    Raises:
        InputError: The record cannot be read, or belongs to another run.
    """
    path = record_path(folder, seed)
    # Opening cuts off a line that a killed run left half written, before anybody reads it.
    with Journal(path, clock=clock) as journal:
        if journal.empty:
            engine = Engine(settings.game_map, settings.rules, seed)
            players = _seat(engine, settings, makers or {})
            yield OpenGame(seed, path, Stepper(engine, players, journal), players)
            return
        record = read_record(path)
        _refuse_other_game(record, settings, seed)
        if record.complete:
            yield _result_of(seed, path, record)
            return
        turns: list[Turn] = []
        game = reenact(record, turns.append)
        players = _seat(game.engine, settings, makers or {})
        for turn in turns:
            players[turn.player].remember(turn.observation, turn.decision)
        journal.follow(record.events[-1].timestamp)
        stepper = Stepper(game.engine, players, journal, observer=game.observer, unwritten=game.unwritten)
        yield OpenGame(seed, path, stepper, players)


def _refuse_other_game(record: Record, settings: RunSettings, seed: int) -> None:
    its_seed, its_map, its_rules = read_set_up(record)
    differ = [
        name
        for name, its, ours in (
            ("seed", its_seed, seed),
            ("map", its_map, settings.game_map),
            ("rules", its_rules, settings.rules),
        )
        if its != ours
    ]
    if differ:
        raise InputError(
            f"this game belongs to another run: its {' and '.join(differ)} differ{'s' * (len(differ) == 1)}.",
            where=f"{record.path}:1",
            todo="Move it away and resume again.",
        )


def _seat(
    engine: Engine, settings: RunSettings, makers: Mapping[str, PlayerMaker]
) -> list[Player | LivePlayer]:
    players: list[Player | LivePlayer] = []
    for index, seat in enumerate(engine.seats):
        context = SeatContext(index, seat.name, engine.game_map, engine.seed, engine.rules)
        kind = settings.kind(seat.name, duck=seat.duck)
        players.append(makers[kind](context) if kind in makers else make_player(kind, context))
    return players


def _result_of(seed: int, path: Path, record: Record) -> GameResult:
    last: dict[str, Any] = record.events[-1].data
    meetings = sum(event.event_type in ("body_reported", "meeting_called") for event in record.events)
    return GameResult(seed, path, last["winner"], last["reason"], record.events[-1].tick, meetings)
