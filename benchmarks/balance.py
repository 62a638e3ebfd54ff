"""How balanced scripted games are: win shares, meetings, ticks and time per game.

python benchmarks/balance.py [--games 1000] [--map ship10] [--players 6] [--ducks 1]
"""

import argparse
import statistics
import time
from collections import Counter

from gander.quack.library import load_map
from gander.quack.players import ScriptedPlayer, SeatContext
from gander.quack.senses import Observer
from gander.quack.world import Engine, GameMap, Rules
from gander.quack.world.rules import NAMES
from gander.stats import wilson


def play(game_map: GameMap, rules: Rules, seed: int) -> Engine:
    """Play one game of scripted players."""
    engine = Engine(game_map, rules, seed)
    observer = Observer(engine)
    players = [
        ScriptedPlayer(SeatContext(seat, name, game_map, seed)) for seat, name in enumerate(rules.players)
    ]
    while need := engine.need:
        observation = observer.observe(need.player, need.kind)
        decision = getattr(players[need.player], need.kind)(observation).decision
        if engine.decide(decision) is not None:
            raise RuntimeError(f"seed {seed}: a scripted player made an illegal decision: {decision}")
        players[need.player].remember(observation, decision)
    return engine


def main(arguments: list[str] | None = None) -> None:
    """Play and print; `arguments` are those of the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--map", default="ship10")
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--ducks", type=int, default=1)
    chosen = parser.parse_args(arguments)
    game_map, rules = load_map(chosen.map), Rules(players=NAMES[: chosen.players], ducks=chosen.ducks)
    began = time.process_time()
    states = [play(game_map, rules, seed).state for seed in range(chosen.games)]
    each = (time.process_time() - began) / chosen.games
    wins = Counter(state.winner for state in states)
    reasons = Counter(state.reason for state in states)
    print(f"{chosen.games} games, {chosen.map}, {chosen.players} players, {chosen.ducks} Ducks")
    for team in ("goose", "duck"):
        print(f"{team} wins: {_share(wins[team], chosen.games)}")
    for reason, count in reasons.most_common():
        print(f"  {reason}: {_share(count, chosen.games)}")
    for what, values in (("meetings", [s.meetings for s in states]), ("ticks", [s.tick for s in states])):
        tenths = statistics.quantiles(values, n=10)
        print(f"{what}: median {statistics.median(values):g}, 10th {tenths[0]:g}, 90th {tenths[-1]:g}")
    print(f"{1000 * each:.1f} ms of processor time a game")


def _share(count: int, games: int) -> str:
    its = wilson(count, games)
    if its.value is None or its.low is None or its.high is None:
        return "none"
    return f"{its.value:.1%} [{its.low:.1%}, {its.high:.1%}]"


def measured() -> None:
    """The standard game, as `make bench` shows it."""
    print("\nBalance of scripted games")
    main([])


if __name__ == "__main__":
    main()
