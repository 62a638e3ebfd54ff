"""An exact memory of what one player has observed: where it was, whom it met, what it heard.

It is built from observations alone, so it holds nothing that the player could not know, and
nothing untrue. It is kept by rounds; a round ends with a meeting.

Ticks are whole and both ends of an interval belong to it. A player that sets out at tick T on a
walk of W ticks was in its old room until T and is in the new one from T+W; in between it sees
nothing and is not asked.
"""

import copy
from collections.abc import Iterator

import msgspec

from gander.quack.senses import MeetingOutcome, Observation, Speech
from gander.quack.world import Act, Decision

__all__ = [
    "BodySeen",
    "Deed",
    "Encounter",
    "Heard",
    "Killing",
    "MeetingMemory",
    "Memory",
    "Round",
    "Stay",
    "Work",
]


class Stay(msgspec.Struct, frozen=True):
    """The player itself stood in `room` from tick `since` to tick `until`."""

    room: str
    since: int
    until: int


class Encounter(msgspec.Struct, frozen=True):
    """The player and `who`, alive, stood in the same room.

    Attributes:
        who: The other player.
        room: Where.
        since: First tick together.
        until: Last tick together.
        came_from: The room from which the other was seen to arrive, after the player.
        left_to: The room towards which the other was seen to leave.
        killed: Whether it ended with the other being killed.
    """

    who: str
    room: str
    since: int
    until: int
    came_from: str | None = None
    left_to: str | None = None
    killed: bool = False


class BodySeen(msgspec.Struct, frozen=True):
    """The player stood beside the body of `victim` in `room` from tick `since` to tick `until`."""

    victim: str
    room: str
    since: int
    until: int


class Killing(msgspec.Struct, frozen=True):
    """A kill that the player witnessed or did itself."""

    killer: str
    victim: str
    room: str
    tick: int


class Heard(msgspec.Struct, frozen=True):
    """Chat that the player heard in its room."""

    who: str
    room: str
    tick: int
    text: str


class Work(msgspec.Struct, frozen=True):
    """Another player was seen at a task."""

    who: str
    room: str
    tick: int


class Deed(msgspec.Struct, frozen=True):
    """What the player itself did in a tick that it was asked in; only what took effect."""

    room: str
    tick: int
    act: Act


class MeetingMemory(msgspec.Struct, frozen=True):
    """A meeting.

    Attributes:
        number: Meetings are counted from 0.
        tick: When it was held.
        kind: ``report`` of a body or ``button``.
        caller: Who reported or called.
        bodies: (victim, room) of every body on the map.
        order: The speaking order.
        transcript: The speeches, as far as heard.
        outcome: How it ended; None while it goes on.
    """

    number: int
    tick: int
    kind: str
    caller: str
    bodies: tuple[tuple[str, str], ...]
    order: tuple[str, ...]
    transcript: tuple[Speech, ...]
    outcome: MeetingOutcome | None = None


class Round(msgspec.Struct):
    """What is remembered of one round; the lists are in order of time.

    Attributes:
        number: Rounds are counted from 0.
        start: The tick of the game's start (0) or of the meeting before it.
        last: The latest tick that was observed.
        stays: Where the player itself stood.
        encounters: Whom it met.
        bodies: Which bodies it stood beside.
        killings: Which kills it saw or did.
        heard: Chat it heard.
        works: Others it saw at tasks.
        deeds: What it did.
        meeting: The meeting that ends the round, once it has begun.
    """

    number: int
    start: int
    last: int
    stays: list[Stay] = msgspec.field(default_factory=list)
    encounters: list[Encounter] = msgspec.field(default_factory=list)
    bodies: list[BodySeen] = msgspec.field(default_factory=list)
    killings: list[Killing] = msgspec.field(default_factory=list)
    heard: list[Heard] = msgspec.field(default_factory=list)
    works: list[Work] = msgspec.field(default_factory=list)
    deeds: list[Deed] = msgspec.field(default_factory=list)
    meeting: MeetingMemory | None = None

    def rooms(self, first: int, last: int) -> set[str]:
        """The rooms that the player stood in at some moment of the ticks `first` to `last`."""
        return {stay.room for stay in self.stays if stay.since <= last and stay.until >= first}

    def route(self) -> list[str]:
        """The rooms in the order in which the player came to them."""
        rooms: list[str] = []
        for stay in self.stays:
            if not rooms or rooms[-1] != stay.room:
                rooms.append(stay.room)
        return rooms

    def met(self, who: str, first: int | None = None, last: int | None = None) -> Iterator[Encounter]:
        """The encounters with a player, or those of them that touch the ticks `first` to `last`."""
        for encounter in self.encounters:
            if (
                encounter.who == who
                and (last is None or encounter.since <= last)
                and (first is None or encounter.until >= first)
            ):
                yield encounter

    def last_met(self, who: str) -> Encounter | None:
        """The latest encounter with a player."""
        for encounter in reversed(self.encounters):
            if encounter.who == who:
                return encounter
        return None


