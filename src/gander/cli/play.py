"""``gander quack play``."""

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gander.cli.output import note, say
from gander.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gander.quack.play import GameResult, RunSettings

__all__ = ["play", "say_results", "told"]


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
    senses: Annotated[
        str | None,
        typer.Option(help="Models are shown: both, text or pictures.  [default: both]", show_default=False),
    ] = None,
    memory: Annotated[
        str | None,
        typer.Option(
            help="Models remember: full, none, or the last so many rounds.  [default: full]",
            show_default=False,
        ),
    ] = None,
    memory_tokens: Annotated[
        int | None,
        typer.Option(
            help="The most tokens of memory; older rounds are summarised beyond.  [default: 8000]",
            show_default=False,
        ),
    ] = None,
    strategy: Annotated[
        str | None,
        typer.Option(help="Models are given advice: on or off.  [default: on]", show_default=False),
    ] = None,
    language: Annotated[
        str | None,
        typer.Option(help="The language that models speak.  [default: English]", show_default=False),
    ] = None,
    temperature: Annotated[
        float | None, typer.Option(help="Models' temperature.  [default: their own]", show_default=False)
    ] = None,
    max_tokens: Annotated[
        int | None,
        typer.Option(
            min=1, help="The most tokens of a reply.  [default: the model's own]", show_default=False
        ),
    ] = None,
    schema: Annotated[
        bool | None,
        typer.Option(
            "--schema/--no-schema",
            help="Ask providers to hold replies to the choices.  [default: schema]",
            show_default=False,
        ),
    ] = None,
    model_arg: Annotated[
        list[str] | None, typer.Option("-M", "--model-arg", metavar="NAME=VALUE", help="For the providers.")
    ] = None,
    connections: Annotated[int, typer.Option(min=1, help="The most calls to one provider at once.")] = 8,
    retries: Annotated[int, typer.Option(min=0, help="The most further tries of a call that failed.")] = 5,
    timeout: Annotated[float, typer.Option(min=0.01, help="The most seconds of one try.")] = 600.0,
    patience: Annotated[
        float, typer.Option(min=0.01, help="The most seconds of all tries of a call.")
    ] = 1800.0,
    max_calls: Annotated[
        int | None,
        typer.Option(min=1, help="The most calls of the whole run; then games pause.", show_default=False),
    ] = None,
    max_tokens_total: Annotated[
        int | None,
        typer.Option(min=1, help="The most tokens of the whole run; then games pause.", show_default=False),
    ] = None,
    in_turn: Annotated[
        bool, typer.Option("--in-turn", help="Ask models one after another; the games are the same.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Check all and estimate; ask and write nothing.")
    ] = False,
) -> None:
    """Play games and record them, one folder a seed.

    An interrupted run goes on with --resume; the settings need not be given again.
    """
    from gander.quack.play import play_run
    from gander.terminal import printable

    if folder is not None and out is not None and folder != out:
        raise InputError("two folders are given.", where="--out", todo="Give the folder once.")
    target = out or folder
    if target is None:
        raise InputError("no folder to write into.", where="--out", todo="Say where: --out DIR.")
    settings = _settings(target, seed, games, game_map, rules, goose, duck, seat, resume=resume)
    asked = (senses, memory, memory_tokens, strategy, language, temperature, max_tokens, schema, model_arg)
    settings = _with_models(settings, *asked)
    if settings.model_names:
        from gander.cli.play_models import play_models
        from gander.models import Patience
        from gander.quack.live_run import Pace
        from gander.quack.players.model.budget import Limits

        pace = Pace(
            connections=connections,
            patience=Patience(retries=retries, seconds=timeout, total=patience),
            limits=Limits(calls=max_calls, tokens=max_tokens_total),
            at_once=not in_turn,
        )
        play_models(target, settings, pace, resume=resume, dry_run=dry_run, told=told)
        return
    if dry_run:
        say(f"{_many(len(settings.seeds), 'game')} without models: nothing to ask.")
        return

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    # A person at the terminal needs it undisturbed.
    kinds = {settings.goose, settings.duck, *settings.seats.values()}
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable="human" in kinds or sys.stderr is None or not sys.stderr.isatty(),
        transient=True,
    )
    try:
        with progress:
            task = progress.add_task("games", total=len(settings.seeds))

            def on_game(result: "GameResult") -> None:
                progress.advance(task)
                if len(settings.seeds) > 1:
                    for line in told(result, settings):
                        progress.console.print(line, markup=False, highlight=False)

            results = play_run(target, settings, resume=resume, on_game=on_game)
    except KeyboardInterrupt:
        note("\nStopped; everything decided so far is kept. Go on with:")
        note(printable(f"  gander quack play --resume {shlex.quote(str(target))}"))
        raise typer.Exit(130) from None
    say_results(results, settings, target)


