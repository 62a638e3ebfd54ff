"""The fields of events: which there are, of what type, and what to say of one that is wrong."""

from typing import Any

import msgspec

from gander.quack.world.events import Event

__all__ = ["FIELDS", "Fault", "Line", "field_fault", "lower", "show"]


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
FIELDS: dict[str, dict[str, type]] = {
    "game_started": {
        "players": list,
        "config?": dict,
        "initial_state": dict,
        "schema?": int,
        "seed?": int,
        "rules?": dict,
        "map?": dict,
    },
    "decision": {
        "player_id": str,
        "kind": str,
        "decision": dict,
        "legal": bool,
        "why?": str,
        "attempt?": int,
        "intended_claims?": list,
    },
    "tick_start": {"tick": int},
    "tick_end": {"tick": int, "state_hash?": str},
    "player_moved": {"player_id": str, "from": str, "to": str, "ticks_remaining?": int},
    "task_progress": {"player_id": str, "task_name": str, "room": str, "progress": str},
    "task_completed": {"player_id": str, "task_name": str, "room": str},
    "free_roam_chat": {"player_id": str, "name": str, "room": str, "message": str, "tick": int},
    "player_killed": {"killer_id": str, "target_id": str, "room": str},
    "body_reported": {"caller": str, "reason?": str, "bodies": list},
    "meeting_called": {"caller": str, "reason?": str, "bodies": list},
    "phase_changed": {"phase": str, "state_hash?": str},
    "discussion_message": {"player_id": str, "message": str},
    "vote_cast": {"voter": str, "target?": str},
    "vote_skipped": {"reason?": str},
    "player_ejected": {"player_id": str, "name": str, "role": str, "team": str, "votes?": dict},
    "players_respawned": {"rooms": dict},
    "game_over": {"winner": str, "reason": str, "state_hash?": str},
}
"""What the reader relies on, by event type. "?" marks a field that may be absent or null."""


def field_fault(data: dict[str, Any], fields: dict[str, type]) -> str | None:
    """What is wrong with some fields, as a sentence; None if nothing is."""
    for marked, kind in fields.items():
        name = marked.rstrip("?")
        value = data.get(name)
        if value is None and marked.endswith("?"):
            continue
        if name not in data:
            return f'the field "{name}" is missing; expected {_WORDS[kind]}.'
        if type(value) is not kind:
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
