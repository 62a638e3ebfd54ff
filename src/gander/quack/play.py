"""Playing games into records: one game, or a run of seeds in a folder, resumable at any moment."""

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import cast

from gander.quack.players import Player
from gander.quack.record import Journal
from gander.quack.runs import (
    GameResult,
    OpenGame,
    PlayerMaker,
    RunSettings,
    check_settings,
    hold_run,
    open_game,
    read_settings,
)
from gander.quack.senses import Observer
from gander.quack.stepper import Stepper, ask
from gander.quack.world import Engine, Event

__all__ = ["GameResult", "RunSettings", "check_settings", "play_game", "play_run", "read_settings"]


def play_game(
    engine: Engine,
    players: Sequence[Player],
    journal: Journal,
    *,
    observer: Observer | None = None,
    unwritten: Sequence[Event] | None = None,
) -> None:
    """Play a game to its end, writing it as it goes.

    Args:
        engine: The game, new or resumed.
        players: By seat.
        journal: Where it is written.
        observer: The game's observer, if there is one already.
        unwritten: For a resumed game, the events that its record does not hold yet.
    """
    _play(Stepper(engine, players, journal, observer=observer, unwritten=unwritten), players)


def _play(
    stepper: Stepper, players: Sequence[Player], on_step: Callable[[Stepper], None] | None = None
) -> None:
    while question := stepper.needed:
        stepper.decide(ask(players[question.player], question))
        if on_step is not None:
            on_step(stepper)


def play_run(
    folder: Path,
    settings: RunSettings,
    *,
    resume: bool = False,
    on_game: Callable[[GameResult], None] | None = None,
    on_step: Callable[[Stepper], None] | None = None,
    makers: Mapping[str, PlayerMaker] | None = None,
    clock: Callable[[], float] = time.time,
) -> list[GameResult]:
    """Play every seed of a run that is not finished yet, with players who answer at once.

    Args:
        folder: The run's folder.
        settings: What to play.
        resume: Go on with a run that the folder holds; without it the folder must hold none.
        on_game: Told of every game, finished now or before, in the order of the seeds.
        on_step: Told of a game after each decision in it.
        makers: Makes players of these kinds, instead of `make_player`.
        clock: Seconds since 1970.

    Returns:
        The results by seed.

    Raises:
        InputError: The folder holds another run, another process writes there, a record is broken.
    """
    if settings.model_names:
        raise ValueError("models take their time: gander.quack.live_run plays them")
    results = []
    with hold_run(folder, settings, resume=resume):
        for seed in settings.seeds:
            with open_game(folder, settings, seed, makers=makers, clock=clock) as game:
                if isinstance(game, OpenGame):
                    _play(game.stepper, cast("list[Player]", game.players), on_step)
                    result = game.result()
                else:
                    result = game
            results.append(result)
            if on_game is not None:
                on_game(result)
    return results
