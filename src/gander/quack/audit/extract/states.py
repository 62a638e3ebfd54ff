"""States: bodies, and who is said to be dead or alive."""

from gander.quack.audit.extract.reader import Reader
from gander.quack.audit.extract.roles import meets
from gander.quack.audit.extract.tokens import Token

__all__ = ["read_alive", "read_body", "read_dead"]

_BESIDE = frozenset(("next", "beside", "over", "by", "on"))
_NEAR = 4  # words


def read_body(reader: Reader, token: Token) -> None:
    """A body: its owner's, or the one that lay where the caller stood; "a body" is nobody's."""
    previous, current = reader.previous(), reader.current
    names = reader.owner
    if names is None:
        indefinite = previous is not None and previous.word in (
            "a",
            "any",
            "no",
            "one",
            "another",
            "every",
            "other",
        )
        names = () if indefinite else reader.discourse.context.found
    reader.owner = None
    prep, reader.prep = reader.prep, ""
    if current is not None and (meets(reader, prep) or (names and _beside(reader, prep))):
        current.kind, prep = "find", ""
    if prep:
        return
    taken = current is not None and not reader.fresh and not current.objects
    if taken and current is not None and current.kind in ("find", "see", "report", "go"):
        current.objects, current.body, current.end = names, True, token.end
        lay = reader.discourse.context.room_of_body(names[0]) if names else None
        reader.discourse.there = lay or reader.discourse.there
        return
    reader.wait(names, token)
    reader.body_subject = True


def _beside(reader: Reader, prep: str) -> bool:
    """Whether somebody is said to be where the body is: "stood by the body", "was with the body"."""
    current = reader.current
    if current is None or reader.fresh or current.kind not in ("be", "stay") or current.negated:
        return False
    before = reader.tokens[max(0, reader.index - _NEAR) : reader.index]
    return prep == "with" or (bool(prep) and any(token.word in _BESIDE for token in before))


def read_dead(reader: Reader, token: Token) -> None:
    """That somebody is dead."""
    current = reader.current
    if current is not None:
        current.body = True
        current.end = max(current.end, token.end)
        if reader.fresh and reader.subject is not None and current.kind == "find":
            current.objects = reader.subject


def read_alive(reader: Reader, token: Token) -> None:
    """That somebody is alive."""
    if reader.current is not None:
        reader.current.alive = True
        if not reader.current.negated:
            reader.current.end = max(reader.current.end, token.end)
