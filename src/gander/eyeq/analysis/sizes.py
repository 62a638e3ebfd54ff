"""Accuracy by model size (the paper's Figures 4 and 8), and its slope within a family.

The slope is that of least squares over the decimal logarithm of the size: points for every tenfold of
parameters. Three sizes leave one degree of freedom, so nothing is said about sizes that were not asked: the
interval is over puzzles, and tells what other puzzles would give these very models.
"""

import itertools
import math
from collections.abc import Sequence

from gander.eyeq.analysis.accuracy import FLOOR_NOTE, beside_floor, usual_notes
from gander.eyeq.analysis.choices import Choices
from gander.eyeq.analysis.groups import Group, estimate, matrix, rows_behind, usual
from gander.eyeq.analysis.model_size import Size, size_of
from gander.eyeq.analysis.results import Column, Layout, Line, Result, Table, Value
from gander.eyeq.analysis.samples import Answers, rows_of
from gander.faults import listed
from gander.stats import slope_weights, weighted_rates

__all__ = ["sizes"]

_SIZES = (
    Column("family", "family"),
    Column("model", "model"),
    Column("size", "billions", "number"),
    Column("subset", "subset"),
    Column("variant", "variant"),
    Column("accuracy", "accuracy", "share"),
    Column("n", "n", "count"),
    Column("floor", "floor", "share"),
    Column("above_floor", "above floor", "difference"),
)
_TRENDS = (
    Column("family", "family"),
    Column("subset", "subset"),
    Column("variant", "variant"),
    Column("models", "models", "count"),
    Column("smallest", "from billions", "number"),
    Column("largest", "to billions", "number"),
    Column("slope", "points a tenfold", "difference"),
    Column("rises", "rises throughout", "flag"),
)


def sizes(answers: Answers, choices: Choices) -> Sequence[Result]:
    """Tables ``sizes`` and, for families of two sizes or more, ``size_trend``.

    Returns:
        Nothing if no model's size is known.
    """
    found = {model: size for model in answers.models if (size := size_of(model, choices.sizes)) is not None}
    chosen = [group for group in usual(answers).values() if group.key.model in found]
    if not chosen:
        return ()
    unknown = [model for model in answers.models if model not in found]
    notes = (
        "All parameters of a model count, whether or not they are active at once.",
        *((f"No size is known of {listed(unknown)}.",) if unknown else ()),
        *usual_notes(chosen),
    )
    chosen.sort(key=lambda group: _order(answers, group, found[group.key.model]))
    table = Table(
        "sizes",
        "Accuracy by model size",
        _SIZES,
        tuple(_line(answers, group, found[group.key.model]) for group in chosen),
        (*notes, FLOOR_NOTE),
        paper="Figures 4 and 8",
        layout=Layout(("family", "size"), ("variant", "subset"), "accuracy"),
    )
    families: dict[tuple[str, str, str], list[Group]] = {}
    for group in chosen:
        if group.scored:
            key = (found[group.key.model].family, group.key.subset, group.key.variant)
            families.setdefault(key, []).append(group)
    trends = [
        _trend(key, groups, [found[group.key.model].billions for group in groups])
        for key, groups in families.items()
        if len({found[group.key.model].billions for group in groups}) > 1
    ]
    if not trends:
        return (table,)
    trend = Table(
        "size_trend",
        "Accuracy gained with size",
        _TRENDS,
        tuple(trends),
        (
            "Slope of least squares over the decimal logarithm of the size, in points of accuracy for every"
            " tenfold; intervals over puzzles (BCa), these models taken as they are.",
            *notes,
        ),
        paper="Figures 4 and 8",
        layout=Layout(("family", "variant"), ("subset",), "slope"),
    )
    return (table, trend)


def _order(answers: Answers, group: Group, size: Size) -> tuple[object, ...]:
    key = group.key
    return (
        size.family,
        answers.subsets.index(key.subset),
        answers.variants.index(key.variant),
        size.billions,
        key.model,
    )


def _line(answers: Answers, group: Group, size: Size) -> Line:
    floor, of_floor = beside_floor(answers, group)
    values: dict[str, Value] = {
        "family": size.family,
        "model": group.key.model,
        "size": size.billions,
        "subset": group.key.subset,
        "variant": group.key.variant,
        "accuracy": estimate(group.samples),
        "n": len(group.scored),
        **floor,
    }
    return Line(values, {"": rows_of(group.scored), **of_floor})


def _trend(key: tuple[str, str, str], groups: list[Group], billions: list[float]) -> Line:
    [slope] = weighted_rates(*matrix(groups), [slope_weights([math.log10(one) for one in billions])])
    rates = [estimate(group.scored).value or 0.0 for group in groups]
    values: dict[str, Value] = {
        **dict(zip(("family", "subset", "variant"), key, strict=True)),
        "models": len(groups),
        "smallest": min(billions),
        "largest": max(billions),
        "slope": slope,
        "rises": all(before < after for before, after in itertools.pairwise(rates)),
    }
    return Line(values, {"": rows_behind(groups)})
