"""The page: a sentence's claims while they are written down, and the way that is being told.

What is planned, supposed or asked claims nothing; it is read, as "he" may go back to it, but not taken down.
"""

from gander.quack.audit.extract.clauses.discourse import Discourse
from gander.quack.audit.extract.clauses.frames import MOVES, Frame, place_of, way_of
from gander.quack.audit.extract.statements.scope import only_then
from gander.quack.audit.extract.statements.tellers import tellers_of
from gander.quack.audit.extract.statements.timing import (
    arrives_then,
    dates_way,
    follows,
    of_round,
    of_step,
    tells_time,
    time_of,
)
from gander.quack.claims import Claim, ClaimType

__all__ = ["Page"]

_FAR = 8  # clauses
_STANDS = MOVES | {"be", "stay", "do", "find"}
"""Kinds of frames that tell where their subject is."""
_MET = (_STANDS | {"see"}) - {"find", "do"}
"""Kinds of frames that tell of somebody who may be met."""


class Page:
    """Takes down claims.

    Args:
        discourse: What is known and was mentioned.
        text: The utterance.
        frames: The sentence's frames.

    Attributes:
        me: The speaker.
        claims: What was taken down so far.
        index: The frame that is being written.
        reported: Whether the report has been taken down.
    """

    def __init__(self, discourse: Discourse, text: str, frames: list[Frame]) -> None:
        self.discourse = discourse
        self.text = text
        self.frames = frames
        self.index = 0
        self.me = discourse.context.speaker
        self.claims: list[Claim] = []
        self.reported = False
        self._way: list[str] = []
        self._walker: Frame | None = None
        self._step = self._told = 0  # the frame of the way's last room, and the claims up to it
        self._rooms: tuple[str, ...] = ()  # those in which the speaker is said to have been
        self._place = 0  # where among the claims the way belongs

    def others(self, players: tuple[str, ...]) -> tuple[str, ...]:
        """Those of some players who are not the speaker."""
        return tuple([who for who in players if who != self.me]) if self.me in players else players

    def before(self) -> Frame | None:
        """The frame before this one."""
        return self.frames[self.index - 1] if self.index else None

    def after(self) -> Frame | None:
        """The frame after this one."""
        return self.frames[self.index + 1] if self.index + 1 < len(self.frames) else None

    def location(
        self,
        frame: Frame,
        who: str,
        room: str | None = None,
        *,
        route: tuple[str, ...] | None = None,
        also: tuple[str, ...] = (),
        dead: bool = False,
    ) -> None:
        """Claim that somebody was in a room, or lay dead there, or took a way."""
        # An event dates one step of a way.
        far = route is not None and len(route) > 2
        own = route is not None and who == self.me
        stepwise = ((far or own) and not tells_time(frame)) or (far and of_step(frame))
        time = "" if stepwise and not self._follows(frame) else None
        state = "body" if dead and not frame.negated else None
        self._add(frame, "location", who, room=room, route=route, also=also, time=time, state=state)

    def _follows(self, frame: Frame) -> bool:
        """Whether a way as a whole is dated by what came before it: "after Bob left, I went"."""
        if frame.event is None or frame.event[0] > frame.start:
            return False
        return self.text[slice(*frame.event)].lower().startswith(("after", "right after", "once"))

    def stay(self, frame: Frame, who: str, room: str, time: str) -> None:
        """Claim that somebody never left a room."""
        self._add(frame, "location", who, room=room, time=time, denied=False)

    def activity(self, frame: Frame, who: str, activity: str, room: str | None) -> None:
        """Claim that somebody did something in a room, or headed for it."""
        self._add(frame, "activity", who, room=room, activity=activity)

    def accusation(self, frame: Frame, who: str) -> None:
        """Claim that the speaker saw somebody kill."""
        self._add(frame, "accusation", self.me, target=who, time="", strength="strong")

    def sighting(
        self,
        frame: Frame,
        seers: tuple[str, ...],
        seen: tuple[str, ...],
        room: str | None,
        state: str = "",
    ) -> None:
        """Claim that each of some players saw each of others."""
        state = state or ("body" if frame.body else "alive")
        if not frame.negated and state != "body" and self.me in (*seers, *seen):
            for who in (*seers, *seen):
                self.discourse.met.setdefault(who, set()).add(room)
        for seer in seers:
            for target in seen:
                if seer != target:
                    self._add(frame, "sighting", seer, target=target, room=room, state=state)

    def nobody(self, frame: Frame, seer: str, room: str | None) -> None:
        """Claim that somebody saw nobody, or nobody but those spoken of."""
        but: tuple[str, ...] = ()
        whole = room is None and seer == self.me and not (of_round(frame) or follows(frame, self.text))
        if frame.others or whole:
            spoken_of = self._spoken_of(frame, room) - {seer}
            later = room is None and follows(frame, self.text)
            if seer == self.me and not (later or (frame.only and spoken_of)):
                met = self.discourse.met.items()
                spoken_of |= {who for who, rooms in met if room is None or room in rooms or rooms == {None}}
            but = tuple(who for who in self.discourse.context.players if who in spoken_of and who != seer)
        self._add(frame, "sighting", seer, room=room, state="alive", denied=True, but=but)

    def _spoken_of(self, frame: Frame, room: str | None) -> set[str]:
        """Who is told by the sentence to have been in a room, where a clause says that nobody else was."""
        spoken_of = {*frame.excepted}
        for one in self.frames if frame.others else ():
            if one.negated or one.body or one.kind not in _MET:
                continue
            if room is None or not one.places or room in (place_of(one), *way_of(one).visited):
                spoken_of.update(one.subject, one.objects, one.companions)
        return spoken_of

    def walk(self, frame: Frame, rooms: list[str]) -> None:
        """Add rooms to the way that is being told, or begin another."""
        before = self._walker
        if before is not None and _same_way(before, frame) and self._goes_on(frame):
            before.end = max(before.end, frame.end)
        else:
            self.flush()
            self._walker, self._place = frame, len(self.claims)
        self._step, self._told = self.index, len(self.claims)
        for room in rooms:
            if not self._way or self._way[-1] != room:
                self._way.append(room)

    def _goes_on(self, frame: Frame) -> bool:
        """Whether the way goes on with a frame: at once, or with "then" after what was done there."""
        if len(self.claims) == self._told:
            return True
        step, *between = self.frames[self._step : self.index]
        own = [one for one in between if one.subject == frame.subject and one.kind in _STANDS]
        stayed = all(not one.places or place_of(one) == self._way[-1] for one in own)
        at_once = frame.then or all(one.kind == "do" for one in between)
        return at_once and stayed and step.kind not in {"head", "leave"}

    def flush(self) -> None:
        """Write down the way told so far, before what was claimed since it began."""
        frame, way = self._walker, self._way
        self._way, self._walker = [], None
        if frame is not None:
            self.claims, since = self.claims[: self._place], self.claims[self._place :]
            for who in frame.subject:
                if len(way) > 1 and not frame.negated:
                    if who == self.me and frame.asserted and frame.source is None:
                        self.discourse.walked = self.discourse.sentence
                    self.location(frame, who, route=tuple(way))
                    step = self.frames[self._step]
                    if self.claims and not self.claims[-1].time and arrives_then(step, self.text):
                        self._add(step, "location", who, room=way[-1])  # "A → B → C when the report came"
                else:
                    for room in way:
                        self.location(frame, who, room)
            self.claims += since

    def only_then(self, frame: Frame, last: int | None = None) -> bool:
        """Whether a denial holds only for a time that is not said.

        Args:
            frame: The frame that denies.
            last: Where the list ends that it begins ("Bob or anyone else"); None if it begins none.
        """
        last = self.index if last is None else last
        ends = self.frames[last]
        after = self.frames[last + 1] if last + 1 < len(self.frames) else None
        if only_then(ends, after, self.text):
            return True
        frame.event = frame.event or ends.event
        return False

    def nearby(self) -> str | None:
        """Where this frame's subject was by an earlier clause of the sentence."""
        own = self.frames[self.index]
        for before in reversed(self.frames[max(0, self.index - _FAR) : self.index]):
            if before.subject != own.subject:
                return None
            if any(way.value == "path" and way.start < own.start < way.end for _, way in before.places):
                return own.here if own.subject == (self.me,) else None  # "medbay (met Bob) → storage"
            if before.link == "stop" or (before.sub and before.link == "before"):
                continue  # "medbay (4) → storage (met Bob)", "was in storage before going to medbay"
            room = place_of(before) if before.asserted and not before.negated else None
            if room is not None:
                return room
        return None

    def told_from(self, who: str) -> str | None:
        """Where somebody was by the sentence so far."""
        for before in reversed(self.frames[max(0, self.index - _FAR) : self.index]):
            if who in before.subject and before.asserted and not before.negated and place_of(before):
                return place_of(before)
        return None

    def stood(self, who: tuple[str, ...]) -> str | None:
        """Where the speaker was by an earlier clause, unless others have moved on since then."""
        for before in reversed(self.frames[max(0, self.index - _FAR) : self.index]):
            if before.subject == who and before.kind in MOVES and not before.inward:
                return None
            if self.me in before.subject and before.asserted and not before.negated:
                room = place_of(before) if before.kind != "head" else None  # not where it led yet
                if room is not None or before.kind in {"be", "stay"}:
                    return room
        return None

    def _add(
        self,
        frame: Frame,
        kind: ClaimType,
        who: str,
        *,
        target: str | None = None,
        room: str | None = None,
        route: tuple[str, ...] | None = None,
        also: tuple[str, ...] = (),
        activity: str | None = None,
        state: str | None = None,
        time: str | None = None,
        denied: bool | None = None,
        strength: str | None = None,
        but: tuple[str, ...] = (),
    ) -> None:
        asked = self.discourse.asked
        if not frame.asserted or (asked is not None and (frame.end > asked or _recalls(frame))):
            return
        if room is not None and not (frame.negated or state == "body"):
            stood = (room, self.discourse.sentence)
            self.discourse.stood[who] = stood
            if target is not None:
                self.discourse.stood[target] = stood
        if who == self.me and kind != "sighting" and room is not None and not frame.negated:
            self._rooms += (room, *also)
            if len(self._rooms) > 1 and frame.source is None:
                self.discourse.walked = self.discourse.sentence
        own = frame.source is None and not frame.seer
        for source in (None,) if own else tellers_of(frame, who, kind, self.discourse.context):
            claim = Claim(
                kind,
                self.me,
                who,
                target,
                room,
                route,
                also,
                activity,
                time_of(frame, self.text) if time is None else time,
                state,
                frame.negated if denied is None else denied,
                source=source,
                strength=strength,
                but=but,
                span=(frame.start, frame.end),
            )
            self.claims.append(claim)


def _recalls(frame: Frame) -> bool:
    """Whether a question's clause goes back to what was told: "when you were there, did you see Eve?"."""
    return frame.sub and bool(frame.places) and frame.places[0][1].form == "there"


def _same_way(before: Frame, frame: Frame) -> bool:
    return (
        before.subject == frame.subject
        and before.negated == frame.negated
        and before.asserted == frame.asserted
        and before.source == frame.source
        and not (frame.sub or before.sub or dates_way(frame) or dates_way(before))
    )
