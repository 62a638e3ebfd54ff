"""Any text in Markdown."""

__all__ = ["escaped"]


def escaped(text: str) -> str:
    """Text that Markdown shows as it is written, on one line."""
    return "".join(
        f"\\{char}" if char in r"\`*_[]<>|#&" else " " if char in "\r\n" else char for char in text
    )
