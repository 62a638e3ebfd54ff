"""Playing an arena: its games at the same time, their calls through one office.

Games are begun seed by seed, every pair's on a seed before any on the next, so that an arena that is
stopped has its pairs on the same seeds. A game that waits for an answer is paused and the others go on; what
cannot be asked any further stops the pairs that need it and no others.
"""

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import msgspec

from gander.errors import InputError, first_of
from gander.layout import ARENA, RUN
from gander.models import Outcome
from gander.models.price import Price
from gander.quack.arena.lineup import ArenaSettings, Pair, pairs_of, read_arena
from gander.quack.live import Waits
from gander.quack.live_run import Pace, Paused, calls_path, play_live_seed
from gander.quack.players import NoAnswer
from gander.quack.players.model.ledger import Call, read_calls
from gander.quack.players.model.office import Office
from gander.quack.players.model.settings import ModelSettings
from gander.quack.runs import GameResult, hold_run, read_settings, record_path, unfinished
from gander.quack.settings_file import check_settings_folder, hold_settings

__all__ = ["GAMES_AT_ONCE", "ArenaRun", "Game", "check_folder", "check_models", "play_arena", "stored_calls"]

GAMES_AT_ONCE = 12
"""Games that are under way at the same time, unless something else is asked for."""

_MOST_PAUSED = 3
"""Games in a row that pause over a model before no other is begun with it."""

Game: TypeAlias = GameResult | Paused


class ArenaRun(msgspec.Struct):
    """How far an arena is.

    Attributes:
        results: Finished games, with their pairs.
        paused: Games that wait for an answer.
        not_begun: Games that were not gone on with in this go.
        stopped: Models that could not be asked any further, and why.
        ended: Why nothing could be asked any further; empty where that is not so.
        waits: What the games took in this go.
    """

    results: list[tuple[Pair, GameResult]]
    paused: list[tuple[Pair, Paused]]
    not_begun: list[tuple[Pair, int]]
    stopped: dict[str, str]
    ended: str
    waits: Waits

    @property
    def complete(self) -> bool:
        """Whether every game was played to its end."""
        return not self.paused and not self.not_begun


def check_models(arena: ArenaSettings) -> None:
    """Find out whether an arena's models can be opened; nothing is asked.

    Raises:
        InputError: There is no such model, its package or key is missing, or an argument is wrong.
    """
    asyncio.run(Office(arena.models or ModelSettings()).check(arena.model_names))


def check_folder(folder: Path, arena: ArenaSettings, *, resume: bool) -> None:
    """Refuse a folder that an arena cannot be played in; write nothing.

    Raises:
        InputError: It, or a pair's folder in it, holds something else or is no folder.
    """
    check_settings_folder(folder, arena, read_arena, resume=resume)
    for pair in pairs_of(arena):
        its = folder / pair.name
        check_settings_folder(its, pair.run(arena), read_settings, resume=(its / RUN).exists())


def stored_calls(folder: Path, arena: ArenaSettings) -> Iterator[Call]:
    """The calls that the games of an arena made so far.

    Raises:
        InputError: A file of them cannot be read.
    """
    for pair in pairs_of(arena):
        for seed in arena.seeds if pair.model_names else ():
            yield from read_calls(calls_path(folder / pair.name, seed))


def play_arena(
    folder: Path,
    arena: ArenaSettings,
    *,
    resume: bool = False,
    pace: Pace | None = None,
    games_at_once: int = GAMES_AT_ONCE,
    prices: Mapping[str, Price] | None = None,
    on_game: Callable[[Pair, Game], None] | None = None,
    heard: Callable[[str, Outcome], None] | None = None,
    clock: Callable[[], float] = time.time,
) -> ArenaRun:
    """Play every game of an arena that is not finished yet.

    It may be stopped at any moment, also by a kill: with `resume` it goes on. At most the calls under way
    are paid twice.

    Args:
        folder: The arena's folder; each pair is a run in a folder of its name in it.
        arena: What to play.
        resume: Go on with the arena that the folder holds; without it the folder must hold none.
        pace: How fast calls go, and how much they may take in all.
        games_at_once: The most games under way at the same time.
        prices: What models cost, for a limit on the cost.
        on_game: Told of every game, finished now or before, or paused.
        heard: Told of every call: the model's name and what came of it.
        clock: Seconds since 1970, for the records' timestamps.

    Raises:
        InputError: A model cannot be opened, the folder holds something else, another process writes there, a
            record is broken, or the disk is full.
    """
    work = _Work(
        folder, arena, pace or Pace(), prices or {}, on_game or (lambda pair, game: None), heard, clock
    )
    try:
        asyncio.run(work.all(resume=resume, games_at_once=games_at_once))
    except* InputError as group:
        raise first_of(group) from None
    return work.run


