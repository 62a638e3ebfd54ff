"""How alike texts are, by letters, by words and by meaning: many at once."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from math import isnan
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from gander.eyeq.analysis.vectors import Vectors
from gander.eyeq.analysis.wording import all_letters_alike, words_alike

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

__all__ = ["MEASURES", "Likenesses", "Measure", "defined", "embedded", "likenesses", "optional"]

Measure: TypeAlias = Literal["letters", "words", "meaning"]

Likenesses: TypeAlias = "Mapping[Measure, Floats]"
"""By measure a number a text; not a number where there is none."""

MEASURES: Final[tuple[Measure, ...]] = ("letters", "words", "meaning")
"""Likenesses, 1 for the same: 1 less the normalised edit distance, shared words over all words, and the
cosine of embeddings."""

_LONGEST: Final = 200  # characters of a text that is embedded


@lru_cache(maxsize=16384)
def embedded(text: str) -> str:
    """What is embedded of a text: lower case, white space collapsed, and not more than an answer can be."""
    return " ".join(text.split()).casefold()[:_LONGEST].strip()


def likenesses(texts: Sequence[tuple[str, Sequence[str]]], vectors: Vectors | None) -> Likenesses:
    """How alike texts are to the nearest of others, measure by measure.

    Args:
        texts: Each text with its others.
        vectors: Embeddings of all of them as `embedded` writes them; None for none.

    Returns:
        By measure a number a text, not a number where there is none: for a text without others, and for the
        meaning of what has no vector.
    """
    import numpy as np  # noqa: PLC0415

    pairs = [(one, other) for one, others in texts for other in others]
    numbers = [len(others) for _, others in texts]
    found = {measure: np.full(len(texts), np.nan) for measure in MEASURES}
    if not pairs:
        return found
    several = np.array(numbers) > 0
    starts = np.array([0, *accumulate(numbers)])[:-1][several]
    every: dict[Measure, Floats] = {
        "letters": np.array(all_letters_alike(pairs)),
        "words": np.array([words_alike(one, other) for one, other in pairs]),
    }
    if vectors is not None:
        every["meaning"] = vectors.cosines([(embedded(one), embedded(other)) for one, other in pairs])
    for measure, values in every.items():
        found[measure][several] = np.fmax.reduceat(values, starts)
    return found


def defined(values: "Floats") -> list[float]:
    """The values that there are."""
    return [value for value in values.tolist() if not isnan(value)]


def optional(values: "Floats") -> list[float | None]:
    """The values, None for what there is none of."""
    return [None if isnan(value) else value for value in values.tolist()]
