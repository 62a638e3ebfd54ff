"""Dates: a time phrase given to the clause that it dates."""

from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.clauses.reports import read_find
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["read_time"]

_EVENT = 12  # characters
_FAR = 12  # words
_PAUSES = frozenset((",", ";", "-", ":", "(", ")", "conj"))
_PARTS = frozenset((";", "-", ":"))
_ENDS = frozenset((".", "?", ")", ";", "-", "\n"))


def read_time(reader: Reader, token: Token) -> None:
    """A time phrase belongs to its own clause: the one before it, or after a pause the one to come."""
    current = reader.deed()
    reader.prep = ""
    previous = reader.previous
    if len(token.value) > _EVENT:
        for one in reader.discourse.context.players:
            if one in token.value:
                reader.discourse.mention((one,), True)  # "left right before Eve died, and saw her"
    if "found" in token.value or "report" in token.value or "discovered" in token.value:
        read_find(reader, token)
    if reader.negated and reader.fresh and previous is not None and previous.word == "not":
        reader.negated = False
        return  # "earlier, not at tick 9"
    other = reader.link == "or" or (token.word == "when" and reader.link == "and")
    if other and reader.fresh and current is not None and current.sub:
        return  # "between when I left medbay and when the meeting was called"; "after I left or then"
    apart = previous is not None and previous.kind in _PARTS  # "his account — at tick 9 I was there"
    if reader.subject is not None and not apart:
        following = reader.following
        ends = following is not None and following.kind == ","
        if ends and previous is not None and previous.kind == "story":
            return  # "got caught without an alibi for the last ticks, and then"
        labels = following is not None and following.kind == ":" and token.value[-1:].isdigit()
        if labels or (following is not None and following.kind in {"verb", "modal", "neg", ",", "x"}):
            reader.times.append(token)
    elif current is None or (reader.fresh and not (_ends_here(reader) or _adjoins(reader))):
        reader.times.append(token)
    elif reader.fresh and current.kind == "be" and _of_unread(reader):
        return  # "the body was in storage, the Duck surely had access after that"
    else:
        current.times.append(token)
        current.end = max(current.end, token.end)


def _of_unread(reader: Reader) -> bool:
    """Whether a verb that opened no clause stands between the last pause and a time phrase."""
    for token in reversed(reader.tokens[max(0, reader.index - _FAR) : reader.index]):
        if token.kind in _PAUSES:
            return False
        if token.kind == "verb":
            return token.form == "f"
    return False


def _adjoins(reader: Reader) -> bool:
    """Whether a time phrase only adds to the one before it: "early, ticks 2-4"."""
    before = reader.tokens[max(0, reader.index - 2) : reader.index]
    return len(before) == 2 and before[0].kind == "time" and before[1].kind in {",", "(", "-"}


def _ends_here(reader: Reader) -> bool:
    """Whether a time phrase after a pause still belongs to what was said before it."""
    following, previous = reader.following, reader.previous
    if following is None or following.kind in _ENDS:
        return True
    if previous is not None and previous.kind == "(":
        noted = reader.next(-2)
        return noted is not None and noted.kind == "room"  # "medbay (ticks 3-5, scanning), storage"
    if following.kind == ",":
        timed = reader.current is not None and bool(reader.current.times)
        return previous is not None and previous.kind == "," and not timed
    return following.kind == "conj" and following.value != "that"
