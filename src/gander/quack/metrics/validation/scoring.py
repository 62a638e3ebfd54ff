"""What filled sheets say: how good extraction and verdicts are, and how far the annotators agree.

Two kinds of figures, neither of which replaces the other. *As drawn*: the share among the items of the sheet;
in a sample stratified by verdict, that is no share of anything else. *Weighted*: every item counts as many
claims of its stratum as it stands for, which estimates the share among all claims of the games. Intervals
come as Wilson's, as if items were independent, and clustered by game.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from gander.errors import InputError
from gander.quack.metrics.validation.filled import Answer, Filled, Sheet, open_sheet
from gander.stats import Agreement, Estimate, Proportion, kappa, pooled, wilson

__all__ = ["Figure", "Kappa", "Scored", "score_filled", "score_sheets"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A share, told in every way that makes sense for it.

    Attributes:
        name: What it is a share of.
        who: The annotator; ``all`` for everybody, each item counting once.
        drawn: The share as drawn, with Wilson's interval.
        clustered: The same with an interval clustered by game.
        weighted: Weighted by strata, clustered by game; None where nothing was stratified.
    """

    name: str
    who: str
    drawn: Proportion
    clustered: Estimate
    weighted: Estimate | None


@dataclass(frozen=True, slots=True)
class Kappa:
    """Agreement of two annotators on one question.

    Attributes:
        question: The column.
        first: The one.
        second: The other.
        agreement: Cohen's kappa and what it is made of.
    """

    question: str
    first: str
    second: str
    agreement: Agreement


@dataclass(frozen=True, slots=True)
class Scored:
    """What the sheets say.

    Attributes:
        figures: The shares, those over all annotators first.
        strata: The share of faithful claims and of right verdicts by stratum, as drawn.
        kappas: Agreement of every pair of annotators that have items in common.
        notes: What a reader must know, as sentences with their place.
    """

    figures: tuple[Figure, ...]
    strata: Mapping[str, tuple[Proportion, Proportion]]
    kappas: tuple[Kappa, ...]
    notes: tuple[str, ...]


def score_sheets(paths: Sequence[Path]) -> Scored:
    """Score filled sheets of claims and of utterances.

    Rows that are not filled in are left out, and told. A verdict need not be judged where the claim isn't
    faithful.

    Args:
        paths: The sheets, of one or several annotators, in any order.

    Raises:
        InputError: A sheet cannot be read, cells are misfilled or changed (all are named), an annotator has
            judged an item twice, a sheet is given twice, sheets come from different samples, or nothing is
            filled in.
    """
    files = [path.resolve() for path in paths]
    for path, file in zip(paths, files, strict=True):
        if files.count(file) > 1:
            raise InputError(
                "this sheet is given twice.", where=str(path), todo="Give each annotator's sheet once."
            )
    return score_filled([open_sheet(path) for path in paths])


def score_filled(sheets: Iterable[Sheet]) -> Scored:
    """Score what `open_sheet` has read; see `score_sheets`.

    Raises:
        InputError: As there.
    """
    reader = Filled()
    for sheet in sheets:
        reader.add(sheet)
    reader.check()
    figures: list[Figure] = []
    unfaithful = {(its.item, its.who) for its in reader.faithful if not its.good}
    right = [its for its in reader.right if (its.item, its.who) not in unfaithful]
    questions: tuple[tuple[str, list[Answer]], ...] = (
        ("claim faithful", reader.faithful),
        ("verdict right, of faithful claims", right),
        ("claim faithful and verdict right", reader.both),
        ("facts found (recall)", reader.found),
    )
    for name, answers in questions:
        if answers:
            figures.append(_figure(name, "all", _merged(answers), reader.stands_for()))
    annotators = list(dict.fromkeys(its.who for _, answers in questions for its in answers))
    if len(annotators) > 1:
        figures += [
            _figure(name, who, own, reader.stands_for(who))
            for who in annotators
            for name, answers in questions
            if (own := [its for its in answers if its.who == who])
        ]
    strata: dict[str, tuple[Proportion, Proportion]] = {}
    for stratum in sorted(reader.sizes):
        strata[stratum] = (_share_in(stratum, reader.faithful), _share_in(stratum, right))
    kappas = [
        Kappa(question, first, second, agreement)
        for question, answers in (("faithful", reader.faithful), ("verdict_right", reader.right))
        for first, second in combinations(annotators, 2)
        if (agreement := _agreement(answers, first, second)).items
    ]
    notes = [*reader.notes, *_unseen(reader)]
    return Scored(tuple(figures), strata, tuple(kappas), tuple(notes))


def _merged(answers: Iterable[Answer]) -> list[Answer]:
    """Each item once: what its annotators say, each with the same weight."""
    by_item: dict[str, list[Answer]] = {}
    for its in answers:
        by_item.setdefault(its.item, []).append(its)
    return [
        Answer(
            item,
            own[0].game,
            "all",
            sum(its.good / len(own) for its in own),
            sum(its.of / len(own) for its in own),
            own[0].stratum,
        )
        for item, own in by_item.items()
    ]


def _share(answers: Sequence[Answer]) -> Proportion:
    of = sum(its.of for its in answers)
    # Thirds of three annotators may add up to a hair more than one.
    return wilson(min(sum(its.good for its in answers), of), of)


def _share_in(stratum: str, answers: Iterable[Answer]) -> Proportion:
    return _share([its for its in _merged(answers) if its.stratum == stratum])


def _figure(name: str, who: str, answers: Sequence[Answer], stands_for: Mapping[str, float]) -> Figure:
    weighted = None
    if any(its.stratum for its in answers):
        # A verdict judged without the claim has no weight of its own.
        known = [its for its in answers if its.stratum in stands_for]
        weighted = _by_game(known, lambda its: stands_for[its.stratum])
    return Figure(name, who, _share(answers), _by_game(answers, lambda its: 1.0), weighted)


def _by_game(answers: Sequence[Answer], weight: Callable[[Answer], float]) -> Estimate:
    games: dict[str, tuple[float, float]] = {}
    for its in answers:
        good, of = games.get(its.game, (0.0, 0.0))
        games[its.game] = (good + weight(its) * its.good, of + weight(its) * its.of)
    return pooled(games.values())


def _agreement(answers: Iterable[Answer], first: str, second: str) -> Agreement:
    by_item: dict[str, dict[str, Answer]] = {}
    for its in answers:
        by_item.setdefault(its.item, {})[its.who] = its
    shared = [both for both in by_item.values() if first in both and second in both]
    return kappa(
        [(both[first].good, both[second].good) for both in shared], [both[first].game for both in shared]
    )


def _unseen(reader: Filled) -> Iterable[str]:
    """Strata that no scored item stands for."""
    if not reader.faithful:
        return
    seen = {its.stratum for its in reader.faithful}
    missing = {stratum: size for stratum, size in reader.sizes.items() if stratum not in seen}
    if missing:
        share = wilson(sum(missing.values()), sum(reader.sizes.values())).value or 0.0
        strata = "stratum" if len(missing) == 1 else "strata"
        yield (
            f"weighted figures leave out {len(missing)} {strata} without a filled row"
            f" ({100 * share:.1f}% of the claims in the sheets' strata)."
        )
