"""Writing: which script a text is written in, and with which quotation marks."""

import re
import unicodedata
from collections import Counter

__all__ = ["foreign_script", "in_double_marks"]

_NAMES = {
    "CJK": "Chinese",
    "HIRAGANA": "Japanese",
    "KATAKANA": "Japanese",
    "HANGUL": "Korean",
}
_PERSIAN = re.compile("[پچژگکی]")
_LETTERS = re.compile(r"[^\W\d_]")
_BEYOND_LATIN = re.compile("[\u0250-\u1dff\u1f00-\u200f\u2028-\u218f\u2200-\U0010ffff]")
"""Signs of other scripts; dashes, quotation marks, dots and arrows are of none."""
_SINGLE = re.compile(
    r"(?:^|(?<=[\s,(:]))['‘](?=[^\W\d_])((?:[^'’\n]|(?<=\w)['’](?=\w)){2,200})['’](?=[\s.,;:!?)—–-]|$)"
)
_SHARE = 0.3
_SAMPLE = 4000


def foreign_script(text: str) -> str | None:
    """The script of a text that is written, to a good part, in another one than Latin; None otherwise.

    Names, rooms and quoted words of another script do not make a text foreign.

    Args:
        text: Any text; its first few thousand characters decide.
    """
    if text.isascii():
        return None
    sample = text[:_SAMPLE]
    beyond = _BEYOND_LATIN.findall(sample)
    foreign = [sign for sign in beyond if sign.isalnum() and not sign.isdecimal()]
    if not foreign or len(foreign) < _SHARE * len(_LETTERS.findall(sample)):
        return None
    scripts = Counter(unicodedata.name(letter, "unknown").split(" ", 1)[0] for letter in foreign)
    main = max(sorted(scripts), key=lambda script: scripts[script])
    if main == "ARABIC" and _PERSIAN.search(sample):
        return "Persian"
    return _NAMES.get(main, main.capitalize())


def in_double_marks(text: str) -> str:
    """A text of the same length with what it quotes in single marks put in double ones.

    As in "you said, 'I was in medbay'"; not "the others' routes", nor where there are double ones too.

    Args:
        text: Any text.
    """
    if (" '" not in text and "‘" not in text) or '"' in text:
        return text
    return _SINGLE.sub(r'"\1"', text)
