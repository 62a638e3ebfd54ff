"""Errands: tasks that are named, and what somebody went somewhere for."""

from gander.quack.audit.extract.clauses.frames import Frame
from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.words.lexicon import words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["read_task"]

_AREAS = words("area areas spot spots location locations panel panels side zone")


def read_task(reader: Reader, token: Token) -> None:
    """A task, named or not."""
    errand = reader.prep == "for"
    reader.owner, reader.prep = None, ""
    current, following = reader.current, reader.following
    if following is not None and following.word in _AREAS:
        return  # "near the task area"
    if current is not None and not current.body and not (reader.fresh and reader.subject is not None):
        if current.kind == "be":
            current.kind = "do"
        current.task = True
        current.end = token.end
        if errand or current.purpose:
            _errand(reader, token)


def _errand(reader: Reader, token: Token) -> None:
    """Read what the speaker went somewhere for: "went to medbay to do my task", "storage for my task"."""
    way = reader.deed()
    if way is None or way.kind not in ("go", "route") or way.word == "going" or not way.places:
        return
    told = way.subject == reader.speaker and way.asserted and way.source is None
    told = told and not (way.negated or way.sub or way.unsure or _hindered(reader))
    role, place = way.places[-1]
    named = reader.previous
    if named is not None and named.kind == "room" and named.value != place.rooms[-1]:
        return  # "went to medbay to do my storage task"
    leaves = role == "from" and place.value != "path"
    if not told or leaves or role in ("toward", "no", "between") or place.value in ("either", "list"):
        return
    room = Token("room", place.rooms[-1], "", place.word, place.start, place.end)
    frame = Frame("do", "for", "i", way.subject, way.start, token.end, token.start, task=True)
    frame.places, frame.times = [("at", room)], way.times
    reader.beside.append(frame)


def _hindered(reader: Reader) -> bool:
    """Whether it goes on as if nothing came of it: "to do my task, but Bob stopped me"."""
    rest = reader.tokens[reader.index + 1 : reader.index + 7]
    turn = next((token for token in rest if token.kind in ("conj", "verb")), None)
    return turn is not None and turn.kind == "conj" and turn.value in ("but", "before")
