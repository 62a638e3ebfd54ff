"""A game told in words, from its record: who went where, did what, said what and died when."""

import re
import textwrap
from collections.abc import Iterator
from typing import Any

from gander.counted import many
from gander.quack.record import MeetingSpan, Record, Stay, Timeline, build_timeline
from gander.quack.world import Event
from gander.terminal import printable

__all__ = ["account", "fate", "sentences"]

_INDENT = " " * 10


def account(record: Record, *, width: int = 100) -> Iterator[str]:
    """Tell a game.

    Args:
        record: Released or ours, finished or not.
        width: Columns to wrap at.

    Yields:
        Lines for a terminal; what players wrote is made printable.
    """
    return _Teller(record, width).lines()


def sentences(record: Record) -> Iterator[tuple[str, ...]]:
    """What each line of a record tells, in words: as in `account`, and every tick of work.

    Yields:
        A line's sentences, as written by whoever wrote the names and texts in them; none for lines that
        tell nothing by themselves.
    """
    teller = _Teller(record, 0)
    meetings = {meeting.start: meeting for meeting in teller.timeline.meetings}
    rounds = {spell.start: spell.number for spell in teller.timeline.rounds}
    for position, event in enumerate(record.events):
        if position in meetings:
            yield (f"Meeting {meetings[position].number + 1}: {teller.why(meetings[position], event)}.",)
        elif position in rounds:
            teller.work_began.clear()
            yield (f"Round {rounds[position] + 1} begins.",)
        elif event.event_type == "task_progress":
            tuple(teller.tell(position, event))
            data = event.data
            name = record.names[data["player_id"]]
            yield (f"{name} works on {data['task_name']} in {data['room']}, {data['progress']}.",)
        else:
            yield tuple(teller.tell(position, event))


def fate(record: Record, name: str) -> str | None:
    """How the game ended for a player who did not see its end; None for one who did.

    Args:
        record: The finished game.
        name: The player's name.
    """
    timeline = build_timeline(record)
    player = next((player for player, its in record.names.items() if its == name), None)
    death = timeline.deaths.get(player) if player is not None else None
    if death is None:
        return None
    if death.how == "ejected":
        return printable(f"{name} was ejected at tick {death.tick}; the others played on.")
    killer = record.names.get(death.killer or "", "somebody")
    return printable(f"{name} was killed by {killer} at tick {death.tick}; the others played on.")


