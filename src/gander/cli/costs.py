"""``gander quack costs``."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gander.cli.output import check_outputs, tell
from gander.counted import many
from gander.errors import InputError

if TYPE_CHECKING:
    from gander.quack.costs import Cost
    from gander.stats import Estimate

__all__ = ["costs", "say_costs"]

_BY = ("model", "player", "game")


def costs(
    folder: Annotated[Path, typer.Argument(help="A run's folder, or one above.", show_default=False)],
    by: Annotated[str, typer.Option(help="What is told apart: model, player or game.")] = "model",
    price: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[MODEL=]IN/OUT",
            help="What a million tokens read and written cost, of one model or all; repeatable.",
            show_default=False,
        ),
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Write the figures there.", show_default=False)
    ] = None,
) -> None:
    """Say what the models of a run took: calls, tokens, seconds, money."""
    import msgspec

    from gander.files import write_whole
    from gander.quack.costs import costs_of

    if by not in _BY:
        raise InputError(f"nothing is told apart by {by!r}.", where="--by", todo=f"Known: {', '.join(_BY)}.")
    check_outputs({"--json": json_file})
    found = costs_of(folder, by, price or ())  # type: ignore[arg-type]
    if json_file is not None:
        write_whole(json_file, msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    say_costs(found)


def say_costs(found: "Sequence[Cost]") -> None:
    """Say what models took, a line each."""
    from gander.terminal import printable

    for cost in found:
        parts = [
            many(cost.calls, "call"),
            f"{cost.used:,} of {many(cost.answers, 'answer')} used",
            f"{many(cost.read, 'token')} read and {cost.written:,} written",
        ]
        if cost.reasoning:
            parts.append(f"{cost.reasoning:,} of them reasoning")
        if cost.median is not None and cost.mean is not None and cost.answers:
            parts.append(f"seconds an answer: median {_seconds(cost.median)}, mean {_seconds(cost.mean)}")
        if cost.failed:
            kinds = ", ".join(f"{number} {kind}" for kind, number in sorted(cost.failed.items()))
            parts.append(f"failed: {kinds}")
        if cost.price is not None:
            parts.append(f"price {cost.price:,.2f}")
        tell(printable(f"{', '.join(cost.key)}: {'; '.join(parts)}."))
    if any(cost.answers for cost in found):
        tell("In brackets 95% intervals, as if every answer stood for itself.")


def _seconds(figure: "Estimate") -> str:
    """Seconds to the hundredth, few to the thousandth, with their interval."""
    ends = [one for one in (figure.value, figure.low, figure.high) if one is not None]
    digits = 2 if max(ends) >= 0.1 else 3
    value, *interval = (f"{one:,.{digits}f}" for one in ends)
    return f"{value} [{'–'.join(interval)}]" if interval else value
