"""Meanwhile: who came in where somebody was, told only to say when: "I was there when Bob came in"."""

from gander.quack.audit.extract.clauses.frames import Frame, place_of
from gander.quack.audit.extract.statements.page import Page

__all__ = ["write_meanwhile"]

_THEN = frozenset(("when", "as", "while"))
_BEING = frozenset(("be", "stay", "do"))
_THROUGH = ("pass", "came", "come", "walk", "arriv", "enter", "join", "show", "stepp")
"""Beginnings of verbs that without a place tell of a coming where others are."""


def write_meanwhile(page: Page, frame: Frame) -> bool:
    """Read "I was in medbay when Bob came in".

    Args:
        page: The page.
        frame: A restatement without a place that tells of a move of others than the speaker.

    Returns:
        Whether it tells of a coming where somebody was.
    """
    main = page.before()
    if main is None or main.sub or main.negated or not main.asserted or main.kind not in _BEING:
        return False
    room = place_of(main)
    if room is None and main.kind == "do" and page.index > 1:
        host = page.frames[page.index - 2]  # "I sat in medbay at my task as Bob entered"
        if host.kind in _BEING and host.subject == main.subject and host.asserted and not host.negated:
            room = place_of(host)
    if room is None or frame.link not in _THEN or not frame.word.startswith(_THROUGH) or frame.negated:
        return False
    if frame.objects or frame.kind != "go" or set(frame.subject) & {*main.subject, *main.companions}:
        return False
    frame.times = frame.times or main.times
    frame.source = main.source
    if main.subject == (page.me,) and main.source is None:
        page.sighting(frame, main.subject, frame.subject, room)
    else:
        for who in frame.subject:
            page.location(frame, who, room)
    return True
