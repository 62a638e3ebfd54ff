"""The released evaluation's verdicts, each with the record lines that decide it.

Ticks are those of the `Timeline`; a window is its first and last tick.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from gander.quack.metrics.released.claims import ANY, ENTIRE, Phrase, ReleasedClaim, parse_phrase
from gander.quack.metrics.released.geometry import Geometry
from gander.quack.metrics.released.timeline import Meeting, Timeline
from gander.quack.record.reader import Record

__all__ = ["ClaimLine", "Judge", "ReleasedVerdict", "window_of"]

CALLED = "accuser_called_meeting"
SAW = "accuser_could_see_target"
NO_BASIS = "no_observational_basis"

_DURATIONS = ("any_time", "entire_time", "most_time")
_TASK = frozenset(("task", "tasking", "doing_task", "doing task"))
_TRAVEL = frozenset(("traveling", "moving"))
_WAIT = frozenset(("waiting", "staying", "idling"))
_REPORT = frozenset(("reporting body", "report body", "reporting", "found body"))
_CALL = frozenset(("calling meeting", "call meeting", "emergency meeting", "called meeting"))


class ClaimLine(msgspec.Struct, gc=False):
    """A claim as the verdict lines show it; names as said, ids null where they are unknown."""

    claim_type: str
    subject: str
    subject_id: str | None
    target: str | None
    target_id: str | None
    room: str | None
    activity: str | None
    temporal_ref: str
    duration_semantics: str | None
    confidence: str | None


class ReleasedVerdict(msgspec.Struct, gc=False):
    """A verdict. The fields up to `grounding_reason` are those of the published lines.

    Attributes:
        meeting: Number of the meeting, from 0.
        meeting_tick: Its tick.
        speaker: The speaker's player id.
        utterance_sha256: SHA-256 of the utterance.
        claim: The claim.
        route: The route claimed, if it is one.
        window: First and last tick that were looked at.
        verdict: ``true``, ``false``, ``wrong_room``, ``near_miss`` or ``unverifiable``.
        accusation_grounded: Whether an accusation has grounds; None for other claims.
        grounding_reason: Which; None for other claims.
        reason: Why, in one sentence.
        evidence: The record lines that decide it.
    """

    meeting: int
    meeting_tick: int
    speaker: str
    utterance_sha256: str
    claim: ClaimLine
    route: tuple[str, ...] | None
    window: tuple[int, int]
    verdict: str
    accusation_grounded: bool | None
    grounding_reason: str | None
    reason: str
    evidence: list[int]


Finding = tuple[str, str, list[int]]
"""Verdict, reason, evidence."""


def window_of(meeting: Meeting, phrase: Phrase, presence: bool) -> tuple[int, int]:
    """The ticks that a claim is checked on.

    Args:
        meeting: The meeting in which it was made.
        phrase: Its time phrase.
        presence: Whether it claims mere presence (a route, or a location of no duration), whose
            window takes in the meeting's tick.
    """
    start, end = meeting.start, meeting.tick - 1
    bounded = phrase.cap is not None
    if phrase.cap is not None:
        end = max(start, min(end, phrase.cap))
    if phrase.floor is not None:
        start = min(max(start, phrase.floor), end)
    if not bounded and phrase.opening:
        # Counts as bounded even where this shortens nothing.
        end = min(end, start + 5)
        bounded = True
    if presence and not bounded:
        end = meeting.tick
    return start, end


class Judge:
    """Judges the claims of one game.

    Args:
        record: The game's record.
        timeline: Its timeline.
        geometry: Its map's geometry.
    """

    def __init__(self, record: Record, timeline: Timeline, geometry: Geometry) -> None:
        self._timeline = timeline
        self._rooms = geometry.names
        self._numbers = geometry.number
        self._ids = [entrant.player_id for entrant in record.roster]
        self._names = [entrant.name for entrant in record.roster]
        self._ducks = [entrant.team == "duck" for entrant in record.roster]
        self._chains: dict[tuple[int, int, int], tuple[list[int], list[int]]] = {}

    def judge(self, claim: ReleasedClaim) -> ReleasedVerdict:
        """Judge a claim."""
        meeting = self._timeline.meetings[claim.meeting]
        phrase = parse_phrase(claim.phrase)
        kind = claim.type
        duration = grounded = grounds = None
        if kind == "location":
            if claim.route:
                start, end = window_of(meeting, phrase, True)
                verdict, reason, evidence = self._route(claim, start, end)
            else:
                duration = _DURATIONS[phrase.duration]
                start, end = window_of(meeting, phrase, phrase.duration == ANY)
                verdict, reason, evidence = self._location(claim, phrase.duration, start, end)
        else:
            start, end = window_of(meeting, phrase, False)
            if kind == "sighting":
                verdict, reason, evidence = self._sighting(claim, start, end)
            elif kind == "activity":
                verdict, reason, evidence = self._activity(claim, meeting, start, end)
            elif kind == "accusation":
                verdict, reason, evidence, grounds = self._accusation(claim, meeting, start, end)
                grounded = grounds != NO_BASIS
            else:
                verdict, reason, evidence = (
                    "unverifiable",
                    "A defense states nothing that a record settles.",
                    [],
                )
        ids = self._ids
        subject, target = claim.subject_seat, claim.target_seat
        return ReleasedVerdict(
            claim.meeting,
            meeting.tick,
            ids[claim.speaker],
            claim.sha256,
            ClaimLine(
                kind,
                claim.subject,
                ids[subject] if subject >= 0 and kind != "accusation" else None,
                claim.target,
                ids[target] if target >= 0 else None,
                claim.room,
                claim.activity,
                claim.phrase,
                duration,
                claim.confidence,
            ),
            claim.route,
            (start, end),
            verdict,
            grounded,
            grounds,
            reason,
            evidence,
        )

    # Where somebody was.

    def _location(self, claim: ReleasedClaim, duration: int, start: int, end: int) -> Finding:
        player, room = claim.subject_seat, claim.room_number
        if player < 0:
            return _nobody(claim.subject)
        if room < 0:
            return _nowhere(claim.room)
        timeline = self._timeline
        touched = timeline.touched[player]
        # The dead are nowhere; a player is dead in the whole tick of its death.
        stop = min(end + 1, timeline.deaths[player].tick)
        valid = stop - start
        name, place = self._names[player], self._rooms[room]
        if valid <= 0:
            return (
                "unverifiable",
                f"{name} was dead from tick {start} to {end}.",
                [timeline.deaths[player].line],
            )
        span = f"from tick {start} to {end}"
        if duration == ANY:
            for tick in range(start, stop):
                if room in touched[tick]:
                    lines = timeline.touched_lines[player][tick]
                    line = lines[touched[tick].index(room)]
                    return "true", f"{name} was in {place} at tick {tick}.", [line]
        hits = [tick for tick in range(start, stop) if room in touched[tick]]
        if not hits:
            return "false", f"{name} was never in {place} {span}.", self._trail(player, start, stop - 1)
        lines = _distinct(self._touch_line(player, tick, room) for tick in hits)
        share = f"{name} was in {place} at {len(hits)} of {valid} ticks {span}."
        if duration == ENTIRE:
            if len(hits) == valid:
                return "true", share, lines
            return "false", share, self._trail(player, start, stop - 1)
        if 2 * len(hits) >= valid:
            return "true", share, lines
        return "near_miss", share, lines

    def _route(self, claim: ReleasedClaim, start: int, end: int) -> Finding:
        player = claim.subject_seat
        if player < 0:
            return _nobody(claim.subject)
        numbers = [self._numbers[room] for room in claim.route or () if room in self._numbers]
        if not numbers:
            return "unverifiable", "None of the route's rooms is known.", []
        chain, lines = self._chain(player, start, end)
        name = self._names[player]
        span = f"from tick {start} to {end}"
        missing = [room for room in numbers if room not in chain]
        if missing:
            places = ", ".join(self._rooms[room] for room in dict.fromkeys(missing))
            return "false", f"{name} was never in {places} {span}.", _distinct(lines)
        found: list[int] = []
        at = 0
        for room in numbers:
            try:
                at = chain.index(room, at) + 1
            except ValueError:
                walked = ", ".join(self._rooms[step] for step in chain)
                return (
                    "near_miss",
                    f"{name} was in all rooms but in another order: {walked}.",
                    _distinct(lines),
                )
            found.append(lines[at - 1])
        return "true", f"{name} was in these rooms in this order {span}.", _distinct(found)

    def _chain(self, player: int, start: int, end: int) -> tuple[list[int], list[int]]:
        """The rooms touched in a window, neighbouring repeats folded, and the lines of the touches."""
        found = self._chains.get((player, start, end))
        if found is not None:
            return found
        timeline = self._timeline
        touched, lines = timeline.touched[player], timeline.touched_lines[player]
        chain: list[int] = []
        chain_lines: list[int] = []
        last = -1
        for tick in range(start, end + 1):
            rooms = touched[tick]
            if not rooms:
                # The ticks of the dead are empty and stand for the room they lie in.
                room = timeline.rooms[player][tick]
                if room != last:
                    last = room
                    chain.append(room)
                    chain_lines.append(timeline.lines[player][tick])
            elif rooms[-1] != last or len(rooms) > 1:
                for room, line in zip(rooms, lines[tick], strict=True):
                    if room != last:
                        last = room
                        chain.append(room)
                        chain_lines.append(line)
        found = self._chains[player, start, end] = chain, chain_lines
        return found

    def _trail(self, player: int, start: int, end: int) -> list[int]:
        return _distinct(self._chain(player, start, end)[1])

    def _touch_line(self, player: int, tick: int, room: int) -> int:
        timeline = self._timeline
        return timeline.touched_lines[player][tick][timeline.touched[player][tick].index(room)]

    # Who saw whom.

    def _sighting(self, claim: ReleasedClaim, start: int, end: int) -> Finding:
        one, other, room = claim.subject_seat, claim.target_seat, claim.room_number
        if one < 0:
            return _nobody(claim.subject)
        if other < 0:
            return _nobody(claim.target)
        if room < 0:
            return _nowhere(claim.room)
        timeline = self._timeline
        # A tick counts if the subject is alive; the other one's death makes the sighting false.
        subject_death, other_death = timeline.deaths[one], timeline.deaths[other]
        ticks: Sequence[int] = range(start, min(end + 1, subject_death.tick))
        for kill in timeline.kills:
            if kill.killer == one and kill.victim == other and start <= kill.tick <= end:
                ticks = [tick for tick in ticks if tick not in (kill.tick - 1, kill.tick)]
        seer, seen, place = self._names[one], self._names[other], self._rooms[room]
        if not ticks:
            lines = [death.line for death in (subject_death, other_death) if death.tick <= end]
            return (
                "unverifiable",
                f"No tick from {start} to {end} counts: {seer} was dead, or killed {seen} there.",
                lines,
            )
        ones, others = timeline.rooms[one], timeline.rooms[other]
        one_walks, other_walks = timeline.walks[one], timeline.walks[other]
        elsewhere = -1
        for tick in ticks:
            if tick >= other_death.tick:
                break
            # To see each other both stand, or both walk one corridor; then the rooms decide.
            if ones[tick] == others[tick] and one_walks[tick] == other_walks[tick]:
                if ones[tick] == room:
                    return (
                        "true",
                        f"{seer} and {seen} were together in {place} at the end of tick {tick}.",
                        self._both(one, other, tick),
                    )
                if elsewhere < 0:
                    elsewhere = tick
        if elsewhere >= 0:
            return (
                "wrong_room",
                f"{seer} and {seen} were together in {self._rooms[ones[elsewhere]]}"
                f" at the end of tick {elsewhere}, never in {place}.",
                self._both(one, other, elsewhere),
            )
        lines = []
        for player in (one, other):
            lines += [timeline.lines[player][tick] for tick in ticks]
        if other_death.tick <= start:
            return "false", f"{seen} was dead from tick {start} to {end}.", [other_death.line]
        return (
            "false",
            f"{seer} did not see {seen} in any room from tick {start} to {end}.",
            sorted(set(lines)),
        )

    def _both(self, one: int, other: int, tick: int) -> list[int]:
        lines = self._timeline.lines
        return sorted({lines[one][tick], lines[other][tick]})

    # What somebody did.

    def _activity(self, claim: ReleasedClaim, meeting: Meeting, start: int, end: int) -> Finding:
        player = claim.subject_seat
        if player < 0:
            return _nobody(claim.subject)
        activity = (claim.activity or "").strip().lower()
        name = self._names[player]
        if activity in _TASK:
            return self._tasking(player, claim.room_number, start, end)
        if activity in _TRAVEL:
            return self._traveling(player, claim.room_number, start, end)
        if activity in _WAIT:
            return self._waiting(player, start, end)
        if activity in _REPORT or activity in _CALL:
            done = meeting.caller == player and meeting.report == (activity in _REPORT)
            deed = "reported a body" if meeting.report else "called the meeting"
            return "true" if done else "false", f"{self._names[meeting.caller]} {deed}.", [meeting.line]
        return "unverifiable", f"{name}'s activity {activity!r} is none that a record shows.", []

    def _tasking(self, player: int, room: int, start: int, end: int) -> Finding:
        name = self._names[player]
        works = [work for work in self._timeline.works[player] if start <= work.tick <= end]
        if not works:
            return "false", f"{name} did no task from tick {start} to {end}.", self._trail(player, start, end)
        if room < 0:
            return "true", f"{name} did a task at tick {works[0].tick}.", [works[0].line]
        for work in works:
            if work.room == room:
                return "true", f"{name} did a task in {self._rooms[room]} at tick {work.tick}.", [work.line]
        return (
            "wrong_room",
            f"{name} did tasks from tick {start} to {end}, but none in {self._rooms[room]}.",
            [work.line for work in works],
        )

    def _traveling(self, player: int, room: int, start: int, end: int) -> Finding:
        timeline = self._timeline
        name = self._names[player]
        moves = [move for move in timeline.moves[player] if start <= move.tick <= end]
        if not moves:
            walks = timeline.walks[player]
            walked = next((tick for tick in range(start, end + 1) if walks[tick]), -1)
            if walked < 0:
                return (
                    "false",
                    f"{name} did not move from tick {start} to {end}.",
                    self._trail(player, start, end),
                )
            if room < 0:
                return "true", f"{name} was in a corridor at tick {walked}.", [timeline.lines[player][walked]]
            return (
                "unverifiable",
                f"{name} was in a corridor at tick {walked}, but set out before tick {start}.",
                [timeline.lines[player][walked]],
            )
        if room < 0:
            return "true", f"{name} moved at tick {moves[0].tick}.", [moves[0].line]
        for move in moves:
            if room in (move.source, move.target):
                return (
                    "true",
                    f"{name} moved from {self._rooms[move.source]} to {self._rooms[move.target]}"
                    f" at tick {move.tick}.",
                    [move.line],
                )
        return (
            "wrong_room",
            f"{name} moved from tick {start} to {end}, but neither from nor to {self._rooms[room]}.",
            [move.line for move in moves],
        )

    def _waiting(self, player: int, start: int, end: int) -> Finding:
        timeline = self._timeline
        rooms = timeline.rooms[player][start : end + 1]
        lines = _distinct(timeline.lines[player][start : end + 1])
        if not rooms:
            return "unverifiable", "The window holds no tick.", []
        room, most = Counter(rooms).most_common(1)[0]
        reason = (
            f"{self._names[player]} was in {self._rooms[room]} at the end of {most} of {len(rooms)} ticks."
        )
        if most == len(rooms):
            return "true", reason, lines
        return "near_miss" if most >= 0.8 * len(rooms) else "false", reason, lines

    # Who is accused.

    def _accusation(
        self, claim: ReleasedClaim, meeting: Meeting, start: int, end: int
    ) -> tuple[str, str, list[int], str]:
        accuser, target = claim.subject_seat, claim.target_seat
        if target < 0:
            return *_nobody(claim.target), NO_BASIS
        name = self._names[target]
        verdict = "true" if self._ducks[target] else "false"
        reason = f"{name} is a {'Duck' if self._ducks[target] else 'Goose'}"
        if accuser < 0:
            return verdict, f"{reason}; the accuser is unknown.", [1], NO_BASIS
        if accuser == target:
            return verdict, f"{reason} and accuses itself.", [1], NO_BASIS
        who = self._names[accuser]
        if meeting.caller == accuser:
            return verdict, f"{reason}; {who} called this meeting.", [1, meeting.line], CALLED
        timeline = self._timeline
        stop = min(end + 1, timeline.deaths[accuser].tick, timeline.deaths[target].tick)
        for tick in range(start, stop):
            if timeline.see(accuser, target, tick):
                return (
                    verdict,
                    f"{reason}; {who} saw {name} at tick {tick}.",
                    [1, *self._both(accuser, target, tick)],
                    SAW,
                )
        return verdict, f"{reason}; {who} did not see {name} from tick {start} to {end}.", [1], NO_BASIS


def _nobody(name: str | None) -> Finding:
    return "unverifiable", f"Nobody is called {name!r}.", []


def _nowhere(room: str | None) -> Finding:
    return "unverifiable", f"There is no room {room!r}." if room else "No room is named.", []


def _distinct(lines: Iterable[int]) -> list[int]:
    return list(dict.fromkeys(lines))
