"""The results of ``gander eyeq`` as a table that shows everything, however narrow the terminal."""

import itertools
from collections.abc import Callable, Iterator, Sequence

from gander.cli.amounts import money
from gander.eyeq.report import Row, floor_of
from gander.terminal import cells, printable

__all__ = ["table"]

_LEGEND = "acc., rel.: % right by the exact and the released score; unread: no answer"
_OTHER_N = "floor: on those of the row's puzzles that the floor was asked too, with its own interval and n"
_NARROWEST = 8  # columns of a variant's name

_Column = tuple[str, list[str]]  # the heading, and a text for each row


def table(rows: Sequence[Row], width: int | None) -> str:
    """A table for each model.

    Args:
        rows: The rows, those of a model together.
        width: The terminal's columns; a wider table is split into several. None: there is no terminal.
    """
    lines: list[str] = []
    for model, group in itertools.groupby(rows, lambda row: row.model):
        of_model = list(group)
        title, labels = _labels(of_model)
        lines += ["", f"{printable(model)}{title}"]
        for number, block in enumerate(_blocks(labels, _numbers(of_model, rows), width)):
            lines += [""] if number else []
            lines += _drawn(block, len(labels))
    if any(_other_n(row, rows) for row in rows):
        lines += ["", _OTHER_N]
    if rows:
        lines += ["", *(_LEGEND.split("; ") if width is not None and width < len(_LEGEND) else [_LEGEND])]
    return "\n".join(lines[1:])


def _labels(rows: Sequence[Row]) -> tuple[str, list[_Column]]:
    """The columns that say what a row is, and in words what is the same for all rows."""
    columns: list[_Column] = [
        ("variant", [printable(row.variant) for row in rows]),
        ("subset", [row.subset for row in rows]),
    ]
    title = ""
    named: tuple[tuple[str, str, Callable[[Row], float | None]], ...] = (
        ("T", "temperature", lambda row: row.temperature),
        ("seed", "seed", lambda row: row.seed),
    )
    for short, long, value in named:
        values = [value(row) for row in rows]
        texts = ["own" if one is None else f"{one:.15g}" for one in values]
        if len(set(values)) > 1:
            columns.append((short, texts))
        elif values[0] is not None:
            title += f", {long} {texts[0]}"
    return title, columns


def _numbers(rows: Sequence[Row], everything: Sequence[Row]) -> list[_Column]:
    floors = [row.floor for row in rows]
    columns: list[_Column] = [
        ("n", [str(row.n) for row in rows]),
        ("right", [str(row.correct) for row in rows]),
        ("acc.", [_percent(row.accuracy) for row in rows]),
        ("95%", [_interval(row.interval) for row in rows]),
    ]
    if any(floors):
        columns.append(("floor", [_percent(floor.accuracy) if floor else "" for floor in floors]))
    if any(_other_n(row, everything) for row in rows):
        columns.append(("95%", [_interval(floor.interval) if floor else "" for floor in floors]))
        columns.append(("of n", [str(floor.n) if floor else "" for floor in floors]))
    columns += [
        ("rel.", [_percent(row.released_accuracy) for row in rows]),
        ("95%", [_interval(row.released_interval) for row in rows]),
        ("failed", [str(row.failed) for row in rows]),
        ("unread", [str(row.unparsed) for row in rows]),
    ]
    if any(row.cost is not None for row in rows):
        columns.append(("cost", ["–" if row.cost is None else money(row.cost) for row in rows]))
    return columns


def _other_n(row: Row, rows: Sequence[Row]) -> bool:
    """Whether the floor beside a row is another figure than the floor's own row says."""
    floor = floor_of(row, rows)
    return floor is not None and row.floor is not None and not row.n == row.floor.n == floor.n


def _blocks(labels: list[_Column], numbers: list[_Column], width: int | None) -> Iterator[list[_Column]]:
    """The columns, as many at a time as fit; the labels come again each time."""
    if width is None:
        yield labels + numbers
        return
    beside = sum(_width(column) + 1 for column in labels[1:]) + max(_width(column) for column in numbers) + 1
    first = _folded(labels[0], max(_NARROWEST, width - beside))
    labels = [first, *labels[1:]]
    room = width - sum(_width(column) + 1 for column in labels)
    block: list[_Column] = []
    used = -1
    for column in numbers:
        if block and used + 1 + _width(column) > room:
            yield labels + block
            block, used = [], -1
        block.append(column)
        used += 1 + _width(column)
    yield labels + block


def _folded(column: _Column, most: int) -> _Column:
    heading, texts = column
    return heading, ["\n".join(_pieces(text, most)) for text in texts]


def _pieces(text: str, most: int) -> Iterator[str]:
    """A text in pieces that are narrow enough."""
    piece = ""
    for char in text:
        if piece and cells(piece + char) > most:
            yield piece
            piece = ""
        piece += char
    yield piece


def _drawn(columns: list[_Column], labels: int) -> Iterator[str]:
    widths = [_width(column) for column in columns]
    heading, *rows = zip(*([heading, *texts] for heading, texts in columns), strict=True)
    yield _line(heading, widths, labels)
    yield "─" * (sum(widths) + len(widths) - 1)
    for row in rows:
        # Only the first column has texts of more than one line.
        first, *further = row[0].split("\n")
        yield _line((first, *row[1:]), widths, labels)
        yield from further


def _line(texts: Sequence[str], widths: Sequence[int], labels: int) -> str:
    padded = []
    for number, (text, width) in enumerate(zip(texts, widths, strict=True)):
        space = " " * (width - cells(text))
        padded.append(text + space if number < labels else space + text)
    return " ".join(padded).rstrip()


def _width(column: _Column) -> int:
    heading, texts = column
    return max(cells(line) for text in (heading, *texts) for line in text.split("\n"))


def _interval(interval: tuple[float, float] | None) -> str:
    return "–" if interval is None else f"{_percent(interval[0])}–{_percent(interval[1])}"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f}"
