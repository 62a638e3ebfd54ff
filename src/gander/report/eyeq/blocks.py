"""How tables stand on a page: the long table as it is, or laid out with names down and across."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from gander.eyeq.analysis import Column, Curves, Layout, Line, Result, Rows, Table
from gander.eyeq.place import FLOOR
from gander.report.eyeq.texts import NOTHING, Text, text_of
from gander.stats import Estimate

__all__ = [
    "Block",
    "Cell",
    "Mark",
    "blocks",
    "curves_block",
    "every_block",
    "laid_out",
    "long_block",
    "points_block",
]

_BANDWIDTH = "bandwidth"  # of a density, told with its curve

Mark: TypeAlias = Literal["", "best", "second"]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a block.

    Attributes:
        text: What stands in it.
        mark: Whether it is the best or the second best of its column.
        rows: The samples behind it.
    """

    text: Text
    mark: Mark = ""
    rows: Rows = ()


@dataclass(frozen=True, slots=True)
class Block:
    """A table for a page.

    Attributes:
        title: What it is a part for; empty if it is the whole.
        labels: Headings of the columns that name the lines.
        headings: Headings of the others.
        lines: For every line its names, and its cells.
    """

    title: str
    labels: tuple[str, ...]
    headings: tuple[str, ...]
    lines: tuple[tuple[tuple[str, ...], tuple[Cell, ...]], ...]


def blocks(table: Table) -> list[Block]:
    """A table as people first see it: laid out if it says how, else long."""
    return laid_out(table) if table.layout is not None else [long_block(table)]


def every_block(result: Result) -> list[Block]:
    """A result as files for people have it: laid out, if it says how, then long; curves by their basis."""
    if isinstance(result, Curves):
        return [curves_block(result)]
    return [*laid_out(result), long_block(result)]


def long_block(table: Table) -> Block:
    """The long table: a line a line, the columns that are meant for people."""
    shown = [column for column in table.columns if column.shown]
    # Names stand first, up to the first column that is none.
    labels = []
    for column in shown:
        if column.kind != "label":
            break
        labels.append(column)
    others = shown[len(labels) :]
    return Block(
        "",
        tuple(column.title for column in labels),
        tuple(column.title for column in others),
        tuple(
            (
                tuple(_name(line, column.name) for column in labels),
                tuple(Cell(text_of(line, column), rows=line.rows(column.name)) for column in others),
            )
            for line in table.lines
        ),
    )


def laid_out(table: Table) -> list[Block]:
    """The table laid out; with two names across, a block for each of the outer."""
    layout = table.layout
    if layout is None:
        return []
    column = next(column for column in table.columns if column.name == layout.value)
    orders = {name: _order(table.lines, name) for name in (*layout.down, *layout.across)}
    *outer, inner = layout.across
    lines = [line for line in table.lines if line.values.get(layout.value) is not None]
    found: dict[tuple[str, ...], list[Line]] = {}
    for line in lines:
        found.setdefault(tuple(_name(line, name) for name in outer), []).append(line)
    keys = sorted(found, key=lambda key: [orders[name][part] for name, part in zip(outer, key, strict=True)])
    return [_block(table, layout, column, ", ".join(key), found[key], orders, inner) for key in keys]


def curves_block(result: Curves) -> Block:
    """What curves stand on; their points are in the files."""
    names = _curves_names(result)
    lines = []
    for curve in result.curves:
        peak = max(range(len(curve.y)), key=curve.y.__getitem__) if curve.y else None
        cells = (
            Cell(Text(f"{curve.n:,}"), rows=curve.behind),
            Cell(Text(NOTHING if curve.puzzles is None else f"{curve.puzzles:,}"), rows=curve.behind),
            Cell(Text(curve.labels.get(_BANDWIDTH, NOTHING)), rows=curve.behind),
            Cell(Text(NOTHING if peak is None else f"{curve.x[peak]:.3g}"), rows=curve.behind),
        )
        lines.append((tuple(curve.labels.get(name, NOTHING) for name in names), cells))
    return Block(
        "", tuple(names), ("n", "puzzles", _BANDWIDTH, f"{result.x_title} at the peak"), tuple(lines)
    )


