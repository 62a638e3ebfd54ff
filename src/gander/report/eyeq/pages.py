"""Results for people: in the terminal, as Markdown and as LaTeX (package booktabs)."""

from collections.abc import Iterator, Sequence

from gander.eyeq.analysis import Result, Table
from gander.report.columns import side_by_side
from gander.report.eyeq.blocks import Block, Cell, blocks, every_block
from gander.report.latex import commented
from gander.report.latex import escaped as in_latex
from gander.report.markdown import escaped as in_markdown
from gander.terminal import folded, printable

__all__ = ["show", "to_latex", "to_markdown"]


def show(table: Table, width: int | None, most: int | None = None) -> str:
    """A table for the terminal, with what must be told under it.

    Args:
        table: The table.
        width: The terminal's columns; None where output goes elsewhere.
        most: The most lines of it; how many more there are is told. None for all.
    """
    parts = [_headed(table)]
    for block in blocks(table):
        title = [printable(block.title)] if block.title else []
        rows = [
            [
                " · ".join(map(printable, names)) if names else "",
                *(printable(str(cell.text)) for cell in cells),
            ]
            for names, cells in block.lines[:most]
        ]
        if most is not None and len(block.lines) > most:
            title.append(f"The first {most} of {len(block.lines):,} lines; all are in {table.name}.csv.")
        headings = [printable(" · ".join(block.labels)), *map(printable, block.headings)]
        parts.append("\n".join([*title, side_by_side(headings, rows, width)]))
    notes = [printable(note) for note in table.notes]
    parts.append(
        "\n".join(notes if width is None else [line for note in notes for line in folded(note, width)])
    )
    return "\n\n".join(part for part in parts if part)


def to_markdown(result: Result, parts: Sequence[Block] | None = None) -> str:
    """A result as Markdown: laid out first, if it says how, then long; curves by what they stand on.

    Args:
        result: The result.
        parts: Its `every_block`, if that was worked out before.
    """
    lines = [f"## {in_markdown(_headed(result))}", ""]
    for block in every_block(result) if parts is None else parts:
        if block.title:
            lines += [f"**{in_markdown(block.title)}**", ""]
        lines.append(_bar([*block.labels, *block.headings]))
        lines.append("|" + "---|" * len(block.labels) + "---:|" * len(block.headings))
        for names, cells in block.lines:
            texts = [in_markdown(str(cell.text)) for cell in cells]
            marked = [_starred(text, cell) for text, cell in zip(texts, cells, strict=True)]
            lines.append("| " + " | ".join([*map(in_markdown, names), *marked]) + " |")
        lines.append("")
    return "\n".join([*lines, *(f"{in_markdown(note)}\n" for note in result.notes)]).rstrip() + "\n"


def to_latex(result: Result, parts: Sequence[Block] | None = None) -> str:
    """A result as LaTeX tables: values at the right, intervals in small print, the best bold.

    Args:
        result: The result.
        parts: Its `every_block`, if that was worked out before.
    """
    lines = [f"% {commented(_headed(result))}", *(f"% {commented(note)}" for note in result.notes)]
    for block in every_block(result) if parts is None else parts:
        lines += ["", *_tabular(block)]
    return "\n".join(lines) + "\n"


def _headed(result: Result) -> str:
    return f"{result.title} ({result.paper})" if result.paper else result.title


def _bar(texts: Sequence[str]) -> str:
    return "| " + " | ".join(map(in_markdown, texts)) + " |"


def _starred(text: str, cell: Cell) -> str:
    around = {"best": "**", "second": "*", "": ""}[cell.mark]
    return f"{around}{text}{around}"


def _tabular(block: Block) -> Iterator[str]:
    yield rf"\begin{{tabular}}{{{'l' * len(block.labels)}{'r@{ }l' * len(block.headings)}}}"
    yield r"\toprule"
    if block.title:
        width = len(block.labels) + 2 * len(block.headings)
        # Bold: slanted fonts have no Persian and Arabic letters, and would leave such names out.
        yield rf"\multicolumn{{{width}}}{{l}}{{\textbf{{{in_latex(block.title)}}}}} \\"
    heads = [rf"\multicolumn{{2}}{{c}}{{{in_latex(heading)}}}" for heading in block.headings]
    yield " & ".join([*map(in_latex, block.labels), *heads]) + r" \\"
    yield r"\midrule"
    for names, cells in block.lines:
        yield " & ".join([*map(in_latex, names), *map(_latex_cell, cells)]) + r" \\"
    yield r"\bottomrule"
    yield r"\end{tabular}"


def _latex_cell(cell: Cell) -> str:
    """A value right before, interval and n left behind the columns' joint."""
    value = _minus(in_latex(cell.text.value))
    value = {"best": rf"\textbf{{{value}}}", "second": rf"\underline{{{value}}}", "": value}[cell.mark]
    interval = (
        _minus(in_latex(cell.text.interval)) if " to " in cell.text.interval else in_latex(cell.text.interval)
    )
    small = rf"{{\scriptsize [{interval}]}}" if interval else ""
    n = f"$_{{{cell.text.n}}}$" if cell.text.n else ""
    return f"{value} & {small}{n}"


def _minus(text: str) -> str:
    """Signs before numbers as minus; dashes stay."""
    return " ".join(
        f"$-${part[1:]}" if part[:1] == "-" and part[1:2].isdigit() else part for part in text.split(" ")
    )
