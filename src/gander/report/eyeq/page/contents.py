"""What the page carries, and the file itself."""

import functools
from collections.abc import Mapping, Sequence
from importlib import resources

import msgspec

from gander import __version__
from gander.eyeq.analysis import Answers, Curves, Result
from gander.eyeq.analysis.synonyms import language_of
from gander.report.eyeq.blocks import Block, Cell, Mark, curves_block, laid_out, long_block, points_block
from gander.report.eyeq.figures import Drawing
from gander.report.eyeq.page.listed import Listed, listed
from gander.report.eyeq.page.once import Once
from gander.report.eyeq.page.pictures import Pictures
from gander.report.eyeq.ranges import ranges
from gander.report.one_file import files_below, one_file, shared_files

__all__ = ["PAGE", "page"]

PAGE = "index.html"
"""What the page is called."""


class _Cell(msgspec.Struct, array_like=True):
    value: str
    rest: str
    mark: Mark
    rows: int  # in `_Page.rows`; -1 for none


class _Block(msgspec.Struct):
    title: str
    labels: tuple[str, ...]
    headings: tuple[str, ...]
    lines: list[tuple[tuple[str, ...], list[_Cell]]]


class _Figure(msgspec.Struct):
    name: str
    title: str
    paper: str
    alt: str
    svg: str


class _Part(msgspec.Struct):
    name: str
    title: str
    paper: str
    notes: tuple[str, ...]
    figures: list[_Figure]
    blocks: list[_Block]
    long: _Block | None
    long_title: str


class _Puzzle(msgspec.Struct, array_like=True):
    key: str
    truths: tuple[str, ...]
    language: str
    picture: str


class _Page(msgspec.Struct):
    gander: str
    sources: tuple[str, ...]
    notes: tuple[str, ...]
    parts: list[_Part]
    rows: list[str]
    places: list[tuple[str, ...]]
    puzzles: list[_Puzzle]
    samples: msgspec.Raw
    rules: list[str]
    gallery: msgspec.Raw


def page(
    answers: Answers,
    results: Sequence[Result],
    figures: Sequence[tuple[Drawing, Mapping[str, bytes]]] = (),
    pictures: Pictures | None = None,
    samples: Listed | None = None,
) -> bytes:
    """An analysis as one page in one file that needs nothing else.

    Args:
        answers: What was analysed.
        results: What came of it.
        figures: Figures with their contents by form, SVG among them.
        pictures: The puzzles' pictures; None for a page without.
        samples: The samples, if they were listed before.
    """
    samples = samples or listed(answers)
    rows = Once[tuple[int, ...]]()
    parts = [
        _part(result, [its for its in figures if its[0].result == result.name], rows) for result in results
    ]
    shown = pictures or Pictures()
    document = _Page(
        __version__,
        answers.sources,
        (*answers.notes, *shown.notes),
        parts,
        [ranges(each) for each in rows.all],
        samples.places,
        [
            _Puzzle(key, truths, language_of(key.partition(":")[0]), shown.of.get(key, ""))  # type: ignore[arg-type]
            for key, truths in samples.puzzles
        ],
        samples.samples,
        samples.rules,
        samples.gallery,
    )
    styles = ("style.css", "analysis.css")
    data = msgspec.json.encode(document)
    return one_file("Eye-Q analysis – Gander", _files(), "analysis.js", styles, data, shown.files)


@functools.cache
def _files() -> dict[str, bytes]:
    return {**shared_files(), **dict(files_below(resources.files("gander.report.eyeq.page") / "static"))}


def _part(
    result: Result, figures: Sequence[tuple[Drawing, Mapping[str, bytes]]], rows: Once[tuple[int, ...]]
) -> _Part:
    if isinstance(result, Curves):
        first, long, long_title = [curves_block(result)], points_block(result), "All points"
    elif result.layout is None:
        first, long, long_title = [long_block(result)], None, ""
    else:
        first, long, long_title = laid_out(result), long_block(result), "The whole table"
    return _Part(
        result.name,
        result.title,
        result.paper,
        result.notes,
        [_Figure(one.name, one.title, one.paper, one.alt, files["svg"].decode()) for one, files in figures],
        [_block(block, rows) for block in first],
        None if long is None else _block(long, rows),
        long_title,
    )


def _block(block: Block, rows: Once[tuple[int, ...]]) -> _Block:
    lines = [(names, [_cell(cell, rows) for cell in cells]) for names, cells in block.lines]
    return _Block(block.title, block.labels, block.headings, lines)


def _cell(cell: Cell, rows: Once[tuple[int, ...]]) -> _Cell:
    text = cell.text
    rest = str(text).removeprefix(text.value).strip()
    return _Cell(text.value, rest, cell.mark, rows(cell.rows) if cell.rows else -1)
