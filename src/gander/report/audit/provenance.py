"""Where figures come from: what must stand beside them wherever they are shown."""

from gander.counted import many
from gander.quack.metrics.audits import ENOUGH, Audits
from gander.quack.metrics.figures import Column, Figure
from gander.stats import FEW, RESAMPLES, SEED, Estimate

__all__ = [
    "FEW_READ",
    "INTERVALS",
    "METHODS",
    "SINGLE",
    "chosen",
    "few_read",
    "flagged",
    "note",
    "provenance",
]

FEW_READ = "!"
"""Marks figures about statements where too few of the utterances were read."""


INTERVALS = (
    f"In brackets 95% intervals: bootstrap over games (BCa, {RESAMPLES:,} resamples, seed {SEED}),"
    f" Student's for fewer than {FEW}, Wilson's where all agree or there is one."
    " In parentheses the games a figure is defined in, if not all."
)
"""How intervals came about, and what else stands beside a figure."""

METHODS = (
    "95%; bca: bootstrap over games; t: fewer than 8 games; wilson: all games agree, or a single one;"
    " none: an amount without spread, or a single game's rate without its counts"
)
"""The same for files: what each word for an interval means."""

SINGLE = "A single game's rates have no interval: this profile keeps no counts behind them."
"""What must be said of single games under the profile `released`."""


def provenance(audits: Audits) -> dict[str, object]:
    """What stands behind all figures, for files."""
    return {
        "profile": audits.profile,
        "claims": audits.claims,
        "games": len(audits.places),
        "coverage": audits.coverage,
        "interval": METHODS,
        "resamples": RESAMPLES,
        "seed": SEED,
    }


def note(audits: Audits) -> list[str]:
    """The same as sentences, for people; what concerns coverage only where something is flagged."""
    read = (
        "nothing was said" if audits.coverage is None else f"{100 * audits.coverage:.1f}% of utterances read"
    )
    lines = [
        f"Profile {audits.profile}, claims: {audits.claims}, {read}; {many(len(audits.places), 'game')}.",
        INTERVALS,
    ]
    if audits.profile == "released" and any(group.games == 1 for group in audits.groups):
        lines.append(SINGLE)
    if any(few_read(group.coverage) for group in audits.groups):
        lines.append(
            f"{FEW_READ} fewer than {100 * ENOUGH:.0f}% of the utterances could be read: figures about"
            " statements stand on the others alone."
        )
    return lines


def few_read(coverage: float | None) -> bool:
    """Whether figures about statements must be flagged."""
    return coverage is not None and coverage < ENOUGH


def chosen(figure: Figure, *, pooled: bool) -> Estimate:
    """The estimate to show; profiles without counts have means alone."""
    return figure.pooled if pooled and figure.pooled is not None else figure.mean


def flagged(column: Column, coverage: float | None) -> bool:
    """Whether a figure must be flagged."""
    return column.tier == "statements" and few_read(coverage)
