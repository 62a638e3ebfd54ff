"""A set of puzzles, and what was left out of it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from gander.errors import InputError
from gander.eyeq.puzzles import SUBSETS, Puzzle, Subset

__all__ = ["PuzzleSet", "Skipped"]


@dataclass(frozen=True)
class Skipped:
    """A row that was left out.

    Attributes:
        where: The row, as ``FILE:LINE``.
        what: What is wrong with it.
    """

    where: str
    what: str


@dataclass(frozen=True)
class PuzzleSet:
    """Puzzles of one source.

    Attributes:
        puzzles: The puzzles, in the order of the source.
        source: What kind of source it is.
        name: ``starter``, the repository on the Hub, or the folder's name.
        revision: What exactly was read: the Hub's commit, or ``sha256:`` and a hash of table and pictures.
        skipped: Rows that were left out.
        notes: What was taken for granted, as sentences for the person who runs this.
    """

    puzzles: tuple[Puzzle, ...]
    source: Literal["starter", "hub", "folder"]
    name: str
    revision: str
    skipped: tuple[Skipped, ...] = ()
    notes: tuple[str, ...] = ()
    _by_key: dict[str, Puzzle] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_key", {puzzle.key: puzzle for puzzle in self.puzzles})

    def __len__(self) -> int:
        return len(self.puzzles)

    def __iter__(self) -> Iterator[Puzzle]:
        return iter(self.puzzles)

    def __contains__(self, key: object) -> bool:
        return key in self._by_key

    def __getitem__(self, key: str) -> Puzzle:
        try:
            return self._by_key[key]
        except KeyError:
            raise InputError(f"{self.name} has no puzzle {key}.") from None

    @property
    def subsets(self) -> tuple[Subset, ...]:
        """The subsets that it has puzzles of, in the usual order."""
        held = self.counts()
        return tuple(subset for subset in SUBSETS if subset in held)

    def of(self, subset: Subset) -> tuple[Puzzle, ...]:
        """The puzzles of one subset."""
        return tuple(puzzle for puzzle in self.puzzles if puzzle.subset == subset)

    def counts(self) -> dict[Subset, int]:
        """The number of puzzles of each subset."""
        return dict(Counter(puzzle.subset for puzzle in self.puzzles))
