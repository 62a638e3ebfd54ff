"""The timeline against the engine: what the record says of every moment is what was so."""

import itertools
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from gander.quack.record import Timeline, build_timeline, find_records, read_record
from gander.quack.world import Engine, Event, GameMap, Rules
from tests.quack.games import any_decision, as_record, legal_decision, played, setups


def timeline_of(setup: tuple[GameMap, Rules, int], chance: int, choose: object = any_decision) -> Timeline:
    events = [event for some in played(Engine(*setup), chance, choose) for event in some]  # type: ignore[arg-type]
    return build_timeline(as_record(events))


@settings(max_examples=80)
@given(setups(), st.integers(0, 2**20))
def test_places_lives_and_bodies_at_every_position_are_the_engines(
    setup: tuple[GameMap, Rules, int], chance: int
) -> None:
    engine = Engine(*setup)
    rooms = [room.name for room in engine.game_map.rooms]
    events: list[Event] = []
    truth: list[tuple[int, list[tuple[bool, str | None, str | None]], set[tuple[str, str]]]] = []
    for some in played(engine, chance, legal_decision):
        events += some
        if not some:
            continue
        # The state is known after the last of the events that one decision led to.
        truth.append(
            (
                len(events) - 1,
                [
                    (
                        its.alive,
                        None if its.to >= 0 else rooms[its.room],
                        rooms[its.to] if its.to >= 0 else None,
                    )
                    for its in engine.state.players
                ],
                {(engine.seats[body.victim].name, rooms[body.room]) for body in engine.state.bodies},
            )
        )
    timeline = build_timeline(as_record(events))
    names = {seat.player_id: seat.name for seat in engine.seats}
    for position, players, bodies in truth:
        for player, (alive, room, heading) in zip(timeline.players, players, strict=True):
            stay = timeline.where(player, position)
            assert timeline.alive(player, position) == alive
            assert (stay is not None) == alive
            if stay is not None:
                assert (stay.room, stay.heading) == (room, heading)
        if events[position].event_type not in ("game_over",):
            lying = {
                (names[body.victim], body.room)
                for body in timeline.bodies
                if body.start <= position < body.end
            }
            assert lying == bodies


@settings(max_examples=60)
@given(setups(), st.integers(0, 2**20))
def test_nobody_is_in_two_places_or_in_none(setup: tuple[GameMap, Rules, int], chance: int) -> None:
    timeline = timeline_of(setup, chance)
    length = len(timeline.record.events)
    for player, stays in timeline.stays.items():
        death = timeline.deaths.get(player)
        assert stays[0].start == 0
        assert stays[-1].end == (length if death is None else death.position)
        for before, after in itertools.pairwise(stays):
            assert before.end == after.start
        for stay in stays:
            assert stay.start < stay.end
            assert (stay.room is None) == (stay.heading is not None)


@settings(max_examples=60)
@given(setups(), st.integers(0, 2**20))
def test_rounds_meetings_and_ticks(setup: tuple[GameMap, Rules, int], chance: int) -> None:
    timeline = timeline_of(setup, chance)
    events = timeline.record.events
    for number, spell in enumerate(timeline.rounds):
        assert spell.number == number
        assert events[spell.start].event_type in ("game_started", "players_respawned")
        if spell.meeting is not None:
            meeting = timeline.meetings[spell.meeting]
            assert spell.end == meeting.start + 1
            assert events[meeting.start].event_type in ("body_reported", "meeting_called")
            assert spell.last_tick == meeting.tick
    for tick in range(1, len(timeline.ticks) - 1):
        start, end = timeline.span(tick, tick)
        assert events[start].event_type == "tick_start"
        assert {event.tick for event in events[start:end]} <= {tick}


def test_released_records_have_timelines(released_dir: Path) -> None:
    for path in find_records(released_dir):
        record = read_record(path)
        timeline = build_timeline(record)
        assert len(timeline.meetings) == sum(
            event.event_type in ("body_reported", "meeting_called") for event in record.events
        )
        for position, event in enumerate(record.events):
            if event.event_type == "player_killed":
                # A kill needs presence: both were in that room right before it.
                for player in (event.data["killer_id"], event.data["target_id"]):
                    stay = timeline.where(player, position - 1)
                    assert stay is not None
                    assert stay.room == event.data["room"]
