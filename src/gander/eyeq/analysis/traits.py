"""Accuracy by traits of the right answer: how common it is, how long, and of how many words.

A model that guesses what is common, or what a hint leaves open, is better at common and short answers
without having seen anything. The hint floor stands beside each model for that: it does nothing else.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from gander.eyeq.analysis.choices import Choices
from gander.eyeq.analysis.frequency import frequencies
from gander.eyeq.analysis.groups import Group, Key, usual
from gander.eyeq.analysis.place_columns import PLACE, in_order, of_place, together
from gander.eyeq.analysis.results import Column, Layout, Line, Table
from gander.eyeq.analysis.samples import Answers, Sample, rows_of
from gander.eyeq.analysis.shares import shares_of_parts
from gander.eyeq.hints import length_hint
from gander.eyeq.matching import exact_form
from gander.eyeq.puzzles import Subset
from gander.models.floor import has_words
from gander.stats import holm
from gander.stats.trend import trend

__all__ = ["TRAITS", "Trait", "traits"]

Right: TypeAlias = tuple[str, Subset]
"""A puzzle's main right answer, and its subset."""


class Band(NamedTuple):
    """A span of a trait's values: from `least` up to, but not with, `below`."""

    name: str
    least: float
    below: float


class Trait(NamedTuple):
    """A trait of a puzzle's main right answer.

    Attributes:
        name: Its name.
        what: It in words.
        values: The trait of each of several answers; None where it cannot be told. Takes too who hears it if
            they cannot be kept.
        bands: Spans of values that are told together.
        unknown: What those are called whose trait cannot be told.
    """

    name: str
    what: str
    values: Callable[[Sequence[Right], Callable[[str], None]], list[float | None]]
    bands: tuple[Band, ...]
    unknown: str = ""


def _lengths(answers: Sequence[Right], _: Callable[[str], None]) -> list[float | None]:
    return [float(length_hint(answer)) for answer, _ in answers]


def _words(answers: Sequence[Right], _: Callable[[str], None]) -> list[float | None]:
    return [float(sum(bool(exact_form(word)) for word in answer.split())) for answer, _ in answers]


Known: TypeAlias = Mapping[Trait, Mapping[Right, float | None]]
"""Each trait of each right answer; None where it cannot be told."""

_INF: Final = float("inf")

TRAITS: Final[tuple[Trait, ...]] = (
    Trait(
        "frequency",
        "how common the answer is (Zipf: 3 is once in a million words, 6 once in 1,000)",
        frequencies,
        (Band("below 3", 0, 3), Band("3 to 4", 3, 4), Band("4 to 5", 4, 5), Band("5 and more", 5, _INF)),
        "not in the word list",
    ),
    Trait(
        "length",
        "characters of the answer, as the hint counts them",
        _lengths,
        (Band("1 to 4", 0, 5), Band("5 to 7", 5, 8), Band("8 to 11", 8, 12), Band("12 and more", 12, _INF)),
    ),
    Trait(
        "words",
        "words of the answer",
        _words,
        (Band("1", 0, 2), Band("2", 2, 3), Band("3 and more", 3, _INF)),
    ),
)
"""The traits, in the order in which they are told."""


def traits(answers: Answers, choices: Choices) -> Sequence[Table]:
    """Accuracy by band of each trait, and whether it rises or falls with the trait.

    Returns:
        The tables ``traits`` and ``trait_trends``; nothing if nothing counts.
    """
    there = has_words()
    told = [trait for trait in TRAITS if trait.name != "frequency" or there]
    missing = () if there else ("How common answers are is not told: wordfreq is not installed.",)
    chosen = usual(answers)
    if not any(group.scored for group in chosen.values()):
        return ()
    about = (*(f"{trait.name}: {trait.what}." for trait in told), *missing)
    right = list(dict.fromkeys(_right(sample) for group in chosen.values() for sample in group.scored))
    known = {trait: dict(zip(right, trait.values(right, choices.told), strict=True)) for trait in told}
    return _bands(answers, chosen, known, about), _trends(answers, chosen, known, about)


