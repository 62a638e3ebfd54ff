"""From what a person typed to what it means: tolerant of case, underscores and shortened words."""

import re
import unicodedata
from collections.abc import Sequence

from gander.quack.players.human.notes import listed
from gander.quack.senses import Observation
from gander.quack.world import Act, Layout

__all__ = ["candidates", "label", "read_act", "read_turn", "read_vote", "split_say"]

_VERBS = {
    "wait": "wait",
    "move": "move",
    "go": "move",
    "task": "task",
    "kill": "kill",
    "report": "report",
    "call": "call",
}
# They cannot be taken back, so a slip of a letter or two must not choose them.
_IN_FULL = {"kill", "report", "call"}
_FILLERS = {
    "move": ("to the ", "to ", "the "),
    "task": ("on ",),
    "report": ("the body", "body"),
    "call": ("an emergency meeting", "emergency meeting", "a meeting", "meeting"),
}
_SAY = re.compile(r"(?:^|\s+)say(?:\s*:\s*|\s+)", re.IGNORECASE)


def label(act: Act) -> str:
    """How an action is written in the list of choices."""
    return act.action if act.target is None else f"{act.action} {act.target}"


def candidates(observation: Observation) -> list[str | None]:
    """Who can be voted for, in the order of the numbers: the others, oneself; None is nobody, number 0."""
    living = [name for name in observation.players if name not in observation.dead]
    return [None, *(name for name in living if name != observation.name), observation.name]


def split_say(line: str) -> tuple[str, str | None]:
    """Split ``ACTION say TEXT`` into the action and the text; None where nothing is said.

    ``say`` alone gives an empty text: it takes back what was to be said.
    """
    stripped = line.strip()
    if stripped.casefold() == "say":
        return "", ""
    found = _SAY.search(stripped)
    if found is None:
        return stripped, None
    text = stripped[found.end() :].strip()
    if len(text) > 1 and text[0] + text[-1] in ('""', "“”"):
        text = text[1:-1].strip()
    return stripped[: found.start()].strip(), text


def read_act(line: str, observation: Observation, ways: Layout) -> Act | str:
    """Find the action that is meant.

    Args:
        line: A number from the list of legal actions, or words.
        observation: What the player knows; its legal actions are numbered from 1.
        ways: The map's layout.

    Returns:
        A legal action, or a sentence that says why there is none.
    """
    legal = observation.legal
    if (number := _number(line)) is not None:
        if 1 <= number <= len(legal):
            return legal[number - 1]
        return f"There is no choice {number}; they go from 1 to {len(legal)}."
    words = _folded(line)
    first, _, rest = words.partition(" ")
    if first in _VERBS:
        return _with_verb(_VERBS[first], rest, line, observation, ways)
    short = {verb for word, verb in _VERBS.items() if word.startswith(first)} if first else set()
    named = [act for act in legal if act.action in ("move", "task")]
    bare = [named[place] for place in _match(line, [act.target or "" for act in named])]
    if len(short) == 1:
        verb = next(iter(short))
        if verb in _IN_FULL:
            if not bare:
                return f"Type {verb} in full (it cannot be taken back), or its number."
        else:
            meant = _with_verb(verb, rest, line, observation, ways)
            if isinstance(meant, str) or not bare:
                return bare[0] if len(bare) == 1 else meant
            bare = [meant, *(act for act in bare if act != meant)]
    if len(bare) == 1:
        return bare[0]
    if bare:
        return _which(bare, legal)
    return (
        _elsewhere(line, observation, ways)
        or "That is none of your choices. Type a number from the list, or ? for help."
    )


def read_turn(line: str, observation: Observation, ways: Layout) -> tuple[Act | str | None, str | None]:
    """Find the action that is meant, and what is to be said with it.

    Args:
        line: As for `read_act`, or with ``say TEXT`` after it, or that alone.
        observation: What the player knows.
        ways: The map's layout.

    Returns:
        What `read_act` finds, None if the line is about speech alone; and the text, None if the line has
        none, empty if it takes back what was to be said.
    """
    # As a whole first: a room's name may hold the word "say".
    chosen = read_act(line, observation, ways)
    if isinstance(chosen, Act):
        return chosen, None
    wanted, text = split_say(line)
    if text is None:
        return chosen, None
    return (read_act(wanted, observation, ways) if wanted else None), text


def read_vote(line: str, observation: Observation) -> tuple[str | None] | str:
    """Find whom a vote is meant for.

    Args:
        line: A number from `candidates`, a name, or ``skip``.
        observation: What the player knows.

    Returns:
        The target (None abstains) in a tuple, or a sentence that says why there is none.
    """
    names = candidates(observation)
    if (number := _number(line)) is not None:
        if number < len(names):
            return (names[number],)
        return f"There is no choice {number}; they go from 0 to {len(names) - 1}."
    if _folded(line).startswith("vote "):
        line = line.strip()[len("vote ") :].removeprefix("for ")
    words = ["skip" if name is None else name for name in names]
    found = _match(line, words)
    if len(found) == 1:
        return (names[found[0]],)
    if found:
        return f"That could be {_or([f'{words[place]} ({place})' for place in found])}."
    dead = _match(line, observation.dead)
    if dead:
        return f"{observation.dead[dead[0]]} is dead and cannot be voted for."
    return "That is none of the choices. Type a name, a number or skip."


