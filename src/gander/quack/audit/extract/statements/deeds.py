"""Deeds: what tasks and kills claim."""

from gander.quack.audit.extract.clauses.frames import MOVES, Frame, place_of, rooms_of
from gander.quack.audit.extract.statements.bodies import write_death
from gander.quack.audit.extract.statements.page import Page

__all__ = ["write_doing", "write_kill"]


def write_doing(page: Page, frame: Frame) -> None:
    """A task, in its own room or in that of the clause it belongs to."""
    rooms, before = rooms_of(frame), page.before()
    room = rooms[0] if rooms else place_of(frame.matrix)
    moving = frame.link == "while" and before is not None and before.kind in MOVES
    if frame.negated and frame.matrix is not None and frame.matrix.kind == "see":
        return  # "didn't see Bob doing any task": that he was seen so is denied
    if moving and not rooms:
        return  # "went through medbay while doing tasks"
    if room is None and before is not None and before.subject == frame.subject and frame.form == "i":
        room = place_of(before) if before.kind != "route" else None
    if room is None and frame.task and (before is None or before.kind != "route"):
        room = page.nearby()
    for one in rooms if len(rooms) > 1 else (room,) if room is not None else ():
        for who in frame.subject:
            page.activity(frame, who, "task", one)
        seen = frame.matrix is not None and frame.matrix.kind == "see" and not frame.matrix.places
        if seen and frame.seer and frame.task and not frame.negated:
            page.sighting(frame, frame.seer, frame.subject, one)  # "I saw Bob doing his task in medbay"
    if frame.companions and room is not None and frame.asserted and not frame.negated:
        _write_beside(page, frame, room)
    if before is None or frame.link != "where" or room is None or before.source != frame.source:
        return
    if before.subject == (page.me,) and before.asserted and not before.negated:
        page.sighting(frame, (page.me,), frame.subject, room)  # "I moved to storage, where Bob did his task"


def _write_beside(page: Page, frame: Frame, room: str) -> None:
    """Read "I did my task in medbay with Bob", "Bob was doing tasks with me"."""
    if frame.source is None and page.me in (*frame.subject, *frame.companions):
        page.sighting(frame, (page.me,), (*frame.subject, *frame.companions), room)


def write_kill(page: Page, frame: Frame) -> None:
    """A kill that was seen: an accusation, and a sighting in its room; of who was killed, where it lay."""
    if frame.passive:
        write_death(page, frame)
        return
    if frame.negated:
        return
    before, seer = page.before(), frame.seer
    if seer is None and frame.sub and before is not None and before.kind in {"be", "stay"}:
        seer = before.subject if before.subject == (page.me,) else None
    room = place_of(frame) or place_of(before)
    if seer is not None and room is not None:
        if not frame.times and before is not None:
            frame.times = before.times
        for who in frame.subject if seer == (page.me,) else ():
            page.accusation(frame, who)
        page.sighting(frame, seer, frame.subject, room, "alive")
