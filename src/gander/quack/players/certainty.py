"""What an honest check would find, as far as the speaker itself can be sure of it.

A player knows exactly where it was, whom it stood with and what it did. So it can tell beforehand
what a claim about that will be found to be, for every reading of its time phrase; where readings
differ the answer is None, and the claim is better not made.
"""

from gander.quack.claims import Verdict
from gander.quack.players.memory import Round
from gander.quack.players.when import Phrase

__all__ = ["location", "no_location", "no_sighting", "route", "seen_at_task", "sighting", "task", "waiting"]

_Window = tuple[int, int]


def _touches(since: int, until: int, window: _Window) -> bool:
    return since <= window[1] and until >= window[0]


def location(its: Round, room: str, phrase: Phrase) -> Verdict | None:
    """Judge "I was in `room`"."""
    if phrase.duration is not None:
        return _duration([(stay.since, stay.until) for stay in its.stays if stay.room == room], its, phrase)
    if any(stay.room == room and _touches(stay.since, stay.until, phrase.inner) for stay in its.stays):
        return "true"
    if any(stay.room == room and _touches(stay.since, stay.until, phrase.outer) for stay in its.stays):
        return None
    return "false"


def _duration(spans: list[_Window], its: Round, phrase: Phrase) -> Verdict | None:
    """Of "the whole time" and "most of the round": the room's spans against the round's ticks."""
    if not spans:
        return "false"
    # A moment less than the whole round can be a matter of reading, a tick or more cannot.
    ticks = sum(until - since + 1 for since, until in spans)
    length = its.last - its.start + 1
    if phrase.duration == "all":
        if len(spans) == 1 and spans[0] == (its.start, its.last):
            return "true"
        return "near_miss" if ticks <= length - 2 else None
    if ticks >= 0.6 * length + 2:
        return "true"
    return "near_miss" if ticks <= 0.4 * length - 2 else None


def no_location(its: Round, room: str) -> Verdict:
    """Judge "I wasn't in `room`", about the whole round."""
    return "false" if any(stay.room == room for stay in its.stays) else "true"


def route(its: Round, rooms: tuple[str, ...], phrase: Phrase) -> Verdict | None:
    """Judge "I went A → B → C", about the speaker itself."""
    if set(rooms) - {stay.room for stay in its.stays}:
        # Who was on the way there when the meeting was called may well say so.
        headed = its.deeds[-1].act.target if its.deeds and its.deeds[-1].act.action == "move" else None
        return None if rooms[-1] == headed else "false"
    came: list[tuple[str, int, int]] = []
    for stay in its.stays:
        if came and came[-1][0] == stay.room:
            came[-1] = (stay.room, came[-1][1], stay.until)
        else:
            came.append((stay.room, stay.since, stay.until))
    for first in range(len(came) - len(rooms) + 1):
        stretch = came[first : first + len(rooms)]
        if tuple(room for room, _, _ in stretch) == rooms and _touches(
            stretch[0][1], stretch[-1][2], phrase.inner
        ):
            return "true"
    return None


def sighting(its: Round, who: str, room: str, phrase: Phrase, state: str = "alive") -> Verdict | None:
    """Judge "I saw `who` in `room`"."""
    met = list(its.met(who))
    lay = [body for body in its.bodies if body.victim == who]
    if state == "body":
        sure = any(body.room == room and _touches(body.since, body.until, phrase.inner) for body in lay)
        return "true" if sure else None
    here = [one for one in met if one.room == room]
    if phrase.duration is not None:
        # Never together there, it may still be the wrong room or a body; no need to know which.
        if not here or (phrase.duration == "all" and any(one.left_to or one.killed for one in here[-1:])):
            return None  # gone within the last tick is not the whole time
        return _duration([(one.since, one.until) for one in here], its, phrase)
    if any(_touches(one.since, one.until, phrase.inner) for one in here):
        return "true"
    if any(_touches(one.since, one.until, phrase.outer) for one in here):
        return None
    if any(_touches(body.since, body.until, phrase.outer) for body in lay):
        return None  # whether a body answers is a matter of reading
    low, high = phrase.outer
    for one in met:
        # Seeing somebody come from a room or set out for it can count as seeing him in it.
        if one.came_from == room and low <= one.since <= high:
            return None
        if one.left_to == room and low <= one.until <= high:
            return None
    if any(_touches(one.since, one.until, phrase.inner) for one in met):
        return "wrong_room"
    return None if any(_touches(one.since, one.until, phrase.outer) for one in met) else "false"


def no_sighting(its: Round, who: str) -> Verdict | None:
    """Judge "I never saw `who`", about the whole round."""
    if any(body.victim == who for body in its.bodies):
        return None
    return "false" if next(its.met(who), None) else "true"


def task(its: Round, room: str, phrase: Phrase) -> Verdict | None:
    """Judge "I did a task in `room`"."""
    ticks = [(deed.room, deed.tick) for deed in its.deeds if deed.act.action == "task"]
    if any(where == room and _touches(tick, tick, phrase.inner) for where, tick in ticks):
        return "true"
    if any(where == room and _touches(tick, tick, phrase.outer) for where, tick in ticks):
        return None
    if any(_touches(tick, tick, phrase.inner) for _, tick in ticks):
        return "wrong_room"
    return None if any(_touches(tick, tick, phrase.outer) for _, tick in ticks) else "false"


def seen_at_task(its: Round, who: str, room: str, phrase: Phrase) -> Verdict | None:
    """Judge "`who` did a task in `room`": only what was seen is certain."""
    seen = any(
        work.who == who and work.room == room and _touches(work.tick, work.tick, phrase.inner)
        for work in its.works
    )
    return "true" if seen else None


def waiting(its: Round, room: str, phrase: Phrase) -> Verdict | None:
    """Judge "I waited in `room`": standing there across the start of a tick."""
    sure = any(
        stay.room == room and stay.until > stay.since and _touches(stay.since + 1, stay.until, phrase.inner)
        for stay in its.stays
    )
    return "true" if sure else None
