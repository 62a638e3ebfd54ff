"""Moves: what going, leaving and heading somewhere claims."""

from gander.quack.audit.extract.clauses.frames import Frame, Way, place_of, way_of
from gander.quack.audit.extract.statements.bodies import write_death
from gander.quack.audit.extract.statements.denials import only_then, write_passing
from gander.quack.audit.extract.statements.leaving import write_leaving, write_never_left
from gander.quack.audit.extract.statements.meanwhile import write_meanwhile
from gander.quack.audit.extract.statements.outward import ARRIVED, goes_off, joins, off_to, write_gone
from gander.quack.audit.extract.statements.page import Page
from gander.quack.audit.extract.statements.witnesses import watcher, with_speaker

__all__ = ["write_move"]

_DIGITS = frozenset("0123456789")
_SETTING_OUT = frozenset(("moved", "went", "walked", "move", "moving", "going", "continued", "followed"))
_CROSSING = ("pass", "walk", "travel", "transit", "get", "got")
"""Beginnings of verbs that between two rooms tell a way from one to the other."""
_ENDED = frozenset(("ended", "ends", "ending", "wound", "winds"))
_PASSING = frozenset(("pass", "passing"))
_MEETING = frozenset(("passed", "passing", "pass", "ran", "joined", "join", "crossed", "cross"))


def write_move(page: Page, frame: Frame) -> None:
    """A move: the speaker's own, and what others say of theirs, is a way; that of others is seen or told."""
    if frame.nobody:
        write_passing(page, frame)
        return
    if frame.body and frame.word in _ENDED and frame.event is None:
        write_death(page, frame)
        return
    never_left = frame.negated and frame.kind == "leave" and not frame.seer
    if frame.negated and not never_left and only_then(page, frame):
        return
    way = way_of(frame)
    if (frame.kind == "leave" or frame.word == "gone") and write_gone(page, frame, way):
        return
    if never_left:
        write_never_left(page, frame, way)
        return
    if frame.word in {"crossed", "cross", "overlapped", "overlap"} and len(frame.subject) > 1:
        if frame.word == "cross" and page.me not in frame.subject:
            return  # "their routes say that they cross in medbay"
        if way.visited or frame.negated:
            where = way.visited[-1] if way.visited else None
            seers = (page.me,) if page.me in frame.subject else frame.subject[:1]
            page.sighting(frame, seers, frame.subject, where)
        return
    if frame.kind == "leave" and not (frame.places or frame.objects):
        write_leaving(page, frame)
        return
    if frame.kind == "leave" and frame.objects:
        # "I left Bob in medbay"
        if way.visited and not frame.negated:
            page.sighting(frame, frame.subject, (*frame.objects, *frame.companions), way.visited[0])
        return
    if frame.kind == "go" and frame.objects and frame.word in _MEETING:
        room = way.visited[-1] if way.visited else frame.here
        page.sighting(frame, *_met(page, frame, "join"), room)
        if frame.negated:
            return
    into = way.visited[-1:] not in ([], [way.origin])
    if frame.word.startswith("follow") and frame.objects and into and not frame.negated:
        page.sighting(frame, *_met(page, frame, "follow"), way.visited[-1])  # "Bob followed Eve into medbay"
        if page.me not in frame.subject and len(way.visited) == 1 and not way.toward:
            return
    others = page.others(frame.subject)
    about = _about(frame)
    together = bool(others) and len(others) < len(frame.subject) and frame.kind == "go"
    if together and way.visited == [way.origin] and not (frame.negated or way.toward):
        for who in frame.subject:  # "Bob and I came from storage"
            page.activity(frame, who, "traveling", way.origin)
    elif together and way.visited:
        if not frame.negated:  # "Bob and I ended up in storage"
            page.sighting(frame, (page.me,), others, way.visited[-1])
        elif way.origin is None:
            for who in frame.subject:
                for room in way.visited:
                    page.location(frame, who, room)
    elif about and not frame.seer:
        for who in frame.subject:
            page.location(frame, who, about[0], also=about[1:])
    elif others and frame.kind != "route":
        _seen_or_told(page, frame, way)
    else:
        if frame.negated and way.origin is not None and frame.kind == "go":
            _never_took(page, frame, way)
            return
        led = _into(page, frame, way)
        if led is not None:
            page.walk(frame, [*way.visited, led])
        elif len(way.visited) == 1 and _sets_out(frame, way) and not way.toward:
            for who in frame.subject:
                page.activity(frame, who, "traveling", way.visited[0])
        elif way.visited:
            page.walk(frame, way.visited)
        for room in _aims(frame, way):
            for who in frame.subject:
                page.activity(frame, who, "traveling", room)
        if frame.seer and frame.seer != frame.subject and not frame.negated and frame.kind != "route":
            met = way.visited[-1:] if frame.kind == "go" else [way.origin] if way.origin else []
            here = frame.here or page.told_from(frame.seer[0])
            if frame.inward and here is not None and met in ([], [way.origin]):
                met = [here]  # "I was in medbay, and Bob saw me come in from storage"
            if met and met[0] != (way.origin if frame.kind == "go" else None):
                page.sighting(frame, frame.seer, frame.subject, met[0])  # "Bob saw me enter medbay"
    if frame.companions and way.visited and not (frame.negated or frame.body):
        mine = (page.me,) if page.me in frame.companions and frame.source is None else ()
        page.sighting(frame, mine or frame.seer or frame.subject, frame.companions, way.visited[-1])


