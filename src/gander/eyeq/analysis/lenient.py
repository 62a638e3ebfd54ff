"""A lenient judge: which wrong answers somebody kinder than the exact score might have passed.

It never changes a score. It answers one question: how much of the failure could be wording? So it is a range,
from a judge who passes little to one who passes too much, and beside each share stands what the same judge
passes of random pairs, which deserve nothing, and of known synonyms, which deserve everything.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from gander.eyeq.analysis.misses import Likeness, Measure, Miss
from gander.eyeq.analysis.place_columns import ALL_MODELS, PLACE, in_order, of_place
from gander.eyeq.analysis.results import Column, Layout, Line, Table
from gander.eyeq.analysis.samples import Answers, Place, rows_of
from gander.eyeq.analysis.synonyms import language_of
from gander.stats import Estimate, Method, pooled, wilson

__all__ = ["LEVELS", "Judge", "judges", "lenient_table", "quantile"]

Level: TypeAlias = Literal["strict", "middle", "generous"]

LEVELS: Final[Mapping[Level, Mapping[Measure, float]]] = {
    "strict": {"letters": 0.9, "words": 0.75, "meaning": 0.5},
    "middle": {"letters": 0.8, "words": 0.5, "meaning": 0.25},
    "generous": {"letters": 2 / 3, "words": 1 / 3, "meaning": 0.1},
}
"""From where on a judge passes an answer: likeness of letters, shared words, and for meaning the share of
known synonyms that lie below the cosine from which on it passes."""


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


def judges(measures: Sequence[Measure], known: Sequence[Likeness]) -> list[Judge]:
    """The judges of a language, from the strict to the generous.

    Args:
        measures: The measures that there are.
        known: The likenesses of its known synonyms.
    """
    cosines = [each.meaning for each in known if each.meaning is not None]
    found = []
    for level, shares in LEVELS.items():
        least: dict[Measure, float] = {each: shares[each] for each in measures if each != "meaning"}
        if "meaning" in measures and cosines:
            least["meaning"] = quantile(cosines, shares["meaning"])
        found += [Judge(level, measure, {measure: bound}) for measure, bound in least.items()]
        found.append(Judge(level, "any", least))
    return found


def lenient_table(
    answers: Answers,
    held: Mapping[Place, Sequence[Miss]],
    alike: Mapping[str, Sequence[Likeness]],
    measures: Sequence[Measure],
    notes: tuple[str, ...],
) -> Table:
    """What lenient judges would pass.

    Args:
        answers: The answers.
        held: The wrong answers of each place, and of all models together.
        alike: The likenesses of known synonyms, by language.
        measures: The measures that there are.
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
        Column("synonyms", "of synonyms", "share"),
    )
    every = {language: judges(measures, pairs) for language, pairs in alike.items()}
    scored = _scored(answers)
    lines = []
    for place in in_order(answers, held):
        language, misses = language_of(place.subset), held[place]
        asked, unread = scored[place]
        for judge in every[language]:
            own = [(miss.sample.puzzle, judge.passes(miss.own)) for miss in misses]
            other = [
                (miss.sample.puzzle, None if miss.other is None else judge.passes(miss.other))
                for miss in misses
            ]
            passed = [miss.sample for miss, (_, verdict) in zip(misses, own, strict=True) if verdict]
            known = [("", judge.passes(each)) for each in alike[language]]
            clustered = place.model == ALL_MODELS
            values = {
                **of_place(place),
                "judge": judge.level,
                "by": judge.of,
                "least": None if judge.of == "any" else judge.least[judge.of],
                "answers": len(misses),
                "coverage": len(misses) / (len(misses) + unread),
                "passed": _share(own, clustered),
                "of_all": None if asked == 0 else len(passed) / asked,
                "random": _share(other, clustered),
                "synonyms": _share(known, False),
            }
            behind = {
                "": rows_of(miss.sample for miss in misses),
                "passed": rows_of(passed),
                "of_all": rows_of(passed),
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
            "What a judge passes of random pairs it passes for no reason; of known synonyms it should pass "
            "all.",
            *notes,
        ),
        "",
        Layout(("model", "judge"), ("by", "variant", "subset"), "passed"),
    )


def _scored(answers: Answers) -> dict[Place, tuple[int, int]]:
    """How many answers count in each place and in all models' together, and how many could not be read."""
    found: dict[Place, tuple[int, int]] = {}
    for place, samples in answers.places.items():
        count = sum(sample.scored for sample in samples)
        unread = sum(sample.scored and not sample.right and sample.answer is None for sample in samples)
        everybody = Place(ALL_MODELS, place.subset, place.variant, place.temperature)
        for where in (place,) if place.is_floor else (place, everybody):
            before = found.get(where, (0, 0))
            found[where] = before[0] + count, before[1] + unread
    return found


def _share(verdicts: Sequence[tuple[str, bool | None]], clustered: bool) -> Estimate:
    """The share that passes; those that cannot be told are left out and counted."""
    known = [(puzzle, verdict) for puzzle, verdict in verdicts if verdict is not None]
    undefined = len(verdicts) - len(known)
    if not clustered:
        share = wilson(sum(verdict for _, verdict in known), len(known))
        method: Method = "wilson" if share.n else "none"
        return Estimate(share.value, share.n, undefined, share.low, share.high, method)
    counts: dict[str, tuple[int, int]] = {}
    for puzzle, verdict in known:
        part, whole = counts.get(puzzle, (0, 0))
        counts[puzzle] = part + verdict, whole + 1
    return pooled(counts.values())
