"""Any text in LaTeX."""

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
    }
    | {char: f"\\{char}" for char in "&%$#_"}
)


def escaped(text: str) -> str:
    """Any text, so that LaTeX sets it as it is written; control characters are left out."""
    return "".join(char for char in text if char.isprintable()).translate(_SPECIAL)


def commented(text: str) -> str:
    """Text for a comment, which ends with its line."""
    return "".join(char if char.isprintable() else " " for char in text)
