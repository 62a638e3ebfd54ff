"""Durations in time phrases: "the whole time", "most of the round", "never left"."""

from gander.quack.audit.phrases.meaning import Duration
from gander.quack.audit.phrases.words import MARKS

__all__ = ["read_duration"]

_PARTS = frozenset(("half", "third", "quarter", "rest", "remainder"))


def read_duration(tokens: list[str]) -> Duration:
    """Whether it claims the whole time or most of it."""
    found: Duration = "any"
    single = MARKS.isdisjoint(tokens)  # "left storage at tick 7, and stayed in medbay" is a story
    for place, token in enumerate(tokens):
        before = tokens[place - 1] if place else ""
        following = tokens[place + 1] if place + 1 < len(tokens) else ""
        if token in ("most", "majority", "bulk") and before != "at" and following != "likely":
            return "most"
        if token in ("mostly", "primarily"):
            return "most"
        if token in ("whole", "entire", "full", "throughout", "always", "constantly"):
            if _PARTS.intersection(tokens[place + 1 : place + 3]):
                continue  # "the entire second half", "the whole rest": not the whole round
            if any(
                word in ("almost", "nearly", "practically", "basically")
                for word in tokens[max(0, place - 2) : place]
            ):
                return "most"
            # "at points during the entire round" claims moments.
            if not any(
                word in ("points", "point", "times", "part", "chunk")
                for word in tokens[max(0, place - 4) : place]
            ):
                found = "all"
        elif (token == "all" and following in ("round", "along", "game", "time")) or (
            single
            and (
                token in ("stayed", "staying")
                or (token in ("left", "leave") and before in ("never", "didn't"))
            )
        ):
            found = "all"
    return found
