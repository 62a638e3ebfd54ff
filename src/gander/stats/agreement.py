"""How far two who judge the same things agree beyond chance."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from gander.stats.bootstrap import bca, resampled_sums
from gander.stats.estimates import RESAMPLES, SEED, Estimate
from gander.stats.proportions import wilson

__all__ = ["Agreement", "kappa"]


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement of two raters.

    Attributes:
        kappa: Cohen's kappa: 1 for full agreement, 0 for what chance gives. Undefined where both use one
            and the same label throughout, since chance then agrees fully too. n counts games (or items).
        observed: The share of items on which they agree.
        expected: The share on which they would by chance, each keeping to how often it uses each label.
        items: How many items both have judged.
    """

    kappa: Estimate
    observed: float | None
    expected: float | None
    items: int


def kappa(
    ratings: Iterable[tuple[Hashable, Hashable]],
    clusters: Sequence[Hashable] | None = None,
    *,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Agreement:
    """Cohen's kappa with a 95% interval, which draws whole clusters anew.

    Full agreement has nothing to resample; its lower end comes from Wilson's interval of the share
    agreed on, chance held fixed.

    Args:
        ratings: Both raters' labels of every item.
        clusters: For each item, the game it comes from; without it, items count as independent.
        resamples: How often clusters are drawn anew.
        seed: Seed of the draws.

    Raises:
        ValueError: There are not as many clusters as items.
    """
    import numpy as np

    pairs = list(ratings)
    groups = list(range(len(pairs))) if clusters is None else list(clusters)
    if len(groups) != len(pairs):
        raise ValueError(f"{len(groups)} clusters for {len(pairs)} items")
    used = dict.fromkeys(label for pair in pairs for label in pair)
    labels = {label: number for number, label in enumerate(used)}
    rows = {group: number for number, group in enumerate(dict.fromkeys(groups))}
    size, games = len(labels), len(rows)
    if not pairs:
        return Agreement(Estimate(None, 0, 0), None, None, 0)
    table = np.zeros((games, size, size))
    for group, (first, second) in zip(groups, pairs, strict=True):
        table[rows[group], labels[first], labels[second]] += 1

    def kappas(counts: "np.ndarray[tuple[int, ...], np.dtype[np.float64]]") -> tuple[object, ...]:
        """Kappa, observed and expected agreement for tables along the last axis: size² × how many."""
        tables = counts.reshape(size, size, -1)
        total = np.maximum(tables.sum(axis=(0, 1)), 1e-300)
        agreed = np.einsum("iik->k", tables) / total
        chance = (tables.sum(axis=0) * tables.sum(axis=1)).sum(axis=0) / total**2
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(chance < 1 - 1e-12, (agreed - chance) / (1 - chance), np.nan), agreed, chance

    flat = table.reshape(games, -1)
    whole = flat.sum(axis=0)[:, None]
    value, agreed, chance = (np.asarray(one) for one in kappas(whole))
    observed, expected = float(agreed[0]), float(chance[0])
    if not np.isfinite(value[0]):
        return Agreement(Estimate(None, 0, games), observed, expected, len(pairs))
    best = float(value[0])
    if observed == 1:
        low = wilson(len(pairs), len(pairs)).low or 0.0
        low = max((low - expected) / (1 - expected), -1.0)
        return Agreement(Estimate(best, games, 0, low, 1.0, "wilson"), observed, expected, len(pairs))
    if games < 2:
        return Agreement(Estimate(best, games, 0), observed, expected, len(pairs))
    left = np.asarray(kappas(whole - flat.T)[0])[:, None]
    drawn = np.asarray(kappas(resampled_sums(flat, resamples, seed))[0])[None, :]
    ends = bca(value, left, drawn.copy(), np.array([games]))
    estimate = Estimate(best, games, 0, float(ends[0][0]), float(ends[1][0]), "bca")
    return Agreement(estimate, observed, expected, len(pairs))
