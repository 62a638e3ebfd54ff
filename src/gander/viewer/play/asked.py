"""What a person in a seat is asked: the prompt that a model there would be sent, and what may be chosen."""

import hashlib
from collections.abc import Iterator

import msgspec

from gander.counted import many
from gander.quack.players import SeatContext
from gander.quack.players.human.typed import candidates
from gander.quack.players.memory import Memory
from gander.quack.players.model.pictures import Png
from gander.quack.players.model.player import prompt_for
from gander.quack.players.model.quoting import MOST_SHOWN
from gander.quack.players.model.settings import ModelSettings
from gander.quack.senses import MeetingView, Observation, Speech
from gander.quack.world import MAX_TEXT

__all__ = ["Asked", "ChoiceView", "MeetingShown", "Shown", "Spoken", "show_question", "spoken"]

_FINAL = ("kill", "report", "call")
_PICTURES = ("The map as you know it", "The room that you stand in")


class ChoiceView(msgspec.Struct, frozen=True):
    """A choice.

    Attributes:
        number: What is typed for it.
        verb: What is done; empty for a vote for somebody.
        target: To which room, at which task, to whom; None for nothing.
        note: What else is to be known of it.
        final: Whether the game turns on it: a kill, a report, a call.
    """

    number: int
    verb: str
    target: str | None
    note: str = ""
    final: bool = False


class Spoken(msgspec.Struct, frozen=True):
    """A speech as others in the seat's place would be shown it.

    Attributes:
        speaker: The speaker's name.
        text: What was said, at most `MOST_SHOWN` characters of it.
        left: How many characters more it has.
    """

    speaker: str
    text: str
    left: int


class MeetingShown(msgspec.Struct, frozen=True):
    """The meeting, as far as the seat heard it.

    Attributes:
        number: Meetings are counted from 1.
        kind: ``report`` of a body or ``button``.
        caller: Who reported or called.
        turn: The seat's own speech that is awaited; 0 in a vote.
        rounds: How often each speaks.
        said: The speeches so far.
    """

    number: int
    kind: str
    caller: str
    turn: int
    rounds: int
    said: tuple[Spoken, ...]


class Asked(msgspec.Struct, frozen=True):
    """A question to a person.

    Attributes:
        id: Its name: the same after a restart, and no other question's, also where another game is played in
            the same folder.
        first: Whether it is the seat's first in the game.
        kind: ``act``, ``speak`` or ``vote``.
        tick: The tick.
        ticks: The last tick there can be.
        name: The seat's name.
        role: Its role.
        rules: The prompt's text that stays the same all through the game.
        memory: The prompt's text of what it remembers; empty without a memory.
        pictures: The hash of each of the prompt's pictures, and what it shows.
        text: The prompt's text of what there is now, and the question.
        choices: What may be done, or whom may be voted for; none where a speech is awaited.
        meeting: The meeting in progress.
        most: Characters that a speech may have.
        shown: Characters of it that others are shown.
    """

    id: str
    first: bool
    kind: str
    tick: int
    ticks: int
    name: str
    role: str
    rules: str
    memory: str
    pictures: tuple[tuple[str, str], ...]
    text: str
    choices: tuple[ChoiceView, ...]
    meeting: MeetingShown | None
    most: int = MAX_TEXT
    shown: int = MOST_SHOWN


class Shown(msgspec.Struct, frozen=True):
    """A question as the page has it, with what it is about.

    Attributes:
        asked: What the page is sent.
        observation: What the seat knows.
        pictures: The pictures' PNG files by their hashes.
    """

    asked: Asked
    observation: Observation
    pictures: dict[str, bytes]


def show_question(
    game: str, observation: Observation, memory: Memory, context: SeatContext, settings: ModelSettings
) -> Shown:
    """Lay a question out for the page. All of it follows from what a model in the seat would be sent.

    Args:
        game: A name of the game.
        observation: What the seat knows now.
        memory: What it remembers.
        context: The seat.
        settings: What is shown and remembered.
    """
    system, user = prompt_for(observation, memory, context, settings)
    texts = [part for part in user.parts if isinstance(part, str)]
    pictures = [part for part in user.parts if isinstance(part, Png)]
    shown = [part if isinstance(part, str) else part.sha256 for part in (*system.parts, *user.parts)]
    choices = tuple(_choices(observation))
    digest = hashlib.sha256(msgspec.json.encode((shown, choices))).hexdigest()[:16]
    asked = Asked(
        f"{game}.{memory.turns}.{digest}",
        memory.turns == 0,
        observation.kind,
        observation.tick,
        context.rules.win.tick_budget,
        observation.name,
        observation.role,
        "\n\n".join(part for part in system.parts if isinstance(part, str)),
        "\n\n".join(texts[:-1]),
        tuple((picture.sha256, what) for picture, what in zip(pictures, _PICTURES, strict=False)),
        texts[-1],
        choices,
        None if observation.meeting is None else _meeting(observation, observation.meeting),
    )
    return Shown(asked, observation, {picture.sha256: picture.data for picture in pictures})


def _choices(seen: Observation) -> Iterator[ChoiceView]:
    """What may be chosen, under the numbers that are typed for it, as at the terminal."""
    if seen.kind == "act":
        ticks = {way.room: many(way.ticks, "tick") for way in seen.exits}
        for number, act in enumerate(seen.legal, 1):
            note = ticks.get(act.target or "", "") if act.action == "move" else ""
            yield ChoiceView(number, act.action, act.target, note, act.action in _FINAL)
    elif seen.kind == "vote":
        for number, name in enumerate(candidates(seen)):
            # A vote for oneself is legal, and offered to nobody.
            if name is None:
                yield ChoiceView(number, "nobody", None)
            elif name != seen.name:
                yield ChoiceView(number, "", name, "a Duck, with you" if name in seen.fellows else "")


def _meeting(seen: Observation, meeting: MeetingView) -> MeetingShown:
    mine = sum(speech.speaker == seen.name for speech in meeting.transcript)
    return MeetingShown(
        meeting.number + 1,
        meeting.kind,
        meeting.caller,
        mine + 1 if seen.kind == "speak" else 0,
        meeting.rounds,
        tuple(map(spoken, meeting.transcript)),
    )


def spoken(speech: Speech) -> Spoken:
    """A speech as it is shown."""
    return Spoken(speech.speaker, speech.message[:MOST_SHOWN], max(0, len(speech.message) - MOST_SHOWN))
