"""Comparisons on the same puzzles, corrected for how many there are.

Four questions, each with tests of its own to correct for: which model is better, whether a model is above the
hint floor, whether a variant helps beyond ``basic``, and whether the picture matters (with it against blind).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from gander.eyeq.analysis.accuracy import floor_beside, usual_notes
from gander.eyeq.analysis.averages import ALL
from gander.eyeq.analysis.groups import Group, pairs, usual
from gander.eyeq.analysis.paired import Pair, pair
from gander.eyeq.analysis.results import Column, Line, Table, Value
from gander.eyeq.analysis.samples import Answers, Sample
from gander.eyeq.place import FLOOR
from gander.stats import holm

__all__ = ["comparisons"]

_LEVEL = 0.05
_KINDS = ("models", "floor", "variants", "picture")
_COLUMNS = (
    Column("kind", "what"),
    Column("subset", "subset"),
    Column("first", "first"),
    Column("second", "second"),
    Column("at", "for"),
    Column("n", "n", "count"),
    Column("first_only", "first alone", "count"),
    Column("second_only", "second alone", "count"),
    Column("difference", "first less second", "difference"),
    Column("bootstrap_low", "bootstrap from", "difference", shown=False),
    Column("bootstrap_high", "bootstrap to", "difference", shown=False),
    Column("p", "p", "p"),
    Column("p_holm", "p, all tests", "p"),
    Column("found", "found", "flag"),
    Column("tests", "tests", "count", shown=False),
    Column("left_out", "answered by one alone", "count", shown=False),
)


@dataclass(frozen=True)
class _Compared:
    kind: str
    subset: str
    first: str
    second: str
    at: str  # the variant of two models, the model of two variants
    found: Pair


def comparisons(answers: Answers) -> Table | None:
    """A line for every two that answered the same puzzles; with several subsets also for all together."""
    chosen = [group for group in usual(answers).values() if group.scored]
    told = [one for one in (*_models(chosen), *_floor(answers, chosen), *_variants(chosen)) if one.found.n]
    if not told:
        return None
    lines: list[Line] = []
    for kind in _KINDS:
        its = [one for one in told if one.kind == kind]
        corrected = holm([one.found.p for one in its])
        lines += [_line(one, p, len(its)) for one, p in zip(its, corrected, strict=True)]
    return Table(
        "comparisons",
        "Comparisons on the same puzzles",
        _COLUMNS,
        tuple(lines),
        (
            "Differences of accuracy on the puzzles that both answered, with Tango's intervals; the"
            " bootstrap's are in the files. p: McNemar's exact test; where puzzles have several seeds, by"
            " swapping.",
            "p, all tests: corrected for all tests of its kind (Holm); found: below .05 after that. What is"
            " not found may be there all the same: see what these n can show.",
            *usual_notes(chosen),
        ),
    )


def _models(chosen: list[Group]) -> Iterator[_Compared]:
    cells: dict[tuple[str, str], list[Group]] = {}
    for group in chosen:
        if not group.key.place.is_floor:
            cells.setdefault((group.key.variant, group.key.subset), []).append(group)
    for (variant, subset), groups in cells.items():
        for one, other in pairs(groups):
            yield _Compared("models", subset, one.key.model, other.key.model, variant, pair(one, other))
    for variant in dict.fromkeys(name for name, _ in cells):
        yield from _all_subsets(chosen, variant)


def _all_subsets(chosen: list[Group], variant: str) -> Iterator[_Compared]:
    """Models on all subsets together, every puzzle weighing the same."""
    held: dict[str, dict[str, list[Sample]]] = {}
    subsets = set()
    for group in chosen:
        if group.key.variant == variant and not group.key.place.is_floor:
            held.setdefault(group.key.model, {}).update(group.puzzles)
            subsets.add(group.key.subset)
    names = list(held)
    for number, one in enumerate(names if len(subsets) > 1 else ()):
        for other in names[number + 1 :]:
            yield _Compared("models", ALL, one, other, variant, pair(held[one], held[other]))


def _floor(answers: Answers, chosen: list[Group]) -> Iterator[_Compared]:
    for group in chosen:
        if floor := floor_beside(answers, group.key):
            key = group.key
            yield _Compared("floor", key.subset, key.model, FLOOR, key.variant, pair(group, floor))


def _variants(chosen: list[Group]) -> Iterator[_Compared]:
    known = {group.key[:3]: group for group in chosen}
    for group in chosen:
        key = group.key
        basic = known.get((key.model, key.subset, "basic"))
        if basic and group is not basic and not key.place.blind:
            yield _Compared("variants", key.subset, key.variant, "basic", key.model, pair(group, basic))
        seen = known.get((key.model, key.subset, key.place.hint))
        if seen and key.place.blind:
            found = pair(seen, group)
            yield _Compared("picture", key.subset, key.place.hint, key.variant, key.model, found)


def _line(one: _Compared, corrected: float | None, tests: int) -> Line:
    found = one.found
    values: dict[str, Value] = {
        "kind": one.kind,
        "subset": one.subset,
        "first": one.first,
        "second": one.second,
        "at": one.at,
        "n": found.n,
        "first_only": found.first,
        "second_only": found.second,
        "difference": found.difference,
        "bootstrap_low": found.low,
        "bootstrap_high": found.high,
        "p": found.p,
        "p_holm": corrected,
        "found": corrected is not None and corrected < _LEVEL,
        "tests": tests,
        "left_out": found.left_out,
    }
    behind = {"": found.rows, "tests": (), "left_out": found.unpaired}
    behind["first_only"], behind["second_only"] = found.alone
    return Line(values, behind)
