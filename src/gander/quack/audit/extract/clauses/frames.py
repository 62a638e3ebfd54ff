"""Frames: clauses as read, and what their places say."""

import msgspec

from gander.quack.audit.extract.words.tokens import Token

__all__ = [
    "MOVES",
    "Frame",
    "Way",
    "denied_of",
    "place_of",
    "placed",
    "places_of",
    "rooms_of",
    "way_of",
]

_UNDERWAY = frozenset(("going", "traveling", "travelling"))
_EVENTS = frozenset(("until", "till", "before", "when"))
_NEAR = 16  # characters
MOVES = frozenset(("go", "leave", "head", "route"))
"""Kinds of frames that tell a move."""
_CLOSE = 10  # characters
_TWO = 2  # rooms


class Frame(msgspec.Struct, gc=False):
    """A clause: who did what, where and when, and who says or saw so.

    Attributes:
        kind: What it tells: a verb's value in the lexicon (``see``, ``go``, ``be`` ...) or ``route``.
        word: The verb.
        form: The verb's form.
        subject: Who; empty if nobody that is known.
        start: First character.
        end: First character after it.
        at: Where the verb stands.
        here: The speaker's room when the clause began; None if unknown.
        objects: Whom.
        filled: Whether it has an object, known or not ("nobody").
        nobody: Whether it says that nobody was seen or there.
        others: Whether it says so of others only ("nobody else").
        excepted: Who is named as those others are not ("nobody except Bob").
        only: Whether it says so of all but those whom it names ("the only person I saw was Bob").
        companions: With whom.
        agents: By whom, of a passive.
        places: (role, room token); the role is ``at``, ``to``, ``from``, ``via``, ``toward``, ``between`` or
            ``bare``.
        times: Time phrases.
        fronted: Whether its time stands before it ("at tick 9, I saw").
        link: The conjunction or mark before it; empty if it follows at once.
        then: Whether it follows in order on the frame before.
        sub: Whether it restates something ("when I left medbay").
        hinge: Where the conjunction of a restatement begins.
        leads: Whether a restatement goes with what follows ("and when I left, ...").
        event: Start and end of the clause that tells when it happened ("when Bob came in").
        negated: Whether it is denied.
        away: Whether that is because somebody was elsewhere ("far from medbay").
        asserted: Whether it is asserted.
        unsure: Whether so little tells that it happened, or who says so, that nothing is claimed.
        source: Whose account it belongs to.
        tellers: All whose account it is, if they are several.
        seer: Who saw it happen, if it depends on a verb of seeing.
        matrix: The clause that it depends on ("I saw" of "I saw Bob leave").
        passive: Whether the verb is passive.
        mutual: Whether it says "each other".
        alone: Whether it says that somebody was alone.
        body: Whether it is about somebody's body.
        alive: Whether it says that somebody was alive.
        task: Whether it names a task.
        inward: Whether it is a coming in, wherever that may be.
        purpose: Whether it only says what for ("to do my task").
    """

    kind: str
    word: str
    form: str
    subject: tuple[str, ...]
    start: int
    end: int
    at: int = 0
    here: str | None = None
    objects: tuple[str, ...] = ()
    filled: bool = False
    nobody: bool = False
    others: bool = False
    excepted: tuple[str, ...] = ()
    only: bool = False
    companions: tuple[str, ...] = ()
    agents: tuple[str, ...] = ()
    places: list[tuple[str, Token]] = []
    times: list[Token] = []
    fronted: bool = False
    link: str = ""
    then: bool = False
    sub: bool = False
    hinge: int = -1
    leads: bool = False
    event: tuple[int, int] | None = None
    negated: bool = False
    away: bool = False
    asserted: bool = True
    unsure: bool = False
    source: str | None = None
    tellers: tuple[str, ...] = ()
    seer: tuple[str, ...] | None = None
    matrix: "Frame | None" = None
    passive: bool = False
    mutual: bool = False
    alone: bool = False
    body: bool = False
    alive: bool = False
    task: bool = False
    inward: bool = False
    purpose: bool = False


class Way(msgspec.Struct, frozen=True, gc=False):
    """A move.

    Attributes:
        visited: The rooms in order, the one left first.
        toward: Rooms headed for.
        origin: The room left, if one is named.
    """

    visited: list[str]
    toward: list[str]
    origin: str | None


def placed(frame: Frame) -> bool:
    """Whether a place stands after a frame's verb."""
    return bool(frame.places) and any(place.start > frame.at for _, place in frame.places)


def _is_name(frame: Frame, room: Token) -> bool:
    """Whether a bare room after "is" is only named: "the room is storage"; but "Bob was storage"."""
    if not frame.subject or frame.body:
        return True
    listed = room.start == frame.start and frame.link == "and" and not frame.then
    return not listed and not 0 <= room.start - frame.at - len(frame.word) <= _CLOSE


