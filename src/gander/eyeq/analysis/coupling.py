"""Language coupling (the paper's Figures 5 and 9): do models that are good in one language lead in another?

Correlations over models of their accuracies in two subsets. The models are the sample, and six are few: a
coefficient stands with its interval and the number of models, or not at all.

Accuracies err too, on few puzzles much, and that pulls coefficients towards 0 whatever the abilities behind
them do. So beside each stands what Pearson's would come to on average if the abilities agreed fully: the root
of the product of the two reliabilities (Spearman 1904). A reliability is the share of the spread of models'
accuracies that other puzzles would not change. The spread of few models is itself uncertain, which would make
it too small on average; it is shrunk as James and Stein's estimator is, and needs 4 models.
"""

import itertools
import math
from collections.abc import Sequence
from typing import Literal

from gander.eyeq.analysis.accuracy import usual_notes
from gander.eyeq.analysis.groups import Group, estimate, rows_behind, usual
from gander.eyeq.analysis.results import Column, Layout, Line, Table, Value
from gander.eyeq.analysis.samples import Answers
from gander.stats import correlate
from gander.stats.correlation import fisher_interval

__all__ = ["FEW_MODELS", "coupling"]

FEW_MODELS = 10
"""Fewer models than this are called few."""

_KINDS: tuple[Literal["pearson", "spearman"], ...] = ("pearson", "spearman")
_COLUMNS = (
    Column("kind", "kind"),
    Column("variant", "variant"),
    Column("first", "subset"),
    Column("second", "with"),
    Column("coefficient", "coefficient", "number"),
    Column("models", "models", "count"),
    Column("p", "p", "p"),
    Column("at_full", "at full coupling", "number"),
)


def coupling(answers: Answers) -> Table | None:
    """A line for every kind of correlation, variant and two subsets that three or more models have."""
    chosen: dict[tuple[str, str], dict[str, Group]] = {}
    for group in usual(answers).values():
        if group.scored and not group.key.place.is_floor:
            chosen.setdefault((group.key.variant, group.key.subset), {})[group.key.model] = group
    lines: list[Line] = []
    for kind, variant in itertools.product(_KINDS, answers.variants):
        for first, second in itertools.combinations(answers.subsets, 2):
            one, other = chosen.get((variant, first), {}), chosen.get((variant, second), {})
            models = [model for model in one if model in other]
            if len(models) > 2:
                pairs = [(one[model], other[model]) for model in models]
                lines.append(_line(kind, variant, first, second, pairs))
    if not lines:
        return None
    return Table(
        "coupling",
        "Language coupling: correlation over models of accuracies in two subsets",
        _COLUMNS,
        tuple(lines),
        tuple(_notes(lines, list(itertools.chain(*(groups.values() for groups in chosen.values()))))),
        paper="Figures 5 and 9",
        layout=Layout(("kind", "variant", "first"), ("second",), "coefficient"),
    )


def _line(
    kind: Literal["pearson", "spearman"],
    variant: str,
    first: str,
    second: str,
    pairs: Sequence[tuple[Group, Group]],
) -> Line:
    sides = [[estimate(pair[side].scored).value or 0.0 for pair in pairs] for side in (0, 1)]
    found = correlate(sides[0], sides[1], kind)
    values: dict[str, Value] = {
        "kind": kind,
        "variant": variant,
        "first": first,
        "second": second,
        "coefficient": found.estimate,
        "models": len(pairs),
        "p": found.p,
        "at_full": _at_full(pairs) if kind == "pearson" else None,
    }
    return Line(values, {"": rows_behind(group for pair in pairs for group in pair)})


def _at_full(pairs: Sequence[tuple[Group, Group]]) -> float | None:
    """What Pearson's coefficient would come to on average if abilities in both subsets agreed fully."""
    first, second = (_reliability([pair[side] for pair in pairs]) for side in (0, 1))
    return None if first is None or second is None else math.sqrt(first * second)


def _reliability(groups: Sequence[Group]) -> float | None:
    """The share of the spread of accuracies that is the models' and not the puzzles' that were drawn.

    None if fewer than two puzzles were answered by all, if there are fewer than 4 models, or if they do not
    differ.
    """
    import numpy as np  # noqa: PLC0415

    by_puzzle = [group.puzzles for group in groups]
    names = [name for name in by_puzzle[0] if all(name in puzzles for puzzles in by_puzzle)]
    models = len(groups)
    if len(names) < 2 or models < 4:
        return None
    right = np.array(
        [
            [sum(sample.right for sample in puzzles[name]) / len(puzzles[name]) for puzzles in by_puzzle]
            for name in names
        ]
    )
    # How hard a puzzle is for all does not move models apart.
    apart = right - right.mean(axis=1, keepdims=True)
    spread = float((apart.mean(axis=0) ** 2).sum())
    if spread <= 1e-12:
        return None
    errors = float(apart.var(axis=0, ddof=1).sum()) / len(names)
    return min(max(1 - errors / spread * (models - 3) / (models - 1), 0.0), 1.0)


def _notes(lines: Sequence[Line], groups: Sequence[Group]) -> list[str]:
    least = min(number for line in lines if isinstance(number := line.values["models"], int))
    notes = [
        "n is the number of models. Pearson with Fisher's interval, Spearman with Bonett and Wright's; p: by"
        " pairing the models' figures in every way.",
    ]
    if least < FEW_MODELS:
        wide = fisher_interval(0.88, least)
        told = f"leaves {wide[0]:.2f} to {wide[1]:.2f} open" if wide else "has no interval at all"
        notes.append(
            f"{least} models are few: a Pearson coefficient of .88 over them {told}. Differences between such"
            " coefficients, and an order of subsets made from them, need many more models."
        )
    notes.append(
        "At full coupling: what Pearson's coefficient would come to on average if the abilities behind both"
        " subsets agreed fully. Accuracies on few puzzles err, which pulls coefficients towards 0: one below"
        " another's is no weaker coupling if this is lower too."
    )
    return [*notes, *usual_notes(groups)]
