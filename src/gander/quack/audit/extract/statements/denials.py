"""Denials of sight: what not having seen somebody, or anybody, claims, and of which rooms."""

import re

from gander.quack.audit.extract.clauses.frames import Frame, denied_of, place_of, rooms_of, way_of
from gander.quack.audit.extract.statements.page import Page
from gander.quack.audit.extract.statements.scope import holds_of_all, holds_of_way, way_said
from gander.quack.audit.extract.statements.standpoints import (
    THROUGH,
    beside,
    dated_rooms,
    meanwhile,
    passed_by,
    stood_by,
    told_of,
)
from gander.quack.audit.extract.statements.timing import of_round

__all__ = ["only_then", "write_alone", "write_nobody", "write_only", "write_passing", "write_unseen"]

_INDEFINITE = re.compile(
    r"\b(?:an?|any|no|single|other)\s+(?:dead\s+)?(?:body|bodies)\b|(?<!the )(?<!both )(?<!two )\bbodies\b",
    re.IGNORECASE,
)
_AN = 12  # characters
_EITHER_ROOM = re.compile(
    r"\s+in\s+(?:either|both)(?:\s+(?:of\s+(?:them|those)|rooms?|places?|spots?))\b", re.IGNORECASE
)
_HERE = re.compile(
    r"\s+(?:at\s+all\s+)?(?:nearby|around|in\s+sight|in\s+the\s+(?:room|area|vicinity))\b", re.IGNORECASE
)
_THERE = re.compile(r"\s+(?:in\s+)?there\b", re.IGNORECASE)
_BACK = re.compile(r"\s+back\s*(?:[.,;!)—–]|$|and\b|so\b)", re.IGNORECASE)
_ALONE = re.compile(r"\b(?:alone|together)\b", re.IGNORECASE)
_PLACED = re.compile(
    r"\bpaths?\s+(?:in|at|on|near|around|by|through|until|when|while|after|before)\b", re.IGNORECASE
)
_MY_PATH = re.compile(r"cross(?:ed|ing)?\s+my\s+(?:path|way)\b", re.IGNORECASE)
_BUT = re.compile(r"\s+(?:except|besides|apart\s+from|aside\s+from|other\s+than)\b", re.IGNORECASE)
_ONCE = re.compile(r"\s+(?:once|alive)\b", re.IGNORECASE)
_BOTH = 2  # rooms
_A_PATH = 40  # characters
_LISTED = 24  # whoever lists more people than that lists none


def write_nobody(page: Page, frame: Frame, seers: tuple[str, ...]) -> None:
    """Read "I saw nobody in medbay", "nobody was there", "didn't see anyone the whole round"."""
    after = _of_seen(page, frame)
    rooms = denied_of(frame)
    if frame.only:
        frame.event = way_said(frame, page.text)
        for room in rooms:
            page.nobody(frame, page.me, room)  # "the only one I met going up was Bob"
        return
    since = any(token.word == "since" and "meeting" in token.value for token in frame.times)
    near = whole = False
    if after is not None and after.matrix is frame and _MY_PATH.match(page.text, after.at) is not None:
        placed = (
            frame.places
            or after.places
            or after.times
            or _PLACED.search(page.text, after.at, after.at + _A_PATH)
        )
        if seers == (page.me,) and not placed:
            page.nobody(frame, page.me, None)  # "saw nobody cross my path"
        return
    if rooms == [None] and after is not None and after.matrix is frame:
        passing = passed_by(page, after)
        if after.kind != "go" or not (passing or (after.places and after.places[0][0] == "via")):
            return  # "didn't see anyone leave"
        if passing:
            frame.end = max(passing, after.end)  # "saw nobody come through": where the speaker was
            stood = page.before()
            if stood is not None and stood.kind in {"be", "stay", "do"}:
                rooms = [page.nearby()]
                frame.times = frame.times or meanwhile(page, frame)
        else:
            frame.places, frame.end = after.places, after.end
            rooms = denied_of(frame, via=True)
    elif rooms == [None]:
        rooms = [beside(page, frame)] if frame.others and frame.companions else dated_rooms(page, frame)
    first = page.before()
    if rooms == [None] and first is not None and first.subject == frame.subject:
        if frame.link == "where" and not first.negated:
            rooms = list(rooms_of(first)) or rooms  # "weapons and storage, where he saw nobody"
        elif not frame.link and first.kind == "report" and _reported(page, seers):
            rooms = [page.discourse.context.room_of_body(page.discourse.context.found[0])]
            around = _HERE.match(page.text, frame.end)
            frame.end = frame.end if around is None else around.end()
    here = _HERE.match(page.text, frame.end) if rooms == [None] else None
    if here is not None:
        rooms = [frame.here] if frame.source is None and page.me in seers else [None]
        if rooms == [None]:
            return
        frame.end = here.end()
    if rooms == [None] and not (since or of_round(frame)):
        near, rooms, whole = told_of(page, frame)
        if rooms == [None] and not whole:
            return  # "saw nobody": wherever that was
    if page.only_then(frame) or not (frame.others or {*frame.companions} <= {page.me}):
        return  # "saw nobody with Bob"
    if near and frame.event is not None:
        return  # "went to storage and saw nobody when I left medbay"
    if page.me in seers:
        rooms = _then(page, frame, rooms, ())
    for seer in seers:
        for room in rooms:
            page.nobody(frame, seer, room)


