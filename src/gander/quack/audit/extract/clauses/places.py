"""Places and times: which clause a room, a chain of rooms or a time phrase belongs to."""

from gander.quack.audit.extract.clauses.accounts import route_of, route_without_verb
from gander.quack.audit.extract.clauses.bearings import role_of, went
from gander.quack.audit.extract.clauses.distance import nowhere
from gander.quack.audit.extract.clauses.frames import Frame
from gander.quack.audit.extract.clauses.logs import LOG, logged
from gander.quack.audit.extract.clauses.owned import claimed, names_stay
from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.clauses.sources import credit
from gander.quack.audit.extract.words.chains import SIDES
from gander.quack.audit.extract.words.lexicon import words
from gander.quack.audit.extract.words.tokens import Token

__all__ = [
    "read_place",
]

_GOES_ALONG = SIDES | {"loop"}
_ARRIVING = ("ending", "arriving", "reaching")
_WALKS = frozenset(("go", "route"))
_SUBJECTS = frozenset(("name", "names", "I", "P", "W", "Y"))
_ENDS = frozenset((".", "?", ")", ";", "-", "\n"))
_BEGINS = _ENDS | frozenset((",", ":", "("))
_JOINTLY = words("together both alive all")
_ALONE = _ENDS | frozenset(
    (",", ":", "(", '"', "time", "arrow", "conj", "prep", "each", "there", "stop", "stand")
)


def read_place(reader: Reader, token: Token) -> None:
    """A room or a chain of rooms."""
    following, previous = reader.following, reader.previous
    if previous is not None and previous.word == "a" and f"{token.word}s" == token.value:
        return  # "as a weapon": no room
    if previous is not None and previous.kind == "arrow" and reader.current and reader.current.kind == "die":
        return  # "medbay → storage, Eve dies → security"
    path = token.kind == "chain" and token.value == "path"
    if path and (owner := route_of(reader, following)):
        reader.account = owner
        frame = reader.open("route", token, owner)
        credit(reader, frame, owner)
        _put(reader, frame, "bare", token)
        return
    if reader.owner and following is not None and names_stay(reader, following):
        claimed(reader, token)
        return
    role = role_of(reader, token)
    if reader.partly and reader.negated:
        role = "no"  # "went to storage without checking medbay"
    if following is not None and following.kind == "task" and role in {"bare", "at", "no"}:
        role = "at" if _at_task(reader) else "no"
    reader.owner = None
    if role in {"no", "with", "by", "for"} or (reader.noun and role != "bare"):
        past = previous is not None and previous.word in {"before", "after"}
        if token.kind == "room" and not past:
            reader.discourse.there = None if reader.noun else token.value
        return
    current = reader.current
    if role == "after":
        if current is None or (reader.fresh and not went(current)):
            reader.places.append(("from", token))
            return
        current.places.insert(0, ("from", token))
        current.end = max(current.end, token.end)
        reader.sub = False
        return
    if path and current is not None and current.kind == "be" and not (current.subject or current.places):
        current.subject = reader.account or ()  # "my info is still medbay → storage"
    if path and role == "bare":
        walked = current is not None and current.kind in _WALKS and not (reader.fresh or current.places)
        if following is not None and following.kind == "verb" and following.form == "f" and not walked:
            reader.wait((), token)  # "storage → medbay takes two ticks"
            reader.current = None if reader.fresh else reader.current
            return
        if route_without_verb(reader, token):
            assert reader.current is not None
            _put(reader, reader.current, role, token)
            return
    if (
        (current is None or (previous and previous.kind == ";"))
        and token.kind == "room"
        and logged(reader, token, role)
    ):
        entry = Token("verb", "be", "f", LOG, token.start, token.end)
        _put(reader, reader.open("be", entry, reader.speaker), "at", token)
        return
    if _headline(reader, role) or (path and current is not None and current.kind == "say"):
        # "Bob: medbay", "Bob claims A → B"
        subject = reader.subject
        if subject is None:
            subject = current.subject if current is not None else ()
        current, role = reader.open("route" if path else "be", token, subject), "at"
    if role == "bare" and current is not None and current.kind == "see":
        listed = not (current.objects or current.filled)
        if listed and previous is not None and previous.kind == ":":
            reader.open("x", token, ())  # "Bob's path is what I saw: medbay, then storage": not mine
            return
    if reader.fresh and current is not None and current.link == "where" and reader.aside is not None:
        current = reader.current = reader.aside  # "through medbay where Bob died, then storage"
    if reader.fresh and reader.then:
        current, main = reader.deed(), reader.main
        if current is not None and current.sub and not current.leads and main is not None and main.places:
            current = main  # "was in medbay after she came, then in storage"
        reader.current = current
    if not _awaits_verb(reader, current, role, token):
        assert current is not None
        if reader.fresh and (current.places or reader.negated or _lists(reader, current, role)):
            current = reader.go_on(token, role)
            role = reader.last_role if role == "bare" else role
        _put(reader, current, role, token)


def _lists(reader: Reader, current: Frame, role: str) -> bool:
    """Whether a room only goes on with what a clause tells: "did my tasks, storage"."""
    return role == "bare" and (current.kind == "do" or (reader.then and current.kind in {"see", "find"}))


def _at_task(reader: Reader) -> bool:
    """Whether a room tells where a task was done: "doing the medbay task"; not in "his medbay task"."""
    current = reader.current
    return (
        current is not None and current.kind in {"be", "do", "stay"} and not (reader.fresh or current.places)
    )


