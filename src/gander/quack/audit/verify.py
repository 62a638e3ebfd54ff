"""Verdicts: each claim type against what the record says (docs/audit.md tells what each verdict means).

A claim is asked in its window. What happened is looked up in the `Whereabouts`; every verdict names
the record lines that decide it and says why in one sentence.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from gander.quack.audit.judgement import Whose
from gander.quack.audit.presence import PresenceFact
from gander.quack.audit.whereabouts import Interval, Question, Whereabouts, plain, touches
from gander.quack.claims import Claim, Verdict
from gander.quack.record.timeline import Round

__all__ = ["ACTIVITIES", "Finding", "present", "verify", "whose"]

ACTIVITIES: Mapping[str, str] = {
    word: activity
    for activity, words in {
        "task": ("task", "tasks", "tasking", "doing task", "doing a task", "doing tasks", "working"),
        "traveling": ("traveling", "travelling", "travel", "moving", "walking", "leaving", "heading"),
        "waiting": ("waiting", "wait", "staying", "idling", "idle", "standing", "lingering"),
        "reporting": ("reporting", "reporting body", "report", "report body", "reported", "found body"),
        "calling": ("calling", "calling meeting", "call meeting", "called meeting", "emergency meeting"),
    }.items()
    for word in words
}
"""Words for activities, as extractors write them."""

_SHOWN = 8  # places named in a reason; the evidence has all of them


class Finding(NamedTuple):
    """What the record says of a claim.

    Attributes:
        verdict: The verdict.
        reason: Why, in one sentence.
        evidence: The record lines that decide it, ascending.
        misses_by: If it holds in the round but outside the window, by how many ticks.
        killed: Whether the subject of a true sighting killed whom it saw, in that round.
    """

    verdict: Verdict
    reason: str
    evidence: tuple[int, ...] = ()
    misses_by: int | None = None
    killed: bool = False


def verify(at: Whereabouts, claim: Claim, window: Question) -> Finding:
    """Judge an asserted location, sighting or activity claim.

    Args:
        at: The game's whereabouts.
        claim: The claim, its names resolved where they can be.
        window: What its time phrase means.

    Returns:
        What was found; for a denial, of the denial.
    """
    subject = at.game.ids.get(claim.subject or "")
    if subject is None:
        return _unverifiable(_nobody(claim.subject, "whom it is about"))
    if window.window.state == "later":
        return _unverifiable(f'"{claim.time}" had not come yet.')
    if window.round is None or not window.spans:
        return _unverifiable(f'"{claim.time}" means no part of this game.')
    found = _BY_TYPE[claim.type](at, subject, claim, window)
    if not claim.negated:
        return found
    if window.window.state == "unresolved" and found.verdict in ("true", "near_miss"):
        return _unverifiable(f'"{claim.time}" cannot be placed, and at some time it was so.')
    return _denied(found)


def whose(
    at: Whereabouts, speaker: str, subject: str | None, source: str | None, window: Question | None
) -> Whose:
    """Whether something is about the speaker, about somebody it was with in the window, or hearsay.

    Args:
        at: The game's whereabouts.
        speaker: Who says it.
        subject: Whom it is about.
        source: Whose word it is, if the speaker passes it on.
        window: When it was; None if nothing is asked of any time.
    """
    if source is not None and source != speaker:
        return "hearsay"
    if subject == speaker:
        return "own"
    ids = at.game.ids
    watcher, other = ids.get(speaker), ids.get(subject or "")
    if watcher is None or other is None or window is None:
        return "hearsay"
    together = window.company.get((watcher, other))
    if together is None:
        together = window.company[watcher, other] = _with(at, watcher, other, window)
    return "observed" if together else "hearsay"


def _with(at: Whereabouts, watcher: str, other: str, window: Question) -> bool:
    for met in at.together(watcher, other):
        if touches(met.start, met.end, window.spans):
            return True
    return at.reading.bodies and any(
        touches(start, end, window.spans) for start, end in at.beside_body(watcher, other)
    )


def present(at: Whereabouts, fact: PresenceFact, window: Question) -> tuple[Verdict, tuple[int, ...]]:
    """Judge a presence fact: whether the player was there at some moment of the window.

    Args:
        at: The game's whereabouts.
        fact: The fact. One on the move counts for the room left and the room ahead.
        window: What its time phrase means, whatever duration it claims.

    Returns:
        True, false or unverifiable, and the lines that decide it.
    """
    player = at.game.ids.get(fact.player)
    if player is None or fact.room not in at.game.record.rooms or window.round is None or not window.spans:
        return "unverifiable", ()
    spans = window.spans
    there: tuple[int, ...] | None = None
    if fact.corridor:
        for walk in at.walks(player):
            if fact.room in (walk.origin, walk.heading) and touches(walk.start, walk.last + 1, spans):
                there = _lines((walk.start + 1, walk.last + 1))
                break
    else:
        for one in at.answers[player].get(fact.room, ()):
            if touches(one.start, one.end, spans):
                there = _ends(at, one, window)
                break
    if there is None:
        return "true" if fact.negated else "false", _trail(at, player, window)[1]
    if fact.negated and window.window.state == "unresolved":
        return "unverifiable", ()
    return "false" if fact.negated else "true", there


# Where somebody was.


def _location(at: Whereabouts, subject: str, claim: Claim, window: Question) -> Finding:
    if claim.route:
        return _route(at, subject, claim.route, window)
    found = _presence(at, subject, (claim.room, *claim.also), window)
    if found.verdict == "false" and claim.activity == "traveling":
        for walk in _moves(at, subject, window):
            if walk.rooms[1] == claim.room and touches(walk.start, walk.end, window.spans):
                return _done(at, subject, walk, window)
    return found


def _presence(at: Whereabouts, subject: str, rooms: Sequence[str | None], window: Question) -> Finding:
    """Somebody was in a room, or in each of several that share one duration."""
    if len(rooms) == 1 and window.window.duration == "any" and rooms[0] in at.game.record.rooms:
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
            return _unverifiable(_nowhere(room))
        its = at.answers[subject].get(room, ())
        stays += its
        for one in its:
            if touches(one.start, one.end, window.spans):
                hits.append(one)
                break
        else:
            missed.append(room)
            misses.append(_misses(at, its, window))
    name = at.names[subject]
    if window.window.duration != "any":
        return _lasting(at, subject, stays, window, f"{name} was in {_and(map(plain, rooms))}", missed)
    if not missed:
        return _present(at, subject, rooms, hits, window)
    known = [miss for miss in misses if miss is not None]
    nearest = max(known) if len(known) == len(missed) else None
    where, trail = _trail(at, subject, window)
    return Finding(
        "false",
        f"{name} was not in {_and(map(plain, missed))} within {window.text} but was {where}"
        f"{_missed(nearest)}.",
        trail,
        nearest,
    )


def _present(
    at: Whereabouts, subject: str, rooms: Sequence[str | None], hits: Sequence[Interval], window: Question
) -> Finding:
    lines = _ends(at, hits[0], window)
    places = plain(rooms[0])
    if len(hits) > 1:
        lines = _lines(line for hit in hits for line in _ends(at, hit, window))
        places = _and(map(plain, rooms))
    body = at.bodies.get(subject)
    was = "was" if body is None or hits[0].start < body.start else "lay dead"
    return Finding(
        "true",
        f"{at.names[subject]} {was} in {places} {_between(at, lines)}; the window is {window.text}.",
        lines,
    )


def _lasting(
    at: Whereabouts,
    subject: str,
    held: Sequence[Interval],
    window: Question,
    what: str,
    never: Sequence[str | None] = (),
) -> Finding:
    """What is said to have held at every position ("all") or in at least half of the ticks ("most").

    The rooms in `never` were not visited at all.
    """
    parts = [
        (max(one.start, low), min(one.end, high))
        for one in held
        for low, high in window.spans
        if one.start < high and one.end > low
    ]
    tick_at, always = at.tick_at, window.window.duration == "all"
    if always:
        whole, held_for = sum(high - low for low, high in window.spans), _covered(parts)
    else:
        ticks = {tick for low, high in window.spans for tick in range(tick_at[low], tick_at[high - 1] + 1)}
        within = {tick for start, end in parts for tick in range(tick_at[start], tick_at[end - 1] + 1)}
        whole, held_for = len(ticks), len(within)
    share = f"{what} {'at' if always else 'in'} {held_for} of {whole} {'positions' if always else 'ticks'}"
    share += f"; the window is {window.text}"
    if not parts:
        where, trail = _trail(at, subject, window)
        return Finding("false", f"{share}; {at.names[subject]} was {where}.", trail)
    lines = _lines(
        line for one in held if touches(one.start, one.end, window.spans) for line in _ends(at, one, window)
    )
    if never:
        return Finding("near_miss", f"{share}: never in {_and(map(plain, never))}.", lines)
    if held_for == whole or (not always and 2 * held_for >= whole):
        return Finding("true", f"{share}.", lines)
    return Finding("near_miss", f"{share}: not {'all' if always else 'most of'} the time.", lines)


def _covered(parts: Iterable[tuple[int, int]]) -> int:
    """How many positions some intervals cover together."""
    total = reached = 0
    for start, end in sorted(parts):
        total += max(0, end - max(start, reached))
        reached = max(reached, end)
    return total


def _route(at: Whereabouts, subject: str, route: Sequence[str], window: Question) -> Finding:
    """The rooms in their order, others between them or not, on a stretch that touches the window."""
    rooms = at.game.record.rooms
    wanted = [
        room for place, room in enumerate(route) if room in rooms and route[place - 1 : place] != (room,)
    ]
    if not wanted:
        return _unverifiable(_nowhere(route[0]))
    its, name = _round(window), at.names[subject]
    chain, walked = at.chain(subject, its)
    misses: list[int] = []
    first = -1
    while (steps := _steps(walked, wanted, first + 1)) is not None:
        first = steps[0]
        end = min(chain[steps[-1]].end, its.end)
        if touches(chain[first].start, end, window.spans):
            if not rooms.issuperset(route):
                return _unverifiable(_nowhere(next(room for room in route if room not in rooms)))
            lines = [chain[step].start + 1 for step in steps]
            last = min(end, its.end - 1) + 1
            if last > lines[-1]:
                lines.append(last)
            return Finding(
                "true",
                f"{name} was in {_order(wanted)} in this order {_between(at, lines)};"
                f" the window is {window.text}.",
                tuple(lines),
            )
        misses.append(_gap(at, chain[first].start, end, window))
    nearest = min(misses, default=None)
    if nearest is None:
        cut_off = _cut_off(at, subject, wanted, window)
        if cut_off is not None:
            return cut_off
    missing = [room for room in dict.fromkeys(wanted) if room not in walked]
    went = _order(room for place, room in enumerate(walked) if walked[place - 1 : place] != [room])
    if nearest is not None:
        reason = f"{name} went {_order(wanted)}, but not within {window.text}{_missed(nearest)}."
    elif missing:
        reason = f"{name} was not in {_and(map(plain, missing))} in this round: {went or 'nowhere'}."
    else:
        reason = f"{name} was in all these rooms, but in another order: {went}."
    return Finding("false", reason, tuple(stay.start + 1 for stay in chain), nearest)


def _cut_off(at: Whereabouts, subject: str, wanted: Sequence[str], window: Question) -> Finding | None:
    """The finding on "left medbay toward storage" where the meeting came in between; None if it did not."""
    its = _round(window)
    for walk in at.walks(subject):
        # Walkers arrive when a tick starts; only a meeting sends them back.
        if its.meeting is None or walk.last != its.end - 1 or [walk.origin, walk.heading] != wanted[-2:]:
            continue
        chain, walked = at.chain(subject, its)
        steps = _steps(walked, wanted[:-1], 0)
        if not steps or chain[steps[-1]].start > walk.start:
            continue
        start = chain[steps[0]].start
        if touches(start, its.end, window.spans):
            lines = _lines((*(chain[step].start + 1 for step in steps), walk.start + 1, its.end))
            return Finding(
                "true",
                f"{at.names[subject]} was in {_order(wanted[:-1])} and on the way to {plain(wanted[-1])}"
                f" when the meeting was called, {_between(at, lines)}; the window is {window.text}.",
                lines,
            )
    return None


def _steps(walked: Sequence[str], wanted: Sequence[str], place: int) -> list[int] | None:
    """Places at which the wanted rooms follow each other, the earliest from `place` on."""
    steps: list[int] = []
    try:
        for room in wanted:
            place = walked.index(room, place)
            steps.append(place)
            place += 1
    except ValueError:
        return None
    return steps


# Who saw whom.


class _Sight(NamedTuple):
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


def _sighting(at: Whereabouts, subject: str, claim: Claim, window: Question) -> Finding:
    target, room = at.game.ids.get(claim.target or ""), claim.room
    if target is None:
        return _unverifiable(_nobody(claim.target, "who was seen"))
    if target == subject:
        return _unverifiable(f"{claim.subject} is said to have seen itself.")
    if room is not None and room not in at.game.record.rooms:
        return _unverifiable(_nowhere(room))
    spans = window.spans
    if claim.state != "body" and window.window.duration == "any":
        # By far the most sightings are of somebody who simply stood there.
        for met in at.together(subject, target):
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
        found = _lasting(at, subject, stays, window, what)
        return found._replace(killed=found.verdict == "true" and _killed(at, subject, target, window))
    nearest = _misses(at, there, window)
    elsewhere = next(
        (
            sight
            for sight in sights
            if sight.kind in ("together", "body") and touches(sight.start, sight.end, spans)
        ),
        None,
    )
    if elsewhere is not None:
        told = _told(at, subject, target, elsewhere, window, f", not in {plain(room)}{_missed(nearest)}")
        return Finding("wrong_room", told, _shown(at, elsewhere, window), nearest)
    return _unseen(at, subject, target, window, nearest)


def _seen(at: Whereabouts, subject: str, target: str, sight: _Sight, window: Question) -> Finding:
    """The finding on a true sighting."""
    lines = _shown(at, sight, window)
    killed = _killed(at, subject, target, window)
    if killed:
        lines = _lines((*lines, at.bodies[target].start + 1))
    return Finding("true", _told(at, subject, target, sight, window), lines, None, killed)


def _sights(at: Whereabouts, subject: str, target: str, claim: Claim) -> list[_Sight]:
    """Whatever answers a sighting of this kind, in any room and at any time."""
    # A denial is taken at its word: having seen a body or somebody setting out refutes no "I never saw Bob".
    lenient = not claim.negated
    body = at.reading.bodies and (claim.state == "body" or (lenient and claim.state in (None, "unknown")))
    sights: list[_Sight] = []
    if claim.state != "body" or not at.reading.bodies:
        for met in at.together(subject, target):
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
    return f"{what} {_between(at, _shown(at, sight, window))}{but}; the window is {window.text}."


def _shown(at: Whereabouts, sight: _Sight, window: Question) -> tuple[int, ...]:
    """The lines of a sight: one for somebody who came or left, else where it began and ended."""
    return (sight.start + 1,) if sight.kind in ("heading", "coming") else _ends(at, sight, window)


def _killed(at: Whereabouts, subject: str, target: str, window: Question) -> bool:
    """Whether the one killed the other in the window's round."""
    body = at.bodies.get(target)
    if body is None or body.killer != subject:
        return False
    its = _round(window)
    return its.start <= body.start < its.end


