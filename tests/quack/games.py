"""Games for tests: random maps and rules, and drivers that play them."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
from hypothesis import strategies as st

from gander.quack.record import Record
from gander.quack.world import (
    Act,
    Corridor,
    Decision,
    Engine,
    Event,
    GameMap,
    Room,
    Rules,
    Speak,
    TaskSite,
    Vote,
    generate_map,
)
from gander.quack.world.rules import NAMES, KillRules, MeetingRules, TaskRules, WinRules

Chooser = Callable[[Engine, random.Random], Decision]


def line_map() -> GameMap:
    """Three rooms in a row: hall (button) -1- lab -2- dock; a task in each."""
    return GameMap(
        name="line",
        rooms=(Room("hall", 0, 0, 1), Room("lab", 6, 0, 1), Room("dock", 12, 0, 1)),
        corridors=(Corridor("hall", "lab", 1), Corridor("lab", "dock", 2)),
        tasks=(TaskSite("hall", "Sweep"), TaskSite("lab", "Mix"), TaskSite("dock", "Load")),
        button="hall",
    )


@st.composite
def setups(draw: st.DrawFn) -> tuple[GameMap, Rules, int]:
    """A random map, random rules that fit it, and a seed."""
    game_map = generate_map(draw(st.integers(2, 12)), draw(st.integers(0, 10_000)))
    players = draw(st.integers(2, 9))
    rules = Rules(
        players=NAMES[:players],
        ducks=draw(st.integers(1, players // 2)),
        tasks=TaskRules(
            per_goose=draw(st.integers(1, min(4, len(game_map.tasks)))),
            ticks=draw(st.integers(1, 4)),
            keep_progress=draw(st.booleans()),
        ),
        kill=KillRules(cooldown=draw(st.integers(0, 6)), initial_cooldown=draw(st.integers(0, 6))),
        meetings=MeetingRules(
            discussion_rounds=draw(st.integers(0, 2)), budget=draw(st.one_of(st.none(), st.integers(0, 3)))
        ),
        win=WinRules(tick_budget=draw(st.integers(1, 60)), dead_tasks_count=draw(st.booleans())),
        illegal=draw(st.sampled_from(["wait", "ask_again", "forfeit"])),
    )
    return game_map, rules, draw(st.integers(0, 2**40))


def any_decision(engine: Engine, rng: random.Random) -> Decision:
    """A decision that is mostly legal and sometimes nonsense."""
    need = engine.need
    assert need is not None
    names = [*engine.rules.players, "Nobody"]
    if need.kind == "speak":
        return Speak(rng.choice(["", "I saw nothing.", "Bob in lab?"]))
    if need.kind == "vote":
        return Vote(rng.choice([None, *names]))
    if rng.random() < 0.1:
        rooms = [room.name for room in engine.game_map.rooms]
        kind = rng.choice(["move", "kill", "task", "report", "call", "dance"])
        return Act(kind, rng.choice([None, *names, *rooms]), rng.choice([None, "Hm."]))
    act = rng.choice(engine.legal_actions(need.player))
    return Act(act.action, act.target, "Hello." if rng.random() < 0.1 else None)


def legal_decision(engine: Engine, rng: random.Random) -> Decision:
    """A legal decision; kills and reports are likelier than by chance, so that games move on."""
    need = engine.need
    assert need is not None
    if need.kind == "speak":
        return Speak("Hm.")
    if need.kind == "vote":
        living = [
            seat.name for seat, its in zip(engine.seats, engine.state.players, strict=True) if its.alive
        ]
        return Vote(rng.choice([None, *living]))
    legal = engine.legal_actions(need.player)
    eager = [act for act in legal if act.action in ("kill", "report")]
    return rng.choice(eager if eager and rng.random() < 0.5 else legal)


def diligent_decision(engine: Engine, rng: random.Random) -> Decision:
    """Works whenever there is work here; otherwise any legal decision."""
    if engine.need is not None and engine.need.kind == "act":
        for act in engine.legal_actions(engine.need.player):
            if act.action == "task":
                return act
    return legal_decision(engine, rng)


def played(engine: Engine, seed: int = 0, choose: Chooser = any_decision) -> Iterator[list[Event]]:
    """Play a game; yields the events of the start and of every decision."""
    rng = random.Random(seed)
    yield engine.drain()
    while engine.need:
        engine.decide(choose(engine, rng))
        yield engine.drain()


def as_record(events: list[Event]) -> Record:
    """Events as they come back from a file, without the file."""
    plain = [
        Event(event.timestamp, event.event_type, event.tick, msgspec.to_builtins(event.data))
        for event in events
    ]
    return Record(
        path=Path("game.jsonl"),
        events=plain,
        warnings=(),
        complete=plain[-1].event_type == "game_over",
        roster=(),
        schema=1,
        seed=0,
        game_map=None,
        rooms=frozenset(),
    )
