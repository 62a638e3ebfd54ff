"""How near two texts are in their wording: letters and words, without any model.

Both go by the forms that the ``exact`` score compares, so spelling that makes no difference to the score
makes none here.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from gander.eyeq.analysis.edit_distances import edit_distance, edit_distances
from gander.eyeq.hints import perceived
from gander.eyeq.matching import exact_form

__all__ = ["all_letters_alike", "all_words_of", "letters_alike", "words_alike", "words_of"]

_LONGEST: Final = 200
"""Characters of an answer that are compared; the longest right answer has an eighth of that."""

# As the exact score reads them: a space, a hyphen or a ZWNJ between the parts of a phrase are the same.
_BETWEEN: Final = re.compile("[\\s\u200c\u2010\u2011-]+")

_LITTLE: Final = frozenset(
    exact_form(word)
    for word in (
        "a", "an", "the", "of", "in", "on", "at", "to", "and", "or", "for", "with", "by", "is", "it",
        "و", "در", "به", "از", "با", "که", "را", "بر", "تا", "یا", "این", "آن", "می", "ها", "های",
        "في", "من", "على", "إلى", "عن", "مع", "أو", "أن", "ال", "هذا", "هو", "هي", "لا", "ما",
    )
)  # fmt: skip
"""Words that two phrases share without being alike."""


@lru_cache(maxsize=65536)
def letters_alike(one: str, other: str) -> float:
    """1 less the normalised edit distance: 1 for the same letters, 0 for none in common.

    Characters are those that a reader sees (`gander.eyeq.hints.perceived`), the distance is divided by the
    longer text's number of them.
    """
    first, second = _characters(one), _characters(other)
    return _letters(edit_distance(first, second), first, second)


def all_letters_alike(pairs: Sequence[tuple[str, str]]) -> list[float]:
    """How alike the letters of each pair are, as `letters_alike` tells, in a tenth of the time."""
    characters = [(_characters(one), _characters(other)) for one, other in pairs]
    distances = edit_distances(characters)
    return [_letters(distance, *both) for distance, both in zip(distances, characters, strict=True)]


def _letters(distance: int, one: str, other: str) -> float:
    longest = max(len(one), len(other))
    return 1 - distance / longest if longest else 1.0


@lru_cache(maxsize=16384)
def _characters(text: str) -> str:
    return "".join(perceived(exact_form(text))[:_LONGEST])


@lru_cache(maxsize=16384)
def words_of(text: str) -> frozenset[str]:
    """The words of a text in the exact score's form, without little ones unless there are no others."""
    words = all_words_of(text)
    return words - _LITTLE or words


def all_words_of(text: str) -> frozenset[str]:
    """The words of a text in the exact score's form, little ones too."""
    return frozenset(form for part in _BETWEEN.split(text) if (form := exact_form(part)))


@lru_cache(maxsize=65536)
def words_alike(one: str, other: str) -> float:
    """Words that both have, over those that either has (Jaccard); 0 where neither has any."""
    first, second = words_of(one), words_of(other)
    either = len(first | second)
    return len(first & second) / either if either else 0.0
