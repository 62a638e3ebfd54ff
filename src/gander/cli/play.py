"""``gander quack play``."""

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gander.cli.model_options import (
    ConnectionsOption,
    DryRun,
    InTurn,
    Language,
    MaxCalls,
    MaxCost,
    MaxTokens,
    MaxTokensTotal,
    Memory,
    MemoryTokens,
    ModelArg,
    PatienceOption,
    Prices,
    Retries,
    SchemaOption,
    Senses,
    Strategy,
    Temperature,
    Timeout,
    asked_pace,
    asked_prices,
    asked_settings,
)
from gander.cli.output import say
from gander.cli.play_browser import at_page, check_page, stay
from gander.cli.play_told import note_stopped, say_results, told
from gander.counted import many
from gander.errors import InputError

if TYPE_CHECKING:
    from gander.quack.play import GameResult, RunSettings
    from gander.viewer.play.serving import PlayPage

__all__ = ["play"]


def play(
    folder: Annotated[
        Path | None, typer.Argument(help="The run's folder; the same as --out.", show_default=False)
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="The first game's seed.  [default: 1]", show_default=False)
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=1_000_000,
            help="Games, with seeds one after another.  [default: 1]",
            show_default=False,
        ),
    ] = None,
    game_map: Annotated[
        str | None,
        typer.Option(
            "--map", help="A bundled map's name or a YAML file.  [default: ship10]", show_default=False
        ),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(help="A YAML file of rules.  [default: the standard rules]", show_default=False),
    ] = None,
    goose: Annotated[
        str | None,
        typer.Option(
            help="Who plays the Geese: scripted, random, human, model:PROVIDER/NAME.  [default: scripted]",
            show_default=False,
        ),
    ] = None,
    duck: Annotated[
        str | None,
        typer.Option(
            help="Who plays the Ducks: the same, or scripted:PLAN.  [default: scripted]",
            show_default=False,
        ),
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            help="Who plays one seat, as NAME=KIND; may be given several times.", show_default=False
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="The run's folder.", show_default=False)] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the run that the folder holds.", show_default=False)
    ] = False,
    browser: Annotated[
        bool, typer.Option("--browser", help="Play the human seat in the browser.", show_default=False)
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(
            help="The page's port.  [default: one that is free]", min=0, max=65535, show_default=False
        ),
    ] = None,
    no_open: Annotated[
        bool, typer.Option("--no-open", help="Open no browser: only tell the address.", show_default=False)
    ] = False,
    senses: Senses = None,
    memory: Memory = None,
    memory_tokens: MemoryTokens = None,
    strategy: Strategy = None,
    language: Language = None,
    temperature: Temperature = None,
    max_tokens: MaxTokens = None,
    schema: SchemaOption = None,
    model_arg: ModelArg = None,
    connections: ConnectionsOption = 8,
    retries: Retries = 5,
    timeout: Timeout = 600.0,
    patience: PatienceOption = 1800.0,
    max_calls: MaxCalls = None,
    max_tokens_total: MaxTokensTotal = None,
    max_cost: MaxCost = None,
    price: Prices = None,
    in_turn: InTurn = False,
    dry_run: DryRun = False,
) -> None:
    """Play games and record them, one folder a seed.

    An interrupted run goes on with --resume; the settings need not be given again.
    """
    import msgspec

    from gander.quack.play import check_settings, play_run

    if folder is not None and out is not None and folder != out:
        raise InputError("two folders are given.", where="--out", todo="Give the folder once.")
    target = out or folder
    if target is None:
        raise InputError("no folder to write into.", where="--out", todo="Say where: --out DIR.")
    settings = _settings(target, seed, games, game_map, rules, goose, duck, seat, resume=resume)
    check_page(settings, browser=browser, port=port, no_open=no_open)
    said = {
        "senses": senses,
        "memory": memory,
        "memory_tokens": memory_tokens,
        "strategy": strategy,
        "language": language,
        "temperature": temperature,
        "max_tokens": max_tokens,
        "schema": schema,
        "args": model_arg or None,
    }
    # A run that was begun at the terminal goes on as it was set.
    person = browser and not (resume and settings.models is None)
    models = asked_settings(settings.models, said, plays=bool(settings.model_names), person=person)
    settings = msgspec.structs.replace(settings, models=models)
    check_settings(settings, where="the options" if models else "--seed and --seat")
    page = at_page(target, settings, port, no_open=no_open) if browser and not dry_run else None
    if settings.model_names:
        from gander.cli.play_models import play_models

        prices = asked_prices(price, settings.model_names, max_cost)
        pace = asked_pace(
            connections, retries, timeout, patience, max_calls, max_tokens_total, max_cost, in_turn=in_turn
        )
        play_models(target, settings, pace, prices, resume=resume, dry_run=dry_run, page=page)
        return
    if dry_run:
        say(f"{many(len(settings.seeds), 'game')} without models: nothing to ask.")
        return

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    # A person at the terminal needs it undisturbed.
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable="human" in settings.kinds or sys.stderr is None or not sys.stderr.isatty(),
        transient=True,
    )
    seated: PlayPage | None = None
    try:
        with progress, page or contextlib.nullcontext() as seated:
            task = progress.add_task("games", total=len(settings.seeds))

            def on_game(result: "GameResult") -> None:
                progress.advance(task)
                if len(settings.seeds) > 1:
                    for line in told(result, settings):
                        progress.console.print(line, markup=False, highlight=False)
                if seated is not None:
                    seated.end(result)

            results = play_run(
                target,
                settings,
                resume=resume,
                on_game=on_game,
                on_step=None if seated is None else seated.table.step,
                makers=None if seated is None else {"human": seated.seat},
            )
            if seated is not None:
                say_results(results, settings, target)
                stay(seated)
                return
    except KeyboardInterrupt:
        note_stopped(target, settings, seated)
        raise typer.Exit(130) from None
    say_results(results, settings, target)


