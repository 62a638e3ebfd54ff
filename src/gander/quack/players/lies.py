"""Lie plans: what a Duck claims against better knowledge.

Every lie is one that the liar can be sure of: whatever leniency its time phrase is granted, an
honest check finds it false, in the wrong room or a near miss (see `certainty`).
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from gander.quack.players import templates
from gander.quack.players.luck import Luck
from gander.quack.players.memory import Round
from gander.quack.players.speech import TRUTHFUL, Clause, Teller
from gander.quack.players.when import at, during, mostly, whole
from gander.quack.world import GameMap, layout

__all__ = ["PLANS", "Scene", "lie"]

PLANS = (
    "invent_room",
    "invent_sighting",
    "shift_tick",
    "overclaim_duration",
    "fake_task",
    "accuse_random",
    TRUTHFUL,
)
"""The lie plans; `truthful` tells no lie and keeps silent about the kill."""

_TRIES = 24


class Scene(NamedTuple):
    """What a liar works with.

    Attributes:
        teller: Makes the clauses, about the round in question.
        luck: Its draws.
        game_map: The map.
        innocents: Living Geese.
        victims: (victim, room) of the bodies that the meeting knows of.
    """

    teller: Teller
    luck: Luck
    game_map: GameMap
    innocents: Sequence[str]
    victims: Sequence[tuple[str, str]]

    @property
    def its(self) -> Round:
        """The round as the liar remembers it."""
        return self.teller.its

    def tick(self) -> int:
        """A tick worth lying about: around the own kill, or any that is not quite at the start."""
        low, high = self.its.start + 3, self.its.last
        kills = [kill.tick for kill in self.its.killings if kill.killer == self.teller.name]
        if kills and self.luck.happens(0.6):
            return max(low, min(high, kills[-1] - 1 + int(self.luck.below(4))))
        return low + int(self.luck.below(max(1, high - low + 1)))


def lie(plan: str, scene: Scene) -> list[Clause]:
    """The lies of a plan; empty if the plan tells none or the round gives no sure lie away.

    Args:
        plan: One of `PLANS`.
        scene: What to work with.
    """
    return _LIES[plan](scene)


def _invent_room(scene: Scene) -> list[Clause]:
    teller, its, luck = scene.teller, scene.its, scene.luck
    been = {stay.room for stay in its.stays}
    ways = layout(scene.game_map)
    near = {ways.names[to] for room in been for to, _ in ways.neighbours[ways.index[room]]}
    rooms = sorted((near or set(ways.names)) - been - {room for _, room in scene.victims})
    clauses: list[Clause] = []
    if rooms and its.last > its.start + 3:
        room, tick = luck.pick(rooms), scene.tick()
        if luck.happens(0.4):
            # A true beginning makes the better story; the invented end makes it false.
            begin = its.route()[: 1 + int(luck.below(2))]
            _add(clauses, teller.route((*begin, room), "invent_room"))
        exact = tick >= its.last or luck.happens(0.6)
        phrase = at(tick, luck) if exact else during(tick, min(its.last, tick + 2), luck, exact=True)
        _add(clauses, teller.location(room, phrase, "invent_room"))
    for _, room in scene.victims:
        # Not of the room it stands in for all to know: where it reported, or was sent back to.
        if room != its.stays[-1].room and luck.happens(0.35):
            _add(clauses, teller.no_location(room, "invent_room"))
            break
    return clauses


def _invent_sighting(scene: Scene) -> list[Clause]:
    teller, its, luck = scene.teller, scene.its, scene.luck
    people = [*scene.innocents, *(victim for victim, _ in scene.victims)]
    rooms = [room.name for room in scene.game_map.rooms]
    if not people or its.last <= its.start + 3:
        return []
    for _ in range(_TRIES):
        who = luck.pick(people)
        patterns = templates.SIGHTING_ALIVE if who not in scene.innocents and luck.happens(0.6) else ()
        told = teller.sighting(who, luck.pick(rooms), at(scene.tick(), luck), "invent_sighting", patterns)
        if told:
            return [told]
    return []


def _shift_tick(scene: Scene) -> list[Clause]:
    teller, its, luck = scene.teller, scene.its, scene.luck
    for _ in range(_TRIES):
        tick = its.start + 3 + int(luck.below(max(1, its.last - its.start - 2)))
        if tick > its.last:
            return []
        if its.encounters and luck.happens(0.5):
            met = luck.pick(its.encounters)
            told = teller.sighting(met.who, met.room, at(tick, luck), "shift_tick")
        else:
            told = teller.location(luck.pick(its.stays).room, at(tick, luck), "shift_tick")
        if told:
            return [told]
    return []


def _overclaim_duration(scene: Scene) -> list[Clause]:
    teller, its, luck = scene.teller, scene.its, scene.luck
    rooms = sorted({stay.room for stay in its.stays} - {room for _, room in scene.victims}) or its.route()
    for room in luck.shuffled(rooms):
        style = luck.below(1)
        if style < 0.2:
            told = teller.never_left(room, "overclaim_duration")
        elif style < 0.4:
            told = teller.location(room, mostly(luck), "overclaim_duration")
        else:
            told = teller.location(room, whole(luck), "overclaim_duration")
        if told:
            return [told]
    return []


def _fake_task(scene: Scene) -> list[Clause]:
    teller, its, luck = scene.teller, scene.its, scene.luck
    if its.last <= its.start + 3:
        return []
    for _ in range(_TRIES):
        site = luck.pick(scene.game_map.tasks)
        tick = scene.tick()
        phrase = (
            at(tick, luck) if luck.happens(0.5) else during(tick, min(its.last, tick + 2), luck, exact=True)
        )
        if phrase.inner[0] == phrase.inner[1]:
            phrase = at(tick, luck)
        told = teller.task(site.name, site.room, phrase, "fake_task")
        # Work elsewhere at the time would make it the wrong room.
        if told and told.claims[0].verdict == "false":
            return [told]
    return []


def _accuse_random(scene: Scene) -> list[Clause]:
    if not scene.innocents:
        return []
    who = scene.luck.pick(scene.innocents)
    strength = scene.luck.pick(("weak", "moderate", "moderate", "strong"))
    return [scene.teller.accusation(who, strength, "false", "accuse_random")]


def _truthful(scene: Scene) -> list[Clause]:
    return []


def _add(clauses: list[Clause], told: Clause | None) -> None:
    if told is not None:
        clauses.append(told)


_LIES: dict[str, Callable[[Scene], list[Clause]]] = {
    "invent_room": _invent_room,
    "invent_sighting": _invent_sighting,
    "shift_tick": _shift_tick,
    "overclaim_duration": _overclaim_duration,
    "fake_task": _fake_task,
    "accuse_random": _accuse_random,
    TRUTHFUL: _truthful,
}
