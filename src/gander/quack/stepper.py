"""A game step by step: which question is open, and what its answer leads to, whoever answers.

It asks nobody and waits for nothing. A driver for players who answer at once (`gander.quack.play`) and one
for players who take their time (`gander.quack.live`) put the questions; the game is the same.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec

from gander.quack.players import Player, Reply
from gander.quack.record import DecisionMade
from gander.quack.senses import Observation, Observer, digest
from gander.quack.world import MAX_TEXT, Decision, Engine, Event, Need, NeedKind

__all__ = ["Question", "Seated", "Stepper", "Writer", "ask"]

MAX_RAW = 1_000_000
"""Characters of a raw reply that the record keeps."""

_HALF_CHARACTER = re.compile("[\ud800-\udfff]")


class Question(msgspec.Struct, frozen=True):
    """What a player is asked. Equal questions have equal answers: a player has nothing else to go by.

    Attributes:
        player: Its index in the roster.
        kind: What is asked for: ``act``, ``speak`` or ``vote``.
        attempt: 1, or 2 when the first decision was refused and the rules ask again.
        observation: What it knows.
    """

    player: int
    kind: NeedKind
    attempt: int
    observation: Observation


class Seated(Protocol):
    """What a stepper has to know of a player.

    Attributes:
        kind: What the record calls it.
    """

    kind: str

    def remember(self, observation: Observation, decision: Decision) -> None:
        """Take in a turn that is over."""
        ...


class Writer(Protocol):
    """Where a game is written, such as a `gander.quack.record.Journal`."""

    def write(self, events: Iterable[Event]) -> None:
        """Append events, in one write."""
        ...


class Stepper:
    """A game that is told answers and says whom it asks next.

    Args:
        engine: The game, new or resumed.
        players: By seat; they are told of every turn that is over.
        journal: Where the game is written.
        observer: The game's observer, if there is one already.
        unwritten: For a resumed game, the events that its record does not hold yet.

    Attributes:
        needed: The question that the game waits for; None when it is over.
    """

    def __init__(
        self,
        engine: Engine,
        players: Sequence[Seated],
        journal: Writer,
        *,
        observer: Observer | None = None,
        unwritten: Sequence[Event] | None = None,
    ) -> None:
        self.engine = engine
        self._players = players
        self._journal = journal
        self._observer = observer or Observer(engine)
        self._pending = list(engine.drain() if unwritten is None else unwritten)
        self.needed: Question | None = None
        self._go_on()

    def ahead(self) -> list[Question]:
        """What players whose turn comes later in the same tick or vote would be asked if it came now.

        An answer to one of them is an answer to the question that is needed later, if the two are equal.
        """
        observe = self._observer.observe
        return [
            Question(need.player, need.kind, need.attempt, observe(need.player, need.kind))
            for need in self.engine.later()
        ]

    def decide(self, reply: Reply) -> None:
        """Take the answer to the question that is needed, and go on to the next.

        Raises:
            RuntimeError: The game is over.
        """
        question = self.needed
        if question is None:
            raise RuntimeError("the game is over; no answer is awaited")
        self._reply = reply = _writable(reply)
        self.engine.decide(reply.decision, self._write)
        self._pending = self.engine.drain()
        if self.engine.refusal is None:
            self._players[question.player].remember(question.observation, reply.decision)
        self._go_on()

    def flush(self) -> None:
        """Write what follows from the last decision; otherwise that waits for the next one."""
        self._journal.write(self._pending)
        self._pending = []

    def _go_on(self) -> None:
        need = self.engine.need
        if need is None:
            self.needed = None
            self.flush()
            return
        observation = self._observer.observe(need.player, need.kind)
        self.needed = Question(need.player, need.kind, need.attempt, observation)

    def _write(self, need: Need, decision: Decision, refusal: str | None) -> None:
        """Write a decision that is about to take effect, and before it what followed from the one before.

        Both in one write: what follows can be made again from the decisions, so it may wait.
        """
        reply, question = self._reply, self.needed
        assert question is not None
        made = DecisionMade(
            player_id=self.engine.seats[need.player].player_id,
            kind=need.kind,
            decision=decision,
            legal=refusal is None,
            model=self._players[need.player].kind,
            observation=digest(question.observation),
            why=refusal,
            attempt=need.attempt,
            attempts=reply.attempts,
            raw=reply.raw,
            tokens=reply.tokens,
            latency=reply.latency,
            prompt=reply.prompt,
            intended_claims=reply.intended_claims,
        )
        self._pending.append(Event(0.0, "decision", self.engine.state.tick, made))
        self._journal.write(self._pending)


def ask(player: Player, question: Question) -> Reply:
    """Put a question to a player who answers at once."""
    if question.kind == "act":
        return player.act(question.observation)
    if question.kind == "speak":
        return player.speak(question.observation)
    return player.vote(question.observation)


def _writable(reply: Reply) -> Reply:
    """A reply that a record can hold: no half characters, and nothing endless.

    A text that is too long stays too long, so that it is refused, now and when it is replayed.
    """
    decision = reply.decision
    texts = {name: getattr(decision, name) for name in decision.__struct_fields__}
    mended = {
        name: _writable_text(text, MAX_TEXT + 1)
        for name, text in texts.items()
        if isinstance(text, str) and not (text.isascii() and len(text) <= MAX_TEXT)
    }
    if mended:
        reply = msgspec.structs.replace(reply, decision=msgspec.structs.replace(decision, **mended))
    if reply.raw is not None:
        reply = msgspec.structs.replace(reply, raw=_writable_text(reply.raw, MAX_RAW))
    return reply


def _writable_text(text: str, most: int) -> str:
    return _HALF_CHARACTER.sub("\N{REPLACEMENT CHARACTER}", text[:most])
