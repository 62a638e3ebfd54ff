"""Hints: the length of an answer, and a quarter of its characters (Eye-Q, section 4.2).

Both count what a reader sees as characters. A combining mark belongs to the letter that carries it, and
marks and invisible characters (ZWNJ, ZWJ, direction marks, …) are neither counted nor shown. The released
hints counted every code point; ``style="released"`` gives those. For an answer without marks and invisible
characters both styles are the same.
"""

import functools
import hashlib
import random
import unicodedata
from typing import Literal, TypeAlias

from gander.eyeq.puzzles import DATA_NAMES, Subset

__all__ = ["HINT_STYLES", "MASK", "HintStyle", "hint_in_words", "length_hint", "perceived", "reveal"]

HintStyle: TypeAlias = Literal["perceived", "released"]

HINT_STYLES: tuple[HintStyle, ...] = ("perceived", "released")
"""Count the characters that a reader sees, or every code point as the released runner did."""

MASK = "_"
"""Stands for a character that is not shown."""

_SHARE = 0.25


def perceived(text: str) -> list[str]:
    """The characters that a reader sees, spaces among them, each without its loose marks.

    A letter and its marks that have one code point together stay together (e + ◌́ is é, ا + ◌ٓ is آ);
    marks left over, such as Arabic vowel signs, are dropped, as are invisible characters. Any white space
    becomes one plain space for each character.
    """
    if text.isascii() and text.isprintable():
        return list(text)  # no marks, nothing invisible, and no white space but plain spaces
    seen: list[str] = []
    marks = ""
    for char in text:
        if _is_mark(char):
            marks += char
        elif not _is_invisible(char):
            _close(seen, marks)
            marks = ""
            seen.append(" " if char.isspace() else char)
    _close(seen, marks)
    return seen


def hint_in_words(
    hint: Literal["none", "length", "reveal"], answer: str, *, subset: Subset, id: str, style: HintStyle
) -> str:
    """The hint that a prompt shows, for logs."""
    if hint == "reveal":
        return reveal(answer, subset=subset, id=id, style=style)
    return f"{length_hint(answer, style=style)} characters" if hint == "length" else "none"


@functools.lru_cache(maxsize=16384)  # analyses ask it of the same answers again and again
def length_hint(answer: str, *, style: HintStyle = "perceived") -> int:
    """The number of characters in the answer, spaces not counted."""
    return sum(not char.isspace() for char in _characters(answer, style))


def reveal(answer: str, *, subset: Subset, id: str, style: HintStyle = "perceived") -> str:
    """The answer with a quarter of its characters shown, the rest as underscores, spaces kept.

    round(0.25·n) of the n characters are shown, Python's `round`, as the released hints did: halves go
    to the even number, so one or two characters show nothing, and six or ten show two. Which ones depends
    on the subset, the id and n alone.

    Args:
        answer: The answer.
        subset: The puzzle's subset.
        id: The puzzle's id, as the data writes it.
        style: What counts as a character.
    """
    characters = _characters(answer, style)
    places = [place for place, char in enumerate(characters) if not char.isspace()]
    seed = int(hashlib.sha256(f"{DATA_NAMES[subset]}:{id}".encode()).hexdigest()[:8], 16)
    shown = set(random.Random(seed).sample(places, round(_SHARE * len(places))))
    return "".join(
        char if char.isspace() or place in shown else MASK for place, char in enumerate(characters)
    )


def _characters(answer: str, style: HintStyle) -> list[str]:
    return list(answer) if style == "released" else perceived(answer)


def _is_mark(char: str) -> bool:
    return unicodedata.category(char).startswith("M")


def _is_invisible(char: str) -> bool:
    # Tab and line feed are control characters too, but they separate words.
    return unicodedata.category(char) in {"Cf", "Cc"} and not char.isspace()


def _close(seen: list[str], marks: str) -> None:
    """Give the last character the marks that it has a code point with."""
    if marks and seen:
        # Only letters that carry marks are composed: others stay as the data writes them.
        composed = unicodedata.normalize("NFC", seen[-1] + marks)
        seen[-1] = next((char for char in composed if not _is_mark(char)), seen[-1])
