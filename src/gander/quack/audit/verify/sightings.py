"""Sighting claims: somebody saw another in a room, on the way there, or lying there dead."""

from collections.abc import Mapping, Sequence

import msgspec

from gander.quack.audit.verify.durations import lasting
from gander.quack.audit.verify.finding import Finding, unverifiable
from gander.quack.audit.verify.wording import (
    ascending,
    between,
    by_ticks,
    ends,
    listed,
    nobody,
    nowhere,
    round_of,
    ticks_missed,
    trail_of,
)
from gander.quack.audit.whereabouts import Question, Whereabouts, plain, touches
from gander.quack.claims import Claim

__all__ = ["verify_sighting"]


class _Sight(msgspec.Struct, frozen=True, gc=False):
    """Positions ``[start, end)`` at which somebody saw another in a room or on the way there."""

    start: int
    end: int
    room: str
    kind: str


_SAW: Mapping[str, str] = {
    "together": "{seer} and {seen} were together in {room}",
    "body": "{seer} stood in {room} by {seen}'s body",
    "heading": "{seer} saw {seen} leave for {room}",
    "coming": "{seer} saw {seen} come from {room}",
}


def verify_sighting(at: Whereabouts, subject: str, claim: Claim, window: Question) -> Finding:
    """Judge a sighting: whether the subject saw the target in the claimed room (in any if none is named)."""
    target, room = at.game.ids.get(claim.target or ""), claim.room
    if room is not None and room not in at.game.record.rooms:
        return unverifiable(nowhere(room))
    if claim.negated and not claim.target:
        return _anybody(at, subject, claim, window)
    if target is None:
        return unverifiable(nobody(claim.target, "who was seen"))
    if target == subject:
        return unverifiable(f"{claim.subject} is said to have seen itself.")
    spans = window.spans
    if claim.state != "body" and window.window.duration == "any":
        # By far the most sightings are of somebody who simply stood there.
        for met in (at.noticed if claim.negated else at.together)(subject, target):
            if (room is None or met.room == room) and touches(met.start, met.end, spans):
                sight = _Sight(met.start, met.end, met.room, "together")
                return _seen(at, subject, target, sight, window)
    sights = _sights(at, subject, target, claim)
    there = sights if room is None else [sight for sight in sights if sight.room == room]
    hit = next((sight for sight in there if touches(sight.start, sight.end, spans)), None)
    if hit is not None:
        stays = [sight for sight in there if sight.kind in ("together", "body")]
        if window.window.duration == "any" or not any(touches(one.start, one.end, spans) for one in stays):
            return _seen(at, subject, target, hit, window)
        what = f"{at.names[subject]} and {at.names[target]} were together"
        if room is not None:
            what += f" in {plain(room)}"
        found = lasting(at, subject, stays, window, what)
        killed = found.verdict == "true" and _killed(at, subject, target, window)
        return msgspec.structs.replace(found, killed=killed)
    nearest = ticks_missed(at, there, window)
    elsewhere = next(
        (
            sight
            for sight in sights
            if sight.kind in ("together", "body") and touches(sight.start, sight.end, spans)
        ),
        None,
    )
    if elsewhere is not None:
        told = _told(at, subject, target, elsewhere, window, f", not in {plain(room)}{by_ticks(nearest)}")
        return Finding("wrong_room", told, _shown(at, elsewhere, window), nearest)
    missed = _missed(at, subject, [target], room, window) if claim.negated and claim.state != "body" else None
    if missed is not None:
        return missed
    return _unseen(at, subject, target, window, nearest)


def _anybody(at: Whereabouts, subject: str, claim: Claim, window: Question) -> Finding:
    """Whether the subject stood with anybody else, alive, whom the claim does not except."""
    room, first = claim.room, None
    excepted = {subject, *(at.game.ids.get(name) for name in claim.but)}
    for other in at.stays:
        for met in at.noticed(subject, other) if other not in excepted else ():
            if (room is None or met.room == room) and touches(met.start, met.end, window.spans):
                if first is None or met.start < first[1].start:
                    first = (other, _Sight(met.start, met.end, met.room, "together"))
                break
    if first is not None:
        return _seen(at, subject, *first, window)
    missed = _missed(at, subject, [other for other in at.stays if other not in excepted], room, window)
    if missed is not None:
        return missed
    where, trail = trail_of(at, subject, window)
    there = f" in {plain(room)}" if room is not None else ""
    but = f" but {listed(claim.but)}" if claim.but else ""
    return Finding(
        "false",
        f"{at.names[subject]} was with nobody{but}{there} within {window.text} and was {where}.",
        trail,
    )


