"""A sheet that people label: its rows, the log of answers, and what each of them may see."""

import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from gander.errors import InputError
from gander.quack.metrics.validation.filled import Sheet, drawn_rows, open_sheet
from gander.quack.metrics.validation.scoring import Scored, score_filled
from gander.quack.metrics.validation.sheets import Row, write_sheet
from gander.report.numbers import in_percent, numbers
from gander.stats import Estimate, Proportion
from gander.viewer.label.answered import (
    QUESTIONS,
    Answers,
    Kind,
    annotators_of,
    check_answer,
    counts,
    filled_rows,
    item_of,
    shown_before,
)
from gander.viewer.label.log import Given, LabelLog

__all__ = ["Desk", "Figures", "RowView", "Saved", "Seen", "SheetView", "log_path"]

_TOLD: Mapping[Kind, tuple[str, ...]] = {
    "claims": ("verdict", "reason", "window", "evidence"),
    "utterances": ("claims",),
}
"""The columns that are not shown before the first question is answered.

Where a claim was looked for is drawn on the timeline from the beginning, since a reader must know where to
begin; in words it comes with the rest.
"""


_REST = 10
"""Times that scoring took, until it is done again: so that it never takes up the server."""


class RowView(msgspec.Struct, frozen=True):
    """A row as it is shown at first: nothing of what the audit says."""

    item: str
    game: str
    line: str
    meeting: str
    speaker: str
    utterance: str
    claim: str


class Seen(msgspec.Struct, frozen=True):
    """What an annotator may see of an item.

    Attributes:
        mine: The annotator's own answers.
        told: The audit's part by column; None as long as it is hidden.
        others: The others' answers by name, of those who have answered all of it; None before the
            annotator has.
    """

    mine: Answers
    told: dict[str, str] | None
    others: dict[str, Answers] | None


class SheetView(msgspec.Struct, frozen=True):
    """A sheet for one annotator.

    Attributes:
        name: The file's name.
        kind: What its rows are.
        annotator: The annotator's name, as answers must have it.
        log: The name of the file that holds the answers.
        rows: The rows, in the sheet's order.
        seen: What the annotator may see, by item; items without an answer are left out.
        strangers: Answers in the log that are about rows of another sheet.
        filled: Rows that are filled in in the sheet itself.
    """

    name: str
    kind: Kind
    annotator: str
    log: str
    rows: tuple[RowView, ...]
    seen: dict[str, Seen]
    strangers: int
    filled: int


class Saved(msgspec.Struct, frozen=True):
    """What became of an answer.

    Attributes:
        before: The same annotator's answer to the same question until then.
        seen: What the annotator may see of the item now.
    """

    before: str | None
    seen: Seen


class FigureView(msgspec.Struct, frozen=True):
    """A share as text: value and interval for each way of counting; None where there is no such way."""

    name: str
    who: str
    n: str
    drawn: tuple[str, str]
    clustered: tuple[str, str]
    weighted: tuple[str, str] | None


class KappaView(msgspec.Struct, frozen=True):
    """Two annotators' agreement as text."""

    question: str
    first: str
    second: str
    kappa: tuple[str, str]
    agreed: str
    items: int


class Figures(msgspec.Struct, frozen=True):
    """How far a sheet has come, and what it says so far to one annotator.

    Attributes:
        seq: Number of the last answer.
        scored: Number of the last answer that the shares are made of; scoring a large sheet takes a while.
        items: How many rows there are.
        progress: How many each annotator has answered.
        figures: The shares.
        kappas: Agreement of every two annotators on every question.
        notes: What a reader must know.
        fault: Why nothing can be scored, if something was answered.
    """

    seq: int
    items: int
    progress: dict[str, int]
    scored: int = 0
    figures: tuple[FigureView, ...] = ()
    kappas: tuple[KappaView, ...] = ()
    notes: tuple[str, ...] = ()
    fault: str = ""


def log_path(sheet: Path) -> Path:
    """The file beside a sheet that holds the answers to it."""
    return sheet.with_suffix(".labels.sqlite")


