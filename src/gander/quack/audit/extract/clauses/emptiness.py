"""Emptiness: of which room it is said that nobody, or no body, was there: "empty", "clean", "alone"."""

from gander.quack.audit.extract.clauses.frames import Frame
from gander.quack.audit.extract.clauses.hearsay import SPOKEN
from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["read_alone", "read_clean", "read_empty"]

_LINKS = frozenset(("conj", ",", ";", "-"))
_LOOKING = frozenset(("looked", "seemed", "appeared", "felt"))
_WHEN = frozenset(("when", "as", "while", "before", "after", "until"))
_ENDS = frozenset((".", ",", ";", "-", "(", ")", "\n", "time", "conj", "there"))


def read_empty(reader: Reader, token: Token) -> None:
    """Read "medbay was empty", "it was empty": nobody was there."""
    current = reader.current
    following = reader.following
    if token.value == "clean":
        read_clean(reader, token)
        return
    if _bare(reader):
        room, token.start = reader.tokens[reader.index - 1], reader.tokens[reader.index - 1].start
        frame = reader.open("be", token, ())
        frame.places, frame.nobody = [("at", room)], True
        return
    if current is None or reader.fresh or current.negated:
        return
    if current.word in _LOOKING and current.kind == "other":
        current.kind = "be"  # "the room looked empty to me"
    if current.kind != "be":
        return
    if following is not None and following.word == "of":
        read_clean(reader, token)  # "empty of bodies"
        return
    rooms = _spoken_of(reader, current)
    if rooms:
        current.subject, current.places, current.nobody = (), rooms, True
        # "that means medbay was empty": nobody saw so
        current.unsure = current.unsure or any(one.word.startswith("mean") for one in reader.frames)
        current.end = max(current.end, token.end)


def _bare(reader: Reader) -> bool:
    """Whether a room and "empty" are a clause by themselves: "storage was quiet, medbay empty"."""
    previous, following = reader.previous, reader.following
    before = reader.next(-2) if reader.index > 1 else None
    if previous is None or previous.kind != "room" or not reader.fresh or reader.subject is not None:
        return False
    if reader.index > 1 and (before is None or before.kind not in {",", ";", "-", ":", "conj"}):
        return False
    return following is None or following.kind in _ENDS


def _spoken_of(reader: Reader, current: Frame) -> list[tuple[str, Token]]:
    """The rooms that a clause is about: those before its verb, else the last one in which somebody was."""
    for token in reversed(reader.tokens[: reader.index]):
        if token.end > current.at:
            continue
        if token.kind in {"room", "chain"}:
            current.start = min(current.start, token.start)
            if token.kind == "room" and current.word in {"were", "are"}:
                return _both(reader, current, token)
            return [("at", token)] if token.value not in {"either", "path"} or token.kind == "room" else []
        if token.word in {"it", "room", "place"}:
            room = reader.discourse.there
            return [("at", Token("room", room, "there", "there", token.start, token.end))] if room else []
        if token.word in {"both", "rooms"}:
            named = [one for one in reader.tokens[: reader.index] if one.kind in {"room", "chain"}]
            rooms = tuple(room for one in named[-2:] for room in one.rooms)[-2:]
            chain = Token("chain", "list", "", token.word, token.start, token.end, rooms)
            return [("at", chain)] if len(rooms) == 2 else []
        if token.kind not in {"x", "time", "W"} and not (
            token.word == "which" or token.kind in {",", "-", "("}
        ):
            break
    return []


def _both(reader: Reader, current: Frame, last: Token) -> list[tuple[str, Token]]:
    """The rooms of a list before a verb: "medbay and storage were empty"."""
    before = [one for one in reader.tokens[: reader.index] if one.end <= last.start][-2:]
    if [one.kind for one in before] != ["room", "conj"] or before[1].value != "and":
        return [("at", last)]
    current.start = min(current.start, before[0].start)
    rooms = (before[0].value, last.value)
    return [("at", Token("chain", "list", "", last.word, before[0].start, last.end, rooms))]


def read_clean(reader: Reader, token: Token) -> bool:
    """Read "medbay was clean when I left": the one who was found there did not lie there yet.

    Returns:
        Whether it tells so.
    """
    current, following = reader.current, reader.following
    if current is None or reader.fresh or current.kind not in {"be", "see"} or current.negated:
        return False
    if current.kind == "see":
        return _seen_clean(reader, token, current)
    if following is not None and following.word == "of":
        body = reader.next(2)
        if body is None or body.kind != "body":
            return False
        following = reader.next(3)
    if current.subject and not _of_room(reader, current):
        return False
    if following is not None and following.kind not in _ENDS:
        return False  # "it is clear that", "clear of bodies"
    before = reader.frames[-2] if len(reader.frames) > 1 else None
    if current.sub:
        if before is None or not before.times:
            return False
        current.times = list(before.times)  # "I was there early, when it was clean"
    elif not (current.times or _dated(following) or (current.link == "and" and before is not None)):
        return False  # "medbay was clean": then, whenever that was
    rooms = _spoken_of(reader, current)
    found = tuple(who for who, room in reader.discourse.context.bodies if rooms and room in rooms[0][1].rooms)
    if not found:
        return False
    source = reader.discourse.source
    current.subject = (source,) if source is not None else reader.speaker
    current.kind, current.objects, current.body, current.negated = "see", found, True, True
    current.places, current.end = rooms, max(current.end, token.end)
    return True


def _seen_clean(reader: Reader, token: Token, current: Frame) -> bool:
    """Read "saw medbay clean when I passed": nobody's body lay there yet."""
    previous, following = reader.previous, reader.following
    if current.objects or previous is None or not (current.times or _dated(following)):
        return False
    room = reader.discourse.there if previous.word == "it" else previous.value
    found = tuple(who for who, lay in reader.discourse.context.bodies if lay == room)
    if not found or not (previous.word == "it" or previous.kind == "room"):
        return False
    current.objects, current.body, current.negated = found, True, True
    current.places = [("at", Token("room", room or "", "", previous.word, previous.start, previous.end))]
    current.end = token.end
    return True


def _of_room(reader: Reader, current: Frame) -> bool:
    """Whether a room begins a clause, whoever was spoken of before it: "Bob was there, but it was clear"."""
    before = [token for token in reader.tokens[: reader.index] if token.end <= current.at][-2:]
    told = (
        before[0].kind == "verb" and before[0].value in SPOKEN if before else False
    )  # "Bob says medbay was"
    return [token.kind for token in before[1:]] == ["room"] and (told or before[0].kind in _LINKS)


def _dated(following: Token | None) -> bool:
    """Whether what follows dates a clause."""
    return following is not None and (following.kind == "time" or following.value in _WHEN)


def read_alone(reader: Reader, token: Token) -> None:
    """Read "alone in medbay": with nobody; "not alone in medbay": there, all the same."""
    current, following = reader.current, reader.following
    if current is None or current.kind not in {"be", "stay"}:
        return
    if current.kind == "be" and current.negated:
        current.negated = False
    elif not reader.fresh:
        current.alone = following is None or following.value != "with"
