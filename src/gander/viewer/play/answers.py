"""From what a person did on the page to a decision; read as at the terminal, and asked again as there."""

import msgspec

from gander.errors import InputError
from gander.quack.players.human.typed import read_turn, read_vote
from gander.quack.senses import Observation
from gander.quack.world import MAX_TEXT, Act, Decision, Layout, Speak, Vote

__all__ = ["Answer", "raw_of", "read_answer"]


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the page sends.

    Attributes:
        request: The question that it answers.
        line: A choice's number, or words for it.
        say: What is said in the room or at the meeting.
        silent: That nothing is said at the meeting.
    """

    request: str
    line: str = ""
    say: str = ""
    silent: bool = False


def read_answer(answer: Answer, observation: Observation, ways: Layout) -> Decision:
    """Read an answer.

    Args:
        answer: It.
        observation: What the player was asked on.
        ways: The map's layout.

    Raises:
        InputError: It is no legal decision; the question stands.
    """
    if observation.kind == "vote":
        voted = read_vote(answer.line, observation)
        if isinstance(voted, str):
            raise InputError(voted)
        return Vote(voted[0])
    if observation.kind == "speak":
        text = answer.say.strip()
        if not text and not answer.silent:
            raise InputError("Write what you say, or choose to say nothing.")
        return Speak(_fitting(text) if not answer.silent else "")
    chosen, typed = read_turn(answer.line, observation, ways)
    if chosen is None:
        raise InputError("That is only something to say; choose the action that it goes with.")
    if isinstance(chosen, str):
        raise InputError(chosen)
    say = answer.say.strip() if typed is None else typed
    return Act(chosen.action, chosen.target, _fitting(say) or None)


def raw_of(answer: Answer, observation: Observation) -> str:
    """An answer as it would have been typed at the terminal."""
    if observation.kind == "speak":
        return "" if answer.silent else answer.say
    said = answer.say.strip() if observation.kind == "act" else ""
    return f"{answer.line} say {said}" if said else answer.line


def _fitting(text: str) -> str:
    if len(text) > MAX_TEXT:
        raise InputError(f"That has {len(text):,} characters, and {MAX_TEXT:,} are the most.")
    return text
