"""Numbers of things in words, and lists of them that stay short."""

from collections.abc import Sequence

__all__ = ["listed", "many"]


def many(number: int, noun: str) -> str:
    """A number of things: ``1 game``, ``2,000 games``.

    Args:
        number: How many.
        noun: One of them, in words that take an s.
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def listed(things: Sequence[object], most: int = 5) -> str:
    """Things side by side; beyond so many only how many there are."""
    shown = ", ".join(map(str, things[:most]))
    return shown if len(things) <= most else f"{shown} and {len(things) - most:,} more"
