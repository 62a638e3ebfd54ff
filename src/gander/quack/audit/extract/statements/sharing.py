"""Sharing: clauses of a sentence that share their time."""

import re
from itertools import pairwise

from gander.quack.audit.extract.clauses.discourse import Discourse
from gander.quack.audit.extract.clauses.frames import MOVES, Frame, place_of
from gander.quack.audit.extract.statements.arrivals import (
    comes_from,
    comes_in,
    elsewhere,
    goes_off,
    of_seen,
    there_yet,
    walks_on,
)
from gander.quack.audit.extract.statements.belated import arrives_late, belated, heads_off
from gander.quack.audit.extract.statements.dating import before_that, date, denied_then, same_event, trails
from gander.quack.audit.extract.statements.timing import numbered, of_order

__all__ = ["share_times"]

_WHOLE = re.compile(r"\b(?:whole|entire|all|full)\b", re.IGNORECASE)
_ONE_SIDED = frozenset(("until", "till", "since", "from", "between", "before", "after", "through", "up"))
_SEEN = frozenset(("go", "leave", "head", "stay", "do"))
_TOO = re.compile(r"\b(?:also|too|as\s+well)\b", re.IGNORECASE)
_NEAR = 10  # characters
_PAIR = 2  # frames


def share_times(frames: list[Frame], text: str, discourse: Discourse) -> None:
    """Give clauses without a time the time that they share with another, or the event that dates them.

    Args:
        frames: A sentence's frames, in order.
        text: The utterance.
        discourse: What was said before.
    """
    first = frames[0]
    if first.kind == "be" and first.places and not first.times:
        _as_before(first, text, discourse)
    for frame in frames:
        if frame.times or frame.sub:
            break
    else:
        return  # no time that could be shared
    if len(frames) >= _PAIR:
        _share(frames, text)
    for frame in frames:
        if frame.times and frame.places and (frame.kind != "leave" or _own_leaving(frame, discourse)):
            discourse.dated = (place_of(frame), frame.times, discourse.sentence)


def _as_before(first: Frame, text: str, discourse: Discourse) -> None:
    """Give a sentence the time of the one before: "I sat in medbay at tick 9. Bob was also there"."""
    room, times, sentence = discourse.dated
    same = first.places[0][1].form == "there" and room == place_of(first)
    if same and discourse.sentence - sentence == 1 and _TOO.search(text, first.start, first.end + _NEAR):
        first.times, first.fronted = times, True


def _own_leaving(frame: Frame, discourse: Discourse) -> bool:
    """Whether the speaker left a room at a tick: what is told of the room next was so then."""
    return frame.subject == (discourse.context.speaker,) and numbered(frame)


def _share(frames: list[Frame], text: str) -> None:
    host: Frame | None = None
    dated: Frame | None = None
    shared = False
    for at, (last, frame) in enumerate(pairwise(frames), 2):
        if last.link == "stop":
            continue
        # "I reached medbay at tick 9, where Bob was, and I saw Eve leave"
        aside = frame.link in {"and", ",", "-"} and _aside(last, frame)
        if last.kind == "other" and not frame.link and host is not None and _looks_like(host, last, frame):
            frame.times = host.times
        before = host if aside and host is not None else last
        host = before
        dated = last if last.times and numbered(last) else dated
        if dated is not None and frame.times and _only_then(frame):
            frame.times = dated.times  # "at tick 9 Eve left, and Bob was there then"
        if frame.then and _lasts(before, frame):
            before.places, frame.kind = [*before.places, *frame.places], "x"
            before.times = frame.times
            continue
        shared, chained = False, shared
        if before.times and not frame.times:
            earlier = frame.matrix is not before and before_that(frame, text)
            event = earlier or (
                at < len(frames) and trails(frames[at], text) and _own(before, frame, frames[at])
            )
            if not (frame.then or event or _still(before, frame, text)) and (
                _same_time(before, frame)
                or _labelled(before, frame, text)
                or (chained and _seen_too(before, frame))
            ):
                shared, frame.times = True, before.times
                frame.fronted = (before.fronted or before.leads) and frame.link in {"and", ",", ""}
        elif (
            frame.link in {"when", "as"}
            and frame.times
            and not (before.times or frame.places or frame.fronted)
        ):
            before.times = frame.times  # "Bob was there when I arrived at tick 9"
        elif frame.times and belated(before, frame, text):
            before.times = frame.times
        if frame.kind == "be" and not (frame.subject or frame.times or frame.places) and frame.link == "-":
            frame.times = before.times
        undated = frame.event is None and not (frame.times or frame.then or frame.sub)
        if undated and before.event is not None and (frame.matrix is before or same_event(before, frame)):
            frame.event = before.event
        if frame.matrix is last and last.sub and last.hinge >= 0 and frame.kind in MOVES:
            whole = (last.hinge, frame.end)  # "after seeing Bob leave medbay"
            for one in frames[: at - 2]:
                one.event = whole if one.event == (last.hinge, last.end) else one.event
        if frame.sub or before.sub or before.matrix is not None:
            date(before, frame, text)
        if frame.negated and last.sub and not last.leads and undated and frame.event is None and at > _PAIR:
            frame.event = denied_then(frames[at - 3], frame)
    _look_back(frames)