def rooms_of(frame: Frame) -> list[str]:
    """The rooms in which somebody is, by a frame that tells no move."""
    rooms: list[str] = []
    for role, token in frame.places:
        named_only = role == "bare" and frame.kind == "be" and token.kind == "room" and token.form != "there"
        if token.form == "or" and not (frame.negated or frame.nobody):
            continue  # "was in medbay or storage"
        if role in {"at", "bare", "to", "via"} and not (named_only and _is_name(frame, token)):
            rooms += token.rooms
    return rooms


def place_of(frame: Frame | None) -> str | None:
    """The room in which a frame's deed happens; None if it names none."""
    if frame is None:
        return None
    for role, token in frame.places:
        if role in {"at", "bare"}:
            # "in storage/security" is either
            one = token.value != "either" or token.kind == "room" or frame.negated
            return token.rooms[-1] if one else None
    for role, token in reversed(frame.places):
        if role in {"to", "via"}:
            return token.rooms[-1]
    return None


def _each(frame: Frame, token: Token) -> bool:
    """Whether each of several rooms is meant: "in medbay and storage", "not in medbay/storage"."""
    return token.kind == "chain" and (token.value == "list" or (token.value == "either" and frame.negated))


def places_of(frame: Frame) -> list[str | None]:
    """The rooms in which a frame's deed happens: each of "in medbay and storage"; None for no room."""
    for role, token in frame.places:
        if role in {"at", "bare"} and _each(frame, token):
            return list(token.rooms)
        if role in {"at", "bare"}:
            break
    return [place_of(frame)]


def denied_of(frame: Frame, *, via: bool = False) -> list[str | None]:
    """The rooms in which a denied deed did not happen: each of "in medbay or storage"; None for no room.

    Args:
        frame: The frame.
        via: Whether those count that somebody did not pass through, and no others.
    """
    rooms: list[str | None] = []
    found = [time.end for time in frame.times if time.word in _EVENTS]
    for role, token in frame.places:
        if any(0 < token.start - end < _NEAR for end in found):
            return [None]  # "saw nobody until I found the body in medbay"
        if role == "via" if via else role in {"at", "bare"} and token.value != "path":
            rooms += token.rooms
    return rooms or ([None] if via else places_of(frame))


def _tells_way(frame: Frame) -> bool:
    """Whether "going" says from where to where."""
    return any(role == "from" or token.value == "path" for role, token in frame.places)


def _passes(frame: Frame, token: Token) -> bool:
    """Whether who set out went through rooms: "headed through medbay", "left through medbay and storage"."""
    if frame.kind == "leave":
        return token.kind == "chain" and token.value != "path"
    return frame.form == "f" or frame.word in _UNDERWAY


def _leads(frame: Frame) -> bool:
    """Whether a route only says where it leads: "his path to medbay"."""
    if len(frame.places) != 1:
        return False
    role, token = frame.places[0]
    return role == "to" and token.kind == "room" and token.start - frame.at - len(frame.word) <= len(" to ")


def _named(frame: Frame) -> tuple[str, ...]:
    """The roles of a room that somebody got to by the way that follows."""
    return ("to", "from") if frame.kind == "route" else ("to", "at", "bare", "from")


def way_of(frame: Frame) -> Way:
    """A move's rooms in order ("entered B from A" as A, B), and those only headed for."""
    visited: list[str] = []
    toward: list[str] = []
    origin: list[str] = []
    leaves = frame.kind == "leave"
    heads = frame.kind == "head" or (frame.word in _UNDERWAY and not _tells_way(frame))
    before = ""
    headed = frame.word in {"path", "route"} and _leads(frame)
    for role, token in frame.places:
        rooms = token.rooms
        if token.value == "either":
            if token.form == "or" and not frame.negated:
                continue  # "through medbay or storage"
            if role == "from":
                toward += () if leaves or frame.negated or visited else rooms  # "came from medbay/storage"
                continue
        if role == "via" and visited and not (leaves or heads) and before in _named(frame):
            visited[-1:] = [
                *rooms,
                visited[-1],
            ]  # "got to medbay via storage", "from oxygen to medbay via storage"
        elif role == "from":
            if (token.value == "path" or len(rooms) > _TWO) and not (leaves or heads):
                origin += rooms[:1]
                visited += rooms[1:]
            elif token.kind == "chain" and token.value != "path":
                origin += rooms[-1:]
            else:
                origin += rooms[:1]
                toward += rooms[1:]
        elif role == "via" and (leaves or heads) and _passes(frame, token):
            visited += rooms
        elif (heads or leaves) and token.value == "path":
            visited += rooms[:-1]  # "headed through medbay to storage"
            toward += rooms[-1:]
        elif role == "toward" and token.value == "path" and not (leaves or heads):
            visited += rooms[:-1]  # "went toward medbay and then storage"
            toward += rooms[-1:]
        elif headed or role == "toward" or (leaves and role in {"to", "via"}) or heads:
            toward += rooms
        elif leaves:
            origin += rooms[:1]
            toward += rooms[1:]
        else:
            visited += rooms
        before = role
    return Way([*origin, *visited], toward, origin[0] if origin else None)
