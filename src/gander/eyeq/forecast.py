"""What a grid will take before it is asked: calls, tokens and pictures, and from them time and money.

All of it is an estimate. It rests on a few puzzles of each cell, on what a model's answers took so far where
a folder has some, and else on what is usual; which of the two is said beside it. Tries of calls that fail
come on top.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from gander.errors import InputError
from gander.eyeq.abreast import abreast
from gander.eyeq.cache import CacheError
from gander.eyeq.images import Picture
from gander.eyeq.prompting import build
from gander.eyeq.puzzles import Puzzle
from gander.eyeq.run import Grid, finished
from gander.eyeq.store import Cell, StoredRun, read_run
from gander.models.estimate import USUAL_SECONDS, Basis, Estimate, bases, image_tokens, text_tokens
from gander.models.failures import Answered, Usage
from gander.models.place import is_ours
from gander.models.price import Price

__all__ = ["Forecast", "ModelForecast", "Span", "forecast"]

_LOOKED_AT = 5  # puzzles of a cell that the estimate is made from
_USUAL_REPLY = 500  # tokens; a model that reasons writes many times as much


class Span(NamedTuple):
    """From the fewest calls to the most, which are made if every further attempt is needed."""

    low: float
    high: float


@dataclass(frozen=True)
class ModelForecast:
    """What asking one model will take.

    Attributes:
        model: The model.
        work: Its calls, and what they send.
        most_sent: Tokens sent by the most calls; wrong guesses that they quote are left out.
        reply: Tokens of a reply.
        seconds: Seconds of a call.
        connections: The most calls at once.
        price: Its price; None if none is known.
    """

    model: str
    work: Estimate
    most_sent: int
    reply: Basis
    seconds: Basis
    connections: int
    price: Price | None

    @property
    def time(self) -> Span:
        """Seconds until its last answer."""
        calls = (self.work.calls, self.work.most_calls)
        return Span(*(self.seconds.value * max(1.0, number / self.connections) for number in calls))

    @property
    def cost(self) -> Span | None:
        """Money; None without a price."""
        if self.price is None:
            return None
        work, price = self.work, self.price
        sent = (work.text_tokens + work.image_tokens, self.most_sent)
        return Span(
            *(
                price.of(Usage(read, round(calls * self.reply.value)))
                for read, calls in zip(sent, (work.calls, work.most_calls), strict=True)
            )
        )


@dataclass(frozen=True)
class Forecast:
    """What asking a grid will take; models of our own cost nothing and are left out.

    Attributes:
        models: What each model will take that has something to answer.
        lines: The models by who waits for whom (`gander.eyeq.abreast.abreast`).
    """

    models: tuple[ModelForecast, ...]
    lines: tuple[tuple[str, ...], ...]

    @property
    def work(self) -> Estimate:
        """All calls, and what they send."""
        return sum((one.work for one in self.models), Estimate())

    @property
    def time(self) -> Span:
        """Seconds until the last answer."""
        times = {one.model: one.time for one in self.models}
        lines = [[times[model] for model in line if model in times] for line in self.lines]
        return Span(*(max((sum(one[end] for one in line) for line in lines), default=0.0) for end in (0, 1)))

    @property
    def cost(self) -> Span | None:
        """Money for the models with a price; None if none has one."""
        costs = [cost for one in self.models if (cost := one.cost) is not None]
        return Span(sum(one.low for one in costs), sum(one.high for one in costs)) if costs else None


def forecast(
    grid: Grid,
    folder: Path | None = None,
    *,
    connections: int = 8,
    prices: Mapping[str, Price] | None = None,
) -> Forecast:
    """What is still to be done, from a few puzzles of each cell.

    Args:
        grid: The grid.
        folder: A folder where part of it may be done already.
        connections: The most calls to a model at once.
        prices: The models' prices.

    Raises:
        InputError: The folder cannot be read, or a smaller picture cannot be kept.
    """
    run = read_run(folder, missing_ok=True) if folder else StoredRun(Path(), {}, {})
    found = []
    for model in grid.models:
        works = [
            (cell, work)
            for cell in grid.cells
            if cell.model == model and not is_ours(model) and (work := _work(grid, cell, run)).calls
        ]
        if not works:
            continue
        reply, seconds = _so_far(run, model)
        most = grid.settings.max_tokens
        found.append(
            ModelForecast(
                model,
                sum((work for _, work in works), Estimate()),
                sum((work.text_tokens + work.image_tokens) * cell.variant.attempts for cell, work in works),
                reply or Basis(min(_USUAL_REPLY, most or _USUAL_REPLY)),
                seconds or Basis(USUAL_SECONDS),
                connections,
                (prices or {}).get(model),
            )
        )
    return Forecast(tuple(found), abreast(grid.models, grid.settings.model_args))


def _so_far(run: StoredRun, model: str) -> tuple[Basis | None, Basis | None]:
    """Tokens of a reply and seconds of a call, as a model's answers in a folder took; None if it has none."""
    answers = [
        outcome
        for id, cell in run.cells.items()
        if cell.model == model
        for key in run.asked(id)
        for outcome in run.outcomes(id, key)
        if isinstance(outcome, Answered)
    ]
    return bases(answers)


def _work(grid: Grid, cell: Cell, run: StoredRun) -> Estimate:
    todo = [puzzle for puzzle in grid.asked[cell.id] if not finished(run, cell, puzzle)]
    if not todo:
        return Estimate()
    looked: Sequence[Estimate] = [_one(grid, cell, puzzle) for puzzle in todo[:_LOOKED_AT]]
    whole = sum(looked, Estimate())
    share = len(todo) / len(looked)
    return replace(
        whole,
        calls=len(todo),
        most_calls=len(todo) * cell.variant.attempts,
        text_tokens=round(whole.text_tokens * share),
        image_tokens=round(whole.image_tokens * share),
        images=round(whole.images * share),
        image_bytes=round(whole.image_bytes * share),
    )


def _one(grid: Grid, cell: Cell, puzzle: Puzzle) -> Estimate:
    try:
        picture = grid.demos.send(puzzle.image())
        shown = grid.demos.of(puzzle, cell.variant)
    except CacheError:
        raise
    except InputError:
        return Estimate(calls=1)  # it will be a failure of this puzzle
    messages = build(puzzle, cell.variant, grid.prompts, picture=picture, demos=shown)
    pictures = [part for message in messages for part in message.parts if isinstance(part, Picture)]
    return Estimate(
        calls=1,
        text_tokens=sum(text_tokens(message.text) for message in messages),
        image_tokens=sum(image_tokens(part.data) for part in pictures),
        images=len(pictures),
        image_bytes=sum(len(part.data) for part in pictures),
    )
