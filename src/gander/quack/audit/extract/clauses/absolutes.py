"""Absolutes: "with Bob in storage" behind a pause, which tells of him alone."""

from gander.quack.audit.extract.clauses.reader import Reader

__all__ = ["stands_apart"]

_PAUSES = frozenset((",", "(", "-"))
_BETWEEN = frozenset(("prep", "x", "alone"))
_FAR = 5  # words


def stands_apart(reader: Reader) -> bool:
    """Whether a player after "with" is told to be in another room: "I was in medbay, with Bob in storage".

    Without one he is company: "I was in medbay, with Bob".
    """
    tokens, index, current = reader.tokens, reader.index, reader.current
    if index < 2 or tokens[index - 2].kind not in _PAUSES or current is None or not current.places:
        return False
    here = {room for _, place in current.places for room in place.rooms}
    for token in tokens[index + 1 : index + 1 + _FAR]:
        if token.kind == "room":
            return token.value not in here
        if token.kind not in _BETWEEN:
            return False
    return False
