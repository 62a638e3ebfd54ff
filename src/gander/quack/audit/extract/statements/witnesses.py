"""Witnesses: who saw what a clause tells of others, by the clauses around it."""

from gander.quack.audit.extract.clauses.frames import Frame, way_of
from gander.quack.audit.extract.statements.page import Page
from gander.quack.audit.extract.statements.timing import of_round

__all__ = ["confirming", "watcher", "with_speaker"]

_GOES_ON = frozenset(("-", ",", ":", "(", "when", "as", "who"))


def confirming(page: Page, frame: Frame) -> tuple[str, ...]:
    """Who was there to see the speaker: "Bob can confirm I was in medbay", "can vouch for me being there"."""
    before = page.before()
    if before is None or before.kind not in {"confirm", "vouch"} or page.me in before.subject:
        return ()
    if frame.link not in {"", "that"} or frame.source is not None or frame.negated:
        return ()
    if before.negated or before.passive or not before.asserted or of_round(frame):
        return ()  # "can vouch for me being there the whole time": was he, all of it?
    return before.subject


def watcher(page: Page, frame: Frame) -> tuple[str, ...] | None:
    """Who saw what a clause goes on to tell of whom they saw: "I saw Bob early — he was in medbay"."""
    before = page.before()
    if before is None or before.kind != "see" or before.objects != frame.subject or before.passive:
        return None
    apart = frame.link in _GOES_ON and not frame.then
    seen = before.asserted and not (before.negated or before.places or before.body)
    return before.subject if apart and seen and before.source == frame.source else None


def with_speaker(page: Page) -> bool:
    """Whether "while I was there", "and I was there", "when I arrived" follows."""
    after = page.after()
    if after is None or after.subject != (page.me,) or after.negated:
        return False
    if after.places:
        if after.kind not in {"be", "stay"}:
            return False
        stood = after.places[0][1]
        if stood.form == "there":
            return True
        frame = page.frames[page.index]
        met = after.sub and frame.kind == "go" and after.link in {"while", "as", "when"}
        return met and way_of(frame).visited[-1:] == [stood.rooms[-1]]  # "while I was in medbay"
    if after.kind == "leave":
        return after.sub and after.link in {"as", "when"}  # "Bob came in as I was leaving"
    return after.sub and after.kind == "go" and after.inward
