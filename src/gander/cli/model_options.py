"""Options about models and their calls, the same for every command that seats models."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from gander.errors import InputError

if TYPE_CHECKING:
    from gander.models.price import Price
    from gander.quack.live_run import Pace
    from gander.quack.players.model.budget import Limits
    from gander.quack.players.model.settings import ModelSettings

__all__ = [
    "ConnectionsOption",
    "DryRun",
    "InTurn",
    "Language",
    "MaxCalls",
    "MaxCost",
    "MaxTokens",
    "MaxTokensTotal",
    "Memory",
    "MemoryTokens",
    "ModelArg",
    "PatienceOption",
    "Prices",
    "Retries",
    "SchemaOption",
    "Senses",
    "Strategy",
    "Temperature",
    "Timeout",
    "asked_pace",
    "asked_prices",
    "asked_settings",
    "told_limits",
]

Senses: TypeAlias = Annotated[
    str | None,
    typer.Option(help="Prompts show: both, text or pictures.  [default: both]", show_default=False),
]
Memory: TypeAlias = Annotated[
    str | None,
    typer.Option(
        help="Prompts tell of what was before: full, none, or the last so many rounds.  [default: full]",
        show_default=False,
    ),
]
MemoryTokens: TypeAlias = Annotated[
    int | None,
    typer.Option(
        help="The most tokens of memory; older rounds are summarised beyond.  [default: 8000]",
        show_default=False,
    ),
]
Strategy: TypeAlias = Annotated[
    str | None, typer.Option(help="Prompts give advice: on or off.  [default: on]", show_default=False)
]
Language: TypeAlias = Annotated[
    str | None,
    typer.Option(help="The language that prompts ask for.  [default: English]", show_default=False),
]
Temperature: TypeAlias = Annotated[
    float | None, typer.Option(help="Models' temperature.  [default: their own]", show_default=False)
]
MaxTokens: TypeAlias = Annotated[
    int | None,
    typer.Option(min=1, help="The most tokens of a reply.  [default: the model's own]", show_default=False),
]
SchemaOption: TypeAlias = Annotated[
    bool | None,
    typer.Option(
        "--schema/--no-schema",
        help="Ask providers to hold replies to the choices.  [default: schema]",
        show_default=False,
    ),
]
ModelArg: TypeAlias = Annotated[
    list[str] | None, typer.Option("-M", "--model-arg", metavar="NAME=VALUE", help="For the providers.")
]
ConnectionsOption: TypeAlias = Annotated[
    int, typer.Option(min=1, help="The most calls to one provider or host at once.")
]
Retries: TypeAlias = Annotated[int, typer.Option(min=0, help="The most further tries of a call that failed.")]
Timeout: TypeAlias = Annotated[float, typer.Option(min=0.01, help="The most seconds of one try.")]
PatienceOption: TypeAlias = Annotated[
    float, typer.Option(min=0.01, help="The most seconds of all tries of a call.")
]
MaxCalls: TypeAlias = Annotated[
    int | None, typer.Option(min=1, help="The most calls in all; then games pause.", show_default=False)
]
MaxTokensTotal: TypeAlias = Annotated[
    int | None, typer.Option(min=1, help="The most tokens in all; then games pause.", show_default=False)
]
MaxCost: TypeAlias = Annotated[
    float | None,
    typer.Option(
        min=0.0, help="The most money in all, at the prices given; then games pause.", show_default=False
    ),
]
Prices: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--price",
        metavar="[MODEL=]IN/OUT",
        help="What a million tokens read and written cost, of one model or all; repeatable.",
        show_default=False,
    ),
]
InTurn: TypeAlias = Annotated[
    bool, typer.Option("--in-turn", help="Ask models one after another; the games are the same.")
]
DryRun: TypeAlias = Annotated[
    bool, typer.Option("--dry-run", help="Check all and estimate; ask and write nothing.")
]


_SHOWN = ("senses", "memory", "memory_tokens", "strategy", "language")
"""What is about the prompt, and so about whoever is shown it."""


def asked_settings(
    current: "ModelSettings | None", said: Mapping[str, Any], *, plays: bool, person: bool = False
) -> "ModelSettings | None":
    """How models are asked: what is not said stays as it was, or is the default.

    Args:
        current: How they were asked before; None at a beginning.
        said: What the options say, by the fields of `ModelSettings`; None where one is not given.
        plays: Whether any model plays.
        person: Whether a person is shown what a model would be.

    Raises:
        InputError: An option's word is none, or there is nobody whom it could be about.
    """
    import msgspec

    from gander.cli.model_args import model_args
    from gander.quack.players.model.settings import ModelSettings, parse_memory

    given = {name: value for name, value in said.items() if value is not None}
    if "memory" in given:
        given["memory"] = parse_memory(given["memory"])
    if "strategy" in given:
        if given["strategy"] not in ("on", "off"):
            raise InputError(f"{given['strategy']!r} is neither on nor off.", where="--strategy")
        given["strategy"] = given["strategy"] == "on"
    if "args" in given:
        given["args"] = model_args(given["args"])
    if not plays:
        idle = [name for name in given if not (person and name in _SHOWN)]
        if idle:
            raise InputError(
                "no model plays, so nothing can be said about models.",
                where=_option(idle[0]),
                todo="Seat one as model:PROVIDER/NAME.",
            )
        if not person:
            return current
    fresh = ModelSettings()
    # A run's prompts are those that there are now; resuming on others is refused.
    return msgspec.structs.replace(current or fresh, **given, prompt=fresh.prompt)


def _option(name: str) -> str:
    return "-M" if name == "args" else f"--{name.replace('_', '-')}"


def asked_pace(
    connections: int,
    retries: int,
    timeout: float,
    patience: float,
    max_calls: int | None,
    max_tokens_total: int | None,
    max_cost: float | None,
    *,
    in_turn: bool,
) -> "Pace":
    """How fast calls go and how much they may take, as the options say."""
    from gander.models import Patience
    from gander.quack.live_run import Pace
    from gander.quack.players.model.budget import Limits

    return Pace(
        connections=connections,
        patience=Patience(retries=retries, seconds=timeout, total=patience),
        limits=Limits(calls=max_calls, tokens=max_tokens_total, cost=max_cost),
        at_once=not in_turn,
    )


def asked_prices(
    given: "Sequence[str] | None", models: "Sequence[str]", max_cost: float | None
) -> "dict[str, Price]":
    """The prices of models.

    Args:
        given: As the options say.
        models: The models that play.
        max_cost: The most money in all.

    Raises:
        InputError: A price is none, or a limit on money is to be kept and a price is not known.
    """
    from gander.models.place import is_ours
    from gander.models.price import parse_prices

    prices = parse_prices(given or (), models)
    unknown = [name for name in models if name not in prices and not is_ours(name)]
    if max_cost is not None and unknown:
        raise InputError(
            f"the price of {', '.join(unknown)} is not known, so the cost cannot be limited.",
            where="--max-cost",
            todo=f"Give it: --price {unknown[0]}=IN/OUT, money for a million tokens read and written.",
        )
    return prices


def told_limits(limits: "Limits") -> str:
    """Limits in words; empty without any."""
    told = [
        f"{most:,.15g} {what}"
        for most, what in ((limits.calls, "calls"), (limits.tokens, "tokens"), (limits.cost, "of money"))
        if most is not None
    ]
    beyond = (
        "; what calls under way take comes on top"
        if limits.tokens is not None or limits.cost is not None
        else ""
    )
    return f"{' or '.join(told)}{beyond}" if told else ""
