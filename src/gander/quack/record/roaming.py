"""What happens in a tick of free roam: each function takes one event into the situation."""

from typing import Any

from gander.quack.record.fields import FIELDS, Fault, field_fault, fields, show
from gander.quack.record.situation import BETWEEN, CALLED, TICK, Situation
from gander.quack.record.start import no_room

__all__ = ["called", "chatted", "completed", "ended", "killed", "moved", "reported", "started", "worked"]

_BODY = fields(room=str, victim_name=str)


def started(now: Situation, data: dict[str, Any], tick: int) -> None:
    """`tick_start`: walkers arrive, and everybody who stands in a room can act."""
    if now.phase != BETWEEN:
        raise now.misplaced("tick_start")
    if tick != now.tick + 1 or data["tick"] != tick or type(data["tick"]) is not int:
        raise _wrong_tick("tick_start", data, tick, now.tick + 1)
    now.phase = TICK
    now.tick = tick
    ready = set(now.living)
    walks = now.walks
    if walks:
        for player, (arrival, target) in list(walks.items()):
            if arrival <= tick:
                now.room_of[player] = target
                del walks[player]
            else:
                ready.discard(player)
    now.ready = ready
    now.vocal = ready.copy()
    now.left.clear()


def ended(now: Situation, data: dict[str, Any], tick: int) -> None:
    """`tick_end`."""
    if now.phase != TICK:
        raise now.misplaced("tick_end")
    if data["tick"] != tick or type(data["tick"]) is not int or len(data) > 1:
        fault = field_fault(data, FIELDS["tick_end"])
        if fault or data["tick"] != tick:
            raise _wrong_tick("tick_end", data, tick, tick)
    now.phase = BETWEEN
    now.ready.clear()
    now.vocal.clear()


def moved(now: Situation, data: dict[str, Any], tick: int) -> None:
    """`player_moved`: a walk begins, or is over at once in released records."""
    player, source, target = data["player_id"], data["from"], data["to"]
    if player not in now.ready:
        raise _cannot_act(now, "player_moved", data, player)
    if source != now.room_of[player] or target not in now.rooms:
        raise now.elsewhere("player_moved", data, player, source)
    ticks = data.get("ticks_remaining")
    if type(ticks) is not int and (ticks is not None or now.ours):
        raise Fault(f'the field "ticks_remaining" is {show(ticks)}; expected a whole number from 1.')
    corridors = now.start.corridors
    if corridors is not None:
        length = corridors.get((source, target))
        if length is None:
            raise Fault(f"no corridor leads from {source} to {target}.")
        if ticks != length and (ticks is not None or length != 1):
            raise Fault(
                f'the field "ticks_remaining" is {show(ticks)};'
                f" the corridor from {source} to {target} takes {length}."
            )
    elif ticks is not None and ticks < 1:
        raise Fault(f'the field "ticks_remaining" is {ticks}; expected a whole number from 1.')
    now.ready.remove(player)
    if player in now.died:
        # In released records a victim may still act within the tick of its death, but goes nowhere.
        return
    now.left[player] = source
    if ticks is None:
        now.room_of[player] = target
    else:
        now.walks[player] = (tick + ticks, target)


def worked(now: Situation, data: dict[str, Any], tick: int) -> None:
    """`task_progress`: counts up by one; in our records it may begin again where work was abandoned."""
    player, room, name, progress = data["player_id"], data["room"], data["task_name"], data["progress"]
    if player not in now.ready:
        raise _cannot_act(now, "task_progress", data, player)
    task = (room, name)
    done = now.done[player]
    if task not in done:
        raise _no_task(now, "task_progress", data, player)
    if room != now.room_of[player]:
        raise now.elsewhere("task_progress", data, player, room)
    needed = now.start.needed[player][task]
    count = done[task] + 1
    if count > needed:
        raise _completed_before(now, player, name)
    if progress != f"{count}/{needed}":
        rules = now.start.rules
        again = f"1/{needed}"
        if progress != again or rules is None or rules.tasks.keep_progress:
            fault = field_fault(data, FIELDS["task_progress"])
            raise Fault(fault or f'the field "progress" is {show(progress)}; expected "{count}/{needed}".')
        count = 1
    now.ready.remove(player)
    done[task] = count
    if count == needed:
        now.due = (player, room, name)


def completed(now: Situation, data: dict[str, Any], tick: int) -> None:
    """`task_completed`: right after the last tick of work."""
    player, room, name = data["player_id"], data["room"], data["task_name"]
    if now.due == (player, room, name):
        now.due = None
        return
    if player not in now.names:
        raise now.unknown_player("task_completed", data, player)
    now.check_phase("task_completed", TICK)
    task = (room, name)
    if task not in now.done[player]:
        raise _no_task(now, "task_completed", data, player)
    if now.due is None and now.done[player][task] == now.start.needed[player][task]:
        raise _completed_before(now, player, name)
    raise Fault(f"{now.names[player]} completes {show(name)} without its last tick of work right before.")


def chatted(now: Situation, data: dict[str, Any], tick: int) -> None:
    """`free_roam_chat`: in released records after the action, with the room before it."""
    player, room, stamp = data["player_id"], data["room"], data["tick"]
    if player not in now.vocal:
        raise now.unable("free_roam_chat", data, player, "speaks", before="speaks a second time")
    if (
        stamp != tick
        or type(stamp) is not int
        or type(data["message"]) is not str
        or data["name"] != now.names[player]
    ):
        raise _wrong_chat(data, tick, now.names[player])
    if type(room) is not str or (room != now.room_of[player] and room != now.left.get(player)):
        raise now.elsewhere("free_roam_chat", data, player, room)
    now.vocal.remove(player)
    if not now.ours:
        now.ready.discard(player)


