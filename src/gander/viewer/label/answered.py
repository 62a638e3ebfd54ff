"""What the log says: who has answered what, what may be shown to whom, and the filled sheet."""

import hashlib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec

from gander.errors import InputError
from gander.terminal import printable
from gander.viewer.label.log import Given, Logged

__all__ = [
    "NOTE",
    "QUESTIONS",
    "REVEAL",
    "Answers",
    "Kind",
    "annotator_called",
    "annotators_of",
    "answers_of",
    "check_answer",
    "counts",
    "filled_rows",
    "item_of",
    "shown_before",
]

Kind: TypeAlias = Literal["claims", "utterances"]

QUESTIONS: Mapping[Kind, tuple[str, str]] = {
    "claims": ("faithful", "verdict_right"),
    "utterances": ("facts", "facts_found"),
}
"""The columns that are filled in: the first before the audit's part is read, the second after."""

NOTE, REVEAL = "note", "reveal"
_LONGEST = 4000  # characters of a note
_LONGEST_NAME = 60
_UNSURE = "unsure"
_CHOICES = ("yes", "no", _UNSURE, "")
_DRAWN = ("id", "game", "line", "utterance", "claim", "verdict", "reason", "claims", "stratum")


class Answers(msgspec.Struct, frozen=True):
    """One annotator's answers about one item, as they count.

    Attributes:
        first: To the first question; empty for none.
        second: To the second.
        note: The note.
        opened: Whether the audit's part has been shown to the annotator.
        early: Whether that was asked for before the first question was answered.
        complete: Whether nothing is left to answer.
    """

    first: str = ""
    second: str = ""
    note: str = ""
    opened: bool = False
    early: bool = False
    complete: bool = False


def item_of(row: Mapping[str, str]) -> str:
    """What an item is called in the log: its id, and a digest of all that was drawn with it.

    Answers to a row that has been drawn anew, and says something else, are not about it.
    """
    drawn = "\0".join(f"{column}\0{row[column]}" for column in _DRAWN if column in row)
    digest = hashlib.blake2b(drawn.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
    return f"{row['id']}-{digest}"


def annotator_called(text: str) -> str:
    """An annotator's name, as all answers of that annotator have it.

    Args:
        text: The name as somebody typed it; blanks around and between its words, and how its letters are
            composed, make no other name.

    Raises:
        InputError: It is no name.
    """
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    if not name or len(name) > _LONGEST_NAME or printable(name) != name:
        raise InputError(
            f"an annotator's name has 1 to {_LONGEST_NAME} letters that can be seen.", where=repr(text[:80])
        )
    return name


def check_answer(kind: Kind, answer: Given) -> None:
    """Find out whether an answer can be one.

    Raises:
        InputError: It cannot.
    """
    if (name := annotator_called(answer.annotator)) != answer.annotator:
        raise InputError(f"the annotator is called {name!r}.", where=repr(answer.annotator[:80]))
    if not 8 <= len(answer.key) <= 64 or not answer.key.isascii() or len(answer.given) > 40:
        raise InputError(
            "an answer's key has 8 to 64 signs, its time at most 40.", where=repr(answer.key[:80])
        )
    value = answer.value
    if answer.question == NOTE:
        fits = len(value) <= _LONGEST
    elif answer.question == REVEAL:
        fits = value == "yes"
    elif answer.question not in QUESTIONS[kind]:
        raise InputError("this sheet asks no such question.", where=repr(answer.question[:80]))
    elif kind == "claims":
        fits = value in _CHOICES
    else:
        counted = value.isascii() and value.isdecimal() and len(value) < 5
        fits = value == "" or (counted and str(int(value)) == value)
    if not fits:
        raise InputError(f"{value[:40]!r} is no answer to {answer.question}.", where=answer.item[:40])


def shown_before(kind: Kind, entries: Iterable[Logged]) -> bool:
    """Whether an annotator who has given these answers about an item has been shown the audit's part.

    Once is for ever: who takes an answer back has seen it all the same.
    """
    first = QUESTIONS[kind][0]
    return any(
        its.answer.question == REVEAL or (its.answer.question == first and its.answer.value)
        for its in entries
    )


def answers_of(kind: Kind, entries: Sequence[Logged]) -> Answers:
    """What counts of an annotator's answers about an item.

    Args:
        kind: What the sheet's rows are.
        entries: The log's, in order.
    """
    last = {its.answer.question: its.answer.value for its in entries}
    first, second = (last.get(question, "") for question in QUESTIONS[kind])
    if kind == "claims":
        if first in ("", "no"):  # of a claim that nobody made no verdict is right
            second = ""
        complete = first == "no" or bool(first and second)
    else:
        if not first or (second and int(second) > int(first)):  # counted anew: those found are too
            second = ""
        complete = bool(first and second)
    asked = next((its.opened for its in entries if its.answer.question == REVEAL), True)
    return Answers(first, second, last.get(NOTE, ""), shown_before(kind, entries), not asked, complete)


def counts(kind: Kind, answers: Answers) -> bool:
    """Whether there is anything in the answers that a figure is made of."""
    decided = answers.first in ("yes", "no") or answers.second in ("yes", "no")
    return answers.complete if kind == "utterances" else decided


def annotators_of(
    kind: Kind, entries: Iterable[Logged], items: Iterable[str]
) -> dict[str, dict[str, Answers]]:
    """What counts, by annotator and item.

    Args:
        kind: What the sheet's rows are.
        entries: The whole log.
        items: The sheet's items; others' answers are left out.
    """
    known = set(items)
    sorted_out: dict[str, dict[str, list[Logged]]] = {}
    for its in entries:
        if its.answer.item in known:
            sorted_out.setdefault(its.answer.annotator, {}).setdefault(its.answer.item, []).append(its)
    return {
        who: {item: answers_of(kind, given) for item, given in own.items()} for who, own in sorted_out.items()
    }


def filled_rows(
    kind: Kind, rows: Mapping[str, Mapping[str, str]], annotator: str, answers: Mapping[str, Answers]
) -> list[dict[str, str]]:
    """The sheet as an annotator filled it in.

    Who is unsure has not answered: the cell stays empty, and a column of its own tells which. An utterance's
    facts stand there only with how many were found, since one without the other counts nowhere.

    Args:
        kind: What its rows are.
        rows: The rows as they were drawn, by item.
        annotator: Whose answers.
        answers: By item.
    """
    one, two = QUESTIONS[kind]
    filled = []
    for item, row in rows.items():
        its = answers.get(item, Answers())
        said = {one: its.first, two: its.second}
        if kind == "utterances" and not its.complete:
            said = {one: "", two: ""}
        unsure = [question for question, value in said.items() if value == _UNSURE]
        filled.append(
            {
                **row,
                **{question: "" if question in unsure else value for question, value in said.items()},
                "annotator": annotator,
                "note": its.note,
                _UNSURE: " ".join(unsure),
                "revealed_early": "yes" if its.early else "",
            }
        )
    return filled
