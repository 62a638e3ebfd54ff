"""Eye-Q runs for the page: made-up models on the starter set, with every outcome, and hostile replies."""

import json
import random
from collections.abc import Sequence
from pathlib import Path

from gander.eyeq.demos import settle
from gander.eyeq.prompting import Prompts, parse_variant
from gander.eyeq.puzzles import Puzzle
from gander.eyeq.sources import PuzzleSet, load_puzzles
from gander.eyeq.store import Cell, Store
from gander.models.failures import Answered, Failed, Outcome, Usage
from gander.models.price import Price
from tests.viewer.records import HOSTILE

__all__ = ["reply", "starter_run", "write_run"]


def reply(answer: str, *candidates: str) -> str:
    """A reply as the prompt asks for it."""
    told = {"primary_clues": ["a clue"], "candidates": list(candidates or (answer,)), "final_answer": answer}
    return "Let me look.\n```json\n" + json.dumps(told, ensure_ascii=False) + "\n```"


def write_run(
    folder: Path,
    puzzles: PuzzleSet,
    outcomes: dict[tuple[str, str], dict[str, list[Outcome]]],
    prices: dict[str, Price] | None = None,
) -> Path:
    """A run's folder.

    Args:
        folder: The folder.
        puzzles: The puzzles.
        outcomes: What came of the attempts, by model and variant, and by the puzzle's key.
        prices: The models' prices.
    """
    prompts = Prompts.load()
    cells = {}
    for model, variant in outcomes:
        spec = settle(parse_variant(variant), puzzles)
        for subset in puzzles.subsets:
            cells[model, variant, subset] = Cell(
                model=model,
                subset=subset,
                variant=spec,
                data=f"{puzzles.name}@{puzzles.revision}",
                prompts=prompts.hash_for(subset, spec),
            )
    numbers = {cell.id: len(puzzles.of(cell.subset)) for cell in cells.values()}
    with Store.open(folder, list(cells.values()), puzzles, numbers, prices) as store:
        for (model, variant), its in outcomes.items():
            for key, given in its.items():
                puzzle = puzzles[key]
                cell = cells[model, variant, puzzle.subset]
                for number, outcome in enumerate(given, 1):
                    store.keep_outcome(cell.id, key, number, outcome, puzzle.image_hash(), None)
    return folder


def starter_run(
    folder: Path, models: Sequence[str] = ("made/owl-7b", "made/crane"), variants: Sequence[str] = ("basic",)
) -> Path:
    """Models that get some of the starter set's puzzles right, some nearly, and fail now and then."""
    puzzles = load_puzzles("starter")
    outcomes: dict[tuple[str, str], dict[str, list[Outcome]]] = {}
    for model in models:
        for variant in variants:
            chance = random.Random(f"{model} {variant}")
            its = outcomes.setdefault((model, variant), {})
            for puzzle in puzzles:
                most = parse_variant(variant).attempts
                its[puzzle.key] = _attempts(puzzle, most, chance)
    return write_run(folder, puzzles, outcomes, {models[0]: Price(1.25, 10.0)})


def _attempts(puzzle: Puzzle, most: int, chance: random.Random) -> list[Outcome]:
    given: list[Outcome] = []
    for _ in range(most):
        usage = Usage(800 + chance.randrange(200), 60 + chance.randrange(900), 40)
        kind = chance.random()
        if kind < 0.3:
            given.append(Answered(reply(puzzle.answer), 2.5, 1, usage))
            break
        if kind < 0.5:
            given.append(Answered(reply(f"{puzzle.answer}s", "needle", puzzle.answer), 3.1, 2, usage))
        elif kind < 0.85:
            wrong = "golden needle" if puzzle.subset == "en" else "\u0642\u0644\u0645\u200c\u0645\u0648"
            given.append(Answered(reply(wrong), 1.75, 1, usage))
        elif kind < 0.92:
            given.append(Answered("I see a picture. " + HOSTILE, 0.9, 1, usage))
        else:
            given.append(Failed("rate_limited", f"429 slow down {HOSTILE}", 8.0, 6))
            break
    return given
