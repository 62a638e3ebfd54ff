"""The world: maps, rules, state and the engine. Pure: no files, no clock, no models."""

from gander.quack.world.decisions import Act, Decision, Need, NeedKind, Speak, Unclear, Vote
from gander.quack.world.engine import DUCKS_EJECTED, MAX_TEXT, PARITY, TASKS_DONE, TICK_BUDGET, Engine
from gander.quack.world.events import SCHEMA, Event
from gander.quack.world.map_generator import generate_map
from gander.quack.world.map_yaml import parse_map, render_map
from gander.quack.world.maps import Corridor, GameMap, Layout, Room, TaskSite, check_map, layout
from gander.quack.world.rules import Rules, check_rules
from gander.quack.world.rules_yaml import parse_rules, render_rules
from gander.quack.world.state import Seat, Sight, State, state_hash

__all__ = [
    "DUCKS_EJECTED",
    "MAX_TEXT",
    "PARITY",
    "SCHEMA",
    "TASKS_DONE",
    "TICK_BUDGET",
    "Act",
    "Corridor",
    "Decision",
    "Engine",
    "Event",
    "GameMap",
    "Layout",
    "Need",
    "NeedKind",
    "Room",
    "Rules",
    "Seat",
    "Sight",
    "Speak",
    "State",
    "TaskSite",
    "Unclear",
    "Vote",
    "check_map",
    "check_rules",
    "generate_map",
    "layout",
    "parse_map",
    "parse_rules",
    "render_map",
    "render_rules",
    "state_hash",
]
