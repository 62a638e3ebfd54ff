"""Bodies and meetings: what finding, reporting, dying and calling claims."""

from gander.quack.audit.extract.clauses.frames import Frame, place_of, way_of
from gander.quack.audit.extract.statements.page import Page
from gander.quack.audit.extract.statements.witnesses import with_speaker
from gander.quack.audit.extract.words.lexicon import words

__all__ = [
    "write_call",
    "write_dead",
    "write_death",
    "write_finding",
    "write_none_dead",
    "write_report",
]

_COMING = ("walk", "arriv", "enter", "came", "come", "got", "get", "show")
_A_MEETING = 20  # characters
_NEXT = frozenset(("and", ",", "", "("))
_STANDING = words("was were is are being been stood stand standing sat sitting waiting waited stayed")
"""Verbs that with "by the body" tell of having found it."""


def write_finding(page: Page, frame: Frame) -> None:
    """Read "I found Eve's body in medbay", "Eve was found in medbay"."""
    context = page.discourse.context
    if frame.passive:
        if frame.negated:
            return
        if frame.link == "where":
            frame.times, frame.event = [], None  # "followed her to where the body was found before I left"
        for victim in frame.subject if frame.body else ():
            room = place_of(frame) or context.room_of_body(victim)
            finders = frame.agents or _finder(page, frame, victim, room)
            if room is not None and finders:
                page.sighting(frame, finders, (victim,), room, "body")
            elif room is not None:
                page.location(frame, victim, room, dead=True)
        return
    dead = {name for name, _ in context.bodies}
    for victim in frame.objects or (context.found if frame.body and not frame.filled else ()):
        body = frame.body or victim in dead
        lay = context.room_of_body(victim) if body else None
        meant = frame.places and frame.places[0][1].form == "there"
        room = (lay if meant else None) or place_of(frame) or lay
        if room is None:
            continue
        if page.me in frame.subject or frame.negated or not body:
            page.sighting(frame, frame.subject, (victim,), room, "body" if body else "unknown")
            if page.me in frame.subject:
                _write_company(page, frame, room)
        else:
            if frame.word in _STANDING:
                _write_beside(page, frame, victim, room)
                continue
            if frame.source not in frame.subject:
                frame.source = None  # everybody knows of the find
            if frame.places or not frame.sub:
                page.sighting(frame, frame.subject, (victim,), room, "body")
                _write_company(page, frame, room)
                continue
            for who in frame.subject:
                page.location(frame, who, room)


def _write_beside(page: Page, frame: Frame, victim: str, room: str) -> None:
    """Read "Bob was standing over the body": that he was there, seen by the speaker who found it."""
    context = page.discourse.context
    finder = context.kind == "report" and page.me == context.caller and victim in context.found
    if frame.source is None and (finder or _arrival(page) is not None or with_speaker(page)):
        page.sighting(frame, (page.me,), frame.subject, room, "alive")
    else:
        for who in frame.subject:
            page.location(frame, who, room)
    _write_company(page, frame, room)


def _write_company(page: Page, frame: Frame, room: str) -> None:
    """Whom the finder or reporter met there: "Bob found the body with Eve right there"."""
    others = tuple(who for who in frame.companions if who not in frame.subject)
    if not others or frame.negated:
        return
    if page.me in frame.subject:
        page.sighting(frame, (page.me,), others, room, "alive")
        return
    if page.me in others and frame.source is None:
        page.sighting(frame, (page.me,), frame.subject, room, "alive")  # "Bob reports with me right there"
    for who in others:
        if who != page.me or frame.source is not None:
            page.location(frame, who, room)


def _finder(page: Page, frame: Frame, victim: str, room: str | None) -> tuple[str, ...]:
    """Who found a body of which only that is said: everybody knows of the meeting's report."""
    context = page.discourse.context
    known = context.kind == "report" and context.caller is not None and victim in context.found
    if not known or frame.sub or room != context.room_of_body(victim) or len(context.bodies) > 1:
        return ()  # where several lie, others may have found one first
    frame.source = None
    return (context.caller,) if context.caller is not None else ()


def _arrival(page: Page, *, after: bool = False) -> Frame | None:
    """The clause before, or after, if it tells of the speaker's coming: "when I got to medbay, ..."."""
    beside = page.after() if after else page.before()
    if beside is None or beside.subject != (page.me,) or beside.kind != "go" or beside.negated:
        return None
    if after and not (beside.sub and beside.link in {"when", "as"} and not beside.leads):
        return None
    return beside if beside.asserted and beside.source is None else None


