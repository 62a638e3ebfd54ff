"""Timing: how a claim words its time: the phrases of its clause, or the event that dates it."""

import re

from gander.quack.audit.extract.clauses.frames import Frame

__all__ = [
    "arrives_then",
    "comes_after",
    "dates_way",
    "follows",
    "numbered",
    "of_order",
    "of_round",
    "of_step",
    "tells_time",
    "time_of",
]

_OF_ROUND = re.compile(
    r"(?:in\s+|during\s+)?this\s+(?:whole\s+|entire\s+)?round|(?:after|since)\s+the\s+\w+\s+meeting",
    re.IGNORECASE,
)
_AFTER = ("after", "once", "since", "right after")
_LATER = re.compile(r"(?:right\s+|just\s+|shortly\s+)?(?:after|since|later|from)\b", re.IGNORECASE)
_OF_ALL = re.compile(r"\b(?:whole|entire|all|round|game)\b", re.IGNORECASE)
_IN_ORDER = re.compile(
    r"(?:\w+\s+)?(?:after|before)(?:wards?|\s+[^\W\d]+)?|then|for\s+.*\ba\s.*", re.IGNORECASE
)
"""Times that only tell an order, or how long a step took."""
_PARTICLE = re.compile(
    r"\s+(?:through|by|in|out|up|there|behind)\b(?=\s*(?:[.,;:!?()\"”—-]|$|(?:and|or|so|but)\b))",
    re.IGNORECASE,
)
"""What belongs to the verb of an event that ends without a place: "when I passed through"."""
_UNFINISHED = re.compile(r"(?:\b(?:am|is|are|was|were|be|been|got|gets)|['’](?:m|s|re))$", re.IGNORECASE)
_PREDICATE = re.compile(
    r"(?:\s+(?!(?:and|or|so|but|when|while|as)\b)[\w'’-]+){1,6}(?=\s*(?:[.,;:!?()—–]|$|(?:and|or|so|but)\b))",
    re.IGNORECASE,
)
"""How an event goes on that ends with its verb: "while he was on his way"."""
_BRACKETS = re.compile(r"\s*\([^)]*\)?")
_AT_ONCE = re.compile(r"(?:right|just)?\s*(?:as|when)\b|right\s+before\b", re.IGNORECASE)
_MOMENTS = frozenset(("when", "as", "right", "just"))
_LOOSE = frozenset(("later", "earlier", "then"))
_DIGITS = frozenset("0123456789")


def numbered(frame: Frame) -> bool:
    """Whether a frame's times name ticks."""
    times = frame.times
    if len(times) == 1:
        return not _DIGITS.isdisjoint(times[0].value)
    return bool(times) and not _DIGITS.isdisjoint("".join([token.value for token in times]))


def tells_time(frame: Frame) -> bool:
    """Whether a frame has a time that tells more than that it took "a while"."""
    return any(token.word != "for" or " a " not in token.value for token in frame.times)


def time_of(frame: Frame, text: str) -> str:
    """A frame's time phrase: the one with numbers if there are several, neighbours as one; or its event."""
    times = frame.times
    if not times or (frame.event is not None and not tells_time(frame)):
        if frame.event is None:
            return ""
        start, end = frame.event
        particle = (_PREDICATE if _UNFINISHED.search(text, start, end) else _PARTICLE).match(text, end)
        return (
            _BRACKETS.sub("", text[start : particle.end() if particle is not None else end])
            .strip()
            .replace("*", "")
        )
    if len(times) == 1:
        event = frame.event
        if event is not None and times[0].value.endswith(" time") and 0 <= event[0] - times[0].end <= 1:
            return text[times[0].start : event[1]].replace("*", "")  # "the whole time after Bob left"
        return text[times[0].start : times[0].end].replace("*", "")
    for token in times:
        if not _DIGITS.isdisjoint(token.value):
            break
    else:
        token = next((other for other in times if other.word not in _LOOSE), times[0])
    start, end = token.start, token.end
    for other in times:
        between = text[other.end : start] if other.end <= start else text[end : other.start]
        if other is not token and between.strip() in {"", ",", "(", "-", "–", "—"}:
            start, end = min(start, other.start), max(end, other.end)
    end += "(" in text[start:end] and text[end : end + 1] == ")"
    return text[start:end].replace("*", "")


def of_round(frame: Frame) -> bool:
    """Whether a frame says that it holds of the whole round."""
    return any(_OF_ALL.search(token.value) is not None for token in frame.times)


def follows(frame: Frame, text: str) -> bool:
    """Whether a frame holds of what came after something: "after that I saw nobody"."""
    said = text[slice(*frame.event)].lower() if frame.event is not None and not frame.times else ""
    if said.startswith(_AFTER):
        return True
    return comes_after(frame)


def comes_after(frame: Frame) -> bool:
    """Whether all times of a frame are after something: "after that", "later"."""
    return bool(frame.times) and all(_LATER.match(token.value) is not None for token in frame.times)


def of_order(phrase: str) -> bool:
    """Whether a time phrase tells only an order, or how long something took."""
    return _IN_ORDER.fullmatch(phrase) is not None


def of_step(frame: Frame) -> bool:
    """Whether all times of a way are events of a moment, which dates its last step only."""
    return not frame.fronted and all(token.word in _MOMENTS for token in frame.times)


def arrives_then(frame: Frame, text: str) -> bool:
    """Whether an event of a moment dates the last step of a way: "..., then storage when Bob reported"."""
    if frame.fronted or frame.sub:
        return False
    if frame.times:
        return of_step(frame) and frame.event is None
    return (
        frame.event is not None
        and frame.event[0] > frame.at
        and _AT_ONCE.match(text, frame.event[0]) is not None
    )


def dates_way(frame: Frame) -> bool:
    """Whether a frame has a time that tells more than "this round" does of a way."""
    values = [token.value for token in frame.times]
    return any(not (_OF_ROUND.fullmatch(value) or of_order(value)) for value in values)
