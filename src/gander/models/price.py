"""What models cost: prices as ``--price`` gives them, and money from tokens."""

import math
from collections.abc import Collection, Iterable

import msgspec

from gander.errors import InputError
from gander.faults import shown, suggestion
from gander.models.failures import Usage

__all__ = ["Price", "parse_prices"]

_TODO = "For instance --price 1.25/10, or --price openai/gpt-5=1.25/10 for that model alone."


class Price(msgspec.Struct, frozen=True):
    """What a model costs, in any currency.

    Attributes:
        read: For a million tokens sent to it.
        written: For a million tokens that it writes, reasoning included.
    """

    read: float
    written: float

    def of(self, usage: Usage) -> float:
        """What so many tokens cost. Tokens that a provider took from its cache count in full."""
        return (usage.input * self.read + usage.output * self.written) / 1e6

    def __str__(self) -> str:
        return f"{self.read:.15g}/{self.written:.15g}"


def parse_prices(given: Iterable[str], models: Collection[str]) -> dict[str, Price]:
    """The prices of models.

    Args:
        given: ``IN/OUT`` for every model without a price of its own, ``MODEL=IN/OUT`` for one; money for a
            million tokens sent and received.
        models: The models that cost something.

    Raises:
        InputError: One is not of that form, names no model that is asked, or is given twice.
    """
    prices: dict[str, Price] = {}
    for word in given:
        model, equals, amounts = word.rpartition("=")
        price = _price(amounts)
        if price is None or (equals and not model):
            raise InputError(f"{shown(word)} is no price.", where="--price", todo=_TODO)
        if model in prices:
            raise InputError(f"a price of {model or 'all models'} is given twice.", where="--price")
        if model and model not in models:
            what = f"a price is given for {shown(model)}, which is not asked or costs nothing."
            raise InputError(what, where="--price", todo=suggestion(model, models))
        prices[model] = price
    for_all = prices.pop("", None)
    return {model: price for model in models if (price := prices.get(model, for_all)) is not None}


def _price(text: str) -> Price | None:
    read, slash, written = text.partition("/")
    try:
        price = Price(float(read), float(written))
    except ValueError:
        return None
    return price if slash and all(0 <= one < math.inf for one in (price.read, price.written)) else None
