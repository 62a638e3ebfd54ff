"""Encounters: what being somewhere and seeing claims."""

import re

from gander.quack.audit.extract.clauses.frames import (
    Frame,
    place_of,
    places_of,
    rooms_of,
    way_of,
)
from gander.quack.audit.extract.statements.alive import write_alive
from gander.quack.audit.extract.statements.bodies import write_dead, write_none_dead
from gander.quack.audit.extract.statements.companions import write_staying, write_with_me
from gander.quack.audit.extract.statements.denials import write_alone, write_nobody, write_only, write_unseen
from gander.quack.audit.extract.statements.page import Page
from gander.quack.audit.extract.statements.standpoints import inferred, missing
from gander.quack.audit.extract.statements.timing import of_round
from gander.quack.audit.extract.statements.witnesses import confirming, watcher, with_speaker
from gander.quack.audit.extract.words.lexicon import words

__all__ = ["write_being", "write_seeing"]

_LISTED = 24  # whoever lists more people than that lists none
_NEVER = re.compile(r"\b(?:never|nowhere|anywhere|neither|none|route|path)\b", re.IGNORECASE)
_ROLE = re.compile(r"\b(?:the|an?|only)\s+(?:\w+\s+)+(?:in|at|inside|near)\s", re.IGNORECASE)
"""What comes before a room where somebody had a part: "the last one in"."""
_BIDING = ("wait", "camp", "idl")
"""Beginnings of verbs whose denial leaves open whether somebody was there, doing something else."""
_WAITING = words(
    "waited wait waiting waits hung hanging hang hangs camped camping camp idled idling lingered lingering"
)


def write_seeing(page: Page, frame: Frame) -> None:
    """Read "I saw Bob in medbay", "Bob was seen in medbay", "they saw each other there"."""
    room = place_of(frame)
    seers, seen = frame.subject, frame.objects
    if frame.nobody:
        write_nobody(page, frame, seers)
        return
    if frame.passive:
        seers, seen = frame.agents, frame.subject
        if not seers and frame.companions and not frame.negated and len(seen) == 1 and room is not None:
            page.sighting(frame, seen, frame.companions, room)  # "Bob was seen with Eve in medbay"
            return
        if not seers:
            for who in (*seen, *(() if frame.negated else frame.companions)) if room is not None else ():
                page.location(frame, who, room, dead=frame.body)
            return
    if frame.mutual:
        seen = frame.subject
    if frame.negated:
        write_unseen(page, frame, seers, seen)
        return
    if frame.body and seen:
        _write_beside(page, frame, seers)  # "saw Eve dead in medbay with Bob right there"
    elif frame.companions:
        seen = (*seen, *[who for who in frame.companions if who not in seers])
    after = page.after()
    if not seen:
        told = page.before()
        if frame.only and told is not None and told.kind == "be" and told.asserted and not told.negated:
            write_only(page, frame)  # "that's the only player I saw the entire round"
        return
    if frame.only and not (after is not None and after.matrix is frame):
        write_only(page, frame)
    if room is None and after is not None and after.matrix is frame and after.kind != "say":
        return  # "saw Bob leave medbay": the leaving tells where
    if room is None and not frame.places:
        room = _listed_room(page, frame)
    if room is None and frame.body and not (frame.passive or frame.places):
        room = _lay(page, frame, seen)
    if room is None and not (frame.passive or frame.places):
        room = page.nearby()
    before = page.before()
    if room is None and frame.link == "(" and before is not None and before.subject == seen:
        room, frame.times = place_of(before), frame.times or before.times  # "Bob was in medbay (I saw him)"
    if room is None and frame.word.startswith(("caught", "catch")):
        return  # "caught Bob in a lie", "red-handed"
    for each in places_of(frame) if place_of(frame) is not None else (room,):
        page.sighting(frame, seers, seen, each)


def _write_beside(page: Page, frame: Frame, seers: tuple[str, ...]) -> None:
    """Who was seen beside a body."""
    others = tuple(who for who in frame.companions if who not in seers)
    room = place_of(frame) or (_lay(page, frame, frame.objects) if not frame.places else None)
    if others and room is not None:
        page.sighting(frame, seers, others, room, "alive")


def _lay(page: Page, frame: Frame, seen: tuple[str, ...]) -> str | None:
    """Where the body lay that the speaker, or who tells of it, saw: "I saw Eve's body"."""
    own = frame.subject in ((page.me,), (frame.source,))
    return page.discourse.context.room_of_body(seen[0]) if own else None


