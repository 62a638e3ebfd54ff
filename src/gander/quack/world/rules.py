"""The rules of a game: every number and choice that a game can be set up with.

They are read and written as YAML in `gander.quack.world.rules_yaml`.
"""

from collections.abc import Iterator
from typing import Literal

import msgspec

from gander.errors import InputError
from gander.faults import Fault, name_faults, same, shown

__all__ = [
    "NAMES",
    "KillRules",
    "MeetingRules",
    "Rules",
    "TaskRules",
    "WinRules",
    "check_rules",
    "players_fault",
    "rule_faults",
]

NAMES = (
    "Alice", "Bob", "Charlie", "Diana", "Eve", "Frank", "Grace", "Heidi", "Ivan", "Judy", "Karl", "Laura",
    "Mallory", "Niaj", "Olivia", "Peggy", "Quentin", "Rupert", "Sybil", "Trent", "Uma", "Victor", "Walter",
    "Yara",
)  # fmt: skip
"""Names that are given out, in this order, where the rules only say how many players there are."""


class TaskRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tasks (paper, section 3.1).

    Attributes:
        per_goose: Tasks a Goose; a Duck gets as many fake ones.
        ticks: Consecutive ticks of work that a task takes.
        keep_progress: Whether an unfinished task keeps its ticks when its player leaves the room
            or does something else; False starts it over.
    """

    per_goose: int = 5
    ticks: int = 3
    keep_progress: bool = False


class KillRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Kills: ticks from one to the next, and ticks before the first. Both run on through meetings."""

    cooldown: int = 5
    initial_cooldown: int = 5


class MeetingRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Meetings.

    Attributes:
        discussion_rounds: How often each living player speaks.
        budget: Emergency meetings that all players together may call; None is one a Duck.
        reveal_ejected: Whether players learn the team of whom they ejected.
    """

    discussion_rounds: int = 2
    budget: int | None = None
    reveal_ejected: bool = True


class WinRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How games end.

    Attributes:
        tick_budget: The last tick; Geese who are alive then have won.
        dead_tasks_count: Whether the tasks of dead Geese must be done too.
    """

    tick_budget: int = 200
    dead_tasks_count: bool = False


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All rules; the defaults are the paper's standard game.

    Attributes:
        players: The players' names, in seat order.
        ducks: How many of them are Ducks.
        tasks: Rules about tasks.
        kill: Rules about kills.
        meetings: Rules about meetings.
        win: How games end.
        illegal: What a refused decision leads to. ``wait``: the turn passes without an action, a
            speech or a vote. ``ask_again``: the player is asked once more, told why; then as
            ``wait``. ``forfeit``: the other team wins at once.
    """

    players: tuple[str, ...] = NAMES[:6]
    ducks: int = 1
    tasks: TaskRules = TaskRules()
    kill: KillRules = KillRules()
    meetings: MeetingRules = MeetingRules()
    win: WinRules = WinRules()
    illegal: Literal["wait", "ask_again", "forfeit"] = "wait"

    @property
    def meeting_budget(self) -> int:
        """Emergency meetings that the players may call in all."""
        return self.ducks if self.meetings.budget is None else self.meetings.budget


def check_rules(rules: Rules, task_sites: int, *, source: str = "") -> None:
    """Refuse rules under which no game can be played.

    Args:
        rules: The rules.
        task_sites: How many task sites the map has; a player's tasks are all different.
        source: What to call the rules in the message, such as their file; may be empty.

    Raises:
        InputError: Naming the rule, its value and what is allowed.
    """
    for fault in rule_faults(rules, task_sites):
        rule = ".".join(step for step in fault.place if isinstance(step, str))
        raise InputError(fault.what, where=f"{source}, {rule}" if source else rule, todo=fault.todo)


def rule_faults(rules: Rules, task_sites: int | None = None) -> Iterator[Fault]:
    """All that is wrong with rules, at places such as ``("tasks", "ticks")`` or ``("players", 3)``.

    Args:
        rules: The rules.
        task_sites: How many task sites the map has; None if the map is not known yet.
    """
    n = len(rules.players)
    if not 2 <= n <= len(NAMES):
        yield players_fault(n)
        return  # how many Ducks are too many cannot be said
    seen: dict[str, int] = {}
    for number, name in enumerate(rules.players):
        yield from name_faults(name, ("players", number), "a player's name")
        before = seen.setdefault(same(name), number)
        if before != number:
            yield Fault(
                ("players", number),
                f"two players are called {shown(rules.players[before])} and {shown(name)}.",
                "Names must differ in more than case and spaces.",
            )
    if not 1 <= rules.ducks <= n // 2:
        yield Fault(
            ("ducks",),
            f"{n} players cannot have {rules.ducks} {'Duck' if rules.ducks == 1 else 'Ducks'}; there may be "
            f"1 to {n // 2}, no more than there are Geese.",
            "Change ducks or players.",
        )
    limits = (
        ("tasks", "per_goose", rules.tasks.per_goose, 1, 1000),
        ("tasks", "ticks", rules.tasks.ticks, 1, 1000),
        ("kill", "cooldown", rules.kill.cooldown, 0, 10_000),
        ("kill", "initial_cooldown", rules.kill.initial_cooldown, 0, 10_000),
        ("meetings", "discussion_rounds", rules.meetings.discussion_rounds, 0, 20),
        ("meetings", "budget", rules.meetings.budget or 0, 0, 10_000),
        ("win", "tick_budget", rules.win.tick_budget, 1, 1_000_000),
    )
    for section, rule, value, low, high in limits:
        if not low <= value <= high:
            yield Fault((section, rule), f"{rule} must be from {low} to {high}, not {value}.")
    if task_sites is not None and rules.tasks.per_goose > task_sites:
        yield Fault(
            ("tasks", "per_goose"),
            f"{rules.tasks.per_goose} tasks a Goose are more than the map has task sites ({task_sites}).",
            "Ask for fewer tasks or take another map.",
        )


def players_fault(n: int) -> Fault:
    """What is said where `n` is no number of players."""
    return Fault(("players",), f"a game has 2 to {len(NAMES)} players, not {n}.")
