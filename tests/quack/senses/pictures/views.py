"""Observations for pictures: of real games, and full rooms."""

import functools
import random

import msgspec

from gander.quack.library import load_map
from gander.quack.senses import Exit, Observation, Observer
from gander.quack.world import Engine, GameMap, Rules, Sight, Speak, Vote
from gander.quack.world.maps import layout
from gander.quack.world.rules import NAMES

MAPS = ("ship10", "station16", "harbour24")


@functools.cache
def seen_in_play(name: str, players: int, count: int = 60) -> tuple[GameMap, tuple[Observation, ...]]:
    """What players of a random game on a bundled map are shown, decision by decision."""
    game_map = load_map(name)
    engine = Engine(game_map, Rules(players=NAMES[:players]), 3)
    observer, chance = Observer(engine), random.Random(3)
    shown: list[Observation] = []
    while (need := engine.need) and len(shown) < count:
        seen = observer.observe(need.player, need.kind)
        shown.append(seen)
        if need.kind == "act":
            engine.decide(chance.choice(seen.legal))
        else:
            engine.decide(Speak("I saw nothing.") if need.kind == "speak" else Vote(None))
    return game_map, tuple(shown)


def exits_of(game_map: GameMap, room: str) -> tuple[Exit, ...]:
    ways = layout(game_map)
    return tuple(Exit(ways.names[to], ticks) for to, ticks in ways.neighbours[ways.index[room]])


def full_room(game_map: GameMap, names: tuple[str, ...]) -> Observation:
    """Everybody in the button room, with a body, a kill, work, and comings and goings at each exit."""
    room = game_map.button
    exits = exits_of(game_map, room)
    first, *others = names
    *living, dead = others
    moves = [
        Sight(11 + place % 2, "left" if place % 2 else "arrived", who, room, exits[place % len(exits)].room)
        for place, who in enumerate(living[:5])
    ]
    engine = Engine(game_map, Rules(players=names), 5)
    seen = Observer(engine).observe(0, "act")
    return msgspec.structs.replace(
        seen,
        tick=12,
        name=first,
        room=room,
        present=tuple(living),
        bodies=(dead,),
        exits=exits,
        seen=(*moves, Sight(11, "worked", living[-1], room), Sight(12, "killed", living[0], room, dead)),
    )
