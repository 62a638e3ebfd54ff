"""Samples put together as figures need them: by model, subset and variant, the seeds of a puzzle as one.

Several seeds of a puzzle are not several puzzles: what a figure says holds for puzzles, so they are its
units, and their seeds stay together.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from gander.eyeq.analysis.samples import Answers, Rows, Sample, rows_of
from gander.eyeq.place import Place
from gander.eyeq.puzzles import Subset
from gander.stats import Estimate, pooled, wilson

__all__ = ["Group", "Key", "estimate", "groups", "matrix", "own_first", "pairs", "rows_behind", "usual"]


class Key(NamedTuple):
    """What a group is of: a place, whatever its seed."""

    model: str
    subset: Subset
    variant: str
    temperature: float | None

    @property
    def place(self) -> Place:
        """Its place, without a seed."""
        return Place(self.model, self.subset, self.variant, self.temperature)


@dataclass(frozen=True)
class Group:
    """The samples of a model on a subset with a variant, at a temperature.

    Attributes:
        key: What it is of.
        samples: All of them, also those that are not scored.
        not_asked: Puzzles that were to be asked, or that a file has no row of; over all seeds.
    """

    key: Key
    samples: tuple[Sample, ...]
    not_asked: int

    @cached_property
    def scored(self) -> tuple[Sample, ...]:
        """Those that count."""
        return tuple(sample for sample in self.samples if sample.scored)

    @cached_property
    def puzzles(self) -> dict[str, list[Sample]]:
        """Those that count, by puzzle: one, or one a seed."""
        found: dict[str, list[Sample]] = {}
        for sample in self.scored:
            found.setdefault(sample.puzzle, []).append(sample)
        return found

    def status(self, name: str) -> Rows:
        """The samples of a status; ``unparsed`` only those that are wrong."""
        return rows_of(sample for sample in self.samples if sample.status == name and not sample.right)


def groups(answers: Answers) -> dict[Key, Group]:
    """All groups, in the order of models, the hint floor last."""
    found: dict[Key, list[Sample]] = {}
    missing: dict[Key, int] = {}
    for place, samples in answers.places.items():
        key = Key(*place[:4])
        found.setdefault(key, []).extend(samples)
        asked = answers.to_ask.get(place, len(samples))
        missing[key] = missing.get(key, 0) + max(0, asked - len(samples))
    order = {name: number for number, name in enumerate((*answers.models,))}
    subsets = {name: number for number, name in enumerate(answers.subsets)}
    variants = {name: number for number, name in enumerate(answers.variants)}
    keys = sorted(
        found,
        key=lambda key: (
            order.get(key.model, len(order)),
            variants[key.variant],
            subsets[key.subset],
            own_first(key.temperature),
        ),
    )
    return {key: Group(key, tuple(found[key]), missing[key]) for key in keys}


def own_first(temperature: float | None) -> float:
    """Puts the model's own temperature before the others."""
    return -1.0 if temperature is None else temperature


def usual(answers: Answers) -> dict[Key, Group]:
    """One group for every model, subset and variant: at the model's own temperature, else at the lowest."""
    chosen: dict[tuple[str, str, str], Group] = {}
    for key, group in groups(answers).items():
        chosen.setdefault(key[:3], group)  # they come in this order
    return {group.key: group for group in chosen.values()}


def estimate(
    samples: Iterable[Sample], right: Callable[[Sample], bool] = lambda sample: sample.right
) -> Estimate:
    """The share of samples that are right, over puzzles.

    Args:
        samples: Samples; those that are not scored count as undefined.
        right: Which are right.

    Returns:
        The share with Wilson's interval; where a puzzle has several samples, with a bootstrap's over puzzles.
        n counts puzzles.
    """
    puzzles: dict[str, list[Sample]] = {}
    undefined = 0
    for sample in samples:
        if sample.scored:
            puzzles.setdefault(sample.puzzle, []).append(sample)
        else:
            undefined += 1
    if all(len(its) == 1 for its in puzzles.values()):
        share = wilson(sum(right(its[0]) for its in puzzles.values()), len(puzzles))
        if not puzzles:
            return Estimate(None, 0, undefined)
        return Estimate(share.value, len(puzzles), undefined, share.low, share.high, "wilson")
    counts = [(float(sum(map(right, its))), float(len(its))) for its in puzzles.values()]
    found = pooled(counts)
    return Estimate(found.value, found.n, undefined, found.low, found.high, found.method)


def matrix(
    some: Sequence[Group], value: Callable[[Sample], float] = lambda sample: float(sample.right)
) -> tuple[list[list[float]], list[list[float]]]:
    """Groups over the puzzles of any of them, as `gander.stats.weighted_rates` takes them.

    Returns:
        Parts and wholes: a row a puzzle, a column a group.
    """
    by_puzzle: list[Mapping[str, list[Sample]]] = [group.puzzles for group in some]
    names = dict.fromkeys(name for puzzles in by_puzzle for name in puzzles)
    parts = [[sum(map(value, puzzles.get(name, ()))) for puzzles in by_puzzle] for name in names]
    wholes = [[float(len(puzzles.get(name, ()))) for puzzles in by_puzzle] for name in names]
    return parts, wholes


def rows_behind(some: Iterable[Group]) -> Rows:
    """The scored samples of groups, in order."""
    return tuple(sorted(row for group in some for row in rows_of(group.scored)))


def pairs(some: Sequence[Group]) -> Iterator[tuple[Group, Group]]:
    """Every two groups."""
    for number, first in enumerate(some):
        for second in some[number + 1 :]:
            yield first, second