def _unseen(at: Whereabouts, subject: str, target: str, window: Question, nearest: int | None) -> Finding:
    one, its_lines = _trail(at, subject, window)
    other, other_lines = _trail(at, target, window)
    seer, seen = at.names[subject], at.names[target]
    return Finding(
        "false",
        f"{seer} did not see {seen} there within {window.text}: {seer} was {one}; {seen} was {other}"
        f"{_missed(nearest)}.",
        _lines(its_lines + other_lines),
        nearest,
    )


# What somebody did.


class _Deed(NamedTuple):
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


def _activity(at: Whereabouts, subject: str, claim: Claim, window: Question) -> Finding:
    said = (claim.activity or "").strip().casefold().replace("_", " ")
    activity, room = ACTIVITIES.get(said), claim.room
    if room is not None and room not in at.game.record.rooms:
        return _unverifiable(_nowhere(room))
    if activity is None:
        named = f'"{claim.activity}" is no activity' if said else "No activity is named"
        return _unverifiable(f"{named} that a record shows.")
    if activity == "waiting" and window.window.duration != "any" and room is not None:
        return _presence(at, subject, (room,), window)
    if activity in ("reporting", "calling"):
        return _meeting(at, subject, activity, room, window)
    deeds = _DEEDS[activity](at, subject, window)
    there = deeds if room is None else [deed for deed in deeds if room in deed.rooms]
    spans, name = window.spans, at.names[subject]
    for deed in there:
        if touches(deed.start, deed.end, spans):
            return _done(at, subject, deed, window)
    nearest = _misses(at, there, window)
    others = [deed for deed in deeds if touches(deed.start, deed.end, spans)]
    if others:
        did = _and(dict.fromkeys(deed.what for deed in others))
        return Finding(
            "wrong_room",
            f"{name} {did} within {window.text}: not {plain(room)}{_missed(nearest)}.",
            _lines(deed.start + 1 for deed in others),
            nearest,
        )
    where, lines = _trail(at, subject, window)
    return Finding(
        "false",
        f"{name} {_NOT_DONE[activity]} within {window.text} but was {where}{_missed(nearest)}.",
        lines,
        nearest,
    )


