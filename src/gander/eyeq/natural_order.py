"""The natural order of names: numbers in them by their value, so that 8B stands before 32B."""

import re
from collections.abc import Iterable

__all__ = ["natural_key", "naturally"]

_NUMBER = re.compile(r"([0-9]+(?:\.[0-9]+)?)")


def naturally(names: Iterable[str]) -> list[str]:
    """Names in their natural order; case counts only between names that are otherwise the same."""
    return sorted(names, key=natural_key)


def natural_key(name: str) -> tuple[list[str | float], str]:
    """What sorts names naturally."""
    # Words and numbers alternate, beginning with a word, so like is compared with like.
    parts = _NUMBER.split(name.casefold())
    return [float(part) if number % 2 else part for number, part in enumerate(parts)], name
