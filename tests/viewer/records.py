"""Records for the page: of the released format, of many players, and one in which every text is hostile."""

import random
from pathlib import Path

import msgspec

from gander.quack.claims import Claim, IntendedClaim
from gander.quack.library import load_map
from gander.quack.play import RunSettings, play_run
from gander.quack.record import DecisionMade, Journal
from gander.quack.senses import Observer, digest
from gander.quack.world import (
    Act,
    Corridor,
    Decision,
    Engine,
    Event,
    GameMap,
    Need,
    Room,
    Rules,
    Speak,
    TaskSite,
    Vote,
)
from gander.quack.world.rules import NAMES, KillRules, TaskRules
from tests.quack.small_records import Script

HOSTILE = (
    '</script><script>window.ran=1</script><img src=x onerror="window.ran=2"><svg onload="window.ran=3"/>'
    '<a href="javascript:window.ran=4">x</a><style>*{display:none}</style>'
    "\u202egnp\u2066\x1b[31m\x00 {{7*7}} ${1}"
)
"""What runs, moves or hides wherever a text is taken for anything but text."""


def hostile_map() -> GameMap:
    """Three rooms whose names, like those of the tasks and of the map, are tags."""
    rooms = tuple(f'<img src=x onerror="window.ran={number}">\u202e&amp;' for number in (11, 12, 13))
    return GameMap(
        name="<svg onload=window.ran=14>",
        rooms=tuple(Room(name, 6 * number, 0, 1) for number, name in enumerate(rooms)),
        corridors=(Corridor(rooms[0], rooms[1], 1), Corridor(rooms[1], rooms[2], 2)),
        tasks=tuple(TaskSite(room, "<b onclick=window.ran=15>task\u202e") for room in rooms),
        button=rooms[0],
    )


def hostile_record(folder: Path) -> Path:
    """A whole game of ours: hostile names, rooms, tasks, speeches, chat, replies, claims and refusals."""
    names = tuple(f'"><script>window.ran={number}</script>\u202e{number}' for number in range(21, 26))
    rules = Rules(
        players=names, tasks=TaskRules(per_goose=3, ticks=4), kill=KillRules(cooldown=3, initial_cooldown=2)
    )
    path = folder / "game.jsonl"
    path.parent.mkdir(parents=True)
    chance = random.Random(5)
    with Journal(path, clock=lambda: 1000.0) as journal:
        engine = Engine(hostile_map(), rules, 5)
        observer = Observer(engine)
        journal.write(engine.drain())
        while need := engine.need:
            seen = observer.observe(need.player, need.kind)
            decision: Decision = Vote(names[1])
            if need.kind == "speak":
                decision = Speak(f"I was in {seen.room} at tick {seen.tick}. {HOSTILE}")
            elif need.kind == "act":
                acts = list(seen.legal)
                urgent = [act for act in acts if act.action in ("report", "kill")]
                act = urgent[0] if urgent else chance.choice(acts)
                decision = msgspec.structs.replace(act, say=HOSTILE)
                if chance.random() < 0.05:
                    decision = Act("<b>", HOSTILE)
            claim = Claim(
                "location", seen.name, seen.name, room=seen.room, time=HOSTILE, source=HOSTILE, span=(0, 20)
            )
            stored = (IntendedClaim(claim, "true", HOSTILE),) if need.kind == "speak" else None

            def note(
                need: Need,
                decision: Decision,
                refusal: str | None,
                shown: str = digest(seen),
                stored: tuple[IntendedClaim, ...] | None = stored,
            ) -> None:
                made = DecisionMade(
                    engine.seats[need.player].player_id,
                    need.kind,
                    decision,
                    refusal is None,
                    HOSTILE,
                    shown,
                    refusal,
                    need.attempt,
                    raw=HOSTILE,
                    tokens={HOSTILE: 3},
                    intended_claims=stored,
                )
                journal.write([Event(0.0, "decision", engine.state.tick, made)])

            engine.decide(decision, note)
            journal.write(engine.drain())
    return path


def released_record(folder: Path) -> Path:
    """A short game of the released format: a kill, a report, and speeches true and false."""
    game = Script(rooms=("medbay", "medbay", "cafeteria", "storage"))
    game.start().kill("Alice", "Bob", "medbay").move("Charlie", "cafeteria", "medbay", 1).end()
    game.start().report("Charlie", ("Bob", "medbay"))
    game.say("Charlie", "I found Bob's body in medbay. I saw Alice in medbay at tick 2.")
    game.say("Alice", "I was in storage at tick 1. I think Charlie is the Duck.")
    game.say("Diana", "I was in storage at tick 1.")
    game.vote(Alice="Charlie", Charlie="Alice", Diana="Alice").eject("Alice", duck=True).over()
    return game.write(folder)


def big_run(folder: Path) -> Path:
    """A game of 16 scripted players on the map of 24 rooms, with tasks that keep them for a while."""
    rules = Rules(players=NAMES[:16], ducks=2, tasks=TaskRules(per_goose=8, ticks=6))
    play_run(folder, RunSettings(load_map("harbour24"), rules, "scripted", "scripted", {}, (3,)))
    return folder / "seed03" / "game.jsonl"
