"""Where a run's calls to models go through: each model opened once, its calls bounded, all counted."""

from collections.abc import Callable, Sequence

import msgspec

from gander.models import (
    Answered,
    Caller,
    Connections,
    Model,
    Outcome,
    Patience,
    Sampling,
    check_model,
    open_model,
)
from gander.models.model import Turn
from gander.quack.players.model.settings import ModelSettings

__all__ = ["Limits", "Office", "OutOfBudget"]


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What a run may take in all, calls of earlier goes included; None for as much as it takes.

    No call is begun once a limit is reached; those under way are finished.

    Attributes:
        calls: Calls, retries included.
        tokens: Tokens, read and written, as the providers count them.
    """

    calls: int | None = None
    tokens: int | None = None


class OutOfBudget(Exception):
    """A limit of the run is reached."""


class Office:
    """The models of a run.

    Args:
        settings: How they are asked.
        connections: The most calls to one provider at once; fewer while it complains.
        patience: How long and how often a call is tried.
        limits: What the run may take in all.
        heard: Called after each call with the model's name and what came of it.

    Attributes:
        settings: How the models are asked.
        calls: Calls so far, retries included.
        tokens: Tokens so far.
    """

    def __init__(
        self,
        settings: ModelSettings,
        *,
        connections: int = 8,
        patience: Patience | None = None,
        limits: Limits | None = None,
        heard: Callable[[str, Outcome], None] | None = None,
    ) -> None:
        self.settings = settings
        self._most = connections
        self._patience = patience or Patience()
        self._limits = limits or Limits()
        self._heard = heard or (lambda model, outcome: None)
        self._models: dict[str, Model] = {}
        self._lines: dict[str, Connections] = {}
        self._answered: set[str] = set()
        self.calls = 0
        self.tokens = 0

    async def check(self, names: Sequence[str]) -> None:
        """Find out whether models can be opened; nothing is asked.

        Raises:
            InputError: There is no such model, its package or key is missing, or an argument is wrong.
        """
        for name in dict.fromkeys(names):
            await check_model(name, self._args(name))

    async def ask(self, name: str, turns: Sequence[Turn], sampling: Sampling, scope: str) -> Outcome:
        """Ask a model until there is an answer or patience is at its end.

        Raises:
            OutOfBudget: A limit of the run is reached.
            InputError: The model cannot be opened.
        """
        self._check_limits()
        if name not in self._models:
            self._models[name] = open_model(name, self._args(name), connections=self._most)
        line = self._lines.setdefault(name.partition("/")[0], Connections(self._most))
        caller = Caller(self._models[name], sampling, patience=self._patience, connections=line)
        outcome = await caller.ask(turns, scope=scope)
        if isinstance(outcome, Answered):
            self._answered.add(name)
        self.count(outcome)
        self._heard(name, outcome)
        return outcome

    def answers(self, name: str) -> bool:
        """Whether a model has answered anything yet."""
        return name in self._answered

    def count(self, outcome: Outcome) -> None:
        """Count what a call took towards the limits."""
        self.calls += outcome.tries
        self.tokens += outcome.usage.input + outcome.usage.output

    async def close(self) -> None:
        """Close all connections."""
        for model in self._models.values():
            await model.close()
        self._models.clear()

    def _args(self, name: str) -> dict[str, object]:
        return {} if name.startswith("gander/") else self.settings.args

    def _check_limits(self) -> None:
        calls, tokens = self._limits.calls, self._limits.tokens
        if calls is not None and self.calls >= calls:
            raise OutOfBudget(f"the limit of {calls:,} calls is reached")
        if tokens is not None and self.tokens >= tokens:
            raise OutOfBudget(f"the limit of {tokens:,} tokens is reached")
