"""Stretches of ticks put together, and the rule that they were said by."""

from gander.quack.audit.phrases.meaning import Stretch

__all__ = ["combined", "rule_of"]


def rule_of(stretches: tuple[Stretch, ...]) -> str:
    """Name of the rule by which ticks were read."""
    if len(stretches) > 1:
        return "ticks"
    its = stretches[0]
    if its.right == "right" or its.left == "right":
        return "right after" if its.right == "right" else "right before"
    if its.right == "open":
        return "after"
    if its.left == "open":
        return "before"
    if its.first != its.last:
        return "span"
    return "around" if its.left == "around" else "at"


def combined(stretches: list[Stretch]) -> tuple[Stretch, ...]:
    """Stretches that bound each other become one: "after tick 4, before tick 9"; others stand together."""
    starts = [its for its in stretches if its.right == "open" and its.left != "open"]
    stops = [its for its in stretches if its.left == "open" and its.right != "open"]
    closed = [its for its in stretches if its.left != "open" and its.right != "open"]
    if not starts and not stops:
        return tuple(stretches)
    start = max(starts, key=lambda its: its.first, default=None)
    stop = min(stops, key=lambda its: its.last, default=None)
    bounded: list[Stretch]
    if start is not None and stop is not None and start.first <= stop.last:
        bounded = [Stretch(start.first, stop.last, start.left, stop.right)]
    else:
        bounded = [its for its in (start, stop) if its is not None]
    # "after tick 10, around tick 12": the narrower says it all.
    inside = [its for its in closed if all(_bounds(around, its) for around in bounded)]
    return tuple(inside) if inside and len(inside) == len(closed) else (*closed, *bounded)


def _bounds(outer: Stretch, inner: Stretch) -> bool:
    return (outer.left == "open" or outer.first <= inner.first) and (
        outer.right == "open" or inner.last <= outer.last
    )