def _headline(reader: Reader, role: str) -> bool:
    """Whether a room stands after "Bob:", or after a pair's names and nothing else: "Bob/Eve in medbay"."""
    if role not in {"bare", "at"} or not reader.subject or reader.index < 2:
        return False
    last = at = reader.index - (1 if role == "bare" else 2)
    while at > 0 and reader.tokens[at].word in _JOINTLY:
        at -= 1  # "Bob + Eve: together in medbay"
    mark, named = reader.tokens[at], reader.tokens[at - 1]
    if mark.kind == ":":
        return named.kind in {"name", "names", "I"}
    if role == "bare" or mark.kind != "names" or (last == at > 0 and named.kind not in _BEGINS):
        return False
    following = reader.following  # "Bob/Eve in medbay"
    return following is None or following.kind == "time" or following.kind in _BEGINS


def _awaits_verb(reader: Reader, current: Frame | None, role: str, token: Token) -> bool:
    """Whether a place stands before its verb, or belongs to no clause at all."""
    if current is None or reader.fresh:
        if _fronted(reader, role):
            reader.places = [("at", token)]
            reader.discourse.there = token.rooms[-1]
            return True
        if reader.subject is not None:
            if role == "bare":
                reader.places.append((role, token))
            elif current is not None and reader.subject:
                reader.subject = None
            return True
    if current is None:
        if role not in {"from", "toward"}:
            reader.discourse.there = token.rooms[-1]
        return True
    if current.kind == "be" and reader.fresh and not reader.then and role in {"to", "toward", "from"}:
        return True  # "his story is solid, her late arrival into medbay"
    if role == "bare" and reader.fresh and not reader.then:
        following = reader.following
        return following is not None and not (
            following.kind in _ALONE or following.word in _GOES_ALONG
        )  # "and weapons connects to"
    return False


def _fronted(reader: Reader, role: str) -> bool:
    """Whether a room begins a clause: "In medbay, I saw Bob"."""
    if role not in {"at", "bare"}:
        return False
    for token in reader.tokens[reader.index + 1 : reader.index + 5]:
        if token.kind in _SUBJECTS or token.kind == "there":
            return role == "at" or reader.tokens[reader.index + 1].kind == ":"
        if token.kind not in {",", "time", "x", ":"}:
            return False
    return False


def _put(reader: Reader, frame: Frame, role: str, token: Token) -> None:
    """Give a frame its place, and remember the room and where the speaker's own story stands."""
    discourse, room, mine = reader.discourse, token.rooms[-1], frame.subject == reader.speaker
    frame.places.append((role, token))
    frame.end = max(frame.end, token.end)
    reader.last_role = role
    reader.fresh = False
    discourse.named = room
    if mine and (role == "toward" or (frame.kind == "head" and role != "from")):
        # On the way, wherever that is.
        discourse.here, discourse.aim, discourse.since = None, room, discourse.sentence
    if role == "toward":
        if frame.kind == "leave":
            discourse.there = None  # "left medbay toward storage, and Bob was there": where?
        elif not mine and frame.source is None:
            if _goes_on_there(reader):
                discourse.there = None  # "Bob headed toward storage before I got there": where?
        elif all(one == "from" for one, _ in frame.places[:-1]) and _goes_on_there(reader):
            discourse.there = room  # "I went toward medbay, and Bob was there"
    if role == "between":
        discourse.there = None
    elif role not in {"from", "toward"} or (
        role == "from" and (token.value == "path" or frame.kind == "leave")
    ):
        if frame.link == "which" and frame.word.startswith("connect"):
            pass  # "went to storage, which is connected to medbay": there is in storage
        elif frame.kind == "head" and not frame.link and _left(reader):
            discourse.there = None  # "left medbay to head to storage, and Bob was there": where?
        elif frame.word != "way" and not (
            (frame.sub and _passing(reader, frame)) or (frame.negated and (_denied(frame) or nowhere(reader)))
        ):
            discourse.there, discourse.certain = room, frame.asserted
        told = frame.asserted and not (frame.negated or frame.kind in {"head", "leave"})
        if told and (mine or _stands(reader, frame)):
            discourse.stands(room)


def _left(reader: Reader) -> bool:
    """Whether the clause before tells of a leaving."""
    return len(reader.frames) > 1 and reader.frames[-2].kind == "leave"


def _stands(reader: Reader, frame: Frame) -> bool:
    """Whether a clause about somebody else tells where the speaker is: "Bob saw me in medbay"."""
    if reader.speaker[0] in frame.companions or (frame.kind == "see" and frame.objects == reader.speaker):
        return True
    seen = frame.seer == reader.speaker
    return seen and (frame.kind in {"be", "stay", "do"} or frame.word.startswith("enter"))


def _denied(frame: Frame) -> bool:
    """Whether a room is only the one where somebody was not: "I was in storage, not in medbay"."""
    return frame.link == "," and frame.kind in {"x", "be"} and len(frame.places) == 1


def _passing(reader: Reader, frame: Frame) -> bool:
    """Whether a restatement names a room where the story does not stand: "after Bob went to storage"."""
    if frame.kind == "head" or frame.link == "before":
        return not frame.word.startswith(_ARRIVING)  # but "before ending up in medbay": there
    return frame.link == "after" and not frame.leads and frame.subject != reader.speaker


def _goes_on_there(reader: Reader) -> bool:
    """Whether the sentence goes on with "there"."""
    return any(token.kind == "there" for token in reader.tokens[reader.index + 1 :])
