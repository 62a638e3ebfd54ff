"""Model players: is asking at once the same game as in turn, and how many waits does it save?"""

import asyncio
import os
import tempfile
import time
from pathlib import Path

from benchmarks.measure import Figure, show
from benchmarks.server import serve
from gander.quack import Engine, Rules, load_map
from gander.quack.live import Waits, play_live
from gander.quack.live_run import play_live_seed
from gander.quack.play import RunSettings, play_game
from gander.quack.players import Reply, ScriptedPlayer, SeatContext
from gander.quack.players.model.office import Office
from gander.quack.players.model.settings import ModelSettings
from gander.quack.record import Journal
from gander.quack.senses import Observation
from gander.quack.stepper import Question, Stepper, ask
from gander.quack.world import Decision, NeedKind

GAMES = 1000
LATENCY = 0.2
SEEDS = (1, 2, 3, 4, 5, 6)
MODEL = "model:openai-api/local/goose-vl"


class Slow:
    """A scripted player whose answers come when the others have been asked, too."""

    def __init__(self, context: SeatContext) -> None:
        self.player = ScriptedPlayer(context)
        self.kind = self.player.kind
        self.seat = context.seat

    async def answer(self, kind: NeedKind, observation: Observation, attempt: int) -> Reply:
        """Answer later, as a model would."""
        await asyncio.sleep(0)
        return ask(self.player, Question(self.seat, kind, attempt, observation))

    def remember(self, observation: Observation, decision: Decision) -> None:
        """Let the player remember."""
        self.player.remember(observation, decision)


def main(games: int = GAMES) -> None:
    """Measure and print."""
    same(games)
    waits()


def same(games: int) -> None:
    """Play scripted games both ways and compare them byte for byte, times apart."""
    game_map, rules = load_map("ship10"), Rules()
    equal = turns = ticks = 0
    counted = Waits()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(games):
            paths = Path(folder) / "turn", Path(folder) / "once"
            engine = Engine(game_map, rules, seed)
            seats = [SeatContext(i, seat.name, game_map, seed, rules) for i, seat in enumerate(engine.seats)]
            with Journal(paths[0], clock=lambda: 0.0) as journal:
                play_game(engine, [ScriptedPlayer(seat) for seat in seats], journal)
            ticks += engine.state.tick
            with Journal(paths[1], clock=lambda: 0.0) as journal:
                players = [Slow(seat) for seat in seats]
                stepper = Stepper(Engine(game_map, rules, seed), players, journal)
                asyncio.run(play_live(stepper, players, waits=counted))
            whole = paths[0].read_bytes()
            equal += paths[1].read_bytes() == whole
            turns += whole.count(b'"event_type":"decision"')
            for path in paths:
                path.unlink()
    show(
        f"Asked at once and in turn, {games} scripted games",
        [
            Figure("games that are the same", equal, f"of {games}", games, True),
            Figure("waits in turn", turns / ticks, "a tick"),
            Figure("waits at once", counted.waits / ticks, "a tick"),
            Figure("questions asked for nothing", 100 * counted.wasted / counted.asked, "%"),
        ],
    )


def waits() -> None:
    """Play over HTTP against a server that takes its time."""
    os.environ["LOCAL_API_KEY"] = "sk-local-bench"
    figures = []
    with serve(LATENCY, player=True) as (url, _):
        for name, at_once in (("at once", True), ("in turn", False)):
            counted = Waits()
            seconds, ticks = asyncio.run(_over_http(url, counted, at_once=at_once))
            wanted = 1.7 if at_once else None
            figures += [
                Figure(f"{name}: waits", counted.waits / ticks, "a tick", wanted),
                Figure(f"{name}: time in waits of {LATENCY} s", seconds / LATENCY / ticks, "a tick", wanted),
                Figure(f"{name}: questions asked for nothing", 100 * counted.wasted / counted.asked, "%"),
            ]
    show(f"{len(SEEDS)} games of gander/scripted over HTTP, at the same time", figures)


async def _over_http(url: str, counted: Waits, *, at_once: bool) -> tuple[float, int]:
    """Seconds and ticks of some games, each timed by itself."""
    models = ModelSettings(senses="text", args={"base_url": url})
    run = RunSettings(load_map("ship10"), Rules(), MODEL, MODEL, {}, SEEDS, models)
    office = Office(models, connections=64)

    async def game(folder: Path, seed: int) -> tuple[float, int]:
        began = time.monotonic()
        result = await play_live_seed(folder, run, seed, office, at_once=at_once, waits=counted)
        return time.monotonic() - began, result.ticks

    try:
        with tempfile.TemporaryDirectory() as folder:
            played = await asyncio.gather(*(game(Path(folder), seed) for seed in SEEDS))
    finally:
        await office.close()
    return sum(seconds for seconds, _ in played), sum(ticks for _, ticks in played)
