"""How common answers are in their language, by the word list of `wordfreq`; looked up, and then kept."""

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated

import msgspec

from gander.eyeq.analysis.kept import Kept
from gander.eyeq.analysis.synonyms import language_of
from gander.eyeq.puzzles import Subset
from gander.models.floor import words_version

__all__ = ["frequencies"]

_Zipf = Annotated[float, msgspec.Meta(ge=0, le=9)]  # 9: all words are this one


def frequencies(
    answers: Iterable[tuple[str, Subset]], told: Callable[[str], None] = lambda text: None
) -> list[float | None]:
    """How common answers are in their language, on the Zipf scale (6: once in a thousand words).

    That of a phrase follows from its words', as if they stood side by side by chance (`wordfreq`).

    Args:
        answers: Answers, each with its subset.
        told: Hears it if numbers cannot be kept.

    Returns:
        A number each; None for what the word list does not have.

    Raises:
        InputError: `wordfreq` is not installed.
    """
    version = words_version(Path(__file__))
    kept: Kept[float] = Kept("frequencies", version, kind=_Zipf, what="how common answers are", unkept=told)
    asked = [(answer, language_of(subset)) for answer, subset in answers]
    hashes = {each: hashlib.sha256("\t".join(each).encode()).hexdigest() for each in asked}
    found = kept.read(hashes.values())
    missing = [each for each, of in hashes.items() if of not in found]
    if missing:
        import wordfreq  # noqa: PLC0415

        # It says 0 of what it does not have.
        new = {hashes[answer, of]: wordfreq.zipf_frequency(answer, of, "best") for answer, of in missing}
        with kept.more() as put:
            put(new)
        found |= new
    return [found[hashes[each]] or None for each in asked]
