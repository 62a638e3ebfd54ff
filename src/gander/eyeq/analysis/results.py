"""What an analysis comes to: tables and curves of plain values, with the rows behind every one of them.

A table is long: a line for each thing that was estimated. How it is laid out for people (the paper's Table 2
has models down and variants and subsets across) is said beside it, and done by `gander.report.eyeq`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from gander.eyeq.analysis.samples import Rows
from gander.stats import Estimate

__all__ = ["Column", "Curve", "Curves", "Kind", "Layout", "Line", "Result", "Table", "Value"]

Value: TypeAlias = str | int | float | bool | Estimate | None
"""A value; None is undefined, and is never zero. An estimate carries its n, interval and method."""

Kind: TypeAlias = Literal["label", "count", "share", "difference", "number", "p", "flag"]
"""What a column holds: a name; a whole number; a share, shown in percent; a difference of shares, shown
in points with its sign; another number; a p-value; yes or no."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        name: Its name in files.
        title: Its heading for people.
        kind: What it holds.
        shown: Whether tables for people have it; files have every column.
    """

    name: str
    title: str
    kind: Kind = "label"
    shown: bool = True


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table.

    Attributes:
        values: A value for every column, by its name.
        behind: The samples behind the values, by the columns' names; under the empty name those behind
            every column that has no entry of its own.
    """

    values: Mapping[str, Value]
    behind: Mapping[str, Rows] = field(default_factory=dict)

    def rows(self, column: str) -> Rows:
        """The samples behind a value."""
        return self.behind.get(column, self.behind.get("", ()))


@dataclass(frozen=True, slots=True)
class Layout:
    """How a long table is laid out for people: one value with names down and across.

    Attributes:
        down: Columns whose values name the lines.
        across: Columns whose values name the columns, the outer one first.
        value: The column that is shown.
        best: Whether the best of each column is bold and the second best underlined; the hint floor never
            is.
    """

    down: tuple[str, ...]
    across: tuple[str, ...]
    value: str
    best: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    Attributes:
        name: Its name; the files are called so.
        title: What it shows, as a heading.
        columns: Its columns.
        lines: Its lines.
        notes: What must be told under it, as sentences: what it stands on, and what it cannot say.
        paper: The table or figure of the paper that it belongs to; may be empty.
        layout: How it is laid out for people; None for as it is.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    notes: tuple[str, ...] = ()
    paper: str = ""
    layout: Layout | None = None


@dataclass(frozen=True, slots=True)
class Curve:
    """One curve.

    Attributes:
        labels: What it is of, by names such as ``model``, ``subset`` and ``variant``.
        x: Where it is known, ascending.
        y: Its values there.
        n: How many values it was made from.
        low: Lower ends of 95% intervals; empty for none.
        high: Upper ends.
        behind: The samples that it was made from.
        puzzles: How many puzzles the values are to; None where they are to none.
    """

    labels: Mapping[str, str]
    x: tuple[float, ...]
    y: tuple[float, ...]
    n: int
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    behind: Rows = ()
    puzzles: int | None = None

    def __post_init__(self) -> None:
        if len({len(self.x), len(self.y), len(self.low) or len(self.x), len(self.high) or len(self.x)}) > 1:
            raise ValueError("x, y, low and high of a curve differ in length")


@dataclass(frozen=True, slots=True)
class Curves:
    """Curves that belong into one figure, such as densities.

    Attributes:
        name: Their name; the files are called so.
        title: What they show, as a heading.
        x_title: What runs across.
        y_title: What runs up.
        curves: The curves.
        notes: What must be told under them, as sentences.
        paper: The figure of the paper that they belong to; may be empty.
    """

    name: str
    title: str
    x_title: str
    y_title: str
    curves: tuple[Curve, ...]
    notes: tuple[str, ...] = ()
    paper: str = ""


Result: TypeAlias = Table | Curves
"""What an analysis gives."""
