"""Language coupling (the paper's Figures 5 and 9): do models that are good in one language lead in another?

Correlations over models of their accuracies in two subsets. The models are the sample, and six are few: a
coefficient stands with its interval and the number of models, or not at all.
"""

import itertools
from collections.abc import Sequence
from typing import Literal

from gander.eyeq.analysis.accuracy import usual_notes
from gander.eyeq.analysis.groups import Group, estimate, rows_behind, usual
from gander.eyeq.analysis.results import Column, Layout, Line, Table, Value
from gander.eyeq.analysis.samples import Answers
from gander.stats import correlate
from gander.stats.correlation import fisher_interval

__all__ = ["coupling"]

_FEW = 10
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
    }
    return Line(values, {"": rows_behind(group for pair in pairs for group in pair)})


def _notes(lines: Sequence[Line], groups: Sequence[Group]) -> list[str]:
    least = min(number for line in lines if isinstance(number := line.values["models"], int))
    notes = [
        "n is the number of models. Pearson with Fisher's interval, Spearman with Bonett and Wright's; p: by"
        " pairing the models' figures in every way.",
    ]
    if least < _FEW:
        wide = fisher_interval(0.88, least)
        told = f"leaves {wide[0]:.2f} to {wide[1]:.2f} open" if wide else "has no interval at all"
        notes.append(
            f"{least} models are few: a Pearson coefficient of .88 over them {told}. Differences between such"
            " coefficients, and an order of subsets made from them, need many more models."
        )
    notes.append(
        "Accuracies are themselves uncertain, those of a small subset most: that alone pulls its coefficients"
        " towards 0."
    )
    return [*notes, *usual_notes(groups)]
