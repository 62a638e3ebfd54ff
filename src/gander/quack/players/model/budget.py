"""What models may take in all, and what they took: calls, tokens, money.

Every call is counted when it begins. While it is under way nobody knows its tokens, so it is taken for as
much as the model's calls took on average. What goes beyond a limit is what the calls under way take more.
"""

from collections.abc import Mapping

import msgspec

from gander.models import NotAllowed, Outcome, Usage
from gander.models.price import Price

__all__ = ["Budget", "Limits", "OutOfBudget"]


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What a run may take in all, calls of earlier goes included; None for as much as it takes.

    No call is begun once a limit is reached; those under way are finished.

    Attributes:
        calls: Calls, retries included.
        tokens: Tokens, read and written, as the providers count them.
        cost: Money, at the models' prices.
    """

    calls: int | None = None
    tokens: int | None = None
    cost: float | None = None


class OutOfBudget(NotAllowed):
    """A limit of the run is reached."""


class Budget:
    """What was spent, of what there is.

    Args:
        limits: What there is.
        prices: What models cost; the others cost nothing.

    Attributes:
        calls: Calls begun so far, retries included.
        tokens: Tokens of calls that have ended.
        cost: Money that they cost.
    """

    def __init__(self, limits: Limits | None = None, prices: Mapping[str, Price] | None = None) -> None:
        self._limits = limits or Limits()
        self._prices = prices or {}
        self._meters: dict[str, _Meter] = {}
        self.calls = 0
        self.tokens = 0
        self.cost = 0.0

    def meter(self, model: str) -> "_Meter":
        """What the calls to a model are told to."""
        return self._meters.setdefault(model, _Meter(self, self._prices.get(model)))

    def count(self, model: str, outcome: Outcome) -> None:
        """Count what a question of an earlier go took."""
        self.calls += outcome.tries
        self.meter(model).add(outcome.usage)

    def check(self) -> None:
        """Refuse a call that would go beyond a limit.

        Raises:
            OutOfBudget: Saying which.
        """
        limits, meters = self._limits, self._meters.values()
        if limits.calls is not None and self.calls >= limits.calls:
            raise OutOfBudget(f"the limit of {limits.calls:,} calls is reached")
        if limits.tokens is not None and (
            self.tokens + sum(meter.tokens_under_way for meter in meters) >= limits.tokens
        ):
            raise OutOfBudget(f"the limit of {limits.tokens:,} tokens is reached")
        if limits.cost is not None and (
            self.cost + sum(meter.cost_under_way for meter in meters) >= limits.cost
        ):
            raise OutOfBudget(f"the limit of {limits.cost:,.15g} on the cost is reached")


class _Meter:
    """A model's part of a budget."""

    def __init__(self, budget: Budget, price: Price | None) -> None:
        self._budget = budget
        self._price = price
        self._spent = Usage()
        self._told = 0  # calls whose tokens are known
        self._under_way = 0

    @property
    def tokens_under_way(self) -> float:
        """Tokens that the calls under way take, if they are like those before."""
        return (self._spent.input + self._spent.output) * self._share

    @property
    def cost_under_way(self) -> float:
        """Money that they cost."""
        return self._cost(self._spent) * self._share

    @property
    def _share(self) -> float:
        return self._under_way / self._told if self._told else 0.0

    def begin(self) -> None:
        """A call is about to be made."""
        self._budget.check()
        self._budget.calls += 1
        self._under_way += 1

    def end(self, usage: Usage) -> None:
        """A call has ended."""
        self._under_way -= 1
        self.add(usage)

    def add(self, usage: Usage) -> None:
        """Count tokens."""
        if usage.input or usage.output:
            self._told += 1
        self._spent += usage
        self._budget.tokens += usage.input + usage.output
        self._budget.cost += self._cost(usage)

    def _cost(self, usage: Usage) -> float:
        return 0.0 if self._price is None else self._price.of(usage)
