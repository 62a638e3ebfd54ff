"""Amounts in words: money, time, and what an estimate of them rests on."""

from gander.counted import many
from gander.models.estimate import Basis

__all__ = ["duration", "money", "of_basis"]

_SOON = 90  # of a unit; more is told in the next


def money(amount: float) -> str:
    """An amount to the hundredth, a small one to its second digit."""
    return f"{amount:,.2f}" if amount >= 0.1 or not amount else f"{amount:.2g}"


def duration(seconds: float) -> str:
    """A time in the unit that fits it."""
    if seconds < _SOON:
        return f"{max(1, round(seconds))} s"
    minutes = seconds / 60
    return f"{minutes:.0f} min" if minutes < _SOON else f"{minutes / 60:.1f} h"


def of_basis(basis: Basis) -> str:
    """What a number rests on, to stand behind it."""
    return f" (mean of {many(basis.calls, 'answer')} so far)" if basis.calls else " (assumed)"