def _still(before: Frame, frame: Frame, text: str) -> bool:
    """Whether a clause tells of later than a tick: "came in at tick 9, and he was still there"."""
    stays = frame.kind in {"be", "stay"} and frame.link in {"and", ","} and not (frame.sub or before.sub)
    came = before.kind in MOVES and before.matrix is None and numbered(before)
    return stays and came and " still " in text[frame.start : frame.end]


def _aside(last: Frame, frame: Frame) -> bool:
    """Whether a clause only adds something to the one before it, to which the next goes back."""
    if frame.link != "-" and (last.link == "where" or last.word == "way"):
        return True
    if last.kind == "be" and frame.kind == "be" and not (last.places or last.times):
        return (
            bool(frame.places) and frame.places[0][1].form == "there"
        )  # "wasn't just me — Bob was there too"
    comes = last.kind == "go" and not last.times and last.subject == frame.subject and frame.kind == "see"
    return comes and bool(last.places) and all(role == "from" for role, _ in last.places)


def _looks_like(host: Frame, last: Frame, frame: Frame) -> bool:
    """Whether a clause tells what somebody seen seemed to do: "met Bob early, looked like he was busy"."""
    seemed = last.word in {"looked", "seemed"} and host.kind == "see" and not (host.negated or frame.times)
    return seemed and frame.form == "i" and frame.subject == host.objects


def _look_back(frames: list[Frame]) -> None:
    """Give clauses what stands at the end of all: "didn't see Bob, Eve or anyone else there when I came"."""
    for frame, after in zip(reversed(frames[:-1]), reversed(frames), strict=False):
        matrix = after.matrix
        if matrix is not None and matrix.event is not None and not (after.times or after.event):
            after.event = matrix.event
        if after.inward and arrives_late(frame, after):
            frame.times, frame.event = after.times, after.event
        if after.event is not None and heads_off(frame, after):
            frame.event = after.event
        if not (frame.negated and after.negated and frame.kind == after.kind == "see"):
            continue
        if (
            after.at in (0, frame.at)
            and after.link in {",", "or", "and"}
            and not (frame.times or frame.event)
        ):
            frame.times, frame.event = after.times, after.event
            frame.places = frame.places or after.places


def _seen_too(before: Frame, frame: Frame) -> bool:
    """Whether somebody else is seen on the same arrival: "came in at tick 9, saw Bob, and saw Eve leave"."""
    if comes_from(before) and comes_from(frame):
        return frame.link in {
            ",",
            "and",
        }  # "saw both enter at tick 9 — Bob came from medbay, Eve from storage"
    if frame.places or frame.kind != "see":
        return False
    if before.kind == "other":
        return frame.link == "-"  # "when I came in at tick 9, it looked empty — I didn't see Bob"
    seen = before.kind == "see" and before.subject == frame.subject and before.negated == frame.negated
    return seen and frame.link in {"and", ","}


def _own(before: Frame, frame: Frame, event: Frame) -> bool:
    """Whether the event at a clause's end tells more of it than the time of the one before."""
    return not numbered(before) or (frame.negated and event.link != "while")


def _only_then(frame: Frame) -> bool:
    """Whether a clause says no more of its time than "then"."""
    return len(frame.times) == 1 and frame.times[0].word == "then"


def _labelled(before: Frame, frame: Frame, text: str) -> bool:
    """Whether a time stands as a label over several clauses: "tick 9: Bob came in, Eve left"."""
    if not numbered(before):
        return False
    if not before.subject and before.kind == "be" and frame.link in {":", "-", ","}:
        return True  # "the key time is tick 9: I saw Bob"
    return (before.fronted or frame.link == ":") and text.startswith(":", before.times[-1].end)


def _lasts(before: Frame, frame: Frame) -> bool:
    """Whether two stays share one duration: "in storage, then medbay the whole time"."""
    stays = before.kind == frame.kind == "be" and before.subject == frame.subject and not before.times
    return stays and any(_WHOLE.search(token.value) for token in frame.times)


