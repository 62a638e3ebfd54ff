"""Scope: for which part of a round a denial holds, as far as its clause tells.

A denial that is judged over the round although it was meant of a moment comes out false. So what tells the
part ("when I left", "on my way") is kept as its time, and where it goes unsaid nothing is claimed.
"""

import re

from gander.quack.audit.extract.clauses.frames import Frame
from gander.quack.audit.extract.statements.timing import of_order

__all__ = ["holds_of_all", "holds_of_way", "of_part", "only_then", "part_of", "way_said"]

_AGAIN = re.compile(
    r"(?:(?!\b(?:and|but|so|because)\s+(?:I|he|she|they|we|you|it|then|never|did|was|saw|went|that)\b)[^.,;!?\n—])*?"
    r"\b(again|back|return(?:ed|ing)?|after|anymore|any\s+more|no\s+longer|yet|later|else|ahead)\b",
    re.IGNORECASE,
)
_AGAIN_SAID = re.compile(
    r"\b(?:again|back|return|after|any|no\s|yet\b|later\b|else\b|ahead\b)", re.IGNORECASE
)
"""What begins a word of those, which few clauses have; it is found in less time."""
_ONCE_MORE = re.compile(r"(?:again|back|return(?:ed|ing)?)\b", re.IGNORECASE)
_WAY = (
    r"(?:on|along|during|throughout|in)\s+(?:my|his|her|the|that|this)\s+(?:(?:entire|whole|full|own|actual)\s+)?"
    r"(?:way|route|path|loop|trip|run|walk|journey)\b"
)
_FINDING = (
    r"I\s+(?:(?:walked|came|went|got|ran)\s+(?:in(?:to)?\s+)?(?:[\w-]+\s+){0,2}and\s+)?"
    r"(?:found|saw|reported|stumbled|discovered)\b"
)
_REPORT = rf"until\s+(?:(?:this|the|that)\s+(?:meeting|report|body)|now|{_FINDING})"
"""Until when nothing remains of the round."""
_PARTLY = re.compile(
    rf"(?:\s*(?:at\s+all|at\s+any\s+point|once|nearby|around|alive)\b)*\s*,?\s*((?:during|while|when|as|{_WAY}|{_REPORT}"
    r"|before|after|until|right)\b(?:\s+(?!(?:and|or|so|but|saying|then)\b)[^\s.,;:!?()—]+){0,8}"
    r"|then(?=\s*(?:[.,;)]|$)))(\s*(?:[.,;:!?()\n—]|$|and\b|or\b|so\b|but\b))?",
    re.IGNORECASE,
)
"""How a denial goes on that holds of a part of the round, and where that ends."""
_OF_WAY = re.compile(_WAY, re.IGNORECASE)
_BEFORE_REPORT = re.compile(rf"{_REPORT}|before", re.IGNORECASE)
_WHOLLY = re.compile(
    r"\s*,?\s*(?:at\s+all|at\s+any\s+point|(?:in|with|within)\s+my\s+(?:\w+\s+)?(?:view|vision|rooms)|so\s+far|yet|(?:the|my)\s+(?:whole|entire)\s+(?:way|route|path|trip|loop))\b",
    re.IGNORECASE,
)
_AFTERWARDS = re.compile(r"\bafter\s+(?:that|this)(?=\s*,?\s*$)", re.IGNORECASE)
_PLAINLY = re.compile(
    r"(?!\s*[—–-]+\s*(?:or|pass|come|go|leave|enter)\b)(?:\s+(?:paths\s+with|into)(?=\s*[.,]))?(?:\s+(?:at\s+all|at\s+any\s+point|once|alive|(?:in\s+|for\s+|all\s+)?(?:this|the|all|my)?\s*(?:whole|entire)?\s*(?:round|time|game)|either"
    r"|myself|personally|so\s+far))*\s*(?:[.,;:!?—–)\n\"”]|$|(?:and|or|so|but|which|though|although|despite|because)\b|-)",
    re.IGNORECASE,
)
"""How a denial ends that holds of the whole round."""
_VERB = re.compile(r"\s+(?:is|was|does|isn|wasn|doesn|makes|means)\b", re.IGNORECASE)
_EITHER = re.compile(r"\beither\b", re.IGNORECASE)
_NEAR = 16  # characters
_AHEAD = 40  # characters
_DIGITS = frozenset("0123456789")
_FINISHING = ("finish", "complet")
_CROSSING = frozenset(("crossed", "cross", "met", "meet"))
_JOINTLY = re.compile(r"(?:\bnot|n['’]t|\bnever)\b[^.;,]*?\b(?:both|together)\b", re.IGNORECASE)
_ADVERB = 10  # characters: " together"