def _met(page: Page, frame: Frame, verb: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who saw whom on a way: "Bob passed Eve"; whom Bob joined or followed, the speaker, saw Bob."""
    mine = frame.objects == (page.me,) and frame.source is None and frame.word.startswith(verb)
    return (frame.objects, frame.subject) if mine else (frame.subject, frame.objects)


def _aims(frame: Frame, way: Way) -> list[str]:
    """Where a move leads: "toward storage", or both of "toward medbay and storage"."""
    token = frame.places[-1][1] if frame.places else None
    return way.toward if token is not None and token.value in {"list", "either"} else way.toward[-1:]


def _about(frame: Frame) -> tuple[str, ...]:
    """The rooms that somebody moved about in, in no order: "was bouncing around medbay and storage"."""
    if frame.kind != "go" or frame.negated or len(frame.places) != 1:
        return ()
    role, token = frame.places[0]
    if role == "between" and frame.word.startswith(_CROSSING):
        return ()
    listed = token.kind == "chain" and token.value != "path" and token.form != "or"
    return token.rooms if listed and (role in {"at", "between"} or frame.word.startswith("bounc")) else ()


def _also_into(page: Page, frame: Frame) -> str | None:
    """Where the one before came in: "Bob entered storage from medbay, and Eve entered from oxygen"."""
    before = page.before()
    if before is not None and frame.sub and frame.link == "when" and before.kind in {"be", "stay"}:
        return None if before.negated or before.source != frame.source else place_of(before)
    if before is None or frame.link not in {"and", ",", "while"} or frame.form != before.form:
        return None
    if before.kind != "go" or not before.inward or before.negated or not before.asserted:
        return None
    return next((token.rooms[-1] for role, token in before.places if role in {"to", "bare", "at"}), None)


def _into(page: Page, frame: Frame, way: Way) -> str | None:
    """Where a coming from a room led, by the clause that it adds to: "was in medbay, coming from storage"."""
    before = page.before()
    if frame.form != "i" or way.origin is None or way.toward or len(way.visited) > 1 or before is None:
        return None
    if frame.then or frame.kind != "go" or frame.subject not in (before.subject, before.objects):
        return None
    here = way_of(before).visited[-1:] if before.kind == "go" else [place_of(before)]
    return here[0] if here and here[0] != way.origin else None


def _sets_out(frame: Frame, way: Way) -> bool:
    """Whether a move tells no stay: "came from storage", "moved to medbay at tick 9"."""
    if frame.negated or frame.kind == "leave":  # "walked out of medbay at tick 9"
        return False
    if frame.kind == "go" and way.origin is not None:
        return True
    if all(_DIGITS.isdisjoint(token.value) for token in frame.times):
        return False
    return frame.word in _SETTING_OUT


def _never_took(page: Page, frame: Frame, way: Way) -> None:
    """Read "didn't come from storage into medbay": it denies the way, not that somebody was there."""
    if len(way.visited) < 2 or way.toward or frame.seer:
        return
    for who in frame.subject:
        never = "never" in page.text[frame.start : frame.at].lower()
        if who != page.me or never or frame.times or frame.event:  # else of the coming just spoken of
            page.location(frame, who, route=tuple(way.visited))


def _seen_or_told(page: Page, frame: Frame, way: Way) -> None:
    me = (page.me,)
    if frame.sub and not frame.places and write_meanwhile(page, frame):
        return
    visited, toward, origin = way.visited, way.toward, way.origin
    arrived = [room for room in visited if room != origin]
    seer = frame.seer or (me if page.me in frame.companions and frame.source is None else None)
    own = frame.source is None and not frame.negated and frame.asserted
    if seer is None and frame.kind == "go" and own and with_speaker(page):
        seer = me
    if seer is None and own:
        seer = watcher(page, frame)
    if frame.inward and frame.sub and not arrived and _missed(page, frame):
        return  # "I didn't see Bob there before he came in from storage"
    told_in = frame.source is None or seer == (frame.source,)
    if frame.inward and not arrived and told_in and not frame.negated:
        # "Bob came in from storage": in where the speaker is
        here, beside = place_of(frame.matrix), _beside(page, frame)
        if here is None and beside is not None:
            hung = page.before()
            here = beside if seer or (hung is not None and page.me in hung.subject) else None
        elif here is None and seer in (None, me) and not _named_apart(page, frame):
            here = frame.here
        elif here is None:
            here = place_of(page.before()) or (page.told_from(seer[0]) if seer else None)
        if here is not None and here != origin and (origin is not None or seer or joins(frame, own)):
            visited, arrived, seer = [*visited, here], [here], seer or me
        elif here is None and origin is not None:
            into = beside or _also_into(page, frame)
            if into is not None and into != origin:
                visited, arrived = [*visited, into], [into]
    if frame.negated:
        if frame.kind == "go" and (origin is not None or "path" in [one.value for _, one in frame.places]):
            _never_took(page, frame, way)
            return
        if seer:
            for room in arrived[-1:]:  # but not "I didn't see Bob leave medbay"
                page.sighting(frame, seer, frame.subject, room)
        else:
            for who in frame.subject:
                for room in visited:
                    page.location(frame, who, room)
        return
    told = frame.matrix is not None and frame.matrix.kind != "see"
    arrives = frame.word in ARRIVED and not told
    if seer is None and arrives and arrived and frame.source is None:
        seer = me if arrived[-1] == frame.here else None
    where = arrived[-1] if arrived else (origin if frame.kind == "leave" or toward else None)
    if seer == me and off_to(frame, page.text):
        where, way, visited = frame.here, Way([], visited, None), []  # "I saw Bob move to storage"
    if seer == me and origin is not None and origin == frame.here and goes_off(frame):
        where = origin  # "I was in medbay and saw Bob go from medbay into storage"
    if seer == me and where is None and frame.kind == "leave" and place_of(frame.matrix) is None:
        where = page.stood(frame.subject)  # "I was in medbay and saw Bob leaving toward storage"
    if seer and where is None and frame.word in _PASSING and not frame.places:
        where = page.told_from(seer[0])  # "Bob was in medbay and saw Eve pass through"
    if seer and where is not None and place_of(frame.matrix) != where:
        page.sighting(frame, seer, frame.subject, where)
    for who in frame.subject:
        for room in _aims(frame, way):
            page.activity(frame, who, "traveling", room)
        if origin is not None and not arrived and frame.kind == "go":
            into = _into(page, frame, way)
            if into is not None:
                page.location(frame, who, route=(origin, into))
            else:
                page.activity(frame, who, "traveling", origin)  # "came from storage"
            continue
        if len(visited) > 1:
            page.location(frame, who, route=tuple(visited))
        elif visited and not (seer and where is not None):
            if origin is None and _sets_out(frame, way):
                page.activity(frame, who, "traveling", visited[0])
            else:
                page.location(frame, who, visited[0])


def _missed(page: Page, frame: Frame) -> bool:
    """Whether it is denied before that who came in was seen, or only thought what the coming in dates."""
    before = page.frames[: page.index]
    if before and not before[-1].asserted:
        return True  # "must have left before Bob came in"
    return any(one.kind == "see" and one.negated and one.objects == frame.subject for one in before)


def _named_apart(page: Page, frame: Frame) -> bool:
    """Whether a phrase hangs on no clause: "sightings: Bob in medbay, with Eve entering from storage"."""
    phrase = frame.form == "i" and frame.matrix is None and page.before() is None
    return phrase and page.text.startswith(frame.word, frame.at)


def _beside(page: Page, frame: Frame) -> str | None:
    """Where those are with whom somebody came in: "Bob was in medbay, with Eve entering from storage"."""
    before = page.before()
    if frame.form != "i" or frame.matrix is not None or before is None or before.negated:
        return None
    return place_of(before) if before.kind in {"be", "see", "stay"} else None
