"""Figures on their way to the page: each with its value, interval and n, exact and as text."""

from collections.abc import Iterable, Sequence

import msgspec

from gander.quack.metrics.compared import Compared
from gander.quack.metrics.figures import Column, Figure, Group
from gander.quack.metrics.paper.catalogue import METRICS
from gander.report.audit.numbers import chance, in_percent, numbers
from gander.report.audit.provenance import few_read
from gander.stats import Difference, Estimate

__all__ = [
    "CellView",
    "ComparedView",
    "EstimateView",
    "GroupView",
    "MetricView",
    "compared_view",
    "coverage_cell",
    "estimate_view",
    "group_view",
    "metric_views",
]


class MetricView(msgspec.Struct, frozen=True):
    """What a figure is.

    Attributes:
        name: Its name in files.
        title: Its name in tables.
        tier: Its tier.
        team: Whom it is about.
        share: Whether it is shown in percent.
        unit: Its unit.
        part: What is counted, in words; empty where nobody says.
        whole: Of what.
    """

    name: str
    title: str
    tier: str
    team: str
    share: bool
    unit: str
    part: str
    whole: str


class EstimateView(msgspec.Struct, frozen=True, array_like=True):
    """An estimate; `text` and `interval` are the numbers as they are shown."""

    value: float | None
    low: float | None
    high: float | None
    method: str
    n: int
    undefined: int
    text: str
    interval: str


class CellView(msgspec.Struct, frozen=True, array_like=True):
    """A figure of a group: mean over games, rate of sums, and the sums; None where there are none."""

    mean: EstimateView
    pooled: EstimateView | None
    part: float | None
    whole: float | None


class GroupView(msgspec.Struct, frozen=True):
    """A group with its figures, in the metrics' order, the coverage last.

    Attributes:
        name: Its name.
        games: How many games.
        read: Utterances read; None where a file does not say.
        utterances: Utterances spoken.
        coverage: The share of utterances that were read.
        flagged: Whether that is too few for the figures about statements.
        cells: The figures; None for one that the group does not have.
    """

    name: str
    games: int
    read: int | None
    utterances: int | None
    coverage: float | None
    flagged: bool
    cells: tuple[CellView | None, ...]


class ComparedView(msgspec.Struct, frozen=True):
    """Two settings compared seed by seed.

    Attributes:
        first: The first's name.
        second: The second's.
        seeds: How many seeds both have.
        alone: How many only one of them has.
        coverage: The smaller coverage of both.
        flagged: Whether that is too little.
        cells: In the metrics' order, of means and of rates of sums (None where there are none): the
            difference, its p, and the p corrected for how many comparisons there are, as text.
    """

    first: str
    second: str
    seeds: int
    alone: int
    coverage: float | None
    flagged: bool
    cells: tuple[tuple[tuple[EstimateView, str, str], tuple[EstimateView, str, str] | None], ...]


def metric_views(columns: Iterable[Column]) -> tuple[MetricView, ...]:
    """What the figures are, the coverage last; in words where the profile `paper` has them."""
    words = {metric.name: (metric.part, metric.whole) for metric in METRICS}
    views = []
    above = ""
    for its in columns:
        # In a column of its own, what is set in below a figure is told with that figure's name.
        inset = its.title.startswith(" ")
        if its.headline and not inset:
            above = its.title
        title = f"{above}: {its.title.strip()}" if inset and above else its.title.strip()
        part, whole = words.get(its.name, ("", ""))
        views.append(MetricView(its.name, title, its.tier, its.team, its.share, its.unit, part, whole))
    read = METRICS[-1]
    views.append(
        MetricView(
            *(read.name, read.title, "coverage", read.team, read.share, read.unit),
            part=read.part,
            whole=read.whole,
        )
    )
    return tuple(views)


def estimate_view(estimate: Estimate, *, share: bool, signed: bool = False) -> EstimateView:
    """An estimate, exact and as text."""
    its = numbers(estimate, share=share, games=None, signed=signed)
    return EstimateView(
        estimate.value,
        estimate.low,
        estimate.high,
        estimate.method,
        estimate.n,
        estimate.undefined,
        its.value,
        its.interval,
    )


def group_view(group: Group, columns: Sequence[Column]) -> GroupView:
    """A group's figures."""
    return GroupView(
        group.name,
        group.games,
        group.read,
        group.utterances,
        group.coverage,
        few_read(group.coverage),
        (
            *(_cell(group.figures[its.name], share=its.share) for its in columns),
            coverage_cell(group.read, group.utterances),
        ),
    )


def coverage_cell(read: int, utterances: int) -> CellView:
    """The share of utterances that were read. It is of these games and no estimate, so it has no interval."""
    share = read / utterances if utterances else None
    its = EstimateView(share, None, None, "none", utterances, 0, in_percent(share), "")
    return CellView(its, its, read, utterances)


def _cell(figure: Figure, *, share: bool) -> CellView:
    pooled = None if figure.pooled is None else estimate_view(figure.pooled, share=share)
    return CellView(estimate_view(figure.mean, share=share), pooled, figure.part, figure.whole)


def compared_view(compared: Compared, columns: Sequence[Column]) -> ComparedView:
    """A comparison of games that were counted."""
    return ComparedView(
        compared.first,
        compared.second,
        len(compared.seeds),
        compared.alone,
        compared.coverage,
        few_read(compared.coverage),
        tuple(
            (
                _difference(compared.differences[its.name].mean, compared.corrected[its.name][0], its),
                _difference(compared.differences[its.name].pooled, compared.corrected[its.name][1], its),
            )
            for its in columns
        ),
    )


def _difference(found: Difference, corrected: float | None, column: Column) -> tuple[EstimateView, str, str]:
    its = estimate_view(found.estimate, share=column.share, signed=True)
    return its, chance(found.p), chance(corrected)
