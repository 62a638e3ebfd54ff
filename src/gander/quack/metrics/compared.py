"""Settings on the same seeds, compared two and two."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from gander.errors import InputError
from gander.quack.metrics.figures import Column, Rows
from gander.stats import RESAMPLES, SEED, Comparison, compare_rates, holm

__all__ = ["Compared", "compare_settings"]


@dataclass(frozen=True, slots=True)
class Compared:
    """Two settings, compared seed by seed.

    Attributes:
        first: The first setting's name.
        second: The second's.
        seeds: The seeds that both have.
        alone: How many seeds only one of them has.
        differences: First less second, by name of the column.
        coverage: The smaller of both settings' coverages over these seeds; None if nothing was said.
        corrected: By name of the column, the p-values of the means and of the pooled rates, corrected for how
            many comparisons there are (Holm); each figure by itself. The same p-values for a single one.
    """

    first: str
    second: str
    seeds: tuple[int, ...]
    alone: int
    differences: Mapping[str, Comparison]
    coverage: float | None
    corrected: Mapping[str, tuple[float | None, float | None]] = field(default_factory=dict)


def compare_settings(
    pairs: Sequence[tuple[str, str]] | Literal["all"],
    games: Mapping[str, Sequence[tuple[int | None, int]]],
    rows: Rows,
    columns: Sequence[Column],
    where: Callable[[int], str],
) -> tuple[Compared, ...]:
    """Compare settings, two and two, on the seeds that both have.

    Args:
        pairs: Their names; ``all`` for every two that have a seed in common.
        games: Every setting's games: seed, and number of the row.
        rows: All games' rows.
        columns: What they hold.
        where: The place of a row's game, for messages.

    Raises:
        InputError: A setting is not there, is named twice, has a seed twice, or two share no seed.
    """
    if pairs == "all":
        seeds = {name: {seed for seed, _ in its} - {None} for name, its in games.items()}
        pairs = [two for two in itertools.combinations(games, 2) if seeds[two[0]] & seeds[two[1]]]
        if not pairs:
            raise InputError(
                "no two settings have a seed in common, so there is nothing to compare.",
                where="--compare-all",
                todo=f"There {'is' if len(games) == 1 else 'are'}: {', '.join(games)}.",
            )
    found = [_compare_two(pair, games, rows, columns, where) for pair in pairs]
    corrected: list[dict[str, tuple[float | None, float | None]]] = [{} for _ in found]
    for column in columns:
        both = [one.differences[column.name] for one in found]
        means, pooled = holm(two.mean.p for two in both), holm(two.pooled.p for two in both)
        for its, mean, rate in zip(corrected, means, pooled, strict=True):
            its[column.name] = mean, rate
    return tuple(replace(one, corrected=its) for one, its in zip(found, corrected, strict=True))


def _compare_two(
    pair: tuple[str, str],
    games: Mapping[str, Sequence[tuple[int | None, int]]],
    rows: Rows,
    columns: Sequence[Column],
    where: Callable[[int], str],
) -> Compared:
    if pair[0] == pair[1]:
        raise InputError(
            f"{pair[0]!r} is named twice; a setting does not differ from itself.",
            where="--compare",
            todo=f"There are: {', '.join(games)}." if len(games) > 1 else "There is no other.",
        )
    seeds: list[dict[int, int]] = []
    for name in pair:
        if name not in games:
            raise InputError(
                f"there is no setting {name!r}.", where="--compare", todo=f"There are: {', '.join(games)}."
            )
        own: dict[int, int] = {}
        for seed, number in games[name]:
            if seed is not None and own.setdefault(seed, number) != number:
                raise InputError(
                    f"setting {name!r} has seed {seed} twice: {where(own[seed])} and {where(number)}.",
                    where="--compare",
                    todo="Compare settings with one game a seed.",
                )
        seeds.append(own)
    common = sorted(seeds[0].keys() & seeds[1].keys())
    if not common:
        raise InputError(
            f"{pair[0]!r} and {pair[1]!r} have no seed in common.",
            where="--compare",
            todo="Compare settings that were played on the same seeds.",
        )
    first, second = (rows.picked(own[seed] for seed in common) for own in seeds)
    found = compare_rates(
        first.parts,
        first.wholes,
        second.parts,
        second.wholes,
        len(columns) + 1,
        resamples=RESAMPLES,
        seed=SEED,
    )
    sums = [some.sums(len(columns)) for some in (first, second)]
    coverages = [read / spoken for read, spoken in sums if spoken]
    return Compared(
        *pair,
        tuple(common),
        len(seeds[0].keys() ^ seeds[1].keys()),
        {column.name: one for column, one in zip(columns, found[:-1], strict=True)},
        min(coverages) if coverages else None,
    )
