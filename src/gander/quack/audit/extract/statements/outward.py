"""Outward: moves told from where they began, and not from where they led; who was gone by then."""

import re

from gander.quack.audit.extract.clauses.frames import Frame, Way
from gander.quack.audit.extract.statements.page import Page

__all__ = ["ARRIVED", "goes_off", "joins", "off_to", "write_gone"]

_HAD = re.compile(r"\b(?:had|'d|’d)\s+(?:(?:already|just|long|since)\s+)*$", re.IGNORECASE)
_A_WORD = 24  # characters
_BY = frozenset(("when", "by"))

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


def _gone_by(frame: Frame, text: str) -> bool:
    """Whether somebody was gone when something happened: "had left medbay when I came", "by then"."""
    if not frame.times and frame.event is None:
        return False
    if frame.word != "gone" and _HAD.search(text, max(0, frame.at - _A_WORD), frame.at) is None:
        return False
    said = frame.times[0].word if frame.times else text[slice(*frame.event)].lower() if frame.event else ""
    return said in _BY or said.startswith(("when ", "by "))


def goes_off(frame: Frame) -> bool:
    """Whether a move is told from where it began: "go from medbay into storage"; not "came in from"."""
    return frame.kind == "go" and frame.places[0][0] == "from" and frame.word not in ARRIVED


def joins(frame: Frame, own: bool) -> bool:
    """Whether somebody came in where the speaker was: "I was in medbay, and Bob came in"."""
    return own and frame.word in ARRIVED and not (frame.sub or frame.places)


def write_gone(page: Page, frame: Frame, way: Way) -> bool:
    """Read "Bob had left medbay when I came": he was not there then. False if it does not tell so."""
    if way.origin is None or not _gone_by(frame, page.text):
        return False
    if frame.negated or frame.seer:
        return True
    frame.negated = True
    for who in frame.subject:
        page.location(frame, who, way.origin)
    frame.negated = False
    for who in frame.subject if way.visited[1:] else ():
        page.location(frame, who, way.visited[-1])  # "was gone from medbay to storage by then"
    return True