def _listed_room(page: Page, frame: Frame) -> str | None:
    """The room at the end of a list: "saw Bob, Eve and Frank in medbay"."""
    for later in page.frames[page.index + 1 : page.index + 1 + _LISTED]:
        if later.kind != "see" or later.subject != frame.subject or later.word != frame.word:
            return None
        room = place_of(later)
        if room is not None:
            if frame.times and later.times and frame.times != later.times:
                return None
            frame.times = frame.times or list(later.times)  # "saw Bob alive and Eve in medbay at tick 9"
            return room
    return None


def _apart(frame: Frame) -> bool:
    """Whether bodies are told to be in several rooms, each in one: "the bodies are in medbay and storage"."""
    lists = any(token.kind == "chain" and token.value == "list" for _, token in frame.places)
    return lists and frame.word in {"are", "were"}


def write_being(page: Page, frame: Frame) -> None:
    """Read "I was in medbay", "Bob was in there with me", "I waited in storage"."""
    rooms = rooms_of(frame)
    if frame.nobody and frame.body:
        write_none_dead(page, frame, rooms)
        return
    if frame.nobody:
        if frame.asserted and not (frame.negated or inferred(page, frame)):
            write_nobody(page, frame, (frame.source or page.me,))
        return
    if frame.alone and frame.subject == (frame.source or page.me,) and not frame.negated:
        write_alone(page, frame)
    if frame.body and frame.kind == "be" and (_apart(frame) or write_dead(page, frame, rooms)):
        return
    if frame.alive and not rooms and not frame.negated and frame.kind == "be":
        write_alive(page, frame)
        return
    if frame.kind == "stay" and not rooms:
        write_staying(page, frame)
        return
    before = page.before()
    if before is not None and frame.word in {"nowhere", "not"} and not (frame.times or frame.event):
        frame.times = before.times if before.kind in {"be", "stay", "do"} else []
    dated = frame.times or frame.event
    if frame.away and not dated:
        return  # "was far from medbay": then, whenever that was
    if not rooms and dated and not frame.negated and write_with_me(page, frame):
        return
    if rooms and frame.negated and not dated and frame.kind == "be" and missing(page, frame, rooms):
        page.sighting(frame, (page.me,), frame.subject, rooms[0])
        return
    if rooms and frame.negated and (_of_role(page, frame) or (not dated and _of_moment(page, frame))):
        return
    stood = frame.form == "i" and not frame.word.startswith(_BIDING)
    sat = frame.kind == "stay" and not (stood and dated and not of_round(frame))
    if not rooms or (frame.negated and (sat or frame.body)):
        return  # "I didn't stay in medbay" says that one was there, "wasn't waiting there" nothing
    if "path" in [token.value for _, token in frame.places]:
        page.walk(frame, rooms)
        return
    there = frame.places[0][1].form == "there"
    never = frame.negated and _NEVER.search(page.text, frame.start, frame.end) is not None
    never = never or frame.source in frame.subject
    if frame.negated and (page.only_then(frame) or (there and not (frame.times or frame.event or never))):
        return
    me = (page.me,)
    own = page.me in frame.subject
    if frame.negated and frame.companions and own != (page.me in frame.companions):
        whom = tuple(who for who in (*frame.subject, *frame.companions) if who != page.me)
        for room in rooms:
            page.sighting(frame, me, whom, room)  # "I was not with Bob in medbay"
        return
    companions = frame.companions and tuple([who for who in frame.companions if who not in frame.subject])
    others = page.others(frame.subject)
    if own and (others or companions) and not frame.negated:
        with_whom = (*others, *companions)
        seers, whom = me, with_whom
        if frame.source is not None and frame.source in with_whom:
            seers, whom = (frame.source,), (*me, *with_whom)  # "Bob says I was there with him"
        for room in rooms:
            page.sighting(frame, seers, whom, room)
        return
    if not own:
        with_me = page.me in companions
        beside = there and frame.here == rooms[0] and frame.source is None and frame.link != "but"
        open_ = not (with_me or frame.alive or frame.body or frame.negated or frame.times)
        if open_ and _arrived_then(page) and _lies(page, frame, rooms):
            return  # "Eve was in medbay when I arrived": dead or alive?
        own_word = frame.source not in frame.subject  # else "Bob says he was in medbay when I arrived"
        seen = not frame.negated and (
            _seen_then(page, frame)
            or (own_word and (_arrived_then(page) or (frame.alive and with_speaker(page))))
        )
        seer = None if frame.negated else watcher(page, frame) or _passer(page, frame, rooms)
        if with_me and frame.source is not None and frame.source in frame.subject and not frame.negated:
            for room in rooms:  # "Bob says he was there with me"
                page.sighting(frame, (frame.source,), (*others, *companions), room)
            return
        if with_me or beside or seen or seer:
            for room in rooms:
                page.sighting(frame, seer or me, frame.subject, room)
                if not frame.negated and seer in (None, me):
                    page.sighting(frame, me, companions, room)
            return
        if companions and not frame.negated:
            if not frame.body and (frame.source is not None or frame.alive):
                if frame.source in companions:  # "Bob says Eve was there with him"
                    others, companions = (frame.source,), others
                for room in rooms:
                    page.sighting(frame, others, companions, room)
                return
            others += companions
    if own and not others:
        others = confirming(page, frame)
    waiting = own and frame.word in _WAITING and not frame.negated
    for who in (*(me if own else ()), *others):
        if waiting and who == page.me:
            page.activity(frame, who, "waiting", rooms[0])
        elif frame.negated:
            for room in rooms:
                page.location(frame, who, room)
        elif _sets_out_then(page, frame):
            page.walk(frame, rooms)
        else:
            lies = frame.body and who in frame.subject and not frame.alive
            page.location(frame, who, rooms[0], also=tuple(rooms[1:]), dead=lies)


