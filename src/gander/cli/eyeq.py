"""``gander eyeq``: ask models picture puzzles, and count what came of it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gander.cli.model_args import model_args
from gander.cli.output import note, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from gander.eyeq.report import Row
    from gander.eyeq.run import Grid, Watcher
    from gander.eyeq.solve import Status
    from gander.eyeq.store import StoredRun
    from gander.models import Stopped
    from gander.models.failures import Outcome

__all__ = ["app"]

app = typer.Typer(
    help="Picture puzzles in English, Persian, Arabic and across languages.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

_WIDE = 80  # columns that a progress bar needs

_Folder = Annotated[Path, typer.Argument(metavar="DIR", help="A run's folder.")]
_Json = Annotated[Path | None, typer.Option("--json", help="Also write the rows as JSON.")]
_Csv = Annotated[Path | None, typer.Option("--csv", help="Also write the rows as CSV.")]
_Data = Annotated[str, typer.Option(help="starter, hub, hub:OWNER/NAME, or a folder with puzzles.")]
_Revision = Annotated[str | None, typer.Option(help="The Hub's revision; the newest by default.")]
_Price = Annotated[
    list[str] | None,
    typer.Option(
        metavar="[MODEL=]IN/OUT", help="Money for a million tokens sent and received; may be repeated."
    ),
]
_SkipBad = Annotated[bool, typer.Option("--skip-bad", help="Leave out rows that cannot be used.")]


@app.command()
def run(
    out: Annotated[Path, typer.Option(help="The run's folder; give it again to go on.")],
    data: _Data = "starter",
    model: Annotated[
        list[str] | None,
        typer.Option(help="A model, PROVIDER/MODEL as Inspect AI writes it; may be repeated."),
    ] = None,
    variant: Annotated[
        list[str] | None,
        typer.Option(help="basic (default), few_shot, refine, reveal, none, or a mix as reveal+refine."),
    ] = None,
    subset: Annotated[list[str] | None, typer.Option(help="en, fa, ar, cross; all by default.")] = None,
    temperature: Annotated[
        list[float] | None, typer.Option(help="A temperature; by default the model's own.")
    ] = None,
    seed: Annotated[list[int] | None, typer.Option(help="A seed for providers that take one.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="The most puzzles of each subset.")] = None,
    attempts: Annotated[int | None, typer.Option(min=1, help="Attempts of refine; the paper's 3.")] = None,
    demos: Annotated[
        str | None, typer.Option(help="fixed or sampled demonstrations of few_shot; what fits the data.")
    ] = None,
    hints: Annotated[
        str, typer.Option(help="Characters in hints: perceived by a reader, or released (code points).")
    ] = "perceived",
    blind: Annotated[bool, typer.Option("--blind", help="The same prompts without the picture.")] = False,
    prompts: Annotated[Path | None, typer.Option(help="A folder with prompt texts of your own.")] = None,
    revision: _Revision = None,
    skip_bad: _SkipBad = False,
    max_tokens: Annotated[int | None, typer.Option(min=1, help="The most tokens of a reply.")] = None,
    model_arg: Annotated[
        list[str] | None, typer.Option("-M", "--model-arg", metavar="NAME=VALUE", help="For the provider.")
    ] = None,
    max_bytes: Annotated[
        int | None, typer.Option(min=1000, help="Scale down pictures with more bytes.")
    ] = None,
    max_side: Annotated[int | None, typer.Option(min=16, help="Scale down longer pictures (pixels).")] = None,
    connections: Annotated[int, typer.Option(min=1, help="The most calls at once.")] = 8,
    retries: Annotated[int, typer.Option(min=0, help="The most further tries of a call that failed.")] = 5,
    timeout: Annotated[float, typer.Option(min=0.01, help="The most seconds of one try.")] = 600.0,
    patience: Annotated[
        float, typer.Option(min=0.01, help="The most seconds of all tries of a call.")
    ] = 1800.0,
    price: _Price = None,
    floor: Annotated[bool, typer.Option(help="Ask the hint floor too, which sees no picture.")] = True,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Check all and estimate, ask nothing.")] = False,
    json_file: _Json = None,
    csv_file: _Csv = None,
) -> None:
    """Ask models; it can be stopped at any moment and goes on where it was when given again."""
    from gander.cli.eyeq_plan import plan
    from gander.eyeq.forecast import forecast
    from gander.eyeq.run import GridSettings, check_models, plan_grid, run_grid
    from gander.models.call import Patience
    from gander.models.place import is_ours
    from gander.models.price import parse_prices
    from gander.terminal import printable

    grid = plan_grid(
        GridSettings(
            data=data,
            models=tuple(model or ()),
            variants=tuple(variant or ("basic",)),
            subsets=tuple(subset or ()),
            temperatures=tuple(temperature or (None,)),
            seeds=tuple(seed or (None,)),
            limit=limit,
            attempts=attempts,
            demos=demos,  # type: ignore[arg-type]
            hints=hints,  # type: ignore[arg-type]
            blind=blind,
            prompts=prompts,
            revision=revision,
            skip_bad=skip_bad,
            max_tokens=max_tokens,
            model_args=model_args(model_arg or []),
            max_bytes=max_bytes,
            max_side=max_side,
            floor=floor,
        )
    )
    prices = parse_prices(price or (), [name for name in grid.models if not is_ours(name)])
    for line in plan(grid, forecast(grid, out, connections=connections, prices=prices)):
        say(line)
    if dry_run:
        check_models(grid, out)
        return
    try:
        with _progress() as watcher:
            stored, stopped = run_grid(
                grid,
                out,
                connections=connections,
                patience=Patience(retries=retries, seconds=timeout, total=patience),
                prices=prices,
                watcher=watcher,
            )
    except KeyboardInterrupt:
        note(f"\nStopped; every reply so far is kept. The same command goes on: --out {out}")
        raise typer.Exit(130) from None
    _finish(stored, json_file, csv_file)
    _say_left(stored, grid, stopped)
    say(f"Replies: {printable(str(out))}   Again: gander eyeq report {printable(str(out))}")
    if stopped or _left(stored, grid) != (0, 0):
        raise typer.Exit(1)


@app.command()
def status(folder: _Folder, price: _Price = None) -> None:
    """Say how far a run is, also while it runs, and what failed why."""
    from collections import Counter

    from gander.eyeq.store import read_run
    from gander.terminal import printable

    stored = read_run(folder)
    _take_prices(stored, price)
    for id, cell in stored.cells.items():
        counts: Counter[str] = Counter()
        for _, verdict in stored.verdicts(id):
            counts[verdict.status] += 1
        total = stored.to_ask(id)
        done = counts["answered"] + counts["unparsed"]
        rest = ", ".join(f"{number} {name}" for name, number in sorted(counts.items()) if name != "answered")
        say(f"{done:>5} of {total:<5} {printable(cell.title)}{f'   ({rest})' if rest else ''}")
    _say_cost(stored)
    if _say_why(stored, say):
        say("What failed is not scored; the command that ran it asks it again.")


@app.command()
def report(folder: _Folder, price: _Price = None, json_file: _Json = None, csv_file: _Csv = None) -> None:
    """Score a run's stored replies and show the table; nothing is called."""
    from gander.counted import many
    from gander.eyeq.store import read_run

    stored = read_run(folder)
    _take_prices(stored, price)
    rows = _finish(stored, json_file, csv_file)
    failed, unfinished = sum(row.failed for row in rows), sum(row.unfinished for row in rows)
    not_asked = sum(row.not_asked for row in rows)
    if failed or unfinished or not_asked:
        say(
            f"\nIncomplete: {many(failed, 'puzzle')} failed, {unfinished} are unfinished and {not_asked} "
            "were not asked; none of them is scored."
        )
        _say_why(stored, say)


