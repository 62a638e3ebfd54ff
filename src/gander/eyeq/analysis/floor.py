"""The hint floor of puzzles that were asked, worked out here: it needs no picture, no key and no network."""

from collections.abc import Iterable, Iterator

import msgspec

from gander.errors import InputError
from gander.eyeq.place import FLOOR, Place
from gander.eyeq.prompting import Prompts, VariantSpec, build
from gander.eyeq.puzzles import Puzzle, Subset
from gander.eyeq.solve import Verdict, judge
from gander.models.failures import Answered
from gander.models.floor import floor_reply

__all__ = ["floor_of_puzzles", "floor_place", "floor_verdict"]


def floor_place(subset: Subset, variant: str) -> Place:
    """Where the hint floor of a variant stands; a blind variant has the same hint, and so the same floor."""
    return Place(FLOOR, subset, Place("", subset, variant).hint)


def floor_of_puzzles(
    puzzles: Iterable[tuple[str, tuple[str, ...]]], spec: VariantSpec
) -> Iterator[tuple[str, Verdict, tuple[str, ...]]]:
    """What the hint floor makes of puzzles, as a run would ask it.

    Args:
        puzzles: The puzzles' keys and right answers.
        spec: The variant; demonstrations are left out, for the floor learns nothing from them.

    Yields:
        The key, what came of it, and the replies.
    """
    prompts = Prompts.load(None)
    plain = msgspec.structs.replace(spec, demos="none", blind=True)
    for key, truths in puzzles:
        subset, _, id = key.partition(":")
        puzzle = Puzzle(id, subset, truths[0], _unseen, truths[1:])  # type: ignore[arg-type]
        yield key, *floor_verdict(puzzle, plain, prompts)


def floor_verdict(puzzle: Puzzle, spec: VariantSpec, prompts: Prompts) -> tuple[Verdict, tuple[str, ...]]:
    """Ask the floor about a puzzle, as often as the variant allows and its guesses are wrong.

    Args:
        puzzle: The puzzle; its picture is not looked at.
        spec: The variant, blind and without demonstrations.
        prompts: The texts.
    """
    truths = (puzzle.answer, *puzzle.also_accept)
    outcomes: list[Answered] = []
    verdict = judge(truths, outcomes, spec.attempts)
    while verdict.status == "unfinished":
        guesses = [attempt.reading.answer for attempt in verdict.attempts]
        messages = build(puzzle, spec, prompts, guesses=guesses)
        outcomes.append(Answered(floor_reply([message.text for message in messages])))
        verdict = judge(truths, outcomes, spec.attempts)
    return verdict, tuple(outcome.text for outcome in outcomes)


def _unseen() -> bytes:
    raise InputError("the hint floor sees no picture.")
