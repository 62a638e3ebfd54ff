"""Filled sheets: whose answers they hold, and whether they are still what was drawn."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from gander.errors import InputError
from gander.quack.metrics.validation.sheets import Row, read_sheet

__all__ = ["Answer", "Filled", "Sheet", "drawn_rows", "open_sheet"]

_YES = {"yes", "y", "true", "1", "ja", "x", "✓"}
_NO = {"no", "n", "false", "0", "nein"}
_CLAIM = ("id", "game", "faithful", "verdict_right", "annotator", "stratum", "stratum_size")
_UTTERANCE = ("id", "game", "facts", "facts_found", "annotator")
_ID = re.compile("[cu][0-9a-f]{12}")
_MOST_TOLD = 20


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of ``gander quack validate sample``, filled or not.

    Attributes:
        name: Who filled it where a row doesn't say: the file's name.
        kind: What its rows are.
        columns: Its heading.
        rows: Its rows.
    """

    name: str
    kind: Literal["claims", "utterances"]
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """One annotator's answer to one question about one item: a share of `of`, mostly 0 or 1 of 1."""

    item: str
    game: str
    who: str
    good: float
    of: float = 1.0
    stratum: str = ""


def open_sheet(path: Path) -> Sheet:
    """Read a sheet.

    Raises:
        InputError: It cannot be read, or is none of those that are drawn.
    """
    columns, rows = read_sheet(path)
    if set(_CLAIM) <= set(columns):
        return Sheet(path.stem, "claims", columns, tuple(rows))
    if set(_UTTERANCE) <= set(columns):
        return Sheet(path.stem, "utterances", columns, tuple(rows))
    claims = {"faithful", "verdict_right"} & set(columns) or path.name.endswith(".claims.csv")
    near = _CLAIM if claims else _UTTERANCE
    missing = ", ".join(name for name in near if name not in columns)
    raise InputError(
        f"this is no sheet of `gander quack validate sample`: it lacks the columns {missing}.",
        where=f"{path}:1",
        todo="Keep the heading as it was drawn.",
    )


def drawn_rows(sheet: Sheet) -> tuple[Row, ...]:
    """A sheet's items, each once, in its order.

    Raises:
        InputError: Rows are about nothing that was drawn; all are named.
    """
    filled = Filled()
    for row in sheet.rows:
        filled.identify(row, sheet.kind)
    filled.refuse()
    return tuple({row["id"]: row for row in reversed(sheet.rows)}.values())[::-1]


class Filled:
    """Takes filled sheets in; what is wrong with them is told together.

    Attributes:
        faithful: Whether claims are faithful.
        right: Whether verdicts are right.
        both: Whether both hold.
        found: Facts found, of those that utterances state.
        sizes: How many claims there are of each stratum.
        notes: What a reader must know, as sentences with their place.
    """

    def __init__(self) -> None:
        self.faithful: list[Answer] = []
        self.right: list[Answer] = []
        self.both: list[Answer] = []
        self.found: list[Answer] = []
        self.sizes: dict[str, int] = {}
        self.notes: list[str] = []
        self._faults: list[str] = []
        self._judged: dict[tuple[str, str, str], str] = {}
        self._sized: dict[str, str] = {}
        self._drawn: dict[str, tuple[tuple[str, str], str]] = {}

    def add(self, sheet: Sheet) -> None:
        """Take a sheet's answers in."""
        take = self._claim if sheet.kind == "claims" else self._utterance
        for row in sheet.rows:
            self.identify(row, sheet.kind)
        unfilled = [row.where for row in sheet.rows if not take(row, row["annotator"].strip() or sheet.name)]
        if unfilled:
            self.notes.append(f"{_listed(unfilled)}: not filled in, so left out.")

    def refuse(self) -> None:
        """Tell of every cell that is wrong.

        Raises:
            InputError: One is.
        """
        if self._faults:
            more = len(self._faults) - _MOST_TOLD
            details = [*self._faults[:_MOST_TOLD], *([f"and {more} more"] if more > 0 else [])]
            raise InputError(
                "cells are filled in wrongly:", details=details, todo="Mend them and score again."
            )

    def check(self) -> None:
        """Tell of everything that is wrong.

        Raises:
            InputError: Something is, or there is nothing to score.
        """
        self.refuse()
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
            self.faithful.append(Answer(*item, faithful, stratum=stratum))
        if right is not None:
            self.right.append(Answer(*item, right, stratum=stratum))
        if faithful == 0 or (faithful is not None and right is not None):
            self.both.append(Answer(*item, float(bool(faithful and right)), stratum=stratum))
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
            self.found.append(Answer(row["id"], row["game"], who, found, facts))
        return True

    def identify(self, row: Row, kind: str) -> None:
        """Find out whether the row is about something that was drawn, and the same as elsewhere."""
        said, letter = row["id"], kind[0]
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


def _listed(places: Sequence[str]) -> str:
    file = places[0].rpartition(":")[0]
    rows = [place.rpartition(":")[2] for place in places]
    shown = ", ".join(rows[:8])
    return f"{file}: row{'s' if len(rows) > 1 else ''} {shown}" + (
        f" and {len(rows) - 8} more" if len(rows) > 8 else ""
    )
