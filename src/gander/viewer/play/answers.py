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
    if observation.kind != "speak" and not answer.line.strip():
        raise InputError("Nothing was typed. Type a number or words, or press a choice.")
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
    boxed = answer.say.strip()
    if typed is not None and boxed:
        raise InputError("Both the line and the box hold something to say. Leave one of them empty.")
    return Act(chosen.action, chosen.target, _fitting(boxed if typed is None else typed) or None)


def raw_of(answer: Answer, observation: Observation) -> str:
    """An answer as it was typed: the line, and after ``say`` what stood in the box; a speech alone."""
    if observation.kind == "speak":
        return "" if answer.silent else answer.say
    boxed = observation.kind == "act" and answer.say.strip()
    return f"{answer.line} say {answer.say}" if boxed else answer.line


def _fitting(text: str) -> str:
    if len(text) > MAX_TEXT:
        raise InputError(f"That has {len(text):,} characters, and {MAX_TEXT:,} are the most.")
    return text
