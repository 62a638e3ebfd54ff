"""What a film shows: the state at moments of a game, and what is told then, in order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gander.errors import InputError
from gander.faults import listed
from gander.quack.record import MeetingSpan, Record
from gander.quack.replay import Turn
from gander.quack.senses import Observation
from gander.quack.senses.pictures import Picture, global_picture, god_picture, local_picture
from gander.quack.world import Act, GameMap
from gander.report.account import sentences
from gander.report.frames import frame_positions, open_game, seat_turns
from gander.report.veil import veiled

__all__ = ["Pace", "Scene", "Told", "god_scenes", "seat_scenes"]

_TOLD = ("player_killed", "vote_cast", "vote_skipped", "player_ejected", "game_over")
"""Lines of a record that are told in words, beside meetings' beginnings, speeches and chat."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a film goes.

    Attributes:
        tick: Seconds that a tick is shown in which nothing is told, and a vote or the like at least.
        message: Seconds that a speech, a page of a long one, or a chat message is shown at least.
        letters: Letters a second at which texts are read that take longer.

    Raises:
        InputError: One of them is out of its range.
    """

    tick: float = 0.5
    message: float = 3.0
    letters: float = 25.0

    def __post_init__(self) -> None:
        for option, number, least, most in (
            ("--tick-seconds", self.tick, 0.1, 60),
            ("--message-seconds", self.message, 0.1, 60),
            ("--letters-per-second", self.letters, 1, 1000),
        ):
            if not least <= number <= most:
                raise InputError(f"is to be from {least} to {most}, not {number:g}.", where=option)

    def seconds(self, letters: int, *, spoken: bool) -> float:
        """How long a text is shown."""
        return max(self.message if spoken else self.tick, letters / self.letters)


class Told(NamedTuple):
    """Something told in words, as it was written.

    Attributes:
        head: Who said it and where; empty for what nobody said.
        text: What was said, or a sentence about the game.
    """

    head: str
    text: str


@dataclass(frozen=True, slots=True)
class Scene:
    """A state of the game and what is told in it.

    Attributes:
        pictures: The whole game's picture, or a player's local and global ones.
        told: What is told, one after the other.
        seconds: How long it is shown if nothing is told.
    """

    pictures: tuple[Picture, ...]
    told: tuple[Told, ...]
    seconds: float


def god_scenes(record: Record, released_map: GameMap, pace: Pace, *, roles: bool) -> list[Scene]:
    """The whole game: a scene a tick, and one for each thing that is told in a meeting.

    Args:
        record: A record, released or ours, finished or not.
        released_map: The map of a released record; records of ours carry theirs.
        pace: How fast it goes.
        roles: Whether it tells who is a Duck.

    Raises:
        InputError: The record was played on another map.
    """
    timeline, game_map = open_game(record, released_map)
    meetings = {meeting.start: meeting for meeting in timeline.meetings}
    lines = list(_lines(record, meetings, roles))
    scenes = []
    for tick, position in frame_positions(timeline):
        told = [line for at in range(timeline.ticks[tick], position + 1) if (line := lines[at])]
        picture = god_picture(timeline, position, game_map, roles=roles)
        scenes.append(Scene((picture,), tuple(told), pace.tick))
        # What a meeting changes is seen as it happens; what is after it, at the next tick.
        for after in range(position + 1, timeline.ticks[tick + 1]):
            line = lines[after]
            if line is not None:
                picture = god_picture(timeline, after, game_map, roles=roles)
                scenes.append(Scene((picture,), (line,), pace.tick))
    return scenes


def _lines(record: Record, meetings: dict[int, MeetingSpan], roles: bool) -> Iterator[Told | None]:
    """What each line of a record tells in a film."""
    for position, (event, full) in enumerate(zip(record.events, sentences(record), strict=True)):
        data = event.data
        if event.event_type == "discussion_message":
            yield Told(record.names[data["player_id"]], data["message"])
        elif event.event_type == "free_roam_chat":
            yield Told(f"{record.names[data['player_id']]} in {data['room']}", data["message"])
        elif position in meetings:
            yield Told("", " ".join((*full, *_dead(meetings[position].bodies))))
        elif event.event_type in _TOLD:
            text = full if roles else veiled(record, event, full)
            yield Told("", " ".join(full if text is None else text))
        else:
            yield None


def _dead(bodies: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    return (f"Dead: {', '.join(f'{victim} in {room}' for victim, room in bodies)}.",) if bodies else ()


def seat_scenes(record: Record, seat: str, pace: Pace, *, roles: bool) -> list[Scene]:
    """What one player was shown, turn by turn: nothing between its turns, nothing after its last one.

    Args:
        record: A record that Gander wrote; it may be unfinished.
        seat: The player's name.
        pace: How fast it goes.
        roles: Whether roles are told, as far as the player was told them.

    Raises:
        InputError: No player has that name, the record carries no decisions, or it is damaged.
    """
    game_map, turns = seat_turns(record, seat)
    if not turns:
        raise InputError(
            "never has a turn in this record, so it was shown nothing.",
            where=seat,
            todo="Name another player with --seat, or leave it out.",
        )
    scenes = []
    before: Observation | None = None
    for number, turn in enumerate(turns):
        seen = turn.observation
        told = [*_heard(seen, before, roles), *_said(record, turn)]
        if before is None and roles:
            told.insert(0, _role(seen))
        following = turns[number + 1].observation.tick if number + 1 < len(turns) else seen.tick + 1
        pictures = (local_picture(seen, game_map), global_picture(seen, game_map))
        scenes.append(Scene(pictures, tuple(told), pace.tick * max(1, following - seen.tick)))
        before = seen
    return scenes


def _role(seen: Observation) -> Told:
    fellows = f", like {listed(seen.fellows)}" if seen.fellows else ""
    return Told("", f"{seen.name} is a {seen.role}{fellows}.")


def _heard(seen: Observation, before: Observation | None, roles: bool) -> Iterator[Told]:
    """What is new in what a player was told, in the order in which it happened."""
    last = seen.last_meeting
    if last is not None and (before is None or before.last_meeting != last):
        for voter, target in last.votes:
            yield Told("", f"{voter} votes for {target or 'nobody'}.")
        role = f": a {last.role}" if last.role and roles else ""
        yield Told("", f"{last.ejected} is ejected{role}." if last.ejected else "Nobody is ejected.")
    for sight in seen.seen:
        if sight.kind == "said":
            yield Told(f"{sight.who} in {sight.room}", sight.text or "")
    meeting = seen.meeting
    if meeting is None:
        return
    known = before.meeting if before is not None else None
    heard = 0
    if known is not None and known.number == meeting.number:
        heard = len(known.transcript)
    else:
        did = "reported a dead body" if meeting.kind == "report" else "called an emergency meeting"
        opening = f"Meeting {meeting.number + 1}: {meeting.caller} {did}."
        yield Told("", " ".join((opening, *_dead(meeting.bodies))))
    for speech in meeting.transcript[heard:]:
        yield Told(speech.speaker, speech.message)


def _said(record: Record, turn: Turn) -> Iterator[Told]:
    """What the player said in free roam at a turn; what it says in a meeting stands in the transcript."""
    decision = turn.decision
    if isinstance(decision, Act) and decision.say and record.events[turn.position].data["legal"]:
        seen = turn.observation
        yield Told(f"{seen.name} in {seen.room}", decision.say)
