"""Values of an analysis as people read them: percent with intervals, points with a sign, small p-values."""

from dataclasses import dataclass
from functools import lru_cache

from gander.eyeq.analysis import Column, Kind, Line, Value
from gander.report.numbers import Numbers, numbers
from gander.stats import Estimate

__all__ = ["NOTHING", "Text", "text_of"]

NOTHING = "–"
"""Stands for what is undefined."""

_SHARES: frozenset[Kind] = frozenset({"share", "difference"})


@dataclass(frozen=True, slots=True)
class Text:
    """A value as text.

    Attributes:
        value: The value itself.
        interval: Its interval's ends; empty for none.
        n: On how many it stands, where its line's n is another or there is none; empty otherwise.
    """

    value: str
    interval: str = ""
    n: str = ""

    def __str__(self) -> str:
        interval = f" [{self.interval}]" if self.interval else ""
        return f"{self.value}{interval}" + (f" ({self.n})" if self.n else "")


def text_of(line: Line, column: Column) -> Text:
    """The text of a line's value in a column."""
    value = line.values.get(column.name)
    n = line.values.get("n")
    return _text(value, column.kind, n if isinstance(n, int) else None)


def _text(value: Value, kind: Kind, n: int | None) -> Text:
    if value is None:
        return Text(NOTHING)
    if isinstance(value, bool):
        return Text("yes" if value else "no")
    if isinstance(value, str):
        return Text(value)
    if isinstance(value, Estimate):
        its = _numbers(value, kind, n)
        return Text(its.value, its.interval, its.n)
    if kind == "p":
        return Text("<.001" if value < 0.001 else f"{value:.3f}".removeprefix("0"))
    if kind in _SHARES:
        return Text(_numbers(Estimate(value, 0, 0), kind, 0).value)
    return Text(f"{value:,}" if isinstance(value, int) else f"{value:.4g}")


@lru_cache(maxsize=16384)  # each file and the page ask for the same
def _numbers(estimate: Estimate, kind: Kind, n: int | None) -> Numbers:
    return numbers(
        estimate,
        share=kind in _SHARES,
        games=n,
        signed=kind == "difference",
        digits=1 if kind in _SHARES else 2,
    )
