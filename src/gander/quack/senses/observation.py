"""What one player may know at a decision, in one object (paper, section 3.3).

Text summaries, pictures, scripted players and people at the terminal all work from it, so nobody
is shown more than another would be in the same seat.
"""

import hashlib
from collections.abc import Sequence
from typing import Literal

import msgspec

from gander.quack.world import Act, Engine, NeedKind, Sight

__all__ = [
    "Exit",
    "MeetingOutcome",
    "MeetingView",
    "Observation",
    "Observer",
    "OwnTask",
    "Speech",
    "digest",
]


class Exit(msgspec.Struct, frozen=True):
    """A neighbouring room and the ticks that the walk takes."""

    room: str
    ticks: int


class OwnTask(msgspec.Struct, frozen=True):
    """One of the viewer's own tasks: `done` of `needed` consecutive ticks."""

    name: str
    room: str
    done: int
    needed: int


class Speech(msgspec.Struct, frozen=True):
    """A speech in a meeting."""

    speaker: str
    message: str


class MeetingView(msgspec.Struct, frozen=True):
    """The meeting in progress.

    Attributes:
        number: Meetings are counted from 0.
        kind: ``report`` of a body or ``button``.
        caller: Who reported or called.
        bodies: (victim, room) of every body that lay on the map.
        order: The speaking order.
        transcript: The speeches so far.
        rounds: How often each speaks in all.
    """

    number: int
    kind: Literal["report", "button"]
    caller: str
    bodies: tuple[tuple[str, str], ...]
    order: tuple[str, ...]
    transcript: tuple[Speech, ...]
    rounds: int


class MeetingOutcome(msgspec.Struct, frozen=True):
    """How the latest meeting ended.

    Attributes:
        number: The meeting.
        ejected: Whom it ejected; None for nobody.
        role: The ejected player's role, if the rules reveal it.
        votes: (voter, target) of every valid vote; a target of None abstained.
    """

    number: int
    ejected: str | None
    role: str | None
    votes: tuple[tuple[str, str | None], ...]


class Observation(msgspec.Struct, frozen=True):
    """What one player knows when it decides.

    Attributes:
        kind: What it is asked for: ``act``, ``speak`` or ``vote``.
        tick: The current tick.
        name: The viewer's name.
        role: ``Goose`` or ``Duck``.
        fellows: The other Ducks, for a Duck; empty for a Goose.
        ducks: How many Ducks the game began with.
        players: The whole roster, in seat order.
        dead: Those known to be dead: ejected, or their bodies announced at a meeting.
        room: The room it stands in.
        present: The living players there, without itself.
        bodies: The victims whose bodies lie there.
        seen: What happened around it since its own last decision, in order.
        exits: The neighbouring rooms.
        tasks: Its own tasks.
        cooldown: For a Duck, the ticks until it may kill; None for a Goose.
        calls_left: Emergency meetings that may still be called.
        legal: Its legal actions in free roam; empty in meetings.
        meeting: The meeting in progress.
        last_meeting: The outcome of the latest meeting.
        refused: Why its first attempt at this decision was refused.
    """

    kind: NeedKind
    tick: int
    name: str
    role: str
    fellows: tuple[str, ...]
    ducks: int
    players: tuple[str, ...]
    dead: tuple[str, ...]
    room: str
    present: tuple[str, ...]
    bodies: tuple[str, ...]
    seen: Sequence[Sight]
    exits: tuple[Exit, ...]
    tasks: tuple[OwnTask, ...]
    cooldown: int | None
    calls_left: int
    legal: Sequence[Act]
    meeting: MeetingView | None = None
    last_meeting: MeetingOutcome | None = None
    refused: str | None = None


