"""Dating: the events that tell when something happened: "when Bob came in", "before I left"."""

import re

from gander.quack.audit.extract.clauses.frames import Frame, place_of

__all__ = ["before_that", "date", "denied_then", "same_event", "trails"]

_DATING = frozenset(
    ("be", "stay", "do", "go", "leave", "head", "see", "find", "report", "call", "kill", "die")
)
_A_CLAUSE = 2  # words before the verb
_TAIL = 40  # characters
_HAD = re.compile(r"(?:\bhad|['’]d)\s+(?:just\s+|already\s+)?$", re.IGNORECASE)
_NEAR = 10  # characters


def date(before: Frame, frame: Frame, text: str) -> None:
    """Note the event that a restatement dates a clause by, on either side of it."""
    if frame.link in {"when", "as"} and before_that(before, text):
        return  # "Bob had just left when I came in"
    # "since Bob was there before I came, he must know" dates what it gives as a reason
    if (not before.sub or before.link == "since") and trails(frame, text):
        event = (frame.hinge, frame.end)
        dated: Frame | None = before
        while dated is not None and dated.event is None:
            dated.event = event
            dated = dated.matrix
        return
    lead = before if before.matrix is None or before.leads else before.matrix
    if lead.sub and lead.leads and not frame.sub and frame.link in {"", ","} and _dates(lead, text):
        comma = text.find(",", before.end, frame.start)
        frame.event = (lead.hinge, before.end if comma < 0 or comma > before.end + _TAIL else comma)


def trails(frame: Frame, text: str) -> bool:
    """Whether a restatement dates the clause before it: "no body was there when I left"."""
    return frame.sub and not frame.leads and _dates(frame, text)


def same_event(before: Frame, frame: Frame) -> bool:
    """Whether a fronted event dates the next clause as well: "when I came, Bob was there and so was Eve"."""
    if before.event is not None and frame.form == "i" and frame.subject == before.subject and not frame.link:
        return True  # "when Bob came, I was in medbay doing my task"
    if before.event is None or before.event[0] >= before.start or before.sub or frame.link != "and":
        return False
    if not frame.places and frame.kind == "be":
        return True  # "when I came, Bob was gone and Eve was dead"
    there = bool(frame.places) and place_of(frame) == place_of(before)
    return there and before.kind in {"be", "see"} and frame.kind in {"be", "see"}


def denied_then(main: Frame, frame: Frame) -> tuple[int, int] | None:
    """The event that dates a denial, beyond the clause that tells it: "no Bob when I came, and no body"."""
    if frame.link not in {"and", "but"} or frame.kind != "see" or main.event is None:
        return None
    there = bool(frame.places) and frame.places[0][1].form == "there" and place_of(frame) == place_of(main)
    bare = frame.body and not frame.places and main.negated
    return main.event if there or bare else None


def before_that(frame: Frame, text: str) -> bool:
    """Whether a clause tells what came before what is told else: "he had left", not "had just come in"."""
    had = _HAD.search(text, max(frame.start, frame.at - _NEAR), frame.at)
    return had is not None and not (frame.kind == "go" and "just" in had[0])


def _dates(frame: Frame, text: str) -> bool:
    way = frame.kind == "route" and frame.word == "way"  # "before making my way to storage"
    if not (way or frame.kind in _DATING) or frame.hinge < 0:
        return False
    link = frame.link
    if not frame.subject and frame.form == "i":
        return frame.leads and link in {"after", "before", "while"}  # "after doing my task, I went"
    if not frame.subject and len(text[frame.hinge : frame.at].split()) < _A_CLAUSE:
        return False  # "until pressed"
    if frame.word in {"is", "are"} and not frame.places:
        return False  # "after trailing Bob there is odd"
    if link == "as":
        return frame.form == "i" or frame.kind in {"go", "leave", "head", "find", "report"}
    if frame.kind == "see" and frame.form == "p":
        return link in {"before", "after"} and bool(frame.subject)  # "after Bob was last seen there"
    if frame.kind == "see" and (
        (link == "when" and not frame.leads) or not (frame.objects or len(frame.subject) > 1)
    ):
        return False  # "when I saw him" dates nothing
    if link == "when":
        return True
    return link in {"while", "before", "after", "until"}
