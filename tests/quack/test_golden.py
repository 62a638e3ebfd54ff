"""Golden games: a dozen short games, line by line. A change of the rules shows as a readable diff.

``python -m tests.quack.test_golden`` writes them anew; read the diff before keeping it.
"""

import difflib
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from gander.quack.world import Engine, GameMap, Rules, generate_map
from gander.quack.world.rules import NAMES, KillRules, MeetingRules, TaskRules, WinRules
from tests.quack.games import Chooser, any_decision, diligent_decision, legal_decision, line_map

GOLDEN = Path(__file__).parent / "golden"

SMALL = Rules(
    players=NAMES[:4],
    tasks=TaskRules(per_goose=2, ticks=2),
    kill=KillRules(cooldown=2, initial_cooldown=2),
    win=WinRules(tick_budget=14),
)


def changed(**parts: object) -> Rules:
    return msgspec.structs.replace(SMALL, **parts)


def drawn() -> GameMap:
    return generate_map(6, 3)


GAMES: dict[str, tuple[Callable[[], GameMap], Rules, int, Chooser]] = {
    "standard": (line_map, SMALL, 1, legal_decision),
    "ducks_win": (line_map, SMALL, 5, legal_decision),
    "two_ducks": (line_map, changed(players=NAMES[:6], ducks=2), 2, legal_decision),
    "no_discussion": (line_map, changed(meetings=MeetingRules(discussion_rounds=0)), 3, legal_decision),
    "many_calls": (
        line_map,
        changed(meetings=MeetingRules(discussion_rounds=1, budget=5)),
        4,
        legal_decision,
    ),
    "kept_progress": (line_map, changed(tasks=TaskRules(2, 3, True)), 13, legal_decision),
    "tasks_done": (line_map, changed(tasks=TaskRules(1, 2), kill=KillRules(9, 9)), 14, diligent_decision),
    "long_tasks": (line_map, changed(tasks=TaskRules(1, 5, False)), 6, legal_decision),
    "refused_wait": (line_map, SMALL, 7, any_decision),
    "refused_ask_again": (line_map, changed(illegal="ask_again"), 8, any_decision),
    "refused_forfeit": (line_map, changed(illegal="forfeit"), 9, any_decision),
    "drawn_map": (drawn, SMALL, 10, legal_decision),
    "no_cooldown": (drawn, changed(kill=KillRules(0, 0), players=NAMES[:7]), 11, legal_decision),
    "hidden_roles": (line_map, changed(meetings=MeetingRules(1, 1, False)), 12, legal_decision),
}


def told(name: str) -> Iterator[str]:
    """A game as text: events as tick, type and data; decisions after an arrow."""
    make_map, rules, seed, choose = GAMES[name]
    engine = Engine(make_map(), rules, seed)
    rng = random.Random(seed)
    while True:
        for event in engine.drain():
            yield f"{event.tick:>3} {event.event_type} {msgspec.json.encode(event.data).decode()}"
        need = engine.need
        if need is None:
            return
        decision = choose(engine, rng)
        refusal = engine.decide(decision)
        answer = "" if refusal is None else f"  -- {refusal}"
        yield f"  > {engine.seats[need.player].name}: {msgspec.json.encode(decision).decode()}{answer}"


@pytest.mark.parametrize("name", GAMES)
def test_golden_game(name: str) -> None:
    golden = (GOLDEN / f"{name}.txt").read_text().splitlines()
    now = list(told(name))
    diff = list(difflib.unified_diff(golden, now, "golden", "now", lineterm="", n=2))
    assert not diff, "\n".join(diff[:60])


def test_the_golden_games_show_every_kind_of_event_and_end() -> None:
    text = "".join(path.read_text() for path in GOLDEN.glob("*.txt"))
    for kind in (
        "task_completed", "player_killed", "body_reported", "meeting_called", "player_ejected",
        "vote_skipped",
        "players_respawned", "free_roam_chat", "forfeited", "All Ducks", "voting majority", "tasks completed",
        "Tick budget",
    ):  # fmt: skip
        assert kind in text, kind


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for game in GAMES:
        (GOLDEN / f"{game}.txt").write_text("".join(f"{line}\n" for line in told(game)))
