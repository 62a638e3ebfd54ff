"""Records as Gander writes them, as lines that a test can change."""

import copy
import itertools
import json
import random
from pathlib import Path
from typing import Any

import msgspec

from gander.quack.record import DecisionMade, Record, read_record
from gander.quack.world import Decision, Engine, Event, GameMap, Need, Rules
from tests.quack.games import Chooser, any_decision

Lines = list[dict[str, Any]]


def our_record(
    game_map: GameMap, rules: Rules, seed: int, chance: int = 0, choose: Chooser = any_decision
) -> Lines:
    """A game played to its end: every decision stands before what follows from it."""
    engine = Engine(game_map, rules, seed)
    rng = random.Random(chance)
    events: list[Event] = list(engine.drain())

    def note(need: Need, decision: Decision, refusal: str | None) -> None:
        made = DecisionMade(
            player_id=engine.seats[need.player].player_id,
            kind=need.kind,
            decision=decision,
            legal=refusal is None,
            model="test",
            observation="0",
            why=refusal,
            attempt=need.attempt,
        )
        events.append(Event(0.0, "decision", engine.state.tick, made))

    while engine.need:
        engine.decide(choose(engine, rng), note)
        events += engine.drain()
    for number, event in enumerate(events):
        event.timestamp = 1000.0 + number
    return [msgspec.json.decode(msgspec.json.encode(event)) for event in events]


def written(lines: Lines, folder: Path) -> Path:
    """Write lines as a record."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "game.jsonl"
    path.write_bytes(b"".join(json.dumps(line).encode() + b"\n" for line in lines))
    return path


def restamped(lines: Lines) -> Lines:
    """The lines with rising timestamps, so that nothing but their order is odd."""
    return [{**copy.deepcopy(line), "timestamp": 1000.0 + number} for number, line in enumerate(lines)]


def place(lines: Lines, event_type: str, nth: int = 0, **fields: object) -> int:
    """The index of the nth event of a type whose data have these fields."""
    found = (
        index
        for index, line in enumerate(lines)
        if line["event_type"] == event_type and fields.items() <= line["data"].items()
    )
    return next(itertools.islice(found, nth, None))


def read_lines_of(lines: Lines, folder: Path) -> Record:
    """Read lines as a record."""
    return read_record(written(lines, folder))
