"""The engine: a state machine that is told decisions and says what it needs next.

It owns no clock, file, model or thread. A loop, a server or a training library drives it alike::

    engine = Engine(game_map, Rules(), seed=7)
    while engine.need:
        engine.decide(choose(engine))
    engine.state.winner

What happens comes out as events (`drain`). All randomness is drawn from one generator that the
engine seeds and nobody else uses, so the same map, rules, seed and decisions make the same events.

Sequence of a free-roam tick (paper, section 3.6): walkers come nearer and arrive, cooldowns run,
then the living who are not in a corridor are asked in a random order and each decision takes effect
at once. A report or call ends the tick; so does whatever decides the game.
"""

import random
from collections.abc import Callable, Sequence

import msgspec

from gander.quack.world.decisions import Act, Decision, Need, Speak, Unclear, Vote
from gander.quack.world.events import (
    SCHEMA,
    BodyListed,
    DiscussionMessage,
    Event,
    FreeRoamChat,
    GameOver,
    GameStarted,
    MeetingBegun,
    PhaseChanged,
    PlayerEjected,
    PlayerKilled,
    PlayerMoved,
    PlayersRespawned,
    PlayerStart,
    TaskCompleted,
    TaskGiven,
    TaskProgress,
    TickEnd,
    TickStart,
    VoteCast,
    VoteSkipped,
)
from gander.quack.world.maps import GameMap, check_map, layout
from gander.quack.world.rules import Rules, check_rules
from gander.quack.world.state import (
    Body,
    Meeting,
    MeetingResult,
    PlayerState,
    Seat,
    Sight,
    SightKind,
    State,
    Task,
    state_hash,
)

__all__ = ["DUCKS_EJECTED", "MAX_TEXT", "PARITY", "TASKS_DONE", "TICK_BUDGET", "Engine"]

DUCKS_EJECTED = "All Ducks have been ejected"
PARITY = "Ducks have voting majority"
TASKS_DONE = "All Goose tasks completed"
TICK_BUDGET = "Tick budget reached with Geese alive"

MAX_TEXT = 100_000
"""The longest text that a decision may hold, in characters."""

WAIT = Act("wait")
REPORT = Act("report")
CALL = Act("call")

Journal = Callable[[Need, Decision, str | None], None]