def _same_time(before: Frame, frame: Frame) -> bool:
    link = frame.link
    if frame.matrix is before and before.kind == "see":
        return True  # "at tick 9 I saw Bob leave"
    if frame.sub and link == "while" and numbered(before) and not (before.sub or frame.leads):
        return True
    if frame.sub and link in {"when", "as"} and not (before.sub or frame.leads):
        # "I sat in medbay at tick 9 when Bob came in"; but "until tick 9 when"
        return numbered(before) and all(token.word not in _ONE_SIDED for token in before.times)
    if link in {"-", ",", "(", "who"} and of_seen(before, frame):
        # "I met Bob at tick 9 in medbay — he entered out of storage"
        if frame.kind == "go" and (comes_from(frame) or comes_in(before, frame)):
            return numbered(before) or link in {"who", "("}
        if not (frame.kind == "be" and frame.places and frame.places[0][1].form == "there"):
            return False
    if before.kind == "be" and link == "," and frame.inward and comes_from(frame):
        # "Bob was there at tick 9, entered from storage"
        lasting = any(token.word in _ONE_SIDED for token in before.times)
        return frame.subject == before.subject and bool(before.places) and numbered(before) and not lasting
    if before.kind == "be" and link == "-" and frame.inward and frame.subject == before.companions:
        # "I was there with Bob at tick 9 — he entered from storage"
        return numbered(before) and all(token.word not in _ONE_SIDED for token in before.times)
    leaves = frame.form == "i" and frame.kind in {"leave", "head"} and frame.subject != before.subject
    if leaves and link == "and" and before.kind == "see" and before.alive:
        return numbered(before)  # "I came in at tick 9, met Bob alive, and Eve was leaving"
    met = frame.kind == "see" and frame.objects == before.subject and frame.subject == before.companions
    if met and link in {"-", "("} and numbered(before):
        return True  # "I came in at tick 9 with Bob — he saw me leave"
    if (
        (frame.form == "i" or (frame.form == "b" and (frame.kind == "head" or frame.body)))
        and frame.subject == before.subject
        and (not link or (link == "," and frame.kind == "do") or goes_off(before, frame))
    ):
        return True  # "I was in medbay around tick 9 doing my task"
    if before.kind in {"say", "admit"} and before.fronted and frame.source is not None and link in {"", ","}:
        return numbered(before) or of_order(before.times[0].value)  # "at tick 9 Bob says he was there"
    if before.sub and link in {",", "", "("} and before.link in {"when", "as", "while"}:
        return True  # "as I sat in medbay at tick 9, I met Bob"
    if before.negated and elsewhere(before, frame):
        return True  # "I didn't see Bob at tick 9 — I was in storage"
    if link == "and" and walks_on(before, frame):
        return True  # "at tick 9 I saw Bob come in, and he headed to storage"
    if frame.places and frame.places[0][1].form == "there":
        if (
            frame.kind == "die"
            or frame.word == "ended"
            or (frame.body and (frame.word == "is" or link == "where"))
        ):
            return False  # "came there at tick 9 and died there", "and the body is there"
        return link in {"and", ",", "-", ";", "(", "while"} or (
            link == "where" and frame.kind in {"see", "be"}
        )
    if before.matrix is not None and link == "and" and frame.form in {"b", "i"} and frame.kind in _SEEN:
        return frame.subject != before.subject  # "at tick 9 I saw Bob come in and Eve leave"
    trails = before.sub and not before.leads  # "no Eve there when I came by earlier, and I never saw Bob"
    denied = frame.negated and (before.negated or trails)  # "didn't go there later, and never saw Bob"
    sees = frame.kind == "see" or (frame.kind == "find" and frame.body)
    if link in {"and", ","} and sees and frame.subject == before.subject and not denied:
        # "I stood in medbay at tick 9 and met Bob"
        return there_yet(before, frame)
    if before.kind == "be" and link == "when" and not before.subject:
        return True  # "I was there at tick 9 — that's when Bob came in"
    if not before.fronted or link not in {"and", "while"}:
        return False
    if link == "and" and any(token.value == "path" for _, token in frame.places):
        return False  # a way takes longer
    steps = before.kind == "leave" and frame.kind in {"go", "head"}  # "at tick 9 Bob left and went to medbay"
    stays = frame.kind == "be" and of_order(before.times[0].value)  # "after that I left and was in medbay"
    return before.subject != frame.subject or ((steps or stays) and len(frame.places) == 1)
