"""Examples of right, wrong and near answers, drawn so that nobody picked them."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from gander.eyeq.analysis import Answers, Sample
from gander.eyeq.analysis.outcomes import NEAR, outcomes_of
from gander.stats import SEED

__all__ = ["EXAMPLES", "Group", "gallery"]

EXAMPLES = 8
"""Examples of each kind, where there are so many."""


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
    told = [sample for sample in answers.samples if sample.scored and not sample.place.is_floor]
    for sample, outcome in zip(told, outcomes_of(told), strict=True):
        kinds["wrong" if outcome == "unparsed" else outcome].append(sample)
    meant = {
        "right": "right by the exact score",
        "near": f"wrong by the exact score, but passed by the middle lenient judge: likeness of letters from"
        f" {NEAR['letters']:g}, or shared words from {NEAR['words']:g}",
        "wrong": "wrong and passed by neither, or without an answer that can be read",
    }
    return [_group(kind, meant[kind], samples, answers.subsets) for kind, samples in kinds.items()]


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