class Engine:
    """One game.

    Attributes:
        game_map: The map.
        rules: The rules.
        seed: The seed of all randomness in the game.
        layout: What follows from the map (neighbours, distances).
        seats: What is fixed about each player.
        state: The current state; read it, but leave changing it to the engine.
        need: The decision that is awaited; None when the game is over.
        refusal: Why the first attempt at the awaited decision was refused; None at a first attempt.

    Raises:
        InputError: The map or the rules cannot be played.
    """

    def __init__(self, game_map: GameMap, rules: Rules, seed: int) -> None:
        check_map(game_map)
        check_rules(rules, len(game_map.tasks))
        self.game_map = game_map
        self.rules = rules
        self.seed = seed
        self.layout = layout(game_map)
        self.need: Need | None = None
        self.refusal: str | None = None
        self._rng = random.Random(seed)
        self._out: list[Event] = []
        self._rooms = [room.name for room in game_map.rooms]
        self._room_index = {name: index for index, name in enumerate(self._rooms)}
        self._names = list(rules.players)
        self._name_index = {name: index for index, name in enumerate(self._names)}
        self._moves = [
            tuple(Act("move", self._rooms[to]) for to, _ in self.layout.neighbours[room])
            for room in range(len(self._rooms))
        ]
        self._travel = [dict(self.layout.neighbours[room]) for room in range(len(self._rooms))]
        self._button = self._room_index[game_map.button]
        # What was witnessed in each room since the last respawn, and from where on each player
        # has not been told yet. Part of no hash: it follows from the events.
        self._sights: list[list[Sight]] = [[] for _ in self._rooms]
        self._told = [0] * len(self._names)
        self._needs = [
            [Need("act", player, attempt) for player in range(len(self._names))] for attempt in (1, 2)
        ]
        self.seats, self.state = self._set_up()
        self._ids = [seat.player_id for seat in self.seats]
        self._ticks_a_task = rules.tasks.ticks
        self._kills = [Act("kill", name) for name in self._names]
        self._tasks_in = [_by_room(seat) for seat in self.seats]
        self._report_start()
        if not self._decided():
            self._begin_tick()
            self._settle()

    # What drivers and observers ask.

    def drain(self) -> list[Event]:
        """The events since the last call, in order; their timestamps are 0.0."""
        events, self._out = self._out, []
        return events

    def legal_actions(self, player: int) -> list[Act]:
        """Every legal free-roam action of a player who stands in a room, waiting first."""
        state = self.state
        me = state.players[player]
        seat = self.seats[player]
        room = me.room
        actions = [WAIT, *self._moves[room]]
        for task, act in self._tasks_in[player].get(room, ()):
            if me.progress[task] < self._ticks_a_task:
                actions.append(act)
        if seat.duck and me.cooldown == 0:
            actions += [self._kills[victim] for victim in self.present(player) if not self.seats[victim].duck]
        for body in state.bodies:
            if body.room == room:
                actions.append(REPORT)
                break
        if room == self._button and state.calls_left > 0:
            actions.append(CALL)
        return actions

    def present(self, player: int) -> list[int]:
        """The living players who stand in the same room as a standing player, without it."""
        room = self.state.players[player].room
        return [
            other
            for other, its in enumerate(self.state.players)
            if its.room == room and its.to < 0 and its.alive and other != player
        ]

    def sights(self, player: int) -> Sequence[Sight]:
        """What happened around a player since its own last decision, its own doings left out."""
        name = self._names[player]
        heap = self._sights[self.state.players[player].room]
        told = self._told[player]
        if told == len(heap):
            return ()
        return tuple([sight for sight in heap[told:] if sight.who != name])

    def later(self) -> list[Need]:
        """Who else is to be asked in this tick or vote, in order, unless what happens before prevents it.

        Empty in a discussion, where each answers to those who spoke before.
        """
        state = self.state
        if state.phase == "free_roam":
            players = state.players
            return [
                self._needs[0][player] for player in state.order[state.turn + 1 :] if players[player].alive
            ]
        if state.phase == "voting" and state.meeting is not None:
            return [Need("vote", player) for player in sorted(state.meeting.order)[state.meeting.turn + 1 :]]
        return []

    def judge(self, decision: Decision) -> str | None:
        """Why a decision is illegal now, as a sentence; None if it is legal.

        Raises:
            TypeError: A part of the decision is not text: the player is at fault as a program.
        """
        need = self.need
        if need is None:
            return "The game is over."
        if fault := _unfit(decision):
            return fault
        if isinstance(decision, Unclear):
            return decision.why
        if isinstance(decision, Act):
            if need.kind != "act":
                return f"A meeting is held: {'a speech' if need.kind == 'speak' else 'a vote'} is awaited."
            return self._judge_act(need.player, decision)
        if isinstance(decision, Speak):
            return None if need.kind == "speak" else "This is no time for a speech."
        if need.kind != "vote":
            return "This is no time for a vote."
        if decision.target is None:
            return None
        target = self._name_index.get(decision.target)
        if target is None:
            return f"Nobody is called {decision.target!r}."
        if not self.state.players[target].alive:
            return f"{decision.target} is dead and cannot be voted for."
        return None

    def decide(self, decision: Decision, journal: Journal | None = None) -> str | None:
        """Take the awaited decision.

        Args:
            decision: The decision of the player that `need` names.
            journal: Called with the need, the decision and the refusal before anything takes
                effect, so that a record can have the decision ahead of what follows from it.

        Returns:
            Why the decision was refused, as a sentence; None if it took effect.

        Raises:
            RuntimeError: The game is over.
            TypeError: A part of the decision is not text (see `judge`).
        """
        need = self.need
        if need is None:
            raise RuntimeError("the game is over; no decision is awaited")
        refusal = self.judge(decision)
        if journal is not None:
            journal(need, decision, refusal)
        player = need.player
        if refusal is not None and need.attempt == 1 and self.rules.illegal == "ask_again":
            self.state.attempt = 2
            self.refusal = refusal
            self._settle()
            return refusal
        self.state.attempt = 1
        self.refusal = None
        self._told[player] = len(self._sights[self.state.players[player].room])
        if refusal is not None:
            self._refuse(player, refusal)
        elif isinstance(decision, Act):
            self._act(player, decision)
        else:
            meeting = self.state.meeting
            assert meeting is not None
            if isinstance(decision, Speak):
                meeting.spoken.append((player, decision.message))
                self._emit("discussion_message", DiscussionMessage(self._ids[player], decision.message))
            elif isinstance(decision, Vote):
                target = None if decision.target is None else self._name_index[decision.target]
                meeting.votes[player] = target
                self._emit(
                    "vote_cast", VoteCast(self._ids[player], None if target is None else self._ids[target])
                )
            meeting.turn += 1
        self._settle()
        return refusal

    # Setting up.

    def _set_up(self) -> tuple[tuple[Seat, ...], State]:
        rng, rules = self._rng, self.rules
        n = len(self._names)
        ducks = set(rng.sample(range(n), rules.ducks))
        sites = [Task(site.name, self._room_index[site.room]) for site in self.game_map.tasks]
        seats = tuple(
            Seat(f"player_{i}", name, i in ducks, tuple(rng.sample(sites, rules.tasks.per_goose)))
            for i, name in enumerate(self._names)
        )
        players = [
            PlayerState(
                room=rng.randrange(len(self._rooms)),
                progress=[0] * rules.tasks.per_goose,
                cooldown=rules.kill.initial_cooldown if seat.duck else 0,
            )
            for seat in seats
        ]
        state = State(
            tick=0,
            phase="free_roam",
            meetings=0,
            calls_left=rules.meeting_budget,
            order=[],
            turn=0,
            attempt=1,
            players=players,
            bodies=[],
        )
        return seats, state

    def _report_start(self) -> None:
        rules, rooms = self.rules, self._rooms
        start = {
            seat.player_id: PlayerStart(
                seat.name,
                seat.role,
                seat.team,
                rooms[its.room],
                [TaskGiven(task.name, rooms[task.room], rules.tasks.ticks) for task in seat.tasks],
            )
            for seat, its in zip(self.seats, self.state.players, strict=True)
        }
        config = {"num_players": len(self._names), "num_ducks": rules.ducks, "map": self.game_map.name}
        data = GameStarted(
            self._names,
            config,
            start,
            SCHEMA,
            self.seed,
            msgspec.to_builtins(rules),
            msgspec.to_builtins(self.game_map),
        )
        self._emit("game_started", data)

    # Going on.

    def _emit(self, event_type: str, data: msgspec.Struct) -> None:
        self._out.append(Event(0.0, event_type, self.state.tick, data))

    def _settle(self) -> None:
        """Run the game up to the next decision."""
        state = self.state
        while state.phase != "game_over":
            if state.phase == "free_roam":
                order = state.order
                while state.turn < len(order):
                    player = order[state.turn]
                    # Whoever was killed earlier in the tick has no turn.
                    if state.players[player].alive:
                        self.need = self._needs[state.attempt - 1][player]
                        return
                    state.turn += 1
                self._end_tick()
                continue
            meeting = state.meeting
            assert meeting is not None
            living = len(meeting.order)
            if state.phase == "discussion":
                if meeting.turn < living * self.rules.meetings.discussion_rounds:
                    self.need = Need("speak", meeting.order[meeting.turn % living], state.attempt)
                    return
                meeting.turn = 0
                state.phase = "voting"
                self._emit("phase_changed", PhaseChanged("voting", state_hash(state)))
            elif meeting.turn < living:
                self.need = Need("vote", sorted(meeting.order)[meeting.turn], state.attempt)
                return
            else:
                self._end_meeting(meeting)
        self.need = None

    def _begin_tick(self) -> None:
        state = self.state
        state.tick += 1
        state.turn = 0
        self._emit("tick_start", TickStart(state.tick))
        arrived: list[tuple[int, int]] = []
        order: list[int] = []
        for player, its in enumerate(state.players):
            if not its.alive:
                continue
            if its.cooldown > 0:
                its.cooldown -= 1
            if its.to >= 0:
                its.remaining -= 1
                if its.remaining:
                    continue
                arrived.append((player, its.room))
                its.room, its.to = its.to, -1
                self._told[player] = len(self._sights[its.room])
            order.append(player)
        # Logged after all have arrived: those who arrive together see each other do so.
        for player, origin in arrived:
            self._witness(state.players[player].room, "arrived", player, self._rooms[origin])
        self._rng.shuffle(order)
        state.order = order

    def _end_tick(self) -> None:
        state = self.state
        self._emit("tick_end", TickEnd(state.tick, state_hash(state)))
        if not self._out_of_ticks():
            self._begin_tick()

    def _out_of_ticks(self) -> bool:
        if self.state.tick < self.rules.win.tick_budget:
            return False
        self._finish("goose", TICK_BUDGET)
        return True

    def _finish(self, winner: str, reason: str) -> None:
        state = self.state
        state.phase, state.winner, state.reason = "game_over", winner, reason
        self.need = None
        self._emit("game_over", GameOver(winner, reason, state_hash(state)))

    def _verdict(self) -> tuple[str, str] | None:
        """Who has won by now and why."""
        players = self.state.players
        ducks = geese = 0
        for seat, its in zip(self.seats, players, strict=True):
            if its.alive:
                if seat.duck:
                    ducks += 1
                else:
                    geese += 1
        if ducks == 0:
            return "goose", DUCKS_EJECTED
        if ducks >= geese:
            return "duck", PARITY
        needed, dead_count = self.rules.tasks.ticks, self.rules.win.dead_tasks_count
        for seat, its in zip(self.seats, players, strict=True):
            if not seat.duck and (its.alive or dead_count) and any(done < needed for done in its.progress):
                return None
        return "goose", TASKS_DONE

    def _decided(self) -> bool:
        """End the game if it is decided; what decides it in free roam ends the tick too."""
        verdict = self._verdict()
        if verdict is None:
            return False
        if self.state.phase == "free_roam" and self.state.tick:
            self._emit("tick_end", TickEnd(self.state.tick, state_hash(self.state)))
        self._finish(*verdict)
        return True

    # Free roam.

    def _witness(
        self, room: int, kind: SightKind, who: int, other: str | None = None, text: str | None = None
    ) -> None:
        sight = Sight(self.state.tick, kind, self._names[who], self._rooms[room], other, text)
        self._sights[room].append(sight)

    def _judge_act(self, player: int, act: Act) -> str | None:
        state = self.state
        me = state.players[player]
        here = self._rooms[me.room]
        kind, target = act.action, act.target
        if kind == "wait":
            return None
        if kind == "move":
            to = self._room_index.get(target or "")
            if to is None:
                return f"There is no room {target!r}."
            if to not in self._travel[me.room]:
                return f"No corridor leads from {here} to {target}."
            return None
        if kind == "task":
            if self._open_task(player, target) >= 0:
                return None
            return f"None of your open tasks is {'' if target is None else repr(target) + ' '}in {here}."
        if kind == "kill":
            return self._judge_kill(player, target)
        if kind == "report":
            return None if any(body.room == me.room for body in state.bodies) else f"No body lies in {here}."
        if kind == "call":
            if me.room != self._button:
                return f"The emergency button is in {self._rooms[self._button]}, not in {here}."
            return None if state.calls_left > 0 else "All emergency meetings are used up."
        return f"There is no action {kind!r}."

    def _judge_kill(self, player: int, target: str | None) -> str | None:
        me = self.state.players[player]
        if not self.seats[player].duck:
            return "Geese cannot kill."
        if me.cooldown:
            return f"The kill cooldown has {me.cooldown} more ticks to run."
        victim = self._name_index.get(target or "")
        if victim is None:
            return f"Nobody is called {target!r}."
        its = self.state.players[victim]
        if not its.alive:
            return f"{target} is dead already."
        if its.to >= 0 or its.room != me.room:
            return f"{target} is not in {self._rooms[me.room]}."
        if self.seats[victim].duck:
            return f"{target} is a Duck."
        return None

    def _open_task(self, player: int, name: str | None) -> int:
        me = self.state.players[player]
        for task, act in self._tasks_in[player].get(me.room, ()):
            if me.progress[task] < self._ticks_a_task and (name is None or name == act.target):
                return task
        return -1

    def _refuse(self, player: int, refusal: str) -> None:
        """Let a turn pass, or the game be forfeited, over a refused decision."""
        state = self.state
        if self.rules.illegal == "forfeit":
            seat = self.seats[player]
            if state.phase == "free_roam":
                self._emit("tick_end", TickEnd(state.tick, state_hash(state)))
            self._finish("goose" if seat.duck else "duck", f"{seat.name} forfeited: {refusal}")
        elif state.meeting is not None:
            state.meeting.turn += 1
        else:
            self._stop_working(player, -1)
            state.turn += 1

    def _stop_working(self, player: int, task: int) -> None:
        """Start a half-done task over when its player does anything but `task`."""
        me = self.state.players[player]
        half_done = me.working not in (-1, task) and me.progress[me.working] < self._ticks_a_task
        if half_done and not self.rules.tasks.keep_progress:
            me.progress[me.working] = 0
        me.working = task

    def _act(self, player: int, act: Act) -> None:
        state = self.state
        me = state.players[player]
        room = me.room
        player_id = self._ids[player]
        if act.say:
            # Before the action: those who are in the room now hear it.
            self._emit(
                "free_roam_chat",
                FreeRoamChat(player_id, self._names[player], self._rooms[room], act.say, state.tick),
            )
            self._witness(room, "said", player, text=act.say)
        kind = act.action
        task = self._open_task(player, act.target) if kind == "task" else -1
        if me.working != task:
            self._stop_working(player, task)
        state.turn += 1
        if kind == "move":
            assert act.target is not None
            to = self._room_index[act.target]
            ticks = self._travel[room][to]
            self._emit("player_moved", PlayerMoved(player_id, self._rooms[room], act.target, ticks))
            self._witness(room, "left", player, act.target)
            me.to, me.remaining = to, ticks
        elif kind == "task":
            self._work(player, task)
        elif kind == "kill":
            assert act.target is not None
            victim = self._name_index[act.target]
            self._emit("player_killed", PlayerKilled(player_id, self._ids[victim], self._rooms[room]))
            self._witness(room, "killed", player, act.target)
            state.players[victim].alive = False
            me.cooldown = self.rules.kill.cooldown
            state.bodies.append(Body(victim, room, state.tick))
            self._decided()
        elif kind in {"report", "call"}:
            self._begin_meeting(player, report=kind == "report")

    def _work(self, player: int, task: int) -> None:
        me, seat = self.state.players[player], self.seats[player]
        needed = self._ticks_a_task
        done = me.progress[task] + 1
        me.progress[task] = done
        name, room = seat.tasks[task].name, self._rooms[me.room]
        self._emit("task_progress", TaskProgress(seat.player_id, name, room, f"{done}/{needed}"))
        self._witness(me.room, "worked", player)
        if done == needed:
            me.working = -1
            self._emit("task_completed", TaskCompleted(seat.player_id, name, room))
            if not seat.duck:
                self._decided()

    # Meetings.

    def _begin_meeting(self, caller: int, *, report: bool) -> None:
        state = self.state
        if not report:
            state.calls_left -= 1
        for player, its in enumerate(state.players):
            if its.to >= 0 and its.alive:
                # Walkers stand again in the room they left, and saw nothing there meanwhile.
                its.to, its.remaining = -1, 0
                self._told[player] = len(self._sights[its.room])
            self._stop_working(player, -1)
        others = [player for player, its in enumerate(state.players) if its.alive and player != caller]
        self._rng.shuffle(others)
        state.meeting = Meeting(
            number=state.meetings,
            caller=caller,
            report=report,
            bodies=tuple(state.bodies),
            order=[caller, *others],
            spoken=[],
            turn=0,
            votes={},
        )
        state.meetings += 1
        state.order, state.turn = [], 0
        name = self._names[caller]
        reason = f"{name} reported a dead body" if report else f"{name} called an emergency meeting"
        bodies = [BodyListed(self._rooms[body.room], self._names[body.victim]) for body in state.bodies]
        self._emit(
            "body_reported" if report else "meeting_called", MeetingBegun(self._ids[caller], reason, bodies)
        )
        state.phase = "discussion"
        self._emit("phase_changed", PhaseChanged("discussion", state_hash(state)))

    def _end_meeting(self, meeting: Meeting) -> None:
        state = self.state
        ejected = _plurality(list(meeting.votes.values()))
        if ejected is None:
            self._emit("vote_skipped", VoteSkipped("tie_or_skip"))
        else:
            seat = self.seats[ejected]
            votes = {
                self._ids[voter]: None if target is None else self._ids[target]
                for voter, target in meeting.votes.items()
            }
            state.players[ejected].alive = False
            self._emit(
                "player_ejected", PlayerEjected(seat.player_id, seat.name, seat.role, seat.team, votes)
            )
        state.bodies = []
        state.meeting = None
        state.last_meeting = MeetingResult(meeting.number, ejected, meeting.votes)
        if self._decided():
            return
        state.phase = "free_roam"
        self._emit("phase_changed", PhaseChanged("free_roam", state_hash(state)))
        rooms: dict[str, str] = {}
        for player, its in enumerate(state.players):
            if its.alive:
                its.room = self._rng.randrange(len(self._rooms))
                rooms[self._ids[player]] = self._rooms[its.room]
        self._sights = [[] for _ in self._rooms]
        self._told = [0] * len(self._names)
        self._emit("players_respawned", PlayersRespawned(rooms))
        if not self._out_of_ticks():
            self._begin_tick()


