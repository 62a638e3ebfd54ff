"""Routes: location claims of several rooms in their order."""

from collections.abc import Sequence

from gander.quack.audit.verify.finding import Finding, unverifiable
from gander.quack.audit.verify.wording import (
    ascending,
    between,
    by_ticks,
    gap,
    in_order,
    listed,
    nowhere,
    round_of,
)
from gander.quack.audit.whereabouts import Question, Whereabouts, plain, touches

__all__ = ["verify_route"]


def verify_route(at: Whereabouts, subject: str, route: Sequence[str], window: Question) -> Finding:
    """The rooms in their order, others between them or not, on a stretch that touches the window."""
    rooms = at.game.record.rooms
    wanted = [
        room for place, room in enumerate(route) if room in rooms and route[place - 1 : place] != (room,)
    ]
    if not wanted:
        return unverifiable(nowhere(route[0]))
    its, name = round_of(window), at.names[subject]
    chain, walked = at.chain(subject, its)
    misses: list[int] = []
    first = -1
    while (steps := _steps(walked, wanted, first + 1)) is not None:
        first = steps[0]
        end = min(chain[steps[-1]].end, its.end)
        if touches(chain[first].start, end, window.spans):
            if not rooms.issuperset(route):
                return unverifiable(nowhere(next(room for room in route if room not in rooms)))
            lines = [chain[step].start + 1 for step in steps]
            last = min(end, its.end - 1) + 1
            if last > lines[-1]:
                lines.append(last)
            return Finding(
                "true",
                f"{name} was in {in_order(wanted)} in this order {between(at, lines)};"
                f" the window is {window.text}.",
                tuple(lines),
            )
        misses.append(gap(at, chain[first].start, end, window))
    nearest = min(misses, default=None)
    if nearest is None:
        cut_off = _cut_off(at, subject, wanted, window)
        if cut_off is not None:
            return cut_off
    missing = [room for room in dict.fromkeys(wanted) if room not in walked]
    went = in_order(room for place, room in enumerate(walked) if walked[place - 1 : place] != [room])
    if nearest is not None:
        reason = f"{name} went {in_order(wanted)}, but not within {window.text}{by_ticks(nearest)}."
    elif missing:
        reason = f"{name} was not in {listed(map(plain, missing))} in this round: {went or 'nowhere'}."
    else:
        reason = f"{name} was in all these rooms, but in another order: {went}."
    return Finding("false", reason, tuple(stay.start + 1 for stay in chain), nearest)


def _cut_off(at: Whereabouts, subject: str, wanted: Sequence[str], window: Question) -> Finding | None:
    """The finding on "left medbay toward storage" where the meeting came in between; None if it did not."""
    its = round_of(window)
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
            lines = ascending((*(chain[step].start + 1 for step in steps), walk.start + 1, its.end))
            return Finding(
                "true",
                f"{at.names[subject]} was in {in_order(wanted[:-1])} and on the way to {plain(wanted[-1])}"
                f" when the meeting was called, {between(at, lines)}; the window is {window.text}.",
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
