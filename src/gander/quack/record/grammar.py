"""The grammar of a game: its events are walked through as it went, each held against all before it.

Who lives, who stands where, which phase it is: what cannot be is a `Fault`. In Gander's own records
each event must also follow from the decision before it (`turns`).
"""

from collections.abc import Callable
from typing import Any, NoReturn

from gander.quack.record import meeting, roaming
from gander.quack.record.fields import FIELDS, Fault, Line, field_fault, show
from gander.quack.record.situation import BETWEEN, DISCUSSION, OVER, VOTED, VOTING, Situation
from gander.quack.record.start import Start
from gander.quack.record.turns import FORFEIT, Turns
from gander.quack.world.engine import DUCKS_EJECTED, PARITY, TASKS_DONE, TICK_BUDGET

__all__ = ["named_rooms", "walk"]

_REASONS = (DUCKS_EJECTED, PARITY, TASKS_DONE, TICK_BUDGET)


def named_rooms(start: Start, lines: list[Line]) -> frozenset[str]:
    """All rooms that a record names, where its map is not known."""
    named: set[str] = set()
    for entrant in start.roster:
        named.add(entrant.room)
        named.update(room for room, _ in entrant.tasks)
    for line in lines:
        data = line.data
        rooms = data.get("rooms")
        values = [data.get("room"), data.get("from"), data.get("to")]
        values += rooms.values() if isinstance(rooms, dict) else ()
        named.update(value for value in values if isinstance(value, str))
    return frozenset(named)


def walk(lines: list[Line], written: list[bytes], start: Start, rooms: frozenset[str]) -> Situation:
    """Walk through a game from its second event on.

    Args:
        lines: All events.
        written: Their lines as written.
        start: What the first one says.
        rooms: The map's rooms.

    Returns:
        The situation after the last event.

    Raises:
        Fault: The first event that cannot be.
    """
    now = Situation(start, rooms)
    turns = None if start.rules is None else Turns(now, start.rules)
    handlers = _HANDLERS if turns is None else _OUR_HANDLERS
    last = lines[0].timestamp
    index = 0
    try:
        for index in range(1, len(lines)):
            line = lines[index]
            kind, tick, data, time = line.event_type, line.tick, line.data, line.timestamp
            if time <= last:
                _check_repeat(time, last, written[index], written[index - 1])
            last = time
            if now.phase == OVER or (tick != now.tick and kind != "tick_start"):
                _refuse_place(now, kind, tick)
            handle = handlers.get(kind)
            if handle is None:
                continue
            if now.due is not None and kind != "task_completed":
                _refuse_before_completion(now, kind, now.due)
            try:
                if kind in _CHECKED:
                    wrong = field_fault(data, FIELDS[kind])
                    if wrong:
                        raise Fault(wrong)
                handle(now, data, tick)
                if turns is not None:
                    turns.take(kind, data)
                elif kind in _MEETING_STEPS:
                    _look_twice(now, kind, data, index + 1)
            except (KeyError, TypeError, AttributeError) as error:
                wrong = field_fault(data, FIELDS.get(kind, ()))
                raise Fault(wrong or f"{kind} cannot be understood: {show(data)}.") from error
    except Fault as fault:
        fault.line = index + 1
        raise
    return now


def _check_repeat(time: float, last: float, written: bytes, before: bytes) -> None:
    if time < last:
        raise Fault(
            f"the timestamp {time!r} is earlier than the line before ({last!r}); events are out of order.",
            "Restore the lines' order.",
        )
    if written == before:
        raise Fault("the line repeats the one before.", "Remove one of the two.")


def _refuse_place(now: Situation, kind: str, tick: int) -> NoReturn:
    if now.phase == OVER:
        raise Fault(f"{kind} stands after game_over; nothing follows a game's end.", "Remove the line.")
    raise Fault(f"{kind} has tick {tick}, but the current tick is {now.tick}.")


def _refuse_before_completion(now: Situation, kind: str, due: tuple[str, str, str]) -> NoReturn:
    player, _, task = due
    raise Fault(
        f"{kind} stands where {now.names[player]} completes {show(task)}; the task_completed is missing."
    )


