"""Whether what a file of answers gives fits what its variants are called, and the hint floor's name."""

from collections.abc import Callable, Mapping

import msgspec

from gander.counted import listed, many
from gander.errors import InputError
from gander.eyeq.analysis.floor import floor_of_puzzles
from gander.eyeq.answer_files import AnswerFile, Given
from gander.eyeq.matching import exact_form
from gander.eyeq.place import FLOOR, Place
from gander.eyeq.prompting import VariantSpec, parse_variant
from gander.eyeq.sources import PuzzleSet
from gander.faults import shown

__all__ = ["attempts_note", "check_fits", "named_variant"]


def named_variant(name: str) -> VariantSpec | None:
    """What a file's name of a variant means; None if it is none of ours."""
    try:
        return parse_variant(name)
    except InputError:
        return None


def check_fits(read: AnswerFile, variant: Callable[[str], VariantSpec | None] = named_variant) -> None:
    """Make sure that a file's answers can be what they are called.

    Args:
        read: The file.
        variant: What its names of variants mean.

    Raises:
        InputError: A puzzle has several attempts where the variant's name says that there is one, or a model
            is called by the hint floor's name.
    """
    for place, given in read.given.items():
        spec = variant(place.variant)
        if place.is_floor:
            _check_floor(given, read.puzzles, spec)
        if spec is not None and spec.attempts == 1:
            for key, its in given.items():
                _check_attempts(place, key, its, spec)


def _check_attempts(place: Place, key: str, given: Given, spec: VariantSpec) -> None:
    """Make sure that a puzzle has one attempt."""
    number = len(given.verdict.attempts)
    if number <= 1:
        return
    again = msgspec.structs.replace(spec, attempts=number).name
    raise InputError(
        f"the variant {place.variant} allows 1 attempt; {key} has {number} for {shown(place.model)}.",
        where=given.where,
        todo=f"With {number} attempts it is called {again}.",
    )


def attempts_note(variant: str, spec: VariantSpec | None, used: int, fewer: int) -> str:
    """What is said of a variant that has more attempts in a file than its name tells.

    Args:
        variant: Its name; may be empty.
        spec: What its name means; None if it is none of ours.
        used: The most attempts that any answer has.
        fewer: How many wrong answers had fewer.
    """
    name = shown(variant) if variant else "without a name"
    if spec:
        told = f"The variant {name} allows {spec.attempts} attempts by its name; a file has {used}, and"
        told += " so many are taken as allowed."
    else:
        told = f"How many attempts the variant {name} allowed is not known; taken as {used}, the most that"
        told += " any answer in a file has."
    return told + (f" {many(fewer, 'wrong answer')} had fewer." if fewer else "")


def _check_floor(given: Mapping[str, Given], puzzles: PuzzleSet, spec: VariantSpec | None) -> None:
    """Make sure that what a file gives in the hint floor's name is the hint floor's.

    Args:
        given: What it gives for a subset and variant, by the puzzles' keys.
        puzzles: The puzzles.
        spec: The variant; None if it is none of ours.

    Raises:
        InputError: It is not, or cannot be known to be.
    """
    todo = f"{FLOOR} is what the hint floor is called; call a model otherwise."
    if spec is None:
        where = next(iter(given.values())).where
        raise InputError("the hint floor answers to no variant that is not known.", where=where, todo=todo)
    asked = ((key, (puzzles[key].answer, *puzzles[key].also_accept)) for key in given)
    for key, verdict, _ in floor_of_puzzles(asked, spec):
        its = given[key]
        told, ours = (
            [attempt.reading.answer or "" for attempt in one.attempts] for one in (its.verdict, verdict)
        )
        if list(map(exact_form, told)) != list(map(exact_form, ours)):
            what = [listed([shown(answer) for answer in answers]) or "nothing" for answers in (told, ours)]
            raise InputError(
                f"{key} is answered {what[0]}, where the hint floor answers {what[1]}.",
                where=its.where,
                todo=todo,
            )