@dataclass
class _Work:
    """One go at an arena."""

    folder: Path
    arena: ArenaSettings
    pace: Pace
    prices: Mapping[str, Price]
    on_game: Callable[[Pair, Game], None]
    heard: Callable[[str, Outcome], None] | None
    clock: Callable[[], float]
    run: ArenaRun = field(default_factory=lambda: ArenaRun([], [], [], {}, "", Waits()))
    in_a_row: Counter[str] = field(default_factory=Counter)  # paused games by model
    places: set[str] = field(default_factory=set)  # providers that cannot be asked any further
    over: set[tuple[str, int]] = field(default_factory=set)  # games that were finished before

    async def all(self, *, resume: bool, games_at_once: int) -> None:
        office = Office(
            self.arena.models or ModelSettings(),
            connections=self.pace.connections,
            patience=self.pace.patience,
            limits=self.pace.limits,
            prices=self.prices,
            heard=self.heard,
        )
        try:
            await office.check(self.arena.model_names)
            with self._held(resume=resume):
                for call in stored_calls(self.folder, self.arena):
                    office.budget.count(call.model, call.outcome)
                for pair in pairs_of(self.arena):
                    left = unfinished(self.folder / pair.name, pair.run(self.arena))
                    self.over |= {(pair.name, seed) for seed in self.arena.seeds if seed not in left}
                # Seed by seed, so that whatever stops it leaves pairs that can be compared.
                games = ((pair, seed) for seed in self.arena.seeds for pair in pairs_of(self.arena))
                async with asyncio.TaskGroup() as group:
                    for _ in range(games_at_once):
                        group.create_task(self._table(games, office))
        finally:
            await office.close()

    @contextlib.contextmanager
    def _held(self, *, resume: bool) -> Iterator[None]:
        """Hold the arena's folder and those of all its pairs."""
        with contextlib.ExitStack() as stack:
            stack.enter_context(hold_settings(self.folder, ARENA, self.arena, read_arena, resume=resume))
            for pair in pairs_of(self.arena):
                folder = self.folder / pair.name
                begun = (folder / RUN).exists()
                stack.enter_context(hold_run(folder, pair.run(self.arena), resume=begun))
            yield

    async def _table(self, games: Iterator[tuple[Pair, int]], office: Office) -> None:
        """Play one game after another, as long as there are any."""
        for pair, seed in games:
            # Players who answer at once never wait: the others, and Ctrl-C, must get their turn.
            await asyncio.sleep(0)
            over = (pair.name, seed) in self.over
            if not over and self._stopped(pair, office):
                self.run.not_begun.append((pair, seed))
                continue
            folder = self.folder / pair.name
            try:
                result = await play_live_seed(
                    folder, pair.run(self.arena), seed, office,
                    at_once=self.pace.at_once, waits=self.run.waits, clock=self.clock,
                )  # fmt: skip
            except NoAnswer as missing:
                self._note(missing, office)
                paused = Paused(seed, record_path(folder, seed), missing.player, missing.why)
                self.run.paused.append((pair, paused))
                self.on_game(pair, paused)
                continue
            for name in () if over else pair.model_names:
                self.in_a_row.pop(name, None)
            self.run.results.append((pair, result))
            self.on_game(pair, result)

    def _stopped(self, pair: Pair, office: Office) -> bool:
        """Whether a game of the pair would not come to its end."""
        return bool(self.run.ended) or any(
            name in self.run.stopped or office.place(name) in self.places for name in pair.model_names
        )

    def _note(self, missing: NoAnswer, office: Office) -> None:
        """Learn from a game that has paused what need not be asked any further."""
        name, stopped = missing.model, self.run.stopped
        self.in_a_row[name] += 1
        if missing.reach == "run":
            self.run.ended = self.run.ended or missing.why
        elif missing.reach == "provider":
            stopped.setdefault(name, missing.why)
            self.places.add(office.place(name))
        elif missing.reach == "model" or self.in_a_row[name] >= _MOST_PAUSED:
            stopped.setdefault(name, missing.why)
