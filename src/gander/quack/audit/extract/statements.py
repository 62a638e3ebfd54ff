"""Statements: what a sentence's frames claim about who was where, did what and saw whom."""

from collections.abc import Iterable
from typing import NamedTuple

from gander.quack.audit.extract.clauses import Frame
from gander.quack.audit.extract.discourse import Context, Discourse
from gander.quack.audit.extract.lexer import Token
from gander.quack.audit.extract.lexicon import words
from gander.quack.claims import Claim

__all__ = ["statements"]

_MOVES = frozenset(("go", "leave", "head", "route"))
_WAITING = words(
    "waited wait waiting waits hung hanging hang hangs camped camping camp idled idling lingered lingering"
)
_NUMBERS = frozenset("0123456789")


class _Way(NamedTuple):
    """A move.

    Attributes:
        visited: The rooms in order, the first one left first.
        toward: Rooms headed for.
        origin: The room left, if one is named.
    """

    visited: list[str]
    toward: list[str]
    origin: str | None


class _Writer:
    def __init__(self, discourse: Discourse, text: str) -> None:
        self.discourse = discourse
        self.context: Context = discourse.context
        self.me = discourse.context.speaker
        self.text = text
        self.claims: list[Claim] = []
        self.way: list[str] = []
        self.way_frame: Frame | None = None
        self.way_end = 0

    def add(self, frame: Frame, type_: str, subject: str, **fields: object) -> None:
        time = fields.pop("time", None)
        negated = bool(fields.pop("negated", frame.negated))
        source = frame.source if frame.source != self.me else None
        self.claims.append(
            Claim(
                type_,  # type: ignore[arg-type]
                self.me,
                subject=subject,
                time=self.time(frame) if time is None else str(time),
                negated=negated,
                asserted=frame.asserted and not self.discourse.asked,
                source=source,
                span=(frame.start, frame.end),
                **fields,  # type: ignore[arg-type]
            )
        )

    def time(self, frame: Frame) -> str:
        """The time phrase of a frame: the one with numbers if there are several."""
        times = frame.times
        if not times:
            return ""
        if len(times) > 1:
            for token in times:
                if not _NUMBERS.isdisjoint(token.value):
                    return token.value
        return times[0].value

    # -- ways ----------------------------------------------------------------------------------------

    def flush(self) -> None:
        """Write down the way told so far."""
        frame, way = self.way_frame, self.way
        self.way, self.way_frame = [], None
        if frame is None or not way:
            return
        for subject in frame.subject:
            if len(way) > 1 and not frame.negated:
                self.add(frame, "location", subject, route=tuple(way))
            else:
                for room in way:
                    self.add(frame, "location", subject, room=room)

    def walk(self, frame: Frame, rooms: list[str]) -> None:
        """Add rooms to the way that is being told, or begin another."""
        before = self.way_frame
        goes_on = (
            before is not None
            and before.subject == frame.subject
            and before.negated == frame.negated
            and before.asserted == frame.asserted
            and before.source == frame.source
            and not frame.sub
            and not before.sub
            and not frame.times
            and not before.times
        )
        if not goes_on:
            self.flush()
            self.way_frame = frame
        else:
            assert before is not None
            before.end = max(before.end, frame.end)
        for room in rooms:
            if not self.way or self.way[-1] != room:
                self.way.append(room)

    # -- frames --------------------------------------------------------------------------------------

    def write(self, frames: list[Frame]) -> list[Claim]:
        _share_times(frames)
        for index, frame in enumerate(frames):
            if not frame.subject and not frame.passive:
                continue
            following = frames[index + 1] if index + 1 < len(frames) else None
            kind = frame.kind
            if kind in _MOVES:
                told = (self.me,) != frame.subject and kind == "go" and not frame.seer and not frame.negated
                if told and self._with_speaker(frames, index):
                    frame.seer = (self.me,)
                self.move(frame)
                continue
            writer = _WRITERS.get(kind)
            if writer is None:
                continue
            if kind not in {"see", "find"}:
                pass
            writer(self, frame, frames, index, following)
        self.flush()
        return _without_restatements(self.claims)

    def move(self, frame: Frame) -> None:
        visited, toward, origin = _places(frame)
        if frame.negated and frame.kind == "leave" and not frame.seer:
            self.never_left(frame, origin)
            return
        if (
            frame.word in ("crossed", "overlapped")
            and len(frame.subject) > 1
            and visited
            and not frame.negated
        ):
            self.flush()
            self.sighted(frame, frame.subject[:1], frame.subject[1:], visited[-1])
            return
        if frame.kind == "go" and frame.objects:
            self.met_moving(frame, visited)
        me = (self.me,)
        if not visited and not toward:
            if (
                frame.seer
                and frame.kind == "go"
                and frame.word in ("enter", "entering", "arrive", "arriving")
            ):
                self.sighted(frame, frame.seer, frame.subject, self.discourse.here)
            return
        others = frame.subject != me
        if others and frame.kind != "route":
            self.moved(frame, _Way(visited, toward, origin))
        else:
            if visited:
                self.walk(frame, visited)
            if toward:
                self.flush_if_timed(frame)
                for subject in frame.subject:
                    self.add(frame, "activity", subject, activity="traveling", room=toward[-1])
        if frame.companions and visited and not frame.negated:
            self.sighted(frame, frame.subject, frame.companions, visited[-1])

    def never_left(self, frame: Frame, room: str | None) -> None:
        """Write down "I never left medbay"."""
        if room is None:
            return
        self.flush()
        said = self.text[frame.start : frame.end]
        at = said.lower().find("never left")
        time = said[at : at + len("never left")] if at >= 0 else self.time(frame)
        for subject in frame.subject:
            self.add(frame, "location", subject, room=room, time=time, negated=False)

    def flush_if_timed(self, frame: Frame) -> None:
        self.flush()

    def moved(self, frame: Frame, way: _Way) -> None:
        """Write down somebody else's move: seen, or only told."""
        self.flush()
        visited, toward, origin = way
        arrived = [room for room in visited if room != origin]
        seer = frame.seer or ((self.me,) if self.me in frame.companions else None)
        if frame.inward and not arrived and frame.source is None and not frame.negated:
            here = _place_of(frame.matrix) if frame.matrix is not None else None
            here = here or self.discourse.here
            if here is not None and here != origin:
                visited, arrived, seer = [*visited, here], [here], seer or (self.me,)
        if frame.negated:
            if seer:
                self.sighted(frame, seer, frame.subject, arrived[-1] if arrived else origin)
            else:
                for subject in frame.subject:
                    for one in visited:
                        self.add(frame, "location", subject, room=one)
            return
        room = arrived[-1] if arrived else (origin if frame.kind == "leave" or toward else None)
        told = _place_of(frame.matrix) if frame.matrix is not None else None
        if seer and room is not None and told != room:
            self.sighted(frame, seer, frame.subject, room)
        for subject in frame.subject:
            if toward:
                self.add(frame, "activity", subject, activity="traveling", room=toward[-1])
            if len(visited) > 1:
                self.add(frame, "location", subject, route=tuple(visited))
            elif visited and not (seer and room is not None):
                self.add(frame, "location", subject, room=visited[0])

    def met_moving(self, frame: Frame, visited: list[str]) -> None:
        if frame.word in ("passed", "passing", "ran", "joined", "crossed"):
            room = visited[-1] if visited else self.discourse.here
            self.sighted(frame, frame.subject, frame.objects, room)

    def sighted(
        self,
        frame: Frame,
        seers: tuple[str, ...],
        seen: tuple[str, ...],
        room: str | None,
        state: str | None = None,
    ) -> None:
        state = state or ("body" if frame.body else "alive")
        for seer in seers:
            for target in seen:
                if seer != target:
                    self.add(frame, "sighting", seer, target=target, room=room, state=state)

    def see(self, frame: Frame, frames: list[Frame], index: int, following: Frame | None) -> None:
        self.flush()
        room = _place_of(frame)
        if frame.passive:
            seers, seen = frame.agents, frame.subject
            if not seers:
                if room is not None:
                    for one in seen:
                        self.add(frame, "location", one, room=room)
                return
        else:
            seers, seen = frame.subject, frame.objects
        if frame.mutual:
            seen = frame.subject
        seen = (*seen, *(one for one in frame.companions if one not in seers))
        if not seen:
            return
        if room is None:
            if following is not None and following.matrix is frame:
                return  # "saw Bob leave medbay": the leaving tells where
            for later in frames[index + 1 :]:
                # "saw Bob, Eve and Frank in medbay"
                if later.kind != "see" or later.subject != frame.subject or later.word != frame.word:
                    break
                room = _place_of(later)
                if room is not None:
                    break
        if room is None and not frame.negated and not frame.passive:
            room = self._nearby(frames, index)
        self.sighted(frame, seers, seen, room)

    def _nearby(self, frames: list[Frame], index: int) -> str | None:
        """Where the seer was when it saw: the place of its clause before, in the same sentence."""
        for before in reversed(frames[:index]):
            if before.subject == frames[index].subject and before.asserted and not before.negated:
                room = _place_of(before)
                if room is not None:
                    return room
        return None

    def be(self, frame: Frame, frames: list[Frame], index: int, following: Frame | None) -> None:
        rooms = _rooms(frame)
        if not rooms or (frame.negated and frame.kind == "stay"):
            return  # "I didn't stay in medbay" says that one was there
        me = (self.me,)
        companions = tuple(one for one in frame.companions if one not in frame.subject)
        if len(rooms) > 1 and frame.places and any(token.value == "path" for _, token in frame.places):
            self.walk(frame, rooms)
            return
        room = rooms[0]
        there = frame.places[0][1].form == "there"
        self_in = self.me in frame.subject
        others = tuple(one for one in frame.subject if one != self.me)
        if self_in and (others or companions) and not frame.negated:
            self.flush()
            for one in rooms:
                self.sighted(frame, me, (*others, *companions), one)
            return
        if not self_in and (self.me in companions or (there and self.discourse.here == room)):
            self.flush()
            if frame.source is None or self.me in companions:
                seer = (self.me,)
                for one in rooms:
                    self.sighted(frame, seer, frame.subject, one)
                return
        if not self_in and not frame.negated and self._seen_then(frame, frames, index):
            self.flush()
            self.sighted(frame, me, frame.subject, room)
            return
        if frame.alive and not self_in and self._with_speaker(frames, index):
            self.flush()
            self.sighted(frame, me, frame.subject, room)
            return
        if companions and not self_in and not frame.negated:
            self.flush()
            self.sighted(frame, frame.subject, companions, room)
            return
        self.flush()
        for subject in frame.subject:
            if subject == self.me and frame.word in _WAITING:
                self.add(frame, "activity", subject, activity="waiting", room=room)
            else:
                self.add(frame, "location", subject, room=room, also=tuple(rooms[1:]))

    def _with_speaker(self, frames: list[Frame], index: int) -> bool:
        """Whether "while I was there", "and I was there" follows."""
        if index + 1 >= len(frames):
            return False
        after = frames[index + 1]
        if (
            after.subject != (self.me,)
            or after.kind not in ("be", "stay")
            or after.negated
            or not after.places
        ):
            return False
        return after.places[0][1].form == "there"

    def _seen_then(self, frame: Frame, frames: list[Frame], index: int) -> bool:
        """Whether "when I saw her" follows; the seeing then needs no claim of its own."""
        for after in frames[index + 1 : index + 2]:
            seen = after.sub and after.kind == "see" and after.subject == (self.me,) and not after.places
            if seen and after.objects == frame.subject and not after.negated:
                after.objects = ()
                return True
        return False

    def have(self, frame: Frame, frames: list[Frame], index: int, following: Frame | None) -> None:
        room = _place_of(frame)
        if room is not None and frame.objects and self.me in frame.companions and frame.subject == (self.me,):
            self.flush()
            self.sighted(frame, frame.subject, frame.objects, room)

    def placed(self, frame: Frame, frames: list[Frame], index: int, following: Frame | None) -> None:
        """Write down "Eve places me in medbay", on Eve's word."""
        room = _place_of(frame)
        if room is None or (frame.negated and not frame.mutual):
            return
        if frame.mutual:
            self.flush()
            self.sighted(frame, frame.subject, frame.subject, room)
            return
        if frame.passive:
            self.flush()
            for one in frame.subject:
                self.add(frame, "location", one, room=room)
            return
        if not frame.objects:
            return
        self.flush()
        for subject in frame.subject:
            if subject != self.me:
                frame.source = subject
            for one in frame.objects:
                self.add(frame, "location", one, room=room)

    def do(self, frame: Frame, frames: list[Frame], index: int, following: Frame | None) -> None:
        rooms = _rooms(frame)
        room = rooms[0] if rooms else None
        if room is None and frame.matrix is not None:
            room = _place_of(frame.matrix)
        if room is None and index:
            before = frames[index - 1]
            if before.subject == frame.subject and frame.form == "i":
                room = _place_of(before)
        if room is None and frame.task:
            room = self._nearby(frames, index)
        if room is None:
            return
        self.flush()
        for subject in frame.subject:
            self.add(frame, "activity", subject, activity="task", room=room)

    def find(self, frame: Frame, frames: list[Frame], index: int, following: Frame | None) -> None:
        self.flush()
        if frame.passive:
            for victim in frame.subject:
                room = _place_of(frame) or self.context.room_of_body(victim)
                if room is not None and frame.body:
                    self.add(frame, "location", victim, room=room)
            return
        victims = frame.objects
        if not victims and frame.body:
            victims = self.context.found
        dead = {name for name, _ in self.context.bodies}
        for victim in victims:
            body = frame.body or victim in dead
            room = _place_of(frame)
            if room is None and body:
                room = self.context.room_of_body(victim)
            if room is not None:
                self.sighted(frame, frame.subject, (victim,), room, "body" if body else "unknown")

    def report(self, frame: Frame, frames: list[Frame], index: int, following: Frame | None) -> None:
        if frame.passive or frame.negated or frame.subject != (self.me,) or self.context.caller != self.me:
            return
        if self.context.kind != "report" or not frame.asserted:
            return
        self.flush()
        rooms = {room for _, room in self.context.bodies}
        room = _place_of(frame)
        victims = frame.objects or self.context.found
        if room is None and victims:
            room = self.context.room_of_body(victims[0])
        if room is None and len(rooms) == 1:
            room = next(iter(rooms))
        if not any(claim.activity == "reporting" for claim in self.claims):
            self.add(frame, "activity", self.me, activity="reporting", room=room)
        if frame.objects and frame.body and room is not None:
            self.sighted(frame, frame.subject, frame.objects, room, "body")

    def call(self, frame: Frame, frames: list[Frame], index: int, following: Frame | None) -> None:
        if frame.passive or frame.negated or frame.subject != (self.me,) or self.context.caller != self.me:
            return
        if self.context.kind == "button":
            self.flush()
            self.add(
                frame, "activity", self.me, activity="calling", room=_place_of(frame) or self.context.button
            )

    def killed(self, frame: Frame, frames: list[Frame], index: int, following: Frame | None) -> None:
        """Write down a kill that was seen: who killed was seen in its room."""
        if frame.passive or frame.negated:
            return
        before = frames[index - 1] if index else None
        seer = frame.seer
        if seer is None and frame.sub and before is not None and before.kind in ("be", "stay"):
            seer = before.subject if before.subject == (self.me,) else None
        room = _place_of(frame) or (_place_of(before) if before is not None else None)
        if seer is not None and room is not None:
            self.flush()
            if not frame.times and before is not None:
                frame.times = before.times
            self.sighted(frame, seer, frame.subject, room, "alive")

    def died(self, frame: Frame, frames: list[Frame], index: int, following: Frame | None) -> None:
        room = _place_of(frame)
        if room is None or frame.negated:
            return
        self.flush()
        for victim in frame.subject:
            self.add(frame, "location", victim, room=room)


