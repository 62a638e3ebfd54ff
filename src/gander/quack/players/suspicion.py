"""Suspicion: what speaks against each player, from what was seen and what was heard."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from gander.quack.players.listening import Remark
from gander.quack.players.memory import Round

__all__ = ["CERTAIN", "Ground", "GroundKind", "contradicted", "grounds", "score"]

GroundKind: TypeAlias = Literal[
    "witness", "testimony", "contradiction", "last_with", "near", "accused", "alibi"
]

CERTAIN = 50.0
"""The weight of having seen the kill."""


class Ground(NamedTuple):
    """Something that speaks against a player, or for it if its weight is negative.

    Attributes:
        kind: ``witness`` (the kill was seen), ``testimony`` (somebody says he saw the kill),
            ``contradiction`` (a remark that what the viewer saw rules out), ``last_with`` (last
            seen alone with the victim), ``near`` (seen at the place of the kill), ``accused`` (by
            somebody else) or ``alibi`` (was with the viewer).
        who: The player.
        weight: How much it counts.
        room: Where, if it has a place.
        victim: The victim, if it has one.
        remark: The remark behind it, if there is one.
    """

    kind: GroundKind
    who: str
    weight: float
    room: str | None = None
    victim: str | None = None
    remark: Remark | None = None


def contradicted(its: Round, viewer: str, remark: Remark) -> bool:
    """Whether what the viewer saw itself rules a remark out, at any leniency about ticks."""
    first, last, room = remark.first, remark.last, remark.room
    if first is None or last is None or room is None or not its.start < first <= last <= its.last:
        return False
    if remark.kind not in ("place", "saw"):
        return False
    early, late = first - 3, last + 3
    # Either way the speaker says that he himself was in the room.
    for met in its.met(remark.speaker, first, last):
        if met.room != room and met.since <= max(early, its.start) and met.until >= min(late, its.last):
            return True
    watched = any(
        stay.room == room and stay.since <= max(early, its.start + 1) and stay.until >= min(late, its.last)
        for stay in its.stays
    )
    if watched and not any(met.room == room for met in its.met(remark.speaker, early, late)):
        return True
    return remark.kind == "saw" and remark.who == viewer and room not in its.rooms(early, late)


def grounds(
    its: Round, viewer: str, said: Sequence[Remark], victims: Sequence[tuple[str, str]]
) -> list[Ground]:
    """What speaks against whom in one round.

    Args:
        its: The round as the viewer remembers it.
        viewer: The viewer's name.
        said: What the others said in the meeting.
        victims: (victim, room) of the bodies that the meeting knows of.
    """
    found = [
        Ground("witness", kill.killer, CERTAIN, kill.room, kill.victim)
        for kill in its.killings
        if kill.killer != viewer
    ]
    for victim, room in victims:
        found += _around(its, viewer, said, victim, room)
    for remark in said:
        if remark.speaker == viewer:
            continue
        if remark.kind == "killed" and remark.who not in (None, viewer):
            found.append(Ground("testimony", str(remark.who), 8.0, remark.room, remark=remark))
        elif remark.kind == "accused" and remark.who not in (None, viewer):
            found.append(Ground("accused", str(remark.who), 0.35 * remark.weight, remark=remark))
        elif contradicted(its, viewer, remark):
            found.append(Ground("contradiction", remark.speaker, 6.0, remark.room, remark=remark))
    return found


def _around(its: Round, viewer: str, said: Sequence[Remark], victim: str, room: str) -> list[Ground]:
    """What speaks for and against the others in the matter of one victim."""
    found: list[Ground] = []
    own = its.last_met(victim)
    alive_at = own.until if own else its.start
    if own is not None and own.left_to is None:
        # The viewer left the victim behind: with whom?
        with_it = [
            met.who
            for met in its.encounters
            if met.room == own.room
            and met.until >= own.until
            and met.since <= own.until
            and met.who != victim
        ]
        if len(with_it) == 1 and own.room == room:
            found.append(Ground("last_with", with_it[0], 3.0, own.room, victim))
    told = [
        remark
        for remark in said
        if remark.kind == "saw"
        and remark.who == victim
        and remark.last is not None
        and remark.last <= its.last
    ]
    if told:
        latest = max(told, key=lambda remark: remark.last or 0)
        if (latest.last or 0) > alive_at and latest.speaker != viewer:
            alive_at = latest.last or 0
            found.append(Ground("last_with", latest.speaker, 1.2, latest.room, victim, latest))
    for met in its.encounters:
        recent = met.until >= max(alive_at, its.last - 8)
        if recent and met.who != victim and (met.room == room or room in (met.came_from, met.left_to)):
            found.append(Ground("near", met.who, 2.0, room, victim))
    span = max(1, its.last - alive_at)
    for name in {met.who for met in its.encounters}:
        together = sum(
            min(met.until, its.last) - max(met.since, alive_at) for met in its.met(name, alive_at, its.last)
        )
        if together >= 0.7 * span and span >= 3:
            found.append(Ground("alibi", name, -4.0, victim=victim))
    return found


def score(found: Sequence[Ground], who: str) -> float:
    """How suspicious a player is: the sum of its grounds, each kind counted at most twice."""
    total, counts = 0.0, dict[str, int]()
    for ground in found:
        if ground.who == who:
            counts[ground.kind] = counts.get(ground.kind, 0) + 1
            if counts[ground.kind] <= 2 or ground.kind == "accused":
                total += ground.weight
    return total
