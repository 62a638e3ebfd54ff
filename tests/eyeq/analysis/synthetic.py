"""Synthetic runs whose truth is known: right answers with given chances, drawn with a seed."""

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from statistics import NormalDist

import numpy as np

from gander.eyeq.analysis import Answers, Place, Sample, Table, Value
from gander.eyeq.prompting import parse_variant
from gander.eyeq.puzzles import Subset
from gander.eyeq.solve import Verdict, judge
from gander.models.failures import Answered, Failed
from gander.stats import Estimate

TRUTH = ("goose",)


@lru_cache
def verdict(*attempts: str | None, most: int = 1) -> Verdict:
    """What came of attempts; None is a call that failed."""
    outcomes = [Failed("timeout") if text is None else Answered(text) for text in attempts]
    return judge(TRUTH, outcomes, most)


def made(rows: Iterable[tuple[Place, str, Verdict]], *, most: int = 1) -> Answers:
    """Answers from places, puzzles' ids and verdicts."""
    samples = [
        Sample(number, place, f"{place.subset}:{id}", TRUTH, its, most_attempts=most)
        for number, (place, id, its) in enumerate(rows)
    ]
    specs = {sample.place.variant: parse_variant(sample.place.hint) for sample in samples}
    return Answers(tuple(samples), specs)


def place(
    model: str,
    subset: Subset = "en",
    variant: str = "basic",
    temperature: float | None = None,
    seed: int | None = None,
) -> Place:
    return Place(model, subset, variant, temperature, seed)


def right_or_wrong(right: bool) -> Verdict:
    return verdict("goose" if right else "duck")


def drawn(
    chances: Mapping[Place, float], puzzles: int, generator: np.random.Generator, *, hard: float = 1.0
) -> Answers:
    """Answers that are right with given chances, over puzzles that are hard for all models alike.

    Args:
        chances: The chance of each place, over all puzzles that might be drawn.
        puzzles: Puzzles of each subset.
        generator: Draws.
        hard: How much puzzles differ, in units of a single answer's luck.
    """
    normal = NormalDist()
    difficulty = {subset: generator.normal(size=puzzles) * hard for subset in {its.subset for its in chances}}
    rows = []
    for its, chance in chances.items():
        start = normal.inv_cdf(chance) * math.sqrt(1 + hard * hard)
        solved = start + difficulty[its.subset] + generator.normal(size=puzzles) > 0
        rows += [(its, str(number), right_or_wrong(bool(one))) for number, one in enumerate(solved)]
    return made(rows)


def lines(table: Table | None) -> list[Mapping[str, Value]]:
    assert table is not None
    return [line.values for line in table.lines]


def line(table: Table | None, **wanted: object) -> Mapping[str, Value]:
    """The only line with these values."""
    found = [its for its in lines(table) if all(its[name] == value for name, value in wanted.items())]
    assert len(found) == 1, found
    return found[0]


def figure(table: Table | None, column: str, **wanted: object) -> Estimate:
    """The estimate in a column of the only line with these values."""
    value = line(table, **wanted)[column]
    assert isinstance(value, Estimate)
    return value


def holds(estimate: Estimate, truth: float) -> bool:
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.low <= truth <= estimate.high


def share(held: Sequence[bool]) -> float:
    return sum(held) / len(held)
