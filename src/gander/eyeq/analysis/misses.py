"""Misses: wrong answers, each beside what was right and beside what was right for another puzzle.

A likeness alone says nothing: answers of one language have letters in common, and embeddings of any two words
are alike to a degree that depends on the model. So every wrong answer is also compared with the right answer
of another puzzle of the same subset, and of the same length where there is one, for the hint told the length.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from gander.eyeq.analysis.samples import Answers, Sample
from gander.eyeq.analysis.synonyms import Synonyms
from gander.eyeq.analysis.vectors import Vectors
from gander.eyeq.analysis.wording import letters_alike, words_alike
from gander.eyeq.hints import length_hint
from gander.eyeq.matching import exact_form
from gander.eyeq.puzzles import Subset

__all__ = ["MEASURES", "Likeness", "Measure", "Miss", "embedded", "likeness", "misses_of", "texts_of"]

Measure: TypeAlias = Literal["letters", "words", "meaning"]

MEASURES: tuple[Measure, ...] = ("letters", "words", "meaning")
"""Likenesses, 1 for the same: 1 less the normalised edit distance, shared words, cosine of embeddings."""

_LONGEST = 200  # characters of a text that is embedded


@dataclass(frozen=True, slots=True)
class Likeness:
    """How alike two texts are.

    Attributes:
        letters: 1 less the normalised edit distance.
        words: Shared words over all words.
        meaning: The cosine of their embeddings; None without embeddings.
    """

    letters: float
    words: float
    meaning: float | None

    def __getitem__(self, measure: Measure) -> float | None:
        return self.letters if measure == "letters" else self.words if measure == "words" else self.meaning


@dataclass(frozen=True, slots=True)
class Miss:
    """A wrong answer.

    Attributes:
        sample: Where it was given.
        own: How alike it is to what was right; of several right answers, to the one most alike.
        other: The same for what was right for another puzzle; None where there is no other.
    """

    sample: Sample
    own: Likeness
    other: Likeness | None


@lru_cache(maxsize=16384)
def embedded(text: str) -> str:
    """What is embedded of a text: lower case, white space collapsed, and not more than an answer can be."""
    return " ".join(text.split()).casefold()[:_LONGEST].strip()


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


def likeness(one: str, others: Sequence[str], vectors: Vectors | None) -> Likeness:
    """How alike a text is to the nearest of others, measure by measure.

    Args:
        one: The text.
        others: The others, at least one.
        vectors: Embeddings of the texts as `embedded` writes them; None for none.
    """
    cosines: list[float] = []
    if vectors is not None:
        told = (vectors.cosine(embedded(one), embedded(other)) for other in others)
        cosines = [cosine for cosine in told if cosine is not None]
    return Likeness(
        max(letters_alike(one, other) for other in others),
        max(words_alike(one, other) for other in others),
        max(cosines, default=None),
    )


def misses_of(answers: Answers, vectors: Vectors | None) -> dict[int, Miss]:
    """All wrong answers, by their samples' rows.

    The other puzzle is drawn by a hash of the place and the puzzle alone: the same at every run.
    """
    right = _Right(answers.samples)
    found: dict[int, Miss] = {}
    for sample, answer in wrong(answers.samples):
        form = exact_form(answer)
        choices = [other for other in right.nearest(sample) if form not in other.forms]
        other = choices[_drawn(sample, len(choices))] if choices else None
        found[sample.row] = Miss(
            sample,
            likeness(answer, sample.truths, vectors),
            None if other is None else likeness(answer, other.truths, vectors),
        )
    return found


def _drawn(sample: Sample, number: int) -> int:
    """One of so many, by a hash of the place and the puzzle."""
    told = hashlib.sha256("|".join(map(str, (*sample.place, sample.puzzle))).encode()).digest()
    return int.from_bytes(told[:8], "big") % number


@dataclass(frozen=True, slots=True)
class _Truths:
    """What is right for a puzzle, in both forms, and how long it is."""

    truths: tuple[str, ...]
    forms: frozenset[str]
    length: int


class _Right:
    """What is right for the puzzles of each subset."""

    def __init__(self, samples: Iterable[Sample]) -> None:
        self._own: dict[str, _Truths] = {}
        self._by_length: dict[Subset, dict[int, list[_Truths]]] = {}
        self._nearest: dict[str, Sequence[_Truths]] = {}
        for sample in samples:
            if sample.puzzle not in self._own:
                forms = frozenset(map(exact_form, sample.truths))
                own = _Truths(sample.truths, forms, length_hint(sample.truths[0]))
                self._own[sample.puzzle] = own
                lengths = self._by_length.setdefault(sample.place.subset, {})
                lengths.setdefault(own.length, []).append(own)

    def nearest(self, sample: Sample) -> Sequence[_Truths]:
        """Those of the other puzzles whose length is nearest to this one's, and that are not right here."""
        if sample.puzzle not in self._nearest:
            self._nearest[sample.puzzle] = self._found(sample)
        return self._nearest[sample.puzzle]

    def _found(self, sample: Sample) -> Sequence[_Truths]:
        own, lengths = self._own[sample.puzzle], self._by_length[sample.place.subset]
        by_distance: dict[int, list[_Truths]] = {}
        for length, its in lengths.items():
            by_distance.setdefault(abs(length - own.length), []).extend(its)
        for _, its in sorted(by_distance.items()):
            if others := [other for other in its if own.forms.isdisjoint(other.forms)]:
                return others
        return ()
