"""Accuracy by whether the answer is written in the picture, which is then read and not solved.

A puzzle whose answer can be read off is no puzzle, and one whose answer is half written is half of one. Text
is read by a local model (`gander.eyeq.analysis.ocr`), once for each picture.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from gander.counted import many
from gander.errors import InputError
from gander.eyeq.analysis.choices import Choices
from gander.eyeq.analysis.groups import usual
from gander.eyeq.analysis.kept import Kept
from gander.eyeq.analysis.ocr import Language, Reader, reader_of
from gander.eyeq.analysis.place_columns import PLACE, in_order, of_place, together
from gander.eyeq.analysis.results import Column, Layout, Line, Table
from gander.eyeq.analysis.samples import Answers, Sample, rows_of
from gander.eyeq.analysis.scripts import script_of
from gander.eyeq.analysis.shares import shares_of_parts
from gander.eyeq.analysis.wording import all_words_of, words_of
from gander.eyeq.hints import length_hint
from gander.eyeq.matching import exact_form
from gander.eyeq.puzzles import Puzzle
from gander.eyeq.sources import PuzzleSet
from gander.stats import Estimate
from gander.stats.trend import trend

__all__ = ["STATES", "State", "in_text", "written"]

State: TypeAlias = Literal["whole", "part", "other text", "no text", "not read"]

STATES: Final[tuple[State, ...]] = ("whole", "part", "other text", "no text", "not read")
"""The answer is written in the picture; a word of it is; there is other text; there is none; nothing on this
machine reads the script."""

_SHORT: Final = 4  # characters; what is shorter must stand by itself


def in_text(truth: str, lines: Sequence[str]) -> State:
    """Whether an answer is in a picture's texts.

    Spaces, case and what else the ``exact`` score drops make no difference; the texts are also taken
    together, in reading order. An answer of fewer than four characters must be a word of its own, for the
    letters of short ones are in most texts by chance.

    Args:
        truth: The right answer.
        lines: The texts.
    """
    forms = [exact_form(line) for line in lines]
    if not any(forms):
        return "no text"
    seen = frozenset(word for line in lines for word in all_words_of(line))
    joined = ["".join(form.split()) for form in forms]
    texts = [*joined, "".join(joined)]
    if _is_in(exact_form(truth), texts, seen):
        return "whole"
    words = words_of(truth)
    if len(words) > 1 and any(length_hint(word) >= 3 and _is_in(word, texts, seen) for word in words):
        return "part"
    return "other text"


def _is_in(form: str, texts: Sequence[str], seen: frozenset[str]) -> bool:
    plain = "".join(form.split())
    if length_hint(plain) < _SHORT:
        return plain in seen
    return any(plain in text for text in texts)


class _Read(NamedTuple):
    """What came of reading the pictures.

    Attributes:
        states: The state of each puzzle.
        notes: What must be told about it.
    """

    states: Mapping[str, State]
    notes: tuple[str, ...]


def written(answers: Answers, choices: Choices) -> Sequence[Table]:
    """Accuracy by whether the answer is written in the picture; nothing unless text is to be read.

    Raises:
        InputError: Text is to be read, and there are no pictures; or what is kept cannot be read or written.
    """
    if not choices.ocr:
        return ()
    if answers.puzzles is None:
        raise InputError(
            "text in pictures can be read only where the pictures are.",
            where="--ocr",
            todo="Name the puzzles with --data.",
        )
    read = _read(answers.samples, answers.puzzles, choices.told)
    held = together(usual(answers), lambda group: group.scored)
    lines: list[Line] = []
    for key in in_order(answers, held):
        by_state: dict[State, list[Sample]] = {}
        for sample in held[key]:
            by_state.setdefault(read.states[sample.puzzle], []).append(sample)
        there = [state for state in STATES if state in by_state]
        told = shares_of_parts(
            [each.puzzle for each in held[key]],
            [each.right for each in held[key]],
            [read.states[each.puzzle] for each in held[key]],
        )
        for state in there:
            its = by_state[state]
            odds, p = _odds(by_state) if state == "whole" else (None, None)
            values = {
                **of_place(key),
                "text": state,
                "accuracy": told[state],
                "answers": len(its),
                "n": len({each.puzzle for each in its}),
                "right": sum(each.right for each in its),
                "odds": odds,
                "p": p,
            }
            behind = {
                "": rows_of(its),
                "right": rows_of(each for each in its if each.right),
                "odds": rows_of(each for state in _TOLD for each in by_state.get(state, ())),
            }
            lines.append(Line(values, behind))
    columns = (
        *PLACE,
        Column("text", "answer in the picture"),
        Column("accuracy", "accuracy", "share"),
        Column("answers", "answers", "count"),
        Column("n", "puzzles", "count"),
        Column("right", "right", "count"),
        Column("odds", "odds of being right, × that without", "number"),
        Column("p", "p", "p"),
    )
    notes = (
        "whole: the answer is written in the picture; part: a word of it is; not read: nothing on this "
        "machine reads the script, or the picture cannot be read, so nobody knows whether there is text.",
        "The odds compare puzzles with the whole answer with those that have none of it (Firth's logistic "
        "regression, as if answers of all were independent; none is told for all models together).",
        "Text that is drawn to be a puzzle (letters apart, mirrored, hidden) is seldom read, so what is told "
        "as no text may be text to a person.",
        *read.notes,
    )
    layout = Layout(("model",), ("variant", "subset", "text"), "accuracy")
    title = "Accuracy by whether the answer is written in the picture"
    return (Table("written", title, columns, tuple(lines), notes, "", layout),) if lines else ()


_RANK: Final[Mapping[State, int]] = {state: -rank for rank, state in enumerate(STATES)}
_MISSING: Final[Mapping[Language, str]] = {
    "en": "the package rapidocr is not installed (pip install 'gander-eval[ocr]')",
    "fa": "nothing here reads Persian (Tesseract with its data for fas does)",
    "ar": "nothing here reads Arabic (Tesseract with its data for ara does)",
}
_TOLD: Final[tuple[State, ...]] = ("whole", "other text", "no text")


def _odds(by_state: Mapping[State, Sequence[Sample]]) -> tuple[Estimate | None, float | None]:
    """How the odds of being right change where the answer is written; None if puzzles come more than once."""
    samples = [(state == "whole", each) for state in _TOLD for each in by_state.get(state, ())]
    if len({each.puzzle for _, each in samples}) < len(samples):
        return None, None
    found = trend([float(there) for there, _ in samples], [each.right for _, each in samples])
    return found.odds, found.p


def _read(samples: Iterable[Sample], puzzles: PuzzleSet, told: Callable[[str], None]) -> _Read:
    """Read the pictures of puzzles, those that were not read before."""
    states: dict[str, State] = {}
    truths: dict[Language, dict[str, Sample]] = {}
    for sample in samples:
        states.setdefault(sample.puzzle, "not read")
        if sample.puzzle in puzzles:
            truths.setdefault(_language(sample), {})[sample.puzzle] = sample
    notes = []
    gone = sum(key not in puzzles for key in states)
    if gone:
        notes.append(f"{many(gone, 'puzzle')} without a picture in {puzzles.name}: not read.")
    for language, its in truths.items():
        reader = reader_of(language)
        if reader is None:
            notes.append(f"{many(len(its), 'picture')} not read: {_MISSING[language]}.")
            continue
        texts, faults = _texts([puzzles[key] for key in its], reader, told)
        for key, lines in texts.items():
            states[key] = max((in_text(truth, lines) for truth in its[key].truths), key=_RANK.__getitem__)
        by = f"{many(len(texts), 'picture')} read by {reader.name}"
        notes.append(f"{by}; {faults} could not be read." if faults else f"{by}.")
    return _Read(states, tuple(notes))


def _language(sample: Sample) -> Language:
    """The language whose reader can read an answer: by its script, and among Arabic ones by its subset."""
    if (script_of(sample.truths[0]) or "arabic") == "latin" or sample.place.subset == "en":
        return "en"
    return "ar" if sample.place.subset == "ar" else "fa"


def _texts(
    puzzles: Sequence[Puzzle], reader: Reader, told: Callable[[str], None]
) -> tuple[dict[str, list[str]], int]:
    """The texts of pictures, and how many pictures cannot be read."""
    kept: Kept[list[str]] = Kept("ocr", reader.name, kind=list[str], what="texts of pictures", unkept=told)
    hashes: dict[str, str] = {}
    faults = 0
    for puzzle in puzzles:
        try:
            hashes[puzzle.key] = puzzle.image_hash()
        except InputError:
            faults += 1
    known = kept.read(hashes.values())
    missing = [puzzle for puzzle in puzzles if puzzle.key in hashes and hashes[puzzle.key] not in known]
    if missing:
        told(f"Reading {many(len(missing), 'picture')} with {reader.name}; texts are kept for the next time.")
        with kept.more() as put:
            for puzzle in missing:
                of = hashes[puzzle.key]
                try:
                    known[of] = reader.read(puzzle.image())
                except InputError:
                    faults += 1
                else:
                    put({of: known[of]})
    return {key: known[of] for key, of in hashes.items() if of in known}, faults
