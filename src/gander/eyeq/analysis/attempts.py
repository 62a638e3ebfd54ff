"""Attempts used (the paper's Figure 7): over solved puzzles, and over all with the unsolved at the most.

The two answer different questions. Over solved puzzles a model that solves more hard ones may look slower;
over all, the number is driven by how many are not solved at all.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from gander.eyeq.analysis.accuracy import usual_notes
from gander.eyeq.analysis.choices import Choices
from gander.eyeq.analysis.groups import Group, estimate, usual
from gander.eyeq.analysis.model_size import size_of
from gander.eyeq.analysis.results import Column, Layout, Line, Result, Table, Value
from gander.eyeq.analysis.samples import Answers, Sample, rows_of
from gander.stats import Estimate, pooled

__all__ = ["attempts", "solved_at"]

_USED = (
    Column("model", "model"),
    Column("size", "billions", "number"),
    Column("variant", "variant"),
    Column("subset", "subset"),
    Column("most", "attempts allowed", "count"),
    Column("n", "n", "count"),
    Column("solved", "solved", "count"),
    Column("over_solved", "attempts over solved", "number"),
    Column("over_all", "attempts over all", "number"),
)
_BY_NUMBER = (
    Column("model", "model"),
    Column("variant", "variant"),
    Column("subset", "subset"),
    Column("attempts", "attempts", "count"),
    Column("accuracy", "accuracy", "share"),
    Column("gained", "solved by this one", "count"),
)


def attempts(answers: Answers, choices: Choices) -> Sequence[Result]:
    """Tables ``attempts`` and ``attempts_by_number``, for what was asked more than once.

    Returns:
        Nothing if every variant has one attempt.
    """
    chosen = [
        group
        for group in usual(answers).values()
        if group.scored and max(sample.most_attempts for sample in group.samples) > 1
    ]
    if not chosen:
        return ()
    notes = tuple(usual_notes(chosen))
    used = Table(
        "attempts",
        "Attempts used",
        _USED,
        tuple(_line(group, choices) for group in chosen),
        (
            "Means with intervals over puzzles, formed as those of a share, the way from 1 to the attempts"
            " allowed, so that they stay within: a bootstrap's from 8 puzzles on, Wilson's of fewer or where"
            " all agree. Over all: a puzzle that is not solved counts with every attempt allowed.",
            *notes,
        ),
        paper="Figure 7",
    )
    lines = [line for group in chosen for line in _by_number(group)]
    by_number = Table(
        "attempts_by_number",
        "Accuracy after so many attempts",
        _BY_NUMBER,
        tuple(lines),
        ("What would have been right had the model been allowed so many attempts.", *notes),
        paper="Figure 7",
        layout=Layout(("variant", "subset", "model"), ("attempts",), "accuracy"),
    )
    return (used, by_number)


def solved_at(sample: Sample) -> int | None:
    """The number of the first attempt that is right, from 1; None if none is, or if it is not scored."""
    if not sample.scored:
        return None
    return next((number for number, its in enumerate(sample.attempts, 1) if its.exact.equal), None)


def _line(group: Group, choices: Choices) -> Line:
    solved = [sample for sample in group.scored if solved_at(sample) is not None]
    size = size_of(group.key.model, choices.sizes)
    most = max(sample.most_attempts for sample in group.samples)
    values: dict[str, Value] = {
        "model": group.key.model,
        "size": size.billions if size else None,
        "variant": group.key.variant,
        "subset": group.key.subset,
        "most": most,
        "n": len(group.scored),
        "solved": len(solved),
        "over_solved": _mean(solved, lambda sample: solved_at(sample) or most, most),
        "over_all": _mean(group.scored, lambda sample: solved_at(sample) or sample.most_attempts, most),
    }
    behind = {"": rows_of(group.scored)}
    behind["solved"] = behind["over_solved"] = rows_of(solved)
    return Line(values, behind)


def _mean(samples: Sequence[Sample], used: Callable[[Sample], int], most: int) -> Estimate:
    """The mean of attempts used, of `most` allowed (2 or more).

    No puzzle takes less than one or more than `most`, and an interval that says otherwise says nothing; so it
    is that of a share, the way from 1 to `most`.
    """
    sums: dict[str, tuple[float, float]] = {}
    for sample in samples:
        so_far, number = sums.get(sample.puzzle, (0.0, 0.0))
        sums[sample.puzzle] = (so_far + (used(sample) - 1) / (most - 1), number + 1)
    way = pooled(sums.values())
    value, low, high = (
        None if part is None else 1 + part * (most - 1) for part in (way.value, way.low, way.high)
    )
    return replace(way, value=value, low=low, high=high)


def _by_number(group: Group) -> list[Line]:
    lines = []
    for most in range(1, max(sample.most_attempts for sample in group.samples) + 1):
        gained = [sample for sample in group.scored if solved_at(sample) == most]
        within = estimate(group.scored, lambda sample, most=most: (solved_at(sample) or most + 1) <= most)  # type: ignore[misc]
        values: dict[str, Value] = {
            "model": group.key.model,
            "variant": group.key.variant,
            "subset": group.key.subset,
            "attempts": most,
            "accuracy": within,
            "gained": len(gained),
        }
        lines.append(Line(values, {"": rows_of(group.scored), "gained": rows_of(gained)}))
    return lines
