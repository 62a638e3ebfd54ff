"""There: which room "there" and "that room" mean."""

from gander.quack.audit.extract.clauses.frames import Frame, place_of
from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.words.lexicon import words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["read_there"]

_WITH_ROUTE = 3  # frames
_BESIDES = words("like besides except")
_AT = words("least all any")
"""Nouns with which "at" is no place."""
_PAIR = 2  # frames
_ONES = words("one person player")
_OPINIONS = words("sus weird odd bad weak wrong consistent confident sure")


def read_there(reader: Reader, token: Token) -> None:
    """Read "there": the room named last."""
    previous, following = reader.previous, reader.following
    exists = following is not None and following.kind == "verb" and following.value == "be"
    exists = exists and not _seen(reader)
    if exists and (previous is None or previous.kind != "verb"):
        return  # "there was nobody"
    if reader.discourse.cited:
        return  # 'Bob's "I was there"': where that was he said then
    further = reader.next(2)
    least = further is not None and further.word in _AT  # "there at least through tick 9"
    governs = following is not None and following.kind == "prep" and following.value in {"at", "no"}
    if governs and not least and following is not None and following.word not in _BESIDES:
        return  # "right there in medbay"
    if following is not None and following.value == "with":
        if _apart(reader):
            return  # "Eve reported in medbay. She was there with us": where?
        beyond = reader.tokens[reader.index + 3 : reader.index + 5]
        if len(beyond) == 2 and beyond[0].value == "at" and beyond[1].kind in {"room", "chain"}:
            return  # "right there with us in medbay"
    if reader.prep == "no" and reader.index > 1 and reader.tokens[reader.index - 2].word == "access":
        return  # "had access to that room"
    reader.prep = ""
    room, current = reader.discourse.there, reader.current
    if room is None and current is not None:
        room = _reached(reader, current)
    elif current is not None:
        room = _beside_route(reader.frames) or room
    if current is not None and current.kind == "be" and previous is not None and _predicates(previous):
        return  # "I'm less suspicious there"
    if current is not None and current.kind == "be" and token.word == "there" and _of_one(reader, current):
        return  # "he was the last one in there": where?
    if current is not None and current.link in {"after", "before"} and _only_from(reader, current):
        return  # "when I came from storage after seeing Bob there": here or there?
    if current is not None and current.kind == "leave" and current.objects and current.form == "i":
        return  # "went to storage, leaving Bob in there": in the room left
    if current is not None and current.sub:
        current.end = max(current.end, token.end)
    unplaced = current is not None and current.kind == "see" and not (current.places or current.negated)
    if room is None and current is not None and unplaced:
        current.places.append(("no", token))  # there, but not where anything else tells
    if room is not None and current is not None and _was_not(reader, current, room):
        return  # "I was never in storage, because I was there with Bob": where?
    if room is not None and current is not None and not current.places:
        unsaid = current.kind == "see" and current.negated and current.subject == reader.speaker
        if current.asserted and not (reader.discourse.certain or unsaid):
            return  # "you must have been in weapons while I was in there"
        current.places.append(("at", Token("room", room, "there", "there", token.start, token.end)))
        current.end = max(current.end, token.end)


def _seen(reader: Reader) -> bool:
    """Whether "there" is where somebody was seen: "Bob not seeing me there is odd"."""
    current = reader.current
    return current is not None and current.kind == "see" and bool(current.objects) and not reader.fresh


def _reached(reader: Reader, current: Frame) -> str | None:
    """The room that somebody set out for: "left toward medbay and stayed there"."""
    if current.kind not in {"go", "stay"} and current.word != "been":
        return None
    for before in reversed(reader.frames):
        if before is not current and before.subject == current.subject and before.places:
            role, token = before.places[-1]
            return token.rooms[-1] if role == "toward" and token.value != "either" else None
    return None


def _beside_route(frames: list[Frame]) -> str | None:
    """The room of what was done in it on a way: "passed storage on my route to medbay; nobody was there"."""
    if len(frames) < _WITH_ROUTE or frames[-2].kind != "route" or frames[-2].link:
        return None
    deed = frames[-3]
    own = deed.subject == frames[-2].subject == frames[-1].subject and not deed.negated
    return place_of(deed) if own and deed.kind in {"go", "be", "stay"} else None


def _of_one(reader: Reader, current: Frame) -> bool:
    """Whether somebody is said to be one that was there, in a sentence that names no room."""
    one = False
    for token in reader.tokens[: reader.index]:
        if token.kind in {"room", "chain"}:
            return False
        one = one or (token.start > current.at and token.word in _ONES)
    return one


def _apart(reader: Reader) -> bool:
    """Whether "there with me" follows on a room where the speaker was not, told of in an earlier sentence."""
    beyond, discourse = reader.next(2), reader.discourse
    if beyond is None or beyond.word not in {"me", "us"}:
        return False
    if any(token.kind in {"room", "chain"} for token in reader.tokens[: reader.index]):
        return False
    stood, _ = discourse.stood.get(reader.speaker[0], (None, -1))
    return stood is not None and discourse.there is not None and stood != discourse.there


def _was_not(reader: Reader, current: Frame, room: str) -> bool:
    """Whether the clause before denies that the same one was in a room, which "there" then can't mean."""
    if current.negated or current.kind not in {"be", "stay"} or len(reader.frames) < _PAIR:
        return False
    for before in reversed(reader.frames[-_WITH_ROUTE:-1]):
        if before.subject == current.subject and before.kind in {"be", "go", "stay"}:
            return before.negated and any(room in token.rooms for _, token in before.places)
    return False


def _only_from(reader: Reader, current: Frame) -> bool:
    """Whether the clause before says only from where the speaker came."""
    before = next((frame for frame in reversed(reader.frames) if frame is not current), None)
    if before is None or not before.places:
        return False
    return all(role == "from" for role, _ in before.places)


def _predicates(previous: Token) -> bool:
    """Whether a word before "there" says how somebody is, so that "there" places nobody."""
    return previous.kind == "x" and (previous.word.endswith("ous") or previous.word in _OPINIONS)
