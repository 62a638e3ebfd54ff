"""What came of a puzzle, in one word, near answers told apart from those that are just wrong."""

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from gander.eyeq.analysis.lenient import LEVELS
from gander.eyeq.analysis.samples import Sample
from gander.eyeq.analysis.wording import letters_alike, words_alike

__all__ = ["NEAR", "Outcome", "is_near", "outcome_of"]

Outcome: TypeAlias = Literal["right", "near", "wrong", "unparsed", "failed", "unfinished"]
"""Right by the ``exact`` score; wrong, but near; wrong; wrong, for no answer could be read; a call failed;
attempts are left. The last two say nothing about the model, and are in no share."""

NEAR: Final = LEVELS["middle"]
"""From where on a wrong answer is near: what the middle lenient judge passes by letters or by words."""


def is_near(answer: str, truths: Iterable[str]) -> bool:
    """Whether an answer is near one of the right ones. It changes no score."""
    return any(
        letters_alike(answer, truth) >= NEAR["letters"] - 1e-9
        or words_alike(answer, truth) >= NEAR["words"] - 1e-9
        for truth in truths
    )


def outcome_of(sample: Sample) -> Outcome:
    """What came of a sample. Of several attempts the last says whether it is near, as in all analyses."""
    if sample.right:
        return "right"
    if not sample.scored:
        return "failed" if sample.status == "failed" else "unfinished"
    if sample.answer is None:
        return "unparsed"
    return "near" if is_near(sample.answer, sample.truths) else "wrong"