def _done(at: Whereabouts, subject: str, deed: _Deed, window: Question) -> Finding:
    lines = _lines((deed.since + 1, deed.end))
    reason = f"{at.names[subject]} {deed.what} {_between(at, lines)}; the window is {window.text}."
    return Finding("true", reason, lines)


_NOT_DONE: Mapping[str, str] = {
    "task": "logged no task",
    "traveling": "made no such move",
    "waiting": "did not wait there",
}


def _tasks(at: Whereabouts, subject: str, window: Question) -> list[_Deed]:
    its = _round(window)
    return [
        _Deed(
            work.position,
            work.position + 1,
            work.position,
            (work.room,),
            f"worked on a task in {plain(work.room)}",
        )
        for work in at.works[subject]
        if its.start <= work.position < its.end
    ]


def _moves(at: Whereabouts, subject: str, window: Question) -> list[_Deed]:
    """Moves; each concerns the room left and the room ahead, from leaving to arriving."""
    its = _round(window)
    return [
        _Deed(
            walk.start,
            walk.last + 1,
            walk.start,
            (walk.origin, walk.heading),
            f"was on the way from {plain(walk.origin)} to {plain(walk.heading)}",
        )
        for walk in at.walks(subject)
        if its.start <= walk.start < its.end
    ]


