"""The grid of puzzles: what every column made of every puzzle, and accuracy over any of them."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import TypeAlias

import msgspec

from gander.errors import InputError
from gander.eyeq.analysis import Sample
from gander.eyeq.analysis.groups import estimate
from gander.eyeq.analysis.outcomes import NEAR
from gander.eyeq.analysis.synonyms import language_of
from gander.eyeq.matching import exact_form
from gander.eyeq.place import FLOOR
from gander.eyeq.puzzles import Subset
from gander.stats import Estimate
from gander.viewer.eyeq.opened import Column, OpenedRuns

__all__ = ["Accuracy", "GridView", "accuracy_over", "chosen_puzzles", "grid_of", "puzzles_saying"]

Share: TypeAlias = tuple[float, float | None, float | None, int] | None
"""A share with its 95% interval and n; None if it is not defined."""


class SourceView(msgspec.Struct, frozen=True):
    """A run or file.

    Attributes:
        id: What the browser calls it.
        name: Its name.
        data: What a run calls its puzzles.
        fault: Why it is left out; empty if it is not.
        empty: Whether it is a run without an answer.
    """

    id: str
    name: str
    data: str
    fault: str
    empty: bool


class ColumnView(msgspec.Struct, frozen=True):
    """A column.

    Attributes:
        model: The model.
        variant: The variant; what a file of answers calls it, and empty if it does not say.
        temperature: The temperature; None for the model's own.
        seed: The seed; None for none.
        hint: What the variant tells of the answer: ``none``, ``length``, ``reveal``; empty if
            that is not known.
        floor: Whether it is the hint floor.
        subsets: The subsets that it was asked about, or is to be.
        outcomes: A letter for each puzzle: right, near, wrong, unparsed, failed, ``i`` for unfinished, or
            ``-`` where there is nothing.
    """

    model: str
    variant: str
    temperature: float | None
    seed: int | None
    hint: str
    floor: bool
    subsets: tuple[Subset, ...]
    outcomes: str


class PuzzleView(msgspec.Struct, frozen=True):
    """A puzzle: key, subset, id, its answers' language, the right ones, and whether its picture is here."""

    key: str
    subset: str
    id: str
    language: str
    truths: tuple[str, ...]
    picture: bool


class GridView(msgspec.Struct, frozen=True):
    """All that the grid shows.

    Attributes:
        version: Names this state of the runs.
        sources: The runs and files.
        columns: What was asked how.
        puzzles: The puzzles, by subset and number.
        near: From where on a wrong answer is near: likeness of letters, shared words.
        notes: What must be known about all this, as sentences.
    """

    version: str
    sources: tuple[SourceView, ...]
    columns: tuple[ColumnView, ...]
    puzzles: tuple[PuzzleView, ...]
    near: tuple[float, float]
    notes: tuple[str, ...]


class Accuracy(msgspec.Struct, frozen=True):
    """What a column made of some puzzles.

    Attributes:
        exact: The share right by the ``exact`` score, over puzzles that count.
        released: The share right as the released runner scored.
        right: How often the answer is right; with several seeds a puzzle has several answers.
        near: How often it is wrong and near.
        wrong: How often it is wrong and not near.
        unparsed: How often no answer could be read, which is wrong.
        failed: How often a call failed; these are in no share.
        unfinished: How often attempts are left; in no share either.
        not_asked: Puzzles that the column is to be asked, and has nothing of.
        differ: How many of those that count are right by one score and wrong by the other.
    """

    exact: Share
    released: Share
    right: int
    near: int
    wrong: int
    unparsed: int
    failed: int
    unfinished: int
    not_asked: int
    differ: int


