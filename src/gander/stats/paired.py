"""Two settings on the same seeds, compared seed by seed.

Games of one seed start alike (roles, rooms, tasks), so much of what differs between games cancels
in a pair. The interval draws seeds anew, or is Student's for fewer than 8. The p-value asks how often
a difference as large would come up if within each seed it were chance which setting got which game:
every way of swapping is tried for up to 14 pairs, 20,000 drawn ones beyond. It is for one metric; who
looks at sixty will find three below .05 for nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from gander.stats.bootstrap import bca, jackknife_error, resampled_sums
from gander.stats.estimates import FEW, RESAMPLES, SEED, Estimate
from gander.stats.student import t_quantile

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Floats: TypeAlias = NDArray[np.float64]

__all__ = ["Comparison", "Difference", "compare_rates", "paired_difference"]

_EXACT_PAIRS = 14
_SWAPS = 20_000
_SWAPS_AT_ONCE = 4096


@dataclass(frozen=True, slots=True)
class Difference:
    """The first setting's figure less the second's.

    Attributes:
        estimate: The difference, with its interval; n counts the seeds it stands on. There is no interval
            where all pairs differ alike.
        p: Probability of a difference at least as large by chance; None if there is no difference to test.
        exact: Whether every way of swapping was tried.
    """

    estimate: Estimate
    p: float | None
    exact: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """A metric in two settings.

    Attributes:
        mean: Difference of the means over games, over the seeds for which both games have the metric.
        pooled: Difference of the pooled rates, over all seeds.
    """

    mean: Difference
    pooled: Difference


def paired_difference(
    pairs: Iterable[tuple[float | None, float | None]], *, resamples: int = RESAMPLES, seed: int = SEED
) -> Difference:
    """The mean difference of paired values.

    Args:
        pairs: A value of either setting for every seed; a pair with None is left out and counted.
        resamples: How often seeds are drawn anew.
        seed: Seed of the draws.
    """
    known = list(pairs)
    values = [[[pair[side] or 0.0] for pair in known] for side in (0, 1)]
    there = [[[float(pair[side] is not None)] for pair in known] for side in (0, 1)]
    found = compare_rates(values[0], there[0], values[1], there[1], 1, resamples=resamples, seed=seed)
    return found[0].mean


def compare_rates(
    parts: "ArrayLike",
    wholes: "ArrayLike",
    other_parts: "ArrayLike",
    other_wholes: "ArrayLike",
    metrics: int,
    *,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> list[Comparison]:
    """Compare two settings in many metrics at once.

    Args:
        parts: The first setting's parts: a row a seed, a column a metric.
        wholes: Its wholes; a metric is undefined in a game whose whole is 0.
        other_parts: The second setting's parts, on the same seeds in the same order.
        other_wholes: Its wholes.
        metrics: How many metrics.
        resamples: How often seeds are drawn anew.
        seed: Seed of the draws.

    Returns:
        A comparison a metric.

    Raises:
        ValueError: The shapes differ.
    """
    import numpy as np

    given = (parts, wholes, other_parts, other_wholes)
    part, whole, other, under = (np.asarray(one, dtype=np.float64).reshape(-1, metrics) for one in given)
    if not part.shape == whole.shape == other.shape == under.shape:
        raise ValueError(f"{part.shape} and {other.shape}: settings must be given on the same seeds")
    both = (whole > 0) & (under > 0)
    own, its = (
        np.divide(top, bottom, out=np.zeros_like(top), where=both)
        for top, bottom in ((part, whole), (other, under))
    )
    ones = both.astype(np.float64)
    part, other = np.where(whole > 0, part, 0.0), np.where(under > 0, other, 0.0)
    first = np.stack((np.hstack((own, part)), np.hstack((ones, whole))))
    second = np.stack((np.hstack((its, other)), np.hstack((ones, under))))
    found = _differences(first, second, resamples, seed)
    return [Comparison(*pair) for pair in zip(found[:metrics], found[metrics:], strict=True)]


def _differences(first: "Floats", second: "Floats", resamples: int, seed: int) -> list[Difference]:
    """Differences of ratios of sums.

    Args:
        first: Numerators and denominators: 2 × seeds × columns.
        second: The same of the other setting.
        resamples: How often seeds are drawn anew.
        seed: Seed of the draws.
    """
    import numpy as np

    seeds, columns = first.shape[1:]
    terms = np.concatenate((*first, *second), axis=1)  # seeds × 4 columns
    totals = terms.sum(axis=0)
    values = _difference(totals, columns)
    counts = ((first[1] > 0) | (second[1] > 0)).sum(axis=0)
    left = _difference((totals - terms).T, columns).T
    left[(first[1] <= 0) & (second[1] <= 0)] = np.nan
    spread = np.nanmax(left, axis=0, initial=-np.inf) - np.nanmin(left, axis=0, initial=np.inf)
    known = np.isfinite(values)
    differs = known & (counts > 1) & (spread > 1e-12)
    drawn = np.flatnonzero(differs & (counts >= FEW))
    ends: dict[int, tuple[float, float]] = {}
    if len(drawn):
        chosen = np.concatenate([drawn + columns * block for block in range(4)])
        again = _difference(resampled_sums(terms[:, chosen], resamples, seed), len(drawn))
        low, high = bca(values[drawn], left[:, drawn], again, counts[drawn])
        ends = dict(zip(drawn.tolist(), zip(low.tolist(), high.tolist(), strict=True), strict=True))
    chances, exact = _chances(terms, values, columns, seed)
    found = []
    for column, count in enumerate(counts.tolist()):
        if not known[column]:
            found.append(Difference(Estimate(None, count, seeds - count), None, False))
            continue
        estimate = Estimate(float(values[column]), count, seeds - count)
        if column in ends:
            estimate = Estimate(float(values[column]), count, seeds - count, *ends[column], "bca")
        elif differs[column] and np.isfinite(left[:, column]).sum() == count:
            reach = t_quantile(count - 1) * jackknife_error(left[:, column])
            value = float(values[column])
            estimate = Estimate(value, count, seeds - count, value - reach, value + reach, "t")
        found.append(Difference(estimate, float(chances[column]), exact))
    return found


def _difference(sums: "Floats", columns: int) -> "Floats":
    """From sums (numerators and denominators of both) to differences; not finite where one is undefined."""
    import numpy as np

    with np.errstate(divide="ignore", invalid="ignore"):
        difference = sums[:columns] / sums[columns : 2 * columns]
        difference -= sums[2 * columns : 3 * columns] / sums[3 * columns :]
    return difference


def _chances(terms: "Floats", values: "Floats", columns: int, seed: int) -> "tuple[Floats, bool]":
    """The two-sided p-value of every difference, and whether every way of swapping was tried."""
    import numpy as np

    seeds = terms.shape[0]
    exact = seeds <= _EXACT_PAIRS
    ways = 2**seeds if exact else _SWAPS
    turned = np.concatenate((terms[:, 2 * columns :], terms[:, : 2 * columns]), axis=1)
    change = np.ascontiguousarray((turned - terms).T)
    totals = terms.sum(axis=0)[:, None]
    generator = np.random.default_rng((seed, seeds))
    reached = np.zeros(columns)
    counted = np.zeros(columns)
    # What is as large up to rounding is as large.
    bound = (np.abs(values) - 1e-12)[:, None]
    for start in range(0, ways, _SWAPS_AT_ONCE):
        stop = min(start + _SWAPS_AT_ONCE, ways)
        if exact:
            swapped = (np.arange(start, stop) >> np.arange(seeds)[:, None]) & 1
        else:
            swapped = generator.integers(0, 2, (seeds, stop - start))
        differences = np.abs(_difference(totals + change @ swapped.astype(np.float64), columns))
        counted += np.isfinite(differences).sum(axis=1)
        with np.errstate(invalid="ignore"):
            reached += (differences >= bound).sum(axis=1)
    # The way things are is one of the ways; among drawn ones it must be added.
    own = 0 if exact else 1
    return (reached + own) / np.maximum(counted + own, 1), exact
