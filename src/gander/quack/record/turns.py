"""Turns: in Gander's own records every event follows from the decision before it.

Each decision is by somebody whose turn it is, and of a kind that fits the phase. A legal one is
followed at once by what it leads to, a refused one by nothing; and nothing that a player does stands
without its decision.
"""

from typing import Any

from gander.quack.record.fields import Fault, show
from gander.quack.record.situation import DISCUSSION, TICK, VOTING, Situation
from gander.quack.world.engine import TICK_BUDGET
from gander.quack.world.rules import Rules

__all__ = ["FORFEIT", "Turns"]

FORFEIT = " forfeited: "
"""What the reason of a forfeited game says after the player's name."""

_PHASE = {"act": TICK, "speak": DISCUSSION, "vote": VOTING}

Owed = tuple[str, dict[str, Any]]
"""An event that must come next: its type and those of its fields that the decision sets."""


class Turns:
    """Whose turn it is in a game, and what must follow from the last decision.

    Args:
        now: The situation; an event is taken into it before it is taken here.
        rules: The game's rules.
    """

    def __init__(self, now: Situation, rules: Rules) -> None:
        self._now = now
        self._rules = rules
        self._owed: list[Owed] = []
        self._waiting: set[str] = set()
        self._again: str | None = None
        self._forfeit: tuple[str, str] | None = None
        self._working: dict[str, tuple[str, str]] = {}
        self._order: list[str] = []
        self._turn = 0

    def take(self, kind: str, data: dict[str, Any]) -> None:
        """Take an event that fits the situation.

        Raises:
            Fault: It doesn't fit the turns.
        """
        if kind in _EFFECTS:
            self._follow(kind, data)
            if kind == "task_progress":
                self._work(data)
            elif kind == "player_killed":
                self._waiting.discard(data["target_id"])
            return
        if kind == "task_completed":
            return
        self._settle(kind)
        if kind == "decision":
            self._decide(data)
        elif kind == "tick_start":
            self._check_turns_taken(self._now.tick - 1)
            self._waiting = set(self._now.ready)
        elif kind == "phase_changed":
            self._change(data["phase"])
        elif kind in ("player_ejected", "vote_skipped"):
            self._check_all_had_a_turn("voted")
        elif kind == "game_over":
            self._finish(data)

    # What follows from a decision.

    def _settle(self, kind: str) -> None:
        """Refuse any further event while something is open."""
        if self._owed:
            raise Fault(f"{kind} stands where {self._owed[0][0]} must follow from the decision before.")
        if self._again is not None and kind != "decision":
            raise Fault(f"{kind} stands where {self._now.names[self._again]} must be asked again.")
        if self._forfeit is not None and kind not in ("tick_end", "game_over"):
            raise Fault(f"{kind} stands where the game ends, since {self._forfeit[0]} has forfeited it.")

    def _follow(self, kind: str, data: dict[str, Any]) -> None:
        if not self._owed:
            raise Fault(f"{kind} stands without the decision that it follows from.")
        owed, fields = self._owed.pop(0)
        if kind != owed:
            raise Fault(f"{kind} stands where {owed} must follow from the decision before.")
        for name, value in fields.items():
            if data.get(name) != value:
                raise Fault(
                    f'the field "{name}" is {show(data.get(name))}; the decision before says {show(value)}.'
                )

    def _work(self, data: dict[str, Any]) -> None:
        """Work counts on where it wasn't interrupted by another turn or a meeting, and only there."""
        player, task = data["player_id"], (data["room"], data["task_name"])
        if not self._rules.tasks.keep_progress:
            on = self._working.get(player) == task
            if (self._now.done[player][task] > 1) != on:
                was = "was not interrupted" if on else "was abandoned"
                raise Fault(f'the field "progress" is {show(data["progress"])}, but the work {was}.')
        self._working[player] = task

    # Decisions.

    def _decide(self, data: dict[str, Any]) -> None:
        now = self._now
        player, kind, decision, legal = data["player_id"], data["kind"], data["decision"], data["legal"]
        if player not in now.names:
            raise now.unknown_player("decision", data, player)
        if kind not in _PHASE:
            raise Fault(f'the field "kind" is {show(kind)}; expected one of {", ".join(_PHASE)}.')
        now.check_phase(f"a decision to {kind}", _PHASE[kind])
        now.check_alive(player, "decides")
        if legal == (data.get("why") is not None):
            raise Fault(f'the field "legal" is {show(legal)}, but "why" is {show(data.get("why"))}.')
        again = self._again == player
        if self._again is not None and not again:
            raise Fault(f"{now.names[player]} decides where {now.names[self._again]} must be asked again.")
        if (data.get("attempt") or 1) != 1 + again:
            raise Fault(f'the field "attempt" is {show(data.get("attempt"))}; expected {1 + again}.')
        self._again = None
        if kind == "act":
            if player not in self._waiting:
                raise Fault(
                    f"{now.names[player]} decides a second time in tick {now.tick}, or is in a corridor.",
                    "Remove the line if it is a repeat.",
                )
        else:
            self._check_turn(kind, player)
        if not legal and not again and self._rules.illegal == "ask_again":
            self._again = player
            return
        if kind == "act":
            self._waiting.remove(player)
            if not legal or decision.get("action") != "task":
                self._working.pop(player, None)
        else:
            self._turn += 1
            if kind == "speak" and len(self._order) < len(now.living):
                self._order.append(player)
        if legal:
            if decision.get("kind") != kind:
                raise Fault(f'the field "decision" is {show(decision)}; expected one to {kind}.')
            self._owed = self._effects(player, kind, decision)
        elif self._rules.illegal == "forfeit":
            self._forfeit = (now.names[player], data["why"])

    def _check_turn(self, kind: str, player: str) -> None:
        """Speaking: the caller first, everybody once a round, in one order. Voting: by seat."""
        now = self._now
        living = list(now.living)
        turn = self._turn
        if kind == "vote":
            due = living[turn] if turn < len(living) else None
        elif turn >= len(living) * self._rules.meetings.discussion_rounds:
            due = None
        elif turn == 0:
            due = now.caller
        elif turn < len(living):
            due = player if player not in self._order else None
        else:
            due = self._order[turn % len(living)]
        if due != player:
            whose = "nobody's" if due is None else f"{now.names[due]}'s"
            if kind == "speak" and 0 < turn < len(living):
                whose = "that of somebody who has not spoken yet"
            raise Fault(
                f"{now.names[player]} decides to {kind}, but the turn is {whose}.",
                "Restore the lines' order, or what is missing before.",
            )

    def _effects(self, player: str, kind: str, decision: dict[str, Any]) -> list[Owed]:
        if kind == "speak":
            return [("discussion_message", {"player_id": player, "message": decision["message"]})]
        target = decision.get("target")
        if kind == "vote":
            return [("vote_cast", {"voter": player, "target": self._id(target)})]
        say, action = decision.get("say"), decision["action"]
        owed: list[Owed] = [("free_roam_chat", {"player_id": player, "message": say})] if say else []
        if action == "move":
            owed.append(("player_moved", {"player_id": player, "to": target}))
        elif action == "task":
            named = {} if target is None else {"task_name": target}
            owed.append(("task_progress", {"player_id": player, **named}))
        elif action == "kill":
            owed.append(("player_killed", {"killer_id": player, "target_id": self._id(target)}))
        elif action == "report":
            owed.append(("body_reported", {"caller": player}))
        elif action == "call":
            owed.append(("meeting_called", {"caller": player}))
        elif action != "wait":
            raise Fault(f"there is no action {show(action)}, so the decision cannot be legal.")
        return owed

    def _id(self, name: str | None) -> str | None:
        if name is None:
            return None
        if name not in self._now.ids:
            raise Fault(f"there is no player named {show(name)}; the players are {', '.join(self._now.ids)}.")
        return self._now.ids[name]

    # Ticks, meetings, the end.

    def _check_turns_taken(self, tick: int) -> None:
        """Everybody who stood in a room had its turn in a tick that nothing cut short."""
        if self._waiting:
            silent = ", ".join(
                self._now.names[player] for player in self._now.names if player in self._waiting
            )
            raise Fault(f"{silent} had no turn in tick {tick}; decisions are missing.")

    def _change(self, phase: str) -> None:
        if phase == "discussion":
            self._waiting.clear()
            self._working.clear()
            self._order = []
            self._turn = 0
        elif phase == "voting":
            rounds = self._rules.meetings.discussion_rounds
            if self._turn != len(self._now.living) * rounds:
                raise Fault(
                    f"the discussion had {self._turn} turns; expected {rounds} of each living player."
                )
            self._order = list(self._now.living)
            self._turn = 0

    def _check_all_had_a_turn(self, did: str) -> None:
        if self._turn != len(self._order):
            raise Fault(f"{self._turn} of {len(self._order)} living players {did}; decisions are missing.")

    def _finish(self, data: dict[str, Any]) -> None:
        reason, winner = data["reason"], data["winner"]
        if self._forfeit is None:
            if FORFEIT in reason:
                raise Fault(f'the field "reason" is {show(reason)}, but nobody has forfeited the game.')
            if reason == TICK_BUDGET:
                self._check_turns_taken(self._now.tick)
            return
        name, why = self._forfeit
        due = "goose" if self._now.teams[self._now.ids[name]] == "duck" else "duck"
        if (winner, reason) != (due, f"{name}{FORFEIT}{why}"):
            raise Fault(
                f'the game was forfeited by {name}, so "winner" must be {show(due)} and "reason" say so.'
            )


_EFFECTS = frozenset(
    (
        "body_reported",
        "discussion_message",
        "free_roam_chat",
        "meeting_called",
        "player_killed",
        "player_moved",
        "task_progress",
        "vote_cast",
    )
)