class Desk:
    """A sheet and its log.

    Args:
        path: The sheet.

    Raises:
        InputError: It cannot be read, or is no sheet that was drawn.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._sheet = open_sheet(path)
        self.kind: Kind = self._sheet.kind
        self.rows: dict[str, Row] = {item_of(row.cells): row for row in drawn_rows(self._sheet)}
        self.log = LabelLog(log_path(path))
        if not self.rows:
            raise InputError("the sheet has no row, so there is nothing to answer.", where=str(path))
        self._scored: dict[str, _Scoring] = {}
        self._scoring = threading.Lock()

    def view(self, annotator: str) -> SheetView:
        """The sheet for one annotator.

        Args:
            annotator: Who, by the name that `annotator_called` gives.

        Raises:
            InputError: The log cannot be read.
        """
        entries = self.log.entries()
        answered = annotators_of(self.kind, entries, self.rows)
        columns = QUESTIONS[self.kind]
        return SheetView(
            self.path.name,
            self.kind,
            annotator,
            self.log.path.name,
            tuple(
                RowView(
                    item,
                    *(row.cells.get(name, "") for name in RowView.__struct_fields__[1:]),
                )
                for item, row in self.rows.items()
            ),
            {item: self._seen(item, annotator, answered) for item in answered.get(annotator, {})},
            sum(its.answer.item not in self.rows for its in entries),
            sum(any(row[column].strip() for column in columns) for row in self._sheet.rows),
        )

    def seen(self, item: str, annotator: str) -> Seen:
        """What an annotator may see of an item.

        Raises:
            InputError: The log cannot be read.
        """
        return self._seen(item, annotator, annotators_of(self.kind, self.log.entries(item), [item]))

    def save(self, answer: Given) -> Saved:
        """Write an answer.

        Raises:
            InputError: It cannot be one, or is about no row of this sheet.
            Unsaved: It could not be written.
        """
        check_answer(self.kind, answer)
        if answer.item not in self.rows:
            raise InputError(
                "the sheet has no such row; it was drawn anew, or changed.",
                where=answer.item[:40],
                todo="Load the page anew.",
            )
        written = self.log.write(answer, lambda entries: shown_before(self.kind, entries))
        before = written.before
        return Saved(
            None if before is None else before.answer.value, self.seen(answer.item, answer.annotator)
        )

    def figures(self, annotator: str | None) -> Figures:
        """How far it has come, scored by what ``gander quack validate score`` scores with.

        Others' answers are scored as far as the annotator may see them (`Seen.others`): a share of one answer
        would tell it. Of a large sheet the shares may be those of a few answers before (`Figures.scored`).

        Args:
            annotator: For whom; None tells how far it has come, and no share.

        Raises:
            InputError: The log cannot be read.
        """
        entries = self.log.entries()
        answered = annotators_of(self.kind, entries, self.rows)
        progress = {who: sum(its.complete for its in own.values()) for who, own in answered.items()}
        so_far = Figures(entries[-1].seq if entries else 0, len(self.rows), progress)
        if annotator is None or annotator not in answered:
            return so_far
        # One after the other: who waited mostly finds it done.
        with self._scoring:
            kept = self._scored.get(annotator)
            if kept is None or (kept.figures.seq < so_far.seq and time.monotonic() >= kept.good_until):
                begun = time.monotonic()
                figures = self._score(so_far, annotator, answered)
                took = time.monotonic() - begun
                kept = self._scored[annotator] = _Scoring(figures, time.monotonic() + _REST * took)
        return msgspec.structs.replace(
            kept.figures, seq=so_far.seq, progress=progress, scored=kept.figures.seq
        )

    def csv(self, annotators: Iterable[str] | None) -> bytes:
        """The filled sheet, one annotator's rows after the other's.

        Args:
            annotators: Whose; None for everybody.

        Raises:
            InputError: The log cannot be read.
        """
        answered = annotators_of(self.kind, self.log.entries(), self.rows)
        return write_sheet(
            (*self._sheet.columns, "unsure", "revealed_early"),
            [
                row
                for who in (answered if annotators is None else annotators)
                for row in filled_rows(self.kind, self._cells(), who, answered.get(who, {}))
            ],
        )

    def close(self) -> None:
        """Let go of the log."""
        self.log.close()

    def _cells(self) -> dict[str, Mapping[str, str]]:
        return {item: row.cells for item, row in self.rows.items()}

    def _seen(self, item: str, annotator: str, answered: Mapping[str, Mapping[str, Answers]]) -> Seen:
        mine = answered.get(annotator, {}).get(item, Answers())
        told = {name: self.rows[item].cells.get(name, "") for name in _TOLD[self.kind]}
        others = {
            who: own[item]
            for who, own in answered.items()
            if who != annotator and item in own and own[item].complete
        }
        return Seen(mine, told if mine.opened else None, others if mine.complete else None)

    def _score(
        self, so_far: Figures, annotator: str, answered: Mapping[str, Mapping[str, Answers]]
    ) -> Figures:
        finished = {item for item, its in answered[annotator].items() if its.complete}
        seen = {
            who: own
            if who == annotator
            else {item: its for item, its in own.items() if item in finished and its.complete}
            for who, own in answered.items()
        }
        # One's own sheet is there with all of its rows, for the strata's sizes; of the others' what is seen.
        sheets = [
            Sheet(who, self.kind, self._sheet.columns, tuple(self._filled(who, own, whole=who == annotator)))
            for who, own in seen.items()
            if own
        ]
        if not any(counts(self.kind, its) for own in seen.values() for its in own.values()):
            return so_far
        try:
            return _in_words(so_far, score_filled(sheets))
        except InputError as error:  # the sheet's own columns can be wrong, such as the strata's sizes
            return msgspec.structs.replace(so_far, fault=error.lines[0])

    def _filled(self, who: str, answers: Mapping[str, Answers], *, whole: bool) -> Iterator[Row]:
        """An annotator's rows, all or the answered; their place is the annotator and the page's number."""
        filled = filled_rows(self.kind, self._cells(), who, answers)
        for number, (item, cells) in enumerate(zip(self.rows, filled, strict=True), 1):
            if whole or item in answers:
                yield Row(f"{who}:{number}", cells)


@dataclass(frozen=True, slots=True)
class _Scoring:
    """What was scored for an annotator, and until when (`time.monotonic`) it is good enough."""

    figures: Figures
    good_until: float


def _in_words(so_far: Figures, scored: Scored) -> Figures:
    return msgspec.structs.replace(
        so_far,
        figures=tuple(
            FigureView(
                its.name,
                its.who,
                f"{its.drawn.n:g}",
                _share(its.drawn),
                _share(its.clustered),
                None if its.weighted is None else _share(its.weighted),
            )
            for its in scored.figures
        ),
        kappas=tuple(
            KappaView(
                its.question,
                its.first,
                its.second,
                _pair(its.agreement.kappa, share=False),
                in_percent(its.agreement.observed),
                its.agreement.items,
            )
            for its in scored.kappas
        ),
        notes=scored.notes,
    )


def _share(figure: Estimate | Proportion) -> tuple[str, str]:
    return _pair(figure, share=True)


def _pair(figure: Estimate | Proportion, *, share: bool) -> tuple[str, str]:
    its = numbers(figure, share=share, games=None, digits=1 if share else 2)
    return its.value, its.interval
