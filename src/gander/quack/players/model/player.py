"""The player that is a model: shown what its seat may know, asked for a decision."""

import hashlib
from collections.abc import Sequence
from typing import Literal

import msgspec

from gander.models import HOPELESS, Answered, Failed, Sampling
from gander.quack.players.memory import Memory
from gander.quack.players.model.budget import OutOfBudget
from gander.quack.players.model.choices import choices, listed, schema
from gander.quack.players.model.ledger import Call, Ledger
from gander.quack.players.model.office import Office
from gander.quack.players.model.pictures import Png, pictures_of
from gander.quack.players.model.quoting import quoted
from gander.quack.players.model.reading import read_reply
from gander.quack.players.model.recall import recall
from gander.quack.players.model.settings import ModelSettings
from gander.quack.players.model.summary import introduce, summarise
from gander.quack.players.model.texts import fill
from gander.quack.players.player import NoAnswer, Reach, Reply, SeatContext
from gander.quack.senses import Observation
from gander.quack.world import Decision, NeedKind

__all__ = ["ModelPlayer", "Prompt", "prompt_for"]


class Prompt(msgspec.Struct, frozen=True):
    """One turn of the conversation with a model.

    Attributes:
        role: ``system`` for what stays the same all through a game, ``user`` for the question.
        parts: Texts and pictures, in the order in which they are shown.
    """

    role: Literal["system", "user"]
    parts: tuple[str | Png, ...]


def prompt_for(
    observation: Observation, memory: Memory, context: SeatContext, settings: ModelSettings
) -> tuple[Prompt, ...]:
    """All that a model is sent for a decision.

    Args:
        observation: What the player knows now.
        memory: What it remembers; the observation is added.
        context: Its seat.
        settings: What it is shown and remembers.
    """
    meeting = observation.meeting is not None
    remembered = recall(
        memory.including(observation), settings.memory, settings.memory_tokens, meeting=meeting
    )
    pictures = () if settings.senses == "text" else pictures_of(observation, context.game_map)
    words = [summarise(observation, settings), _question(observation)]
    if observation.refused is not None:
        words.insert(1, fill("refused", why=quoted(observation.refused)))
    before = (remembered,) if remembered else ()
    return (
        Prompt("system", (introduce(observation, context, settings),)),
        Prompt("user", (*before, *pictures, "\n\n".join(words))),
    )


def _question(observation: Observation) -> str:
    if observation.meeting is not None and observation.kind == "speak":
        meeting = observation.meeting
        spoken = sum(speech.speaker == observation.name for speech in meeting.transcript)
        return fill("ask-speak", number=spoken + 1, rounds=meeting.rounds)
    return fill(f"ask-{observation.kind}", choices=listed(choices(observation)))


class ModelPlayer:
    """A model in a seat.

    Args:
        context: The seat.
        model: The model's name, as ``openai/gpt-5``.
        office: Where its calls go through.
        ledger: Where they are written down.
    """

    def __init__(self, context: SeatContext, model: str, office: Office, ledger: Ledger) -> None:
        self.kind = model
        self._context = context
        self._office = office
        self._ledger = ledger
        self._memory = Memory()

    async def answer(self, kind: NeedKind, observation: Observation, attempt: int) -> Reply:
        """Ask the model, or take the answer that it gave to the same question before.

        Raises:
            NoAnswer: Its calls failed, or the run's limit is reached.
        """
        settings, context = self._office.settings, self._context
        turns = prompt_for(observation, self._memory, context, settings)
        sampling = Sampling(
            temperature=settings.temperature,
            seed=settings.seed,
            max_tokens=settings.max_tokens,
            schema=schema(kind, choices(observation)) if settings.schema else None,
        )
        turn, name = self._memory.turns, context.name
        asked = _hash(self.kind, turns, sampling)
        outcome = self._ledger.answer(name, turn, attempt, asked)
        if outcome is None:
            outcome = await self._ask(turns, sampling, kind, turn, attempt, asked)
        usage = outcome.usage
        return Reply(
            read_reply(outcome.text, observation, context.game_map),
            raw=outcome.text,
            tokens={"input": usage.input, "output": usage.output, "reasoning": usage.reasoning},
            latency=outcome.seconds,
            attempts=outcome.tries,
            prompt=settings.prompt,
        )

    def remember(self, observation: Observation, decision: Decision) -> None:
        """Keep a turn in memory."""
        self._memory.remember(observation, decision)

    async def _ask(
        self, turns: Sequence[Prompt], sampling: Sampling, kind: str, turn: int, attempt: int, asked: str
    ) -> Answered:
        context = self._context
        scope = f"{context.game_seed}|{context.seat}|{turn}|{attempt}"
        try:
            marks: dict[str, str | int] = {
                "player": context.name,
                "turn": turn,
                "kind": kind,
                "attempt": attempt,
            }
            outcome = await self._office.ask(self.kind, turns, sampling, scope, marks)
        except OutOfBudget as reached:
            raise NoAnswer(context.name, str(reached), model=self.kind, reach="run") from None
        self._ledger.keep(Call(context.name, self.kind, turn, attempt, kind, asked, outcome))
        if isinstance(outcome, Failed):
            never = outcome.kind in ("forbidden", "bad_request") and not self._office.answers(self.kind)
            why = str(outcome)
            if outcome.kind == "bad_request" and never and sampling.schema is not None:
                why += "; servers that know no response schema need --no-schema, in a new folder"
            reach: Reach = "model" if never or outcome.kind in HOPELESS else "question"
            if outcome.kind in ("bad_key", "out_of_credit"):
                reach = "provider"
            raise NoAnswer(context.name, why, model=self.kind, reach=reach)
        return outcome


def _hash(model: str, turns: Sequence[Prompt], sampling: Sampling) -> str:
    """A hash of all that a model is sent."""
    sent = hashlib.sha256(f"{model}\0{msgspec.json.encode(sampling).decode()}".encode())
    for turn in turns:
        for part in turn.parts:
            sent.update(b"\0")
            sent.update(part.encode("utf-8", "replace") if isinstance(part, str) else part.data)
    return sent.hexdigest()[:16]
