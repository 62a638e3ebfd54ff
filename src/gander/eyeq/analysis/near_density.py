"""Densities of the likeness of wrong answers, beside their two references (Eye-Q, figures 6 and 10)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan

from gander.eyeq.analysis.groups import Key
from gander.eyeq.analysis.likenesses import Likenesses, Measure, defined
from gander.eyeq.analysis.misses import Misses
from gander.eyeq.analysis.place_columns import ALL_MODELS, in_order
from gander.eyeq.analysis.results import Curve, Curves
from gander.eyeq.analysis.samples import Answers, Rows, rows_of
from gander.eyeq.analysis.synonyms import language_of
from gander.eyeq.place import FLOOR
from gander.stats.density import density, silverman

__all__ = ["density_curves"]

_POINTS = 121
_TITLES = {
    "letters": ("Wrong answers by likeness of letters", "1 − normalised edit distance", (0.0, 1.0)),
    "meaning": ("Wrong answers by likeness of meaning", "cosine of embeddings", (-1.0, 1.0)),
}


@dataclass(frozen=True)
class _Values:
    """Values of one curve, each with its unit."""

    labels: Mapping[str, str]
    values: tuple[float, ...]
    units: tuple[str, ...]
    behind: Rows = ()


def density_curves(
    answers: Answers,
    held: Mapping[Key, Misses],
    alike: Mapping[str, Likenesses],
    measure: Measure,
    notes: tuple[str, ...],
) -> Curves:
    """A density for each subset and variant, of the wrong answers of all models together.

    The curves' label ``of`` says what they are of: ``wrong answers``, ``random pairs``, ``known synonyms``,
    and ``hint floor`` for its wrong answers.
    """
    sets: list[_Values] = []
    for key in in_order(answers, held):
        if key.model not in (ALL_MODELS, FLOOR) and key._replace(model=ALL_MODELS, temperature=None) in held:
            continue
        labels = {"subset": key.subset, "variant": key.variant}
        if key.place.is_floor:
            sets.append(_of_misses(labels, "hint floor", held[key], measure))
            continue
        sets.append(_of_misses(labels, "wrong answers", held[key], measure))
        sets.append(_of_misses(labels, "random pairs", held[key], measure))
        there = tuple(defined(alike[language_of(key.subset)][measure]))
        units = tuple(map(str, range(len(there))))
        sets.append(_Values({**labels, "of": "known synonyms"}, there, units))
    title, across, ends = _TITLES[measure]
    bandwidths = "Bandwidths are Silverman's, told with each curve; bands are pointwise 95% intervals."
    return Curves(
        f"near_misses_{measure}",
        title,
        across,
        "density",
        tuple(_curves(sets, ends)),
        (
            *notes,
            "n counts answers, or pairs of synonyms; intervals are over the puzzles beside it, whose answers"
            " stay together.",
            f"{bandwidths} Mass beyond the ends is folded back. Sets of one value, or none, have no curve.",
        ),
        "Figures 6 and 10",
    )


def _of_misses(labels: Mapping[str, str], of: str, misses: Misses, measure: Measure) -> _Values:
    values = (misses.other if of == "random pairs" else misses.own)[measure]
    told = zip(misses.samples, values.tolist(), strict=True)
    there = [sample for sample, value in told if not isnan(value)]
    units = tuple([sample.puzzle for sample in there])
    return _Values({**labels, "of": of}, tuple(defined(values)), units, rows_of(there))


def _curves(sets: Sequence[_Values], ends: tuple[float, float]) -> list[Curve]:
    """The densities of all sets at the same points."""
    widths = {number: silverman(each.values) for number, each in enumerate(sets)}
    reach = max((width for width in widths.values() if width is not None), default=None)
    if reach is None:
        return []
    everything = [value for each in sets for value in each.values]
    low, high = max(ends[0], min(everything) - 3 * reach), min(ends[1], max(everything) + 3 * reach)
    grid = tuple(low + (high - low) * step / (_POINTS - 1) for step in range(_POINTS))
    kept: dict[tuple[float, ...], tuple[tuple[float, ...], ...]] = {}
    curves = []
    for number, each in enumerate(sets):
        if widths[number] is None:
            continue
        # The synonyms of a language are the same in every subset and variant.
        if not each.behind and each.values in kept:
            y, lows, highs = kept[each.values]
        else:
            points = density(each.values, each.units, grid, ends=ends).points
            y = tuple(_defined(point.value) for point in points)
            lows = tuple(max(0.0, _defined(point.low, point.value)) for point in points)
            highs = tuple(_defined(point.high, point.value) for point in points)
            kept[each.values] = y, lows, highs
        labels = {**each.labels, "bandwidth": f"{widths[number]:.4g}"}
        puzzles = len(set(each.units)) if each.behind else None
        curves.append(Curve(labels, grid, y, len(each.values), lows, highs, each.behind, puzzles))
    return curves


def _defined(*values: float | None) -> float:
    """The first that is defined: a point without an interval, where no unit has anything, is its own."""
    return next(value for value in values if value is not None)
