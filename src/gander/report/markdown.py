"""Any text in Markdown."""

from gander.terminal import printable

__all__ = ["escaped"]

_SIGNS = str.maketrans({sign: f"\\{sign}" for sign in r"\`*_[]<>|#&"})


def escaped(text: str) -> str:
    """Text that Markdown shows as it is written, on one line."""
    return printable(" ".join(text.splitlines())).translate(_SIGNS)
