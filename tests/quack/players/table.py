"""A table to play at: drives games and keeps what really happened, to hold players' words against.

It knows the truth from the engine's state between decisions, and reads time phrases by itself; it
shares nothing with what players remember or say.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from gander.quack.claims import Claim, IntendedClaim
from gander.quack.players import Player, Reply, ScriptedPlayer, SeatContext
from gander.quack.senses import Observation, Observer
from gander.quack.world import Act, Decision, Engine, GameMap, Rules, Speak


@dataclass
class TrueRound:
    """What happened in a round; moments are states between decisions."""

    start: int
    last: int
    moments: list[tuple[int, dict[str, str], dict[str, str]]] = field(
        default_factory=list
    )  # tick, standing, bodies
    tasks: list[tuple[str, str, int]] = field(default_factory=list)
    moves: list[tuple[str, str, str, int]] = field(default_factory=list)
    kills: list[tuple[str, str, str, int]] = field(default_factory=list)
    caller: str = ""

    def ticks_in(self, who: str, room: str) -> set[int]:
        return {tick for tick, standing, _ in self.moments if standing.get(who) == room}

    def ticks_together(self, a: str, b: str, room: str) -> set[int]:
        return {t for t, standing, _ in self.moments if standing.get(a) == room and standing.get(b) == room}

    def ticks_beside_body(self, a: str, victim: str, room: str) -> set[int]:
        return {
            t
            for t, standing, bodies in self.moments
            if standing.get(a) == room and bodies.get(victim) == room
        }

    def route(self, who: str) -> list[str]:
        rooms: list[str] = []
        for _, standing, _ in self.moments:
            room = standing.get(who)
            if room is not None and rooms[-1:] != [room]:
                rooms.append(room)
        return rooms


@dataclass
class Spoken:
    speaker: str
    text: str
    claims: tuple[IntendedClaim, ...]
    round: int


@dataclass
class Table:
    engine: Engine
    players: Sequence[Player]
    rounds: list[TrueRound] = field(default_factory=list)
    spoken: list[Spoken] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    chat: list[str] = field(default_factory=list)
    log: list[Decision] = field(default_factory=list)

    def play(self, check: Callable[["Table", Player, Observation, Reply], None] | None = None) -> "Table":
        engine, observer = self.engine, Observer(self.engine)
        self._moment(fresh=True)
        while need := engine.need:
            observation = observer.observe(need.player, need.kind)
            player = self.players[need.player]
            reply = getattr(player, need.kind)(observation)
            if check:
                check(self, player, observation, reply)
            refusal = engine.decide(reply.decision)
            if refusal:
                self.refusals.append(refusal)
            self.log.append(reply.decision)
            if engine.refusal is None:
                player.remember(observation, reply.decision)
            if refusal is None:
                self._note(observation, reply)
            fresh = need.kind == "vote" and engine.state.phase == "free_roam"
            if engine.need or need.kind == "act":  # what follows the last vote belongs to no round
                self._moment(fresh)
        return self

    def _note(self, observation: Observation, reply: Reply) -> None:
        now, decision = self.rounds[-1], reply.decision
        if observation.kind == "speak":
            claims = reply.intended_claims or ()
            assert isinstance(decision, Speak)
            self.spoken.append(Spoken(observation.name, decision.message, claims, len(self.rounds) - 1))
        elif isinstance(decision, Act):
            name, room, tick = observation.name, observation.room, observation.tick
            if decision.say:
                self.chat.append(decision.say)
            if decision.action == "task":
                now.tasks.append((name, room, tick))
            elif decision.action == "move":
                now.moves.append((name, room, decision.target or "", tick))
            elif decision.action == "kill":
                victim = decision.target or ""
                now.kills.append((name, victim, room, tick))
                # The state right after the kill, should the engine have gone on to the next tick.
                _, standing, bodies = now.moments[-1]
                alive = {who: where for who, where in standing.items() if who != victim}
                now.moments.append((tick, alive, {**bodies, victim: room}))
            elif decision.action in ("report", "call"):
                now.caller = name

    def _moment(self, fresh: bool) -> None:
        engine, state = self.engine, self.engine.state
        rooms = [room.name for room in engine.game_map.rooms]
        names = [seat.name for seat in engine.seats]
        standing = {
            names[i]: rooms[its.room] for i, its in enumerate(state.players) if its.alive and its.to < 0
        }
        bodies = {names[body.victim]: rooms[body.room] for body in state.bodies}
        if fresh:
            start = state.tick - 1 if engine.need else state.tick
            self.rounds.append(TrueRound(start, state.tick))
            self.rounds[-1].moments.append((start, standing, bodies))
        self.rounds[-1].last = state.tick
        self.rounds[-1].moments.append((state.tick, standing, bodies))


def seat_scripted(game_map: GameMap, rules: Rules, seed: int, plan: str | None = None) -> Table:
    players: list[Player] = [
        ScriptedPlayer(SeatContext(seat, name, game_map, seed), plan)
        for seat, name in enumerate(rules.players)
    ]
    return Table(Engine(game_map, rules, seed), players)


def window(phrase: str, its: TrueRound) -> tuple[set[int], str | None]:
    """The ticks that a time phrase means, as the specification reads it, and its duration."""
    start, last = its.start, its.last
    text = phrase.lower()
    third = max(5, -(-(last - start) // 3))
    ticks = set(range(start, last + 1))

    def span(low: float, high: float) -> set[int]:
        return {tick for tick in ticks if low <= tick <= high}

    if text in ("", "last round"):
        return ticks, None
    if text in ("the whole time", "the entire round", "the whole round", "never left"):
        return ticks, "all"
    if "most of the" in text:
        return ticks, "most"
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    if len(numbers) == 2 and " and " in text:
        return span(numbers[0] - 1, numbers[0] + 1) | span(numbers[1] - 1, numbers[1] + 1), None
    if len(numbers) == 2:
        return span(numbers[0] - 1, numbers[1] + 1), None
    if numbers and re.match(r"until|up to", text):
        return span(start, numbers[0] + 1), None
    if numbers and re.match(r"after|from", text):
        return span(numbers[0] - 1, last), None
    if numbers and "around" in text:
        return span(numbers[0] - 2, numbers[0] + 2), None
    if numbers:
        return span(numbers[0] - 1, numbers[0] + 1), None
    if "earl" in text or "start" in text:
        return span(start, start + third), None
    if "late" in text or "end" in text:
        return span(last - third, last), None
    assert re.search(r"before the|when the", text), phrase
    return span(last - 3, last), None


def judge(claim: Claim, its: TrueRound) -> str:
    """The verdict on an asserted claim about one round, for the claims whose verdict is a fact."""
    ticks, duration = window(claim.time, its)
    who, room = claim.subject or "", claim.room or ""
    if claim.type == "location" and claim.route:
        done = its.route(who)
        wanted = list(claim.route)
        inside = any(done[i : i + len(wanted)] == wanted for i in range(len(done)))
        return "true" if inside else "false"
    if claim.type == "location":
        found = its.ticks_in(who, room)
        if claim.negated:
            return "false" if found else "true"
        return _lasting(
            [standing.get(who) == room for _, standing, _ in its.moments], found, its, duration
        ) or ("true" if found & ticks else "false")
    if claim.type == "sighting":
        return _judge_sighting(claim, its, ticks, duration)
    if claim.activity == "task":
        if any(name == who and place == room and tick in ticks for name, place, tick in its.tasks):
            return "true"
        return "wrong_room" if any(n == who and t in ticks for n, _, t in its.tasks) else "false"
    if claim.activity == "traveling":
        return (
            "true" if any(n == who and room in (a, b) and t in ticks for n, a, b, t in its.moves) else "false"
        )
    if claim.activity == "waiting":
        pairs = zip(its.moments, its.moments[1:], strict=False)
        stood = {
            after[0]
            for before, after in pairs
            if before[0] != after[0] and before[1].get(who) == room == after[1].get(who)
        }
        return "true" if stood & ticks else "false"
    if claim.activity in ("reporting", "calling"):
        return "true" if its.caller == who and its.last in its.ticks_in(who, room) else "false"
    raise AssertionError(claim)


def _judge_sighting(claim: Claim, its: TrueRound, ticks: set[int], duration: str | None) -> str:
    who, target, room = claim.subject or "", claim.target or "", claim.room or ""
    rooms = {place for _, standing, _ in its.moments for place in standing.values()}
    if claim.negated:
        others = {target} if target else {name for _, standing, _ in its.moments for name in standing} - {who}
        met = any(its.ticks_together(who, other, place) for other in others for place in rooms)
        return "false" if met else "true"
    if claim.state == "body":
        return "true" if its.ticks_beside_body(who, target, room) & ticks else "false"
    found = its.ticks_together(who, target, room)
    lasting = _lasting(
        [standing.get(who) == room == standing.get(target) for _, standing, _ in its.moments],
        found,
        its,
        duration,
    )
    if lasting:
        return lasting
    if found & ticks:
        return "true"
    elsewhere = any(its.ticks_together(who, target, place) & ticks for place in rooms)
    return "wrong_room" if elsewhere else "false"


def _lasting(at_moments: list[bool], found: set[int], its: TrueRound, duration: str | None) -> str | None:
    if duration is None:
        return None
    if duration == "all" and all(at_moments):
        return "true"
    if duration == "most" and len(found) >= (its.last - its.start + 1) / 2:
        return "true"
    return "near_miss" if found else "false"
