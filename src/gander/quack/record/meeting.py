"""What happens in a meeting, up to the respawn: each function takes one event into the situation."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from gander.quack.record.fields import Fault, show
from gander.quack.record.situation import (
    BETWEEN,
    CALLED,
    DISCUSSION,
    SPREADING,
    VOTED,
    VOTING,
    Situation,
)
from gander.quack.record.start import ROLES, no_room

__all__ = ["changed", "ejected", "respawned", "said", "skipped", "voted"]

_FOLLOWS = {
    "discussion": (CALLED, DISCUSSION),
    "voting": (DISCUSSION, VOTING),
    "free_roam": (VOTED, SPREADING),
}
_RELEASED_ROUNDS = 2


def changed(now: Situation, data: dict[str, Any], tick: int) -> None:
    """`phase_changed`."""
    to = data["phase"]
    if to not in _FOLLOWS:
        raise Fault(f'the field "phase" is {show(to)}; expected one of {", ".join(_FOLLOWS)}.')
    before, after = _FOLLOWS[to]
    now.check_phase(f"the change to {to}", before)
    now.phase = after


def said(now: Situation, data: dict[str, Any], tick: int) -> None:
    """`discussion_message`."""
    player = data["player_id"]
    if player not in now.names:
        raise now.unknown_player("discussion_message", data, player)
    now.check_phase("discussion_message", DISCUSSION)
    now.check_alive(player, "speaks")
    now.speakers.append(player)


def odd_order(now: Situation) -> str | None:
    """What is odd about who spoke in a released discussion, as a sentence; None if nothing is.

    The caller began, everybody spoke in every round, and all rounds had one order, in all records
    that are known; whether it had to be so is not.
    """
    living = len(now.living)
    order = now.speakers[:living]
    if (
        len(now.speakers) == living * _RELEASED_ROUNDS
        and now.speakers == order * _RELEASED_ROUNDS
        and len(set(order)) == living
        and order[0] == now.caller
    ):
        return None
    spoke = ", ".join(now.names[player] for player in now.speakers) or "nobody"
    return (
        f"the discussion is not of {_RELEASED_ROUNDS} equal rounds of the {living} living,"
        f" {now.names[now.caller]} first: {spoke}; lines may be missing or out of place."
    )


def voted(now: Situation, data: dict[str, Any], tick: int) -> None:
    """`vote_cast`."""
    voter, target = data["voter"], data.get("target")
    for who in (voter,) if target is None else (voter, target):
        if who not in now.names:
            raise now.unknown_player("vote_cast", data, who)
    now.check_phase("vote_cast", VOTING)
    now.check_alive(voter, "votes")
    if voter in now.votes:
        raise Fault(f"{now.names[voter]} votes a second time.", "Remove the line if it is a repeat.")
    if target is not None and now.ours:
        now.check_alive(target, "is voted for")
    now.votes[voter] = target


def ejected(now: Situation, data: dict[str, Any], tick: int) -> None:
    """`player_ejected`: whom most votes name, more than abstain or name anybody else."""
    player = data["player_id"]
    if player not in now.names:
        raise now.unknown_player("player_ejected", data, player)
    now.check_phase("player_ejected", VOTING)
    now.check_alive(player, "is ejected")
    team = now.teams[player]
    for name, known in (("name", now.names[player]), ("team", team), ("role", ROLES[team])):
        if data[name] != known:
            raise Fault(f'the field "{name}" is {show(data[name])}; expected {show(known)}.')
    votes = data.get("votes")
    if votes is not None and votes != now.votes:
        raise Fault(f'the field "votes" is {show(votes)}; cast were {show(now.votes)}.')
    if _plurality(now.votes.values()) != player:
        raise Fault(f"{now.names[player]} is ejected, but the votes do not say so: {_told(now)}.")
    now.died[player] = tick
    del now.living[player]
    now.phase = VOTED


def skipped(now: Situation, data: dict[str, Any], tick: int) -> None:
    """`vote_skipped`: abstaining or a tie came first."""
    now.check_phase("vote_skipped", VOTING)
    leader = _plurality(now.votes.values())
    # In released records a vote may be missing, or name the dead; then the rest cannot tell.
    if leader is not None and (now.ours or (len(now.votes) == len(now.living) and leader in now.living)):
        raise Fault(f"nobody is ejected, but most votes name {now.names[leader]}: {_told(now)}.")
    now.phase = VOTED


def respawned(now: Situation, data: dict[str, Any], tick: int) -> None:
    """`players_respawned`."""
    now.check_phase("players_respawned", SPREADING)
    spread = data["rooms"]
    for player, room in spread.items():
        if player not in now.names:
            raise now.unknown_player("players_respawned", data, player)
        now.check_alive(player, "respawns")
        if room not in now.rooms:
            raise Fault(no_room(room, now.rooms))
    missing = [now.names[player] for player in now.living if player not in spread]
    if missing:
        raise Fault(f"{', '.join(missing)} lives, but does not respawn.")
    now.room_of.update(spread)
    now.bodies.clear()
    now.phase = BETWEEN


def _plurality(votes: Iterable[str | None]) -> str | None:
    leaders = Counter(votes).most_common(2)
    if not leaders or (len(leaders) == 2 and leaders[0][1] == leaders[1][1]):
        return None
    return leaders[0][0]


def _told(now: Situation) -> str:
    return ", ".join(
        f"{now.names[voter]} for {'nobody' if target is None else now.names[target]}"
        for voter, target in now.votes.items()
    )
