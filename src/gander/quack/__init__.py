"""QUACK: social deduction games on a map, where every claim is checked against the record.

The parts, in the order of the data's way: `load_map` and `Rules` set a game up; `Engine` plays it;
`play_run` lets players play it into records; `read_record` and `build_timeline` tell what happened;
`reenact` checks a record; `gander.quack.metrics` audits it.

Each name is loaded when it is first used, so that an audit loads no players and a game no audit.
"""

from typing import TYPE_CHECKING

from gander.on_demand import names_on_demand

if TYPE_CHECKING:
    from gander.quack.claims import Claim, IntendedClaim
    from gander.quack.library import load_map, load_rules, map_names
    from gander.quack.play import GameResult, RunSettings, play_game, play_run
    from gander.quack.players import Player, Reply, SeatContext
    from gander.quack.record import Journal, Record, Timeline, build_timeline, find_records, read_record
    from gander.quack.replay import reenact
    from gander.quack.senses import Observation, Observer
    from gander.quack.world import Act, Engine, Event, GameMap, Rules, Speak, Vote

__all__ = [
    "Act",
    "Claim",
    "Engine",
    "Event",
    "GameMap",
    "GameResult",
    "IntendedClaim",
    "Journal",
    "Observation",
    "Observer",
    "Player",
    "Record",
    "Reply",
    "Rules",
    "RunSettings",
    "SeatContext",
    "Speak",
    "Timeline",
    "Vote",
    "build_timeline",
    "find_records",
    "load_map",
    "load_rules",
    "map_names",
    "play_game",
    "play_run",
    "read_record",
    "reenact",
]

_HOMES = {
    "claims": "Claim IntendedClaim",
    "library": "load_map load_rules map_names",
    "play": "GameResult RunSettings play_game play_run",
    "players": "Player Reply SeatContext",
    "record": "Journal Record Timeline build_timeline find_records read_record",
    "replay": "reenact",
    "senses": "Observation Observer",
    "world": "Act Engine Event GameMap Rules Speak Vote",
}
if not TYPE_CHECKING:  # a type checker knows the names from above
    __getattr__ = names_on_demand(__name__, _HOMES, globals())


def __dir__() -> list[str]:
    """The public names, loaded or not."""
    return sorted({*globals(), *__all__})