def only_then(frame: Frame, after: Frame | None, text: str) -> bool:
    """Whether a denial holds only for a time that is not said: "wasn't there again".

    What is said of it dates the denial: "wasn't there when I left", "didn't see Bob on my way".

    Args:
        frame: The clause that denies.
        after: The one after it.
        text: The utterance.
    """
    if frame.times and any(
        token.word in {"since", "until", "till"}
        and _BEFORE_REPORT.match(token.value) is None
        and (token.word != "since" or (_DIGITS.isdisjoint(token.value) and "meeting" not in token.value))
        for token in frame.times
    ):
        return True
    said = text[slice(*frame.event)].lower() if frame.event is not None else ""
    until = frame.event is not None and said.startswith(("until", "till"))
    if until and frame.event is not None and _BEFORE_REPORT.match(text, frame.event[0]) is None:
        return True
    if frame.times and any(
        not _DIGITS.isdisjoint(token.value) or of_order(token.value) for token in frame.times
    ):
        return False
    if frame.times and frame.kind == "go" and frame.word.startswith("return"):
        return True  # "I didn't return to medbay before the meeting": after having been there
    if said:
        return False
    if (
        after is not None
        and after.sub
        and not after.leads
        and after.link in {"when", "after", "before", "until", "as"}
    ):
        return True
    if frame.nobody and _WHOLLY.match(text, frame.end) is not None:
        part = part_of(frame, text)
        frame.event = part if part != (0, 0) else None
        return False  # "haven't seen a single person yet"
    part = part_of(frame, text)
    if part == (0, 0):
        return True
    again = _again(frame, frame.end, text)
    if part is None:
        again = again or _again(frame, frame.end + _AHEAD, text)
        if again is not None and frame.kind != "be":
            part = _since(frame, again, text)
        if again is not None and part is None:
            return True
    frame.event = part
    if part is not None:
        return False
    # "I never saw Bob" is of the whole round; "never saw Bob on my way there" is not.
    if frame.kind != "see" or frame.places or _PLAINLY.match(text, frame.end) is not None:
        return False
    if frame.form == "f" and _VERB.match(text, frame.end) is not None:
        return False  # "the reason you didn't see me is"
    return frame.form != "i" or _VERB.match(text, frame.end) is None  # "Bob not seeing Eve is odd"


def part_of(frame: Frame, text: str) -> tuple[int, int] | None:
    """Where the words stand that date a denial; (0, 0) if their end can't be told, None without any."""
    partly = _PARTLY.match(text, frame.end)
    if partly is not None and not _EITHER.search(text, frame.at, frame.end):
        ends = partly[2] is not None
        until = partly[1].lower().startswith("until") and _BEFORE_REPORT.match(partly[1]) is None
        return partly.span(1) if ends and not until else (0, 0)
    afterwards = _AFTERWARDS.search(text, max(0, frame.start - _NEAR), frame.start)
    return afterwards.span() if afterwards is not None else None


def holds_of_way(frame: Frame, text: str) -> bool:
    """Whether a clause says itself that it holds of the whole way: "saw nobody on my route", "at all".

    What names a time holds of wherever the speaker was then.
    """
    if frame.times or _WHOLLY.match(text, frame.end) is not None:
        return True
    part = frame.event or part_of(frame, text)
    if part is None or part == (0, 0):
        return False
    return any(pattern.match(text, part[0]) for pattern in (_OF_WAY, _BEFORE_REPORT))


def way_said(frame: Frame, text: str, *, whole: bool = False) -> tuple[int, int] | None:
    """Where "on my way", or as a whole "on my way to medbay", stands after a clause; None if not."""
    said = _OF_WAY.match(text, frame.end + 1)
    part = part_of(frame, text) if said is not None and whole else None
    if part is not None and part != (0, 0):
        return part
    return said.span() if said is not None else None


def holds_of_all(frame: Frame, text: str) -> bool:
    """Whether a clause ends as one does that holds of everything told so far: "I saw nobody"."""
    return _PLAINLY.match(text, frame.end) is not None or _VERB.match(text, frame.end) is not None


def _since(frame: Frame, again: int, text: str) -> tuple[int, int] | None:
    """The words that date what did not happen once more: "never went back", "again"."""
    once_more = _ONCE_MORE.match(text, again)
    if once_more is None or again > frame.end + 1 or frame.matrix is not None:
        return None
    if once_more[0].lower() == "again":
        return once_more.span()
    if text[frame.at : again].count(" ") > 1:
        return None  # "didn't follow him back to medbay"
    start = frame.at - len("never ") if text[: frame.at].lower().endswith("never ") else frame.at
    return min(start, again), once_more.end()


def _again(frame: Frame, end: int, text: str) -> int | None:
    """Where it stands that a denial is only of another time, or of others than those spoken of."""
    if _AGAIN_SAID.search(text, frame.start, end) is None:
        return None
    found = _AGAIN.match(text, frame.start, min(end, len(text)))
    if found is None or (frame.others and found[1].lower() == "else"):
        return None
    at = found.start(1)  # "didn't go there later": a time
    return None if any(token.start <= at < token.end for token in frame.times) else at


def of_part(frame: Frame, text: str) -> bool:
    """Whether a denial leaves open where one was: "we weren't there together", "didn't finish my task"."""
    if frame.word.startswith(_FINISHING):
        return True
    if frame.word in _CROSSING and len(frame.subject) == 1:
        return not (frame.objects or frame.companions or frame.nobody)  # "we never crossed paths there"
    return _JOINTLY.search(text, frame.start, frame.end + _ADVERB) is not None
