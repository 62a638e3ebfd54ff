"""Belated times: what a later clause tells of the time of the one before it."""

import re

from gander.quack.audit.extract.clauses.frames import Frame
from gander.quack.audit.extract.statements.timing import numbered

__all__ = ["arrives_late", "belated", "heads_off"]

_OF_THAT = re.compile(r"\b(?:(?:that|this|which|it)\s+(?:is|was)|(?:that|it)['’]s)\b", re.IGNORECASE)
_NEAR = 6  # characters
_HAPPENS = frozenset(("see", "be", "stay", "go", "leave", "head", "do"))
_STANDS = frozenset(("be", "stay", "go", "head", "route"))


def belated(before: Frame, frame: Frame, text: str) -> bool:
    """Whether the time of a clause is that of the one before it as well."""
    if frame.matrix is before and 0 < len(before.times) < len(frame.times):
        return True  # "later I saw Bob enter medbay right before the report"
    return _completes(before, frame) or _arriving(before, frame) or _tells_when(before, frame, text)


def _tells_when(before: Frame, frame: Frame, text: str) -> bool:
    """Whether a clause only tells when the one before it was: "saw Bob there, but that was early"."""
    if frame.kind != "be" or frame.places or frame.sub or frame.negated or frame.companions:
        return False
    if before.times or before.event or before.sub or before.negated or before.kind not in _HAPPENS:
        return False
    if not (before.places or before.objects or before.matrix is not None):
        return False
    return _OF_THAT.search(text, max(0, frame.at - _NEAR), frame.at + _NEAR) is not None


def arrives_late(before: Frame, frame: Frame) -> bool:
    """Whether a clause only tells when somebody got where the one before says: "and arrived as Bob did"."""
    if not frame.inward or frame.places or frame.sub or frame.subject != before.subject:
        return False
    if before.times or before.event or before.sub or before.kind not in _STANDS or not before.places:
        return False
    return frame.link in {"and", "but"} and frame.negated == before.negated


def _completes(before: Frame, frame: Frame) -> bool:
    """Whether a clause names the ticks of what the one before began."""
    named = (numbered(frame) or not (before.times or before.event)) and not (
        numbered(before) or frame.fronted or frame.then
    )
    return named and _one_deed(before, frame)


def _arriving(before: Frame, frame: Frame) -> bool:
    """Whether a clause only tells when somebody got there: "headed to storage, arriving at tick 9"."""
    if before.times or frame.form != "i" or not frame.inward or frame.places or not numbered(frame):
        return False
    return before.subject == frame.subject and before.kind in {"go", "head"} and bool(before.places)


def _one_deed(before: Frame, frame: Frame) -> bool:
    """Whether a clause ends what the one before began: "saw Bob leave", "left and headed to storage"."""
    if frame.matrix is before:
        return before.kind == "see"
    if before.matrix is not None and frame.matrix is before.matrix and before.word.startswith("pass"):
        frame.matrix.times = frame.times
        return frame.link == "and"  # "saw Bob pass through medbay and leave at tick 9"
    if before.word.startswith("pass") and frame.kind == "leave" and frame.subject == before.subject:
        return frame.link == "and"  # "Bob passed through and left at tick 9"
    if frame.subject != before.subject or frame.kind not in {"head", "go"} or before.kind != "leave":
        return False
    if before.matrix is not None and not numbered(before.matrix):
        before.matrix.times = frame.times
    return frame.link in {"", "and"}


def heads_off(before: Frame, frame: Frame) -> bool:
    """Whether an event dates a leaving as well as where it led: "left medbay heading out after Bob came"."""
    if before.kind != "leave" or frame.kind not in {"head", "go"} or frame.subject != before.subject:
        return False
    return not (before.times or before.event or frame.link or frame.times) and frame.form == "i"
