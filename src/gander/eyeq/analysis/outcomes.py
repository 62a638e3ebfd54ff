"""What came of a puzzle, in one word, near answers told apart from those that are just wrong."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, TypeAlias

from gander.eyeq.analysis.lenient import LEVELS
from gander.eyeq.analysis.samples import Sample
from gander.eyeq.analysis.wording import all_letters_alike, letters_alike, words_alike

__all__ = ["NEAR", "Outcome", "is_near", "outcome_of", "outcomes_of"]

Outcome: TypeAlias = Literal["right", "near", "wrong", "unparsed", "failed", "unfinished"]
"""Right by the ``exact`` score; wrong, but near; wrong; wrong, for no answer could be read; a call failed;
attempts are left. The last two say nothing about the model, and are in no share."""

NEAR: Final = LEVELS["middle"]
"""From where on a wrong answer is near: what the middle lenient judge passes by letters or by words."""


def is_near(answer: str, truths: Iterable[str]) -> bool:
    """Whether an answer is near one of the right ones. It changes no score."""
    return any(_near((answer, truth), letters_alike(answer, truth)) for truth in truths)


def outcome_of(sample: Sample) -> Outcome:
    """What came of a sample. Of several attempts the last says whether it is near, as in all analyses."""
    return _outcome(sample, is_near)


def outcomes_of(samples: Sequence[Sample]) -> list[Outcome]:
    """What came of samples, as `outcome_of` tells of one; of many in a third of the time."""
    wrong = [sample for sample in samples if sample.scored and not sample.right]
    pairs = [
        (sample.answer, truth) for sample in wrong if sample.answer is not None for truth in sample.truths
    ]
    near = dict(zip(pairs, map(_near, pairs, all_letters_alike(pairs)), strict=True))
    return [
        _outcome(sample, lambda answer, truths: any(near[answer, truth] for truth in truths))
        for sample in samples
    ]


def _outcome(sample: Sample, near: Callable[[str, Sequence[str]], bool]) -> Outcome:
    if sample.right:
        return "right"
    if not sample.scored:
        return "failed" if sample.status == "failed" else "unfinished"
    if sample.answer is None:
        return "unparsed"
    return "near" if near(sample.answer, sample.truths) else "wrong"


def _near(pair: tuple[str, str], letters: float) -> bool:
    return letters >= NEAR["letters"] - 1e-9 or words_alike(*pair) >= NEAR["words"] - 1e-9
