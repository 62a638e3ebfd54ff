"""A lenient judge: which wrong answers somebody kinder than the exact score might have passed.

It never changes a score. It answers one question: how much of the failure could be wording? So it is a range,
from a judge who passes little to one who passes too much, and beside each share stands what the same judge
passes of random pairs, which deserve nothing, and of known synonyms, which deserve everything.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Final, Literal, TypeAlias

from gander.eyeq.analysis.groups import Key, usual
from gander.eyeq.analysis.likenesses import Likenesses, Measure, defined
from gander.eyeq.analysis.misses import Misses
from gander.eyeq.analysis.place_columns import PLACE, in_order, of_place, together
from gander.eyeq.analysis.results import Column, Layout, Line, Table
from gander.eyeq.analysis.samples import Answers, Sample, rows_of
from gander.eyeq.analysis.shares import means, shares
from gander.eyeq.analysis.synonyms import language_of
from gander.stats import Estimate, difference_of_shares

__all__ = ["LEVELS", "Judge", "judges", "lenient_table", "quantile"]

Level: TypeAlias = Literal["strict", "middle", "generous"]

LEVELS: Final[Mapping[Level, Mapping[Measure, float]]] = {
    "strict": {"letters": 0.9, "words": 0.75, "meaning": 0.5},
    "middle": {"letters": 0.8, "words": 0.5, "meaning": 0.25},
    "generous": {"letters": 2 / 3, "words": 1 / 3, "meaning": 0.1},
}
"""From where on a judge passes an answer: likeness of letters, shared words, and for meaning the share of
known synonyms that lie below the cosine from which on it passes."""

STRANGERS: Final[Mapping[Level, float]] = {"strict": 0.01, "middle": 0.02, "generous": 0.05}
"""The share of unrelated words that a judge of meaning may pass at most. Embeddings of small models put many
synonyms no nearer than strangers; a judge who passed those would pass anything."""


@dataclass(frozen=True)
class Judge:
    """Passes an answer that is alike enough by one measure, or by any of several.

    Attributes:
        level: How lenient.
        of: The measure; ``any`` for all that there are.
        least: The least likeness that passes, by measure.
    """

    level: Level
    of: Measure | Literal["any"]
    least: Mapping[Measure, float]

    def verdicts(self, values: Likenesses) -> list[bool | None]:
        """Whether each of several answers passes; None where that cannot be told, for want of an embedding.

        Args:
            values: The answers' likenesses, by measure.
        """
        import numpy as np  # noqa: PLC0415

        its = np.array([values[measure] for measure in self.least])
        passes = its >= np.array([[least - 1e-9] for least in self.least.values()])
        passed = np.logical_or.reduce(passes, axis=0)
        known = passed | ~np.isnan(its.sum(axis=0))
        both = zip(passed.tolist(), known.tolist(), strict=True)
        return [verdict if told else None for verdict, told in both]


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which a share of the values lies, between neighbours in proportion."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    before = int(place)
    after = min(before + 1, len(ordered) - 1)
    return ordered[before] + (ordered[after] - ordered[before]) * (place - before)


def judges(measures: Sequence[Measure], known: Likenesses, strangers: Sequence[float]) -> list[Judge]:
    """The judges of a language, from the strict to the generous.

    Args:
        measures: The measures that there are.
        known: The likenesses of its known synonyms.
        strangers: Cosines of words that have nothing to do with one another: of each pair of synonyms one,
            with one of another pair.
    """
    cosines = defined(known["meaning"])
    found = []
    for level, bounds in LEVELS.items():
        least: dict[Measure, float] = {each: bounds[each] for each in measures if each != "meaning"}
        if "meaning" in measures and cosines and strangers:
            least["meaning"] = max(
                quantile(cosines, bounds["meaning"]), quantile(strangers, 1 - STRANGERS[level])
            )
        found += [Judge(level, measure, {measure: bound}) for measure, bound in least.items()]
        found.append(Judge(level, "any", least))
    return found


def lenient_table(
    answers: Answers,
    held: Mapping[Key, Misses],
    alike: Mapping[str, Likenesses],
    every: Mapping[str, Sequence[Judge]],
    notes: tuple[str, ...],
) -> Table:
    """What lenient judges would pass.

    Args:
        answers: The answers.
        held: The wrong answers of each place, and of all models together.
        alike: The likenesses of known synonyms, by language.
        every: The judges, by language.
        notes: What must be told under it.
    """
    columns = (
        *PLACE,
        Column("judge", "judge"),
        Column("by", "by"),
        Column("least", "least likeness", "number", shown=False),
        Column("answers", "wrong answers", "count"),
        Column("n", "puzzles", "count"),
        Column("coverage", "read of all wrong", "share", shown=False),
        Column("passed", "would pass", "share"),
        Column("of_all", "of all answers", "share"),
        Column("random", "of random pairs", "share"),
        Column("excess", "more than of those", "difference"),
        Column("synonyms", "of synonyms", "share"),
    )
    scored = together(usual(answers), lambda group: group.scored)
    known = {language: _of_synonyms(alike[language], judges) for language, judges in every.items()}
    lines = []
    for key in in_order(answers, held):
        language, misses = language_of(key.subset), held[key]
        asked, unread = len(scored[key]), sum(map(_unread, scored[key]))
        puzzles, wrong = misses.puzzles, rows_of(misses.samples)
        own, other = (_verdicts(every[language], side) for side in (misses.own, misses.other))
        passed, random = shares(puzzles, own), shares(puzzles, other)
        excess = _excess(puzzles, own, other)
        for at, judge in enumerate(every[language]):
            rows = tuple(compress(wrong, own[at]))
            judged = tuple(row for row, verdict in zip(wrong, own[at], strict=True) if verdict is not None)
            by_chance = tuple(compress(wrong, other[at]))
            values = {
                **of_place(key),
                "judge": judge.level,
                "by": judge.of,
                "least": None if judge.of == "any" else judge.least[judge.of],
                "answers": len(misses),
                "n": len(set(puzzles)),
                "coverage": len(misses) / (len(misses) + unread),
                "passed": passed[at],
                "of_all": len(rows) / asked if asked else None,
                "random": random[at],
                "excess": excess[at],
                "synonyms": known[language][at],
            }
            behind = {
                "": wrong,
                # A share of none stands on all that might have been.
                "passed": rows or judged,
                "of_all": rows or rows_of(scored[key]),
                "random": by_chance or wrong,
                "synonyms": (),
            }
            lines.append(Line(values, behind))
    return Table(
        "lenient_judge",
        "Wrong answers that a lenient judge would pass",
        columns,
        tuple(lines),
        (
            "No score is changed. A judge passes what is alike enough by letters, by words, by meaning, or "
            "by any of them; strict, middle and generous are a range, and none is the truth.",
            "By letters from .9, .8, .67 on; by words from .75, .5, .33 on; by meaning what is nearer than "
            "half, a quarter, a tenth of known synonyms are, but never so that more than 1, 2, 5% of "
            "unrelated words would pass.",
            "What a judge passes of random pairs it passes for no reason, so only what it passes "
            "beyond can be due to wording; of known synonyms it should pass all.",
            *notes,
        ),
        "",
        Layout(("model", "judge"), ("by", "variant", "subset"), "passed"),
    )


def _of_synonyms(alike: Likenesses, every: Sequence[Judge]) -> list[Estimate]:
    """The share of a language's known synonyms that each judge passes."""
    pairs = [str(pair) for pair in range(len(alike["letters"]))]
    return shares(pairs, _verdicts(every, alike))


def _verdicts(every: Sequence[Judge], values: Likenesses) -> list[list[bool | None]]:
    return [judge.verdicts(values) for judge in every]


def _unread(sample: Sample) -> bool:
    return sample.scored and not sample.right and sample.answer is None


def _excess(
    puzzles: Sequence[str], own: Sequence[Sequence[bool | None]], other: Sequence[Sequence[bool | None]]
) -> list[Estimate]:
    """By how much more of the wrong answers pass than of the random pairs, answer by answer."""
    both = [
        [(passed, random) for passed, random in zip(mine, others, strict=True)]
        for mine, others in zip(own, other, strict=True)
    ]
    if len(set(puzzles)) == len(puzzles):
        return [
            difference_of_shares(pair for pair in each if None not in pair)  # type: ignore[misc]
            for each in both
        ]
    differences = [
        [None if passed is None or random is None else passed - random for passed, random in each]
        for each in both
    ]
    return means(puzzles, list(zip(*differences, strict=True)), share=False)