def _right(sample: Sample) -> Right:
    return sample.truths[0], sample.place.subset


def _bands(answers: Answers, chosen: Mapping[Key, Group], known: Known, about: tuple[str, ...]) -> Table:
    held = together(chosen, lambda group: group.scored)
    band_of = {
        trait: {right: _band(trait, value) for right, value in its.items()} for trait, its in known.items()
    }
    lines: list[Line] = []
    for key in in_order(answers, held):
        puzzles = [sample.puzzle for sample in held[key]]
        verdicts = [sample.right for sample in held[key]]
        asked = list(map(_right, held[key]))
        for trait, its_bands in band_of.items():
            bands = [its_bands[right] for right in asked]
            accuracies = shares_of_parts(puzzles, verdicts, bands)
            by_band: dict[str, list[Sample]] = {}
            for sample, band in zip(held[key], bands, strict=True):
                by_band.setdefault(band, []).append(sample)
            for band in filter(by_band.__contains__, (*(each.name for each in trait.bands), trait.unknown)):
                its = by_band[band]
                values = {
                    **of_place(key),
                    "trait": trait.name,
                    "band": band,
                    "accuracy": accuracies[band],
                    "answers": len(its),
                    "n": len({each.puzzle for each in its}),
                    "right": sum(each.right for each in its),
                }
                right = rows_of(each for each in its if each.right)
                lines.append(Line(values, {"": rows_of(its), "right": right}))
    columns = (
        *PLACE,
        Column("trait", "trait"),
        Column("band", "band"),
        Column("accuracy", "accuracy", "share"),
        Column("answers", "answers", "count"),
        Column("n", "puzzles", "count"),
        Column("right", "right", "count"),
    )
    notes = (
        *about,
        "Compare with the hint floor's own lines: it is good at what is common and short, for it has nothing "
        "else to go by. Bands without puzzles have no line.",
    )
    layout = Layout(("model",), ("variant", "subset", "trait", "band"), "accuracy")
    return Table("traits", "Accuracy by traits of the answer", columns, tuple(lines), notes, "", layout)


def _band(trait: Trait, value: float | None) -> str:
    """The name of the band that a value is in."""
    if value is None:
        return trait.unknown
    return next(band.name for band in trait.bands if band.least <= value < band.below)


def _trends(answers: Answers, chosen: Mapping[Key, Group], known: Known, about: tuple[str, ...]) -> Table:
    found = []
    for key in in_order(answers, chosen):
        # One trial a puzzle: several seeds of one are not several puzzles.
        samples = [its[0] for its in chosen[key].puzzles.values()]
        for trait, values_of in known.items():
            numbers = [values_of[_right(sample)] for sample in samples]
            found.append((key, trait, samples, trend(numbers, [sample.right for sample in samples])))
    lines = []
    corrected = holm([each.p for _, _, _, each in found])
    for (key, trait, samples, each), p in zip(found, corrected, strict=True):
        values = {
            **of_place(key),
            "trait": trait.name,
            "odds": each.odds,
            "coverage": each.odds.n / len(samples) if samples else None,
            "p": each.p,
            "p_holm": p,
        }
        lines.append(Line(values, {"": rows_of(samples)}))
    columns = (
        *PLACE,
        Column("trait", "trait"),
        Column("odds", "odds of being right, × for one more", "number"),
        Column("coverage", "coverage", "share", shown=False),
        Column("p", "p", "p"),
        Column("p_holm", "p, all tests", "p"),
    )
    notes = (
        *about,
        "Logistic regression with Firth's penalty and profile intervals; 1 is no trend, below 1 means that "
        "more of the trait makes it harder. Where puzzles have several seeds the first counts. p, all tests: "
        "corrected for all tests of this table (Holm).",
        "Traits go together (long answers are rare ones, and of more words), so none of these trends says by "
        "itself what makes answers hard.",
    )
    layout = Layout(("model", "trait"), ("variant", "subset"), "odds")
    title = "Whether accuracy follows traits of the answer"
    return Table("trait_trends", title, columns, tuple(lines), notes, "", layout)
