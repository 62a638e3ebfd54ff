"""Validation against another extractor: what both read out of the same utterances, and what follows from it.

Neither is right because the other says so. What the two share, and by how much the audit's figures hang on
which of them is used, is all that this tells.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gander.quack.audit.game import Game
from gander.quack.audit.sources import Source
from gander.quack.metrics.paper import METRICS, NUMBERS, count_game
from gander.quack.metrics.paper.counts import Counts
from gander.quack.metrics.validation.comparing import (
    Deviation,
    TimeCounts,
    compare_game,
    deviation_row,
    deviations,
    time_counts,
)
from gander.quack.metrics.validation.matching import Tally
from gander.stats import Difference, Estimate, compare_rates, estimate_rates

__all__ = ["RATES", "GameAgreement", "RateDifference", "agree_on_game", "rate_differences"]

RATES = (
    "goose_truthfulness",
    "goose_fact_truthfulness",
    "spatial_hallucination",
    "fact_hallucination",
    "duck_truthfulness",
    "duck_fact_truthfulness",
)
"""The audit's figures that are compared, of claims and of presence facts (`gander.quack.metrics.paper`)."""


@dataclass(frozen=True, slots=True)
class GameAgreement:
    """How two extractors agree on a game.

    Attributes:
        folder: The setting's folder.
        utterances: Utterances in which something is said.
        read: How many the one has read, and the other.
        compared: How many both have; all figures are of these.
        tallies: Counts by kind of claim; the one is examined, the other the reference.
        times: How far the times of claims in both agree.
        left: Parts and wholes of `RATES` by the one's claims.
        right: The same by the other's.
        deviations: Where they part, as rows of `deviation_sheet`, if asked for.
    """

    folder: Path
    utterances: int
    read: tuple[int, int]
    compared: int
    tallies: Mapping[str, Tally]
    times: TimeCounts
    left: Counts
    right: Counts
    deviations: tuple[Mapping[str, object], ...]


@dataclass(frozen=True, slots=True)
class RateDifference:
    """A figure of the audit by either extractor's claims, on the same utterances.

    Attributes:
        title: What it is.
        left: By the one's claims, pooled over games.
        right: By the other's.
        difference: The one's less the other's, paired by game.
    """

    title: str
    left: Estimate
    right: Estimate
    difference: Difference


def agree_on_game(
    game: Game, one: Source, other: Source, folder: Path, *, details: bool = False
) -> GameAgreement:
    """Compare two extractors on a game.

    Args:
        game: The game.
        one: Where the claims under examination come from.
        other: Where the reference's come from.
        folder: The setting's folder.
        details: Whether to list where they part.
    """
    comparison = compare_game(game, one(game), other(game))
    found: list[Deviation] = []
    if details:
        found = deviations(comparison)
        found += [
            Deviation("verdict", pair.left, pair.right)
            for pair in comparison.pairs
            if pair.left.verdict != pair.right.verdict
        ]
    return GameAgreement(
        folder,
        comparison.utterances,
        (comparison.read_left, comparison.read_right),
        comparison.compared,
        comparison.tallies,
        time_counts(comparison),
        _chosen(count_game(comparison.left).total()),
        _chosen(count_game(comparison.right).total()),
        tuple(deviation_row(game, its) for its in sorted(found, key=lambda its: its.utterance)),
    )


def rate_differences(games: Sequence[GameAgreement]) -> list[RateDifference]:
    """The audit's figures by either extractor's claims, over some games.

    Args:
        games: The games, of one setting or of several.
    """
    sides = [[its.left for its in games], [its.right for its in games]]
    parts, wholes = ([[counts[which] for counts in side] for side in sides] for which in (0, 1))
    shares = [True] * len(RATES)
    left, right = (
        estimate_rates(part, whole, shares, counted=True) for part, whole in zip(parts, wholes, strict=True)
    )
    differences = compare_rates(parts[0], wholes[0], parts[1], wholes[1], len(RATES))
    return [
        RateDifference(METRICS[NUMBERS[name]].title, one.pooled, other.pooled, both.pooled)
        for name, one, other, both in zip(RATES, left, right, differences, strict=True)
    ]


def _chosen(counts: Counts) -> Counts:
    return [counts[0][NUMBERS[name]] for name in RATES], [counts[1][NUMBERS[name]] for name in RATES]
