"""Standpoints: of which rooms a denial of sight holds that names none: where the one stood who saw nobody."""

import re
from typing import TypeGuard

from gander.quack.audit.extract.clauses.frames import MOVES, Frame, denied_of, place_of, rooms_of, way_of
from gander.quack.audit.extract.statements.page import Page
from gander.quack.audit.extract.statements.scope import holds_of_all, holds_of_way, way_said
from gander.quack.audit.extract.statements.timing import comes_after, of_round
from gander.quack.audit.extract.words.tokens import Token

__all__ = [
    "THROUGH",
    "beside",
    "dated_rooms",
    "inferred",
    "meanwhile",
    "missing",
    "passed_by",
    "stood_by",
    "told_of",
]

THROUGH = re.compile(
    r"(?:come|coming|came|pass|passing|passed|go|going|went)\s+(?:through|by)\b", re.IGNORECASE
)
"""Coming past wherever the one was who tells it."""
_APART = re.compile(r"(?:right\s+|just\s+)?(?:before|after)\b", re.IGNORECASE)
_FAR = 8  # clauses
_FEW = 2  # rooms, which may be a part of a way only


def inferred(page: Page, frame: Frame) -> bool:
    """Whether it is concluded that nobody was there: "that means it was empty", "empty when Bob left"."""
    before, after = page.before(), page.after()
    if frame.source is not None:
        return False
    if before is not None and before.word.startswith("mean") and not frame.link:
        return True
    if after is None or not after.sub or after.link != "when":
        return False
    return page.me not in after.subject and bool(after.subject) and after.kind in MOVES


def told_of(page: Page, frame: Frame) -> tuple[bool, list[str | None], bool]:
    """Of what a clause without a room holds.

    Returns:
        Whether of a room told before; the rooms; and whether of all the way.
    """
    before = page.before()
    if before is not None and before.source in frame.subject and frame.link == "but":
        frame.source = before.source  # "you said that you went there, but you saw nobody"
    own = frame.subject == (page.me,) and frame.source is None
    way = way_said(frame, page.text, whole=True) if frame.source is not None and not own else None
    if way is not None:
        frame.event = frame.event or way
        return False, [None], True  # "Bob says he saw nobody on his way"
    if frame.event is not None and _APART.match(page.text, frame.event[0]) is not None:
        return False, [None], True  # "saw nobody after leaving medbay"
    if own and holds_of_way(frame, page.text) and not (_stands_then(page, frame) and page.nearby()):
        return False, [None], True  # "I saw nobody on my way"
    if before is not None and before.subject == frame.subject and _tells_route(before):
        return False, [None], True  # "my route was storage → medbay, and I met nobody": the whole way
    if before is not None and frame.form == "i" and before.subject == frame.subject and _by_way(before):
        return False, list(before.places[0][1].rooms), False  # "went through medbay without seeing anyone"
    if _on_way(before) and len(way_of(before).visited) > _FEW and holds_of_all(frame, page.text):
        return False, [None], True  # "went storage → medbay → weapons and saw nobody"
    if _stays_over(page, frame) and holds_of_all(frame, page.text):
        return False, [None], True  # "was in storage, then medbay the whole time, and met nobody"
    ahead = before is not None and before.sub and before.link == "before"  # "before I found Eve in medbay"
    room = page.nearby() if not (_on_way(before) or ahead) else None
    if room is not None:
        return True, _among(page, frame, room), False
    if before is not None and own and _set_out(before, frame):
        frame.times = before.times
        return False, [None], True  # "I left toward storage after that and saw nobody else"
    if not (own or frame.others) and len(frame.subject) == 1 and frame.form != "i" and not _on_way(before):
        return False, [None], holds_of_all(frame, page.text)  # "Bob also saw nobody": so he said
    told = own and page.discourse.walked in (page.discourse.sentence - 1, page.discourse.sentence - 2)
    told = told and frame.link != "or" and all(not one.places for one in page.frames[: page.index])
    if told and holds_of_all(frame, page.text):
        return False, [None], True  # "I went storage → medbay. I saw nobody."
    return False, [None], False


def stood_by(before: Frame, frame: Frame) -> bool:
    """Whether a clause tells where somebody stood who then did not see somebody."""
    if (
        not (before.kind in {"be", "stay", "do"} or before.word == "ended" or before.mutual)
        or before.subject != frame.subject
        or before.negated
    ):
        return False
    if before.sub or of_round(frame) or _tells_route(before):
        return False
    return frame.link in {"and", "but"}


