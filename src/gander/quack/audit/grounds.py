"""Grounds: what an accuser could itself have observed against whom it accuses.

Whether the accused is a Duck is another question. Looked at is the whole game up to the accusation,
or, if the accusation says when, that time.
"""

from functools import cached_property
from typing import NamedTuple

from gander.quack.audit.judgement import Grounds, GroundsKind, Judgement, Window
from gander.quack.audit.utterances import Utterance
from gander.quack.audit.whereabouts import Spans, Together, Whereabouts, inside, plain, touches
from gander.quack.claims import Claim
from gander.quack.record import BodySpan, Round

__all__ = ["Statements", "find_grounds"]


class _Said(NamedTuple):
    utterance: Utterance
    judgement: Judgement


class Statements:
    """What was said so far about where players were, as far as it can be a ground later."""

    def __init__(self, at: Whereabouts) -> None:
        self._at = at
        self.cases: dict[tuple[str, str, int], _Case] = {}
        self._kill_rooms = {body.room for body in at.game.timeline.bodies}
        self.lies: dict[str, list[_Said]] = {}
        self.placed: dict[str, list[Utterance]] = {}

    def add(self, utterance: Utterance, judgement: Judgement) -> None:
        """Take in a judged location, sighting or activity claim of an utterance that is over."""
        claim, window = judgement.claim, judgement.window
        if window is None or window.round is None:
            return
        if judgement.verdict in ("false", "wrong_room") and judgement.whose == "own":
            self.lies.setdefault(claim.speaker, []).append(_Said(utterance, judgement))
        route, rooms = claim.route, self._kill_rooms
        if claim.room in rooms or (route is not None and not rooms.isdisjoint(route)):
            who = claim.target if claim.type == "sighting" else claim.subject
            if who is not None and not claim.negated and _about_kill(self._at, claim, window):
                self.placed.setdefault(who, []).append(utterance)


def _about_kill(at: Whereabouts, claim: Claim, window: Window) -> bool:
    """Whether a claim names a kill room at a time near the kill, or at no special time of its round."""
    if window.round is None:
        return False
    its, fresh = at.game.timeline.rounds[window.round], at.reading.fresh
    for body in at.game.timeline.bodies:
        if not its.start <= body.start < its.end:
            continue
        if body.room != claim.room and body.room not in (claim.route or ()):
            continue
        if window.state != "stated":
            return True
        for first, last in window.ticks:
            if first - fresh <= body.tick <= last + fresh:
                return True
    return False


_Ground = tuple[str, tuple[int, ...]]
"""A reason and the lines that show it."""


def find_grounds(
    at: Whereabouts, utterance: Utterance, claim: Claim, window: Window | None, said: Statements
) -> Grounds:
    """Find the strongest ground of an accusation.

    Args:
        at: The game's whereabouts.
        utterance: Where the accusation is made.
        claim: The accusation; its target is a player of the game.
        window: What its time phrase means; None if it has none.
        said: What was said in earlier utterances.
    """
    ids = at.game.ids
    accuser, target = ids.get(claim.subject or claim.speaker), ids[claim.target or ""]
    testimony = _testimony(claim, said)
    if accuser is None or accuser == target:
        reason = "Nobody of the game accuses." if accuser is None else f"{claim.target} accuses itself."
        return Grounds("none", reason, (), bool(testimony), testimony)
    if window is not None and window.state == "stated":
        case = _Case(at, accuser, target, window.spans)
    else:
        # Nothing happens during a meeting, so all who are accused in it have one case.
        key = (accuser, target, utterance.meeting)
        case = said.cases.get(key) or _Case(at, accuser, target, ((0, utterance.position),))
        said.cases[key] = case
    kind: GroundsKind = "none"
    ground: _Ground | None = case.direct
    if ground is not None:
        kind = "direct"
    elif (ground := case.near_kill or case.contradicted(said)) is not None:
        kind = "circumstantial"
    elif (ground := case.contact(at.game.timeline.rounds[utterance.meeting])) is not None:
        kind = "contact"
    else:
        ground = f"{case.who} did not see {case.whom} this round, nor near a kill before.", ()
    return Grounds(kind, ground[0], ground[1], bool(testimony), testimony)


