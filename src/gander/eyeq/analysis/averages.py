"""Averages by variant over models and subsets (the paper's section 5.2), every cell weighing the same.

Models are asked the same puzzles, so their accuracies do not vary apart: intervals are formed over puzzles,
within each subset, and joined. They say what other puzzles of these subsets would give these models; other
models are another matter.
"""

from collections.abc import Sequence

from gander.eyeq.analysis.groups import Group, estimate, matrix, rows_behind, usual
from gander.eyeq.analysis.results import Column, Line, Table, Value
from gander.eyeq.analysis.samples import Answers, Rows, rows_of
from gander.eyeq.place import FLOOR, Place
from gander.eyeq.puzzles import Subset
from gander.stats import Estimate, combined, weighted_rates

__all__ = ["ALL", "averages"]

ALL = "all"
"""Stands for all subsets together."""

_BASIC = "basic"
_COLUMNS = (
    Column("variant", "variant"),
    Column("subset", "subset"),
    Column("cells", "cells", "count"),
    Column("average", "average", "share"),
    Column("less_basic", "less basic", "difference"),
    Column("cells_compared", "of cells", "count"),
    Column("floor", "floor", "share"),
)


def averages(answers: Answers) -> Table | None:
    """A line for every variant and subset, and for all subsets of a variant together.

    ``less_basic`` is the average less that of ``basic``, on the cells that have both.
    """
    chosen = [group for group in usual(answers).values() if not group.key.place.is_floor and group.scored]
    if not chosen:
        return None
    variants = [name for name in answers.variants if any(group.key.variant == name for group in chosen)]
    found = {
        subset: _of_subset([group for group in chosen if group.key.subset == subset], variants)
        for subset in answers.subsets
        if any(group.key.subset == subset for group in chosen)
    }
    lines: list[Line] = []
    for variant in variants:
        its = {subset: cells[variant] for subset, cells in found.items() if variant in cells}
        if len(found) > 1:
            lines.append(_all(answers, variant, its))
        for subset, cell in its.items():
            floor = answers.floor(Place("", subset, variant))
            lines.append(_line(variant, subset, cell, estimate(floor) if floor else None, rows_of(floor)))
    return Table(
        "averages",
        "Averages by variant",
        _COLUMNS,
        tuple(lines),
        (
            "Means of the accuracies of all models and subsets (cells) that were asked the variant, each cell"
            " weighing the same; intervals over puzzles, these models taken as they are.",
            "Less basic: on the same cells and puzzles; nothing where no cell has both.",
        ),
        paper="Section 5.2",
    )


class _Cells:
    """A variant on one subset: the average, the difference from basic, and the cells that have both."""

    def __init__(
        self, groups: list[Group], average: Estimate, less: Estimate | None, both: list[Group]
    ) -> None:
        self.groups = groups
        self.average = average
        self.less = less
        self.both = both  # of the variant and of basic


def _of_subset(groups: list[Group], variants: Sequence[str]) -> dict[str, _Cells]:
    columns = {(group.key.variant, group.key.model): number for number, group in enumerate(groups)}
    weights: list[list[float]] = []
    for variant in variants:
        models = [model for name, model in columns if name == variant]
        common = [model for model in models if (_BASIC, model) in columns]
        average, less = ([0.0] * len(groups) for _ in range(2))
        for model in models:
            average[columns[variant, model]] = 1 / len(models)
        for model in common if variant != _BASIC else ():
            less[columns[variant, model]] += 1 / len(common)
            less[columns[_BASIC, model]] -= 1 / len(common)
        weights += [average, less]
    sums = weighted_rates(*matrix(groups), weights)
    cells: dict[str, _Cells] = {}
    for number, variant in enumerate(variants):
        its = [group for group in groups if group.key.variant == variant]
        if its:
            used = [group for group, weight in zip(groups, weights[2 * number + 1], strict=True) if weight]
            cells[variant] = _Cells(its, sums[2 * number], sums[2 * number + 1] if used else None, used)
    return cells


def _line(variant: str, subset: str, cell: _Cells, floor: Estimate | None, behind_floor: Rows) -> Line:
    values: dict[str, Value] = {
        "variant": variant,
        "subset": subset,
        "cells": len(cell.groups),
        "average": cell.average,
        "less_basic": cell.less,
        "cells_compared": len(cell.both) // 2,
        "floor": floor,
    }
    behind = {"": rows_behind(cell.groups), "floor": behind_floor}
    behind["less_basic"] = behind["cells_compared"] = rows_behind(cell.both)
    return Line(values, behind)


def _all(answers: Answers, variant: str, its: dict[Subset, _Cells]) -> Line:
    cells = list(its.values())
    less = [(cell.less, len(cell.both) / 2) for cell in cells if cell.less is not None]
    floors = {subset: answers.floor(Place(FLOOR, subset, variant)) for subset in its}
    floor = None
    if all(floors.values()):
        floor = combined([estimate(one) for one in floors.values()], [len(cell.groups) for cell in cells])
    joined = _Cells(
        [group for cell in cells for group in cell.groups],
        combined([cell.average for cell in cells], [len(cell.groups) for cell in cells]),
        combined([one for one, _ in less], [weight for _, weight in less]) if less else None,
        [group for cell in cells for group in cell.both],
    )
    return _line(variant, ALL, joined, floor, tuple(row for one in floors.values() for row in rows_of(one)))
