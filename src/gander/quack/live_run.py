"""Runs in which models play: games that can pause for want of an answer, and go on later."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from gander.layout import CALLS_NAME
from gander.models import Outcome, Patience
from gander.models.price import Price
from gander.quack.live import Waits, play_live
from gander.quack.players import LivePlayer, NoAnswer, SeatContext, model_of
from gander.quack.players.model.budget import Limits
from gander.quack.players.model.ledger import Ledger, read_calls
from gander.quack.players.model.office import Office
from gander.quack.players.model.player import ModelPlayer
from gander.quack.players.model.settings import ModelSettings
from gander.quack.runs import GameResult, OpenGame, PlayerMaker, RunSettings, hold_run, open_game, record_path
from gander.quack.stepper import Stepper

__all__ = [
    "USUAL_REPLY",
    "LiveRun",
    "Pace",
    "Paused",
    "calls_path",
    "check_models",
    "play_live_run",
    "play_live_seed",
]

USUAL_REPLY = 80
"""Tokens of a usual reply, without reasoning."""

_MOST_PAUSED = 3
"""Games in a row that pause before the run gives up: something is wrong with more than one call."""


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """How fast a run goes and how much it may take; none of it changes a game.

    Attributes:
        connections: The most calls to one provider at once; fewer while it complains.
        patience: How long and how often a call is tried.
        limits: What the run may take in all.
        at_once: Ask all whose turn is near at once; else one after another.
    """

    connections: int = 8
    patience: Patience = Patience()
    limits: Limits = Limits()
    at_once: bool = True


class Paused(msgspec.Struct, frozen=True):
    """A game that waits for an answer.

    Attributes:
        seed: Its seed.
        path: Its record, as far as it was played.
        player: Whose answer is missing.
        why: Why it is.
    """

    seed: int
    path: Path
    player: str
    why: str


class LiveRun(msgspec.Struct):
    """How far a run is.

    Attributes:
        results: Finished games.
        paused: Games that wait for an answer.
        not_begun: Seeds that were not gone on with, since something is wrong with more than one call.
        waits: What the games took in this go.
    """

    results: list[GameResult]
    paused: list[Paused]
    not_begun: list[int]
    waits: Waits


def calls_path(folder: Path, seed: int) -> Path:
    """Where a run keeps the calls of a game."""
    return record_path(folder, seed).with_name(CALLS_NAME)


def check_models(settings: RunSettings) -> None:
    """Find out whether a run's models can be opened; nothing is asked.

    Raises:
        InputError: There is no such model, its package or key is missing, or an argument is wrong.
    """
    office = Office(settings.models or ModelSettings())
    asyncio.run(office.check(settings.model_names))


def play_live_run(
    folder: Path,
    settings: RunSettings,
    *,
    resume: bool = False,
    pace: Pace | None = None,
    prices: Mapping[str, Price] | None = None,
    on_game: Callable[[GameResult | Paused], None] | None = None,
    on_step: Callable[[Stepper], None] | None = None,
    heard: Callable[[str, Outcome], None] | None = None,
    makers: Mapping[str, PlayerMaker] | None = None,
    clock: Callable[[], float] = time.time,
) -> LiveRun:
    """Play every seed of a run that is not finished yet, one game after another.

    It may be stopped at any moment, also by a kill: with `resume` it goes on. At most the calls under way
    are paid twice.

    Args:
        folder: The run's folder.
        settings: What to play.
        resume: Go on with a run that the folder holds; without it the folder must hold none.
        pace: How fast it goes and how much it may take.
        prices: What models cost, for a limit on the cost.
        on_game: Told of every game, finished now or before, or paused.
        on_step: Told of a game after each decision in it.
        heard: Told of every call: the model's name and what came of it.
        makers: Makes players of these kinds; the others are made as usual.
        clock: Seconds since 1970, for the records' timestamps.

    Raises:
        InputError: A model cannot be opened, the folder holds another run, another process writes there, a
            record is broken.
    """
    return asyncio.run(
        _run(
            folder,
            settings,
            resume,
            pace or Pace(),
            prices or {},
            on_game or (lambda game: None),
            on_step,
            heard,
            makers or {},
            clock,
        )
    )


async def _run(
    folder: Path,
    settings: RunSettings,
    resume: bool,
    pace: Pace,
    prices: Mapping[str, Price],
    on_game: Callable[[GameResult | Paused], None],
    on_step: Callable[[Stepper], None] | None,
    heard: Callable[[str, Outcome], None] | None,
    makers: Mapping[str, PlayerMaker],
    clock: Callable[[], float],
) -> LiveRun:
    office = Office(
        settings.models or ModelSettings(),
        connections=pace.connections,
        patience=pace.patience,
        limits=pace.limits,
        prices=prices,
        heard=heard,
    )
    run = LiveRun([], [], [], Waits())
    in_a_row = 0
    hopeless = False
    try:
        await office.check(settings.model_names)
        with hold_run(folder, settings, resume=resume):
            for seed in settings.seeds:
                for call in read_calls(calls_path(folder, seed)):
                    office.budget.count(call.model, call.outcome)
            for seed in settings.seeds:
                if hopeless or in_a_row == _MOST_PAUSED:
                    run.not_begun.append(seed)
                    continue
                try:
                    result = await play_live_seed(
                        folder,
                        settings,
                        seed,
                        office,
                        at_once=pace.at_once,
                        waits=run.waits,
                        on_step=on_step,
                        makers=makers,
                        clock=clock,
                    )
                    run.results.append(result)
                    in_a_row = 0
                    on_game(result)
                except NoAnswer as missing:
                    paused = Paused(seed, record_path(folder, seed), missing.player, missing.why)
                    run.paused.append(paused)
                    in_a_row += 1
                    hopeless = missing.reach != "question"
                    on_game(paused)
    finally:
        await office.close()
    return run


async def play_live_seed(
    folder: Path,
    settings: RunSettings,
    seed: int,
    office: Office,
    *,
    at_once: bool = True,
    waits: Waits | None = None,
    on_step: Callable[[Stepper], None] | None = None,
    makers: Mapping[str, PlayerMaker] | None = None,
    clock: Callable[[], float] = time.time,
) -> GameResult:
    """Play one game of a run to its end, or go on with it.

    Args:
        folder: The run's folder.
        settings: The run's settings.
        seed: Which game.
        office: Where calls go through; many games can share one.
        at_once: Ask all whose turn is near at once; else one after another.
        waits: Where it is counted what the game took.
        on_step: Told of the game after each decision.
        makers: Makes players of these kinds; the others are made as usual.
        clock: Seconds since 1970, for the record's timestamps.

    Raises:
        NoAnswer: An answer is missing; the game can go on later.
        InputError: A model cannot be opened, or the record cannot be read.
    """
    with contextlib.ExitStack() as stack:
        made = dict(makers or {})
        if settings.model_names:
            ledger = stack.enter_context(Ledger(calls_path(folder, seed)))
            for kind in settings.kinds:
                if (name := model_of(kind)) is not None:
                    made[kind] = _maker(name, office, ledger)
        game = stack.enter_context(open_game(folder, settings, seed, makers=made, clock=clock))
        if not isinstance(game, OpenGame):
            return game
        await play_live(game.stepper, game.players, at_once=at_once, waits=waits, on_step=on_step)
        return game.result()


def _maker(name: str, office: Office, ledger: Ledger) -> PlayerMaker:
    def make(context: SeatContext) -> LivePlayer:
        return ModelPlayer(context, name, office, ledger)

    return make
