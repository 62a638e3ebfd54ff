"""Random player-turns a second: the engine alone, and with everything that a record holds."""

import tempfile
from pathlib import Path

from benchmarks.measure import Figure, best, show
from gander.quack import Engine, Rules, load_map
from gander.quack.play import play_game
from gander.quack.players import RandomPlayer, SeatContext, draw_seed
from gander.quack.record import Journal
from gander.quack.world import Decision, Speak, Vote

SEEDS = range(40)


def main() -> None:
    """Measure and print."""
    game_map, rules = load_map("ship10"), Rules()
    turns = 0

    def alone() -> None:
        nonlocal turns
        turns = 0
        for seed in SEEDS:
            engine = Engine(game_map, rules, seed)
            number = 0
            while need := engine.need:
                number += 1
                decision: Decision
                if need.kind == "act":
                    legal = engine.legal_actions(need.player)
                    decision = legal[draw_seed(seed, need.player, number) % len(legal)]
                elif need.kind == "speak":
                    decision = Speak("I have nothing to say.")
                else:
                    decision = Vote(None)
                engine.decide(decision)
            turns += number

    seconds = best(alone)
    alone_rate = turns / seconds

    recorded_turns = 0
    size = 0

    def recorded() -> None:
        nonlocal recorded_turns, size
        recorded_turns = size = 0
        with tempfile.TemporaryDirectory() as folder:
            for seed in SEEDS:
                path = Path(folder) / f"{seed}.jsonl"
                engine = Engine(game_map, rules, seed)
                players = [
                    RandomPlayer(SeatContext(index, seat.name, game_map, seed))
                    for index, seat in enumerate(engine.seats)
                ]
                with Journal(path) as journal:
                    play_game(engine, players, journal)
                text = path.read_bytes()
                recorded_turns += text.count(b'"event_type":"decision"')
                size += len(text)

    seconds = best(recorded)
    rate = recorded_turns / seconds
    show(
        f"Engine, random players, ship10, {len(SEEDS)} games",
        [
            Figure("player-turns, engine alone", alone_rate, "turns/s", 75_000, True),
            Figure(
                "player-turns, observed, decided and recorded",
                rate,
                "turns/s",
                50_000,
                True,
                (rate / alone_rate, "engine alone"),
            ),
            Figure("record", size / recorded_turns, "bytes/turn"),
        ],
    )
