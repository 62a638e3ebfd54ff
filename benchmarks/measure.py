"""Timing and showing: every figure beside a yardstick from the same run."""

import time
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Figure", "best", "show"]


@dataclass(frozen=True)
class Figure:
    """One line of the report.

    Attributes:
        what: What was measured.
        value: The figure.
        unit: Its unit.
        wanted: What is wanted of it, in the same unit; None for yardsticks.
        more_is_better: Whether the wanted value is a least or a most.
        ratio: The figure over its yardstick, and what that is.
    """

    what: str
    value: float
    unit: str
    wanted: float | None = None
    more_is_better: bool = False
    ratio: tuple[float, str] | None = None


def best(job: Callable[[], object], times: int = 5) -> float:
    """Seconds of the fastest of several runs: the others were disturbed by something."""
    fastest = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        job()
        fastest = min(fastest, time.perf_counter() - start)
    return fastest


def show(title: str, figures: list[Figure]) -> None:
    """Print a group of figures."""
    print(f"\n{title}")
    for figure in figures:
        value = f"{figure.value:,.0f}" if figure.value >= 100 else f"{figure.value:.3g}"
        line = f"  {figure.what:<58} {value:>10} {figure.unit:<9}"
        if figure.wanted is not None:
            reached = (
                figure.value >= figure.wanted if figure.more_is_better else figure.value <= figure.wanted
            )
            bound = "at least" if figure.more_is_better else "at most"
            line += f" wanted {bound} {figure.wanted:g}: {'reached' if reached else 'MISSED'}"
        if figure.ratio is not None:
            line += f"  ({figure.ratio[0]:.2f} × {figure.ratio[1]})"
        print(line, flush=True)
