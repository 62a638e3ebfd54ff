"""Reports told in passing: "Bob is the reporter", "Bob's report", "before Bob found the body"."""

import re

from gander.quack.audit.extract.clauses.frames import Frame
from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.clauses.stories import by_word
from gander.quack.audit.extract.words.lexicon import ASIDE, words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["read_find", "read_meeting", "read_reporter"]

_NO_REPORT = words(
    "possibility angle concern concerns defense theory frame argument idea accusation claim suspicion"
)
"""Nouns that make a report one that is only spoken of."""
_SPEECHES = words("first initial original second earlier last")
"""What makes a report a speech in the meeting."""
_FIND = re.compile(
    r"(\w+) (?:(?:just|finally|first) )?(found|discovered|reported) (?:(?:the|this) )?(body|it|her|him|\w+)"
)
"""A find or report that a time phrase tells."""
_THEN = re.compile(r"(?:(?:right|just)\s+)?(?:when|as)\b", re.IGNORECASE)
_OTHERS = words("she he they")
_HITS = words("hit hits hitting pressed press slammed smashed")
_NEAR = 4  # words


def read_reporter(reader: Reader, token: Token) -> None:
    """Who is said to be the reporter reported; so did who owns a report, or hit it."""
    if token.value == "noun":
        owner = reader.owner  # and of what the report says: "Bob's report puts Eve in medbay"
        if owner and owner != reader.speaker and (by_word(reader) or _is_that(reader)):
            reader.discourse.tell(owner)  # "based on Bob's report, Eve was in medbay"
        if owner == (reader.discourse.context.caller,) and not _spoken_of(reader):
            # Beside what the sentence tells, from which it takes neither time nor mood.
            frame = Frame("report", "'s", "", owner, token.start, token.end)
            reader.beside.append(frame)
        elif _hit(reader):
            reader.open("report", token, _hit(reader))
        return
    current, following = reader.current, reader.following
    if _in_that_part(reader):
        return
    if current is None or reader.fresh or current.kind != "be" or current.places or not current.subject:
        return
    if following is not None and following.word == "of":
        return  # "the reporter of the last round"
    current.kind, current.end = "report", max(current.end, token.end)
    if current.subject == (reader.discourse.context.caller,):
        current.source = reader.discourse.source = None  # everybody knows


def _in_that_part(reader: Reader) -> bool:
    """Read "Bob as the reporter", "Bob coming into medbay as reporter"."""
    before = [one for one in reader.tokens[max(0, reader.index - 3) : reader.index] if one.word != "the"]
    if not before or before[-1].word != "as" or reader.quoted:
        return False
    named = (before[-2].value,) if len(before) > 1 and before[-2].kind == "name" else None
    doer = named or (reader.current.subject if reader.current is not None else ())
    caller = (reader.discourse.context.caller,)
    if doer == caller and reader.discourse.context.kind == "report":
        token = reader.tokens[reader.index]
        reader.beside.append(Frame("report", "'s", "", doer, token.start, token.end))
    return True


def _is_that(reader: Reader) -> bool:
    """Whether what a report tells follows: "Bob's report is that Eve was in medbay"."""
    following, told = reader.following, reader.next(2)
    return following is not None and following.value == "be" and told is not None and told.value == "that"


def read_find(reader: Reader, token: Token) -> None:
    """Read a time phrase that dates by the meeting's find or report: "before Bob found the body"."""
    said = _FIND.search(token.value)
    context, deed = reader.discourse.context, reader.deed()
    if token.value.endswith("reporting") and deed is not None and not (deed.negated or reader.quoted):
        if deed.asserted and deed.subject == (context.caller,) and context.kind == "report":
            reader.beside.append(Frame("report", "'s", "", deed.subject, token.start, token.end))
        return  # "went to medbay alone right before reporting"
    if said is None or reader.quoted:
        return
    finder = reader.speaker[0] if said[1] == "I" else said[1]
    if said[1] in _OTHERS and context.caller not in (None, context.speaker):
        finder = context.caller  # who else
    if finder == "you":
        finder = reader.discourse.you
    if finder is None or finder != context.caller or context.kind != "report":
        return
    if said[3] in context.players and said[3] not in context.found:
        return
    if said[2] == "reported":
        frame = Frame("report", "'s", "", (finder,), token.start, token.end)
        reader.beside.append(frame)
        return
    frame = Frame("find", "found", "f", (finder,), token.start, token.end, body=True, sub=True)
    if finder != context.speaker and _THEN.match(token.value) is not None:
        frame.times = [token]  # "she wasn't there when Bob found the body": then he was
    reader.beside.append(frame)


def _spoken_of(reader: Reader) -> bool:
    """Whether "report" tells of no report: "Bob's report theory", "my first report"."""
    previous, following = reader.previous, reader.following
    if previous is not None and previous.word in _SPEECHES:
        return True
    if following is not None and following.word in ASIDE:
        following = reader.next(2)
    if following is None:
        return False
    return following.word in _NO_REPORT or following.value == "place"  # "Bob's report also puts Eve there"


def read_meeting(reader: Reader, token: Token) -> None:
    """Read "I hit the button"."""
    if token.word == "button" and _hit(reader):
        reader.open("call", token, _hit(reader))


def _hit(reader: Reader) -> tuple[str, ...]:
    """Who is said to hit what is named: "I hit the button", "I went to medbay and hit the button"."""
    before = reader.tokens[max(0, reader.index - _NEAR) : reader.index]
    at = next((at for at, token in enumerate(before) if token.word in _HITS), None)
    if at is None:
        return ()
    shared = (
        at > 0 and before[at - 1].value == "and" and reader.subject is None and reader.current is not None
    )
    if shared and reader.current is not None and reader.current.asserted:
        return reader.current.subject
    return reader.subject or ()