def write_dead(page: Page, frame: Frame, rooms: list[str]) -> bool:
    """Read "when I reached medbay, Eve was dead", and the caller's "the body was in medbay".

    Args:
        page: The page.
        frame: A clause that says that somebody is dead, or of a body where it was.
        rooms: Where, as far as it says.

    Returns:
        Whether it tells of a body that the speaker saw.
    """
    if frame.negated:
        return False
    if _found_by(page, frame, rooms):
        return True
    if frame.source is not None:
        return False
    context, seen = page.discourse.context, False
    arrival = _arrival(page, after=True)
    follows = arrival is not None  # "the body was already there when I got to medbay"
    arrival = arrival or _arrival(page)
    for victim in frame.subject:
        lay = context.room_of_body(victim)
        if lay is None:
            continue
        visited = way_of(arrival).visited[-1:] if arrival is not None else []
        if follows and visited and frame.places and frame.places[0][1].form == "there":
            rooms = visited
        sees = arrival is not None and (frame.link in _NEXT or visited == [lay])
        sees = sees and (visited or rooms or [lay][follows:]) == [lay]
        if page.me == context.caller and context.kind == "report" and victim in context.found and rooms:
            sees = True
        sees = sees and rooms in ([], [lay])
        if sees:
            seen = True
            page.sighting(frame, (page.me,), (victim,), lay, "body")
            page.sighting(frame, (page.me,), frame.companions, lay, "alive")
    return seen


def write_none_dead(page: Page, frame: Frame, rooms: list[str]) -> None:
    """Read "nobody was dead in medbay": who lay there later was not seen there."""
    frame.negated = True
    room, times, sentence = page.discourse.dated
    there = bool(frame.places) and frame.places[0][1].form == "there" and rooms == [room]
    if there and not (frame.times or frame.event) and page.discourse.sentence - sentence <= 1:
        frame.times = times  # "was in medbay at tick 9. No body was there"
    for room in rooms:
        lying = tuple(victim for victim, lay in page.discourse.context.bodies if lay == room)
        page.sighting(frame, (frame.source or page.me,), lying, room, "body")


def _found_by(page: Page, frame: Frame, rooms: list[str]) -> bool:
    """Read "Bob says that Eve was dead when he walked in": that he found her."""
    context = page.discourse.context
    caller = context.caller if context.kind == "report" else None
    for beside in (page.before(), page.after()):
        if beside is None or beside.kind != "go" or beside.negated or len(beside.subject) != 1:
            continue
        who = beside.subject[0]
        if who == page.me or not beside.word.startswith(_COMING) or who not in (frame.source, caller):
            continue
        first = beside is page.before()
        if frame.link not in _NEXT if first else not (beside.sub and beside.link in {"when", "as"}):
            continue
        for victim in frame.subject:
            lay = context.room_of_body(victim)
            if lay is None or rooms not in ([], [lay]) or (way_of(beside).visited[-1:] or [lay]) != [lay]:
                return False
            if frame.source is None and victim not in context.found:
                return False
            page.sighting(frame, (who,), (victim,), lay, "body")
        return True
    return False


def write_report(page: Page, frame: Frame) -> None:
    """A report by the meeting's caller, in the room where the body lay."""
    context = page.discourse.context
    caller = context.caller
    if frame.passive and frame.body and not frame.negated and place_of(frame) is not None:
        for victim in frame.subject:
            page.location(frame, victim, place_of(frame), dead=True)  # "Eve's body was reported in medbay"
        return
    if frame.passive or not frame.asserted or caller is None:
        return
    if frame.negated:
        told = frame.source is None and not frame.sub and caller not in frame.subject
        if told and (frame.body or not frame.objects):
            for who in frame.subject:
                page.activity(frame, who, "reporting", None)  # "I did not report it"
        return
    if context.kind != "report" or frame.subject != (caller,):
        return
    victims = frame.objects or context.found
    room = place_of(frame)
    if room is None and victims:
        room = context.room_of_body(victims[0])
    if room is None and len({place for _, place in context.bodies}) == 1:
        room = context.bodies[0][1]
    frame.source = None  # everybody knows of the report
    if not frame.word.startswith("report"):
        frame.times, frame.event = [], None  # "is the reporter": whatever else the clause dates
    if not page.reported:
        page.reported = True
        page.activity(frame, caller, "reporting", room)
        if room is not None:
            _write_company(page, frame, room)
    if room is not None and frame.objects and frame.body and caller == page.me:
        page.sighting(frame, frame.subject, frame.objects, room, "body")


def write_call(page: Page, frame: Frame) -> None:
    """A call for a meeting by the one who called it, at the button."""
    context = page.discourse.context
    caller, before = context.caller, page.before()
    called = page.text.rfind("meeting", max(0, frame.at - _A_MEETING), frame.at)
    if frame.link == "where" and called >= 0:
        room = place_of(frame)
        if room is not None and before is not None and before.asserted and not before.negated:
            frame.source = before.source  # "I ended up in storage, where the meeting was called"
            for who in before.subject:
                page.stay(frame, who, room, page.text[called : frame.end])
        return
    if frame.passive or frame.negated or caller is None or frame.subject != (caller,):
        return
    if context.kind == "button":
        if caller != page.me:
            frame.source, frame.times, frame.event = None, [], None  # everybody knows of the call
        page.activity(frame, caller, "calling", place_of(frame) or context.button)


def write_death(page: Page, frame: Frame) -> None:
    """Read "Eve died in medbay", "Eve was killed in medbay", "Eve ended up dead in medbay"."""
    room = place_of(frame)
    if room is not None and not frame.negated and frame.link != "or":
        for victim in frame.subject:
            page.location(frame, victim, room, dead=True)
