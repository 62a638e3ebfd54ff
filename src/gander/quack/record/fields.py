"""The fields of events: which there are, of what type, and what to say of one that is wrong."""

from typing import Any, TypeAlias

import msgspec

from gander.quack.world.events import Event

__all__ = ["FIELDS", "Fault", "Fields", "Line", "field_fault", "fields", "lower", "show"]


class Line(Event, forbid_unknown_fields=True, gc=False):
    """An event as it is written, with nothing beside its four fields."""

    timestamp: float
    event_type: str
    tick: int
    data: dict[str, Any]


class Fault(Exception):
    """A line contradicts what came before it, or itself.

    Attributes:
        line: The line, from 1.
        what: What is wrong, as a sentence.
        todo: What to do about it.
    """

    def __init__(self, what: str, todo: str = "Restore the record from its original.") -> None:
        super().__init__(what)
        self.line = 1
        self.what = what
        self.todo = todo


_WORDS: dict[type, str] = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    dict: "an object",
    list: "a list",
}
Fields: TypeAlias = tuple[tuple[str, type, bool], ...]
"""Fields as (name, type, whether it may be absent or null)."""


def fields(**kinds: type | tuple[type, None]) -> Fields:
    """Fields by name; a type with None beside it marks one that may be absent or null."""
    return tuple(
        (name.rstrip("_"), kind[0] if isinstance(kind, tuple) else kind, isinstance(kind, tuple))
        for name, kind in kinds.items()
    )


FIELDS: dict[str, Fields] = {
    "game_started": fields(
        players=list,
        config=(dict, None),
        initial_state=dict,
        schema=(int, None),
        seed=(int, None),
        rules=(dict, None),
        map=(dict, None),
    ),
    "decision": fields(
        player_id=str,
        kind=str,
        decision=dict,
        legal=bool,
        why=(str, None),
        attempt=(int, None),
        intended_claims=(list, None),
    ),
    "tick_start": fields(tick=int),
    "tick_end": fields(tick=int, state_hash=(str, None)),
    "player_moved": fields(player_id=str, from_=str, to=str, ticks_remaining=(int, None)),
    "task_progress": fields(player_id=str, task_name=str, room=str, progress=str),
    "task_completed": fields(player_id=str, task_name=str, room=str),
    "free_roam_chat": fields(player_id=str, name=str, room=str, message=str, tick=int),
    "player_killed": fields(killer_id=str, target_id=str, room=str),
    "body_reported": fields(caller=str, reason=(str, None), bodies=list),
    "meeting_called": fields(caller=str, reason=(str, None), bodies=list),
    "phase_changed": fields(phase=str, state_hash=(str, None)),
    "discussion_message": fields(player_id=str, message=str),
    "vote_cast": fields(voter=str, target=(str, None)),
    "vote_skipped": fields(reason=(str, None)),
    "player_ejected": fields(player_id=str, name=str, role=str, team=str, votes=(dict, None)),
    "players_respawned": fields(rooms=dict),
    "game_over": fields(winner=str, reason=str, state_hash=(str, None)),
}
"""What the reader relies on, by event type."""


def field_fault(data: dict[str, Any], fields: Fields) -> str | None:
    """What is wrong with some fields, as a sentence; None if nothing is."""
    for name, kind, optional in fields:
        value = data.get(name)
        if type(value) is kind or (value is None and optional):
            continue
        if name not in data:
            return f'the field "{name}" is missing; expected {_WORDS[kind]}.'
        return f'the field "{name}" is {show(value)}; expected {_WORDS[kind]}.'
    return None


def show(value: object) -> str:
    """A value as it stands in a record, shortened."""
    try:
        text = msgspec.json.encode(value).decode()
    except (msgspec.MsgspecError, TypeError, ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= 60 else text[:57] + "..."


def lower(sentence: str) -> str:
    """A sentence to stand after a colon."""
    return sentence[:1].lower() + sentence[1:] if sentence[1:2].islower() else sentence
