"""Any text in Markdown."""

from gander.terminal import printable

__all__ = ["escaped"]

_SIGNS = frozenset(r"\`*_[]<>|#&")


def escaped(text: str) -> str:
    """Text that Markdown shows as it is written, on one line."""
    return "".join(f"\\{char}" if char in _SIGNS else char for char in printable(" ".join(text.splitlines())))
