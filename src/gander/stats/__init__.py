"""Estimates with what stands behind them; no suite is known here.

Every figure that Gander prints comes from here, with its n and its 95% interval:

- `mean`: the mean of values, one a game; `pooled`: a rate of sums, clustered by game;
  `estimate_rates`: both, for many metrics at once
- `wilson`: a proportion of independent trials
- `compare_rates`, `paired_difference`: two settings on the same seeds, with a p-value
- `kappa`: agreement of two raters beyond chance, clustered by game where games are named

numpy is imported where something is computed.
"""

from gander.stats.agreement import Agreement, kappa
from gander.stats.estimates import FEW, RESAMPLES, SEED, Estimate, Method, Rate, estimate_rates, mean, pooled
from gander.stats.paired import Comparison, Difference, compare_rates, paired_difference
from gander.stats.proportions import Proportion, wilson

__all__ = [
    "FEW",
    "RESAMPLES",
    "SEED",
    "Agreement",
    "Comparison",
    "Difference",
    "Estimate",
    "Method",
    "Proportion",
    "Rate",
    "compare_rates",
    "estimate_rates",
    "kappa",
    "mean",
    "paired_difference",
    "pooled",
    "wilson",
]
