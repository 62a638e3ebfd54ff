"""What these numbers of puzzles can show: the smallest difference that a comparison finds four times in five.

A comparison on the same puzzles counts only those that one of the two alone solves. How many that are decides
what it can show; it is taken from the models that were asked.
"""

import itertools

from gander.eyeq.analysis.accuracy import usual_notes
from gander.eyeq.analysis.groups import Group, rows_behind, usual
from gander.eyeq.analysis.paired import matched
from gander.eyeq.analysis.results import Column, Line, Table, Value
from gander.eyeq.analysis.samples import Answers, rows_of
from gander.eyeq.puzzles import Subset
from gander.stats import smallest_difference

__all__ = ["power"]

_LEVEL = 0.05
_COLUMNS = (
    Column("variant", "variant"),
    Column("subset", "subset"),
    Column("n", "n", "count"),
    Column("pairs", "pairs of models", "count"),
    Column("differing", "one alone solves", "share"),
    Column("at_best", "smallest at best", "share"),
    Column("smallest", "smallest", "share"),
    Column("smallest_all", "smallest, all pairs tested", "share"),
)


def power(answers: Answers) -> Table | None:
    """A line for every variant and subset.

    ``at_best`` is the smallest difference where one model solves all that the other does; ``smallest`` where
    as many puzzles differ as between the models that were asked, on average; ``smallest_all`` the same, with
    the level divided by the number of pairs.
    """
    cells: dict[tuple[str, Subset], list[Group]] = {}
    chosen = [group for group in usual(answers).values() if group.scored and not group.key.place.is_floor]
    for group in chosen:
        cells.setdefault((group.key.variant, group.key.subset), []).append(group)
    if not cells:
        return None
    order = {key: number for number, key in enumerate(itertools.product(answers.variants, answers.subsets))}
    lines = [_line(key, groups) for key, groups in sorted(cells.items(), key=lambda cell: order[cell[0]])]
    return Table(
        "power",
        "What these numbers of puzzles can show",
        _COLUMNS,
        tuple(lines),
        (
            "The smallest true difference of two models' accuracies that McNemar's exact test finds at 5% in"
            " four of five cases. At best: one model solves all that the other does. Smaller ones may be"
            " there; they are not to be seen with so few puzzles.",
            "All pairs tested: at 5% divided by the number of pairs, as a correction for many tests asks of"
            " the first one found.",
            *usual_notes(chosen),
        ),
    )


def _line(key: tuple[str, Subset], groups: list[Group]) -> Line:
    shares: list[float] = []
    n, common = len(groups[0].puzzles), rows_of(groups[0].scored)
    if len(groups) > 1:
        found = [matched(one.puzzles, other.puzzles) for one, other in itertools.combinations(groups, 2)]
        # The fewest that two have in common: what is found there is found with more.
        n, common = min((len(its.puzzles), its.rows) for its in found)
        shares = [
            sum(one.right != other.right for one, other in zip(its.left, its.right, strict=True))
            / len(its.puzzles)
            for its in found
            if its.puzzles and its.once
        ]
    differing = sum(shares) / len(shares) if shares else None
    tests = len(groups) * (len(groups) - 1) // 2
    smallest = corrected = None
    if differing is not None:
        smallest = smallest_difference(n, differing, alpha=_LEVEL)
        corrected = smallest_difference(n, differing, alpha=_LEVEL / max(1, tests))
    values: dict[str, Value] = {
        "variant": key[0],
        "subset": key[1],
        "n": n,
        "pairs": tests,
        "differing": differing,
        "at_best": smallest_difference(n, alpha=_LEVEL),
        "smallest": smallest,
        "smallest_all": corrected,
    }
    return Line(values, {"": rows_behind(groups), "n": common, "at_best": common})
