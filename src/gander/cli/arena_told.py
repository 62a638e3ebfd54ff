"""What ``gander quack arena`` says: what it will play, how games ended, and the tables."""

import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from gander.cli.output import note, say, tell

if TYPE_CHECKING:
    from gander.models.price import Price
    from gander.quack.arena import ArenaForecast, ArenaRun, ArenaSettings, Game, Pair
    from gander.quack.metrics.audits import By
    from gander.quack.players.model.budget import Limits

__all__ = ["plan", "say_end", "say_resume", "told"]

_TABLES = "tables"
_WIDTH = 120  # columns of the tables in files


def plan(settings: "ArenaSettings", ahead: "ArenaForecast", limits: str, *, resume: bool) -> Iterator[str]:
    """What will be played and what it will take, line by line."""
    from gander.cli.amounts import duration, money, of_basis
    from gander.counted import many
    from gander.quack.arena import pairs_of
    from gander.terminal import printable

    pairs = pairs_of(settings)
    games = len(pairs) * len(settings.seeds)
    left = f", {ahead.games:,} of them left" if resume else ""
    yield (
        f"{many(len(pairs), 'pair')} on {many(len(settings.seeds), 'seed')} of "
        f"{printable(settings.game_map.name)}: {many(games, 'game')}{left}."
    )
    for pair in pairs:
        yield printable(f"  {pair.name}: Geese {pair.goose}, Ducks {pair.duck}")
    models = settings.models
    if models is None or not ahead.models:
        return
    yield printable(
        f"Models: prompts {models.prompt}, senses {models.senses}, memory {models.memory}, "
        f"strategy {'on' if models.strategy else 'off'}, {models.language}."
    )
    yield f"If games go as scripted ones do{', those under way from their beginning' if resume else ''}:"
    for one in ahead.models:
        load = one.load
        pictures = f" and {load.pictures:,.0f} of pictures" if load.pictures else ""
        cost = "" if one.cost is None else f", cost about {money(one.cost)} at {one.price} a million"
        yield printable(
            f"  {one.model}: {many(one.games, 'game')}, about {load.calls:,.0f} calls; sends {load.text:,.0f}"
            f" tokens of text{pictures}, gets {load.calls * one.reply.value:,.0f}, at"
            f" {one.reply.value:,.0f} a reply{of_basis(one.reply)} and {one.seconds.value:.2g} s a call"
            f"{of_basis(one.seconds)}{cost}"
        )
    total = f", cost about {money(ahead.cost)}" if ahead.cost is not None else ""
    unknown = [one.model for one in ahead.models if one.price is None]
    without = f" without {', '.join(unknown)}" if unknown and total else ""
    yield printable(
        f"In all about {ahead.load.calls:,.0f} calls, {ahead.wasted:.0%} of them for speed alone; time about "
        f"{duration(ahead.time)}{total}{without}. Failed tries come on top; so does reasoning, where the"
        " tokens of a reply are assumed."
    )
    if limits:
        yield f"Games pause at {limits}."


def told(pair: "Pair", game: "Game") -> list[str]:
    """How a game ended, or why it waits."""
    from gander.quack.live_run import Paused
    from gander.terminal import cut, printable

    if isinstance(game, Paused):
        return [printable(f"{pair.name}, seed {game.seed}: paused; {game.player}: {cut(game.why, 200)}.")]
    side = "Geese" if game.winner == "goose" else "Ducks"
    return [printable(f"{pair.name}, seed {game.seed}: {side} won at tick {game.ticks}.")]


def say_end(
    folder: Path,
    settings: "ArenaSettings",
    run: "ArenaRun",
    prices: "Mapping[str, Price]",
    limits: "Limits",
) -> None:
    """Write and show the tables; say what it took, and what is left.

    Args:
        folder: The arena's folder.
        settings: What was to be played.
        run: How far it is.
        prices: What models cost.
        limits: What the games might take in all.

    Raises:
        typer.Exit: 1 where games are left.
    """
    from gander.counted import many
    from gander.quack.arena import pairs_of
    from gander.quack.costs import costs_of, put_prices
    from gander.terminal import printable

    games = len(pairs_of(settings)) * len(settings.seeds)
    if run.results:
        _write_tables(folder, run)
    else:
        note("No game is over, so there are no tables yet.")
    if settings.model_names:
        from gander.cli.costs import say_costs

        say_costs(put_prices(costs_of(folder), prices))
    tell(f"{len(run.results):,} of {many(games, 'game')} are over.")
    if run.complete:
        return
    if run.ended:
        note(printable(f"All games are paused: {run.ended}."))
    for model, why in run.stopped.items():
        note(printable(f"No further games with {model}: {why}."))
    for pair, paused in run.paused[:5] if not run.ended else ():
        for line in told(pair, paused):
            note(line)
    note(
        f"Incomplete: {many(len(run.paused), 'game')} paused, {len(run.not_begun):,} not gone on with."
        " Figures are of finished games alone. The others go on where they stand, and what was answered is"
        " not asked again:"
    )
    say_resume(folder, limits)
    raise typer.Exit(1)


def say_resume(folder: Path, limits: "Limits") -> None:
    """Say how an arena goes on: with limits where it had some, for they are not kept in the folder."""
    from gander.terminal import printable

    had = {"calls": limits.calls, "tokens-total": limits.tokens, "cost": limits.cost}
    again = "".join(f" --max-{name} N" for name, most in had.items() if most is not None)
    note(printable(f"  gander quack arena --resume {shlex.quote(str(folder))}{again}"))
    if again:
        note("Limits and prices are not kept: give them again, or the rest is played without.")


def _write_tables(folder: Path, run: "ArenaRun") -> None:
    """Audit what was played, as ``gander quack audit`` does; write the tables and show them."""
    import itertools

    from gander.cli.audited import audited
    from gander.cli.output import terminal_width
    from gander.files import write_whole
    from gander.report.audit import show_audits
    from gander.terminal import printable

    seeds: dict[str, set[int]] = {}
    for pair, game in run.results:
        seeds.setdefault(pair.name, set()).add(game.seed)
    several = any(one & other for one, other in itertools.combinations(seeds.values(), 2))
    tables = folder / _TABLES
    shown: list[str] = []
    by: By
    for by in ("setting", "model"):
        audits = audited(
            [folder],
            {
                option: tables / f"{by}{ending}"
                for option, ending in (("--json", ".json"), ("--csv", ".csv"), ("--latex", ".tex"))
            },
            by=by,
            compare="all" if several and by == "setting" else None,
            tell_notes=by == "setting",
        )
        write_whole(tables / f"{by}.txt", show_audits(audits, _WIDTH) + "\n")
        shown.append(show_audits(audits, terminal_width()) + "\n")
    # Every file is there before anything is said: what reads along may leave.
    for text in shown:
        say(text)
    place = printable(shlex.quote(str(folder)))
    tell(f"Tables: {printable(str(tables))}")
    again = "--compare-all" if several else "--by setting"
    say(f"Again: gander quack audit {place} {again}   and: gander quack audit {place} --by model")
