"""Text that others wrote, made fit for a terminal: nothing in it can move the cursor or hide."""

import unicodedata

__all__ = ["cells", "cut", "folded", "in_encoding", "printable"]

# Format characters that only join letters or emoji; the others reorder or hide text.
_JOINERS = {"\u200c", "\u200d"}


def printable(text: str) -> str:
    r"""Make control characters, escape sequences, line breaks and bidi controls visible.

    Each becomes its Python escape (``\x1b``, ``\n``, ``\u202e``); so do lone surrogates, private and
    unassigned characters and spaces other than the plain one. Everything else stays as it is.
    """
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or char in _JOINERS else char.encode("unicode_escape").decode("ascii")
        for char in text
    )


def cells(text: str) -> int:
    """Columns that `printable` text takes in a terminal: two for wide letters, none for marks on letters."""
    return sum(map(_columns, text))


def cut(text: str, columns: int) -> str:
    """Shorten text to at most so many columns (at least 1), with an ellipsis where something was cut."""
    if cells(text) <= columns:
        return text
    kept, used = "", 0
    for char in text:
        if used + _columns(char) > columns - 1:
            break
        kept += char
        used += _columns(char)
    return kept + "…"


def folded(text: str, columns: int | None, *, whole_words: bool = False) -> list[str]:
    """A sentence in lines of at most so many columns, broken at its spaces, all as far in as it is.

    Args:
        text: `printable` text of one line.
        columns: The most columns (at least 10 are taken); None for one line.
        whole_words: Leave words that are longer as they are, such as paths that are copied, instead of
            breaking them.
    """
    if columns is None:
        return [text]
    indent = text[: len(text) - len(text.lstrip(" "))]
    most = max(columns - len(indent), 10)
    lines = [""]
    for word in text.split():
        between = " " if lines[-1] else ""
        if cells(lines[-1]) + len(between) + cells(word) <= most:
            lines[-1] += between + word
            continue
        if lines[-1]:
            lines.append("")
        if whole_words:
            lines[-1] = word
            continue
        for char in word:
            if cells(lines[-1]) + _columns(char) > most:
                lines.append("")
            lines[-1] += char
    return [(indent + line).rstrip() for line in lines]


def in_encoding(text: str, encoding: str) -> str:
    """Text that a terminal of this encoding can show: drawn lines become ``+-|``, other signs escapes."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(_ASCII).encode(encoding, "backslashreplace").decode(encoding)
    return text


_ASCII = str.maketrans(
    dict.fromkeys("─━═", "-")
    | dict.fromkeys("│┃║", "|")
    | dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯╔╗╚╝╟╢╤╧", "+")
    | {"●": "!", "◆": "*", "…": "~", "–": "-", "—": "-"}
)


def _columns(char: str) -> int:
    if char in _JOINERS or unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
