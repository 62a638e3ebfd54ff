"""A lenient judge: which wrong answers somebody kinder than the exact score might have passed.

It never changes a score. It answers one question: how much of the failure could be wording? So it is a range,
from a judge who passes little to one who passes too much, and beside each share stands what the same judge
passes of random pairs, which deserve nothing, and of known synonyms, which deserve everything.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from gander.eyeq.analysis.groups import Key, usual
from gander.eyeq.analysis.misses import Likeness, Measure, Miss
from gander.eyeq.analysis.place_columns import PLACE, clustered, in_order, of_place, share, shares, together
from gander.eyeq.analysis.results import Column, Layout, Line, Table
from gander.eyeq.analysis.samples import Answers, Sample, rows_of
from gander.eyeq.analysis.synonyms import language_of
from gander.stats import Estimate, paired_shares

__all__ = ["LEVELS", "Judge", "judges", "lenient_table", "quantile"]

Level: TypeAlias = Literal["strict", "middle", "generous"]

_Verdicts: TypeAlias = tuple[bool | None, ...]

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

    def passes(self, alike: Likeness) -> bool | None:
        """Whether the answer passes; None if that cannot be told, for want of an embedding."""
        unknown = False
        for measure, least in self.least.items():
            value = alike[measure]
            if value is None:
                unknown = True
            elif value >= least - 1e-9:
                return True
        return None if unknown else False


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which a share of the values lies, between neighbours in proportion."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    before = int(place)
    after = min(before + 1, len(ordered) - 1)
    return ordered[before] + (ordered[after] - ordered[before]) * (place - before)


def judges(measures: Sequence[Measure], known: Sequence[Likeness], strangers: Sequence[float]) -> list[Judge]:
    """The judges of a language, from the strict to the generous.

    Args:
        measures: The measures that there are.
        known: The likenesses of its known synonyms.
        strangers: Cosines of words that have nothing to do with one another: of each pair of synonyms one,
            with one of another pair.
    """
    cosines = [each.meaning for each in known if each.meaning is not None]
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
    held: Mapping[Key, Sequence[Miss]],
    alike: Mapping[str, Sequence[Likeness]],
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
        Column("coverage", "read of all wrong", "share", shown=False),
        Column("passed", "would pass", "share"),
        Column("of_all", "of all answers", "share"),
        Column("random", "of random pairs", "share"),
        Column("excess", "more than of those", "difference"),
        Column("synonyms", "of synonyms", "share"),
    )
    scored = together(usual(answers), lambda group: group.scored)
    told: dict[int, tuple[_Verdicts, _Verdicts]] = {}
    lines = []
    for key in in_order(answers, held):
        language, misses = language_of(key.subset), held[key]
        asked, unread = len(scored[key]), sum(map(_unread, scored[key]))
        puzzles = [miss.sample.puzzle for miss in misses]
        for miss in misses:
            if miss.sample.row not in told:
                told[miss.sample.row] = _told(miss, every[language])
        both = [told[miss.sample.row] for miss in misses]
        own = [[mine[at] for mine, _ in both] for at in range(len(every[language]))]
        other = [[others[at] for _, others in both] for at in range(len(every[language]))]
        passed = shares([list(zip(puzzles, each, strict=True)) for each in own])
        random = shares([list(zip(puzzles, each, strict=True)) for each in other])
        excess = _excess(puzzles, own, other)
        for at, judge in enumerate(every[language]):
            rows = rows_of(miss.sample for miss, verdict in zip(misses, own[at], strict=True) if verdict)
            judged = rows_of(
                miss.sample for miss, verdict in zip(misses, own[at], strict=True) if verdict is not None
            )
            values = {
                **of_place(key),
                "judge": judge.level,
                "by": judge.of,
                "least": None if judge.of == "any" else judge.least[judge.of],
                "answers": len(misses),
                "coverage": len(misses) / (len(misses) + unread),
                "passed": passed[at],
                "of_all": len(rows) / asked if asked else None,
                "random": random[at],
                "excess": excess[at],
                "synonyms": share(
                    (str(pair), judge.passes(each)) for pair, each in enumerate(alike[language])
                ),
            }
            behind = {
                "": rows_of(miss.sample for miss in misses),
                # A share of none stands on all that might have been.
                "passed": rows or judged,
                "of_all": rows or rows_of(scored[key]),
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


def _told(miss: Miss, every: Sequence[Judge]) -> tuple[_Verdicts, _Verdicts]:
    """What each judge says of a wrong answer beside what was right, and beside the other puzzle's."""
    other = miss.other
    return (
        tuple(judge.passes(miss.own) for judge in every),
        tuple(None if other is None else judge.passes(other) for judge in every),
    )


def _unread(sample: Sample) -> bool:
    return sample.scored and not sample.right and sample.answer is None


def _excess(
    puzzles: Sequence[str], own: Sequence[Sequence[bool | None]], other: Sequence[Sequence[bool | None]]
) -> list[Estimate]:
    """By how much more of the wrong answers pass than of the random pairs, answer by answer."""
    pairs = [
        [
            (puzzle, passed, random)
            for puzzle, passed, random in zip(puzzles, mine, others, strict=True)
            if passed is not None and random is not None
        ]
        for mine, others in zip(own, other, strict=True)
    ]
    if len(set(puzzles)) == len(puzzles):
        return [paired_shares((passed, random) for _, passed, random in each).difference for each in pairs]
    counts: list[dict[str, tuple[float, float]]] = [{} for _ in pairs]
    for each, sums in zip(pairs, counts, strict=True):
        for puzzle, passed, random in each:
            part, whole = sums.get(puzzle, (0.0, 0.0))
            sums[puzzle] = part + passed - random, whole + 1.0
    return clustered(counts, share=False)