class _Case:
    """One accuser against one accused, and what the first could see of the second."""

    def __init__(self, at: Whereabouts, accuser: str, target: str, spans: Spans) -> None:
        self.at = at
        self.accuser = accuser
        self.target = target
        self.spans = spans
        self.who, self.whom = at.names[accuser], at.names[target]
        self.met = at.together(accuser, target)
        # The kills in the time looked at, of others than the two.
        self.kills: list[BodySpan] = [
            body
            for body in at.game.timeline.bodies
            if inside(body.start, spans) and body.victim not in (accuser, target)
        ]

    @cached_property
    def direct(self) -> _Ground | None:
        """The first direct ground."""
        return self._witnessed() or self._found_with_body() or self._last_alone()

    def _witnessed(self) -> _Ground | None:
        """It stood in the room when the target killed."""
        for body in self.kills:
            if body.killer == self.target and self._stood(body.room, body.start):
                victim = self.at.names[body.victim]
                return (
                    f"{self.who} saw {self.whom} kill {victim} in {plain(body.room)} (tick {body.tick}).",
                    (body.start + 1,),
                )
        return None

    def _found_with_body(self) -> _Ground | None:
        """It came upon a fresh body with the target standing there already."""
        at, fresh = self.at, self.at.reading.fresh
        for body in self.kills:
            for stay in at.rooms[self.accuser].get(body.room, ()):
                if not body.start < stay.start < body.end or at.tick_at[stay.start] - body.tick > fresh:
                    continue
                if not inside(stay.start, self.spans) or not self._there(body.room, stay.start):
                    continue
                victim = at.names[body.victim]
                return (
                    f"{self.who} came upon {victim}'s body in {plain(body.room)} with {self.whom} there"
                    f" (tick {at.tick_at[stay.start]}; the kill was at tick {body.tick}).",
                    (body.start + 1, stay.start + 1),
                )
        return None

    def _last_alone(self) -> _Ground | None:
        """When it last saw a victim alive, it left it behind with the target and nobody else."""
        at = self.at
        for body in self.kills:
            round_start = max(
                (its.start for its in at.game.timeline.rounds if its.start <= body.start), default=0
            )
            seen = [
                met
                for met in at.together(self.accuser, body.victim)
                if round_start <= met.start and met.end <= body.start and inside(met.start, self.spans)
            ]
            if not seen:
                continue
            last = seen[-1]
            if self._stood(last.room, last.end):
                continue  # the victim left, or was killed before the accuser's eyes
            others = [
                player
                for player in at.stays
                if player not in (self.accuser, body.victim) and self._in(player, last.room, last.end)
            ]
            if others == [self.target]:
                victim = at.names[body.victim]
                return (
                    f"{self.who} last saw {victim} alone with {self.whom} in {plain(last.room)}"
                    f" (tick {at.tick_at[last.end]}); {victim} was killed at tick {body.tick}.",
                    (last.end + 1, body.start + 1),
                )
        return None

    @cached_property
    def near_kill(self) -> _Ground | None:
        """It saw the target in the kill room, entering or leaving it, within some ticks of the kill."""
        at, fresh = self.at, self.at.reading.fresh
        for body in self.kills:
            low, high = at.game.timeline.span(body.tick - fresh, body.tick + fresh)
            its = at.game.timeline.rounds
            start = max((one.start for one in its if one.start <= body.start), default=0)
            end = next((one.end for one in its if one.end > body.start), high)
            near: Spans = ((max(low, start), min(high, end)),)
            for met in self.met:
                how = self._at_kill(met, body.room, near)
                if how is not None:
                    what, position = how
                    victim = at.names[body.victim]
                    return (
                        f"{self.who} saw {self.whom} {what} {plain(body.room)} (tick {at.tick_at[position]});"
                        f" {victim} was killed there at tick {body.tick}.",
                        tuple(sorted({position + 1, body.start + 1})),
                    )
        return None

    def _at_kill(self, met: Together, room: str, near: Spans) -> tuple[str, int] | None:
        if met.room == room:
            return ("in", met.start) if touches(met.start, met.end, near) else None
        if met.left_for == room and inside(met.end, near):
            return "leave for", met.end
        if met.came_from == room and inside(met.start, near):
            return "come from", met.start
        return None

    def contradicted(self, said: Statements) -> _Ground | None:
        """The target said before what the accuser's own observation rules out."""
        for utterance, judgement in said.lies.get(self.whom, ()):
            claim, window = judgement.claim, judgement.window
            if window is None or window.state != "stated":
                continue
            seen = self._rules_out(claim, window)
            if seen is not None:
                how, position = seen
                return (
                    f"{self.whom} said on line {utterance.position + 1} what was not so: {how}.",
                    tuple(sorted({utterance.position + 1, position + 1})),
                )
        return None

    def _rules_out(self, claim: Claim, window: Window) -> tuple[str, int] | None:
        """What the accuser saw that makes a false claim of the target's impossible, and where it began."""
        room = claim.room
        for met in self.met:
            # A denied place is refuted by having been seen there, any other by having been seen elsewhere.
            if (met.room == room) == claim.negated and touches(met.start, met.end, window.spans):
                return f"then {self.who} saw {self.whom} in {plain(met.room)}", met.start
        if not claim.negated and room is not None:
            for stay in self.at.rooms[self.accuser].get(room, ()):
                if touches(stay.start, stay.end, window.spans):
                    return f"then {self.who} was in {plain(room)}, and {self.whom} was not", stay.start
        return None

    def contact(self, its: Round) -> _Ground | None:
        """It saw the target in the round before the meeting."""
        for met in self.met:
            if met.start < its.end and met.end > its.start:
                return (
                    f"{self.who} saw {self.whom} in {plain(met.room)} (tick {self.at.tick_at[met.start]}).",
                    (met.start + 1,),
                )
        return None

    def _stood(self, room: str, position: int) -> bool:
        return self._in(self.accuser, room, position)

    def _there(self, room: str, position: int) -> bool:
        """Whether the target stood there before the position already."""
        return any(stay.start < position < stay.end for stay in self.at.rooms[self.target].get(room, ()))

    def _in(self, player: str, room: str, position: int) -> bool:
        return any(stay.start <= position < stay.end for stay in self.at.rooms[player].get(room, ()))


def _testimony(claim: Claim, said: Statements) -> tuple[int, ...]:
    """The lines on which others before put the accused where and when somebody was killed, right or not."""
    parties = (claim.subject, claim.speaker, claim.target)
    placed = said.placed.get(claim.target or "", ())
    return tuple(dict.fromkeys(one.position + 1 for one in placed if one.speaker not in parties))
