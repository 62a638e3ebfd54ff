"""Numbers for things that are told once and then named by number."""

from collections.abc import Hashable
from typing import Generic, TypeVar

__all__ = ["Once"]

Each = TypeVar("Each", bound=Hashable)


class Once(Generic[Each]):
    """Gives things their numbers, equal ones the same."""

    def __init__(self) -> None:
        self.all: dict[Each, int] = {}
        # What is the very same is known without a look at what is in it: rows are long.
        self._same: dict[int, tuple[Each, int]] = {}

    def __call__(self, each: Each) -> int:
        """The number of a thing; it must not change afterwards."""
        known = self._same.get(id(each))
        if known is None:
            known = self._same[id(each)] = each, self.all.setdefault(each, len(self.all))
        return known[1]
