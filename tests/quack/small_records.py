"""Small records written by hand: a builder that fills in what every line must have."""

import json
from pathlib import Path
from typing import Any

NAMES = ("Alice", "Bob", "Charlie", "Diana")
TASKS = (("weapons", "Clear Asteroids"), ("medbay", "Submit Scan"))


class Script:
    """A record in the making. Players are named; Alice is the Duck unless said otherwise.

    It keeps the books that a record's later lines refer to: who lives, which bodies lie, how far
    tasks are, what was voted.
    """

    def __init__(
        self,
        rooms=("cafeteria",) * 4,
        *,
        duck="Alice",
        names=NAMES,
        tasks=TASKS,
        ticks=3,
        schema=None,
        game_map=None,
    ):
        self.lines: list[dict[str, Any]] = []
        self.names = names
        self.tick = 0
        self.ticks_required = ticks
        self.duck = duck
        self.living = list(names)
        self.bodies: list[dict[str, str]] = []
        self.votes: dict[str, str | None] = {}
        self.done: dict[tuple[str, str, str], int] = {}
        state = {
            f"player_{seat}": {
                "name": name,
                "role": "Duck" if name == duck else "Goose",
                "team": "duck" if name == duck else "goose",
                "room": rooms[seat],
                "tasks": [{"name": task, "room": room, "ticks_required": ticks} for room, task in tasks],
            }
            for seat, name in enumerate(names)
        }
        data: dict[str, Any] = {
            "players": list(names),
            "config": {"num_players": len(names), "num_ducks": 1, "map": "configs/maps/simple_ship.yaml"},
            "initial_state": state,
        }
        if schema is not None:
            rules = {"players": list(names), "tasks": {"per_goose": len(tasks), "ticks": ticks}}
            data |= {"schema": schema, "seed": 7, "rules": rules, "map": game_map}
        self.add("game_started", **data)

    def id(self, name) -> str:
        return f"player_{self.names.index(name)}"

    def add(self, event_type: str, **data: Any) -> "Script":
        stamp = 1000.0 + len(self.lines)
        self.lines.append({"timestamp": stamp, "event_type": event_type, "tick": self.tick, "data": data})
        return self

    def start(self) -> "Script":
        self.tick += 1
        return self.add("tick_start", tick=self.tick)

    def end(self) -> "Script":
        return self.add("tick_end", tick=self.tick)

    def ticks(self, count) -> "Script":
        for _ in range(count):
            self.start().end()
        return self

    def move(self, name, source, target, ticks=None) -> "Script":
        walk = {} if ticks is None else {"ticks_remaining": ticks}
        return self.add("player_moved", player_id=self.id(name), **{"from": source, "to": target}, **walk)

    def work(self, name, room, task) -> "Script":
        done = self.done[name, room, task] = self.done.get((name, room, task), 0) + 1
        progress = f"{done}/{self.ticks_required}"
        return self.add(
            "task_progress", player_id=self.id(name), task_name=task, room=room, progress=progress
        )

    def finish(self, name, room, task) -> "Script":
        self.work(name, room, task)
        return self.add("task_completed", player_id=self.id(name), task_name=task, room=room)

    def chat(self, name, room, message="hi") -> "Script":
        return self.add(
            "free_roam_chat", player_id=self.id(name), name=name, room=room, message=message, tick=self.tick
        )

    def kill(self, killer, victim, room) -> "Script":
        self.bodies.append({"room": room, "victim_name": victim})
        if victim in self.living:
            self.living.remove(victim)
        return self.add("player_killed", killer_id=self.id(killer), target_id=self.id(victim), room=room)

    def report(self, caller, *bodies) -> "Script":
        listed = [{"room": room, "victim_name": victim} for victim, room in bodies]
        self.add(
            "body_reported", caller=self.id(caller), reason=f"{caller} reported a dead body", bodies=listed
        )
        return self.add("phase_changed", phase="discussion")

    def call(self, caller) -> "Script":
        self.add(
            "meeting_called",
            caller=self.id(caller),
            reason=f"{caller} called an emergency meeting",
            bodies=list(self.bodies),
        )
        return self.add("phase_changed", phase="discussion")

    def say(self, name, message) -> "Script":
        return self.add("discussion_message", player_id=self.id(name), message=message)

    def vote(self, **votes) -> "Script":
        self.add("phase_changed", phase="voting")
        self.votes = {}
        for voter, target in votes.items():
            self.votes[self.id(voter)] = target and self.id(target)
            self.add("vote_cast", voter=self.id(voter), target=target and self.id(target))
        return self

    def eject(self, name, *, duck=False) -> "Script":
        role, team = ("Duck", "duck") if duck else ("Goose", "goose")
        if name in self.living:
            self.living.remove(name)
        its_id = self.id(name)
        return self.add(
            "player_ejected", player_id=its_id, name=name, role=role, team=team, votes=dict(self.votes)
        )

    def skip(self) -> "Script":
        return self.add("vote_skipped", reason="tie_or_skip")

    def respawn(self, **rooms) -> "Script":
        self.bodies = []
        self.add("phase_changed", phase="free_roam")
        return self.add("players_respawned", rooms={self.id(name): room for name, room in rooms.items()})

    def over(self, winner=None, reason=None) -> "Script":
        """The end, by default the one that the living bear out."""
        due = ("goose", "Tick budget reached with Geese alive")
        if self.duck not in self.living:
            due = ("goose", "All Ducks have been ejected")
        elif len(self.living) <= 2:
            due = ("duck", "Ducks have voting majority")
        return self.add("game_over", winner=winner or due[0], reason=reason or due[1])

    def text(self) -> bytes:
        return b"".join(json.dumps(line).encode() + b"\n" for line in self.lines)

    def write(self, folder: Path) -> Path:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "game.jsonl"
        path.write_bytes(self.text())
        return path
