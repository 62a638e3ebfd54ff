"""Gander: find out whether a vision-language model sees, reasons and tells the truth."""

__all__ = ["__version__"]

__version__: str


def __getattr__(name: str) -> str:
    """The version, when it is asked for: looking it up takes longer than most commands' imports."""
    if name == "__version__":
        from importlib.metadata import version  # noqa: PLC0415

        return version("gander-eval")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