def killed(now: Situation, data: dict[str, Any], tick: int) -> None:
    """`player_killed`."""
    killer, victim, room = data["killer_id"], data["target_id"], data["room"]
    for who in (killer, victim):
        if who not in now.names:
            raise now.unknown_player("player_killed", data, who)
    now.check_phase("player_killed", TICK)
    if now.teams[killer] != "duck":
        raise Fault(f"{now.names[killer]} kills, but is a Goose.")
    now.check_alive(killer, "kills")
    now.check_alive(victim, "is killed")
    if killer not in now.ready:
        raise _cannot_act(now, "player_killed", data, killer)
    if killer == victim:
        raise Fault(f"{now.names[killer]} kills itself.")
    if victim in now.walks:
        raise Fault(f"{now.names[victim]} is killed, but is in a corridor until tick {now.walks[victim][0]}.")
    for who in (killer, victim):
        if room != now.room_of[who]:
            raise now.elsewhere("player_killed", data, who, room)
    now.ready.remove(killer)
    now.died[victim] = tick
    del now.living[victim]
    now.bodies.append((room, now.names[victim]))
    if now.ours:
        now.ready.discard(victim)
        now.vocal.discard(victim)


def reported(now: Situation, data: dict[str, Any], tick: int) -> None:
    """`body_reported`."""
    _meet(now, "body_reported", data)


def called(now: Situation, data: dict[str, Any], tick: int) -> None:
    """`meeting_called`."""
    _meet(now, "meeting_called", data)
    game_map = now.start.game_map
    if game_map is not None and now.room_of[now.caller] != game_map.button:
        raise Fault(
            f"{now.names[now.caller]} calls a meeting from {now.room_of[now.caller]};"
            f" the button is in {game_map.button}."
        )


def _meet(now: Situation, kind: str, data: dict[str, Any]) -> None:
    caller = data["caller"]
    if caller in now.died:
        now.check_phase(kind, TICK)
        now.check_alive(caller, "calls a meeting")
    if caller not in now.ready:
        raise _cannot_act(now, kind, data, caller)
    _check_bodies(now, data["bodies"])
    if kind == "body_reported" and all(room != now.room_of[caller] for room, _ in now.bodies):
        raise Fault(f"a body is reported from {now.room_of[caller]}, where none lies.")
    now.phase = CALLED
    now.caller = caller
    now.speakers = []
    now.votes = {}
    now.ready.clear()
    now.vocal.clear()
    now.walks.clear()


def _check_bodies(now: Situation, bodies: list[Any]) -> None:
    listed: list[tuple[str, str]] = []
    for body in bodies:
        if type(body) is not dict or field_fault(body, _BODY):
            raise Fault(f'a body is {show(body)}; expected an object with "room" and "victim_name".')
        room, victim = body["room"], body["victim_name"]
        if room not in now.rooms:
            raise Fault(no_room(room, now.rooms))
        if victim not in now.ids:
            raise Fault(f"there is no player named {show(victim)}; the players are {', '.join(now.ids)}.")
        if now.ids[victim] in now.living:
            raise Fault(f"the body of {victim} is listed, but {victim} lives.")
        listed.append((room, victim))
    if listed != now.bodies:
        lying = ", ".join(f"{victim} in {room}" for room, victim in now.bodies) or "none"
        told = ", ".join(f"{victim} in {room}" for room, victim in listed) or "none"
        raise Fault(f'the field "bodies" lists {told}; lying on the map: {lying}.')


# What can be said about a fault.


def _cannot_act(now: Situation, kind: str, data: dict[str, Any], player: str) -> Fault:
    spoke = not now.ours and player not in now.vocal
    before = "acts a second time, or after it spoke," if spoke else "acts a second time"
    return now.unable(kind, data, player, "acts", before=before)


def _completed_before(now: Situation, player: str, task: str) -> Fault:
    return Fault(
        f"{now.names[player]} has completed {show(task)} before.", "Remove the line if it is a repeat."
    )


def _no_task(now: Situation, kind: str, data: dict[str, Any], player: str) -> Fault:
    fault = field_fault(data, FIELDS[kind])
    if fault is None and data["room"] not in now.rooms:
        fault = no_room(data["room"], now.rooms)
    return Fault(
        fault or f"{now.names[player]} was given no task {show(data['task_name'])} in {data['room']}."
    )


def _wrong_tick(kind: str, data: dict[str, Any], tick: int, expected: int) -> Fault:
    fault = field_fault(data, FIELDS[kind])
    if fault is None and tick != expected:
        fault = f"{kind} has tick {tick}; expected {expected}."
    return Fault(fault or f'the field "tick" is {data["tick"]}, but the event\'s tick is {tick}.')


def _wrong_chat(data: dict[str, Any], tick: int, name: str) -> Fault:
    fault = field_fault(data, FIELDS["free_roam_chat"])
    if fault is None and data["tick"] != tick:
        fault = f'the field "tick" is {data["tick"]}, but the event\'s tick is {tick}.'
    return Fault(fault or f'the field "name" is {show(data["name"])}; expected {show(name)}.')
