"""Owned places: "Bob's medbay claim", "his early medbay presence", which tell that he was there."""

from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.clauses.sources import credit
from gander.quack.audit.extract.words.lexicon import words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["claimed", "names_stay"]

_STORIES = words("claim claims story alibi account route loop trip stop visit pass")
_TIMINGS = words("timing presence placement")
_DESCRIBED = words(
    "early late own first second last whole entire mutual shared joint claimed alleged supposed"
)


def names_stay(reader: Reader, following: Token) -> bool:
    """Whether the noun after a room tells that its owner was there: "Bob's medbay claim", "his timing"."""
    before = reader.index - 1
    while before > 0 and (reader.tokens[before].word in _DESCRIBED or reader.tokens[before].kind == '"'):
        before -= 1
    if reader.tokens[before].kind not in {"name", "names", "P", "I", "Y", "W"}:
        return False  # "Bob's lack of medbay presence"
    return following.word in _STORIES or (following.word in _TIMINGS and reader.owner != reader.speaker)


def claimed(reader: Reader, token: Token) -> None:
    """Read "Bob's medbay claim", "Bob's medbay/storage route": that he was there, on his word."""
    before, owner = reader.current, reader.owner
    waiting, main = reader.subject, reader.main
    if owner != reader.speaker and token.value != "path" and token.form != "or":
        frame = reader.open("be", token, owner or ())
        credit(reader, frame, owner)
        frame.negated = False
        frame.asserted = frame.asserted or not (reader.supposed or reader.conditional)
        frame.places.append(("at", token))
        told = 3 if (verb := reader.next(2)) is not None and verb.value in {"be", "other"} else 2
        time, early = reader.next(told), reader.previous
        if early is not None and early.kind == "time" and not frame.times:
            time = early  # "Eve confirms his early medbay presence"
        if time is not None and time.kind == "time":
            frame.times = [time]  # "his medbay claim at tick 9", "his medbay timing was earlier"
        if token.kind == "room":
            reader.discourse.there = token.value
    reader.current, reader.main, reader.subject = before, main, waiting
    reader.owner, reader.prep, reader.fresh = owner, "", True
