"""Known synonyms in each language, as a yardstick for what nearly right looks like.

The list is our own, under the project's licence: some fifty pairs a language of everyday words and phrases,
written for this purpose and for nothing that a puzzle asks.
"""

import csv
from functools import cache
from importlib import resources
from typing import NamedTuple

from gander.eyeq.puzzles import Subset

__all__ = ["Synonyms", "language_of", "synonyms"]


class Synonyms(NamedTuple):
    """Two words or phrases that mean the same."""

    one: str
    other: str


def language_of(subset: Subset) -> str:
    """The language of a subset's answers: ``en``, ``fa`` or ``ar``."""
    return "fa" if subset == "cross" else subset


@cache
def synonyms(language: str) -> tuple[Synonyms, ...]:
    """The pairs of a language (``en``, ``fa``, ``ar``)."""
    text = resources.files("gander.eyeq").joinpath("data/synonyms.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(text.splitlines())
    return tuple(Synonyms(row["word"], row["synonym"]) for row in rows if row["language"] == language)
