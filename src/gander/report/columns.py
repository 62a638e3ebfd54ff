"""Tables in the terminal: a label and columns, as many of them side by side as fit, then the next below."""

from collections.abc import Sequence

from gander.terminal import cells, folded

__all__ = ["side_by_side"]

_GAP = 2


def side_by_side(
    headings: Sequence[str], rows: Sequence[Sequence[str]], width: int | None, *, right: bool = True
) -> str:
    """A table; where not even one column fits beside the labels, a row below the other.

    Args:
        headings: The columns' names, that of the labels first; `printable` like the rows.
        rows: A label and a text a column each; a row of no cells is a blank line.
        width: Columns of the terminal; None where output goes elsewhere.
        right: Set texts at the right of their columns.
    """
    labels, *columns = (
        [row[number] if row else "" for row in (headings, *rows)] for number in range(len(headings))
    )
    label = max(map(cells, labels))
    sizes = [max(map(cells, column)) for column in columns]
    if width is not None and label + _GAP + max(sizes) > width:
        return "\n".join(line for row in rows for line in _entry(headings, row, width))
    blocks: list[str] = []
    start = 0
    while start < len(columns):
        stop, used = start, label
        while stop < len(columns) and (stop == start or width is None or used + _GAP + sizes[stop] <= width):
            used += _GAP + sizes[stop]
            stop += 1
        lines = []
        for title, *texts in zip(labels, *columns[start:stop], strict=True):
            line = title + " " * (label - cells(title))
            for text, size in zip(texts, sizes[start:stop], strict=True):
                blank = " " * (size - cells(text))
                line += " " * _GAP + (blank + text if right else text + blank)
            lines.append(line.rstrip())
        blocks.append("\n".join([lines[0], "─" * used, *lines[1:]]))
        start = stop
    return "\n\n".join(blocks)


def _entry(headings: Sequence[str], row: Sequence[str], width: int) -> list[str]:
    """A row for narrow terminals: its label, and below it every text with its column's name."""
    if not row:
        return [""]
    lines = folded(row[0], width)
    for heading, text in zip(headings[1:], row[1:], strict=True):
        if text:
            lines += [f"  {line}" for line in folded(f"{heading}: {text}", width - 2)]
    return lines
