"""What models answered, as every analysis reads it: one sample a puzzle and place in the grid.

Nothing is computed here but what follows from a sample alone. A sample's `row` is its name: every figure of
an analysis carries the rows behind it, and ``samples.csv`` of the output lists them under these numbers.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from gander.eyeq.natural_order import naturally
from gander.eyeq.place import FLOOR, Place
from gander.eyeq.prompting import VariantSpec
from gander.eyeq.puzzles import SUBSETS, Subset
from gander.eyeq.solve import Judged, Status, Verdict
from gander.eyeq.sources import PuzzleSet

__all__ = ["Answers", "Place", "Rows", "Sample", "rows_of"]

Rows = tuple[int, ...]
"""Numbers of samples (`Sample.row`), in order."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What came of one puzzle in one place.

    Attributes:
        row: Its number, from 0.
        place: Where in the grid.
        puzzle: The puzzle's key, ``SUBSET:ID``.
        truths: The right answers, the main one first.
        verdict: What came of it, with every attempt's answer, candidates and comparison.
        replies: The attempts' replies as they came; for answers without replies, empty texts.
        most_attempts: How many attempts were allowed.
        picture: SHA-256 of the picture that was sent; empty if none was or it is not known.
        origin: Where it was read: a run's folder with the cell's id, or a file with its line.
        scored: Whether it counts; what failed or is unfinished says nothing about the model.
        right: Whether any attempt is right by the ``exact`` score.
        right_released: Whether any attempt is right as the released runner scored.
        answer: The last attempt's answer; None if it has none that can be read.
    """

    row: int
    place: Place
    puzzle: str
    truths: tuple[str, ...]
    verdict: Verdict
    replies: tuple[str, ...] = ()
    most_attempts: int = 1
    picture: str = ""
    origin: str = ""
    # Asked for by every analysis, over and over.
    scored: bool = field(init=False)
    right: bool = field(init=False)
    right_released: bool = field(init=False)
    answer: str | None = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "scored", self.verdict.scored)
        object.__setattr__(self, "right", self.verdict.correct)
        object.__setattr__(self, "right_released", self.verdict.released)
        object.__setattr__(self, "answer", self.verdict.answer)

    @property
    def status(self) -> Status:
        """``answered``, ``unparsed``, ``failed`` or ``unfinished`` (`gander.eyeq.solve.Verdict`)."""
        return self.verdict.status

    @property
    def attempts(self) -> tuple[Judged, ...]:
        """The attempts, in order: ``reading.answer``, ``reading.candidates``, ``exact.equal``, …."""
        return self.verdict.attempts

    @property
    def id(self) -> str:
        """The puzzle's id within its subset."""
        return self.puzzle.partition(":")[2]


@dataclass(frozen=True)
class Answers:
    """Everything that was read.

    Attributes:
        samples: The samples; a sample's place in the tuple is its row.
        specs: What each variant is, by its name; None where a file of answers names one that is none of ours.
        to_ask: How many puzzles each place is to ask; places without an entry ask what they have.
        sources: What was read, a line each, for provenance.
        puzzles: The puzzles with their pictures, if they were given.
        notes: What the person who asked should know, as sentences.
    """

    samples: tuple[Sample, ...]
    specs: Mapping[str, VariantSpec | None] = field(default_factory=dict)
    to_ask: Mapping[Place, int] = field(default_factory=dict)
    sources: tuple[str, ...] = ()
    puzzles: PuzzleSet | None = None
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for number, sample in enumerate(self.samples):
            if sample.row != number:
                raise ValueError(f"sample {number} is called {sample.row}")

    @cached_property
    def places(self) -> Mapping[Place, tuple[Sample, ...]]:
        """The samples of each place, in their order."""
        found: dict[Place, list[Sample]] = {}
        for sample in self.samples:
            found.setdefault(sample.place, []).append(sample)
        return {place: tuple(samples) for place, samples in found.items()}

    @cached_property
    def models(self) -> tuple[str, ...]:
        """The models by name, numbers by their value, without the hint floor."""
        return tuple(naturally({place.model for place in self.places if not place.is_floor}))

    @cached_property
    def subsets(self) -> tuple[Subset, ...]:
        """The subsets that there are, in the usual order."""
        there = {place.subset for place in self.places}
        return tuple(subset for subset in SUBSETS if subset in there)

    @cached_property
    def variants(self) -> tuple[str, ...]:
        """The variants that there are: the paper's in its order, then the others by name."""
        names = {place.variant for place in self.places}
        papers = [name for name in ("basic", "few_shot", "refine", "reveal") if name in names]
        return (*papers, *naturally(names.difference(papers)))

    def floor(self, place: Place) -> tuple[Sample, ...]:
        """The hint floor's samples for a place: the same subset and hint; empty if there are none."""
        return self.places.get(Place(FLOOR, place.subset, place.hint), ())

    def of(self, rows: Iterable[int]) -> Iterator[Sample]:
        """The samples behind a figure."""
        return (self.samples[row] for row in rows)


def rows_of(samples: Iterable[Sample]) -> Rows:
    """The samples' numbers, to be told beside what was made from them."""
    return tuple([sample.row for sample in samples])
