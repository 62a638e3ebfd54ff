"""Outward: whether a move that somebody saw is told from where it began, and not from where it led."""

from gander.quack.audit.extract.clauses.frames import Frame

__all__ = ["ARRIVED", "goes_off", "joins", "off_to"]

ARRIVED = frozenset(("came", "walked", "entered", "arrived", "joined"))
"""Verbs of a coming to where the one is who tells it."""


def off_to(frame: Frame, text: str) -> bool:
    """Whether a move that was seen only tells where it led: "move to storage"; not "move into"."""
    if not frame.word.startswith("mov") or frame.inward or len(frame.places) != 1:
        return False
    role, token = frame.places[0]
    if role != "to" or token.kind != "room" or token.rooms[0] == frame.here:
        return False
    return "into" not in text[frame.at : token.start].lower()


def goes_off(frame: Frame) -> bool:
    """Whether a move is told from where it began: "go from medbay into storage"; not "came in from"."""
    return frame.kind == "go" and frame.places[0][0] == "from" and frame.word not in ARRIVED


def joins(frame: Frame, own: bool) -> bool:
    """Whether somebody came in where the speaker was: "I was in medbay, and Bob came in"."""
    return own and frame.word in ARRIVED and not (frame.sub or frame.places)
