"""Companions: that somebody was with the speaker, in a room that the clause itself does not name."""

from gander.quack.audit.extract.clauses.frames import Frame, place_of, way_of
from gander.quack.audit.extract.statements.page import Page

__all__ = ["write_staying", "write_with_me"]


def write_with_me(page: Page, frame: Frame) -> bool:
    """Read "Bob was with me at tick 9", wherever that was."""
    others = tuple(who for who in (*frame.subject, *frame.companions) if who != page.me)
    mine = (page.me in frame.companions) != (page.me in frame.subject)
    if frame.kind != "be" or not (mine and frame.companions) or frame.source is not None or frame.places:
        return False
    page.sighting(frame, (page.me,), others, _stood(page, frame))
    return True


def _stood(page: Page, frame: Frame) -> str | None:
    """Where the same one came to before: "Bob reached medbay by tick 9 and has been with us since"."""
    before = page.before()
    if before is None or before.subject != frame.subject or before.kind != "go" or before.negated:
        return None
    return way_of(before).visited[-1] if frame.word == "been" and way_of(before).visited else None


def write_staying(page: Page, frame: Frame) -> None:
    """Read "Bob came into medbay and stayed with me"."""
    before = page.before()
    mine = (page.me in frame.companions) != (page.me in frame.subject) and bool(frame.companions)
    if before is None or frame.negated or frame.source is not None or not mine:
        return
    if before.negated or not before.asserted or before.kind not in {"be", "go", "see", "stay"}:
        return
    if frame.subject != (before.objects if before.kind == "see" else before.subject):
        return
    room = way_of(before).visited[-1:] if before.kind == "go" else [place_of(before)]
    if room and room[0] is not None:
        others = (*frame.subject, *frame.companions)
        page.sighting(frame, (page.me,), tuple(who for who in others if who != page.me), room[0])
