"""``gander quack play`` where models play: what it will take, how far it is, what it took."""

import contextlib
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from gander.cli.output import note, say
from gander.cli.play_told import note_stopped, resuming, say_results, told
from gander.counted import many

if TYPE_CHECKING:
    from gander.models.price import Price
    from gander.quack.foresight import Foresight
    from gander.quack.live_run import LiveRun, Pace, Paused
    from gander.quack.play import GameResult, RunSettings
    from gander.viewer.play.serving import PlayPage

__all__ = ["play_models"]


def play_models(
    folder: Path,
    settings: "RunSettings",
    pace: "Pace",
    prices: "Mapping[str, Price]",
    *,
    resume: bool,
    dry_run: bool,
    page: "AbstractContextManager[PlayPage] | None" = None,
) -> None:
    """Play a run in which models play, and say what it took.

    Args:
        folder: The run's folder.
        settings: The run.
        pace: How fast it goes and how much it may take.
        prices: What models cost.
        resume: Whether the folder holds the run already.
        dry_run: Only say what it will take.
        page: Where a person plays in the browser.

    Raises:
        typer.Exit: 1 where a game waits for an answer, 130 where the run was stopped.
    """
    import msgspec

    from gander.cli.play_browser import stay
    from gander.cli.playing import playing
    from gander.quack.foresight import foresee
    from gander.quack.live_run import Paused, check_models, play_live_run
    from gander.quack.runs import unfinished
    from gander.terminal import printable

    human = "human" in settings.kinds
    check_models(settings)
    if settings.models is not None and settings.models.senses != "text":
        from gander.quack.players.model.pictures import names_note

        if lacking := names_note(settings.game_map, settings.rules.players):
            note(printable(lacking))
    left = msgspec.structs.replace(settings, seeds=unfinished(folder, settings) if resume else settings.seeds)
    # A person at the terminal needs it undisturbed.
    if left.seeds and (dry_run or page is not None or not human):
        _say_plan(left, foresee(left, at_once=pace.at_once), pace, prices, resume=resume)
    if dry_run:
        return
    seated: PlayPage | None = None
    try:
        with (
            playing(len(settings.seeds), prices, quiet=human) as shown,
            page or contextlib.nullcontext() as seated,
        ):

            def on_game(game: "GameResult | Paused") -> None:
                shown.advance()
                if len(settings.seeds) > 1 and not isinstance(game, Paused):
                    shown.write(told(game, settings))
                if seated is not None:
                    seated.end(game)

            run = play_live_run(
                folder,
                settings,
                resume=resume,
                pace=pace,
                prices=prices,
                on_game=on_game,
                on_step=None if seated is None else seated.table.step,
                heard=shown.heard,
                makers=None if seated is None else {"human": seated.seat},
            )
            if seated is not None:
                try:
                    _say_end(folder, settings, run, prices, seated)
                except typer.Exit:
                    stay(seated)
                    raise
                stay(seated)
                return
    except KeyboardInterrupt:
        note_stopped(folder, settings, seated)
        raise typer.Exit(130) from None
    _say_end(folder, settings, run, prices, None)


def _say_plan(
    settings: "RunSettings", work: "Foresight", pace: "Pace", prices: "Mapping[str, Price]", *, resume: bool
) -> None:
    from gander.cli.amounts import money
    from gander.cli.model_options import told_limits
    from gander.models import Usage
    from gander.quack.live_run import USUAL_REPLY
    from gander.terminal import printable

    games = len(settings.seeds)
    models = settings.models
    assert models is not None
    what = f"{many(games, 'game')}{' left' if resume else ''}"
    say(
        printable(
            f"{what} with {', '.join(settings.model_names)}; prompts {models.prompt}, "
            f"senses {models.senses}, memory {models.memory}, "
            f"strategy {'on' if models.strategy else 'off'}, {models.language}."
        )
    )
    load = work.load
    pictures = f" and {load.pictures * games:,.0f} of pictures" if load.pictures else ""
    wasted = f", {work.wasted / load.calls:.0%} of them for speed alone" if work.wasted else ""
    calls = load.calls * games
    say(
        f"If they go as scripted games do: about {calls:,.0f} calls{wasted}; they send about "
        f"{load.text * games:,.0f} tokens of text{pictures} and get about {calls * USUAL_REPLY:,.0f}, "
        f"reasoning not included. A game waits for some {work.waits:,.0f} answers one after another."
    )
    for name, price in prices.items():
        if (its := work.loads.get(name)) is not None:
            cost = price.of(
                Usage(round((its.text + its.pictures) * games), round(its.calls * games * USUAL_REPLY))
            )
            say(printable(f"{name}: cost about {money(cost)}, at {price} a million tokens."))
    if resume:
        say("What was answered before and is not in a record yet is not asked again.")
    if limits := told_limits(pace.limits):
        say(f"The run pauses at {limits}.")


def _say_end(
    folder: Path,
    settings: "RunSettings",
    run: "LiveRun",
    prices: "Mapping[str, Price]",
    page: "PlayPage | None",
) -> None:
    from gander.cli.costs import say_costs
    from gander.quack.costs import costs_of, put_prices
    from gander.terminal import cut, printable

    if run.results:
        say_results(run.results, settings, folder)
    say_costs(put_prices(costs_of(folder), prices))
    if not run.paused and not run.not_begun:
        return
    for paused in run.paused[:5]:
        note(
            printable(f"seed {paused.seed} is paused: {paused.player} has no answer, {cut(paused.why, 400)}.")
        )
    if len(run.paused) > 5:
        note(f"{len(run.paused) - 5} more games are paused.")
    if run.not_begun:
        note(f"{len(run.not_begun)} more games were not gone on with.")
    note("Incomplete: a paused game goes on where it stands, and what was answered is not asked again:")
    note(resuming(folder, page))
    raise typer.Exit(1)