def _sets_out_then(page: Page, frame: Frame) -> bool:
    """Whether the same one's way goes on from there: "was in medbay, then went to storage"."""
    after = page.after()
    if len(frame.places) > 1 or len(frame.subject) > 1 or frame.times or frame.event or frame.companions:
        return False
    return (
        after is not None
        and after.subject == frame.subject
        and after.kind == "go"
        and (after.then or after.link == "and")
        and not (after.sub or after.form == "i")
        and bool(after.places)
        and after.places[0][0] in {"to", "via", "bare"}
    )


def _lies(page: Page, frame: Frame, rooms: list[str]) -> bool:
    """Whether somebody's body was found in one of some rooms."""
    return any(page.discourse.context.room_of_body(who) in rooms for who in frame.subject)


def _of_role(page: Page, frame: Frame) -> bool:
    """Whether a denial is of what somebody was in a room: "wasn't the last one in medbay"."""
    begin = max(frame.at, frame.start)  # a clause that goes on has no verb of its own
    return _ROLE.search(page.text, begin, frame.places[0][1].start) is not None


def _of_moment(page: Page, frame: Frame) -> bool:
    """Whether a denial of somebody else's place is of a moment that goes unsaid: "she wasn't there"."""
    if page.me in frame.subject or frame.source in frame.subject or frame.word == "not":
        return False
    return _NEVER.search(page.text, frame.start, frame.end) is None


def _seen_then(page: Page, frame: Frame) -> bool:
    """Whether "when I saw her" follows; that then needs no claim of its own."""
    after = page.after()
    if after is None or not after.sub or after.kind != "see" or after.places or after.negated:
        return False
    if after.subject != (page.me,) or after.objects != frame.subject:
        return False
    after.objects = ()
    return True


def _passer(page: Page, frame: Frame, rooms: list[str]) -> tuple[str, ...] | None:
    """Who saw somebody on the way, the speaker: "when I passed through medbay, Bob was in there"."""
    before, after = page.before(), page.after()
    if frame.source is not None or frame.body or len(rooms) != 1:
        return None
    passing = after is not None and after.sub and after.link in {"when", "as"} and not after.places
    if passing and after is not None and after.subject == (page.me,) and not after.negated:
        return after.subject if after.word.startswith("pass") else None
    if before is None or not (before.sub and before.leads) or before.link not in {"when", "as", "while"}:
        return None
    own = before.subject == (page.me,) and before.kind == "go" and not before.negated
    return before.subject if own and way_of(before).visited[-1:] == rooms else None


def _arrived_then(page: Page) -> bool:
    """Whether "when I arrived" follows."""
    after = page.after()
    return (
        after is not None and after.sub and after.link == "when" and not after.places and with_speaker(page)
    )
