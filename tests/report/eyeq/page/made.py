"""Small analyses for the page's tests."""

import io
import json

from PIL import Image

from gander.eyeq.analysis import Answers, Column, Line, Place, Sample, Table, rows_of
from gander.eyeq.puzzles import Puzzle
from gander.eyeq.solve import judge
from gander.eyeq.sources import PuzzleSet
from gander.models.failures import Answered
from gander.stats import Estimate

HOSTILE = "</script><img src=x onerror='window.ran=1'>\u202etxt\x07"


def answers_of(*given: tuple[str, str, tuple[str, ...], str]) -> Answers:
    """Answers from models, puzzles' keys, right answers, and what was answered."""
    return Answers(
        tuple(
            Sample(
                row,
                Place(model, key.partition(":")[0], "basic"),  # type: ignore[arg-type]
                key,
                truths,
                judge(truths, [Answered(f'{{"answer": {quoted(said)}}}')], 1),
            )
            for row, (model, key, truths, said) in enumerate(given)
        )
    )


def quoted(text: str) -> str:
    """A text as JSON writes it."""
    return json.dumps(text)


def table_of(answers: Answers) -> Table:
    """Accuracy by model and subset."""
    columns = (
        *(Column("model", "model"), Column("subset", "subset"), Column("accuracy", "accuracy", "share")),
        Column("n", "n", "count"),
    )
    lines = [
        Line(
            {
                "model": place.model,
                "subset": place.subset,
                "accuracy": Estimate(sum(its.right for its in samples) / len(samples), len(samples), 0),
                "n": len(samples),
            },
            {"": rows_of(samples)},
        )
        for place, samples in answers.places.items()
    ]
    return Table("accuracy", "Accuracy", columns, tuple(lines))


def with_pictures(answers: Answers, sides: dict[str, int]) -> Answers:
    """The same answers with puzzles that have pictures, twice as wide as high."""
    puzzles = []
    for key, side in sides.items():
        out = io.BytesIO()
        Image.new("RGB", (side, side // 2), "green").save(out, "PNG")
        subset, _, id = key.partition(":")
        puzzles.append(Puzzle(id, subset, "x", out.getvalue))  # type: ignore[arg-type]
    return Answers(answers.samples, puzzles=PuzzleSet(tuple(puzzles), "folder", "made", "none"))
