"""Whereabouts: a game's timeline, arranged so that many claims can be looked up in it quickly.

Everything is on positions (see `gander.quack.record.timeline`). "Together" means in one room at
one position; in corridors nobody sees anybody.
"""

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeAlias

import msgspec

from gander.quack.audit.game import Game
from gander.quack.audit.judgement import Reading, Window
from gander.quack.audit.looks import Looks
from gander.quack.record import BodySpan, Death, Stay, Timeline
from gander.quack.record.timeline import Round

__all__ = ["Interval", "Question", "Together", "Walk", "Whereabouts", "Work", "inside", "plain", "touches"]

Spans: TypeAlias = tuple[tuple[int, int], ...]


class Interval(Protocol):
    """Positions ``[start, end)``."""

    @property
    def start(self) -> int:
        """First position."""
        ...

    @property
    def end(self) -> int:
        """First position after it."""
        ...


class Question:
    """A window made ready to be asked about many times.

    Attributes:
        window: The window.
        spans: Its positions.
        round: The round that it lies in; None if it lies in none.
        text: The window in words.
        company: Answers to "were these two together in it?", by the two players' ids.
    """

    __slots__ = ("company", "round", "spans", "text", "window")

    def __init__(self, window: Window, its: Round | None, spans: Spans) -> None:
        self.window = window
        self.spans = spans
        self.round = its
        self.text = _spelled(window)
        self.company: dict[tuple[str, str], bool] = {}


def _spelled(window: Window) -> str:
    ticks = " and ".join(f"{first}-{last}" if first < last else f"{first}" for first, last in window.ticks)
    words = f"ticks {ticks}" if len(window.ticks) != 1 or "-" in ticks else f"tick {ticks}"
    return words if window.state == "stated" else f"the round so far ({words})"


class Together(msgspec.Struct, frozen=True, gc=False):
    """One player (the watcher) and another in one room, from position `start` up to but without `end`.

    Attributes:
        start: First position.
        end: First position after it.
        room: The room.
        came_from: The room from which the other walked in at `start`; None if it did not.
        left_for: The room for which the other left at `end`, the watcher staying; None if it did not.
    """

    start: int
    end: int
    room: str
    came_from: str | None
    left_for: str | None


class Walk(msgspec.Struct, frozen=True, gc=False):
    """A move from `origin` toward `heading`, from the position of leaving through that of arriving."""

    start: int
    last: int
    origin: str
    heading: str


class Work(msgspec.Struct, frozen=True, gc=False):
    """Logged work on a task."""

    position: int
    room: str


class Whereabouts:
    """Who was where, with whom and at what, by player id.

    Args:
        game: The game.
        reading: Whether sightings are judged on positions or on the ends of ticks only.

    Attributes:
        game: The game.
        reading: The reading.
        tick_at: The tick of every position.
        stays: The players' stays.
        rooms: The same by player and room; corridors are left out.
        answers: The same, and where a player's body lay after its death, if the reading asks for that.
        bodies: By victim.
        deaths: By player; the living are missing.
        works: Task work by player.
    """

    def __init__(self, game: Game, reading: Reading) -> None:
        timeline = game.timeline
        self.game = game
        self.reading = reading
        self.tick_at = [event.tick for event in game.record.events]
        self.stays = timeline.stays
        self._pieces = [] if reading.positions else _pieces(timeline)
        self._seen_stays = self.stays
        if not reading.positions:
            # Rooms passed through count even by the coarse clock; who was with whom is its tick's end.
            self._seen_stays = {
                player: list(_sampled(timeline, player, self._pieces)) for player in self.stays
            }
        self.rooms: dict[str, dict[str, list[Stay]]] = {}
        for player, stays in self.stays.items():
            by_room: dict[str, list[Stay]] = {}
            for stay in stays:
                if stay.room is not None:
                    if stay.room in by_room:
                        by_room[stay.room].append(stay)
                    else:
                        by_room[stay.room] = [stay]
            self.rooms[player] = by_room
        ids = game.ids
        self.bodies: dict[str, BodySpan] = {body.victim: body for body in timeline.bodies}
        self.answers: dict[str, Mapping[str, Sequence[Interval]]] = dict(self.rooms)
        if reading.bodies:
            for body in timeline.bodies:
                before = self.rooms[body.victim]
                self.answers[body.victim] = {**before, body.room: [*before.get(body.room, ()), body]}
        self.deaths: dict[str, Death] = timeline.deaths
        self.works: dict[str, list[Work]] = {player: [] for player in timeline.players}
        for position, event in enumerate(game.record.events):
            if event.event_type in ("task_progress", "task_completed"):
                player, room = event.data["player_id"], event.data["room"]
                if player not in self.deaths or position < self.deaths[player].position:
                    self.works[player].append(Work(position, room))
        self.names = {player: name for name, player in ids.items()}
        self._chains: dict[tuple[str, int], tuple[list[Stay], list[str]]] = {}
        self._walks: dict[str, list[Walk]] = {}
        self._together: dict[tuple[str, str], list[Together]] = {}
        self._looks: Looks | None = None

    def question(self, window: Window) -> Question:
        """A window of this game, made ready to be asked about."""
        its = None if window.round is None else self.game.timeline.rounds[window.round]
        spans = window.spans
        if not self.reading.positions:
            # The end of a tick stands for all of it.
            spans = tuple(piece for piece in self._pieces if any(touches(*piece, (span,)) for span in spans))
        return Question(window, its, spans)

    def chain(self, player: str, its: Round) -> tuple[list[Stay], list[str]]:
        """A player's stays in rooms in a round, in order, and the rooms."""
        found = self._chains.get((player, its.number))
        if found is None:
            stays: list[Stay] = []
            rooms: list[str] = []
            for stay in self.stays[player]:
                if stay.room is not None and stay.start < its.end and stay.end > its.start:
                    stays.append(stay)
                    rooms.append(stay.room)
            found = self._chains[player, its.number] = stays, rooms
        return found

    def together(self, watcher: str, other: str) -> list[Together]:
        """When two players, both alive, stood in one room; in order."""
        found = self._together.get((watcher, other))
        if found is None:
            found = self._together[watcher, other] = _meet(self._seen_stays[watcher], self._seen_stays[other])
        return found

    def noticed(self, watcher: str, other: str) -> list[Together]:
        """The same, as far as the watcher surely had a turn meanwhile, and so was shown the other."""
        if not self.reading.positions:
            return self.together(watcher, other)
        looks = self._looks = self._looks or Looks(self.game)
        return [met for met in self.together(watcher, other) if looks.within(watcher, met.start, met.end)]

    def beside_body(self, watcher: str, victim: str) -> list[tuple[int, int]]:
        """When a player stood in the room in which another's body lay, as ``[start, end)``; in order."""
        body = self.bodies.get(victim)
        if body is None:
            return []
        return [
            (max(stay.start, body.start), min(stay.end, body.end))
            for stay in self.rooms[watcher].get(body.room, ())
            if stay.start < body.end and stay.end > body.start
        ]

    def walks(self, player: str) -> list[Walk]:
        """A player's moves, in order; a walk that a meeting cut off is one too."""
        found = self._walks.get(player)
        if found is None:
            found = self._walks[player] = []
            before: Stay | None = None
            final = len(self.tick_at) - 1
            for stay in self.stays[player]:
                if stay.room is None:
                    assert stay.origin is not None and stay.heading is not None
                    found.append(Walk(stay.start, min(stay.end, final), stay.origin, stay.heading))
                elif stay.arrived_from is not None and (before is None or before.room is not None):
                    found.append(Walk(stay.start, stay.start, stay.arrived_from, stay.room))
                before = stay
        return found


