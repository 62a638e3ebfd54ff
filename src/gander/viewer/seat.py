"""A game as one player knew it: what it observed at its turns, what it was told and what it replied."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from gander.layout import ARENA, RUN
from gander.quack.players.memory import Memory
from gander.quack.players.model.recall import recall
from gander.quack.players.model.settings import ModelSettings
from gander.quack.players.model.summary import summarise
from gander.quack.record import Record, Timeline
from gander.quack.replay import Turn, reenact
from gander.quack.senses import Observation
from gander.quack.settings_file import read_settings_file

__all__ = ["DecisionView", "KnownPlace", "SeatView", "TurnView", "model_settings", "turns_of", "view_seat"]

_DERIVED = (
    "Records of the released format hold no observations. Shown is who stood in the same room; "
    "there are no pictures, no memory and no replies."
)


class KnownPlace(msgspec.Struct, frozen=True, array_like=True):
    """Where another player was last seen in this round.

    Attributes:
        seat: Its seat.
        room: The room.
        tick: The tick.
        left_to: The room for which it was seen to leave.
    """

    seat: int
    room: int
    tick: int
    left_to: int | None


class DecisionView(msgspec.Struct, frozen=True):
    """A decision as the record has it.

    Attributes:
        at: Its position.
        words: What was decided.
        legal: Whether it took effect.
        why: Why not.
        raw: The reply as it came, if it was text.
        kind: What decided: ``scripted``, ``human`` or a model's name.
        facts: Tokens, seconds and tries, in words; empty if none are recorded.
    """

    at: int
    words: str
    legal: bool
    why: str | None
    raw: str | None
    kind: str
    facts: str


class TurnView(msgspec.Struct, frozen=True):
    """What a player knew from a position until its next turn.

    Attributes:
        at: The position: of its decision, or where its company changed.
        tick: The tick.
        kind: ``act``, ``speak`` or ``vote``; ``stood`` where no decision is known.
        room: The room that it stood in.
        present: The seats of the others there.
        bodies: The seats of those whose bodies lay there.
        dead: The seats of those known to be dead.
        known: Where those who are neither were last seen in this round.
        told: Places in `SeatView.texts` of the lines of what it knew in words, pictures aside.
        remembered: The same of its memory.
        decisions: What it decided; more than one where the first was refused.
    """

    at: int
    tick: int
    kind: str
    room: int
    present: tuple[int, ...]
    bodies: tuple[int, ...]
    dead: tuple[int, ...]
    known: tuple[KnownPlace, ...]
    told: tuple[int, ...] = ()
    remembered: tuple[int, ...] = ()
    decisions: tuple[DecisionView, ...] = ()


class SeatView(msgspec.Struct, frozen=True):
    """One player's game.

    Attributes:
        note: What a reader must know about it; empty for nothing.
        pictures: Whether its pictures can be drawn.
        texts: Lines that occur in what it was told and remembered, each once.
        turns: In order.
    """

    note: str
    pictures: bool
    texts: tuple[str, ...]
    turns: tuple[TurnView, ...]


def model_settings(record: Record) -> ModelSettings:
    """How models were asked in a record's run; the defaults where no settings of one lie above it."""
    folder = record.path.absolute().parent.parent
    for name in (RUN, ARENA):
        if (folder / name).is_file():
            return read_settings_file(folder, name, _Asked).models or ModelSettings()
    return ModelSettings()


class _Asked(msgspec.Struct):
    """So much of a run's settings as is needed here."""

    models: ModelSettings | None = None


def turns_of(record: Record) -> dict[str, list[Turn]]:
    """All turns by the player's name, played again from the record's own decisions.

    Raises:
        InputError: The record carries no decisions, or they don't lead to what it says.
    """
    turns: dict[str, list[Turn]] = {name: [] for name in record.names.values()}
    reenact(record, lambda turn: turns[turn.observation.name].append(turn))
    return turns