def _settings(
    folder: Path,
    seed: int | None,
    games: int | None,
    game_map: str | None,
    rules: str | None,
    goose: str | None,
    duck: str | None,
    seat: list[str] | None,
    *,
    resume: bool,
) -> "RunSettings":
    """The run's settings; a resumed run's are those it began with unless given again."""
    from gander.quack.library import load_map, load_rules
    from gander.quack.play import RunSettings, read_settings
    from gander.quack.players import check_kind
    from gander.quack.world import Rules, check_rules

    began = read_settings(folder) if resume else None
    for option, kind in (("--goose", goose), ("--duck", duck)):
        if kind is not None:
            check_kind(kind, where=option)
    seats = _seats(seat)
    chosen_map = (
        began.game_map if began and game_map is None else load_map("ship10" if game_map is None else game_map)
    )
    chosen_rules = load_rules(rules) if rules is not None else began.rules if began else Rules()
    check_rules(chosen_rules, len(chosen_map.tasks), source=rules or "the standard rules")
    if began and seed is None and games is None:
        seeds = began.seeds
    else:
        first = seed if seed is not None else began.seeds[0] if began else 1
        seeds = tuple(range(first, first + (games or (len(began.seeds) if began else 1))))
    settings = RunSettings(
        game_map=chosen_map,
        rules=chosen_rules,
        goose=goose or (began.goose if began else "scripted"),
        duck=duck or (began.duck if began else "scripted"),
        seats=seats or (began.seats if began else {}),
        seeds=seeds,
        models=began.models if began else None,
    )
    ducks = chosen_rules.ducks
    people = list(settings.seats.values()).count("human")
    people += (len(chosen_rules.players) - ducks) * (settings.goose == "human")
    people += ducks * (settings.duck == "human")
    if people > 1:
        raise InputError(
            "several people at one terminal or page would see each other's secrets.",
            where="--goose, --duck and --seat",
            todo="Let one seat be human: --seat NAME=human.",
        )
    return settings


def _seats(pairs: list[str] | None) -> dict[str, str]:
    from gander.quack.players import check_kind

    seats: dict[str, str] = {}
    for pair in pairs or []:
        name, equals, kind = pair.partition("=")
        if not equals:
            raise InputError(
                f"{pair!r} is not NAME=KIND.", where="--seat", todo="For instance --seat Alice=human."
            )
        check_kind(kind, where="--seat")
        if name in seats:
            raise InputError(f"{name!r} is given twice.", where="--seat", todo="Give each seat once.")
        seats[name] = kind
    return seats