def _reported(page: Page, seers: tuple[str, ...]) -> bool:
    """Whether who saw nobody reported the bodies found: "reported with nobody around"."""
    context = page.discourse.context
    return context.kind == "report" and seers == (context.caller,) and bool(context.found)


def write_only(page: Page, frame: Frame) -> None:
    """Read "late on Bob was the only one I met": nobody but him, if that is all that it says."""
    rooms = denied_of(frame)
    if frame.body:
        return  # "I only saw the body"
    if not frame.others:  # "I only saw Bob"
        part = rooms != [None] or frame.event or (frame.times and not of_round(frame))
        if part or not holds_of_all(frame, page.text) or _ONCE.match(page.text, frame.end):
            return  # "I only saw Bob early in medbay"
        frame.others = True
    if rooms == [None] and not (frame.times or holds_of_all(frame, page.text)):
        way = way_said(frame, page.text)
        if way is None:
            return  # "the only one I met by the corpse"
        frame.event = frame.event or way
    for room in rooms:
        page.nobody(frame, page.me, room)


def write_alone(page: Page, frame: Frame) -> None:
    """Read "I was alone in medbay", "I was alone the whole round"."""
    rooms = denied_of(frame)
    alone = not frame.companions and _BUT.match(page.text, frame.end) is None
    if (rooms != [None] or of_round(frame)) and alone and not page.only_then(frame):
        for room in rooms:
            page.nobody(frame, frame.subject[0], room)


def only_then(page: Page, frame: Frame) -> bool:
    """Whether a denied move holds only for a time unsaid; "left medbay, never came back" is of medbay."""
    before = page.before()
    if not frame.places and frame.kind == "go" and before is not None and _BACK.match(page.text, frame.end):
        origin = way_of(before).origin if before.kind == "leave" and not before.negated else None
        if origin is not None and before.subject == frame.subject and before.asserted:
            frame.places = [place for place in before.places if place[1].rooms[0] == origin][:1]
            frame.places = [("to", token) for _, token in frame.places if token.kind == "room"]
    return page.only_then(frame)


def write_passing(page: Page, frame: Frame) -> None:
    """Read "nobody came through storage", "no one passed through": nobody was seen there."""
    if frame.kind != "go" or frame.negated or not frame.asserted:
        return
    seer = frame.source or page.me
    passing = THROUGH.match(page.text, frame.at) if not frame.places else None
    if passing is not None:
        frame.end = passing.end()
        before = page.before()
        own = before is not None and before.subject == (seer,) and not before.negated
        rooms = [place_of(before)] if before is not None and own else [None]
        frame.times = frame.times or (before.times if before is not None else [])
    else:
        rooms = denied_of(frame, via=True)
    if rooms == [None] or page.only_then(frame):
        return
    for room in rooms:
        page.nobody(frame, seer, room)


