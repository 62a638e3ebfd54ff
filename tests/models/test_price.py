"""Prices as they are given, and money from tokens."""

import pytest

from gander.errors import InputError
from gander.models.failures import Usage
from gander.models.price import Price, parse_prices

MODELS = ("openai/gpt-5", "openai-api/local/a=b")


@pytest.mark.parametrize(
    ("given", "prices"),
    [
        ([], [None, None]),
        (["1.25/10"], [Price(1.25, 10), Price(1.25, 10)]),
        (["openai/gpt-5=1.25/10"], [Price(1.25, 10), None]),
        (["openai/gpt-5=1.25/10", "0/2"], [Price(1.25, 10), Price(0, 2)]),
        # A model's name may hold any sign.
        (["openai-api/local/a=b=1/2"], [None, Price(1, 2)]),
    ],
)
def test_a_price_is_of_one_model_or_of_all(given: list[str], prices: list[Price | None]) -> None:
    assert [parse_prices(given, MODELS).get(model) for model in MODELS] == prices


@pytest.mark.parametrize(
    ("given", "what"),
    [
        (["5"], "5 is no price. For instance --price 1.25/10"),
        (["openai/gpt-5=5"], "'openai/gpt-5=5' is no price"),
        (["a/b"], "'a/b' is no price"),
        (["-1/2"], "'-1/2' is no price"),
        (["nan/2"], "'nan/2' is no price"),
        (["1/inf"], "'1/inf' is no price"),
        (["=1/2"], "'=1/2' is no price"),
        (["1/2", "3/4"], "a price of all models is given twice"),
        (["openai/gpt-5=1/2", "openai/gpt-5=1/2"], "a price of openai/gpt-5 is given twice"),
        (["openai/gpt-4=1/2"], "given for 'openai/gpt-4', which is not asked or costs nothing. Did you mean"),
    ],
)
def test_what_is_no_price_is_told(given: list[str], what: str) -> None:
    with pytest.raises(InputError) as error:
        parse_prices(given, MODELS)
    assert str(error.value).startswith("--price: ")
    assert what in str(error.value)


def test_money_is_for_a_million_tokens() -> None:
    assert Price(1.25, 10).of(Usage(400_000, 25_000)) == pytest.approx(0.5 + 0.25)
    assert str(Price(1.25, 10)) == "1.25/10"