def grid_of(opened: OpenedRuns) -> GridView:
    """The grid of some runs."""
    data = {run.folder: sorted({cell.data for cell in run.cells.values()}) for run in opened.runs}
    empty = {run.folder for run in opened.runs if not any(map(run.asked, run.cells))}
    specs = opened.answers.specs
    subsets = opened.subsets
    columns = []
    for column, outcomes in zip(opened.columns, opened.outcomes, strict=True):
        spec = specs.get(column.variant)
        columns.append(
            ColumnView(
                *column,
                hint=spec.hint if spec is not None else "",
                floor=column.model == FLOOR,
                subsets=tuple(sorted(subsets[column])),
                outcomes=outcomes,
            )
        )
    puzzles = []
    for key, truths in opened.truths.items():
        subset, _, id = key.partition(":")
        there = opened.pictures.puzzle(key) is not None
        puzzles.append(PuzzleView(key, subset, id, language_of(subset), truths, there))  # type: ignore[arg-type]
    return GridView(
        opened.version,
        tuple(
            SourceView(its.id, its.name, ", ".join(data.get(its.path, ())), its.fault, its.path in empty)
            for its in opened.sources
        ),
        tuple(columns),
        tuple(puzzles),
        (NEAR["letters"], NEAR["words"]),
        (*_nothing(opened), *opened.answers.notes, *opened.pictures.notes),
    )


def _nothing(opened: OpenedRuns) -> tuple[str, ...]:
    there = any(not source.fault for source in opened.sources)
    return ("Nothing is answered yet.",) if there and not opened.answers.samples else ()


def chosen_puzzles(opened: OpenedRuns, bits: str | None) -> Sequence[str]:
    """The puzzles that a request means.

    Args:
        opened: The runs.
        bits: Hexadecimal; from the left a bit a puzzle, in the grid's order. None for all.

    Raises:
        InputError: It is no such text.
    """
    keys = tuple(opened.truths)
    if bits is None:
        return keys
    wanted = (len(keys) + 3) // 4
    if len(bits) != wanted or not set(bits) <= set("0123456789abcdef"):
        raise InputError(f"puzzles must be {wanted} digits of hexadecimal.", where="puzzles")
    return [key for at, key in enumerate(keys) if int(bits[at // 4], 16) >> (3 - at % 4) & 1]


def accuracy_over(opened: OpenedRuns, keys: Collection[str]) -> list[Accuracy]:
    """For every column, what it made of some puzzles."""
    return [
        _accuracy(opened, column, outcomes, keys)
        for column, outcomes in zip(opened.columns, opened.outcomes, strict=True)
    ]


def _accuracy(opened: OpenedRuns, column: Column, outcomes: str, keys: Collection[str]) -> Accuracy:
    samples = opened.samples[column]
    its = [samples[key] for key in keys if key in samples]
    told = Counter(outcomes[opened.numbers[key]] for key in keys)
    return Accuracy(
        _share(estimate(its)),
        _share(estimate(its, _as_released)),
        told["r"],
        told["n"],
        told["w"],
        told["u"],
        told["f"],
        told["i"],
        opened.not_asked(column, keys),
        sum(sample.scored and sample.right != sample.right_released for sample in its),
    )


def _as_released(sample: Sample) -> bool:
    return sample.right_released


def _share(estimate: Estimate) -> Share:
    return None if estimate.value is None else (estimate.value, estimate.low, estimate.high, estimate.n)


def puzzles_saying(opened: OpenedRuns, text: str, *, truths: bool) -> list[int]:
    """The puzzles, by their places in the grid, that a text is in: in an id, or in an answer.

    Texts are compared as the ``exact`` score reads them, so letter case, vowel signs and the like make no
    difference.

    Args:
        opened: The runs.
        text: What is looked for.
        truths: Look into the right answers and what models answered too, which would tell whoever guesses.
    """
    wanted = exact_form(text)
    if not wanted:
        return list(range(len(opened.truths)))
    found = {number for key, number in opened.numbers.items() if wanted in key.partition(":")[2].casefold()}
    if truths:
        for key, answers in opened.truths.items():
            if any(wanted in exact_form(answer) for answer in answers):
                found.add(opened.numbers[key])
        for sample in opened.answers.samples:
            for attempt in sample.attempts:
                # The form that was compared, worked out when the answer was judged.
                if attempt.exact.answer_form and wanted in attempt.exact.answer_form:
                    found.add(opened.numbers[sample.puzzle])
    return sorted(found)