def write_unseen(page: Page, frame: Frame, seers: tuple[str, ...], seen: tuple[str, ...]) -> None:
    """Read "I didn't see Bob in medbay", "didn't see him pass through", "there was no body"."""
    after = _of_seen(page, frame)
    if frame.body:
        _go_on(page.before(), frame)
    either = _EITHER_ROOM.match(page.text, frame.end) if not frame.places else None
    frame.end = frame.end if either is None else either.end()
    passing = 0
    if seen and not frame.places and after is not None and after.matrix is frame and after.kind == "go":
        passing = passed_by(page, after)
        frame.end = passing or frame.end
    if frame.companions and _ALONE.search(page.text, frame.at, frame.end) is not None:
        return  # "never saw Bob alone with Eve"
    indefinite = (
        frame.body and _INDEFINITE.search(page.text, max(0, frame.start - _AN), frame.end) is not None
    )
    found = seen
    if indefinite and not found:
        seen = tuple(who for who, _ in page.discourse.context.bodies)  # of which nobody had reported any
    if not seen or page.only_then(frame, _share(page, frame)):
        return
    first = page.before()
    own = page.me in seers
    if first is not None and first.link == "where" and not (own or first.places or frame.places):
        return  # "two rooms where Bob was and didn't see her"
    if frame.body and frame.link == "or" and first is not None and first.kind == "see" and not frame.event:
        frame.event = first.event  # "as I sat in medbay, I never saw Bob or a body"
    rooms = denied_of(frame)
    if indefinite:
        if page.discourse.context.caller in seers:
            return  # who reported a body denies having seen any other
        rooms = _unlying(page, frame) if rooms == [None] else rooms
    if rooms == [None] and after is not None and after.matrix is frame:
        rooms = [page.nearby()] if passing else denied_of(after, via=True)
        if rooms == [None]:
            return  # "didn't see Bob leave medbay"
        frame.end = max(passing, after.end)
    elif rooms == [None]:
        rooms = dated_rooms(page, frame)
        before = page.before()
        if rooms == [None] and not frame.event and before is not None and stood_by(before, frame):
            rooms = denied_of(before)  # "I was in medbay and didn't see Bob"
        if rooms == [None] and either is not None:
            rooms = list(rooms_of(before)) if before is not None and not before.negated else []
            rooms = rooms if len(rooms) == _BOTH else []
    if rooms == [None] and (_THERE.match(page.text, frame.end) or page.text.endswith("there", 0, frame.end)):
        return  # "didn't see Bob there": where?
    if page.me in seers:
        rooms = _then(page, frame, rooms, seen)
    for room in rooms:
        page.sighting(frame, seers, _lying(page, frame, room, found) if indefinite else seen, room)


def _of_seen(page: Page, frame: Frame) -> Frame | None:
    """The clause after, but not one that is about the denial itself: "that you didn't see me is odd"."""
    after = page.after()
    about = after is not None and after.matrix is frame and after.form == "f" and not after.places
    return None if about and after is not None and after.kind in {"be", "other"} else after


def _go_on(before: Frame | None, frame: Frame) -> None:
    """Give a body the time and the room of whoever was not seen either: "didn't see Bob or a body"."""
    if before is None or before.kind != "see" or not before.negated or before.subject != frame.subject:
        return
    if (frame.link == "or" or not frame.at) and not (frame.places or frame.times or frame.event):
        frame.places, frame.times, frame.event = before.places, before.times, before.event


def _then(page: Page, frame: Frame, rooms: list[str | None], seen: tuple[str, ...]) -> list[str | None]:
    """Date who was not seen by what was just told of the room: "was in medbay at tick 9. No body there".

    Returns:
        The rooms; that one if no room is named, and the body lay in it.
    """
    room, times, sentence = page.discourse.dated
    last = page.before()  # "he was there at tick 9, but I was there too and saw nobody"
    apart = last is not None and last.link == "but" and not last.times and place_of(last) == room
    if frame.times or frame.event or page.discourse.sentence - sentence > 1 or room is None or apart:
        return rooms
    there = bool(frame.places) and frame.places[0][1].form == "there"
    lay = {page.discourse.context.room_of_body(who) for who in seen} if frame.body else set()
    if (there and rooms == [room]) or (rooms == [None] and lay == {room}):
        frame.times = times
        return [room]
    return rooms


def _unlying(page: Page, frame: Frame) -> list[str | None]:
    """The room in which no body was seen, by what the sentence tells, if one lay there later."""
    room = dated_rooms(page, frame)[0] or page.nearby()
    return [room] if room is not None and _lying(page, frame, room, ()) else [None]


def _lying(page: Page, frame: Frame, room: str | None, found: tuple[str, ...]) -> tuple[str, ...]:
    """Whose body "a body" can be that was not seen: that which lay in the room, or any if it says of none."""
    bodies = page.discourse.context.bodies
    whole = of_round(frame) or (not frame.times and holds_of_way(frame, page.text))
    if room is None and not whole and len(bodies) > 1:
        if not (frame.event or frame.times):
            return found
        room = page.discourse.there or ""  # "Bob was in medbay. No body was there when I left."
    return tuple(who for who, where in bodies if room in (None, where))


def _share(page: Page, frame: Frame) -> int:
    """Give a denied encounter the rooms and the time of its list's end: "didn't see Bob or anyone in medbay".

    Returns:
        Where among the frames the list ends.
    """
    last = at = page.index
    for later in page.frames[at + 1 : at + 1 + _LISTED]:
        if later.kind != "see" or later.subject != frame.subject or later.word != frame.word:
            break
        if not later.negated or later.link not in {"or", ",", "/"}:
            break
        last += 1
    ends = page.frames[last]
    if ends.link != "or" or frame.places:
        return at
    if last > at:
        frame.places = ends.places
        frame.event = frame.event or ends.event
        frame.times = frame.times or ends.times
    return last
