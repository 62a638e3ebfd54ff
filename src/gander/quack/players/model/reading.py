"""A reply as a decision: read as widely as it is clear, and never beyond.

Replies come as the JSON object that was asked for, in a fence or in prose, with names in any case and marks
around them; or as plain words. What names several choices, or none, is `Unclear`, which the rules refuse.
What is clear and illegal stays what it is; the rules refuse it in their own words.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from gander.faults import same
from gander.quack.players.model.choices import Choice, choices
from gander.quack.senses import Observation
from gander.quack.world import Act, Decision, GameMap, Speak, Unclear, Vote

__all__ = ["read_reply"]

_MOST = 200_000  # characters of a reply that are read, from its end
_MOST_OBJECTS = 500  # opening braces that are tried
_MOST_PROSE = 2_000  # characters of plain words that are searched for a choice

_ACTION_KEYS = ("action", "act", "choice", "move")
_TARGET_KEYS = ("target", "room", "destination", "to", "player", "task", "victim", "name", "argument")
_SAY_KEYS = ("say", "speech", "message", "chat", "utterance")
_SPEECH_KEYS = ("speech", "say", "message", "statement", "text", "utterance")
_VOTE_KEYS = ("vote", "target", "player", "choice", "eject", "name")

_VERBS = {
    "wait": "wait", "stay": "wait", "pass": "wait", "idle": "wait", "do nothing": "wait", "stay here": "wait",
    "wait here": "wait",
    "move": "move", "move to": "move", "go": "move", "go to": "move", "walk": "move", "walk to": "move",
    "task": "task", "do task": "task", "do the task": "task", "do": "task", "work": "task", "work at": "task",
    "work on": "task",
    "kill": "kill", "murder": "kill",
    "report": "report", "report body": "report", "report the body": "report", "report a body": "report",
    "call": "call", "call meeting": "call", "call a meeting": "call", "call emergency meeting": "call",
    "call an emergency meeting": "call", "press the emergency button": "call", "emergency": "call",
}  # fmt: skip
_BY_LENGTH = sorted(_VERBS, key=len, reverse=True)
_NO_TARGET = ("wait", "report", "call")
_NOBODY = ("abstain", "skip", "nobody", "no one", "noone", "none", "null", "skip vote", "no vote")
_NOT = re.compile(
    r"\b(?:not|never|nor|neither|without|unless|instead|rather|if|or|avoid|refuse|\w+n['’]t|cannot)\b"
)
_MARKS = " \t\n\r*_`'\"“”‘’«».,:;!?()[]{}<>#-–—"


def read_reply(text: str, observation: Observation, game_map: GameMap) -> Decision:
    """Read a reply.

    Args:
        text: The reply.
        observation: What the player was asked on; it says what kind of decision is wanted.
        game_map: The map, for names of rooms that are no choice now.
    """
    text = text[-_MOST:]
    if observation.kind == "speak":
        return _read_speech(text)
    names = _Names(observation, game_map)
    if observation.kind == "act":
        return _read_act(text, names)
    return _read_vote(text, names)


class _Names:
    """What can be named in a reply."""

    def __init__(self, observation: Observation, game_map: GameMap) -> None:
        self.choices = choices(observation)
        self._observation = observation
        self._game_map = game_map

    @cached_property
    def players(self) -> dict[str, str]:
        return _table(self._observation.players)

    @cached_property
    def targets(self) -> dict[str, dict[str, str]]:
        return {
            "move": _table(room.name for room in self._game_map.rooms),
            "kill": self.players,
            "task": _table(task.name for task in self._observation.tasks),
        }

    def action(self, said: str) -> Decision | None:
        """The action that a phrase is; None if it is none."""
        for choice in self.choices:
            if choice.words == said:
                return choice.decision
        for fold in (_plain, _squashed):
            found = _only(choice for choice in self.choices if fold(choice.words) == fold(said))
            if found is not None:
                return found.decision
        phrase = _plain(said)
        for verb in _BY_LENGTH:
            if phrase != verb and not phrase.startswith(f"{verb} "):
                continue
            action, rest = _VERBS[verb], phrase[len(verb) :].strip()
            if action in _NO_TARGET:
                return Act(action) if not rest or action == "report" else None
            if not rest:
                return Act(action)
            name = self.targets[action].get(_squash(rest))
            if name is not None:
                return Act(action, name)
            if verb in ("do", "work", "go"):
                return None
            # As it was said: the rules tell that there is no such room or player.
            return Act(action, rest[:200])
        return None

    def vote(self, said: str) -> Decision | None:
        """The vote that a phrase is; None if it is none."""
        for choice in self.choices:
            if choice.words == said:
                return choice.decision
        phrase = _plain(said)
        name = self.players.get(_squash(phrase))
        if name is None:
            for before in ("vote for ", "vote ", "eject ", "i vote for ", "i vote ", "my vote is "):
                name = name or self.players.get(_squash(phrase.removeprefix(before)))
        if name is not None:
            return Vote(name)
        if phrase in _NOBODY or _squash(phrase) == _squash(self.choices[-1].words):
            return Vote(None)
        return None


def _read_act(text: str, names: _Names) -> Decision:
    found = _last(text, (*_ACTION_KEYS, "say"))
    if isinstance(found, Unclear):
        return found
    if found is None:
        return _act_in_prose(text, names)
    said = _field(found, _ACTION_KEYS)
    phrase = _phrase(said, found)
    if phrase is None:
        return Unclear("The reply's object names no action.")
    act = names.action(phrase)
    if not isinstance(act, Act):
        return Unclear(f"{_shown(phrase)} is no action.")
    return _saying(act, _field(found, _SAY_KEYS))


def _phrase(said: Any, whole: dict[str, Any]) -> str | None:  # noqa: ANN401 - whatever JSON can say
    """An action as one phrase, where its target may stand apart."""
    if isinstance(said, dict):
        inner = _field(said, ("type", *_ACTION_KEYS, "name"))
        if inner is None and len(said) == 1:
            verb, target = next(iter(said.items()))
            return f"{verb} {target}" if isinstance(target, str) else None
        whole = {key: value for key, value in said.items() if value is not inner}
        said = inner
    if not isinstance(said, str) or not said.strip():
        return None
    target = _field(whole, _TARGET_KEYS)
    if isinstance(target, str) and target.strip() and _plain(said) in _VERBS:
        verb = _VERBS[_plain(said)]
        return said if verb in _NO_TARGET else f"{verb} {target}"
    return said


def _saying(act: Act, said: Any) -> Act:  # noqa: ANN401 - whatever JSON can say
    words = said.strip() if isinstance(said, str) else ""
    return Act(act.action, act.target, words or None)


def _act_in_prose(text: str, names: _Names) -> Decision:
    labelled = list(_labelled(text, ("action", "act", "my action", "chosen action", "final action")))
    said = next(iter(_labelled(text, ("say", "speech"))), None)
    found = _one(act for phrase in labelled if (act := names.action(phrase)) is not None)
    if labelled:
        if isinstance(found, Act):
            return _saying(found, said)
        return Unclear("The reply names no single action.")
    # Alone on the line, or the only choice that is mentioned at all.
    whole = names.action(_unfenced(text))
    if isinstance(whole, Act):
        return (
            whole
            if whole in [choice.decision for choice in names.choices]
            else _mentioned(text, names, whole)
        )
    return _mentioned(text, names, None)


def _mentioned(text: str, names: _Names, otherwise: Decision | None) -> Decision:
    plain = _plain(text)
    if len(plain) <= _MOST_PROSE and not _NOT.search(plain):
        found = {
            choice for choice in names.choices if re.search(rf"\b{re.escape(_plain(choice.words))}\b", plain)
        }
        if len(found) == 1:
            return found.pop().decision
        if len(found) > 1:
            return Unclear("The reply names several actions.")
    return otherwise or Unclear("The reply names no action.")


def _read_vote(text: str, names: _Names) -> Decision:
    found = _last(text, _VOTE_KEYS)
    if isinstance(found, Unclear):
        return found
    if found is not None:
        key = next((key for key in _VOTE_KEYS if key in found), None)
        said = None if key is None else found[key]
        if key is not None and said is None:
            return Vote(None)
        if isinstance(said, dict):
            said = _field(said, _VOTE_KEYS)
        if not isinstance(said, str) or not said.strip():
            return Unclear("The reply's object names no vote.")
        # Somebody who is not there is voted for all the same; the rules tell that nobody is called so.
        return names.vote(said) or Vote(_clean(said)[:200])
    labelled = list(_labelled(text, ("vote", "my vote", "final vote")))
    if labelled:
        one = _one(names.vote(phrase) or Unclear("") for phrase in labelled)
        return one if isinstance(one, Vote) else Unclear("The reply names no single vote.")
    whole = names.vote(_unfenced(text))
    if whole is not None:
        return whole
    plain = _plain(text)
    if len(plain) <= _MOST_PROSE and not _NOT.search(plain):
        named = {
            name for name in names.players.values() if re.search(rf"\b{re.escape(_plain(name))}\b", plain)
        }
        if len(named) == 1 and not re.search(r"\b(?:abstain|skip)", plain):
            return Vote(named.pop())
        if not named and re.search(r"\b(?:abstain|skip)", plain):
            return Vote(None)
        if named:
            return Unclear("The reply names several votes.")
    return Unclear("The reply names no vote.")


def _read_speech(text: str) -> Decision:
    found = _last(text, _SPEECH_KEYS)
    if isinstance(found, Unclear):
        return found
    if found is not None:
        said = _field(found, _SPEECH_KEYS)
        if isinstance(said, str):
            return Speak(said.strip())
        return Unclear("The reply's object holds no speech.")
    body = _unfenced(text)
    if body.startswith(("{", "[")):
        return Unclear("The reply is no well-formed JSON object.")
    words = re.sub(
        r"^(?:\*\*)?(?:speech|say)(?:\*\*)?\s*:(?:\*\*)?\s*", "", body, flags=re.IGNORECASE
    ).strip()
    quotes = {'"': '"', "“": "”", "«": "»"}
    if len(words) > 1 and quotes.get(words[0]) == words[-1] and words[0] not in words[1:-1]:
        words = words[1:-1].strip()
    return Speak(words) if words else Unclear("The reply is empty.")


# JSON


class _Twice(dict[str, Any]):
    """An object in which a key stands twice with different values."""


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    plain: dict[str, Any] = {}
    twice = False
    for key, value in pairs:
        folded = key.strip().casefold()
        twice |= folded in plain and plain[folded] != value
        plain[folded] = value
    return _Twice(plain) if twice else plain


_READER = json.JSONDecoder(strict=False, object_pairs_hook=_pairs)


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """The well-formed objects of a text, from the outside in only where the outer one is none."""
    at = text.find("{")
    for _ in range(_MOST_OBJECTS):
        if at < 0:
            return
        end = at + 1
        try:
            value, end = _READER.raw_decode(text, at)
            yield value
        except (ValueError, RecursionError):
            end = at + 1
        at = text.find("{", end)


def _last(text: str, keys: Sequence[str]) -> dict[str, Any] | Unclear | None:
    """The last object that holds one of the keys; what there is, if none does; None without any object."""
    seen = last = None
    for found in _objects(text):
        seen = found
        if any(key in found for key in keys):
            last = found
    if isinstance(last, _Twice):
        return Unclear("The reply's object says the same thing twice, and differently.")
    if last is None and seen is not None and _is_the_reply(text):
        return Unclear("The reply's object holds none of the fields that were asked for.")
    return last


def _is_the_reply(text: str) -> bool:
    return _unfenced(text).startswith("{")


def _field(of: dict[str, Any], keys: Iterable[str]) -> Any:  # noqa: ANN401 - whatever JSON can say
    return next((of[key] for key in keys if of.get(key) not in (None, "")), None)


# Words


def _labelled(text: str, labels: Sequence[str]) -> Iterator[str]:
    """What stands after a label on its line, as in ``**Action:** wait`` or ``"action": "wait",``."""
    alternatives = "|".join(map(re.escape, labels))
    label = re.compile(
        rf"""^[\s>{{*_`"'#-]*(?:{alternatives})[*_`"']*[ \t]*[:=][ \t]*(.+)$""", re.IGNORECASE | re.MULTILINE
    )
    for found in label.finditer(text):
        value = found[1].lstrip("*_` \t")
        if in_quotes := re.match(r'"((?:[^"\\]|\\.)*)"', value):
            value = in_quotes[1]
        value = value.strip().rstrip(",}").strip("*_`\"'“” \t")
        if _plain(value):
            yield value


def _unfenced(text: str) -> str:
    fenced = re.fullmatch(r"\s*```[a-zA-Z]*\n(.*?)\n?```\s*", text, re.DOTALL)
    return (fenced[1] if fenced else text).strip()


def _clean(said: str) -> str:
    return said.strip().strip(_MARKS).strip()


def _plain(said: str) -> str:
    """A phrase as it is compared: case, width, marks around it, underscores, hidden characters aside."""
    shown = "".join(char for char in said if unicodedata.category(char) != "Cf")
    return same(_clean(shown.replace("_", " ")))


def _squash(said: str) -> str:
    return "".join(char for char in _plain(said).removeprefix("the ") if char.isalnum())


def _squashed(said: str) -> str:
    # Never of a phrase without letters: all of those would be the same.
    return _squash(said) or said


def _table(of: Iterable[str]) -> dict[str, str]:
    """Names by how they are compared; those that would be taken for one another are left out."""
    table: dict[str, str] = {}
    twice: set[str] = set()
    for name in of:
        key = _squash(name) or name
        if table.setdefault(key, name) != name:
            twice.add(key)
    return {key: name for key, name in table.items() if key not in twice}


def _only(found: Iterable[Choice]) -> Choice | None:
    kept = list(found)
    return kept[0] if len(kept) == 1 else None


def _one(decisions: Iterable[Decision]) -> Decision | None:
    distinct = set(decisions)
    return distinct.pop() if len(distinct) == 1 else None


def _shown(phrase: str) -> str:
    return json.dumps(phrase[:100], ensure_ascii=False)
