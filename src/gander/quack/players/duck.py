"""How a scripted Duck roams: it hunts the lone, kills unseen, moves off and fakes tasks in between."""

from gander.quack.players.goose import step_towards
from gander.quack.players.luck import Luck
from gander.quack.players.memory import Memory
from gander.quack.senses import Observation
from gander.quack.world import Act, Layout

__all__ = ["prowl"]


def prowl(observation: Observation, memory: Memory, luck: Luck, ways: Layout, bold: float) -> Act:
    """Choose a Duck's action.

    Args:
        observation: What it sees.
        memory: What it remembers; the observation is not in it yet.
        luck: Its draws for this turn.
        ways: The map.
        bold: How much risk it takes, 0 to 1.
    """
    geese = [name for name in observation.present if name not in observation.fellows]
    if observation.cooldown == 0 and geese and _dares(observation, memory, len(geese), luck, bold):
        return Act("kill", luck.pick(geese))
    if observation.bodies:
        # Found beside a body is a bad place to be: report it, as a Goose would, or be gone.
        if luck.happens(0.55 if geese else 0.06 + 0.08 * bold):
            return Act("report")
        return Act("move", luck.pick(observation.exits).room)
    if (observation.cooldown or 0) <= 2:
        return _hunt(observation, geese, memory, luck, ways)
    return _fake(observation, luck, ways)


def _dares(observation: Observation, memory: Memory, geese: int, luck: Luck, bold: float) -> bool:
    """Whether to kill in front of all Geese present but the victim."""
    fallen = {kill.victim for kill in memory.current.killings} if memory.rounds else set()
    alive = len(observation.players) - len(fallen.union(observation.dead))
    ducks = observation.ducks - sum(fellow in observation.dead for fellow in observation.fellows)
    ducks -= observation.ducks - 1 - len(observation.fellows)
    if alive - ducks - 1 <= ducks:
        return True  # this one decides the game
    if geese == 1:
        return luck.happens(0.75 + 0.2 * bold)
    return geese == 2 and luck.happens(0.05 * bold)


def _hunt(observation: Observation, geese: list[str], memory: Memory, luck: Luck, ways: Layout) -> Act:
    here = observation.room
    if len(geese) == 1:
        return _fake_here(observation) or Act("wait")
    left = [
        sight.other
        for sight in observation.seen
        if sight.kind == "left" and sight.who not in observation.fellows and sight.other is not None
    ]
    if left and luck.happens(0.5):
        return Act("move", luck.pick(left))
    if geese and luck.happens(0.5):
        return _fake_here(observation) or Act("wait")
    haunts = [site.room for site in ways.map.tasks if site.room != here] or [ways.map.button]
    # A goal for some ticks: going back and forth would find nobody.
    goal = haunts[(observation.tick // 6 * 7919 + memory.turns // 12 * 31) % len(haunts)]
    if goal == here:
        return Act("move", luck.pick(observation.exits).room)
    return step_towards(here, goal, ways, luck)


def _fake_here(observation: Observation) -> Act | None:
    for task in observation.tasks:
        if task.room == observation.room and task.done < task.needed:
            return Act("task", task.name)
    return None


def _fake(observation: Observation, luck: Luck, ways: Layout) -> Act:
    here = _fake_here(observation)
    if here is not None and luck.happens(0.9):
        return here
    if luck.happens(0.15):
        return Act("wait")
    rooms = [
        task.room for task in observation.tasks if task.done < task.needed and task.room != observation.room
    ]
    if not rooms:
        return Act("move", luck.pick(observation.exits).room)
    at = ways.index[observation.room]
    return step_towards(
        observation.room, min(rooms, key=lambda room: ways.distance[at][ways.index[room]]), ways, luck
    )
