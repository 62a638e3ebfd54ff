"""How a scripted Goose roams: it reports, does its tasks, lingers and keeps company."""

from gander.quack.players import templates
from gander.quack.players.listening import plain
from gander.quack.players.luck import Luck
from gander.quack.players.memory import Memory
from gander.quack.senses import Observation
from gander.quack.world import Act, Layout

__all__ = ["roam", "step_towards", "with_chat"]


def roam(
    observation: Observation, memory: Memory, luck: Luck, ways: Layout, sociable: float, alarmed: bool
) -> Act:
    """Choose a Goose's action.

    Args:
        observation: What it sees.
        memory: What it remembers; the observation is not in it yet.
        luck: Its draws for this turn.
        ways: The map.
        sociable: How much it likes company, 0 to 1.
        alarmed: Whether it knows enough against somebody alive to want a meeting.
    """
    if observation.bodies:
        return Act("report")
    here = observation.room
    button = ways.names[ways.button]
    if here == button and observation.calls_left > 0:
        # Now and then somebody wants to compare notes, once there is something to compare.
        quiet = memory.turns > 0 and observation.tick - memory.current.start >= 8
        if alarmed or (quiet and luck.happens(0.06)):
            return Act("call")
    if alarmed and observation.calls_left > 0:
        return step_towards(here, button, ways, luck)
    if here in {task.room for task in observation.tasks if task.done < task.needed} and luck.happens(0.9):
        return Act("task", next(t.name for t in observation.tasks if t.room == here and t.done < t.needed))
    company = observation.present
    if company and luck.happens(0.35 + 0.4 * sociable):
        return Act("wait")
    left = [sight.other for sight in observation.seen if sight.kind == "left" and sight.other is not None]
    if left and luck.happens(0.35 * sociable):
        return Act("move", luck.pick(left))
    if luck.happens(0.3):
        return Act("wait")
    open_rooms = [task.room for task in observation.tasks if task.done < task.needed]
    if open_rooms:
        return step_towards(here, _preferred(open_rooms, here, memory, ways), ways, luck)
    if company and luck.happens(0.7):
        return Act("wait")
    return Act("move", luck.pick(observation.exits).room)


def _preferred(rooms: list[str], here: str, memory: Memory, ways: Layout) -> str:
    """The nearest of some rooms, with whims that last for a round so that nobody turns back halfway."""
    at = ways.index[here]
    whim = len(memory.rounds) * 7 + sum(map(ord, memory.name[:8]))

    def cost(room: str) -> float:
        place = ways.index[room]
        return ways.distance[at][place] + ((place + 1) * (whim + 3) * 2654435761 >> 7) % 97 / 32

    return min(rooms, key=cost)


def step_towards(here: str, to: str, ways: Layout, luck: Luck) -> Act:
    """The first step of a fastest way, or a wait where the way is over."""
    steps = ways.first_steps(ways.index[here], ways.index[to])
    return Act("move", ways.names[luck.pick(steps)]) if steps else Act("wait")


def with_chat(act: Act, observation: Observation, luck: Luck) -> Act:
    """Now and then an action comes with a word to those around."""
    if not observation.present or not luck.happens(0.12):
        return act
    name = luck.pick(observation.present)
    if act.action == "task":
        say = luck.pick(templates.CHAT_TASK).format(task=act.target, name=name)
    elif act.action == "move" and act.target is not None:
        say = luck.pick(templates.CHAT_GO).format(room=plain(act.target), name=name)
    elif act.action == "wait":
        say = luck.pick((*templates.CHAT_HELLO, *templates.CHAT_FOLLOW)).format(name=name)
    else:
        return act
    return Act(act.action, act.target, say)
