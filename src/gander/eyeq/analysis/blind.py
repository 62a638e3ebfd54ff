"""Blind runs: where a model's right answers come from, the picture, what it remembers, or the hint alone.

The same model on the same puzzles with and without the picture, and the hint floor on them too: what the
model gets beyond its blind self the picture gave; what it gets blind beyond the floor it had from the words
of the prompt or from memory. Tests of these differences are among the comparisons.
"""

from gander.eyeq.analysis.accuracy import floor_beside, usual_notes
from gander.eyeq.analysis.groups import Group, estimate, usual
from gander.eyeq.analysis.paired import Pair, pair
from gander.eyeq.analysis.place_columns import PLACE, of_place
from gander.eyeq.analysis.results import Column, Layout, Line, Table, Value
from gander.eyeq.analysis.samples import Answers, Sample, rows_of

__all__ = ["blind"]

_COLUMNS = (
    *PLACE,
    Column("n", "n", "count"),
    Column("coverage", "coverage", "share", shown=False),
    Column("accuracy", "with the picture", "share"),
    Column("blind", "without", "share"),
    Column("picture", "picture gave", "difference"),
    Column("floor", "floor", "share"),
    Column("memory", "without, above floor", "difference"),
    Column("known", "solved without, not by the floor", "count"),
)


def blind(answers: Answers) -> Table | None:
    """A line for every model, variant and subset that was asked with and without the picture.

    ``coverage`` is the share of the puzzles answered either way that were answered both ways. ``known``
    counts puzzles that were solved without the picture and not by the floor: the first to look at for
    contamination.
    """
    chosen = usual(answers)
    found = []
    for key, group in chosen.items():
        other = chosen.get(key._replace(variant=f"{key.variant}+blind"))
        if other is None or key.place.is_floor:
            continue
        told = pair(group, other)
        if told.n:
            found.append(_line(answers, group, other, told))
    if not found:
        return None
    return Table(
        "blind",
        "What the picture gave, and what was known without it",
        _COLUMNS,
        tuple(found),
        (
            "All figures of a line are on the same puzzles: those answered with and without the picture. "
            "Differences have Tango's intervals; where puzzles have several seeds, a bootstrap's.",
            "Without the picture a model still has the hint. What it gets above the hint floor it had from "
            "elsewhere: the words of the prompt, a better guess at what puzzles ask, or memory of these.",
            *usual_notes(chosen.values()),
        ),
        "",
        Layout(("model",), ("variant", "subset"), "picture"),
    )


def _line(answers: Answers, group: Group, other: Group, told: Pair) -> Line:
    floor = floor_beside(answers, group.key)
    seen, unseen = group.puzzles, other.puzzles
    both = [name for name in seen if name in unseen]
    with_floor = {name: unseen[name] for name in both if name in floor}
    memory = pair(with_floor, floor) if with_floor else None
    known = [
        sample
        for name in with_floor
        for sample in with_floor[name]
        if sample.right and not floor[name][0].right
    ]
    own, without = _of(seen, both), _of(unseen, both)
    same = [floor[name][0] for name in with_floor]
    values: dict[str, Value] = {
        **of_place(group.key),
        "n": told.n,
        "coverage": told.n / (told.n + told.left_out),
        "accuracy": estimate(own),
        "blind": estimate(without),
        "picture": told.difference,
        "floor": estimate(same) if same else None,
        "memory": memory.difference if memory else None,
        "known": len({sample.puzzle for sample in known}) if with_floor else None,
    }
    behind = {
        "": told.rows,
        "accuracy": rows_of(own),
        "blind": rows_of(without),
        "floor": rows_of(same),
        "memory": memory.rows if memory else (),
        "known": rows_of(known),
    }
    return Line(values, behind)


def _of(puzzles: dict[str, list[Sample]], names: list[str]) -> list[Sample]:
    return [sample for name in names for sample in puzzles[name]]