def _unfit(decision: Decision) -> str | None:
    """Why no record could hold a decision's texts."""
    if isinstance(decision, Act):
        texts = [decision.action, *(text for text in (decision.target, decision.say) if text is not None)]
    elif isinstance(decision, Speak):
        texts = [decision.message]
    elif isinstance(decision, Unclear):
        texts = [decision.why]
    else:
        texts = [] if decision.target is None else [decision.target]
    for text in texts:
        if not isinstance(text, str):
            raise TypeError(f"a decision's parts are text, not {type(text).__name__}: {decision!r}")
        if len(text) > MAX_TEXT:
            return f"The text has more than {MAX_TEXT} characters."
        if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
            return "Half a surrogate pair is no character."
    return None


def _by_room(seat: Seat) -> dict[int, list[tuple[int, Act]]]:
    """A player's tasks by room, as (index, the action that works on it)."""
    tasks: dict[int, list[tuple[int, Act]]] = {}
    for index, task in enumerate(seat.tasks):
        tasks.setdefault(task.room, []).append((index, Act("task", task.name)))
    return tasks


def _plurality(votes: list[int | None]) -> int | None:
    """Who is ejected: the one with most votes; nobody on a tie or if abstaining comes first or ties."""
    if not votes:
        return None
    counts: dict[int | None, int] = {}
    for target in votes:
        counts[target] = counts.get(target, 0) + 1
    most = max(counts.values())
    leaders = [target for target, count in counts.items() if count == most]
    return leaders[0] if len(leaders) == 1 else None
