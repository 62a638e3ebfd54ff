"""The natural order of names: numbers in them by their value, so that 8B stands before 32B."""

import re
from collections.abc import Iterable

__all__ = ["naturally"]

_NUMBER = re.compile(r"([0-9]+(?:\.[0-9]+)?)")


def naturally(names: Iterable[str]) -> list[str]:
    """Names in their natural order; case counts only between names that are otherwise the same."""
    return sorted(names, key=_key)


def _key(name: str) -> tuple[list[str | float], str]:
    # Words and numbers alternate, beginning with a word, so like is compared with like.
    parts = _NUMBER.split(name.casefold())
    return [float(part) if number % 2 else part for number, part in enumerate(parts)], name