class Observer:
    """Makes the observations of one game; keeps what never changes in it.

    Args:
        engine: The game.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._names = tuple(engine.rules.players)
        self._rooms = [room.name for room in engine.game_map.rooms]
        self._exits = [
            tuple(Exit(self._rooms[to], ticks) for to, ticks in engine.layout.neighbours[room])
            for room in range(len(self._rooms))
        ]
        ducks = tuple(seat.name for seat in engine.seats if seat.duck)
        self._fellows = [
            tuple(name for name in ducks if name != seat.name) if seat.duck else () for seat in engine.seats
        ]
        self._ducks = len(ducks)
        needed = engine.rules.tasks.ticks
        # Every stage of every task, made once.
        self._tasks = [
            [
                [OwnTask(task.name, self._rooms[task.room], done, needed) for done in range(needed + 1)]
                for task in seat.tasks
            ]
            for seat in engine.seats
        ]
        self._outcomes: dict[int, MeetingOutcome] = {}
        self._dead: tuple[str, ...] = ()
        self._dead_at = (0, True)

    def observe(self, player: int, kind: NeedKind) -> Observation:
        """What a player knows now.

        Args:
            player: Its index; it stands in a room and lives.
            kind: The decision that it is asked for.
        """
        engine = self._engine
        need = engine.need
        state, seat, names, rooms = engine.state, engine.seats[player], self._names, self._rooms
        me = state.players[player]
        room = me.room
        return Observation(
            kind=kind,
            tick=state.tick,
            name=seat.name,
            role=seat.role,
            fellows=self._fellows[player],
            ducks=self._ducks,
            players=names,
            dead=self._known_dead(),
            room=rooms[room],
            present=tuple([names[other] for other in engine.present(player)]),
            bodies=tuple([names[body.victim] for body in state.bodies if body.room == room])
            if state.bodies
            else (),
            seen=engine.sights(player),
            exits=self._exits[room],
            tasks=tuple(
                [stages[done] for stages, done in zip(self._tasks[player], me.progress, strict=True)]
            ),
            cooldown=me.cooldown if seat.duck else None,
            calls_left=state.calls_left,
            legal=engine.legal_actions(player) if kind == "act" else (),
            meeting=self._meeting() if state.meeting else None,
            last_meeting=self._last_meeting() if state.last_meeting else None,
            refused=engine.refusal if engine.refusal and need and need.player == player else None,
        )

    def _known_dead(self) -> tuple[str, ...]:
        """Bodies that no meeting has announced are not public; every meeting announces all of them."""
        state = self._engine.state
        moment = (state.meetings, state.meeting is None)
        if moment != self._dead_at:
            hidden = set() if state.meeting else {body.victim for body in state.bodies}
            self._dead_at = moment
            self._dead = tuple(
                name
                for player, name in enumerate(self._names)
                if not state.players[player].alive and player not in hidden
            )
        return self._dead

    def _meeting(self) -> MeetingView:
        meeting = self._engine.state.meeting
        assert meeting is not None
        names, rooms = self._names, self._rooms
        return MeetingView(
            number=meeting.number,
            kind="report" if meeting.report else "button",
            caller=names[meeting.caller],
            bodies=tuple((names[body.victim], rooms[body.room]) for body in meeting.bodies),
            order=tuple(names[player] for player in meeting.order),
            transcript=tuple(Speech(names[player], message) for player, message in meeting.spoken),
            rounds=self._engine.rules.meetings.discussion_rounds,
        )

    def _last_meeting(self) -> MeetingOutcome:
        last = self._engine.state.last_meeting
        assert last is not None
        if last.number in self._outcomes:
            return self._outcomes[last.number]
        names, ejected = self._names, last.ejected
        reveal = ejected is not None and self._engine.rules.meetings.reveal_ejected
        outcome = MeetingOutcome(
            number=last.number,
            ejected=None if ejected is None else names[ejected],
            role=self._engine.seats[ejected].role if reveal and ejected is not None else None,
            votes=tuple(
                (names[voter], None if target is None else names[target])
                for voter, target in last.votes.items()
            ),
        )
        self._outcomes[last.number] = outcome
        return outcome


_encode = msgspec.json.Encoder().encode


def digest(observation: Observation) -> str:
    """16 hexadecimal digits that differ for observations that differ: BLAKE2b over it as JSON."""
    return hashlib.blake2b(_encode(observation), digest_size=8).hexdigest()
