"""Words of others in prompts: quoted, so that nothing in them can pass for anything else.

What players say and are called is theirs to choose, and so are names on a map. As a JSON string a text has
no line breaks and no end but its own quotation mark; characters that hide or reorder text are escaped.
"""

import functools
import json
import unicodedata

from gander.quack.players.model.texts import sentence

__all__ = ["MOST_SHOWN", "named", "names", "quoted"]

MOST_SHOWN = 2000
"""Characters of one utterance that others are shown."""

_JOINERS = {"\u200c", "\u200d"}  # within words of many scripts
_HIDDEN = ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp")


def quoted(text: str, most: int = MOST_SHOWN) -> str:
    """A text as a JSON string; one of more than `most` characters is cut, and by how much stands outside."""
    shown = json.dumps(text[:most], ensure_ascii=False)
    if not (shown.isascii() and "\x7f" not in shown):
        shown = "".join(map(_plain, shown))
    if len(text) <= most:
        return shown
    return f"{shown} {sentence('cut', number=f'{len(text) - most:,}')}"


@functools.lru_cache(4096)
def named(name: str) -> str:
    """A name: as it is if it is a plain word, else quoted."""
    plain = name.replace("_", "").replace("-", "")
    return name if plain.isalnum() and len(name) <= 40 else quoted(name)


def names(of: "tuple[str, ...] | list[str]") -> str:
    """Several names."""
    return ", ".join(map(named, of))


def _plain(char: str) -> str:
    if char in _JOINERS or (char != "\u2028" and unicodedata.category(char) not in _HIDDEN):
        return char
    return json.dumps(char)[1:-1]