_WRITERS = {
    "see": _Writer.see,
    "be": _Writer.be,
    "stay": _Writer.be,
    "have": _Writer.have,
    "place": _Writer.placed,
    "confirm": _Writer.placed,
    "vouch": _Writer.placed,
    "kill": _Writer.killed,
    "do": _Writer.do,
    "find": _Writer.find,
    "report": _Writer.report,
    "call": _Writer.call,
    "die": _Writer.died,
}


def _share_times(frames: list[Frame]) -> None:
    """Give clauses without a time the time that they share with the clause before."""
    before: Frame | None = None
    for frame in frames:
        if (
            before is not None
            and before.times
            and not frame.times
            and not frame.then
            and _same_time(before, frame)
        ):
            frame.times = before.times
            frame.fronted = before.fronted and frame.link in ("and", ",")
        before = frame


def _same_time(before: Frame, frame: Frame) -> bool:
    link = frame.link
    if frame.form == "i" and frame.subject == before.subject and not link:
        return True  # "I was in medbay around tick 9 doing my task"
    if frame.places and frame.places[0][1].form == "there":
        return link in ("and", ",", "where", "while", "with")
    if before.sub and link in (",", "") and frame.kind == "see":
        return True  # "when I was in medbay at tick 9, I saw Bob"
    if (
        link == "and"
        and frame.kind == "see"
        and frame.subject == before.subject
        and before.kind in ("be", "stay")
    ):
        return True  # "I was in medbay at tick 9 and saw Bob"
    return before.fronted and link in ("and", "while") and before.subject != frame.subject


