"""Leaving: where somebody who left had been, and who never left."""

from gander.quack.audit.extract.clauses.frames import Frame, Way, place_of
from gander.quack.audit.extract.statements.page import Page

__all__ = ["write_leaving", "write_never_left"]

_DIGITS = frozenset("0123456789")
_RECENTLY = 1  # sentences


def write_leaving(page: Page, frame: Frame) -> None:
    """Read "he left at tick 9": he was till then where he was said to be before."""
    if frame.negated or frame.sub or not any(not _DIGITS.isdisjoint(token.value) for token in frame.times):
        return
    if frame.link == "so":
        return  # "got to medbay at tick 9, so he left at tick 7": another room
    before = page.before()
    began = place_of(before) if before is not None and before.subject == frame.subject else None
    for who in frame.subject:
        room, sentence = page.discourse.stood.get(who, ("", -9))
        if began is not None:  # "started in medbay, left at tick 5"
            room, sentence = began, page.discourse.sentence
        if page.discourse.sentence - sentence <= _RECENTLY:
            if frame.seer is not None:
                page.sighting(frame, frame.seer, (who,), room)
            else:
                page.location(frame, who, room)


def write_never_left(page: Page, frame: Frame, way: Way) -> None:
    """Read "I never left medbay": the whole time there."""
    before = page.before()
    stood = place_of(before) if before is not None and before.subject == frame.subject else None
    room = way.origin or stood
    if room is not None:
        at = page.text.lower().find("never left", max(0, frame.start - len("never ")), frame.end)
        until = "".join(one.value for one in frame.times[:1] if one.word in {"until", "since", "before"})
        time = page.text[at : at + len("never left")] if at >= 0 else until
        for who in frame.subject:
            page.stay(frame, who, room, time)
