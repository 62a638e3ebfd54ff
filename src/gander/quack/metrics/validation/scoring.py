"""What filled sheets say: how good extraction and verdicts are, and how far the annotators agree.

Two kinds of figures, neither of which replaces the other. *As drawn*: the share among the items of the sheet;
in a sample stratified by verdict, that is no share of anything else. *Weighted*: every item counts as many
claims of its stratum as it stands for, which estimates the share among all claims of the games. Intervals
come as Wilson's, as if items were independent, and clustered by game.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from gander.errors import InputError
from gander.quack.metrics.validation.sheets import Row, read_sheet
from gander.stats import Agreement, Estimate, Proportion, kappa, pooled, wilson

__all__ = ["Figure", "Kappa", "Scored", "score_sheets"]

_YES = {"yes", "y", "true", "1", "ja", "x", "✓"}
_NO = {"no", "n", "false", "0", "nein"}
_CLAIM = ("id", "game", "faithful", "verdict_right", "annotator", "stratum", "stratum_size")
_UTTERANCE = ("id", "game", "facts", "facts_found", "annotator")
_ID = re.compile("[cu][0-9a-f]{12}")
_MOST_TOLD = 20


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


@dataclass(frozen=True, slots=True)
class _Answer:
    """One annotator's answer to one question about one item: a share of `of`, mostly 0 or 1 of 1."""

    item: str
    game: str
    who: str
    good: float
    of: float = 1.0
    stratum: str = ""


