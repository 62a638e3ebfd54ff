"""Deeds: what players did between meetings, as the record logged it: task work, moves, waits."""

from collections.abc import Callable, Mapping

import msgspec

from gander.quack.audit.verify.finding import Finding
from gander.quack.audit.verify.wording import ascending, between, round_of
from gander.quack.audit.whereabouts import Question, Whereabouts, plain

__all__ = ["DEEDS", "Deed", "done", "moves"]


class Deed(msgspec.Struct, frozen=True, gc=False):
    """Something that somebody did at the positions ``[start, end)``.

    Attributes:
        start: First position.
        end: First position after it.
        since: Where what it follows from began: for a wait the stay.
        rooms: The rooms that it concerned.
        what: What it was, to stand after the name.
    """

    start: int
    end: int
    since: int
    rooms: tuple[str, ...]
    what: str


def done(at: Whereabouts, subject: str, deed: Deed, window: Question) -> Finding:
    """The finding on a deed that was done in the window."""
    lines = ascending((deed.since + 1, deed.end))
    reason = f"{at.names[subject]} {deed.what} {between(at, lines)}; the window is {window.text}."
    return Finding("true", reason, lines)


def _tasks(at: Whereabouts, subject: str, window: Question) -> list[Deed]:
    its = round_of(window)
    return [
        Deed(
            work.position,
            work.position + 1,
            work.position,
            (work.room,),
            f"worked on a task in {plain(work.room)}",
        )
        for work in at.works[subject]
        if its.start <= work.position < its.end
    ]


def moves(at: Whereabouts, subject: str, window: Question) -> list[Deed]:
    """Moves; each concerns the room left and the room ahead, from leaving to arriving."""
    its = round_of(window)
    return [
        Deed(
            walk.start,
            walk.last + 1,
            walk.start,
            (walk.origin, walk.heading),
            f"was on the way from {plain(walk.origin)} to {plain(walk.heading)}",
        )
        for walk in at.walks(subject)
        if its.start <= walk.start < its.end
    ]


def _waits(at: Whereabouts, subject: str, window: Question) -> list[Deed]:
    """Stays across the start of a tick or until the meeting; each such moment is a wait of its own."""
    its, ticks = round_of(window), at.game.timeline.ticks
    moments = [tick for tick in ticks[:-1] if its.start < tick < its.end]
    if its.meeting is not None:
        moments.append(its.end - 1)
    return [
        Deed(moment, moment + 1, stay.start, (stay.room,), f"waited in {plain(stay.room)}")
        for stay in at.stays[subject]
        if stay.room is not None and stay.end > its.start and stay.start < its.end
        for moment in moments
        if stay.start < moment < stay.end
    ]


DEEDS: Mapping[str, Callable[[Whereabouts, str, Question], list[Deed]]] = {
    "task": _tasks,
    "traveling": moves,
    "waiting": _waits,
}
