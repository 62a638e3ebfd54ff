"""What an arena will take before it is played: calls, tokens, time and money, model by model.

All of it is an estimate: what scripted games send with the real prompts, times the games that are left; and
what a model's answers took so far where the folder has some, else what is usual.
"""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import msgspec

from gander.models import Answered, Usage
from gander.models.estimate import USUAL_SECONDS, Basis, bases
from gander.models.place import is_ours, place_of
from gander.models.price import Price
from gander.quack.arena.lineup import ArenaSettings, Pair, pairs_of
from gander.quack.arena.stage import stored_calls
from gander.quack.foresight import Foresight, Load, foresee
from gander.quack.live_run import USUAL_REPLY
from gander.quack.players import model_of
from gander.quack.players.model.settings import ModelSettings
from gander.quack.runs import unfinished

__all__ = ["ArenaForecast", "ModelForecast", "forecast_arena"]

_OURS = 0.005
"""Seconds of a call to a model of our own, which computes in this process."""

_GOOSE, _DUCK = "model:any/goose", "model:any/duck"


class ModelForecast(msgspec.Struct, frozen=True):
    """What asking one model will take.

    Attributes:
        model: The model.
        games: Games that are left and need it.
        load: What it is asked in them.
        reply: Tokens of a reply.
        seconds: Seconds of a call.
        price: Its price; None if none is known.
    """

    model: str
    games: int
    load: Load
    reply: Basis
    seconds: Basis
    price: Price | None

    @property
    def cost(self) -> float | None:
        """Money; None without a price."""
        if self.price is None:
            return None
        load = self.load
        return self.price.of(Usage(round(load.text + load.pictures), round(load.calls * self.reply.value)))


class ArenaForecast(msgspec.Struct, frozen=True):
    """What the games that are left will take.

    Attributes:
        games: How many are left.
        models: What each model is asked in them; empty where none plays.
        wasted: The share of calls that is for speed alone.
        time: Seconds until the last game has ended.
    """

    games: int
    models: tuple[ModelForecast, ...]
    wasted: float
    time: float

    @property
    def load(self) -> Load:
        """What all models are asked."""
        return sum((one.load for one in self.models), Load())

    @property
    def cost(self) -> float | None:
        """Money for the models with a price; None if none has one."""
        costs = [cost for one in self.models if (cost := one.cost) is not None]
        return sum(costs) if costs else None


def forecast_arena(
    arena: ArenaSettings,
    folder: Path | None = None,
    *,
    connections: int,
    games_at_once: int,
    at_once: bool = True,
    prices: Mapping[str, Price] | None = None,
) -> ArenaForecast:
    """Estimate the games of an arena that are not over.

    Args:
        arena: The arena.
        folder: Its folder, where it was begun already.
        connections: The most calls at once to one provider or host.
        games_at_once: The most games under way at the same time.
        at_once: Whether all whose turn is near are asked at once.
        prices: The models' prices.

    Raises:
        InputError: The calls that were made so far cannot be read.
    """
    left = {
        pair: len(unfinished(folder / pair.name, pair.run(arena)) if folder else arena.seeds)
        for pair in pairs_of(arena)
    }
    seen = {shape: _foresee(arena, shape, at_once) for shape in {_shape(pair) for pair in left} if any(shape)}
    loads: dict[str, Load] = {}
    games: Counter[str] = Counter()
    asked = wasted = waits = 0.0
    for pair, number in left.items():
        if not number or not pair.model_names:
            continue
        its = seen[_shape(pair)]
        for kind, role in ((pair.goose, _GOOSE), (pair.duck, _DUCK)):
            if (name := model_of(kind)) is not None:
                load = its.loads.get(role.removeprefix("model:"), Load())
                loads[name] = loads.get(name, Load()) + load.times(number)
        for name in pair.model_names:
            games[name] += number
        asked += its.load.calls * number
        wasted += its.wasted * number
        waits += its.waits * number
    answers = _answers(folder, arena) if folder else {}
    models = []
    for name, load in loads.items():
        reply, seconds = bases(answers.get(name, ()))
        usual = _OURS if is_ours(name) else USUAL_SECONDS
        models.append(
            ModelForecast(
                name, games[name], load, reply or Basis(USUAL_REPLY), seconds or Basis(usual),
                (prices or {}).get(name),
            )
        )  # fmt: skip
    return ArenaForecast(
        sum(left.values()), tuple(models), wasted / asked if asked else 0.0,
        _time(arena, models, waits, connections, min(games_at_once, sum(left.values()))),
    )  # fmt: skip


def _shape(pair: Pair) -> tuple[bool, bool]:
    """In whose seats there are models: which they are makes no difference to what is sent."""
    return model_of(pair.goose) is not None, model_of(pair.duck) is not None


def _foresee(arena: ArenaSettings, shape: tuple[bool, bool], at_once: bool) -> Foresight:
    goose, duck = (kind if model else "scripted" for kind, model in zip((_GOOSE, _DUCK), shape, strict=True))
    run = Pair("any", goose, duck).run(arena)
    return foresee(run, at_once=at_once)


def _answers(folder: Path, arena: ArenaSettings) -> dict[str, list[Answered]]:
    """The answers so far, by model."""
    found: dict[str, list[Answered]] = {}
    for call in stored_calls(folder, arena):
        if isinstance(call.outcome, Answered):
            found.setdefault(call.model, []).append(call.outcome)
    return found


def _time(
    arena: ArenaSettings, models: list[ModelForecast], waits: float, connections: int, games_at_once: int
) -> float:
    """Whichever is slower: answers one after another in so many games, or all calls to one place."""
    if not models:
        return 0.0
    args = (arena.models or ModelSettings()).args
    at: dict[str, float] = {}
    for one in models:
        place = place_of(one.model, args)
        at[place] = at.get(place, 0.0) + one.load.calls * one.seconds.value / connections
    slowest = max(one.seconds.value for one in models)
    return max(*at.values(), slowest * waits / games_at_once)
