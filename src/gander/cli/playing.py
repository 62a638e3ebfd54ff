"""How far games are that models play, and what they took so far, on a terminal's standard error."""

import contextlib
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from gander.models import Outcome
    from gander.models.price import Price

__all__ = ["Playing", "playing"]


class Playing(NamedTuple):
    """What is told how it goes.

    Attributes:
        heard: Of every call: the model's name and what came of it.
        advance: Of every game that is over or paused.
        write: Lines that are to stay on the terminal.
    """

    heard: "Callable[[str, Outcome], None]"
    advance: Callable[[], None]
    write: Callable[[Sequence[str]], None]


def playing(
    games: int, prices: "Mapping[str, Price] | None" = None, *, quiet: bool = False
) -> AbstractContextManager[Playing]:
    """Show how it goes; nothing at all into a file or a pipe.

    Args:
        games: How many games there are.
        prices: What models cost.
        quiet: Show nothing in any case.
    """
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        return contextlib.nullcontext(Playing(lambda model, outcome: None, lambda: None, lambda lines: None))
    return _shown(games, prices or {})


@contextlib.contextmanager
def _shown(games: int, prices: "Mapping[str, Price]") -> Iterator[Playing]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
    from rich.table import Column

    from gander.cli.amounts import money
    from gander.models import Failed

    console = Console(stderr=True)
    columns = (
        TextColumn("games"),
        BarColumn(bar_width=None if console.width >= 80 else 10),
        MofNCompleteColumn(table_column=Column(no_wrap=True)),
        TimeElapsedColumn(),
        TextColumn("{task.fields[note]}", markup=False, table_column=Column(no_wrap=True)),
    )
    with Progress(*columns, console=console, transient=True) as bars:
        task = bars.add_task("", total=games, note="")
        calls = failed = tokens = 0
        cost = 0.0

        def heard(model: str, outcome: "Outcome") -> None:
            nonlocal calls, failed, tokens, cost
            calls += outcome.tries
            failed += isinstance(outcome, Failed)
            tokens += outcome.usage.input + outcome.usage.output
            if (price := prices.get(model)) is not None:
                cost += price.of(outcome.usage)
            told = f"{calls:,} calls, {tokens:,} tokens"
            told += f", {money(cost)} spent" if prices else ""
            bars.update(task, note=told + (f", {failed} failed" if failed else ""))

        def write(lines: Sequence[str]) -> None:
            for line in lines:
                bars.console.print(line, markup=False, highlight=False)

        yield Playing(heard, lambda: bars.advance(task), write)
