"""``gander quack arena``."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gander.cli.arena_told import plan, say_end, say_resume, told
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
    told_limits,
)
from gander.cli.output import note, tell
from gander.errors import InputError

if TYPE_CHECKING:
    from gander.quack.arena import ArenaSettings, Game, Pair

__all__ = ["arena"]

_SEEDS = "1-30"


def arena(
    folder: Annotated[
        Path | None, typer.Argument(help="The arena's folder; the same as --out.", show_default=False)
    ] = None,
    geese: Annotated[
        list[str] | None,
        typer.Option(
            help="Who plays the Geese: scripted, random, model:PROVIDER/NAME; repeatable."
            "  [default: as --ducks]",
            show_default=False,
        ),
    ] = None,
    ducks: Annotated[
        list[str] | None,
        typer.Option(
            help="Who plays the Ducks: the same, or scripted:PLAN; repeatable.  [default: as --geese]",
            show_default=False,
        ),
    ] = None,
    setting: Annotated[
        str | None,
        typer.Option(
            help="Which pairs: homogeneous (one in all seats), cross (Geese and Ducks differ), or all."
            "  [default: all]",
            show_default=False,
        ),
    ] = None,
    seeds: Annotated[
        str | None,
        typer.Option(
            help=f"One game of every pair each, as 1-30 or 1,4,7-9.  [default: {_SEEDS}]", show_default=False
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
    out: Annotated[Path | None, typer.Option(help="The arena's folder.", show_default=False)] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the arena that the folder holds.", show_default=False)
    ] = False,
    games_at_once: Annotated[
        int, typer.Option(min=1, max=1000, help="The most games under way at the same time.")
    ] = 12,
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
    """Play models against one another on the same seeds, audit the games, and write the tables.

    An interrupted arena goes on with --resume; the settings need not be given again.
    """
    import msgspec

    from gander.quack.arena import check_arena, check_folder, check_models, forecast_arena, play_arena

    if folder is not None and out is not None and folder != out:
        raise InputError("two folders are given.", where="--out", todo="Give the folder once.")
    target = out or folder
    if target is None:
        raise InputError("no folder to write into.", where="--out", todo="Say where: --out DIR.")
    settings = _settings(target, geese, ducks, setting, seeds, game_map, rules, resume=resume)
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
    models = asked_settings(settings.models, said, plays=bool(settings.model_names))
    settings = msgspec.structs.replace(settings, models=models)
    check_arena(settings, where="the options")
    check_folder(target, settings, resume=resume)
    prices = asked_prices(price, settings.model_names, max_cost)
    pace = asked_pace(
        connections, retries, timeout, patience, max_calls, max_tokens_total, max_cost, in_turn=in_turn
    )
    check_models(settings)
    ahead = forecast_arena(
        settings,
        target if resume else None,
        connections=connections,
        games_at_once=games_at_once,
        at_once=pace.at_once,
        prices=prices,
    )
    for line in plan(settings, ahead, told_limits(pace.limits), resume=resume):
        tell(line)
    if settings.model_names:
        from gander.quack.players.model.pictures import names_note

        if lacking := names_note(settings.game_map, settings.rules.players):
            note(lacking)
    if dry_run:
        return
    try:
        from gander.cli.playing import playing
        from gander.quack.arena import pairs_of, stored_calls

        with playing(len(pairs_of(settings)) * len(settings.seeds), prices) as shown:
            for call in stored_calls(target, settings) if resume else ():
                shown.heard(call.model, call.outcome)

            def on_game(pair: "Pair", game: "Game") -> None:
                shown.advance()
                shown.write(told(pair, game))

            run = play_arena(
                target,
                settings,
                resume=resume,
                pace=pace,
                games_at_once=games_at_once,
                prices=prices,
                on_game=on_game,
                heard=shown.heard,
            )
    except KeyboardInterrupt:
        note("\nStopped; everything decided so far is kept. Go on with:")
        say_resume(target, pace.limits)
        raise typer.Exit(130) from None
    say_end(target, settings, run, prices, pace.limits)


def _settings(
    folder: Path,
    geese: "Sequence[str] | None",
    ducks: "Sequence[str] | None",
    setting: str | None,
    seeds: str | None,
    game_map: str | None,
    rules: str | None,
    *,
    resume: bool,
) -> "ArenaSettings":
    """What is played; a resumed arena's is what it began with unless given again."""
    from gander.quack.arena import SETTINGS, ArenaSettings, parse_seeds, read_arena
    from gander.quack.library import load_map, load_rules
    from gander.quack.players import check_kind
    from gander.quack.world import Rules, check_rules

    began = read_arena(folder) if resume else None
    for option, kinds in (("--geese", geese), ("--ducks", ducks)):
        for kind in kinds or ():
            check_kind(kind, where=option)
    if setting is not None and setting not in SETTINGS:
        raise InputError(
            f"there is no setting {setting!r}.", where="--setting", todo=f"Known: {', '.join(SETTINGS)}."
        )
    if began is None and not geese and not ducks:
        raise InputError(
            "nobody plays.", where="--geese and --ducks", todo="For instance --geese model:openai/gpt-5."
        )
    stage = load_map(game_map) if game_map is not None else began.game_map if began else load_map("ship10")
    ruled = load_rules(rules) if rules is not None else began.rules if began else Rules()
    check_rules(ruled, len(stage.tasks), source=rules or "the standard rules")
    both = tuple(dict.fromkeys(geese or ducks or ())), tuple(dict.fromkeys(ducks or geese or ()))
    if began is not None:
        both = tuple(dict.fromkeys(geese or began.geese)), tuple(dict.fromkeys(ducks or began.ducks))
    return ArenaSettings(
        game_map=stage,
        rules=ruled,
        geese=both[0],
        ducks=both[1],
        setting=setting or (began.setting if began else "all"),
        seeds=parse_seeds(seeds) if seeds is not None else began.seeds if began else parse_seeds(_SEEDS),
        models=began.models if began else None,
    )
