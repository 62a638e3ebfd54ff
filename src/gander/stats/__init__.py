"""Estimates with what stands behind them; no suite is known here."""

from gander.stats.estimates import Estimate, mean

__all__ = ["Estimate", "mean"]