def view_seat(
    timeline: Timeline,
    rooms: Mapping[str, int],
    seat: int,
    turns: Mapping[str, list[Turn]] | None,
    settings: ModelSettings,
) -> SeatView:
    """One player's game.

    Args:
        timeline: The game's timeline.
        rooms: Rooms' places by name.
        seat: The player's seat.
        turns: Everybody's turns; None for records of the released format, which hold none.
        settings: How its run asked models.
    """
    if turns is None:
        return SeatView(_DERIVED, False, (), tuple(_stood(timeline, rooms, seat)))
    record = timeline.record
    names = list(record.names.values())
    seats = {name: number for number, name in enumerate(names)}
    player = timeline.players[seat]
    decided = [
        position
        for position, event in enumerate(record.events)
        if event.event_type == "decision" and event.data["player_id"] == player
    ]
    lines: dict[str, int] = {}
    memory = Memory()
    views: list[TurnView] = []
    for turn in turns[names[seat]]:
        seen = turn.observation
        present = memory.including(seen)
        remembered = recall(
            present, settings.memory, settings.memory_tokens, meeting=seen.meeting is not None
        )
        own = []
        while decided and decided[0] <= turn.position:
            own.append(_decision(decided[0], record.events[decided.pop(0)].data))
        views.append(
            TurnView(
                turn.position,
                seen.tick,
                seen.kind,
                rooms[seen.room],
                tuple(seats[name] for name in seen.present),
                tuple(seats[name] for name in seen.bodies),
                tuple(seats[name] for name in seen.dead),
                tuple(_known(present, seen, seats, rooms)),
                _lines(summarise(seen, settings), lines),
                _lines(remembered, lines),
                tuple(own),
            )
        )
        memory.remember(seen, turn.decision)
    return SeatView("", True, tuple(lines), tuple(views))


def _lines(text: str, lines: dict[str, int]) -> tuple[int, ...]:
    """The lines of a text by their places; texts of one game repeat most of theirs."""
    return tuple(lines.setdefault(line, len(lines)) for line in text.split("\n")) if text else ()


def _known(
    memory: Memory, seen: Observation, seats: Mapping[str, int], rooms: Mapping[str, int]
) -> Iterator[KnownPlace]:
    for name in seen.players:
        if name == seen.name or name in seen.present or name in seen.dead or name in seen.bodies:
            continue
        met = memory.current.last_met(name)
        if met is not None:
            yield KnownPlace(
                seats[name], rooms[met.room], met.until, rooms[met.left_to] if met.left_to else None
            )


def _decision(position: int, data: Mapping[str, Any]) -> DecisionView:
    facts = [f"{number:,} {kind} tokens" for kind, number in (data.get("tokens") or {}).items()]
    if data.get("latency") is not None:
        facts.append(f"{data['latency']:.1f} s")
    if data.get("attempts", 1) > 1:
        facts.append(f"asked {data['attempts']} times")
    return DecisionView(
        position,
        _in_words(data["decision"]),
        data["legal"],
        data.get("why"),
        data.get("raw"),
        data["model"],
        ", ".join(facts),
    )


def _in_words(decision: Mapping[str, Any]) -> str:
    kind = decision.get("kind")
    if kind == "act":
        target = decision.get("target")
        say = decision.get("say")
        deed = f"{decision['action']}{f' {target}' if target else ''}"
        return f"{deed}, saying “{say}”" if say else deed
    if kind == "speak":
        return "speak" if decision["message"].strip() else "stay silent"
    if kind == "vote":
        return f"vote for {decision['target']}" if decision["target"] else "vote for nobody"
    return f"unclear: {decision.get('why', '')}"


# Records without observations.


def _stood(timeline: Timeline, rooms: Mapping[str, int], seat: int) -> Iterator[TurnView]:
    """Whom a player shared its room with, from each change to the next."""
    events = timeline.record.events
    seats = {player: number for number, player in enumerate(timeline.players)}
    names = {name: seats[player] for player, name in timeline.record.names.items()}
    player = timeline.players[seat]
    last: dict[int, tuple[int, int]] = {}
    dead: set[int] = set()
    before: object = None
    for position, event in enumerate(events):
        if event.event_type in ("body_reported", "meeting_called"):
            dead |= {names[body["victim_name"]] for body in event.data["bodies"]}
        elif event.event_type == "player_ejected":
            dead.add(seats[event.data["player_id"]])
        elif event.event_type == "players_respawned":
            last.clear()
        stay = timeline.where(player, position)
        if stay is None:
            return
        if stay.room is None:
            continue
        present = tuple(
            number
            for other, number in seats.items()
            if other != player
            and (its := timeline.where(other, position)) is not None
            and its.room == stay.room
        )
        bodies = tuple(
            seats[body.victim]
            for body in timeline.bodies
            if body.start <= position < body.end and body.room == stay.room
        )
        for number in present:
            last[number] = (rooms[stay.room], event.tick)
        now = (stay.room, present, bodies, frozenset(dead))
        if now != before:
            before = now
            gone = {*present, *bodies, *dead}
            known = tuple(
                KnownPlace(number, *place, None) for number, place in last.items() if number not in gone
            )
            yield TurnView(
                position,
                event.tick,
                "stood",
                rooms[stay.room],
                present,
                bodies,
                tuple(sorted(dead)),
                known,
            )