def _stands_then(page: Page, frame: Frame) -> bool:
    """Whether a clause says where the speaker stood at the time at which nobody was seen."""
    before = page.before()
    if before is None or frame.event is not None or frame.others or frame.times != before.times:
        return False
    return stood_by(before, frame)


def beside(page: Page, frame: Frame) -> str | None:
    """Where the one was with whom nobody else was seen, as far as that was told just before."""
    room, told = page.discourse.stood.get(frame.companions[0], (None, -1))
    frame.excepted = (*frame.excepted, *frame.companions)
    return room if page.discourse.sentence - told <= 1 else None


def _among(page: Page, frame: Frame, room: str) -> list[str | None]:
    """The rooms in which somebody stayed, of which one was named last: "storage and oxygen all the time"."""
    for before in reversed(page.frames[max(0, page.index - _FAR) : page.index]):
        if before.kind == "x":
            continue
        rooms = rooms_of(before) if before.kind in {"be", "stay"} and before.subject == frame.subject else []
        if room not in rooms or len(rooms) < _FEW or frame.link not in {"and", "but"}:
            break
        frame.times = frame.times or (before.times if of_round(before) else [])
        return list(rooms)
    return [room]


def missing(page: Page, frame: Frame, rooms: list[str]) -> bool:
    """Whether somebody was not where the speaker was: "I walked into storage, and Bob wasn't there"."""
    if frame.source is not None or page.me in frame.subject or not frame.subject or frame.companions:
        return False
    if frame.link == "so" or any(one.link == "since" for one in page.frames[: page.index]):
        return False  # "since I saw nobody, Bob was not there": he concludes so
    if frame.body or frame.places[0][1].form != "there" or [frame.here] != rooms or page.only_then(frame):
        return False
    room, times, sentence = page.discourse.dated
    if room == frame.here and page.discourse.sentence - sentence <= 1:
        frame.times = times
    return True


def meanwhile(page: Page, frame: Frame) -> list[Token]:
    """The time of an earlier clause of a frame's subject that holds of the whole round."""
    for before in reversed(page.frames[max(0, page.index - _FAR) : page.index]):
        if before.subject != frame.subject or before.negated:
            break
        if of_round(before):
            return before.times
    return []


def _set_out(before: Frame, frame: Frame) -> bool:
    """Whether a clause before says only that somebody set out after something."""
    if before.subject != frame.subject or before.negated or not before.asserted or frame.link != "and":
        return False
    return before.kind in {"leave", "head"} and comes_after(before) and not (frame.times or frame.event)


def passed_by(page: Page, after: Frame) -> int:
    """Where the words end that tell of coming past wherever the speaker was: "come through"; 0 without."""
    onward = all(role == "toward" for role, _ in after.places)  # "pass through toward storage"
    passing = THROUGH.match(page.text, after.at) if onward else None
    return passing.end() if passing is not None else 0


def dated_rooms(page: Page, frame: Frame) -> list[str | None]:
    """The room of the clause that dates a denial: "didn't see Bob when I walked through medbay"."""
    event = frame.event
    if event is None or frame.places:
        return [None]
    dating = next((one for one in page.frames if one.end == event[1] and one.sub), None)
    if dating is None or dating.link not in {"when", "while", "as"} or dating.subject != frame.subject:
        return [None]
    if dating.kind in {"leave", "head"}:
        own = dating.subject == (page.me,) and frame.source is None
        return [way_of(dating).origin or (frame.here if own else None)]  # "when I left medbay"
    return (
        denied_of(dating, via=True) if dating.places and dating.places[0][0] == "via" else [place_of(dating)]
    )


def _tells_route(before: Frame) -> bool:
    """Whether a clause tells a whole route: "my route was storage → medbay", "I was storage → medbay"."""
    return before.kind == "route" or (
        before.kind == "be" and any(token.value == "path" for _, token in before.places)
    )


def _stays_over(page: Page, frame: Frame) -> bool:
    """Whether what was said before tells of several rooms in which somebody spent the whole time."""
    for before in reversed(page.frames[max(0, page.index - _FEW) : page.index]):
        if before.subject != frame.subject or before.negated:
            return False
        if before.kind != "x":
            return before.kind in {"be", "stay"} and len(before.places) > 1 and of_round(before)
    return False


def _by_way(before: Frame) -> bool:
    """Whether a clause tells only through which rooms somebody came."""
    return before.kind == "go" and len(before.places) == 1 and before.places[0][0] == "via"


def _on_way(before: Frame | None) -> TypeGuard[Frame]:
    """Whether what was said before tells a way through several rooms."""
    return before is not None and before.kind in MOVES and len(way_of(before).visited) > 1
