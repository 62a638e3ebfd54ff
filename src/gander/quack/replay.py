"""Replaying a record of ours: play its decisions again and compare every line.

The set-up and the decisions alone determine a game, so everything else in a record can be checked
against them: each event, each state hash, each digest of what a player was shown.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from gander.errors import InputError
from gander.faults import shown
from gander.quack.record import DecisionMade, Record
from gander.quack.senses import Observation, Observer, digest
from gander.quack.world import SCHEMA, Decision, Engine, Event, GameMap, Rules

__all__ = ["Departure", "Reenactment", "Turn", "read_set_up", "reenact"]


class Departure(InputError):
    """A record's line is not what its set-up and decisions lead to.

    Attributes:
        line: The line, from 1.
    """

    def __init__(self, record: Record, line: int, what: str) -> None:
        self.line = line
        super().__init__(what, where=f"{record.path}:{line}", todo="The record was changed or is damaged.")


class Turn(msgspec.Struct, frozen=True):
    """A turn that is over: what the player knew and what it decided.

    Attributes:
        player: Its index.
        position: Position of the decision in the record.
        observation: What it was shown.
        decision: Its final decision, legal or not.
    """

    player: int
    position: int
    observation: Observation
    decision: Decision


class Reenactment(msgspec.Struct, frozen=True):
    """The game as far as its record goes.

    Attributes:
        engine: The engine after the last recorded decision.
        observer: Its observer.
        unwritten: Events that follow from the last decision and that the record does not hold yet.
        hashes: How many state hashes were compared.
        decisions: How many decisions were played again.
    """

    engine: Engine
    observer: Observer
    unwritten: list[Event]
    hashes: int
    decisions: int


def reenact(record: Record, on_turn: Callable[[Turn], None] | None = None) -> Reenactment:
    """Play a record's decisions again and compare each of its lines with what they lead to.

    Args:
        record: A record that Gander wrote; it may be unfinished.
        on_turn: Told of every turn that is over, in order.

    Raises:
        InputError: The record carries no rules, map and seed (released records do not).
        Departure: A line differs; the first one that does.
    """
    events = record.events
    engine = _set_up(record)
    observer = Observer(engine)
    position = hashes = decisions = 0
    while True:
        follow = engine.drain()
        for index, expected in enumerate(follow):
            if position == len(events):
                return Reenactment(engine, observer, follow[index:], hashes, decisions)
            hashes += _compare(record, position, expected)
            position += 1
        need = engine.need
        if position == len(events):
            return Reenactment(engine, observer, [], hashes, decisions)
        if need is None:
            raise Departure(record, position + 1, "the game was over one line before.")
        made = _decision(record, position)
        player = engine.seats[need.player]
        if (made.player_id, made.kind, made.attempt) != (player.player_id, need.kind, need.attempt):
            raise Departure(
                record,
                position + 1,
                f"expected a decision of {player.player_id} to {need.kind} (attempt {need.attempt}), "
                f"found one of {shown(made.player_id)} to {shown(made.kind)} (attempt {made.attempt}).",
            )
        observation = observer.observe(need.player, need.kind)
        if made.observation != digest(observation):
            raise Departure(record, position + 1, "the player was shown something else than the record says.")
        decision: Decision = made.decision
        refusal = engine.decide(decision)
        if (made.legal, made.why) != (refusal is None, refusal):
            raise Departure(record, position + 1, f"expected the decision to be {_judged(refusal)}.")
        position += 1
        decisions += 1
        # A first attempt that was refused is no turn: the player is asked again and sees the same.
        if on_turn is not None and engine.refusal is None:
            on_turn(Turn(need.player, position - 1, observation, decision))


def _judged(refusal: str | None) -> str:
    return "legal" if refusal is None else f"refused: {refusal}"


def read_set_up(record: Record) -> tuple[int, GameMap, Rules]:
    """The seed, map and rules that a record of ours carries.

    Raises:
        InputError: It carries none, as released records do, or they cannot be read.
    """
    start: dict[str, Any] = record.events[0].data
    missing = [name for name in ("schema", "seed", "rules", "map") if name not in start]
    if missing:
        raise InputError(
            f"the record carries no {', '.join(missing)}, so it cannot be played again.",
            where=f"{record.path}:1",
            todo="Records of the released format hold no state hashes; they can be read and audited only.",
        )
    if start["schema"] != SCHEMA:
        raise InputError(
            f"the record has format {start['schema']}; this Gander replays format {SCHEMA}.",
            where=f"{record.path}:1",
            todo="Replay it with the version of Gander that wrote it.",
        )
    try:
        return (
            msgspec.convert(start["seed"], int),
            msgspec.convert(start["map"], GameMap),
            msgspec.convert(start["rules"], Rules),
        )
    except msgspec.ValidationError as error:
        raise InputError(f"the set-up cannot be read ({error}).", where=f"{record.path}:1") from error


def _set_up(record: Record) -> Engine:
    seed, game_map, rules = read_set_up(record)
    try:
        return Engine(game_map, rules, seed)
    except InputError as error:
        raise InputError(f"no game can be set up from it: {error}", where=f"{record.path}:1") from error


def _decision(record: Record, position: int) -> DecisionMade:
    event = record.events[position]
    if event.event_type != "decision":
        raise Departure(record, position + 1, f"expected a decision, found {shown(event.event_type)}.")
    _refuse_further(record, position)
    try:
        return msgspec.convert(event.data, DecisionMade)
    except msgspec.ValidationError as error:
        raise Departure(record, position + 1, f"the decision cannot be read ({error}).") from error


def _refuse_further(record: Record, position: int) -> None:
    if further := record.further.get(position + 1):
        raise Departure(record, position + 1, f"the line has a field too many: {shown(next(iter(further)))}.")


def _compare(record: Record, position: int, expected: Event) -> int:
    """Compare a line; 1 if it held a state hash."""
    found = record.events[position]
    _refuse_further(record, position)
    if (found.event_type, found.tick) != (expected.event_type, expected.tick):
        raise Departure(
            record,
            position + 1,
            f"expected {expected.event_type} at tick {expected.tick}, "
            f"found {shown(found.event_type)} at tick {found.tick}.",
        )
    # Through JSON, since that is what the file went through.
    wanted: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(expected.data))
    if found.data != wanted:
        names = sorted(
            name for name in wanted.keys() | found.data.keys() if wanted.get(name) != found.data.get(name)
        )
        name = next((name for name in names if name != "state_hash"), names[0])
        what = (
            "the state's hash differs"
            if name == "state_hash"
            else f"{name} should be {_brief(wanted.get(name))}, not {_brief(found.data.get(name))}"
        )
        raise Departure(record, position + 1, f"{expected.event_type}: {what}.")
    return "state_hash" in wanted


def _brief(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 200 else f"{text[:200]}…"
