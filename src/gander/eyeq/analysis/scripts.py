"""Scripts: whether an answer is written in the one that its subset's answers are written in."""

import unicodedata
from collections import Counter
from collections.abc import Iterable
from typing import Literal, TypeAlias

from gander.eyeq.puzzles import Subset

__all__ = ["Script", "script_of", "wrong_script"]

Script: TypeAlias = Literal["latin", "arabic", "other"]
"""Latin letters; letters of Arabic and Persian; all others."""


def script_of(text: str) -> Script | None:
    """The script of most of a text's letters; None if it has no letters, or as many of two scripts."""
    if text.isascii():
        return "latin" if any(map(str.isalpha, text)) else None
    counts = Counter(map(_script, filter(str.isalpha, text))).most_common(2)
    if not counts or (len(counts) == 2 and counts[0][1] == counts[1][1]):
        return None
    return counts[0][0]


def wrong_script(answer: str, subset: Subset, truths: Iterable[str]) -> bool | None:
    """Whether an answer is in another script than its subset's answers.

    Args:
        answer: The answer.
        subset: Its subset.
        truths: What is right; a script that it has letters of is never wrong.

    Returns:
        None if the answer's script cannot be told.
    """
    script = script_of(answer)
    if script is None:
        return None
    own: Script = "latin" if subset == "en" else "arabic"
    return script != own and script not in {
        _script(char) for truth in truths for char in truth if char.isalpha()
    }


def _script(letter: str) -> Script:
    name = unicodedata.name(letter, "")
    return "latin" if "LATIN" in name else "arabic" if "ARABIC" in name else "other"
