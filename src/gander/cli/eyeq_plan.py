"""What ``gander eyeq run`` says before it asks: the puzzles, and what asking will take."""

from collections.abc import Callable, Iterator

from gander.cli.amounts import duration, money, of_basis
from gander.counted import many
from gander.eyeq.forecast import Forecast, ModelForecast, Span
from gander.eyeq.run import Grid
from gander.terminal import printable

__all__ = ["plan"]


def plan(grid: Grid, todo: Forecast) -> Iterator[str]:
    """The plan, line by line.

    Args:
        grid: What will be asked.
        todo: What it will take.
    """
    puzzles = {puzzle.key for asked in grid.asked.values() for puzzle in asked}
    name = printable(f"{grid.puzzles.name} ({grid.puzzles.revision[:19]})")
    yield (
        f"Data: {name}, {many(len(puzzles), 'puzzle')} of {', '.join(grid.puzzles.subsets)}; "
        f"{many(len(grid.cells), 'cell')}."
    )
    for text in grid.puzzles.notes:
        yield f"Note: {printable(text)}"
    if grid.puzzles.skipped:
        yield f"Left out: {many(len(grid.puzzles.skipped), 'row')} that cannot be used."
    if todo.models:
        yield _calls(todo)
        yield from _time_and_cost(todo)


def _calls(todo: Forecast) -> str:
    work = todo.work
    more = f" to {work.most_calls:,}" if work.most_calls > work.calls else ""
    size = f"{work.image_bytes / 1e6:,.1f} MB, about {work.image_tokens:,} tokens"
    return (
        f"To do: {work.calls:,}{more} {'calls' if more or work.calls > 1 else 'call'}; sends about "
        f"{work.text_tokens:,} tokens of text and {many(work.images, 'picture')} ({size})"
        f"{', more if attempts are repeated' if more else ''}; replies come on top."
    )


def _time_and_cost(todo: Forecast) -> Iterator[str]:
    for one in todo.models:
        name = f"{printable(one.model)}: " if len(todo.models) > 1 else ""
        line = f"{_time(one)}{_cost(one)}."
        yield name + line if name else line[0].upper() + line[1:]
    if len(todo.models) > 1:
        cost = todo.cost
        unknown = sum(one.price is None for one in todo.models)
        but = f", {many(unknown, 'model')} without a price left out" if unknown else ""
        told = "" if cost is None else f", cost {_span(cost, money)}{but}"
        yield f"In all: time {_span(todo.time, duration)}{told}."
    yield "These are estimates. Tries of calls that fail come on top."


def _time(one: ModelForecast) -> str:
    seconds = f"{one.seconds.value:.2g} s a call{of_basis(one.seconds)}"
    return f"time {_span(one.time, duration)}, at {many(one.connections, 'connection')} and {seconds}"


def _cost(one: ModelForecast) -> str:
    if one.cost is None:
        return ""
    reply = f"{one.reply.value:,.0f} tokens a reply{of_basis(one.reply)}"
    return f"; cost {_span(one.cost, money)}, at {one.price} a million tokens and {reply}"


def _span(span: Span, told: Callable[[float], str]) -> str:
    low, high = told(span.low), told(span.high)
    return f"about {low}" if low == high else f"about {low} to {high}"
