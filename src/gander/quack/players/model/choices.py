"""The choices that a player is given, in words, and the schema that holds a reply to them."""

from typing import Any, NamedTuple

import msgspec

from gander.faults import same
from gander.models.model import Schema
from gander.quack.players.model.quoting import quoted
from gander.quack.senses import Observation
from gander.quack.world import Act, Decision, NeedKind, Vote

__all__ = ["ABSTAIN", "Choice", "choices", "listed", "schema"]

ABSTAIN = "abstain"

_TEXT = {"type": "string"}
_KEYS = {"act": ("thoughts", "action", "say"), "speak": ("thoughts", "speech"), "vote": ("thoughts", "vote")}


class Choice(NamedTuple):
    """A choice: its words, and the decision that it is."""

    words: str
    decision: Decision


def choices(observation: Observation) -> tuple[Choice, ...]:
    """What the player may do or whom it may vote for; a speech has no choices.

    A vote for oneself is legal and not offered.
    """
    if observation.kind == "act":
        return tuple(Choice(_words(act), act) for act in observation.legal)
    if observation.kind == "speak":
        return ()
    others = [
        name for name in observation.players if name != observation.name and name not in observation.dead
    ]
    return (*(Choice(name, Vote(name)) for name in others), Choice(_abstain(observation), Vote(None)))


def _words(act: Act) -> str:
    return act.action if act.target is None else f"{act.action} {act.target}"


def _abstain(observation: Observation) -> str:
    """How abstaining is called, where somebody may be called so."""
    words = ABSTAIN
    while any(same(name) == words for name in observation.players):
        words += " from voting"
    return words


def listed(of: tuple[Choice, ...]) -> str:
    """The choices as the prompt lists them: each a JSON string on its own line."""
    return "\n".join(f"- {quoted(choice.words)}" for choice in of)


def schema(kind: NeedKind, of: tuple[Choice, ...]) -> Schema:
    """The JSON schema of a reply to a question."""
    fields: dict[str, Any] = dict.fromkeys(_KEYS[kind], _TEXT)
    if of:
        fields["action" if kind == "act" else "vote"] = {
            "type": "string",
            "enum": [choice.words for choice in of],
        }
    whole = {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }
    return Schema(kind, f"The reply to a question to {kind}.", msgspec.json.encode(whole).decode())