class _Teller:
    def __init__(self, record: Record, width: int) -> None:
        self.record = record
        self.width = width
        self.timeline: Timeline = build_timeline(record)
        self.names = record.names
        self.ducks = {entrant.player_id for entrant in record.roster if entrant.team == "duck"}
        self.work_began: dict[tuple[str, str], int] = {}
        self.last_tick = -1

    def lines(self) -> Iterator[str]:
        yield from self.opening()
        timeline = self.timeline
        rounds = {spell.start: spell for spell in timeline.rounds}
        meetings = {meeting.start: meeting for meeting in timeline.meetings}
        for position, event in enumerate(self.record.events):
            if position in meetings:
                yield from self.meeting_begins(position, event)
                continue
            if position in rounds and position:
                self.work_began.clear()
                yield from self.heading(f"Round {rounds[position].number + 1}, from tick {event.tick + 1}")
                yield from self.places(position)
                continue
            hang = 2 if event.event_type == "discussion_message" else 0
            for text in self.tell(position, event):
                yield from self.dated(event.tick, text, hang)
        if not self.record.complete:
            yield ""
            end = f"The record ends here, at line {len(self.record.events)}; the game is not over."
            yield from self.wrapped(end, "", "")

    # Lines.

    def heading(self, text: str) -> Iterator[str]:
        yield ""
        yield from self.wrapped(text, "", "")
        yield "─" * min(len(text), self.width)
        self.last_tick = -1

    def dated(self, tick: int, text: str, hang: int = 0) -> Iterator[str]:
        """A wrapped line, headed by its tick where that is a new one; further lines hang further in."""
        label = f"tick {tick}" if tick != self.last_tick else ""
        self.last_tick = tick
        yield from self.wrapped(text, f"{label:<10}", _INDENT + " " * hang)

    def wrapped(self, text: str, first: str = _INDENT, rest: str = _INDENT) -> list[str]:
        lines: list[str] = []
        for paragraph in text.split("\n"):
            lead = rest if lines else first
            lines += textwrap.wrap(
                # A word without end would take textwrap quadratic time.
                re.sub(rf"(\S{{{self.width}}})", r"\1 ", printable(paragraph)),
                self.width,
                initial_indent=lead,
                subsequent_indent=rest,
                break_on_hyphens=False,
            )
        return lines

    # What happened.

    def opening(self) -> Iterator[str]:
        record = self.record
        config = record.events[0].data.get("config", {})
        game_map = record.game_map.name if record.game_map else config.get("map", "an unknown map")
        seed = "" if record.seed is None else f", seed {record.seed}"
        ducks = self.listed([entrant.name for entrant in record.roster if entrant.team == "duck"])
        geese = self.listed([entrant.name for entrant in record.roster if entrant.team == "goose"])
        yield from self.wrapped(f"A game on {game_map}{seed}", "", "")
        yield from self.wrapped(f"Ducks: {ducks}. Geese: {geese}.", "", "")
        yield from self.heading("Round 1, from tick 1")
        yield from self.places(0)

    def places(self, position: int) -> Iterator[str]:
        rooms: dict[str, list[str]] = {}
        for player in self.timeline.players:
            stay = self.timeline.where(player, position)
            if stay is not None and stay.room is not None:
                rooms.setdefault(stay.room, []).append(self.names[player])
        text = "; ".join(f"{self.listed(names)} in {room}" for room, names in rooms.items())
        yield from self.wrapped(f"{text}.", f"{'at first':<10}")

    def tell(self, position: int, event: Event) -> Iterator[str]:
        data, kind = event.data, event.event_type
        player = data.get("player_id")
        name = self.names.get(player, "") if isinstance(player, str) else ""
        if kind == "tick_start":
            yield from self.arrivals(position)
        elif kind == "player_moved":
            ticks = data.get("ticks_remaining")
            walk = "" if ticks is None else f", {many(ticks, 'tick')} away"
            yield f"{name} leaves {data['from']} for {data['to']}{walk}."
        elif kind == "task_progress":
            self.work_began.setdefault((data["player_id"], data["task_name"]), event.tick)
        elif kind == "task_completed":
            began = self.work_began.pop((data["player_id"], data["task_name"]), event.tick)
            fake = " (a fake task)" if data["player_id"] in self.ducks else ""
            yield f"{name} finishes {data['task_name']} in {data['room']}, begun at tick {began}{fake}."
        elif kind == "free_roam_chat":
            yield f"{name} in {data['room']}: “{data['message']}”"
        elif kind == "player_killed":
            yield self.kill(position, data)
        elif kind == "decision" and not data.get("legal", True):
            yield f"{name} decided what is not allowed: {data.get('why')}"
        elif kind == "discussion_message":
            yield f"{name}: {data['message']}"
        elif kind == "vote_cast":
            target = data.get("target")
            vote = "for nobody" if target is None else f"for {self.names.get(target, target)}"
            yield f"{self.names[data['voter']]} votes {vote}."
        elif kind == "vote_skipped":
            yield "Nobody is ejected."
        elif kind == "player_ejected":
            yield f"{data['name']} is ejected: a {data['role']}."
        elif kind == "game_over":
            yield f"The {'Geese' if data['winner'] == 'goose' else 'Ducks'} win: {data['reason']}."

    def arrivals(self, position: int) -> Iterator[str]:
        for player in self.timeline.players:
            stay: Stay | None = self.timeline.where(player, position)
            if stay is not None and stay.start == position and stay.arrived_from is not None:
                yield f"{self.names[player]} arrives in {stay.room} from {stay.arrived_from}."

    def kill(self, position: int, data: dict[str, Any]) -> str:
        involved = (data["killer_id"], data["target_id"])
        witnesses = [
            self.names[player]
            for player in self.timeline.players
            if player not in involved
            and (stay := self.timeline.where(player, position)) is not None
            and stay.room == data["room"]
        ]
        seen = f"seen by {self.listed(witnesses)}" if witnesses else "unseen"
        killer, victim = (self.names[player] for player in involved)
        return f"† {killer} kills {victim} in {data['room']}, {seen}."

    def meeting_begins(self, position: int, event: Event) -> Iterator[str]:
        meeting = next(meeting for meeting in self.timeline.meetings if meeting.start == position)
        why = self.why(meeting, event)
        yield from self.heading(f"Meeting {meeting.number + 1}, tick {meeting.tick}: {why}")
        if meeting.bodies:
            bodies = self.listed([f"{name} in {room}" for name, room in meeting.bodies])
            yield from self.wrapped(f"Dead on the map: {bodies}.", f"{'bodies':<10}")
        yield from self.places(position)

    def why(self, meeting: MeetingSpan, event: Event) -> str:
        did = "reported a dead body" if meeting.kind == "report" else "called an emergency meeting"
        return str(event.data.get("reason", f"{self.names[meeting.caller]} {did}"))

    @staticmethod
    def listed(words: list[str]) -> str:
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])} and {words[-1]}"