def touches(start: int, end: int, spans: Spans) -> bool:
    """Whether the positions ``[start, end)`` have one in common with some spans."""
    for low, high in spans:  # noqa: SIM110 - the loop is much faster than any()
        if start < high and end > low:
            return True
    return False


def inside(position: int, spans: Spans) -> bool:
    """Whether a position lies in one of some spans."""
    for low, high in spans:  # noqa: SIM110 - the loop is much faster than any()
        if low <= position < high:
            return True
    return False


def plain(room: str | None) -> str:
    """A room's name as it is spoken."""
    return (room or "").replace("_", " ")


def _meet(ones: list[Stay], others: list[Stay]) -> list[Together]:
    found: list[Together] = []
    i = j = 0
    while i < len(ones) and j < len(others):
        one, other = ones[i], others[j]
        one_end, other_end = one.end, other.end
        if one.room == other.room and one.room is not None:
            start, end = max(one.start, other.start), min(one_end, other_end)
            if start < end:
                came_from = other.arrived_from if other.start == start else None
                left_for = None
                if other_end == end < one_end and j + 1 < len(others):
                    left_for = _next_room(other, others[j + 1])
                found.append(Together(start, end, one.room, came_from, left_for))
        if one_end <= other_end:
            i += 1
        if other_end <= one_end:
            j += 1
    return found


def _next_room(stay: Stay, after: Stay) -> str | None:
    """Where a player went from a stay; None if it was put elsewhere by a respawn."""
    if after.room is None:
        return after.heading
    return after.room if after.arrived_from == stay.room else None


def _pieces(timeline: Timeline) -> list[tuple[int, int]]:
    """The record in ticks, as positions; one in which a round ends and another begins is in pieces."""
    rounds = timeline.rounds
    bounds = sorted({*timeline.ticks, *(its.start for its in rounds), *(its.end for its in rounds)})
    return list(itertools.pairwise(bounds))


def _sampled(timeline: Timeline, player: str, pieces: list[tuple[int, int]]) -> Iterable[Stay]:
    """One player's stays by a coarse clock: all through a tick it is where it stands at the tick's end."""
    now: Stay | None = None
    for start, end in pieces:
        there = timeline.where(player, end - 1)
        if there is None:
            break
        same = now is not None and (now.room, now.origin, now.heading) == (
            there.room,
            there.origin,
            there.heading,
        )
        if now is not None and same:
            now = Stay(now.start, end, now.room, now.origin, now.heading, now.arrived_from)
            continue
        if now is not None:
            yield now
        now = Stay(start, end, there.room, there.origin, there.heading, there.arrived_from)
    if now is not None:
        yield now
