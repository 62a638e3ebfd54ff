"""Misses: wrong answers, each beside what was right and beside what was right for another puzzle.

A likeness alone says nothing: answers of one language have letters in common, and embeddings of any two words
are alike to a degree that depends on the model. So every wrong answer is also compared with the right answer
of another puzzle of the same subset, and of the same length where there is one, for the hint told the length.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from gander.eyeq.analysis.likenesses import Likenesses, embedded, likenesses
from gander.eyeq.analysis.samples import Answers, Sample
from gander.eyeq.analysis.synonyms import Synonyms
from gander.eyeq.analysis.vectors import Vectors
from gander.eyeq.hints import length_hint
from gander.eyeq.matching import exact_form
from gander.eyeq.place import Place
from gander.eyeq.puzzles import Subset

__all__ = ["Misses", "misses_of", "texts_of"]


@dataclass(frozen=True)
class Misses:
    """Wrong answers.

    Attributes:
        samples: Where they were given.
        own: How alike each is to what was right, by measure; of several right answers, to the one most alike.
        other: The same for what was right for another puzzle; not a number where there is no other.
    """

    samples: tuple[Sample, ...]
    own: Likenesses
    other: Likenesses

    def __len__(self) -> int:
        return len(self.samples)

    @property
    def puzzles(self) -> list[str]:
        """The puzzle of each."""
        return [sample.puzzle for sample in self.samples]

    def some(self, places: Sequence[int]) -> "Misses":
        """Those at some places."""
        import numpy as np  # noqa: PLC0415

        at = np.array(places, dtype=np.intp)
        own, other = (
            {measure: values[at] for measure, values in side.items()} for side in (self.own, self.other)
        )
        return Misses(tuple([self.samples[place] for place in places]), own, other)


def wrong(samples: Iterable[Sample]) -> Iterator[tuple[Sample, str]]:
    """The samples that were answered and are wrong, each with its last answer."""
    for sample in samples:
        if sample.scored and not sample.right and sample.answer is not None:
            yield sample, sample.answer


def texts_of(answers: Answers, known: Iterable[Synonyms]) -> Iterator[str]:
    """Everything that must be embedded to compare meanings."""
    for pair in known:
        yield from map(embedded, pair)
    for sample in answers.samples:
        yield from map(embedded, sample.truths)
    for _, answer in wrong(answers.samples):
        yield embedded(answer)


def misses_of(answers: Answers, vectors: Vectors | None) -> Misses:
    """All wrong answers, in the samples' order.

    The other puzzle is drawn by a hash of the place and the puzzle alone: the same at every run.
    """
    right = _Right(answers.samples)
    draw = _Draw()
    samples: list[Sample] = []
    own: list[tuple[str, Sequence[str]]] = []
    others: list[tuple[str, Sequence[str]]] = []
    for sample, answer in wrong(answers.samples):
        choices = right.others(sample, exact_form(answer))
        samples.append(sample)
        own.append((answer, sample.truths))
        others.append((answer, draw(sample, choices).truths if choices else ()))
    return Misses(tuple(samples), likenesses(own, vectors), likenesses(others, vectors))


@dataclass(frozen=True, slots=True)
class _Truths:
    """What is right for a puzzle, in both forms, and how long it is."""

    truths: tuple[str, ...]
    forms: frozenset[str]
    length: int


class _Draw:
    """Takes one of several, by a hash of the place and the puzzle."""

    def __init__(self) -> None:
        self._places: dict[Place, bytes] = {}

    def __call__(self, sample: Sample, choices: Sequence[_Truths]) -> _Truths:
        place = self._places.get(sample.place)
        if place is None:
            place = self._places[sample.place] = "".join(f"{part}|" for part in sample.place).encode()
        told = hashlib.sha256(place + sample.puzzle.encode()).digest()
        return choices[int.from_bytes(told[:8], "big") % len(choices)]


class _Right:
    """What is right for the puzzles of each subset."""

    def __init__(self, samples: Iterable[Sample]) -> None:
        self._own: dict[str, _Truths] = {}
        self._by_length: dict[Subset, dict[int, list[_Truths]]] = {}
        self._nearest: dict[str, Sequence[_Truths]] = {}
        self._forms: set[str] = set()
        for sample in samples:
            if sample.puzzle not in self._own:
                forms = frozenset(map(exact_form, sample.truths))
                own = _Truths(sample.truths, forms, length_hint(sample.truths[0]))
                self._own[sample.puzzle] = own
                self._forms |= forms
                lengths = self._by_length.setdefault(sample.place.subset, {})
                lengths.setdefault(own.length, []).append(own)

    def others(self, sample: Sample, form: str) -> Sequence[_Truths]:
        """Those of the other puzzles whose length is nearest to this one's, and that are not right here.

        Args:
            sample: Where an answer was given.
            form: The answer; where it is right there is left out too.
        """
        if sample.puzzle not in self._nearest:
            self._nearest[sample.puzzle] = self._found(sample)
        found = self._nearest[sample.puzzle]
        return [other for other in found if form not in other.forms] if form in self._forms else found

    def _found(self, sample: Sample) -> Sequence[_Truths]:
        own, lengths = self._own[sample.puzzle], self._by_length[sample.place.subset]
        by_distance: dict[int, list[_Truths]] = {}
        for length, its in lengths.items():
            by_distance.setdefault(abs(length - own.length), []).extend(its)
        for _, its in sorted(by_distance.items()):
            if others := [other for other in its if own.forms.isdisjoint(other.forms)]:
                return others
        return ()