class Memory:
    """The memory of one player.

    Attributes:
        name: The player's own name; empty before the first observation.
        turns: How many turns it has had.
        rounds: All rounds, the current one last; empty before the first observation.
        dead: Who is known to be dead by announcement (`Observation.dead`).
    """

    def __init__(self) -> None:
        self.name = ""
        self.turns = 0
        self.rounds: list[Round] = []
        self.dead: tuple[str, ...] = ()
        self._here: set[str] = set()  # whom the player stands with; each has its last encounter open
        self._move: tuple[str, str, int] | None = None  # under way: from, to, tick of arrival

    @property
    def current(self) -> Round:
        """The current round.

        Raises:
            IndexError: Nothing has been observed yet.
        """
        return self.rounds[-1]

    def remember(self, observation: Observation, decision: Decision) -> None:
        """Take in a turn: what was observed and what was decided on it."""
        self._take_in(observation)
        self._note(observation, decision)
        self.turns += 1

    def including(self, observation: Observation) -> "Memory":
        """A copy that holds an observation too, for use while deciding on it."""
        memory = copy.copy(self)
        memory._here = set(self._here)
        memory.rounds = list(self.rounds)
        if memory.rounds:
            now = memory.rounds[-1]
            memory.rounds[-1] = msgspec.structs.replace(
                now,
                stays=list(now.stays),
                encounters=list(now.encounters),
                bodies=list(now.bodies),
                killings=list(now.killings),
                heard=list(now.heard),
                works=list(now.works),
                deeds=list(now.deeds),
            )
        memory._take_in(observation)
        return memory

    # Observations.

    def _take_in(self, observation: Observation) -> None:
        self.name = observation.name
        self.dead = observation.dead
        fresh = self._place(observation)
        now = self.rounds[-1]
        # Whoever is here and was not seen to arrive stood here when the player came.
        self._sights(observation, now.stays[-1].since)
        self._present(observation, now.stays[-1].since if fresh else observation.tick)
        self._bodies(observation, now.stays[-1].since if fresh else observation.tick)
        self._meeting(observation)

    def _place(self, observation: Observation) -> bool:
        """Take in the tick and the own room; say whether the stay there has just begun."""
        tick, room = observation.tick, observation.room
        now = self.rounds[-1] if self.rounds else None
        ended = now.meeting if now else None
        if now is None or (
            ended and (observation.meeting is None or observation.meeting.number != ended.number)
        ):
            start = 0
            if now is not None and ended is not None:
                start = ended.tick
                if observation.last_meeting is not None and observation.last_meeting.number == ended.number:
                    now.meeting = msgspec.structs.replace(ended, outcome=observation.last_meeting)
            self.rounds.append(Round(len(self.rounds), start, tick, [Stay(room, start, tick)]))
            self._here, self._move = set(), None
            return True
        now.last = tick
        if self._move is None:
            now.stays[-1] = Stay(room, now.stays[-1].since, tick)
            return False
        _, to, arrival = self._move
        self._move = None
        # A meeting sends walkers back to the room they left.
        now.stays.append(Stay(room, arrival if room == to else tick, tick))
        return True

    def _sights(self, observation: Observation, since: int) -> None:
        now = self.rounds[-1]
        for sight in observation.seen:
            who, kind, tick = sight.who, sight.kind, sight.tick
            if kind == "arrived":
                now.encounters.append(Encounter(who, sight.room, tick, tick, came_from=sight.other))
                self._here.add(who)
                continue
            if who not in self._here:
                now.encounters.append(Encounter(who, sight.room, since, tick))
                self._here.add(who)
            if kind == "left":
                self._extend(who, tick, left_to=sight.other)
                self._here.discard(who)
            elif kind == "said":
                now.heard.append(Heard(who, sight.room, tick, sight.text or ""))
            elif kind == "worked":
                now.works.append(Work(who, sight.room, tick))
            elif sight.other is not None:
                victim = sight.other
                if victim not in self._here:
                    now.encounters.append(Encounter(victim, sight.room, since, tick))
                self._extend(victim, tick, killed=True)
                self._here.discard(victim)
                now.killings.append(Killing(who, victim, sight.room, tick))
                now.bodies.append(BodySeen(victim, sight.room, tick, observation.tick))

    def _present(self, observation: Observation, since: int) -> None:
        tick, now = observation.tick, self.rounds[-1]
        for who in observation.present:
            if who in self._here:
                self._extend(who, tick)
                continue
            # One who left and stands here again without having arrived was sent back by the meeting.
            left = now.last_met(who)
            again = left is not None and left.until >= since
            now.encounters.append(Encounter(who, observation.room, tick if again else since, tick))
            self._here.add(who)

    def _extend(self, who: str, tick: int, left_to: str | None = None, killed: bool = False) -> None:
        encounters = self.rounds[-1].encounters
        for place in range(len(encounters) - 1, -1, -1):
            its = encounters[place]
            if its.who == who:
                encounters[place] = Encounter(who, its.room, its.since, tick, its.came_from, left_to, killed)
                return

    def _bodies(self, observation: Observation, since: int) -> None:
        now = self.rounds[-1]
        for victim in observation.bodies:
            for place, seen in enumerate(now.bodies):
                if seen.victim == victim and seen.until >= now.stays[-1].since:
                    now.bodies[place] = BodySeen(victim, seen.room, seen.since, observation.tick)
                    break
            else:
                now.bodies.append(BodySeen(victim, observation.room, since, observation.tick))

    def _meeting(self, observation: Observation) -> None:
        meeting = observation.meeting
        if meeting is not None:
            self.rounds[-1].meeting = MeetingMemory(
                meeting.number,
                observation.tick,
                meeting.kind,
                meeting.caller,
                meeting.bodies,
                meeting.order,
                meeting.transcript,
            )

    # Own decisions.

    def _note(self, observation: Observation, decision: Decision) -> None:
        if not isinstance(decision, Act) or not _took_effect(observation, decision):
            return
        now, tick, room = self.rounds[-1], observation.tick, observation.room
        now.deeds.append(Deed(room, tick, decision))
        target = decision.target
        if decision.action == "move" and target is not None:
            ticks = next(way.ticks for way in observation.exits if way.room == target)
            self._move = (room, target, tick + ticks)
            self._here = set()
        elif decision.action == "kill" and target is not None:
            self._extend(target, tick, killed=True)
            self._here.discard(target)
            now.killings.append(Killing(observation.name, target, room, tick))
            now.bodies.append(BodySeen(target, room, tick, tick))


def _took_effect(observation: Observation, act: Act) -> bool:
    """Whether an action was legal: a refused one is a turn in which nothing was done."""
    named = act.action in ("move", "kill") or (act.action == "task" and act.target is not None)
    return any(
        act.action == legal.action and (not named or act.target == legal.target)
        for legal in observation.legal
    )
