"""Gander: find out whether a vision-language model sees, reasons and tells the truth."""

from importlib.metadata import version

__all__ = ["__version__"]

__version__ = version("gander-eval")