def _waits(at: Whereabouts, subject: str, window: Question) -> list[_Deed]:
    """Stays across the start of a tick or until the meeting; each such moment is a wait of its own."""
    its, ticks = _round(window), at.game.timeline.ticks
    moments = [tick for tick in ticks[:-1] if its.start < tick < its.end]
    if its.meeting is not None:
        moments.append(its.end - 1)
    return [
        _Deed(moment, moment + 1, stay.start, (stay.room,), f"waited in {plain(stay.room)}")
        for stay in at.stays[subject]
        if stay.room is not None and stay.end > its.start and stay.start < its.end
        for moment in moments
        if stay.start < moment < stay.end
    ]


_DEEDS: Mapping[str, Callable[[Whereabouts, str, Question], list[_Deed]]] = {
    "task": _tasks,
    "traveling": _moves,
    "waiting": _waits,
}


def _meeting(at: Whereabouts, subject: str, activity: str, room: str | None, window: Question) -> Finding:
    """Reporting or calling: of the meeting that ended the round, or, if no time is said, of any so far."""
    # A report calls a meeting too; only a body can be reported.
    its = _round(window)
    meetings = [
        meeting
        for meeting in at.game.timeline.meetings
        if (meeting.number == its.meeting if window.window.state == "stated" else meeting.start < its.end)
    ]
    name = at.names[subject]
    own = [
        meeting
        for meeting in meetings
        if meeting.caller == subject and (activity == "calling" or meeting.kind == "report")
    ]
    done = "reported a body" if activity == "reporting" else "called the meeting"
    if not own:
        last = meetings[-1] if meetings else None
        if last is None:
            return Finding("false", "There was no meeting yet.")
        if last.caller == subject:
            reason = f"{name} called the meeting and reported no body."
        else:
            what = "reported a body" if last.kind == "report" else "called the meeting"
            reason = f"{at.names[last.caller]} {what}, not {name}."
        return Finding("false", reason, (last.start + 1,))
    meeting = own[-1]
    line, tick = (meeting.start + 1,), meeting.tick
    stood = at.game.timeline.where(subject, meeting.start)
    if room is not None and stood is not None and stood.room is not None and stood.room != room:
        return Finding(
            "wrong_room",
            f"{name} {done} in {plain(stood.room)}, not in {plain(room)}, on line {line[0]} (tick {tick}).",
            line,
        )
    if window.window.state == "stated" and not any(
        first <= tick <= last for first, last in window.window.ticks
    ):
        nearest = min(max(first - tick, tick - last) for first, last in window.window.ticks)
        return Finding(
            "false", f"{name} {done} at tick {tick}, not within {window.text}.", line, max(nearest, 0)
        )
    return Finding("true", f"{name} {done} on line {line[0]} (tick {tick}).", line)


