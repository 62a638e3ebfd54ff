"""Alive: where somebody was who is said to have been alive at a moment of the speaker's or a teller's."""

import re

from gander.quack.audit.extract.clauses.frames import Frame, place_of, way_of
from gander.quack.audit.extract.statements.page import Page

__all__ = ["write_alive"]

_STRANDED = re.compile(r"\s+in(?=\s*(?:[.,;:!?()—–]|$))", re.IGNORECASE)
"""What ends a clause about a room that stands before it: "the same room he was alive in"."""


def write_alive(page: Page, frame: Frame) -> None:
    """Read "Bob was alive when I left", "when I passed through medbay, Bob was still alive"."""
    if _STRANDED.match(page.text, frame.end) is not None:
        return
    room = _room_then(page, page.after(), frame.subject)
    if room is None:
        before = page.before()
        room = _room_then(page, before, frame.subject) if before is not None and before.leads else None
    if room is None and frame.link == "and" and frame.source is None and not frame.event:
        room = _stood_then(page)
        if room is not None and (before := page.before()) is not None:
            frame.times = frame.times or before.times
    if room is None and frame.event is not None:
        room = _met_then(page, frame)
    if frame.source is None:
        if room is not None and page.me not in frame.subject:
            page.sighting(frame, (page.me,), frame.subject, room)
    elif frame.source != page.me and frame.source not in frame.subject:
        # "Bob says Eve was alive at tick 6": he saw her, where he was
        for teller in frame.tellers or (frame.source,):
            page.sighting(frame, (teller,), frame.subject, room or page.told_from(teller))


def _met_then(page: Page, frame: Frame) -> str | None:
    """Where the speaker had met those who were still "alive when I left", if that was in one room only."""
    after = page.after()
    if after is None or not (after.sub and after.link in {"when", "as"}) or after.subject != (page.me,):
        return None
    if after.negated or after.kind not in {"go", "leave", "be"} or page.me in frame.subject:
        return None
    met = [page.discourse.met.get(who, set()) - {None} for who in frame.subject]
    way = way_of(after)
    rooms = {*way.visited, *([way.origin] if way.origin else ())} or (met[0] if met else set())
    same = len(rooms) == 1 and all(one == rooms for one in met)
    return next(iter(rooms)) if same and not (after.places and after.kind == "be") else None


def _stood_then(page: Page) -> str | None:
    """Where the speaker was by the clause before: "at tick 9 I sat in medbay and Bob was alive"."""
    before, after = page.before(), page.after()
    if before is None or before.subject != (page.me,) or before.negated or not before.asserted or before.sub:
        return None
    if (after is not None and after.sub) or before.kind not in {"be", "go", "stay", "do"}:
        return None
    visited = way_of(before).visited if before.kind == "go" else []
    return visited[-1] if visited else place_of(before) if before.kind != "go" else None


def _room_then(page: Page, beside: Frame | None, who: tuple[str, ...]) -> str | None:
    """The room in which the speaker was by a clause that dates another one: "when I left"."""
    teller = page.frames[page.index].source
    if beside is None or not beside.sub or beside.link not in {"when", "as"}:
        return None
    if beside.negated or beside.subject != (teller or page.me,):
        return None
    if beside.kind in {"be", "stay"}:
        return place_of(beside)  # "when I was in medbay, Bob was alive"
    if beside.kind not in {"go", "leave"}:
        return None
    way = way_of(beside)
    if beside.kind == "leave":
        return way.origin or (page.stood(who) if not (way.toward or teller) else None)
    return way.visited[-1] if way.visited else None if teller else page.stood(who)
