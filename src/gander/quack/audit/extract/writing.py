"""Writing systems: which script a text is written in, and whether there are rules for it."""

import unicodedata

__all__ = ["foreign_script"]

_SCRIPTS = {
    "CJK": "Chinese",
    "HIRAGANA": "Japanese",
    "KATAKANA": "Japanese",
    "HANGUL": "Korean",
    "ARABIC": "Arabic",
    "HEBREW": "Hebrew",
    "CYRILLIC": "Cyrillic",
    "GREEK": "Greek",
    "DEVANAGARI": "Devanagari",
    "THAI": "Thai",
}
_PERSIAN = frozenset("پچژگکی")
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
    letters = 0
    counts: dict[str, int] = {}
    for char in text[:_SAMPLE]:
        if not char.isalpha():
            continue
        letters += 1
        if char < "\u0250":
            continue
        script = unicodedata.name(char, "").split(" ", 1)[0]
        counts[script] = counts.get(script, 0) + 1
    foreign = sum(counts.values())
    if not foreign or foreign < _SHARE * letters:
        return None
    main = max(sorted(counts), key=lambda script: counts[script])
    if main == "ARABIC" and any(char in _PERSIAN for char in text[:_SAMPLE]):
        return "Persian"
    return _SCRIPTS.get(main, main.capitalize() or "another")
