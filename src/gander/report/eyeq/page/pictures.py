"""The puzzles' pictures, small, each once."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec

from gander.counted import many
from gander.errors import InputError
from gander.eyeq.analysis import Answers
from gander.eyeq.cache import CacheError, not_kept
from gander.eyeq.images import preview

__all__ = ["SIDE", "Pictures", "pictures_of"]

SIDE = 384
"""Pixels of a picture's longer side at most."""


@dataclass(frozen=True)
class Pictures:
    """Pictures for a page.

    Attributes:
        files: The pictures as WebP, by the ids of the elements that hold them.
        of: The id of each puzzle's picture, by the puzzle's key; puzzles without a picture are not in it.
        notes: Why pictures are missing, as sentences.
    """

    files: Mapping[str, bytes] = field(default_factory=dict)
    of: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def pictures_of(answers: Answers, told: Callable[[str], None] = lambda text: None) -> Pictures:
    """The pictures of all puzzles that were answered.

    Args:
        answers: The answers, with their puzzles.
        told: Hears it, once, if small pictures cannot be kept.
    """
    if answers.puzzles is None:
        return Pictures(notes=("The page has no pictures, for --data did not name the puzzles.",))
    if find_spec("PIL") is None:
        todo = "install it: pip install 'gander-eval[pictures]'."
        return Pictures(notes=(f"The page has no pictures, for Pillow is missing; {todo}",))
    files: dict[str, bytes] = {}
    of: dict[str, str] = {}
    faults: list[str] = []
    unkept: list[CacheError] = []
    for key in sorted({sample.puzzle for sample in answers.samples}):
        if key not in answers.puzzles:
            continue
        try:
            data = answers.puzzles[key].image()
            name = f"picture-{hashlib.sha256(data).hexdigest()[:16]}"
            if name not in files:
                files[name] = preview(data, SIDE, unkept.append)
        except InputError as error:
            faults.append(f"{key}: {error.what}")
            continue
        of[key] = name
    if unkept:
        told(not_kept("small pictures", unkept[0]))
    lacking = (f"The page lacks {many(len(faults), 'picture')}; {faults[0]}",) if faults else ()
    return Pictures(files, of, lacking)
