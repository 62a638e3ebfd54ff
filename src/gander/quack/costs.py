"""What the models of games took: calls, tokens, time, money; by model, player or game."""

import math
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

from gander.errors import InputError
from gander.files import ended_lines
from gander.layout import CALLS_NAME, RECORD_NAME
from gander.models import Answered, Usage
from gander.models.price import Price, parse_prices
from gander.quack.players.model.ledger import Call, read_calls
from gander.stats import Estimate, middle

__all__ = ["By", "Cost", "costs_of", "put_prices"]

By: TypeAlias = Literal["model", "player", "game"]


class Cost(msgspec.Struct):
    """What some calls took.

    Attributes:
        key: What they have in common: the model, and the game or the game and player where asked for.
        questions: Questions put.
        calls: Calls, retries included.
        used: Answers that became decisions.
        wasted: Answers that came to nothing because the question had changed by then.
        failed: Questions without an answer, by the kind of failure.
        read: Tokens read, as far as the provider counts them.
        written: Tokens written, reasoning included.
        reasoning: Of those, tokens of reasoning.
        seconds: Seconds from question to answer, all answers together.
        answers: Answers.
        median: Seconds of an answer: their median, with the interval that they give each by itself.
        mean: Likewise their mean.
        price: What it costs; None where no price is known.
    """

    key: tuple[str, ...]
    questions: int = 0
    calls: int = 0
    used: int = 0
    failed: Counter[str] = msgspec.field(default_factory=Counter)
    read: int = 0
    written: int = 0
    reasoning: int = 0
    seconds: float = 0.0
    answers: int = 0
    median: Estimate | None = None
    mean: Estimate | None = None
    price: float | None = None

    @property
    def wasted(self) -> int:
        """Answers that no decision was made from."""
        return self.answers - self.used


class _Calls:
    """Calls that have something in common, until all are there."""

    def __init__(self, key: tuple[str, ...]) -> None:
        self.cost = Cost(key)
        self.seconds = array("d")

    def add(self, call: Call) -> None:
        """Count a call."""
        cost, usage = self.cost, call.outcome.usage
        cost.questions += 1
        cost.calls += call.outcome.tries
        cost.read += usage.input
        cost.written += usage.output
        cost.reasoning += usage.reasoning
        if isinstance(call.outcome, Answered):
            cost.answers += 1
            self.seconds.append(call.outcome.seconds)
        else:
            cost.failed[call.outcome.kind] += 1

    def all(self) -> Cost:
        """What they took."""
        its = middle(self.seconds)
        self.cost.seconds = math.fsum(self.seconds)
        self.cost.median, self.cost.mean = its.median, its.mean
        return self.cost


def costs_of(folder: Path, by: By = "model", prices: Sequence[str] = ()) -> list[Cost]:
    """What the games below a folder took.

    Args:
        folder: A run's folder, or any above or below.
        by: What is told apart: models, their players, or their games.
        prices: Prices as `gander.models.price.parse_prices` takes them.

    Raises:
        InputError: There are no calls, a file cannot be read, or a price is none.
    """
    if not folder.is_dir():
        what = "this is a file, not a folder." if folder.exists() else "there is no such folder."
        raise InputError(what, where=str(folder), todo="Give the folder of a run.")
    files = sorted(folder.rglob(CALLS_NAME))
    if not files:
        raise InputError(
            f"no model was asked here (no {CALLS_NAME}).", where=str(folder), todo="Give the folder of a run."
        )
    costs: dict[tuple[str, ...], _Calls] = {}

    def of(game: str, player: str, model: str) -> _Calls:
        key = {"model": (model,), "player": (game, player, model), "game": (game, model)}[by]
        return costs.setdefault(key, _Calls(key))

    for path in files:
        game = str(path.parent.relative_to(folder)) if path.parent != folder else path.parent.name
        for call in read_calls(path):
            of(game, call.player, call.model).add(call)
        for player, model in _decisions(path.with_name(RECORD_NAME)):
            of(game, player, model).cost.used += 1
    known = parse_prices(prices, {key[-1] for key in costs})
    return put_prices([costs[key].all() for key in sorted(costs)], known)


def put_prices(costs: list[Cost], prices: Mapping[str, Price]) -> list[Cost]:
    """The same costs, with money where a model's price is known."""
    for cost in costs:
        if (price := prices.get(cost.key[-1])) is not None:
            cost.price = price.of(Usage(cost.read, cost.written, cost.reasoning))
    return costs


class _Line(msgspec.Struct):
    event_type: str
    data: msgspec.Raw


class _Decision(msgspec.Struct):
    player_id: str
    model: str
    prompt: str | None = None


def _decisions(path: Path) -> Iterator[tuple[str, str]]:
    """(player, model) of every decision of a record that a model made."""
    names: dict[str, str] = {}
    try:
        lines = ended_lines(path.read_bytes())
        for line in lines:
            read = msgspec.json.decode(line, type=_Line)
            if read.event_type == "game_started":
                start: dict[str, Any] = msgspec.json.decode(read.data)
                names = {id: its["name"] for id, its in start["initial_state"].items()}
            elif read.event_type == "decision":
                made = msgspec.json.decode(read.data, type=_Decision)
                if made.prompt is not None:
                    yield names[made.player_id], made.model
    except FileNotFoundError:
        return
    except (OSError, msgspec.MsgspecError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"this is no record ({error}).", where=str(path)) from error