_BY_TYPE: Mapping[str, Callable[[Whereabouts, str, Claim, Question], Finding]] = {
    "location": _location,
    "sighting": _sighting,
    "activity": _activity,
}


# Lines, ticks and words.

_OPPOSITE: Mapping[Verdict, Verdict] = {"true": "false", "false": "true", "wrong_room": "true"}


def _denied(found: Finding) -> Finding:
    """The finding on a denial: true where what it denies is not so, and a near miss where that is one."""
    verdict = _OPPOSITE.get(found.verdict, found.verdict)
    # What a denial denies may well have been so at another time.
    return Finding(verdict, found.reason.replace(_missed(found.misses_by), "", 1), found.evidence)


def _unverifiable(reason: str) -> Finding:
    return Finding("unverifiable", reason)


def _ends(at: Whereabouts, its: Interval, window: Question) -> tuple[int, ...]:
    """The lines on which something began and ended, or, if it went on, the last line of the round."""
    first, last = its.start + 1, min(its.end, _round(window).end - 1) + 1
    return (first, last) if last > first else (first,)


def _between(at: Whereabouts, lines: Sequence[int]) -> str:
    first, last = lines[0], lines[-1]
    if first == last:
        return f"on line {first} (tick {at.tick_at[first - 1]})"
    return f"from line {first} (tick {at.tick_at[first - 1]}) to line {last} (tick {at.tick_at[last - 1]})"


