"""Scenes: the room of a body, by what happened there: "the crime scene", "the body location"."""

from gander.quack.audit.extract.clauses.places import read_place
from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.words.lexicon import words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["of_body", "read_scene"]

_SPOTS = words("location spot")
_AT = frozenset(("at", "to", "via", "from"))
_NEAR = 3  # words


def of_body(reader: Reader) -> bool:
    """Whether a body only tells which place is meant: "at the body location"."""
    following = reader.following
    return following is not None and following.word in _SPOTS and reader.owner is None


def read_scene(reader: Reader, token: Token) -> None:
    """Read "at the crime scene", "at the body location" as in the body's room, if there is but one."""
    rooms = {room for _, room in reader.discourse.context.bodies}
    if len(rooms) != 1 or reader.prep not in _AT or not _of_crime(reader, token):
        return
    current = reader.current
    if current is not None and current.kind == "place" and current.negated:
        return  # "a killer doesn't put himself at the crime scene"
    read_place(reader, Token("room", next(iter(rooms)), "", token.word, token.start, token.end))


def _of_crime(reader: Reader, token: Token) -> bool:
    """Whether a scene is that of the crime, and not one that "she made"."""
    around = reader.tokens[max(0, reader.index - 1) : reader.index + 1 + _NEAR]
    return token.kind == "body" or any(one.word == "crime" for one in around)
