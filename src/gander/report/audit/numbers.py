"""Titles of an audit's figures, and their numbers as text."""

from gander.quack.metrics.figures import Column
from gander.report.numbers import Numbers, chance, in_percent, numbers

__all__ = ["Numbers", "chance", "in_percent", "named", "numbers"]


def named(column: Column) -> str:
    """A figure's title, with its unit where that isn't percent."""
    return column.title if column.share else f"{column.title}, {column.unit}"
