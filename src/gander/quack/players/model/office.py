"""Where calls to models go through, of one game or many: each model opened once, all calls bounded."""

from collections.abc import Callable, Mapping, Sequence

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
from gander.models.place import is_ours, place_of
from gander.models.price import Price
from gander.quack.players.model.budget import Budget, Limits
from gander.quack.players.model.settings import ModelSettings

__all__ = ["Office"]


class Office:
    """The models of a run, or of many.

    Args:
        settings: How they are asked.
        connections: The most calls at once to one provider or host; fewer while it complains.
        patience: How long and how often a call is tried.
        limits: What may be taken in all.
        prices: What models cost.
        models: Models by name that are open already; the others are opened by their names.
        heard: Called after each question with the model's name and what came of it.

    Attributes:
        settings: How the models are asked.
        budget: What was taken so far.
    """

    def __init__(
        self,
        settings: ModelSettings,
        *,
        connections: int = 8,
        patience: Patience | None = None,
        limits: Limits | None = None,
        prices: Mapping[str, Price] | None = None,
        models: Mapping[str, Model] | None = None,
        heard: Callable[[str, Outcome], None] | None = None,
    ) -> None:
        self.settings = settings
        self.budget = Budget(limits, prices)
        self._most = connections
        self._patience = patience or Patience()
        self._heard = heard or (lambda model, outcome: None)
        self._models = dict(models or {})
        self._lines: dict[str, Connections] = {}
        self._answered: set[str] = set()

    async def check(self, names: Sequence[str]) -> None:
        """Find out whether models can be opened; nothing is asked.

        Raises:
            InputError: There is no such model, its package or key is missing, or an argument is wrong.
        """
        for name in dict.fromkeys(names):
            await check_model(name, self._args(name))

    async def ask(
        self,
        name: str,
        turns: Sequence[Turn],
        sampling: Sampling,
        scope: str,
        marks: Mapping[str, str | int] | None = None,
    ) -> Outcome:
        """Ask a model until there is an answer or patience is at its end.

        Args:
            name: The model.
            turns: The conversation.
            sampling: How the reply is drawn.
            scope: What tells this question from another with the same words.
            marks: What is asked, in words that no provider is sent.

        Raises:
            OutOfBudget: A limit is reached.
            InputError: The model cannot be opened.
        """
        self.budget.check()
        if name not in self._models:
            self._models[name] = open_model(name, self._args(name), connections=self._most)
        line = self._lines.setdefault(self.place(name), Connections(self._most))
        caller = Caller(
            self._models[name],
            sampling,
            patience=self._patience,
            connections=line,
            meter=self.budget.meter(name),
        )
        outcome = await caller.ask(turns, scope=scope, marks=marks)
        if isinstance(outcome, Answered):
            self._answered.add(name)
        self._heard(name, outcome)
        return outcome

    def answers(self, name: str) -> bool:
        """Whether a model has answered anything yet."""
        return name in self._answered

    def place(self, name: str) -> str:
        """Where a model is: what is at one place shares its connections, and its fate."""
        return place_of(name, self._args(name))

    async def close(self) -> None:
        """Close all connections."""
        for model in self._models.values():
            await model.close()
        self._models.clear()

    def _args(self, name: str) -> dict[str, object]:
        return {} if is_ours(name) else self.settings.args
