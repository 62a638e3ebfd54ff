"""Answers made by hand for tests: what was answered to which puzzle, in words."""

import itertools
import json
from collections.abc import Mapping, Sequence

from gander.eyeq.analysis import Answers, Place, Sample
from gander.eyeq.prompting import VARIANTS, VariantSpec
from gander.eyeq.solve import judge
from gander.eyeq.sources import PuzzleSet
from gander.models.failures import Answered, Failed, Outcome

Reply = str | None
"""What a model said; None for a call that failed."""


def reply(answer: str, *candidates: str) -> str:
    """A reply as the prompt asks for it."""
    return json.dumps(
        {"primary_clues": [], "candidates": list(candidates), "final_answer": answer}, ensure_ascii=False
    )


def answers(
    *asked: tuple[Place, Mapping[str, tuple[str | Sequence[str], Reply | Sequence[Reply]]]],
    puzzles: PuzzleSet | None = None,
    specs: Mapping[str, VariantSpec | None] | None = None,
) -> Answers:
    """Answers of places: for each puzzle's id what is right, and what was said, attempt by attempt."""
    samples: list[Sample] = []
    known = dict(specs) if specs is not None else {}
    for place, said in asked:
        spec = known.setdefault(place.variant, VARIANTS.get(place.hint))
        most = spec.attempts if spec is not None else 1
        for id, (truth, replies) in said.items():
            truths = (truth,) if isinstance(truth, str) else tuple(truth)
            texts = [replies] if replies is None or isinstance(replies, str) else list(replies)
            outcomes: list[Outcome] = [
                Failed("server_error", "made") if text is None else Answered(text) for text in texts
            ]
            verdict = judge(truths, outcomes, most)
            told = tuple(itertools.takewhile(lambda text: text is not None, texts))
            key = f"{place.subset}:{id}"
            samples.append(
                Sample(len(samples), place, key, truths, verdict, told, most_attempts=most)  # type: ignore[arg-type]
            )
    return Answers(tuple(samples), known, puzzles=puzzles)
