"""What a run of model players will take, before anything is asked: scripted games with the real prompts."""

import asyncio
from collections.abc import Iterable

import msgspec

from gander.models.estimate import image_tokens, text_tokens
from gander.quack.live import Waits, play_live
from gander.quack.players import LivePlayer, Player, Reply, ScriptedPlayer, SeatContext, model_of
from gander.quack.players.memory import Memory
from gander.quack.players.model.player import prompt_for
from gander.quack.players.model.settings import ModelSettings
from gander.quack.runs import RunSettings
from gander.quack.senses import Observation
from gander.quack.stepper import Question, Stepper, ask
from gander.quack.world import Decision, Engine, Event, NeedKind

__all__ = ["Foresight", "Load", "foresee"]

_SEATS = 18  # of all games that are looked at, so that large tables take no longer; with pictures, fewer
_SEATS_DRAWN = 12


class Load(msgspec.Struct):
    """What a model is asked, a game.

    Attributes:
        calls: Calls, retries not included.
        text: Tokens of text that are sent, roughly.
        pictures: Tokens of pictures that are sent, roughly.
    """

    calls: float = 0.0
    text: float = 0.0
    pictures: float = 0.0

    def __add__(self, other: "Load") -> "Load":
        return Load(self.calls + other.calls, self.text + other.text, self.pictures + other.pictures)

    def times(self, number: float) -> "Load":
        """So many games' worth."""
        return Load(self.calls * number, self.text * number, self.pictures * number)


class Foresight(msgspec.Struct):
    """What games take if they go as scripted ones do.

    Attributes:
        games: Games that it is estimated from.
        loads: What each model is asked, by its name.
        wasted: Calls a game whose answer comes to nothing because the question has changed.
        waits: Answers a game that are waited for one after another.
    """

    games: int
    loads: dict[str, Load]
    wasted: float
    waits: float

    @property
    def load(self) -> Load:
        """What all models are asked."""
        return sum(self.loads.values(), Load())


def foresee(settings: RunSettings, *, at_once: bool = True) -> Foresight:
    """Estimate a run from a few of its games, played by scripted players who are shown the real prompts.

    Args:
        settings: The run.
        at_once: Whether all whose turn is near are asked at once.
    """
    loads: dict[str, Load] = {}
    waits = Waits()
    drawn = settings.models is not None and settings.models.senses != "text"
    most = max(1, (_SEATS_DRAWN if drawn else _SEATS) // len(settings.rules.players))
    seeds = settings.seeds[:most]
    games = len(seeds)
    for seed in seeds:
        engine = Engine(settings.game_map, settings.rules, seed)
        players = [_seat(engine, settings, index, loads) for index in range(len(engine.seats))]
        asyncio.run(play_live(Stepper(engine, players, _Nowhere()), players, at_once=at_once, waits=waits))
    its = {name: load.times(1 / games) for name, load in loads.items()}
    return Foresight(games, its, waits.wasted / games, waits.waits / games)


class _Nowhere:
    """Keeps nothing of a game."""

    def write(self, events: Iterable[Event]) -> None:
        """Forget the events."""


def _seat(engine: Engine, settings: RunSettings, index: int, loads: dict[str, Load]) -> Player | LivePlayer:
    seat = engine.seats[index]
    context = SeatContext(index, seat.name, engine.game_map, engine.seed, engine.rules)
    player = ScriptedPlayer(context)
    name = model_of(settings.kind(seat.name, duck=seat.duck))
    if name is None:
        return player
    return _Measured(player, context, settings.models or ModelSettings(), loads.setdefault(name, Load()))


class _Measured:
    """A scripted player who is shown what a model would be."""

    def __init__(
        self, player: ScriptedPlayer, context: SeatContext, settings: ModelSettings, load: Load
    ) -> None:
        self.kind = player.kind
        self._player = player
        self._context = context
        self._settings = settings
        self._load = load
        self._memory = Memory()

    async def answer(self, kind: NeedKind, observation: Observation, attempt: int) -> Reply:
        self._load.calls += 1
        for turn in prompt_for(observation, self._memory, self._context, self._settings):
            for part in turn.parts:
                if isinstance(part, str):
                    self._load.text += text_tokens(part)
                else:
                    self._load.pictures += image_tokens(part.data)
        # As with a model, the answer comes when others have been asked, too.
        await asyncio.sleep(0)
        return ask(self._player, Question(self._context.seat, kind, attempt, observation))

    def remember(self, observation: Observation, decision: Decision) -> None:
        self._memory.remember(observation, decision)
        self._player.remember(observation, decision)
