"""An audit's figures in the terminal: a line a figure, a column a group, as many at a time as fit."""

from collections.abc import Iterator, Sequence

from gander.counted import many
from gander.quack.metrics.audits import Audits
from gander.quack.metrics.compared import Compared
from gander.quack.metrics.figures import Column, Group
from gander.quack.metrics.released import as_printed
from gander.report.audit.many_compared import show_many
from gander.report.audit.numbers import Numbers, chance, in_percent, named, numbers
from gander.report.audit.provenance import FEW_READ, chosen, few_read, flagged, note
from gander.stats import Estimate
from gander.terminal import cells, folded, printable

__all__ = ["show_audits"]

_TIERS = {"outcomes": "Outcomes", "behaviour": "Behaviour", "statements": "Statements"}
_WIDEST_HEADING = 22
_GAP = 2


def show_audits(audits: Audits, width: int | None, *, pooled: bool = False) -> str:
    """The headline figures of every group, the comparison if there is one, and what stands behind them.

    Args:
        audits: The figures.
        width: Columns of the terminal; None where output goes elsewhere.
        pooled: Show rates of sums instead of means over games.
    """
    columns = audits.headlines
    blocks = list(_blocks(audits, columns, width, pooled=pooled))
    if len(audits.compared) > 1:
        blocks.append(show_many(audits.compared, columns, width, pooled=pooled))
    elif audits.compared:
        blocks.append(_comparison(audits.compared[0], columns, width, pooled=pooled))
    closing = [f"{_way(audits, pooled=pooled)}, shares in percent.", *note(audits)]
    lines = [line for one in closing for line in folded(printable(one), width)]
    return "\n\n".join([*blocks, "\n".join(lines)])


def _way(audits: Audits, *, pooled: bool) -> str:
    if all(group.games == 1 for group in audits.groups):
        return "Single games"
    return "Rates of sums" if pooled and audits.profile == "paper" else "Means over games"


def _blocks(audits: Audits, columns: Sequence[Column], width: int | None, *, pooled: bool) -> Iterator[str]:
    titles = _titled(columns)
    label = max(cells(title) for title, _ in titles)
    texts = [_column(audits, group, titles, pooled=pooled) for group in audits.groups]
    if width is not None and any(label + _GAP + max(map(cells, text)) > width for text in texts):
        yield from _lists(audits, titles, texts, width)
        return
    headings = [
        _heading(printable(group.name), text, width) for group, text in zip(audits.groups, texts, strict=True)
    ]
    sizes = [max(map(cells, [*heading, *text])) for heading, text in zip(headings, texts, strict=True)]
    start = 0
    while start < len(texts):
        stop, used = start, label
        while stop < len(texts) and (stop == start or width is None or used + _GAP + sizes[stop] <= width):
            used += _GAP + sizes[stop]
            stop += 1
        block = slice(start, stop)
        yield "\n".join(_drawn(titles, label, headings[block], texts[block], sizes[block]))
        start = stop


def _titled(columns: Sequence[Column]) -> list[tuple[str, Column | None]]:
    """The lines of a table: two about the groups, then every figure under its tier's name."""
    titles: list[tuple[str, Column | None]] = [("games", None), ("utterances read", None)]
    tier = ""
    for column in columns:
        if column.tier != tier:
            tier = column.tier
            titles.append((_TIERS[tier], None))
        titles.append((named(column), column))
    return titles


def _column(
    audits: Audits, group: Group, titles: Sequence[tuple[str, Column | None]], *, pooled: bool
) -> list[str]:
    """A group's texts, one a line of the table."""
    read = "–" if group.coverage is None else f"{in_percent(group.coverage):>5}%"
    texts = [f"{group.games:>5}", read + (FEW_READ if few_read(group.coverage) else "")]
    for _, column in titles[2:]:
        if column is None:
            texts.append("")
            continue
        estimate = chosen(group.figures[column.name], pooled=pooled)
        its = numbers(estimate, share=column.share, games=group.games)
        if audits.profile == "released" and column.share and estimate.value is not None:
            # As published: rounded twice.
            its = Numbers(as_printed(estimate.value), its.interval, its.n)
        texts.append(_cell(its, mark=FEW_READ if flagged(column, group.coverage) else ""))
    return texts


def _cell(its: Numbers, mark: str = "") -> str:
    mark = mark if its.interval or its.n or its.value != "–" else ""
    interval = f" [{its.interval}]" if its.interval else ""
    n = f" ({its.n})" if its.n else ""
    return f"{its.value:>5}{mark}{interval}{n}"


