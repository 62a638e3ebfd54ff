"""Examples of right, wrong and near answers, drawn so that nobody picked them."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from gander.eyeq.analysis import Answers, Sample
from gander.eyeq.analysis.lenient import LEVELS
from gander.eyeq.analysis.wording import letters_alike, words_alike
from gander.stats import SEED

__all__ = ["EXAMPLES", "Group", "gallery"]

EXAMPLES = 8
"""Examples of each kind, where there are so many."""

_NEAR = LEVELS["middle"]


@dataclass(frozen=True)
class Group:
    """Examples of one kind.

    Attributes:
        title: The kind.
        how: What belongs to it, and of how many these were drawn.
        rows: The examples.
    """

    title: str
    how: str
    rows: tuple[int, ...]


def gallery(answers: Answers) -> list[Group]:
    """Examples of each kind: those with the smallest hashes, subset by subset in turn, each puzzle once.

    The hash is of the seed, the place and the puzzle, so the choice follows from the answers alone.
    """
    kinds: dict[str, list[Sample]] = {"right": [], "near": [], "wrong": []}
    for sample in answers.samples:
        if sample.scored and not sample.place.is_floor:
            kinds[_kind(sample)].append(sample)
    meant = {
        "right": "right by the exact score",
        "near": f"wrong by the exact score, but passed by the middle lenient judge: likeness of letters from"
        f" {_NEAR['letters']:g}, or shared words from {_NEAR['words']:g}",
        "wrong": "wrong and passed by neither, or without an answer that can be read",
    }
    return [_group(kind, meant[kind], samples, answers.subsets) for kind, samples in kinds.items()]


def _kind(sample: Sample) -> str:
    if sample.right:
        return "right"
    answer = sample.answer
    if answer is not None and any(
        letters_alike(answer, truth) >= _NEAR["letters"] or words_alike(answer, truth) >= _NEAR["words"]
        for truth in sample.truths
    ):
        return "near"
    return "wrong"


def _group(kind: str, meant: str, samples: Sequence[Sample], subsets: Iterable[str]) -> Group:
    drawn = sorted(samples, key=_hash)
    queues = [_puzzles_once(drawn, name) for name in subsets]
    in_turn = [sample for turn in zip_longest(*queues) for sample in turn if sample is not None]
    chosen = tuple(sample.row for sample in in_turn[:EXAMPLES])
    how = (
        f"{meant}. {len(chosen)} of {len(samples):,}, drawn with seed {SEED}: subset by subset in turn,"
        " each puzzle once."
    )
    return Group(kind, how, chosen)


def _puzzles_once(samples: Iterable[Sample], subset: str) -> Iterator[Sample]:
    seen: set[str] = set()
    for sample in samples:
        if sample.place.subset == subset and sample.puzzle not in seen:
            seen.add(sample.puzzle)
            yield sample


def _hash(sample: Sample) -> bytes:
    return hashlib.sha256("|".join(map(str, (SEED, *sample.place, sample.puzzle))).encode()).digest()
