"""Densities of the likeness of wrong answers, beside their two references (Eye-Q, figures 6 and 10)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gander.eyeq.analysis.misses import Likeness, Measure, Miss
from gander.eyeq.analysis.place_columns import ALL_MODELS, in_order
from gander.eyeq.analysis.results import Curve, Curves
from gander.eyeq.analysis.samples import Answers, Place, Rows, rows_of
from gander.eyeq.analysis.synonyms import language_of
from gander.eyeq.place import FLOOR
from gander.stats.density import density, silverman

__all__ = ["density_curves"]

_POINTS = 121
_TITLES = {
    "letters": ("Wrong answers by likeness of letters", "1 − normalised edit distance"),
    "meaning": ("Wrong answers by likeness of meaning", "cosine of embeddings"),
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
    misses: Sequence[Miss],
    alike: Mapping[str, Sequence[Likeness]],
    measure: Measure,
    notes: tuple[str, ...],
) -> Curves:
    """A density for each subset, variant and temperature, of the wrong answers of all models together.

    The curves' label ``of`` says what they are of: ``wrong answers``, ``random pairs``, ``known synonyms``,
    and ``hint floor`` for its wrong answers.
    """
    held: dict[Place, list[Miss]] = {}
    for miss in misses:
        place = miss.sample.place
        model = FLOOR if place.is_floor else ALL_MODELS
        held.setdefault(Place(model, place.subset, place.variant, place.temperature), []).append(miss)
    sets: list[_Values] = []
    for place in in_order(answers, held):
        labels = {"subset": place.subset, "variant": place.variant}
        if place.temperature is not None:
            labels["temperature"] = f"{place.temperature:g}"
        if place.is_floor:
            sets.append(_of_misses(labels, "hint floor", held[place], measure))
            continue
        sets.append(_of_misses(labels, "wrong answers", held[place], measure))
        sets.append(_of_misses(labels, "random pairs", held[place], measure))
        known = [each[measure] for each in alike[language_of(place.subset)]]
        there = tuple(value for value in known if value is not None)
        units = tuple(map(str, range(len(there))))
        sets.append(_Values({**labels, "of": "known synonyms"}, there, units))
    title, across = _TITLES[measure]
    bandwidths = "Bandwidths are Silverman's, told with each curve; bands are pointwise 95% intervals."
    return Curves(
        f"near_misses_{measure}",
        title,
        across,
        "density",
        tuple(_curves(sets)),
        (*notes, f"{bandwidths} Mass beyond 1 is folded back. Sets of one value, or none, have no curve."),
        "Figures 6 and 10",
    )


def _of_misses(labels: Mapping[str, str], of: str, misses: Sequence[Miss], measure: Measure) -> _Values:
    values, units, behind = [], [], []
    for miss in misses:
        shown = miss.other if of == "random pairs" else miss.own
        value = None if shown is None else shown[measure]
        if value is not None:
            values.append(value)
            units.append(miss.sample.puzzle)
            behind.append(miss.sample)
    return _Values({**labels, "of": of}, tuple(values), tuple(units), rows_of(behind))


def _curves(sets: Sequence[_Values]) -> list[Curve]:
    """The densities of all sets at the same points."""
    widths = {number: silverman(each.values) for number, each in enumerate(sets)}
    reach = max((width for width in widths.values() if width is not None), default=None)
    if reach is None:
        return []
    everything = [value for each in sets for value in each.values]
    low, high = max(-1.0, min(everything) - 3 * reach), 1.0
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
            points = density(each.values, each.units, grid, end=1.0).points
            y = tuple(_defined(point.value) for point in points)
            lows = tuple(max(0.0, _defined(point.low, point.value)) for point in points)
            highs = tuple(_defined(point.high, point.value) for point in points)
            kept[each.values] = y, lows, highs
        labels = {**each.labels, "bandwidth": f"{widths[number]:.4g}"}
        curves.append(Curve(labels, grid, y, len(each.values), lows, highs, each.behind))
    return curves


def _defined(*values: float | None) -> float:
    """The first that is defined: a point without an interval, where no unit has anything, is its own."""
    return next(value for value in values if value is not None)
