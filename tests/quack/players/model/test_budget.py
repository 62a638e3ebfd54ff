"""What may be taken in all: counted as calls begin and end."""

import pytest

from gander.models import Answered, Failed, Usage
from gander.models.price import Price
from gander.quack.players.model.budget import Budget, Limits, OutOfBudget

PRICES = {"a/dear": Price(10.0, 20.0)}


def test_calls_are_counted_as_they_begin() -> None:
    budget = Budget(Limits(calls=2))
    one, two = budget.meter("a/x"), budget.meter("b/y")
    one.begin()
    two.begin()
    with pytest.raises(OutOfBudget, match="the limit of 2 calls is reached"):
        one.begin()
    one.end(Usage(5, 5))
    with pytest.raises(OutOfBudget):
        two.begin()
    assert (budget.calls, budget.tokens) == (2, 10)


def test_a_call_under_way_is_taken_for_as_much_as_those_before() -> None:
    budget = Budget(Limits(tokens=100))
    meter = budget.meter("a/x")
    meter.begin()
    meter.end(Usage(30, 10))
    meter.begin()  # 40 and perhaps 40 more
    meter.begin()  # 40 and perhaps 80 more: at the limit
    with pytest.raises(OutOfBudget, match="the limit of 100 tokens is reached"):
        meter.begin()
    meter.end(Usage(0, 0))  # it took nothing after all
    meter.begin()
    assert budget.tokens == 40


def test_money_is_of_models_with_a_price() -> None:
    budget = Budget(Limits(cost=0.5), PRICES)
    for _ in range(3):
        cheap = budget.meter("a/free")
        cheap.begin()
        cheap.end(Usage(10**9, 10**9))
    dear = budget.meter("a/dear")
    dear.begin()
    dear.end(Usage(20_000, 15_000))  # 0.2 + 0.3
    assert budget.cost == pytest.approx(0.5)
    with pytest.raises(OutOfBudget, match=r"the limit of 0\.5 on the cost is reached"):
        budget.meter("a/free").begin()


def test_what_earlier_goes_took_counts() -> None:
    budget = Budget(Limits(calls=5), PRICES)
    budget.count("a/dear", Answered("", tries=2, usage=Usage(1000, 0)))
    budget.count("a/dear", Failed("timeout", tries=3, usage=Usage(0, 100)))
    assert (budget.calls, budget.tokens) == (5, 1100)
    assert budget.cost == pytest.approx(0.012)
    with pytest.raises(OutOfBudget):
        budget.check()
