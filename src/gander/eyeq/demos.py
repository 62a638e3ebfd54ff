"""Demonstrations: solved puzzles that few_shot shows first (Eye-Q, sections 4.2 and D.4).

Fixed: three puzzles of Eye-Q for each subset, with clues in ``prompts/demos.yaml``. No variant is evaluated
on them, so that variants are compared on the same puzzles. Sampled: three others of the puzzle's subset,
drawn for each puzzle with a seed of its own, so that every model sees the same; their descriptions are the
clues.
"""

import functools
import hashlib
import random
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec
import yaml

from gander.errors import InputError
from gander.eyeq.images import Picture
from gander.eyeq.matching import exact_form
from gander.eyeq.prompting import DemoChoice, Demonstration, Prompts, VariantSpec
from gander.eyeq.puzzles import SUBSETS, Puzzle, Subset
from gander.eyeq.sources.hub import EYE_Q
from gander.eyeq.sources.puzzle_set import PuzzleSet
from gander.faults import listed, shown

__all__ = ["DEMOS_SHOWN", "Demos", "FixedDemo", "evaluated", "fixed_demos", "is_eye_q", "settle"]

DEMOS_SHOWN = 3
"""How many demonstrations a prompt shows."""

_PICTURES = 64  # kept in memory; a whole subset's, encoded, can be a gigabyte
_SAMPLED = "Use --demos sampled: three others of the same subset for each puzzle."

_HELD_OUT: dict[Subset, tuple[str, ...]] = {
    "en": ("1", "25", "117"),
    "fa": ("36", "80", "161"),
    "ar": ("11", "20", "15"),
    "cross": ("6", "104", "239"),
}