def _with_verb(verb: str, rest: str, line: str, observation: Observation, ways: Layout) -> Act | str:
    legal = [act for act in observation.legal if act.action == verb]
    for filler in _FILLERS.get(verb, ()):
        if rest.startswith(filler):
            rest = rest[len(filler) :].strip()
            break
    if verb in ("wait", "report", "call"):
        if rest and not (verb == "report" and _match(rest, observation.bodies)):
            return f"{verb} stands alone; to talk, write: {verb} say …"
        return legal[0] if legal else _why_not(verb, observation, ways)
    if not rest:
        if len(legal) == 1 and verb == "task":
            return legal[0]
        if legal:
            return _which(legal, observation.legal)
        return _why_not(verb, observation, ways)
    # As typed where possible: names may differ in nothing but an underscore.
    typed = line.strip().partition(" ")[2].strip()
    targets = [act.target or "" for act in legal]
    found = [targets.index(typed)] if typed in targets else _match(rest, targets)
    if len(found) == 1:
        return legal[found[0]]
    if found:
        return _which([legal[place] for place in found], observation.legal)
    if verb == "kill":
        return (
            f"{_person(rest, observation)} is not here to be killed."
            if legal
            else _why_not(verb, observation, ways)
        )
    return _elsewhere(rest, observation, ways, verb) or (
        "There is no such room." if verb == "move" else _why_not(verb, observation, ways)
    )


def _why_not(verb: str, observation: Observation, ways: Layout) -> str:
    if verb == "task":
        return f"None of your open tasks is in {observation.room}."
    if verb == "report":
        return f"No body lies in {observation.room}."
    if verb == "call":
        button = ways.names[ways.button]
        if observation.room != button:
            return f"The emergency button is in {button}, {_far(observation.room, button, ways)}."
        return "All emergency meetings are used up."
    if observation.cooldown is None:
        return "Geese cannot kill."
    if observation.cooldown:
        return f"You may kill in {_ticks(observation.cooldown)}."
    return "There is no Goose here."


def _elsewhere(line: str, observation: Observation, ways: Layout, verb: str = "") -> str | None:
    """What to say about a room or task of the game that cannot be chosen from here."""
    here = observation.room
    if verb != "task" and (rooms := _match(line, ways.names)):
        if len(rooms) > 1:
            return f"That could be {_or([ways.names[room] for room in rooms])}."
        name = ways.names[rooms[0]]
        return f"You are in {name}." if name == here else f"{name} is {_far(here, name, ways)}."
    if verb != "move" and (tasks := _match(line, [task.name for task in observation.tasks])):
        task = observation.tasks[tasks[0]]
        if task.done >= task.needed:
            return f"{task.name} is done."
        return f"{task.name} is in {task.room}, {_far(here, task.room, ways)}."
    return None


def _far(here: str, there: str, ways: Layout) -> str:
    a, b = ways.index[here], ways.index[there]
    away = f"{_ticks(ways.distance[a][b])} away"
    step = ways.next_step[a][b]
    return away if step == b else f"{away}; go to {ways.names[step]} first"


def _person(typed: str, observation: Observation) -> str:
    found = _match(typed, observation.players)
    return observation.players[found[0]] if len(found) == 1 else "That player"


def _ticks(number: int) -> str:
    return f"{number} tick" if number == 1 else f"{number} ticks"


def _number(line: str) -> int | None:
    text = line.strip().rstrip(".)")
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None


def _which(acts: Sequence[Act], legal: Sequence[Act]) -> str:
    if len(acts) > 3:
        return f"Say which: type {acts[0].action} and a name, or a number from the list."
    return f"Say which: {_or([f'{label(act)} ({list(legal).index(act) + 1})' for act in acts])}."


def _or(words: Sequence[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else listed(words)


def _folded(text: str) -> str:
    """Text without what a person need not get right: case, underscores, hyphens, spaces, accents' form."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(plain.replace("_", " ").replace("-", " ").split())


def _match(typed: str, names: Sequence[str]) -> list[int]:
    """Places of the names that fit best: the same, then beginning so, then with a word beginning so."""
    exact = [place for place, name in enumerate(names) if name == typed.strip()]
    wanted = _folded(typed).replace(" ", "")
    if exact or not wanted:
        return exact
    folded = [_folded(name).split() for name in names]
    same = [place for place, words in enumerate(folded) if "".join(words) == wanted]
    begin = [place for place, words in enumerate(folded) if "".join(words).startswith(wanted)]
    return same or begin or [place for place, words in enumerate(folded) if _word_begins(words, wanted)]


def _word_begins(words: Sequence[str], wanted: str) -> bool:
    return any("".join(words[at:]).startswith(wanted) for at in range(1, len(words)))
