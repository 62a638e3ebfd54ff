"""``gander/scripted``: plays a social deduction game from its prompt alone, without a network or a key.

It reads what it is sent as any model would, the question and the choices at the end of the text and the notes
before them, and replies as it is told to, now and then in a fence or in prose, as models do. Which choice it
takes is drawn from the text, so the same prompt has the same reply.
"""

import hashlib
import json
import re
from collections.abc import Sequence

__all__ = ["scripted_reply"]

_STRING = r'"(?:[^"\\]|\\.)*"'
_NAME = rf"(?:{_STRING}|[\w-]+)"
_CHOICE = re.compile(rf"^- ({_STRING})$", re.MULTILINE)
_STAY = re.compile(rf"({_NAME}) \((ticks? [\d-]+)\)")
_MET = re.compile(rf"^- ({_NAME}) in ({_NAME}), (ticks? [\d-]+)", re.MULTILINE)
_KILLED = re.compile(rf"^- ({_NAME}) killed ({_NAME}) in ({_NAME}), tick (\d+)", re.MULTILINE)
# How likely it is, of 100, that it takes such a choice where there is one; in this order.
_EAGER = (("report", 90), ("kill ", 85), ("call", 4), ("task ", 92), ("move ", 90))


def scripted_reply(texts: Sequence[str]) -> str:
    """The reply to a prompt.

    Args:
        texts: The texts of the user's turns; the last one asks.
    """
    text = texts[-1] if texts else ""
    draw = _Draw(text)
    question = text[text.rfind("Reply:") :]
    asked = text[text.rfind("choices:") :] if "choices:" in text else ""
    choices = [str(json.loads(found)) for found in _CHOICE.findall(asked)]
    if '"speech"' in question:
        reply = {"thoughts": "I tell what I remember.", "speech": _statement(text, draw)}
    elif '"vote"' in question and choices:
        reply = {"thoughts": "Whom do I trust?", "vote": _suspect(text, choices, draw)}
    elif choices:
        say = _statement(text, draw) if draw.below(8) == 0 else ""
        reply = {"thoughts": "I go on.", "action": _action(choices, draw), "say": say}
    else:
        reply = {"thoughts": "There is nothing to choose."}
    written = json.dumps(reply, ensure_ascii=False)
    manner = draw.below(12)
    if manner == 0:
        return f"```json\n{written}\n```"
    return f"Let me think.\n\n{written}\n\nThat is my answer." if manner == 1 else written


class _Draw:
    """Numbers drawn from a text, one after another."""

    def __init__(self, text: str) -> None:
        self._left = int.from_bytes(hashlib.sha512(text.encode("utf-8", "replace")).digest())

    def below(self, number: int) -> int:
        self._left, drawn = divmod(self._left, number)
        return drawn


def _action(choices: Sequence[str], draw: _Draw) -> str:
    for start, eager in _EAGER:
        fitting = [choice for choice in choices if choice.startswith(start)]
        if fitting and draw.below(100) < eager:
            return fitting[draw.below(len(fitting))]
    return choices[0]


def _statement(text: str, draw: _Draw) -> str:
    """A sentence or two from the notes on the latest round."""
    notes = text[text.rfind("\nRound ") :].partition("\nNOW")[0]
    line = re.search(r"^You were in: (.*)$", notes, re.MULTILINE)
    stays = _STAY.findall(line[1]) if line else []
    if not stays:
        return "I have nothing to tell yet."
    room, span = stays[draw.below(len(stays))]
    words = f"I was in {_bare(room)} {_when(span)}."
    met = _MET.findall(notes)
    if met and draw.below(3):
        who, where, span = met[draw.below(len(met))]
        words += f" I saw {_bare(who)} in {_bare(where)} {_when(span)}."
    if killed := _KILLED.search(notes):
        words += f" {_bare(killed[1])} killed {_bare(killed[2])} in {_bare(killed[3])}!"
    return words


def _suspect(text: str, choices: Sequence[str], draw: _Draw) -> str:
    """Whoever was seen to kill; else anybody, or, as often as not, nobody: the last choice."""
    for killer in _KILLED.findall(text):
        if _bare(killer[0]) in choices:
            return _bare(killer[0])
    return choices[draw.below(len(choices))] if draw.below(2) else choices[-1]


def _when(span: str) -> str:
    first, _, last = span.split()[1].partition("-")
    return f"from tick {first} to tick {last}" if last else f"at tick {first}"


def _bare(name: str) -> str:
    return str(json.loads(name)) if name.startswith('"') else name
