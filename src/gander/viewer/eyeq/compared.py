"""A comparison as the page shows it: both sides rule by rule, and where what was compared differs."""

import unicodedata
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import Literal, TypeAlias

import msgspec

from gander.eyeq.analysis.wording import letters_alike
from gander.eyeq.matching import Match, Step, exact_form, match_exact, match_released, released_form

__all__ = ["Compared", "FirstDifference", "Part", "by_exact", "by_released", "parts_of"]

Part: TypeAlias = tuple[Literal["equal", "differ"], tuple[str, ...], tuple[str, ...]]
"""Letters of the answer and of the right answer that stand for one another, the same or not; in what differs
one of the two may have none."""

_LONGEST = 200
"""Letters of a form that are laid side by side."""


class FirstDifference(msgspec.Struct, frozen=True):
    """Where two forms first differ.

    Attributes:
        place: The letter's number, from 1.
        answer: The answer's letter there, with its code and name; empty if it has ended.
        truth: The right answer's.
    """

    place: int
    answer: str
    truth: str


class Compared(msgspec.Struct, frozen=True):
    """An answer beside a right one, by one of the scores.

    Attributes:
        equal: Whether the answer is right.
        truth: The right answer beside which it stands: the one that it equals, else the one most alike.
        answer_form: What was compared of the answer; None if there was no answer.
        truth_form: What was compared of the right one.
        answer_steps: What changed the answer on the way, as rule and text after it.
        truth_steps: The same for the right one.
        parts: Both forms in stretches that are the same or differ.
        first: Where they first differ; None if they don't, or if there was no answer.
        cut: Whether the forms are too long to be laid side by side to their ends.
    """

    equal: bool
    truth: str
    answer_form: str | None
    truth_form: str
    answer_steps: tuple[tuple[str, str], ...]
    truth_steps: tuple[tuple[str, str], ...]
    parts: tuple[Part, ...]
    first: FirstDifference | None
    cut: bool


def by_exact(answer: str | None, truths: Sequence[str]) -> Compared:
    """By the ``exact`` score: beside the right answer that it equals, else the one most alike in letters."""
    match = match_exact(answer, truths)
    truth = match.truth if match.truth is not None else truths[0]
    if not match.equal and answer is not None and len(truths) > 1:
        truth = max(truths, key=lambda truth: letters_alike(answer, truth))
        match = match_exact(answer, truth)
    return _compared(match, truth, exact_form(truth))


def by_released(answer: str | None, truth: str) -> Compared:
    """As the released runner scored, which knew one right answer, and took no answer for an empty one."""
    return _compared(match_released(answer or "", truth), truth, released_form(truth))


def _compared(match: Match, truth: str, truth_form: str) -> Compared:
    parts: tuple[Part, ...] = ()
    first, cut = None, False
    if match.answer_form is not None:
        one, other = letters_of(match.answer_form), letters_of(truth_form)
        cut = max(len(one), len(other)) > _LONGEST
        parts = parts_of(one[:_LONGEST], other[:_LONGEST])
        first = _first(one, other)
    return Compared(
        match.equal,
        truth,
        match.answer_form,
        truth_form,
        _steps(match.steps, "answer"),
        _steps(match.steps, "truth"),
        parts,
        first,
        cut,
    )


def _steps(steps: Iterable[Step], of: Literal["answer", "truth"]) -> tuple[tuple[str, str], ...]:
    return tuple((step.rule, step.after) for step in steps if step.of == of)


def letters_of(text: str) -> list[str]:
    """Its letters, each with the marks that it carries; what cannot be seen is a letter of its own."""
    letters: list[str] = []
    for char in text:
        if letters and unicodedata.category(char).startswith("M"):
            letters[-1] += char
        else:
            letters.append(char)
    return letters


def parts_of(one: Sequence[str], other: Sequence[str]) -> tuple[Part, ...]:
    """Two texts in stretches that are the same and stretches that differ, in order."""
    return tuple(
        ("equal" if kind == "equal" else "differ", tuple(one[a:b]), tuple(other[c:d]))
        for kind, a, b, c, d in SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    )


def _first(one: Sequence[str], other: Sequence[str]) -> FirstDifference | None:
    for place in range(max(len(one), len(other))):
        mine, theirs = (side[place] if place < len(side) else "" for side in (one, other))
        if mine != theirs:
            return FirstDifference(place + 1, _described(mine), _described(theirs))
    return None


def _described(letter: str) -> str:
    """A letter's characters by code and name."""
    return ", ".join(f"U+{ord(char):04X} {unicodedata.name(char, 'without a name')}" for char in letter)
