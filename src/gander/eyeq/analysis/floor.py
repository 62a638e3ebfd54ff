"""The hint floor of puzzles that were asked, worked out here: it needs no picture, no key and no network.

What it replies follows from the question, the word list and its own code alone, so replies are kept under
these (`gander.eyeq.analysis.kept`): a list is loaded only for questions that are new.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from gander.errors import InputError
from gander.eyeq.analysis.kept import Kept
from gander.eyeq.place import FLOOR, Place
from gander.eyeq.prompting import Prompts, VariantSpec, build
from gander.eyeq.puzzles import Puzzle, Subset
from gander.eyeq.solve import Verdict, judge
from gander.models.failures import Answered
from gander.models.floor import floor_reply, floor_version

__all__ = ["floor_of_puzzles", "floor_place"]


def floor_place(subset: Subset, variant: str) -> Place:
    """Where the hint floor of a variant stands; a blind variant has the same hint, and so the same floor."""
    return Place(FLOOR, subset, Place("", subset, variant).hint)


def floor_of_puzzles(
    puzzles: Iterable[tuple[str, tuple[str, ...]]],
    spec: VariantSpec,
    told: Callable[[str], None] = lambda text: None,
) -> Iterator[tuple[str, Verdict, tuple[str, ...]]]:
    """What the hint floor makes of puzzles, asked as a run would: again while the variant allows it.

    Args:
        puzzles: The puzzles' keys and right answers.
        spec: The variant; demonstrations are left out, for the floor learns nothing from them.
        told: Hears it if replies cannot be kept, perhaps several times.

    Yields:
        The key, what came of it, and the replies.

    Raises:
        InputError: `wordfreq` is not installed.
    """
    prompts = Prompts.load(None)
    plain = msgspec.structs.replace(spec, demos="none", blind=True)
    asked: dict[str, Puzzle] = {}
    for key, truths in puzzles:
        subset, _, id = key.partition(":")
        asked[key] = Puzzle(id, subset, truths[0], _unseen, truths[1:])  # type: ignore[arg-type]
    replies: dict[str, tuple[str, ...]] = dict.fromkeys(asked, ())
    verdicts = {key: _judged(puzzle, (), spec.attempts) for key, puzzle in asked.items()}
    while again := [key for key, verdict in verdicts.items() if verdict.status == "unfinished"]:
        questions = [_question(asked[key], plain, prompts, verdicts[key]) for key in again]
        for key, reply in zip(again, _replies(questions, told), strict=True):
            replies[key] += (reply,)
            verdicts[key] = _judged(asked[key], replies[key], spec.attempts)
    for key in asked:
        yield key, verdicts[key], replies[key]


def _judged(puzzle: Puzzle, replies: Sequence[str], attempts: int) -> Verdict:
    return judge((puzzle.answer, *puzzle.also_accept), list(map(Answered, replies)), attempts)


def _question(puzzle: Puzzle, spec: VariantSpec, prompts: Prompts, before: Verdict) -> tuple[str, ...]:
    """The texts that a model would be asked with, after what it answered before."""
    guesses = [attempt.reading.answer for attempt in before.attempts]
    return tuple(message.text for message in build(puzzle, spec, prompts, guesses=guesses))


def _replies(questions: Sequence[tuple[str, ...]], told: Callable[[str], None]) -> Iterator[str]:
    """The floor's replies, those that are kept and the others."""
    kept: Kept[str] = Kept("floor", floor_version(), kind=str, what="the hint floor's replies", unkept=told)
    # Puzzles of the same hint are one question.
    hashes = {question: _hash(question) for question in dict.fromkeys(questions)}
    held = kept.read(hashes.values())
    missing = {of: floor_reply(question) for question, of in hashes.items() if of not in held}
    if missing:
        with kept.more() as put:
            put(missing)
    replies = held | missing
    return (replies[hashes[question]] for question in questions)


def _hash(question: tuple[str, ...]) -> str:
    return hashlib.sha256(json.dumps(question).encode()).hexdigest()


def _unseen() -> bytes:
    raise InputError("the hint floor sees no picture.")
