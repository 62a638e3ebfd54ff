"""Pictures: both of a player-turn, and the whole game's, drawn and encoded."""

import random
import tempfile
import zlib
from pathlib import Path

from benchmarks.measure import Figure, best, show
from gander.quack import (
    Engine,
    GameMap,
    Observation,
    Observer,
    Rules,
    RunSettings,
    Speak,
    Timeline,
    Vote,
    build_timeline,
    find_records,
    load_map,
    play_run,
    read_record,
)
from gander.quack.senses.pictures import global_picture, god_picture, local_picture, whole_map
from gander.quack.world.rules import NAMES
from tests.quack.senses.pictures.views import full_room

_TURNS = 150
_YARDSTICK = bytes(1024 * 1024 // 2)  # an empty picture of 1,024 by 1,024 pixels, at four bits each


def main() -> None:
    """Measure and print."""
    yardstick = best(lambda: zlib.compress(_YARDSTICK, 3))
    figures = [Figure("packing an empty picture of 1,024 by 1,024", 1000 * yardstick, "ms")]
    for name, players in (("ship10", 6), ("harbour24", 16)):
        game_map = load_map(name)
        figures += _both(f"{name}, {players} players", _shown(game_map, players), game_map, yardstick)
        crowd = [full_room(game_map, NAMES[:players])]
        figures += _both(f"{name}, all {players} in one room", crowd, game_map, yardstick)
        timeline = _timeline(game_map, players)
        ends = [start - 1 for start in timeline.ticks[1:]]

        def film(timeline: Timeline = timeline, ends: list[int] = ends, game_map: GameMap = game_map) -> None:
            for end in ends:
                god_picture(timeline, end, game_map)

        seconds = best(film, 3) / len(ends)
        figures.append(
            Figure(
                f"a frame of the whole game, {name}, {players} players",
                1000 * seconds,
                "ms",
                15,
                ratio=(seconds / yardstick, "an empty picture"),
            )
        )
    show("Pictures", figures)


def _both(what: str, shown: list[Observation], game_map: GameMap, yardstick: float) -> list[Figure]:
    """Both pictures of some player-turns: the time of one, and the size of the largest two."""

    def both() -> list[int]:
        whole_map._drawn.cache_clear()  # else what was drawn in the run before is taken
        return [
            len(global_picture(seen, game_map).png) + len(local_picture(seen, game_map).png) for seen in shown
        ]

    sizes = both()
    seconds = best(both, 30) / len(shown)
    return [
        Figure(
            f"both pictures of a player-turn, {what}",
            1000 * seconds,
            "ms",
            5,
            ratio=(seconds / yardstick, "an empty picture"),
        ),
        Figure("  the largest two together", max(sizes) / 1000, "KB", 30),
    ]


def _shown(game_map: GameMap, players: int) -> list[Observation]:
    """What players of a random game are shown."""
    engine = Engine(game_map, Rules(players=NAMES[:players]), 3)
    observer, chance = Observer(engine), random.Random(3)
    shown: list[Observation] = []
    while (need := engine.need) and len(shown) < _TURNS:
        seen = observer.observe(need.player, need.kind)
        shown.append(seen)
        if need.kind == "act":
            engine.decide(chance.choice(seen.legal))
        else:
            engine.decide(Speak("I saw nothing.") if need.kind == "speak" else Vote(None))
    return shown


def _timeline(game_map: GameMap, players: int) -> Timeline:
    rules = Rules(players=NAMES[:players], ducks=max(1, players // 6))
    with tempfile.TemporaryDirectory() as folder:
        play_run(Path(folder) / "run", RunSettings(game_map, rules, "scripted", "scripted", {}, (3,)))
        return build_timeline(read_record(find_records(Path(folder))[0]))