@app.command()
def score(
    answers: Annotated[
        Path,
        typer.Option(help="CSV or JSONL: id, lang, model, variant, and answer or reply."),
    ],
    data: _Data = "hub",
    subset: Annotated[list[str] | None, typer.Option(help="Read only these subsets.")] = None,
    revision: _Revision = None,
    skip_bad: _SkipBad = False,
    json_file: _Json = None,
    csv_file: _Csv = None,
) -> None:
    """Score answers that were produced elsewhere."""
    from gander.eyeq.score import score_answers
    from gander.eyeq.sources import load_puzzles
    from gander.terminal import printable

    puzzles = load_puzzles(data, subsets=subset or None, skip_bad=skip_bad, revision=revision)
    rows = score_answers(answers, puzzles, told=lambda text: note(printable(text)))
    for text in rows.notes:
        note(f"Note: {printable(text)}")
    _write(rows, json_file, csv_file)
    say(_table(rows))


@app.command()
def logs(
    folder: _Folder,
    out: Annotated[Path | None, typer.Option(help="Where to.", show_default="DIR/logs")] = None,
) -> None:
    """Turn a run's stored replies into logs for ``inspect view``; nothing is called."""
    from gander.eyeq.logs import write_logs

    target = out or folder / "logs"
    written = write_logs(folder, target)
    say(f"{len(written)} logs. To see them: inspect view --log-dir {target}")