def _curves_names(result: Curves) -> list[str]:
    """What names curves: all that is told of them but numbers."""
    told = dict.fromkeys(name for curve in result.curves for name in curve.labels)
    return [name for name in told if name != _BANDWIDTH]


def points_block(result: Curves) -> Block:
    """The points of curves, with their intervals."""
    names = _curves_names(result)
    lines = []
    for curve in result.curves:
        labels = tuple(curve.labels.get(name, NOTHING) for name in names)
        ends = [f"{low:.3g} to {high:.3g}" for low, high in zip(curve.low, curve.high, strict=True)]
        for x, y, interval in zip(curve.x, curve.y, ends or [""] * len(curve.x), strict=True):
            lines.append(((*labels, f"{x:.4g}"), (Cell(Text(f"{y:.3g}", interval), rows=curve.behind),)))
    return Block("", (*names, result.x_title), (result.y_title,), tuple(lines))


def _block(
    table: Table,
    layout: Layout,
    column: Column,
    title: str,
    lines: Sequence[Line],
    orders: dict[str, dict[str, int]],
    inner: str,
) -> Block:
    across = sorted({_name(line, inner) for line in lines}, key=orders[inner].__getitem__)
    names = sorted(
        {tuple(_name(line, name) for name in layout.down) for line in lines},
        key=lambda key: [orders[name][part] for name, part in zip(layout.down, key, strict=True)],
    )
    cells: dict[tuple[tuple[str, ...], str], Line] = {}
    for line in lines:
        cells[tuple(_name(line, name) for name in layout.down), _name(line, inner)] = line
    marks = dict(_marks(cells, across, layout)) if layout.best else {}
    titles = {one.name: one.title for one in table.columns}
    return Block(
        title,
        tuple(titles[name] for name in layout.down),
        tuple(across),
        tuple((key, tuple(_cell(cells, (key, name), column, marks) for name in across)) for key in names),
    )


def _cell(
    cells: dict[tuple[tuple[str, ...], str], Line],
    place: tuple[tuple[str, ...], str],
    column: Column,
    marks: dict[tuple[tuple[str, ...], str], Mark],
) -> Cell:
    line = cells.get(place)
    if line is None:
        return Cell(Text(NOTHING))
    return Cell(text_of(line, column), marks.get(place, ""), line.rows(column.name))


def _marks(
    cells: dict[tuple[tuple[str, ...], str], Line], across: Sequence[str], layout: Layout
) -> Iterator[tuple[tuple[tuple[str, ...], str], Mark]]:
    """The best and second best of every column; equal ones share their mark, and the floor has none.

    Where there are but two different values the second is the worst, and has no mark.
    """
    for name in across:
        values: dict[tuple[tuple[str, ...], str], float] = {}
        for place, line in cells.items():
            value = line.values[layout.value]
            number = value.value if isinstance(value, Estimate) else value
            if place[1] == name and line.values.get("model") != FLOOR and isinstance(number, int | float):
                values[place] = float(number)
        best = sorted(set(values.values()), reverse=True)
        for place, number in values.items():
            if len(values) > 1 and number == best[0]:
                yield place, "best"
            elif len(best) > 2 and number == best[1]:
                yield place, "second"


def _order(lines: Sequence[Line], name: str) -> dict[str, int]:
    """The values of a column by where they first come."""
    found: dict[str, int] = {}
    for line in lines:
        found.setdefault(_name(line, name), len(found))
    return found


def _name(line: Line, name: str) -> str:
    value = line.values.get(name)
    if isinstance(value, float):
        return f"{value:.6g}"
    return NOTHING if value is None or value == "" else str(value)
