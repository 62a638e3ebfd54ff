"""Any text in LaTeX."""

from gander.terminal import printable

__all__ = ["commented", "escaped"]

_SPECIAL = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "–": "--",
        "—": "---",
        "−": "$-$",  # pdfLaTeX's text fonts have none
        # In LaTeX's oldest font encoding, which is the default, these are other signs.
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
    }
    | {char: f"\\{char}" for char in "&%$#_"}
)


def escaped(text: str) -> str:
    """Any text, so that LaTeX sets it as it is written; control and direction characters as escapes."""
    return printable(text).translate(_SPECIAL)


def commented(text: str) -> str:
    """Text for a comment, which ends with its line."""
    return printable(text)