class FixedDemo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A puzzle to show, as the file writes it.

    Attributes:
        id: The puzzle's id.
        answer: The answer that the data must have there.
        clues: What the picture shows and what that stands for.
        candidates: Answers that one might consider, the right one first.
    """

    id: str
    answer: str
    clues: tuple[str, ...]
    candidates: tuple[str, ...]


def fixed_demos(prompts: Prompts) -> dict[Subset, tuple[FixedDemo, ...]]:
    """The fixed demonstrations, read from the prompts' ``demos.yaml``.

    Raises:
        InputError: The file cannot be read, or does not show exactly the puzzles that are held out: one
            shown without being held out would be evaluated with its answer in sight.
    """
    where = "demos.yaml"
    try:
        written = yaml.safe_load(prompts.texts[where])
        found = msgspec.convert(written, type=dict[Subset, tuple[FixedDemo, ...]])
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"{where}:{mark.line + 1}" if mark else where
        raise InputError(f"cannot be read ({getattr(error, 'problem', error)}).", where=place) from error
    except msgspec.ValidationError as error:
        raise InputError(f"{error}.", where=where) from error
    for subset in SUBSETS:
        demos = found.get(subset, ())
        ids = [demo.id for demo in demos]
        if sorted(ids) != sorted(_HELD_OUT[subset]):
            raise InputError(
                f"{subset} has the puzzles {', '.join(ids) or 'none'}.",
                where=where,
                todo=f"It must have {listed(_HELD_OUT[subset])}: those are held out of every evaluation.",
            )
        for demo in demos:
            if not demo.clues or not demo.candidates:
                raise InputError(f"{subset} {demo.id} lacks clues or candidates.", where=where)
    return found


def is_eye_q(puzzles: PuzzleSet) -> bool:
    """Whether a set is Eye-Q's: from its repository on the Hub, or a copy that has its demonstrations.

    A copy is told by its fixed demonstrations: each subset that it has must hold them, with their answers.
    """
    if puzzles.source == "hub" and puzzles.name == EYE_Q:
        return True
    answers = _bundled()
    return bool(puzzles.puzzles) and all(
        f"{subset}:{demo.id}" in puzzles and _same(puzzles[f"{subset}:{demo.id}"].answer, demo.answer)
        for subset in puzzles.subsets
        for demo in answers[subset]
    )


def evaluated(puzzles: PuzzleSet, subset: Subset | None = None) -> tuple[Puzzle, ...]:
    """The puzzles that every variant is evaluated on: those of Eye-Q without the fixed demonstrations.

    Sets other than Eye-Q are evaluated whole.
    """
    chosen = puzzles.puzzles if subset is None else puzzles.of(subset)
    if not is_eye_q(puzzles):
        return chosen
    return tuple(puzzle for puzzle in chosen if puzzle.id not in _HELD_OUT[puzzle.subset])


def settle(spec: VariantSpec, puzzles: PuzzleSet) -> VariantSpec:
    """The variant with its choice of demonstrations made: ``auto`` is fixed for Eye-Q, else sampled."""
    if spec.demos != "auto":
        return spec
    return msgspec.structs.replace(spec, demos="fixed" if is_eye_q(puzzles) else "sampled")


@dataclass
class Demos:
    """Gives each puzzle its demonstrations; pictures used lately are kept, so that they are encoded once.

    Attributes:
        puzzles: The whole set that demonstrations come from, whatever part of it is asked about.
        prompts: The texts, for the fixed demonstrations' clues.
        send: Makes a picture ready to be sent, within a provider's limits.
    """

    puzzles: PuzzleSet
    prompts: Prompts
    send: Callable[[bytes], Picture] = Picture
    _pictures: dict[str, Picture] = field(default_factory=dict, init=False, repr=False)
    _fixed: dict[Subset, tuple[Demonstration, ...]] = field(default_factory=dict, init=False, repr=False)

    def check(self, spec: VariantSpec, subset: Subset) -> None:
        """Make sure, before any call, that every puzzle of a subset can have its demonstrations.

        Raises:
            InputError: It cannot; see `of`.
        """
        choice = self._choice(spec)
        if choice == "fixed":
            self._fixed_of(subset)
        elif choice == "sampled":
            for puzzle in self.puzzles.of(subset):
                # Counted, not drawn: to look through all others for each would take a large set minutes.
                self._must_suffice(puzzle, len(self._pools[subset][1]) - len(self._twins(puzzle)))

    def of(self, puzzle: Puzzle, spec: VariantSpec) -> tuple[Demonstration, ...]:
        """The demonstrations that a puzzle's prompt shows; none if the variant has none.

        Raises:
            InputError: A fixed one is missing or has another answer; too few others to sample from.
        """
        choice = self._choice(spec)
        if choice == "none":
            return ()
        if choice == "sampled":
            return tuple(
                self._shown(other, (other.description,) if other.description else (), (other.answer,))
                for other in self._sampled_of(puzzle)
            )
        if puzzle.id in _HELD_OUT[puzzle.subset]:
            raise InputError("is a demonstration and cannot be asked.", where=puzzle.key)
        return self._fixed_of(puzzle.subset)

    @functools.cached_property
    def _is_eye_q(self) -> bool:
        return is_eye_q(self.puzzles)

    @functools.cached_property
    def _ids_by_answer(self) -> dict[tuple[Subset, str], set[str]]:
        ids: dict[tuple[Subset, str], set[str]] = {}
        for puzzle in self.puzzles:
            for key in _keys(puzzle):
                ids.setdefault((puzzle.subset, key), set()).add(puzzle.id)
        return ids

    @functools.cached_property
    def _pools(self) -> dict[Subset, tuple[list[Puzzle], list[Puzzle]]]:
        """For each subset the puzzles with a description, and all; sorted, so that the order is nobody's."""
        ordered = sorted(self.puzzles, key=lambda puzzle: puzzle.id)
        return {
            subset: (
                [puzzle for puzzle in ordered if puzzle.subset == subset and puzzle.description],
                [puzzle for puzzle in ordered if puzzle.subset == subset],
            )
            for subset in SUBSETS
        }

    def _others(self, puzzle: Puzzle, pool: list[Puzzle]) -> list[Puzzle]:
        """Those of a pool that may be shown with a puzzle."""
        twins = self._twins(puzzle)
        return [other for other in pool if other.id not in twins]

    def _twins(self, puzzle: Puzzle) -> set[str]:
        """The puzzle itself and those of its subset with the same answer, which would give it away."""
        return {puzzle.id}.union(*(self._ids_by_answer[puzzle.subset, key] for key in _keys(puzzle)))

    def _must_suffice(self, puzzle: Puzzle, others: int) -> None:
        if others < DEMOS_SHOWN:
            raise InputError(
                f"{puzzle.key} needs {DEMOS_SHOWN} other puzzles of its subset as demonstrations; "
                f"there are {others} (those with the same answer left out).",
                where=self.puzzles.name,
                todo="Add puzzles, or choose a variant without few_shot.",
            )

    def _choice(self, spec: VariantSpec) -> DemoChoice:
        if spec.demos != "auto":
            return spec.demos
        return "fixed" if self._is_eye_q else "sampled"

    def _fixed_of(self, subset: Subset) -> tuple[Demonstration, ...]:
        if subset not in self._fixed:
            self._fixed[subset] = tuple(
                self._shown(self._expected(demo, subset), demo.clues, demo.candidates)
                for demo in fixed_demos(self.prompts)[subset]
            )
        return self._fixed[subset]

    def _expected(self, demo: FixedDemo, subset: Subset) -> Puzzle:
        key = f"{subset}:{demo.id}"
        if key not in self.puzzles:
            raise InputError(
                f"has no puzzle {key}, one of the {DEMOS_SHOWN} fixed demonstrations.",
                where=self.puzzles.name,
                todo=_SAMPLED,
            )
        puzzle = self.puzzles[key]
        if not _same(puzzle.answer, demo.answer):
            raise InputError(
                f"the fixed demonstration {key} should have the answer {demo.answer}, "
                f"but these puzzles have {shown(puzzle.answer)} there.",
                where=puzzle.where or self.puzzles.name,
                todo=_SAMPLED,
            )
        return puzzle

    def _sampled_of(self, puzzle: Puzzle) -> list[Puzzle]:
        told, all_of_them = self._pools[puzzle.subset]
        # Clues are what a demonstration is for, so those with a description come first, if they suffice.
        pool = self._others(puzzle, told)
        if len(pool) < DEMOS_SHOWN:
            pool = self._others(puzzle, all_of_them)
        self._must_suffice(puzzle, len(pool))
        seed = int(hashlib.sha256(f"demonstrations:{puzzle.key}".encode()).hexdigest()[:8], 16)
        return random.Random(seed).sample(pool, DEMOS_SHOWN)

    def _shown(self, puzzle: Puzzle, clues: tuple[str, ...], candidates: tuple[str, ...]) -> Demonstration:
        picture = self._pictures.pop(puzzle.key, None) or self.send(puzzle.image())
        self._pictures[puzzle.key] = picture
        if len(self._pictures) > _PICTURES:
            del self._pictures[next(iter(self._pictures))]
        return Demonstration(puzzle, clues, candidates, picture)


@functools.cache
def _bundled() -> dict[Subset, tuple[FixedDemo, ...]]:
    return fixed_demos(Prompts.load())


def _same(one: str, other: str) -> bool:
    return _key(one) == _key(other)


def _keys(puzzle: Puzzle) -> set[str]:
    return {_key(answer) for answer in (puzzle.answer, *puzzle.also_accept)}


def _key(answer: str) -> str:
    # Words run together or apart give each other away, so they are the same here.
    return exact_form(answer).replace(" ", "")