def say_results(results: "Sequence[GameResult]", settings: "RunSettings", folder: Path) -> None:
    """Say how games ended and where their records are."""
    from gander.terminal import printable

    if len(results) == 1:
        (result,) = results
        for line in told(result, settings):
            say(line)
        say(printable(f"Record: {result.path}"))
        return
    won = sum(result.winner == "goose" for result in results)
    say(
        printable(f"{len(results)} games: Geese won {won}, Ducks won {len(results) - won}. Records: {folder}")
    )


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _with_models(
    settings: "RunSettings",
    senses: str | None,
    memory: str | None,
    memory_tokens: int | None,
    strategy: str | None,
    language: str | None,
    temperature: float | None,
    max_tokens: int | None,
    schema: bool | None,
    model_arg: list[str] | None,
) -> "RunSettings":
    """The settings with what is said about models; what is not said stays as it was, or is the default."""
    import msgspec

    from gander.cli.model_args import model_args
    from gander.quack.play import check_settings
    from gander.quack.players.model.settings import ModelSettings, parse_memory

    if strategy not in (None, "on", "off"):
        raise InputError(f"{strategy!r} is neither on nor off.", where="--strategy")
    given: dict[str, Any] = {
        "senses": senses,
        "memory": None if memory is None else parse_memory(memory),
        "memory_tokens": memory_tokens,
        "strategy": None if strategy is None else strategy == "on",
        "language": language,
        "temperature": temperature,
        "max_tokens": max_tokens,
        "schema": schema,
        "args": model_args(model_arg) if model_arg else None,
    }
    given = {name: value for name, value in given.items() if value is not None}
    if not settings.model_names:
        check_settings(settings, where="--seed and --seat")
        if given:
            raise InputError(
                "no model plays, so nothing can be said about models.",
                where=_OPTIONS[next(iter(given))],
                todo="Seat one: --goose model:PROVIDER/NAME.",
            )
        return settings
    current = ModelSettings()
    models = msgspec.structs.replace(settings.models or current, **given)
    # A run's prompts are those that there are now; resuming on others is refused.
    settings = msgspec.structs.replace(
        settings, models=msgspec.structs.replace(models, prompt=current.prompt)
    )
    check_settings(settings, where="the options")
    return settings


_OPTIONS = {
    "senses": "--senses",
    "memory": "--memory",
    "memory_tokens": "--memory-tokens",
    "strategy": "--strategy",
    "language": "--language",
    "temperature": "--temperature",
    "max_tokens": "--max-tokens",
    "schema": "--schema",
    "args": "-M",
}


def told(result: "GameResult", settings: "RunSettings") -> list[str]:
    """How a game ended; a person whose part ended before learns that first."""
    from gander.terminal import printable

    lines = []
    if "human" in (settings.goose, settings.duck, *settings.seats.values()):
        from gander.quack.record import read_record
        from gander.report.account import fate

        record = read_record(result.path)
        for entrant in record.roster:
            if settings.kind(entrant.name, duck=entrant.team == "duck") == "human" and (
                what := fate(record, entrant.name)
            ):
                lines.append(what)
    side = "Geese" if result.winner == "goose" else "Ducks"
    meetings = f"{result.meetings} meeting{'' if result.meetings == 1 else 's'}"
    lines.append(
        printable(f"seed {result.seed}: {side} won at tick {result.ticks}, {meetings}: {result.reason}.")
    )
    return lines


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
    chosen_map = began.game_map if began and not game_map else load_map(game_map or "ship10")
    chosen_rules = load_rules(rules) if rules else began.rules if began else Rules()
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
            "several people at one terminal would see each other's secrets.",
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
