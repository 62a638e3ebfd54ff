"""Accuracy by model, variant and subset (the paper's Table 2, Figure 3), beside the hint floor."""

from collections.abc import Iterable, Iterator

from gander.eyeq.analysis.groups import Group, Key, estimate, usual
from gander.eyeq.analysis.paired import pair
from gander.eyeq.analysis.results import Column, Layout, Line, Table, Value
from gander.eyeq.analysis.samples import Answers, Rows, Sample, rows_of
from gander.eyeq.place import Place

__all__ = ["FLOOR_NOTE", "accuracy", "beside_floor", "floor_beside", "temperature_word", "usual_notes"]

FLOOR_NOTE = (
    "The floor never sees a picture; it is taken on the same puzzles, with the same hint. What a model gets"
    " above it, the picture gave."
)
"""What must be told where the hint floor stands beside models."""

_COLUMNS = (
    Column("model", "model"),
    Column("variant", "variant"),
    Column("subset", "subset"),
    Column("temperature", "T", shown=False),
    Column("accuracy", "accuracy", "share"),
    Column("n", "n", "count"),
    Column("right", "right", "count"),
    Column("failed", "failed", "count"),
    Column("unparsed", "unread", "count"),
    Column("unfinished", "unfinished", "count", shown=False),
    Column("not_asked", "not asked", "count", shown=False),
    Column("coverage", "coverage", "share", shown=False),
    Column("released", "released", "share"),
    Column("floor", "floor", "share"),
    Column("above_floor", "above floor", "difference"),
)


def accuracy(answers: Answers) -> Table | None:
    """A line for every model, variant and subset; the hint floor's own lines last.

    ``coverage`` is the share of what was to be asked that is scored. ``floor`` is the hint floor on the
    same puzzles, ``above_floor`` the difference on them.
    """
    chosen = usual(answers)
    if not chosen:
        return None
    lines = tuple(_line(answers, group) for group in chosen.values())
    return Table(
        "accuracy",
        "Accuracy by model, variant and subset",
        _COLUMNS,
        lines,
        (
            "Shares right by the exact score, with Wilson's 95% intervals; where puzzles were asked with"
            " several seeds, a bootstrap over puzzles.",
            "Failed calls are in no n: they say nothing about a model. Replies without a readable answer"
            " (unread) are wrong.",
            FLOOR_NOTE,
            *usual_notes(chosen.values()),
        ),
        paper="Table 2, Figure 3",
        layout=Layout(("model",), ("variant", "subset"), "accuracy", best=True),
    )


def usual_notes(chosen: Iterable[Group]) -> Iterator[str]:
    """What must be said where a model was not asked at its own temperature."""
    others = sorted({group.key.temperature for group in chosen if group.key.temperature is not None})
    if others:
        told = ", ".join(f"{one:g}" for one in others)
        yield f"Models that were not asked at their own temperature stand with their lowest: {told}."


def temperature_word(temperature: float | None) -> str:
    """A temperature in tables; ``own`` for the model's own."""
    return "own" if temperature is None else f"{temperature:.15g}"


def floor_beside(answers: Answers, key: Key) -> dict[str, list[Sample]]:
    """The hint floor's scored samples for a group, by puzzle; none for its own."""
    if key.place.is_floor:
        return {}
    place = Place(key.model, key.subset, key.variant)
    return {sample.puzzle: [sample] for sample in answers.floor(place) if sample.scored}


def beside_floor(answers: Answers, group: Group) -> tuple[dict[str, Value], dict[str, Rows]]:
    """The hint floor on a group's own puzzles, and what the group got above it.

    Returns:
        The values of the columns ``floor`` and ``above_floor``, and the samples behind them.
    """
    floor = floor_beside(answers, group.key)
    same = [floor[name][0] for name in group.puzzles if name in floor]
    above = pair(group, floor) if same else None
    return (
        {"floor": estimate(same) if same else None, "above_floor": above.difference if above else None},
        {"floor": rows_of(same), "above_floor": above.rows if above else ()},
    )


def _line(answers: Answers, group: Group) -> Line:
    key, scored = group.key, group.scored
    floor, of_floor = beside_floor(answers, group)
    statuses = {name: group.status(name) for name in ("failed", "unparsed", "unfinished")}
    right = tuple(sample.row for sample in scored if sample.right)
    wanted = len(group.samples) + group.not_asked
    values: dict[str, Value] = {
        "model": key.model,
        "variant": key.variant,
        "subset": key.subset,
        "temperature": temperature_word(key.temperature),
        "accuracy": estimate(group.samples),
        "n": len(scored),
        "right": len(right),
        **{name: len(rows) for name, rows in statuses.items()},
        "not_asked": group.not_asked,
        "coverage": len(scored) / wanted if wanted else None,
        "released": estimate(group.samples, lambda sample: sample.right_released),
        **floor,
    }
    behind = {
        "": rows_of(scored),
        "right": right,
        **statuses,
        "not_asked": (),
        "coverage": rows_of(group.samples),
        **of_floor,
    }
    return Line(values, behind)
