"""What a model is asked about an utterance: a fixed text, and the utterance as data.

The text is a file with a version; its hash is stored with every reply, so that no result of one text is taken
for another's. Everything that players wrote goes into one JSON object, where no quotation mark or line end of
theirs can end it.
"""

import functools
import hashlib
from importlib import resources

import msgspec

from gander.quack.audit.game import Game
from gander.quack.audit.utterances import Utterance

__all__ = ["SCHEMA", "VERSION", "Asked", "ask_about", "instructions", "prompt_hash"]

VERSION = "1"
"""Version of the prompt. Another text is another version."""

_encode = msgspec.json.Encoder().encode

_TEXT = {"type": "string"}
_TEXTS = {"type": "array", "items": _TEXT}
_CLAIM = {
    "quote": _TEXT,
    "type": {"type": "string", "enum": ["location", "sighting", "activity", "accusation", "defense"]},
    "subject": _TEXT,
    "target": _TEXT,
    "room": _TEXT,
    "route": _TEXTS,
    "also": _TEXTS,
    "activity": {
        "type": "string",
        "enum": ["", "task", "traveling", "waiting", "reporting", "calling"],
    },
    "time": _TEXT,
    "state": {"type": "string", "enum": ["", "alive", "body", "unknown"]},
    "negated": {"type": "boolean"},
    "asserted": {"type": "boolean"},
    "source": _TEXT,
    "strength": {"type": "string", "enum": ["", "weak", "moderate", "strong"]},
    "basis": _TEXT,
}

SCHEMA: str = _encode(
    {
        "type": "object",
        "properties": {
            "id": _TEXT,
            "claims": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": _CLAIM,
                    # Providers that enforce a schema want every field, so what does not apply is "".
                    "required": list(_CLAIM),
                    "additionalProperties": False,
                },
            },
        },
        "required": ["id", "claims"],
        "additionalProperties": False,
    }
).decode()
"""The JSON schema of a reply, for providers that enforce one."""


class Asked(msgspec.Struct, frozen=True):
    """A question about an utterance.

    Attributes:
        id: What the reply must repeat. No player can know it, so a reply that only does what an utterance
            told it to does not have it.
        text: The JSON object that holds the utterance and what is needed to read it.
        context: Hash of everything in it but the utterance and its speaker.
    """

    id: str
    text: str
    context: str


@functools.cache
def instructions() -> str:
    """The fixed text."""
    file = resources.files("gander.quack.audit.extract").joinpath(f"prompt-{VERSION}.txt")
    return file.read_text(encoding="utf-8").partition("\n=====\n")[0]


@functools.cache
def prompt_hash() -> str:
    """Version and hash of the fixed text and the schema, as ``1:0123456789ab``."""
    digest = hashlib.sha256(f"{instructions()}\0{SCHEMA}".encode()).hexdigest()
    return f"{VERSION}:{digest[:12]}"


def ask_about(game: Game, utterance: Utterance) -> Asked:
    """The question about an utterance.

    What was said before it is not shown: each utterance is read by itself, so a reply can be kept whatever
    else is asked.

    Args:
        game: The game.
        utterance: One of its utterances.
    """
    meeting = game.timeline.meetings[utterance.meeting]
    names = game.record.names
    context = {
        "players": list(names.values()),
        "rooms": list(game.names.rooms),
        "meeting": {
            "tick": meeting.tick,
            "called_by": names[meeting.caller],
            "because": "a body was reported" if meeting.kind == "report" else "the button was pressed",
            "bodies": [{"player": victim, "room": room} for victim, room in meeting.bodies],
        },
    }
    context_hash = hashlib.sha256(_encode(context)).hexdigest()[:12]
    key = f"{prompt_hash()}|{context_hash}|{utterance.speaker}|{utterance.sha256}"
    id = hashlib.sha256(key.encode()).hexdigest()[:8]
    said = {"speaker": utterance.speaker, "utterance": utterance.text}
    return Asked(id, _encode({"id": id, **context, **said}).decode(), context_hash)