def _missed(
    at: Whereabouts, subject: str, others: Sequence[str], room: str | None, window: Question
) -> Finding | None:
    """The finding on having seen somebody who was gone before the subject's next turn; None without one."""
    for other in others:
        for met in at.together(subject, other):
            if (room is None or met.room == room) and touches(met.start, met.end, window.spans):
                sight = _Sight(met.start, met.end, met.room, "together")
                lines = _shown(at, sight, window)
                told = (
                    f"{at.names[subject]} and {at.names[other]} were together in {plain(met.room)}"
                    f" {between(at, lines)}, in which {at.names[subject]} had no turn for certain;"
                    f" the window is {window.text}."
                )
                return Finding("false", told, lines)
    return None


def _seen(at: Whereabouts, subject: str, target: str, sight: _Sight, window: Question) -> Finding:
    """The finding on a true sighting."""
    lines = _shown(at, sight, window)
    killed = _killed(at, subject, target, window)
    if killed:
        lines = ascending((*lines, at.bodies[target].start + 1))
    return Finding("true", _told(at, subject, target, sight, window), lines, None, killed)


def _sights(at: Whereabouts, subject: str, target: str, claim: Claim) -> list[_Sight]:
    """Whatever answers a sighting of this kind, in any room and at any time."""
    # A denial is taken at its word: having seen a body or somebody setting out refutes no "I never saw Bob",
    # nor has somebody surely been seen who was gone before the next turn.
    lenient = not claim.negated
    body = at.reading.bodies and (claim.state == "body" or (lenient and claim.state in (None, "unknown")))
    sights: list[_Sight] = []
    if claim.state != "body" or not at.reading.bodies:
        for met in (at.together if lenient else at.noticed)(subject, target):
            sights.append(_Sight(met.start, met.end, met.room, "together"))
            if lenient and at.reading.comings:
                if met.left_for is not None:
                    sights.append(_Sight(met.end, met.end + 1, met.left_for, "heading"))
                if met.came_from is not None:
                    sights.append(_Sight(met.start, met.start + 1, met.came_from, "coming"))
    if body:
        room = at.bodies[target].room if target in at.bodies else ""
        sights += [_Sight(start, end, room, "body") for start, end in at.beside_body(subject, target)]
    return sights


def _told(at: Whereabouts, subject: str, target: str, sight: _Sight, window: Question, but: str = "") -> str:
    what = _SAW[sight.kind].format(seer=at.names[subject], seen=at.names[target], room=plain(sight.room))
    return f"{what} {between(at, _shown(at, sight, window))}{but}; the window is {window.text}."


def _shown(at: Whereabouts, sight: _Sight, window: Question) -> tuple[int, ...]:
    """The lines of a sight: one for somebody who came or left, else where it began and ended."""
    return (sight.start + 1,) if sight.kind in ("heading", "coming") else ends(at, sight, window)


def _killed(at: Whereabouts, subject: str, target: str, window: Question) -> bool:
    """Whether the one killed the other in the window's round."""
    body = at.bodies.get(target)
    if body is None or body.killer != subject:
        return False
    its = round_of(window)
    return its.start <= body.start < its.end


def _unseen(at: Whereabouts, subject: str, target: str, window: Question, nearest: int | None) -> Finding:
    one, its_lines = trail_of(at, subject, window)
    other, other_lines = trail_of(at, target, window)
    seer, seen = at.names[subject], at.names[target]
    return Finding(
        "false",
        f"{seer} did not see {seen} there within {window.text}: {seer} was {one}; {seen} was {other}"
        f"{by_ticks(nearest)}.",
        ascending(its_lines + other_lines),
        nearest,
    )
