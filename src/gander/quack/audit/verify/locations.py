"""Location claims: somebody was in a room, or in several that share one duration."""

from collections.abc import Sequence

from gander.quack.audit.verify.deeds import done, moves
from gander.quack.audit.verify.durations import lasting
from gander.quack.audit.verify.finding import Finding, unverifiable
from gander.quack.audit.verify.routes import verify_route
from gander.quack.audit.verify.wording import (
    ascending,
    between,
    by_ticks,
    ends,
    listed,
    nowhere,
    ticks_missed,
    trail_of,
)
from gander.quack.audit.whereabouts import Interval, Question, Whereabouts, plain, touches
from gander.quack.claims import Claim

__all__ = ["verify_location", "verify_presence"]


def verify_location(at: Whereabouts, subject: str, claim: Claim, window: Question) -> Finding:
    """Judge a location claim: presence in its room or rooms, or the order of its route."""
    if claim.route:
        return verify_route(at, subject, claim.route, window)
    dead = claim.state == "body" and at.reading.bodies
    found = verify_presence(at, subject, (claim.room, *claim.also), window, dead=dead)
    if found.verdict == "false" and claim.activity == "traveling":
        for walk in moves(at, subject, window):
            if walk.rooms[1] == claim.room and touches(walk.start, walk.end, window.spans):
                return done(at, subject, walk, window)
    return found


def verify_presence(
    at: Whereabouts, subject: str, rooms: Sequence[str | None], window: Question, *, dead: bool = False
) -> Finding:
    """Somebody was in a room, or in each of several that share one duration; or lay dead there."""
    if len(rooms) == 1 and not dead and window.window.duration == "any" and rooms[0] in at.game.record.rooms:
        # By far the most claims ask for one room at some moment.
        for one in at.answers[subject].get(str(rooms[0]), ()):
            if touches(one.start, one.end, window.spans):
                return _present(at, subject, rooms, [one], window)
    stays: list[Interval] = []
    missed: list[str] = []
    misses: list[int | None] = []
    hits: list[Interval] = []
    for room in rooms:
        if room is None or room not in at.game.record.rooms:
            return unverifiable(nowhere(room))
        its = _intervals(at, subject, room, dead)
        stays += its
        for one in its:
            if touches(one.start, one.end, window.spans):
                hits.append(one)
                break
        else:
            missed.append(room)
            misses.append(ticks_missed(at, its, window))
    name = at.names[subject]
    if window.window.duration != "any":
        was = "lay dead" if dead else "was"
        return lasting(at, subject, stays, window, f"{name} {was} in {listed(map(plain, rooms))}", missed)
    if not missed:
        return _present(at, subject, rooms, hits, window)
    known = [miss for miss in misses if miss is not None]
    nearest = max(known) if len(known) == len(missed) else None
    where, trail = trail_of(at, subject, window)
    return Finding(
        "false",
        f"{name} {'did not lie dead' if dead else 'was not'} in {listed(map(plain, missed))} "
        f"within {window.text} but was {where}{by_ticks(nearest)}.",
        trail,
        nearest,
    )


def _intervals(at: Whereabouts, subject: str, room: str, dead: bool) -> Sequence[Interval]:
    """When somebody was in a room, or lay dead there."""
    if not dead:
        return at.answers[subject].get(room, ())
    body = at.bodies.get(subject)
    return (body,) if body is not None and body.room == room else ()


def _present(
    at: Whereabouts, subject: str, rooms: Sequence[str | None], hits: Sequence[Interval], window: Question
) -> Finding:
    lines = ends(at, hits[0], window)
    places = plain(rooms[0])
    if len(hits) > 1:
        lines = ascending(line for hit in hits for line in ends(at, hit, window))
        places = listed(map(plain, rooms))
    body = at.bodies.get(subject)
    was = "was" if body is None or hits[0].start < body.start else "lay dead"
    return Finding(
        "true",
        f"{at.names[subject]} {was} in {places} {between(at, lines)}; the window is {window.text}.",
        lines,
    )