def _progress() -> "AbstractContextManager[Watcher]":
    """Shows how it goes on a terminal; says nothing into a file or a pipe."""
    import contextlib
    import sys

    from gander.eyeq.run import Watcher

    if not sys.stderr.isatty():
        return contextlib.nullcontext(Watcher())
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.table import Column

    from gander.models.failures import Failed
    from gander.terminal import cut, printable

    console = Console(stderr=True)
    narrow = console.width < _WIDE

    @contextlib.contextmanager
    def shown() -> "Iterator[Watcher]":
        columns = (
            TextColumn("{task.description}", markup=False, table_column=Column(no_wrap=True)),
            *(() if narrow else (BarColumn(),)),
            # How far it is never gives way to anything.
            MofNCompleteColumn(table_column=Column(no_wrap=True)),
            *(() if narrow else (TimeRemainingColumn(),)),
            TextColumn("{task.fields[note]}", markup=False, table_column=Column(no_wrap=True)),
        )
        with Progress(*columns, console=console) as bars:
            states: dict[str, dict[str, Any]] = {}

            def began(model: str, puzzles: int) -> None:
                name = cut(printable(model), max(8, console.width - (26 if narrow else 50)))
                states[model] = {
                    "task": bars.add_task(name, total=puzzles, note=""),
                    "failed": 0,
                    "tokens": 0,
                }

            def call(model: str, outcome: "Outcome") -> None:
                state = states[model]
                state["failed"] += isinstance(outcome, Failed)
                state["tokens"] += outcome.usage.input + outcome.usage.output
                failed = f"{state['failed']} failed" if state["failed"] else ""
                tokens = f"{state['tokens']:,} tokens" if state["tokens"] else ""
                told = (failed or tokens) if narrow else ", ".join(filter(None, (tokens, failed)))
                bars.update(state["task"], note=told)

            def done(model: str, status: "Status") -> None:
                bars.advance(states[model]["task"])

            yield Watcher(began=began, call=call, done=done)

    return shown()


def _finish(stored: "StoredRun", json_file: Path | None, csv_file: Path | None) -> "Sequence[Row]":
    from gander.eyeq.report import rows_of

    rows = rows_of(stored)
    _write(rows, json_file, csv_file)
    say(_table(rows))
    _say_cost(stored)
    return rows


def _take_prices(stored: "StoredRun", price: "Sequence[str] | None") -> None:
    """Take the prices given in place of those that the folder keeps."""
    from gander.models.place import is_ours
    from gander.models.price import parse_prices

    models = dict.fromkeys(cell.model for cell in stored.cells.values())
    stored.prices.update(parse_prices(price or (), [name for name in models if not is_ours(name)]))


def _say_cost(stored: "StoredRun") -> None:
    """Say what each model with a price has cost so far, failed tries included."""
    from gander.cli.amounts import money
    from gander.models.failures import Usage
    from gander.terminal import printable

    for model, its_price in stored.prices.items():
        cells = [id for id, cell in stored.cells.items() if cell.model == model]
        usage = sum(map(stored.usage, cells), Usage())
        costs = [cost for id in cells if (cost := stored.cost(id)) is not None]
        if not cells:
            continue
        told = f"cost {money(sum(costs))}" if costs else "cost unknown, it tells no tokens"
        tokens = f"{usage.input:,} tokens sent and {usage.output:,} received in all tries"
        say(f"{printable(model)}: {told}; {tokens}, at {its_price} a million.")


def _write(rows: "Sequence[Row]", json_file: Path | None, csv_file: Path | None) -> None:
    from gander.eyeq.report import as_csv, as_json
    from gander.files import write_whole

    if json_file is not None:
        write_whole(json_file, as_json(rows))
    if csv_file is not None:
        write_whole(csv_file, as_csv(rows))


def _left(stored: "StoredRun", grid: "Grid") -> tuple[int, int]:
    """Puzzles of the grid that failed, and that were not asked to the end."""
    failed = missing = 0
    for cell in grid.cells:
        for puzzle in grid.asked[cell.id]:
            found = stored.verdict(cell.id, puzzle.key)
            failed += found.status == "failed"
            missing += found.status == "unfinished"
    return failed, missing


def _say_left(stored: "StoredRun", grid: "Grid", stopped: "Sequence[Stopped]") -> None:
    from gander.counted import many
    from gander.terminal import printable

    for one in stopped:
        note(f"Not asked to the end: {printable(str(one))}")
    failed, missing = _left(stored, grid)
    _say_why(stored, note, [(id, puzzle.key) for id, asked in grid.asked.items() for puzzle in asked])
    if failed or missing:
        note(
            f"{many(failed, 'puzzle')} failed and {missing:,} {'was' if missing == 1 else 'were'} not asked;"
            " none of them is scored. The same command asks them again."
        )


def _say_why(
    stored: "StoredRun", tell: "Callable[[str], None]", asked: "Iterable[tuple[str, str]] | None" = None
) -> bool:
    """Tell why puzzles failed; whether any did."""
    from gander.eyeq.report import failures_of
    from gander.terminal import printable

    reasons = failures_of(stored, asked)
    for why in reasons:
        tell(printable(str(why)))
    return bool(reasons)


def _table(rows: "Sequence[Row]") -> str:
    import shutil
    import sys

    from gander.cli.eyeq_table import table

    terminal = sys.stdout is not None and sys.stdout.isatty()
    return table(rows, shutil.get_terminal_size().columns if terminal else None)