def _look_twice(now: Situation, kind: str, data: dict[str, Any], line: int) -> None:
    """Warn of what the released records known so far never have, but others may."""
    if kind == "phase_changed":
        if now.phase == VOTING and (odd := meeting.odd_order(now)):
            now.warnings.append((line, odd))
    elif len(now.votes) < len(now.living) + (kind == "player_ejected"):
        now.warnings.append((line, "not everybody who lives has voted; lines may be missing."))


def _restarted(now: Situation, data: dict[str, Any], tick: int) -> None:
    raise Fault("a second game_started; a record holds one game.", "Split the file into its games.")


def _decided(now: Situation, data: dict[str, Any], tick: int) -> None:
    """`decision`: changes nothing yet; the turns look at it."""


def _finished(now: Situation, data: dict[str, Any], tick: int) -> None:
    """`game_over`: between ticks or after a vote's result, with a winner whom the game bears out."""
    winner, reason = data["winner"], data["reason"]
    if winner not in ("goose", "duck"):
        raise Fault(f'the field "winner" is {show(winner)}; expected "goose" or "duck".')
    rules = now.start.rules
    if rules is not None and FORFEIT in reason:
        # Whether somebody forfeited is for the turns to say.
        now.check_phase("game_over", BETWEEN, VOTED, DISCUSSION, VOTING)
        now.phase = OVER
        return
    now.check_phase("game_over", BETWEEN, VOTED)
    ducks, geese = now.balance()
    if ducks == 0:
        due, why = "goose", DUCKS_EJECTED
    elif ducks >= geese:
        due, why = "duck", PARITY
    else:
        due, why = "goose", None
    state = (
        f"{ducks} {'Duck' if ducks == 1 else 'Ducks'} and {geese} {'Goose' if geese == 1 else 'Geese'} live"
    )
    # How else released games may end is not known.
    if winner != due and (why is not None or rules is not None):
        raise Fault(f'the field "winner" is {show(winner)}; expected {show(due)}, since {state}.')
    fitting = (TASKS_DONE, TICK_BUDGET) if why is None else (why,)
    if reason not in fitting and (rules is not None or reason in _REASONS):
        raise Fault(f'the field "reason" is {show(reason)}, but {state}.')
    if reason == TASKS_DONE:
        _check_tasks_done(now)
    if reason == TICK_BUDGET and rules is not None and tick != rules.win.tick_budget:
        raise Fault(
            f'the field "reason" is {show(reason)} at tick {tick}; the budget is {rules.win.tick_budget}.'
        )
    now.phase = OVER


def _check_tasks_done(now: Situation) -> None:
    rules = now.start.rules
    everybody = rules is not None and rules.win.dead_tasks_count
    for player in now.names if everybody else now.living:
        if now.teams[player] == "goose" and now.done[player] != now.start.needed[player]:
            raise Fault(
                f'the field "reason" is {show(TASKS_DONE)}, but {now.names[player]} has not completed all.'
            )


_HANDLERS: dict[str, Callable[[Situation, dict[str, Any], int], None]] = {
    "body_reported": roaming.reported,
    "discussion_message": meeting.said,
    "free_roam_chat": roaming.chatted,
    "game_over": _finished,
    "game_started": _restarted,
    "meeting_called": roaming.called,
    "phase_changed": meeting.changed,
    "player_ejected": meeting.ejected,
    "player_killed": roaming.killed,
    "player_moved": roaming.moved,
    "players_respawned": meeting.respawned,
    "task_completed": roaming.completed,
    "task_progress": roaming.worked,
    "tick_end": roaming.ended,
    "tick_start": roaming.started,
    "vote_cast": meeting.voted,
    "vote_skipped": meeting.skipped,
}
_OUR_HANDLERS = _HANDLERS | {"decision": _decided}
_CHECKED = frozenset(FIELDS) - {
    # So many that they check their fields as they go.
    "free_roam_chat",
    "game_started",
    "player_moved",
    "task_completed",
    "task_progress",
    "tick_end",
    "tick_start",
}
_MEETING_STEPS = frozenset(("phase_changed", "player_ejected", "vote_skipped"))
