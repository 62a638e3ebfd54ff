"""Puzzles: a picture that hides a word or phrase, and the answers that are right."""

import hashlib
from collections.abc import Callable
from typing import Literal, TypeAlias

import msgspec

from gander.errors import InputError

__all__ = ["DATA_NAMES", "SUBSETS", "Puzzle", "Subset", "parse_subset"]

Subset: TypeAlias = Literal["en", "fa", "ar", "cross"]

SUBSETS: tuple[Subset, ...] = ("en", "fa", "ar", "cross")
"""English, Persian, Arabic, and English cues with Persian answers."""

DATA_NAMES: dict[Subset, str] = {"en": "en", "fa": "pe", "ar": "ar", "cross": "cross"}
"""What the data's ``lang`` column calls each subset; the released seeds are made with it."""

_SPELLINGS: dict[str, Subset] = {
    "en": "en", "eng": "en", "english": "en",
    "fa": "fa", "pe": "fa", "per": "fa", "persian": "fa", "farsi": "fa",
    "ar": "ar", "ara": "ar", "arabic": "ar",
    "cross": "cross", "crosslingual": "cross", "xl": "cross",
}  # fmt: skip


def parse_subset(name: str, *, where: str = "") -> Subset:
    """The subset that a name in any usual spelling means (``Farsi``, ``pe``, ``cross-lingual``, …).

    Raises:
        InputError: Nothing is called so; the message lists what is.
    """
    key = "".join(char for char in name.casefold() if char.isalnum())
    try:
        return _SPELLINGS[key]
    except KeyError:
        raise InputError(
            f"there is no subset {name!r}.",
            where=where,
            todo="Subsets: en (English), fa (Persian), ar (Arabic), cross (English to Persian).",
        ) from None


class Puzzle(msgspec.Struct, frozen=True):
    """One puzzle.

    Attributes:
        id: Its id, unique within its subset.
        subset: Its subset.
        answer: The answer.
        image: Reads the picture's bytes, untouched, when they are needed.
        also_accept: Further answers that are right.
        description: What the picture shows or how it is solved; may be empty. A model asked to solve the
            puzzle never sees it; where the puzzle is a sampled demonstration, it is the clue text.
        where: Where it was read, as ``FILE:LINE``; may be empty.
    """

    id: str
    subset: Subset
    answer: str
    image: Callable[[], bytes]
    also_accept: tuple[str, ...] = ()
    description: str = ""
    where: str = ""

    @property
    def key(self) -> str:
        """``SUBSET:ID``, unique among all puzzles."""
        return f"{self.subset}:{self.id}"

    def image_hash(self) -> str:
        """SHA-256 of the picture's bytes, in hexadecimal."""
        return hashlib.sha256(self.image()).hexdigest()
