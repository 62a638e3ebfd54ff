"""Depending: what a clause takes over from the one that it depends on, or stands beside."""

from gander.quack.audit.extract.clauses.frames import Frame
from gander.quack.audit.extract.clauses.hearsay import enumerated, placed_by
from gander.quack.audit.extract.clauses.reader import Reader

__all__ = ["depends", "goes_with"]

_RECALLING = frozenset(("remember", "recall"))

_VOUCHES = ("vouches", "vouched")  # but who can vouch for somebody has not done so


def goes_with(reader: Reader, frame: Frame, current: Frame) -> None:
    """Give an -ing form's frame what it shares with the clause beside it."""
    if frame.source is None and current.kind == "place":
        frame.source = placed_by(reader, current)  # "Bob places me there and Eve leaving"
    elif frame.source is None and enumerated(frame, current):
        frame.source, frame.tellers = current.source, current.tellers  # "Eve entering, Bob leaving"
    if frame.link in {"", "or"} and current.kind == "be":
        told = current.asserted or bool(current.subject)
        frame.asserted = frame.asserted and told  # "it could be Bob lying"
    elif frame.link == "" and not (current.asserted or current.sub) and frame.subject != reader.speaker:
        frame.asserted = False  # "he could have fled to avoid Eve coming from medbay"
    if frame.subject == current.subject:
        # "could have come running"
        frame.asserted = frame.asserted and (current.asserted or frame.link != "")
        if not any(
            token.word == "consistent" for token in reader.tokens[max(0, reader.index - 4) : reader.index]
        ):
            frame.source = frame.source or current.source  # "his story has him going there and seeing Bob"


def depends(frame: Frame, matrix: Frame) -> None:
    """Note the clause that a frame depends on, and take over how it is told."""
    frame.matrix = matrix
    frame.source = frame.source or matrix.source
    tells = matrix.kind in {"place", "have"} or matrix.word in _VOUCHES
    if tells and frame.source is None and len(matrix.subject) == 1:
        frame.source = matrix.subject[0]  # "Bob places Eve heading there", "vouches for her being there"
    if (matrix.nobody and not matrix.subject) or (matrix.kind == "vouch" and matrix.negated):
        frame.unsure = True  # "nobody saw Bob enter medbay", "Eve never vouched for him being there"
    recalls = matrix.word in _RECALLING and frame.source is None and frame.form == "i"
    if recalls and not matrix.negated and matrix.asserted:
        frame.seer = matrix.subject  # "I remember Bob leaving medbay"
    if matrix.kind == "see":
        if not matrix.passive:
            frame.seer = matrix.subject
            if frame.link == '"':
                frame.source = matrix.source  # 'I saw Bob "leaving medbay"'
        elif matrix.agents:
            frame.source = frame.source or matrix.agents[0]  # "Bob was seen by Eve leaving"
        frame.negated = frame.negated or matrix.negated
        frame.asserted = frame.asserted and matrix.asserted
        if not frame.times and not matrix.places:
            frame.times = list(matrix.times)
