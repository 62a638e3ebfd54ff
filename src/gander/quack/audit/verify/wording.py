"""How findings are worded: the lines and ticks of what happened, places, and by how much a claim misses."""

from collections.abc import Iterable, Sequence

from gander.quack.audit.whereabouts import Interval, Question, Whereabouts, plain, touches
from gander.quack.record.timeline import Round

__all__ = [
    "ascending",
    "between",
    "by_ticks",
    "ends",
    "gap",
    "in_order",
    "listed",
    "nobody",
    "nowhere",
    "round_of",
    "ticks_missed",
    "trail_of",
]

_SHOWN = 8  # places named in a reason; the evidence has all of them


def round_of(window: Question) -> Round:
    """The round that a window lies in."""
    assert window.round is not None  # verify asks of no window without one
    return window.round


def ends(at: Whereabouts, its: Interval, window: Question) -> tuple[int, ...]:
    """The lines on which something began and ended, or, if it went on, the last line of the round."""
    first, last = its.start + 1, min(its.end, round_of(window).end - 1) + 1
    return (first, last) if last > first else (first,)


def between(at: Whereabouts, lines: Sequence[int]) -> str:
    """The first and the last of some lines, ascending, with their ticks, in words."""
    first, last = lines[0], lines[-1]
    if first == last:
        return f"on line {first} (tick {at.tick_at[first - 1]})"
    return f"from line {first} (tick {at.tick_at[first - 1]}) to line {last} (tick {at.tick_at[last - 1]})"


def ascending(lines: Iterable[int]) -> tuple[int, ...]:
    """Some lines in order, each once."""
    return tuple(sorted(set(lines)))


def ticks_missed(at: Whereabouts, intervals: Iterable[Interval], window: Question) -> int | None:
    """By how many ticks the window misses the nearest of some intervals in its round; None without one."""
    its = round_of(window)
    nearest: int | None = None
    for one in intervals:
        start, end = max(one.start, its.start), min(one.end, its.end)
        if start < end:
            miss = gap(at, start, end, window)
            nearest = miss if nearest is None else min(nearest, miss)
    return nearest


def gap(at: Whereabouts, start: int, end: int, window: Question) -> int:
    """The ticks between the positions ``[start, end)`` and a window."""
    first, last = at.tick_at[start], at.tick_at[end - 1]
    return min(max(low - last, first - high, 0) for low, high in window.window.ticks)


def by_ticks(ticks: int | None) -> str:
    """By how many ticks a claim misses, as the end of a reason; empty if that cannot be told."""
    if ticks is None:
        return ""
    return f"; it misses by {ticks} tick{'' if ticks == 1 else 's'}"


def trail_of(at: Whereabouts, player: str, window: Question) -> tuple[str, tuple[int, ...]]:
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
    return ", then ".join(words) or "nowhere", ascending(lines)


def nobody(name: str | None, whom: str) -> str:
    """Why a claim without a known player cannot be settled."""
    return f'Nobody is called "{name}".' if name else f"It names nobody as {whom}."


def nowhere(room: str | None) -> str:
    """Why a claim without a known room cannot be settled."""
    return f'There is no room "{room}" on this map.' if room else "It names no room."


def in_order(rooms: Iterable[str]) -> str:
    """Rooms in words, with arrows between them."""
    return " → ".join(rooms).replace("_", " ")


def listed(parts: Iterable[str]) -> str:
    """Parts in words, with commas and "and" between them; at least one."""
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last
