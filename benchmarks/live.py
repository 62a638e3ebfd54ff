"""Model players: is asking at once the same game as in turn, and how many waits does it save?"""

import asyncio
import os
import tempfile
import time
from pathlib import Path

from benchmarks.measure import Figure, show
from gander.models.scripted import scripted_reply
from gander.quack import Engine, Rules, load_map
from gander.quack.live import Waits, play_live
from gander.quack.live_run import Pace, play_live_run
from gander.quack.play import RunSettings, play_game
from gander.quack.players import Reply, ScriptedPlayer, SeatContext
from gander.quack.players.model.settings import ModelSettings
from gander.quack.record import Journal
from gander.quack.senses import Observation
from gander.quack.stepper import Question, Stepper, ask
from gander.quack.world import Decision, NeedKind
from tests.servers.openai_server import OpenAIServer, Request

GAMES = 1000
LATENCY = 0.2
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


def _reply(request: Request) -> str:
    user = request.body["messages"][-1]["content"]
    return scripted_reply(["\n\n".join(part["text"] for part in user if part["type"] == "text")])


def waits() -> None:
    """Play over HTTP against a server that takes its time."""
    os.environ["LOCAL_API_KEY"] = "sk-local-bench"
    game_map = load_map("ship10")
    figures = []
    with (
        OpenAIServer(reply=_reply, latency=LATENCY) as server,
        tempfile.TemporaryDirectory() as folder,
    ):
        models = ModelSettings(senses="text", args={"base_url": server.url})
        run = RunSettings(game_map, Rules(), MODEL, MODEL, {}, (1, 2), models)
        for name, at_once in (("at once", True), ("in turn", False)):
            began = time.monotonic()
            done = play_live_run(Path(folder) / name.replace(" ", ""), run, pace=Pace(at_once=at_once))
            seconds = time.monotonic() - began
            ticks = sum(result.ticks for result in done.results)
            figures += [
                Figure(f"{name}: waits", done.waits.waits / ticks, "a tick", 1.7 if at_once else None, False),
                Figure(f"{name}: time in waits of {LATENCY} s", seconds / LATENCY / ticks, "a tick"),
            ]
    show("Two games of gander/scripted over HTTP", figures)