def score_sheets(paths: Sequence[Path]) -> Scored:
    """Score filled sheets of claims and of utterances.

    Rows that are not filled in are left out, and told. A verdict need not be judged where the claim isn't
    faithful.

    Args:
        paths: The sheets, of one or several annotators, in any order.

    Raises:
        InputError: A sheet cannot be read, cells are misfilled or changed (all are named), an annotator has
            judged an item twice, sheets come from different samples, or nothing is filled in.
    """
    reader = _Reader()
    for path in paths:
        reader.sheet(path)
    reader.check()
    figures: list[Figure] = []
    unfaithful = {(its.item, its.who) for its in reader.faithful if not its.good}
    right = [its for its in reader.right if (its.item, its.who) not in unfaithful]
    questions: tuple[tuple[str, list[_Answer]], ...] = (
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


class _Reader:
    """Takes sheets in; what is wrong with them is told together."""

    def __init__(self) -> None:
        self.faithful: list[_Answer] = []
        self.right: list[_Answer] = []
        self.both: list[_Answer] = []
        self.found: list[_Answer] = []
        self.sizes: dict[str, int] = {}
        self.notes: list[str] = []
        self._faults: list[str] = []
        self._judged: dict[tuple[str, str, str], str] = {}
        self._sized: dict[str, str] = {}
        self._drawn: dict[str, tuple[tuple[str, str], str]] = {}

    def sheet(self, path: Path) -> None:
        columns, rows = read_sheet(path)
        take: Callable[[Row, str], bool]
        if set(_CLAIM) <= set(columns):
            take = self._claim
        elif set(_UTTERANCE) <= set(columns):
            take = self._utterance
        else:
            near = _CLAIM if "faithful" in columns or "verdict_right" in columns else _UTTERANCE
            missing = ", ".join(name for name in near if name not in columns)
            raise InputError(
                f"this is no sheet of `gander quack validate sample`: it lacks the columns {missing}.",
                where=f"{path}:1",
                todo="Keep the heading as it was drawn.",
            )
        for row in rows:
            self._identify(row, "c" if take == self._claim else "u")
        unfilled = [row.where for row in rows if not take(row, row["annotator"].strip() or path.stem)]
        if unfilled:
            self.notes.append(f"{_listed(unfilled)}: not filled in, so left out.")

    def check(self) -> None:
        """Tell of everything that is wrong.

        Raises:
            InputError: Something is, or there is nothing to score.
        """
        if self._faults:
            more = len(self._faults) - _MOST_TOLD
            details = [*self._faults[:_MOST_TOLD], *([f"and {more} more"] if more > 0 else [])]
            raise InputError(
                "cells are filled in wrongly:", details=details, todo="Mend them and score again."
            )
        if not (self.faithful or self.right or self.found):
            raise InputError(
                "nothing is filled in.",
                todo="Fill in the columns faithful and verdict_right, or facts and facts_found.",
            )

    def stands_for(self, who: str | None = None) -> dict[str, float]:
        """For how many claims of its stratum an item stands that was judged: by anybody, or by one."""
        judged = {(its.item, its.stratum) for its in self.faithful if who in (None, its.who)}
        counts = Counter(stratum for _, stratum in judged)
        return {stratum: self.sizes[stratum] / count for stratum, count in counts.items()}

    def _claim(self, row: Row, who: str) -> bool:
        faithful, right = (self._yes_or_no(row, column) for column in ("faithful", "verdict_right"))
        size = self._number(row, "stratum_size")
        stratum = row["stratum"]
        if size is not None and self.sizes.setdefault(stratum, size) != size:
            self._faults.append(
                f"{row.where}: stratum_size of “{stratum}” is {size}, but {self.sizes[stratum]} in"
                f" {self._sized[stratum]}; are these sheets of two samples?"
            )
        self._sized.setdefault(stratum, row.where)
        if faithful is None and right is None:
            return False
        if not self._once("claim", row, who):
            return True
        item = (row["id"], row["game"], who)
        if faithful is not None:
            self.faithful.append(_Answer(*item, faithful, stratum=stratum))
        if right is not None:
            self.right.append(_Answer(*item, right, stratum=stratum))
        if faithful == 0 or (faithful is not None and right is not None):
            self.both.append(_Answer(*item, float(bool(faithful and right)), stratum=stratum))
        else:
            lacking = "verdict_right" if right is None else "faithful"
            self.notes.append(f"{row.where}: {lacking} is not filled in.")
        return True

    def _utterance(self, row: Row, who: str) -> bool:
        facts, found = (self._number(row, column, blank=True) for column in ("facts", "facts_found"))
        if facts is None and found is None:
            return not (row["facts"].strip() == "" and row["facts_found"].strip() == "")
        if facts is None or found is None:
            lacking = "facts" if facts is None else "facts_found"
            if not row[lacking].strip():
                self._faults.append(f"{row.where}: {lacking} is blank, the other is not.")
            return True
        if found > facts:
            self._faults.append(f"{row.where}: facts_found is {found}, of {facts} facts.")
            return True
        if self._once("utterance", row, who):
            self.found.append(_Answer(row["id"], row["game"], who, found, facts))
        return True

    def _identify(self, row: Row, letter: str) -> None:
        """Find out whether the row is about something that was drawn, and the same as elsewhere."""
        said = row["id"]
        if not _ID.fullmatch(said) or said[0] != letter:
            self._faults.append(
                f"{row.where}: id is {said[:40]!r}, which was not drawn: that is {letter} and 12 digits or"
                " letters up to f; did a spreadsheet change it?"
            )
            return
        own = (row["game"], row.cells.get("stratum", ""))
        if not own[0].strip():
            self._faults.append(f"{row.where}: game is blank.")
        before, where = self._drawn.setdefault(said, (own, row.where))
        for column, here, there in zip(("game", "stratum"), own, before, strict=True):
            if here != there:
                self._faults.append(f"{row.where}: {column} is {here[:40]!r}, but {there[:40]!r} in {where}.")

    def _once(self, what: str, row: Row, who: str) -> bool:
        before = self._judged.setdefault((what, row["id"], who), row.where)
        if before != row.where:
            self._faults.append(
                f"{row.where}: {who} has judged this {what} before, in {before};"
                " are these two people? Then fill in annotator."
            )
        return before == row.where

    def _yes_or_no(self, row: Row, column: str) -> float | None:
        said = row[column].strip().casefold()
        if said and said not in _YES and said not in _NO:
            self._faults.append(f"{row.where}: {column} is {row[column].strip()[:40]!r}, not yes or no.")
        return None if said not in _YES | _NO else float(said in _YES)

    def _number(self, row: Row, column: str, *, blank: bool = False) -> int | None:
        said = row[column].strip()
        # Spreadsheets like to write 3 as 3.0.
        whole = said.removesuffix(".0").removesuffix(",0")
        if whole.isdecimal() and len(whole) < 12:
            return int(whole)
        if said or not blank:
            self._faults.append(f"{row.where}: {column} is {said[:40]!r}, not a whole number.")
        return None


def _merged(answers: Iterable[_Answer]) -> list[_Answer]:
    """Each item once: what its annotators say, each with the same weight."""
    by_item: dict[str, list[_Answer]] = {}
    for its in answers:
        by_item.setdefault(its.item, []).append(its)
    return [
        _Answer(
            item,
            own[0].game,
            "all",
            sum(its.good / len(own) for its in own),
            sum(its.of / len(own) for its in own),
            own[0].stratum,
        )
        for item, own in by_item.items()
    ]


def _share(answers: Sequence[_Answer]) -> Proportion:
    of = sum(its.of for its in answers)
    # Thirds of three annotators may add up to a hair more than one.
    return wilson(min(sum(its.good for its in answers), of), of)


def _share_in(stratum: str, answers: Iterable[_Answer]) -> Proportion:
    return _share([its for its in _merged(answers) if its.stratum == stratum])


def _figure(name: str, who: str, answers: Sequence[_Answer], stands_for: Mapping[str, float]) -> Figure:
    weighted = None
    if any(its.stratum for its in answers):
        # A verdict judged without the claim has no weight of its own.
        known = [its for its in answers if its.stratum in stands_for]
        weighted = _by_game(known, lambda its: stands_for[its.stratum])
    return Figure(name, who, _share(answers), _by_game(answers, lambda its: 1.0), weighted)


def _by_game(answers: Sequence[_Answer], weight: Callable[[_Answer], float]) -> Estimate:
    games: dict[str, tuple[float, float]] = {}
    for its in answers:
        good, of = games.get(its.game, (0.0, 0.0))
        games[its.game] = (good + weight(its) * its.good, of + weight(its) * its.of)
    return pooled(games.values())


def _agreement(answers: Iterable[_Answer], first: str, second: str) -> Agreement:
    by_item: dict[str, dict[str, _Answer]] = {}
    for its in answers:
        by_item.setdefault(its.item, {})[its.who] = its
    shared = [both for both in by_item.values() if first in both and second in both]
    return kappa(
        [(both[first].good, both[second].good) for both in shared], [both[first].game for both in shared]
    )


def _unseen(reader: _Reader) -> Iterable[str]:
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


def _listed(places: Sequence[str]) -> str:
    file = places[0].rpartition(":")[0]
    rows = [place.rpartition(":")[2] for place in places]
    shown = ", ".join(rows[:8])
    return f"{file}: row{'s' if len(rows) > 1 else ''} {shown}" + (
        f" and {len(rows) - 8} more" if len(rows) > 8 else ""
    )
