"""Whether what a file of answers gives fits what its variants are called, and the hint floor's name."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import msgspec

from gander.counted import listed, many
from gander.errors import InputError
from gander.eyeq.analysis.floor import floor_of_puzzles
from gander.eyeq.answer_files import AnswerFile, Given
from gander.eyeq.matching import exact_form
from gander.eyeq.place import FLOOR, Place
from gander.eyeq.prompting import VariantSpec, parse_variant
from gander.eyeq.solve import Verdict
from gander.eyeq.sources import PuzzleSet
from gander.faults import shown

__all__ = ["Allowed", "attempts_allowed", "check_fits", "named_variant"]


def named_variant(name: str) -> VariantSpec | None:
    """What a file's name of a variant means; None if it is none of ours."""
    try:
        return parse_variant(name)
    except InputError:
        return None


def check_fits(
    read: AnswerFile,
    variant: Callable[[str], VariantSpec | None] = named_variant,
    told: Callable[[str], None] = lambda text: None,
) -> None:
    """Make sure that a file's answers can be what they are called.

    Args:
        read: The file.
        variant: What its names of variants mean.
        told: Hears it if the hint floor's replies cannot be kept, perhaps several times.

    Raises:
        InputError: A puzzle has several attempts where the variant's name says that there is one, or a model
            is called by the hint floor's name.
    """
    for place, given in read.given.items():
        spec = variant(place.variant)
        if place.is_floor:
            _check_floor(given, read.puzzles, spec, told)
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


class Allowed(NamedTuple):
    """How many attempts a variant allowed, where files have more than its name tells.

    Attributes:
        most: The most that any answer in a file has.
        note: What is said of it, as a sentence.
    """

    most: int
    note: str


def attempts_allowed(
    given: Iterable[tuple[Place, Verdict]], variant: Callable[[str], VariantSpec | None] = named_variant
) -> dict[str, Allowed]:
    """Which variants of files allowed more attempts than they are known to.

    Of the whole variant: how many a single model or subset used says nothing about what was allowed.

    Args:
        given: What files give, each with its place.
        variant: What names of variants mean.

    Returns:
        By the names of variants with the picture; those of which nothing is to be said are not in it.
    """
    used: dict[str, int] = {}
    everything = [(place, place.hint, verdict) for place, verdict in given]
    for _, hint, verdict in everything:
        used[hint] = max(used.get(hint, 0), len(verdict.attempts))
    fewer: Counter[str] = Counter()
    for place, hint, verdict in everything:
        spec = variant(place.variant)
        if used[hint] > (spec.attempts if spec else 1):
            fewer[hint] += verdict.scored and not verdict.correct and len(verdict.attempts) < used[hint]
    return {
        hint: Allowed(used[hint], _attempts_note(hint, variant(hint), used[hint], number))
        for hint, number in fewer.items()
    }


def _attempts_note(variant: str, spec: VariantSpec | None, used: int, fewer: int) -> str:
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


def _check_floor(
    given: Mapping[str, Given],
    puzzles: PuzzleSet,
    spec: VariantSpec | None,
    told: Callable[[str], None],
) -> None:
    """Make sure that what a file gives in the hint floor's name is the hint floor's.

    Args:
        given: What it gives for a subset and variant, by the puzzles' keys.
        puzzles: The puzzles.
        spec: The variant; None if it is none of ours.
        told: Hears it if the hint floor's replies cannot be kept.

    Raises:
        InputError: It is not, or cannot be known to be.
    """
    todo = f"{FLOOR} is what the hint floor is called; call a model otherwise."
    if spec is None:
        where = next(iter(given.values())).where
        what = "whether these are the hint floor's answers cannot be told, for the variant is not known."
        raise InputError(what, where=where, todo=todo)
    asked = ((key, (puzzles[key].answer, *puzzles[key].also_accept)) for key in given)
    for key, verdict, _ in floor_of_puzzles(asked, spec, told):
        its = given[key]
        theirs, ours = (
            [attempt.reading.answer or "" for attempt in one.attempts] for one in (its.verdict, verdict)
        )
        if list(map(exact_form, theirs)) != list(map(exact_form, ours)):
            told_of = [
                listed([shown(answer) for answer in answers]) or "nothing" for answers in (theirs, ours)
            ]
            raise InputError(
                f"{key} is answered {told_of[0]}, where the hint floor answers {told_of[1]}.",
                where=its.where,
                todo=f"{todo} If these are the hint floor's, another version of wordfreq or of Gander made"
                " them: leave them out, and they are worked out anew.",
            )
