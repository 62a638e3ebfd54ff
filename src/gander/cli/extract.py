"""``gander quack extract``: claims out of what was said, into files."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gander.cli.games import games_at
from gander.cli.model_args import model_args
from gander.cli.output import note, say, tell
from gander.counted import many
from gander.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import AbstractContextManager

    from gander.quack.audit.extract.asking import Summary, Watcher
    from gander.quack.audit.extract.model import ModelSettings, Work

__all__ = ["extract"]


def extract(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH", help="Records, games' folders or trees of them.", show_default=False),
    ],
    claims: Annotated[
        str,
        typer.Option(help="Who extracts: rules, or model:PROVIDER/NAME as Inspect AI writes it."),
    ],
    out: Annotated[
        Path | None,
        typer.Option(help="The folder for claims and replies; beside the records without it."),
    ] = None,
    game_map: Annotated[
        str | None,
        typer.Option(
            "--map", help="The map of records that carry none.  [default: ship10]", show_default=False
        ),
    ] = None,
    max_calls: Annotated[
        int | None, typer.Option(min=0, help="The most calls, retries included; as many as it takes.")
    ] = None,
    temperature: Annotated[
        float | None, typer.Option(help="A temperature; by default the model's own.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="A seed, for providers that take one.")] = None,
    max_tokens: Annotated[int | None, typer.Option(min=1, help="The most tokens of a reply.")] = None,
    schema: Annotated[bool, typer.Option(help="Ask the provider to hold replies to the schema.")] = True,
    model_arg: Annotated[
        list[str] | None, typer.Option("-M", "--model-arg", metavar="NAME=VALUE", help="For the provider.")
    ] = None,
    connections: Annotated[int, typer.Option(min=1, help="The most calls at once.")] = 8,
    retries: Annotated[int, typer.Option(min=0, help="The most further tries of a call that failed.")] = 5,
    timeout: Annotated[float, typer.Option(min=0.01, help="The most seconds of one try.")] = 600.0,
    patience: Annotated[
        float, typer.Option(min=0.01, help="The most seconds of all tries of a call.")
    ] = 1800.0,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Check all and estimate, ask nothing.")] = False,
) -> None:
    """Extract claims; a model is asked only what it has not answered yet."""
    if out is not None:
        from gander.quack.audit.games import check_apart, records_at

        check_apart(records_at(paths))
    if claims == "rules":
        if dry_run:
            raise InputError(
                "rules ask nobody and cost nothing, so there is nothing to estimate.",
                where="--dry-run",
                todo="Leave it out.",
            )
        _rules(paths, out, game_map)
        return
    model = claims.removeprefix("model:")
    if model == claims:
        raise InputError(
            f"{claims!r} cannot extract.", where="--claims", todo="Known: rules, model:PROVIDER/NAME."
        )
    from gander.models import Patience
    from gander.quack.audit.extract.asking import check_opens, check_settings, extract_with_model
    from gander.quack.audit.extract.model import ModelSettings, estimate

    settings = ModelSettings(
        model=model,
        temperature=temperature,
        seed=seed,
        max_tokens=max_tokens,
        schema=schema,
        args=model_args(model_arg or []),
    )
    check_settings(settings)
    work = estimate(games_at(paths, game_map, quiet=not dry_run), settings, out)
    _say_plan(work, settings, max_calls)
    if dry_run:
        return
    if work.calls:
        check_opens(settings)
    try:
        with _progress(work.calls) as watcher:
            summary = extract_with_model(
                games_at(paths, game_map),
                settings,
                out,
                connections=connections,
                patience=Patience(retries=retries, seconds=timeout, total=patience),
                max_calls=max_calls,
                watcher=watcher,
            )
    except KeyboardInterrupt:
        note("\nStopped; every reply so far is kept. The same command goes on.")
        raise typer.Exit(130) from None
    _finish(summary, settings.extractor, out, paths)


def _rules(paths: "Sequence[Path]", out: Path | None, game_map: str | None) -> None:
    from collections import Counter

    from gander.files import write_whole
    from gander.quack.audit.claims_file import claims_folder, claims_name, to_lines
    from gander.quack.audit.extract import extract_rules

    states: Counter[str] = Counter()
    why: Counter[str] = Counter()
    number = games = 0
    for game in games_at(paths, game_map):
        extractions = extract_rules(game)
        path = claims_folder(game.record.path, out) / claims_name("rules")
        write_whole(path, to_lines(extractions, "rules"))
        games += 1
        for extraction in extractions:
            states[extraction.state] += 1
            number += len(extraction.claims)
            if extraction.state == "failed":
                why[extraction.why] += 1
    _say_states(games, number, states, why)
    _say_where("rules", out, paths)
    if not states["failed"]:
        return
    note(
        "What failed counts as not covered, never as no claims. The rules read English in Latin script; other"
        " languages are read by a model: --claims model:PROVIDER/NAME."
    )
    if not states["extracted"] + states["no_claims"]:
        raise typer.Exit(1)


def _say_plan(work: "Work", settings: "ModelSettings", max_calls: int | None) -> None:
    from gander.quack.audit.extract.prompt import prompt_hash
    from gander.terminal import printable

    empty = f", {work.empty:,} of them empty" if work.empty else ""
    tell(
        f"{many(work.utterances, 'utterance')}{empty}; prompt {prompt_hash()}, model"
        f" {printable(settings.model)}."
    )
    if not work.calls:
        tell("Nothing is left to ask.")
        return
    bound = "" if max_calls is None or max_calls >= work.calls else f"; at most {max_calls:,} of them now"
    tell(
        f"To do: {many(work.calls, 'call')} (up to {work.most_calls:,} if replies cannot be used, and more "
        f"where calls fail){bound}. They send about {work.input:,} tokens and get about {work.output:,}."
    )


def _progress(calls: int) -> "AbstractContextManager[Watcher]":
    """Shows how it goes on a terminal; says nothing into a file or a pipe."""
    import contextlib
    import sys

    from gander.quack.audit.extract.asking import Watcher

    if sys.stderr is None or not sys.stderr.isatty():
        return contextlib.nullcontext(Watcher())
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from gander.models import Failed, Outcome

    @contextlib.contextmanager
    def shown() -> "Iterator[Watcher]":
        columns = (
            TextColumn("utterances"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[note]}", markup=False),
        )
        with Progress(*columns, console=Console(stderr=True)) as bars:
            task = bars.add_task("", total=calls, note="")
            state = {"failed": 0, "tokens": 0}

            def heard(outcome: "Outcome") -> None:
                state["failed"] += isinstance(outcome, Failed)
                state["tokens"] += outcome.usage.input + outcome.usage.output
                failed = f", {state['failed']} failed" if state["failed"] else ""
                bars.update(task, note=f"{state['tokens']:,} tokens{failed}")

            yield Watcher(heard=heard, done=lambda: bars.advance(task))

    return shown()


def _finish(summary: "Summary", extractor: str, out: Path | None, paths: "Sequence[Path]") -> None:
    from gander.terminal import printable

    if summary.stopped is not None:
        note(f"Not asked to the end: {printable(summary.stopped)}")
    if summary.calls:
        tell(
            f"{many(summary.calls, 'call')}, {many(summary.input, 'token')} sent and {summary.output:,} "
            "received (as the provider counts)."
        )
    _say_states(summary.games, summary.claims, summary.states, summary.why)
    if summary.dropped:
        tell("Left out of usable replies: " + _counted(summary.dropped) + ".")
    _say_where(extractor, out, paths)
    if summary.states["failed"]:
        note("What failed counts as not covered, never as no claims. The same command asks it again.")
        raise typer.Exit(1)


def _say_states(games: int, claims: int, states: Any, why: Any) -> None:  # noqa: ANN401 - counters
    said = sum(number for state, number in states.items() if state != "empty")
    read = said - states["failed"]
    told = ", ".join(
        f"{states[state]:,} {name}"
        for state, name in (
            ("extracted", "with claims"),
            ("no_claims", "without"),
            ("empty", "empty"),
            ("failed", "failed"),
        )
        if states[state]
    )
    coverage = f"; {100 * read / said:.1f}% of what was said is covered" if said else ""
    tell(f"{many(games, 'game')}, {many(claims, 'claim')}. Utterances: {told or 'none'}{coverage}.")
    if why:
        tell("Failed: " + _counted(why) + ".")


def _counted(what: Any) -> str:  # noqa: ANN401 - a counter
    from gander.terminal import cut, printable

    shown = [f"{number} × {cut(printable(name), 160)}" for name, number in what.most_common(5)]
    more = len(what) - len(shown)
    return "; ".join(shown) + (f"; and {many(more, 'other reason')}" if more > 0 else "")


def _say_where(extractor: str, out: Path | None, paths: "Sequence[Path]") -> None:
    import shlex

    from gander.quack.audit.claims_file import claims_name
    from gander.terminal import printable

    where = "beside each record" if out is None else f"below {out}"
    given = " ".join(shlex.quote(str(path)) for path in paths)
    source = extractor if out is None else str(out / claims_name(extractor))
    tell(printable(f"{claims_name(extractor)} {where}. Now:"))
    # A line of its own that is not folded, so that it can be copied.
    say(printable(f"gander quack audit {given} --claims {shlex.quote(source)}"))
