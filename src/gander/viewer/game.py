"""One game as the page shows it: plain data, all of it from the record and the audit's own functions."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from gander.quack.audit.games import game_name
from gander.quack.audit.judge import GameAudit
from gander.quack.metrics.paper.counts import seats_of
from gander.quack.record import Record, Timeline
from gander.report.account import sentences
from gander.report.veil import veiled
from gander.viewer.claims import ClaimView, UtteranceView, claim_views, utterance_views
from gander.viewer.plan import MapPlan, plan_map, signs

__all__ = ["EventView", "GameView", "MeetingView", "PlayerView", "StayView", "view_game"]

_LONGEST = 4000
"""Characters of a record line that are shown."""


class PlayerView(msgspec.Struct, frozen=True):
    """A player; its place among `GameView.players` is its seat.

    Attributes:
        name: Its name.
        sign: A short sign that no other player has.
        role: ``Goose`` or ``Duck``.
        kind: What decided for it, as the record has it; None if it doesn't tell.
        died: Position and tick of its end, how, and by whom; None for who lived.
    """

    name: str
    sign: str
    role: str
    kind: str | None
    died: tuple[int, int, str, int | None] | None


class StayView(msgspec.Struct, frozen=True, array_like=True):
    """A player in one place: in `room`, or on the way from `origin` to `heading`, which takes `ticks`.

    Rooms are places in the map's; None for what does not apply.
    """

    start: int
    end: int
    room: int | None
    origin: int | None
    heading: int | None
    ticks: int | None


class EventView(msgspec.Struct, frozen=True, array_like=True):
    """A line of the record.

    Attributes:
        tick: Its tick.
        type: Its type.
        who: The seat of whoever does it; None for nobody.
        text: What it tells, in sentences.
        veiled: The same for who must not learn the roles; None where that is no different.
    """

    tick: int
    type: str
    who: int | None
    text: tuple[str, ...]
    veiled: tuple[str, ...] | None


class MeetingView(msgspec.Struct, frozen=True):
    """A meeting, over positions ``[start, end)``.

    Attributes:
        tick: Its tick.
        kind: ``report`` or ``button``.
        caller: Seat of the caller.
        bodies: What lay on the map, in words.
        start: First position.
        end: First position after it.
        votes: Voter's seat, target's (None for nobody), and the position.
        ejected: Seat of whom it ejected.
    """

    tick: int
    kind: str
    caller: int
    bodies: tuple[str, ...]
    start: int
    end: int
    votes: tuple[tuple[int, int | None, int], ...]
    ejected: int | None


class GameView(msgspec.Struct, frozen=True):
    """A game.

    Attributes:
        name: What it is called among others.
        seed: Its seed; None if the record doesn't tell.
        ours: Whether Gander wrote the record: then decisions and observations are known.
        complete: Whether it was played to its end.
        result: How it ended, in words.
        warnings: What a reader should know about the record: line and sentence.
        source: Where the claims came from.
        sources: Where they could come from.
        coverage: How many utterances were read, and of how many.
        map: The map.
        players: The players, in seat order.
        stays: By seat.
        bodies: Victim's seat, room, and positions ``[start, end)``.
        ticks: The position where each tick begins.
        rounds: Positions ``[start, end)``.
        events: By position.
        meetings: In order.
        utterances: In order.
        claims: In the order spoken.
        lines: The record's lines that decide claims, by number.
    """

    name: str
    seed: int | None
    ours: bool
    complete: bool
    result: str
    warnings: tuple[tuple[int, str], ...]
    source: str
    sources: tuple[str, ...]
    coverage: tuple[int, int]
    map: MapPlan
    players: tuple[PlayerView, ...]
    stays: tuple[tuple[StayView, ...], ...]
    bodies: tuple[tuple[int, int, int, int], ...]
    ticks: tuple[int, ...]
    rounds: tuple[tuple[int, int], ...]
    events: tuple[EventView, ...]
    meetings: tuple[MeetingView, ...]
    utterances: tuple[UtteranceView, ...]
    claims: tuple[ClaimView, ...]
    lines: dict[int, str]


def view_game(audit: GameAudit, source: str, sources: Sequence[str], written: Sequence[bytes]) -> GameView:
    """Everything that the page needs to show a game.

    Args:
        audit: The game's audit.
        source: Where its claims came from.
        sources: Where they could come from.
        written: The lines of the record as they stand in its file.
    """
    game = audit.game
    record, timeline = game.record, game.timeline
    seats = {player: seat for seat, player in enumerate(timeline.players)}
    rooms = {room.name: number for number, room in enumerate(game.game_map.rooms)}
    claims = claim_views(audit)
    over = record.events[-1].data if record.complete else None
    return GameView(
        game_name(record.path),
        record.seed,
        bool(record.schema),
        record.complete,
        "The game is not over."
        if over is None
        else f"The {'Geese' if over['winner'] == 'goose' else 'Ducks'} win: {over['reason']}",
        tuple((warning.line, warning.what) for warning in record.warnings),
        source,
        tuple(sources),
        (audit.covered, len(audit.extractions)),
        plan_map(game.game_map),
        _players(record, timeline, seats),
        tuple(tuple(_stays(timeline, player, rooms)) for player in timeline.players),
        tuple((seats[body.victim], rooms[body.room], body.start, body.end) for body in timeline.bodies),
        tuple(timeline.ticks[:-1]),
        tuple((its.start, its.end) for its in timeline.rounds),
        tuple(_events(record, seats)),
        tuple(_meetings(record, timeline, seats)),
        utterance_views(audit, seats),
        claims,
        {number: _line(written[number - 1]) for number in sorted(_deciding(claims))},
    )


def _players(record: Record, timeline: Timeline, seats: Mapping[str, int]) -> tuple[PlayerView, ...]:
    kinds = {player: seat.model for player, seat in seats_of(record).items()}
    marks = signs([entrant.name for entrant in record.roster])
    views = []
    for entrant, mark in zip(record.roster, marks, strict=True):
        death = timeline.deaths.get(entrant.player_id)
        died = None
        if death is not None:
            died = (death.position, death.tick, death.how, seats[death.killer] if death.killer else None)
        views.append(PlayerView(entrant.name, mark, entrant.role, kinds.get(entrant.player_id), died))
    return tuple(views)


def _stays(timeline: Timeline, player: str, rooms: Mapping[str, int]) -> Iterator[StayView]:
    for stay in timeline.stays[player]:
        if stay.room is not None:
            yield StayView(stay.start, stay.end, rooms[stay.room], None, None, None)
        else:
            ticks = timeline.record.events[stay.start].data.get("ticks_remaining") or 1
            yield StayView(
                stay.start, stay.end, None, rooms[stay.origin or ""], rooms[stay.heading or ""], ticks
            )


def _events(record: Record, seats: Mapping[str, int]) -> Iterator[EventView]:
    for event, text in zip(record.events, sentences(record), strict=True):
        data, kind = event.data, event.event_type
        actor = next(
            (data[key] for key in ("player_id", "killer_id", "caller", "voter") if data.get(key) in seats),
            None,
        )
        who = data.get("killer_id") if kind == "player_killed" else actor
        yield EventView(
            event.tick, kind, None if who is None else seats[who], text, veiled(record, event, text)
        )


def _meetings(record: Record, timeline: Timeline, seats: Mapping[str, int]) -> Iterator[MeetingView]:
    for meeting in timeline.meetings:
        votes = tuple(
            (seats[event.data["voter"]], seats.get(event.data.get("target") or ""), position)
            for position, event in enumerate(record.events[meeting.start : meeting.end], meeting.start)
            if event.event_type == "vote_cast"
        )
        yield MeetingView(
            meeting.tick,
            meeting.kind,
            seats[meeting.caller],
            tuple(f"{victim} in {room}" for victim, room in meeting.bodies),
            meeting.start,
            meeting.end,
            votes,
            None if meeting.ejected is None else seats[meeting.ejected],
        )


def _deciding(claims: Sequence[ClaimView]) -> set[int]:
    """The lines that any claim names."""
    return {
        line
        for claim in claims
        for lines in (claim.lines, *((claim.grounds.lines, claim.grounds.testimony) if claim.grounds else ()))
        for line in lines
    }


def _line(written: bytes) -> str:
    text = written.decode("utf-8", "replace")
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
