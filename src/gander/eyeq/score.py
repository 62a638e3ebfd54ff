"""Scoring answers that were produced elsewhere: a file of answers, and the puzzles."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from gander.eyeq.analysis.fitting import attempts_allowed, check_fits
from gander.eyeq.answer_files import read_answers
from gander.eyeq.demos import evaluated
from gander.eyeq.report import Row, beside_floor, count
from gander.eyeq.sources import PuzzleSet
from gander.eyeq.wide import Wide

__all__ = ["Scored", "score_answers"]


class Scored(list[Row]):
    """The rows, and what the person who asked should know about them.

    Attributes:
        notes: Sentences; empty if there is nothing to say.
    """

    def __init__(self, rows: Iterable[Row], notes: tuple[str, ...] = ()) -> None:
        super().__init__(rows)
        self.notes = notes


def score_answers(
    path: Path,
    puzzles: PuzzleSet | None,
    wide: Wide | None = None,
    told: Callable[[str], None] = lambda text: None,
) -> Scored:
    """Score a file of answers.

    Args:
        path: A file (`gander.eyeq.answer_files.read_answers`).
        puzzles: The puzzles; None if the file has the right answers itself.
        wide: How to read a file with a column a model.
        told: Hears it, once, if the hint floor's replies cannot be kept.

    Raises:
        InputError: The file cannot be read, a row lacks something or names no puzzle, two rows answer the
            same, there is nothing to score, or answers cannot be what they are called
            (`gander.eyeq.analysis.fitting.check_fits`); with file and line.
    """
    read = read_answers(path, puzzles, wide)
    check_fits(read, told=cache(told))
    everything = ((place, each.verdict) for place, given in read.given.items() for each in given.values())
    notes = [*read.notes, *(each.note for each in attempts_allowed(everything).values())]
    numbers = Counter(puzzle.subset for puzzle in evaluated(read.puzzles))
    if missing := sum(numbers[place.subset] - len(given) for place, given in read.given.items()):
        notes.append(
            f"{missing} answers to puzzles of these subsets are not in the file, and not counted as wrong."
        )
    counted = []
    for place, given in read.given.items():
        verdicts = {key: its.verdict for key, its in given.items()}
        row = count(
            verdicts.values(),
            model=place.model,
            variant=place.variant,
            subset=place.subset,
            temperature=place.temperature,
            seed=place.seed,
            of=numbers[place.subset],
        )
        counted.append((row, verdicts))
    return Scored(beside_floor(counted), tuple(notes))
