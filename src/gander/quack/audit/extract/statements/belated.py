"""Belated times: what a later clause tells of the time of the one before it, and of nothing else."""

import re

from gander.quack.audit.extract.clauses.frames import Frame

__all__ = ["arrives_late", "tells_when"]

_OF_THAT = re.compile(r"\b(?:(?:that|this|which|it)\s+(?:is|was)|(?:that|it)['’]s)\b", re.IGNORECASE)
_NEAR = 6  # characters
_HAPPENS = frozenset(("see", "be", "stay", "go", "leave", "head", "do"))
_STANDS = frozenset(("be", "stay", "go", "head", "route"))


def tells_when(before: Frame, frame: Frame, text: str) -> bool:
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
    if frame.times and frame.times[0].value == "at the body":
        return False  # a place
    return frame.link in {"and", "but"} and frame.negated == before.negated
