"""Estimates with what stands behind them; no suite is known here.

Every figure that Gander prints comes from here, with its n and its 95% interval:

- `mean`: the mean of values, one a game; `pooled`: a rate of sums, clustered by game;
  `estimate_rates`: both, for many metrics at once; `pooled_rates`: the latter alone
- `wilson`: a proportion of independent trials; `middle`: median and mean of values that stand for themselves
- `compare_rates`, `paired_difference`: two settings on the same seeds, with a p-value
- `paired_shares`: two who answered the same questions, right or wrong (McNemar); `difference_of_shares`: no
  more than their difference; `holm`: many such tests; `smallest_difference`: what so many questions can show
- `weighted_rates`: averages, differences and slopes of rates over the same units; `combined`: of groups
- `correlate`: how far two figures go together
- `kappa`: agreement of two raters beyond chance, clustered by game where games are named

numpy is imported where something is computed; `prepare` does so before.
"""

from gander.stats.agreement import Agreement, kappa
from gander.stats.binary_pairs import PairedShares, difference_of_shares, paired_shares
from gander.stats.bootstrap import prepare
from gander.stats.correlation import Correlation, correlate
from gander.stats.estimates import (
    FEW,
    RESAMPLES,
    SEED,
    Estimate,
    Method,
    Rate,
    estimate_rates,
    mean,
    pooled,
    pooled_rates,
)
from gander.stats.holm import holm
from gander.stats.middle import Middle, middle
from gander.stats.paired import Comparison, Difference, compare_rates, paired_difference
from gander.stats.power import mcnemar_power, smallest_difference
from gander.stats.proportions import Proportion, wilson
from gander.stats.weighted import combined, slope_weights, weighted_rates

__all__ = [
    "FEW",
    "RESAMPLES",
    "SEED",
    "Agreement",
    "Comparison",
    "Correlation",
    "Difference",
    "Estimate",
    "Method",
    "Middle",
    "PairedShares",
    "Proportion",
    "Rate",
    "combined",
    "compare_rates",
    "correlate",
    "difference_of_shares",
    "estimate_rates",
    "holm",
    "kappa",
    "mcnemar_power",
    "mean",
    "middle",
    "paired_difference",
    "paired_shares",
    "pooled",
    "pooled_rates",
    "prepare",
    "slope_weights",
    "smallest_difference",
    "weighted_rates",
    "wilson",
]
