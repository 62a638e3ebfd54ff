"""Durations: what is said to have held the whole time, or most of it."""

from collections.abc import Iterable, Sequence

from gander.quack.audit.verify.finding import Finding
from gander.quack.audit.verify.wording import ascending, ends, listed, trail_of
from gander.quack.audit.whereabouts import Interval, Question, Whereabouts, plain, touches

__all__ = ["lasting"]


def lasting(
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
        where, trail = trail_of(at, subject, window)
        return Finding("false", f"{share}; {at.names[subject]} was {where}.", trail)
    lines = ascending(
        line for one in held if touches(one.start, one.end, window.spans) for line in ends(at, one, window)
    )
    if never:
        return Finding("near_miss", f"{share}: never in {listed(map(plain, never))}.", lines)
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