def _round(window: Question) -> Round:
    assert window.round is not None  # verify asks of no window without one
    return window.round


def _misses(at: Whereabouts, intervals: Iterable[Interval], window: Question) -> int | None:
    """By how many ticks the window misses the nearest of some intervals in its round; None without one."""
    its = _round(window)
    nearest: int | None = None
    for one in intervals:
        start, end = max(one.start, its.start), min(one.end, its.end)
        if start < end:
            miss = _gap(at, start, end, window)
            nearest = miss if nearest is None else min(nearest, miss)
    return nearest


def _gap(at: Whereabouts, start: int, end: int, window: Question) -> int:
    """The ticks between the positions ``[start, end)`` and a window."""
    first, last = at.tick_at[start], at.tick_at[end - 1]
    return min(max(low - last, first - high, 0) for low, high in window.window.ticks)


def _missed(ticks: int | None) -> str:
    if ticks is None:
        return ""
    return f"; it misses by {ticks} tick{'' if ticks == 1 else 's'}"


def _trail(at: Whereabouts, player: str, window: Question) -> tuple[str, tuple[int, ...]]:
    """Where a player was in a window, in words and as lines."""
    stays = [stay for stay in at.stays[player] if touches(stay.start, stay.end, window.spans)]
    lines = [stay.start + 1 for stay in stays]
    words: list[str] = []
    for stay in stays[:_SHOWN]:
        if stay.room is not None:
            place = f"in {plain(stay.room)}"
        else:
            place = f"on the way from {plain(stay.origin)} to {plain(stay.heading)}"
        words.append(f"{place} from tick {at.tick_at[stay.start]}")
    if len(stays) > _SHOWN:
        words.append("and so on")
    death = at.deaths.get(player)
    if death is not None and death.position < window.spans[-1][1]:
        body = at.bodies.get(player)
        where = f" in {plain(body.room)}" if body is not None else ""
        words.append(f"{death.how}{where} at tick {death.tick}")
        lines.append(death.position + 1)
    return ", then ".join(words) or "nowhere", _lines(lines)


def _lines(lines: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(set(lines)))


def _nobody(name: str | None, whom: str) -> str:
    return f'Nobody is called "{name}".' if name else f"It names nobody as {whom}."


def _nowhere(room: str | None) -> str:
    return f'There is no room "{room}" on this map.' if room else "It names no room."


def _order(rooms: Iterable[str]) -> str:
    return " → ".join(rooms).replace("_", " ")


def _and(parts: Iterable[str]) -> str:
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last