def _heading(name: str, texts: Sequence[str], width: int | None) -> list[str]:
    """A group's name, folded to about the width of its column."""
    if width is None:
        return [name]
    return _folded_name(name, max(*map(cells, texts), min(_WIDEST_HEADING, width // 4)))


def _folded_name(name: str, most: int) -> list[str]:
    """A name in pieces that are narrow enough, broken after a joint where there is one."""
    lines = [""]
    for piece in _pieces(name):
        if lines[-1] and cells(lines[-1] + piece.rstrip()) > most:
            lines.append("")
        for char in piece:
            if lines[-1] and cells(lines[-1] + char) > most and char != " ":
                lines.append("")
            lines[-1] += char
    return [line.rstrip() for line in lines]


def _pieces(name: str) -> Iterator[str]:
    piece = ""
    for char in name:
        piece += char
        if char in "_-/ ":
            yield piece
            piece = ""
    yield piece


def _drawn(
    titles: Sequence[tuple[str, Column | None]],
    label: int,
    headings: Sequence[list[str]],
    texts: Sequence[list[str]],
    sizes: Sequence[int],
) -> Iterator[str]:
    height = max(map(len, headings))
    for number in range(height):
        row = [
            heading[number - height + len(heading)] if number >= height - len(heading) else ""
            for heading in headings
        ]
        yield _line("", label, row, sizes)
    rule = "─" * (label + sum(sizes) + _GAP * len(sizes))
    for number, (title, column) in enumerate(titles):
        if column is None and number >= 2:
            yield rule if number == 2 else ""
            yield title
            continue
        yield _line(title, label, [text[number] for text in texts], sizes)


def _line(title: str, label: int, row: Sequence[str], sizes: Sequence[int]) -> str:
    line = title + " " * (label - cells(title))
    for text, size in zip(row, sizes, strict=True):
        line += " " * _GAP + text + " " * (size - cells(text))
    return line.rstrip()


def _lists(
    audits: Audits, titles: Sequence[tuple[str, Column | None]], texts: Sequence[list[str]], width: int
) -> Iterator[str]:
    """For narrow terminals: one group below the other, and a figure below its name."""
    for group, own in zip(audits.groups, texts, strict=True):
        lines = _folded_name(printable(group.name), width)
        for (title, column), text in zip(titles, own, strict=True):
            if not text and column is None:
                lines.append(title)
            else:
                lines += _entry(title, [text], width)
        yield "\n".join(lines)


def _entry(title: str, texts: Sequence[str], width: int) -> list[str]:
    """A title, as far in as it is, and below it its texts."""
    indent = " " * (len(title) - len(title.lstrip()))
    lines = [indent + line for line in folded(title.strip(), width - len(indent))]
    deeper = indent + "    "
    for text in texts:
        lines += [(deeper + line).rstrip() for line in folded(text.strip(), width - len(deeper))]
    return [line for line in lines if line]


def _comparison(compared: Compared, columns: Sequence[Column], width: int | None, *, pooled: bool) -> str:
    first, second = printable(compared.first), printable(compared.second)
    seeds = len(compared.seeds)
    title = f"{first} less {second}, {many(seeds, 'seed')} that both have"
    if compared.alone:
        title += f" ({compared.alone} more in one alone)"
    label = max(cells(named(column)) for column in columns)
    rows = []
    for column in columns:
        both = compared.differences[column.name]
        difference = both.pooled if pooled else both.mean
        its = numbers(difference.estimate, share=column.share, games=seeds, signed=True)
        mark = FEW_READ if flagged(column, compared.coverage) else ""
        rows.append((named(column), _cell(its, mark), _chance(difference.p, difference.estimate)))
    size = max(cells(text) for _, text, _ in rows)
    if width is None or label + 2 * _GAP + size + 7 <= width:
        lines = [_line(name, label, [text, p], [size, 7]) for name, text, p in rows]
    else:
        lines = [line for name, text, p in rows for line in _entry(name, [text, p], width)]
    closing = "Shares differ by percentage points. p: settings swapped within seeds, for one figure alone."
    heading, ending = (folded(one, width) for one in (title, closing))
    rule = "─" * max(map(cells, (*heading, *lines)))
    return "\n".join([*heading, rule, *lines, *ending])


def _chance(p: float | None, estimate: Estimate) -> str:
    if p is None or estimate.value is None:
        return ""
    told = chance(p)
    return f"p{told}" if told.startswith("<") else f"p={told}"