def _token_rooms(token: Token) -> list[str]:
    return list(token.items) if token.items else [token.value]


def _rooms(frame: Frame) -> list[str]:
    rooms: list[str] = []
    for role, token in frame.places:
        if role in ("at", "bare", "to", "via") and not (
            role == "bare" and frame.kind == "be" and token.kind == "room" and token.form != "there"
        ):
            rooms += _token_rooms(token)
    return rooms


def _place_of(frame: Frame) -> str | None:
    """The room in which a frame's deed happens."""
    for role, token in frame.places:
        if role in ("at", "bare"):
            return _token_rooms(token)[-1]
    for role, token in reversed(frame.places):
        if role in ("to", "via"):
            return _token_rooms(token)[-1]
    return None


def _places(frame: Frame) -> tuple[list[str], list[str], str | None]:
    """A move's rooms in order, the rooms headed for, and where it began."""
    visited: list[str] = []
    toward: list[str] = []
    origin: list[str] = []
    leaves, heads = frame.kind == "leave", frame.kind == "head" or frame.word == "going"
    for role, token in frame.places:
        rooms = _token_rooms(token)
        if role == "from":
            if token.value == "path" and not leaves:
                origin += rooms[:1]
                visited += rooms[1:]
            elif token.kind == "chain" and token.value != "path":
                origin += rooms[-1:]
            else:
                origin += rooms[:1]
                toward += rooms[1:]
        elif role == "toward":
            toward += rooms
        elif leaves and role in ("bare", "at"):
            origin += rooms[:1]
            toward += rooms[1:]
        elif ((leaves or heads) and role in ("to", "bare", "at")) or (leaves and role == "via"):
            toward += rooms
        else:
            visited += rooms
    first = origin[0] if origin else None
    return [*origin, *visited], toward, first


def statements(frames: Iterable[Frame], discourse: Discourse, text: str) -> list[Claim]:
    """The location, sighting and activity claims of a sentence's frames.

    Args:
        frames: The frames, in order.
        discourse: What is known and was mentioned.
        text: The utterance.
    """
    return _Writer(discourse, text).write(list(frames))


def _without_restatements(claims: list[Claim]) -> list[Claim]:
    """A sentence's claims without locations that another claim of it states as well: "walked in and saw"."""
    placed = {
        (player, claim.room, claim.asserted, claim.source)
        for claim in claims
        if claim.type == "sighting" and not claim.negated
        for player in (claim.subject, claim.target)
    } | {
        (claim.subject, claim.room, claim.asserted, claim.source)
        for claim in claims
        if claim.type == "activity" and claim.activity != "traveling" and not claim.negated
    }
    kept: list[Claim] = []
    for claim in claims:
        if claim.type == "location" and claim.route is None and not claim.also and not claim.negated:
            again = (claim.subject, claim.room, claim.asserted, claim.source) in placed
            if again and (
                not claim.time or any(one.time == claim.time for one in claims if one is not claim)
            ):
                continue
        kept.append(claim)
    return kept
