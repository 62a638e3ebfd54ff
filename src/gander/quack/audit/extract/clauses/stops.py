"""Stops: rooms of a chain of which a bracket tells more, or that have a time of their own."""

from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["read_stand", "read_stop"]


def read_stand(reader: Reader, token: Token) -> None:
    """The room of a chain that a bracket speaks of."""
    reader.discourse.there = token.value
    if reader.current is not None and reader.current.subject == reader.speaker:
        reader.discourse.stands(token.value)


def read_stop(reader: Reader, token: Token) -> None:
    """A chain's room with a time of its own."""
    way = reader.current
    if way is None or not way.subject:
        return
    frame = reader.open("be", token, way.subject)
    frame.asserted, frame.negated, frame.source = way.asserted, way.negated, way.source
    frame.places = [("at", Token("room", token.rooms[0], "", token.word, token.start, token.end))]
    frame.times = [token]
    frame.start = way.start
    frame.link = "stop"
    reader.current = reader.main = way
