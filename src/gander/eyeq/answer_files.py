"""Files of answers that were produced elsewhere, read and compared: a row an answer, or a column a model."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from gander.counted import many
from gander.errors import InputError
from gander.eyeq.answer_rows import answer_rows
from gander.eyeq.answers import Reading
from gander.eyeq.cells import name_in, temperature_in, text_in, text_said_in, whole_in, whole_of
from gander.eyeq.demos import evaluated
from gander.eyeq.matching import match_exact, match_released
from gander.eyeq.place import Place
from gander.eyeq.prompting import parse_variant
from gander.eyeq.puzzles import Puzzle, Subset, parse_subset
from gander.eyeq.solve import Judged, Verdict, judge, says_nothing
from gander.eyeq.sources import PuzzleSet
from gander.eyeq.wide import Wide
from gander.faults import shown
from gander.models.failures import Answered, Failed

__all__ = ["AnswerFile", "Given", "read_answers"]


class Given(msgspec.Struct, frozen=True):
    """What a file gives for one puzzle in one place.

    Attributes:
        verdict: What came of it: the attempts up to the first that is right, or that failed.
        replies: Their replies; empty texts where the file has answers alone.
        where: Its first row, as ``FILE:LINE``.
    """

    verdict: Verdict
    replies: tuple[str, ...]
    where: str


@dataclass(frozen=True)
class AnswerFile:
    """A file of answers, read and compared.

    Attributes:
        path: The file.
        given: What it gives, by place and by the puzzles' keys.
        puzzles: The puzzles that it is about.
        notes: What the person who asked should know, as sentences.
    """

    path: Path
    given: Mapping[Place, Mapping[str, Given]]
    puzzles: PuzzleSet
    notes: tuple[str, ...]


class _Attempt(msgspec.Struct, frozen=True):
    verdict: Verdict
    reply: str
    where: str


def read_answers(path: Path, puzzles: PuzzleSet | None, wide: Wide | None = None) -> AnswerFile:
    """Read a file of answers.

    Columns: the puzzle's ``id``, ``lang`` (needed only if ids repeat among subsets), ``model``,
    ``variant``, and ``answer`` or ``reply`` (read as a model's reply is), and perhaps ``temperature``,
    ``seed`` and ``attempt``. An empty answer is an answer that is wrong and counts as unparsed; an empty
    reply is a call that failed. Where both are there, the answer counts if there is one, else the reply.

    A CSV file may have a column a model instead (`gander.eyeq.wide`). Either may have the right answers too.

    Several attempts at a puzzle have a row each, numbered from 1 without gaps. Variants are called as runs
    call them, however the file spells them (``Few-shot``).

    Rows of puzzles that no variant is evaluated on (`gander.eyeq.demos.evaluated`) are left out.

    Args:
        path: A ``.csv`` or ``.jsonl`` file.
        puzzles: The puzzles; None if the file has the right answers itself, as ``solution``, say.
        wide: How to read a file with a column a model; its subset and variant hold for others too.

    Raises:
        InputError: The file cannot be read, a row lacks something or names no puzzle, two rows answer the
            same, or there is nothing in it; with file and line.
    """
    wide = wide or Wide()
    notes: list[str] = []
    given_apart = puzzles is not None
    rows, puzzles, own = answer_rows(path, puzzles, wide, notes)
    if given_apart and own:
        notes.append(f"{path.name} has right answers itself; by --data those of {puzzles.name} count.")
    asked = {puzzle.key for puzzle in evaluated(puzzles)}
    puzzle_of, place_of = _Puzzles(puzzles), _Places(path, wide)
    groups: dict[Place, dict[str, dict[int, _Attempt]]] = {}
    left_out = count = 0
    for where, row in rows:
        count += 1
        try:
            puzzle, key = puzzle_of(row, where)
        except InputError as error:
            if given_apart and own:
                todo = f"{error.todo} The file has right answers itself: it needs no --data.".strip()
                raise InputError(error.what, where=error.where, todo=todo) from error
            raise
        attempt = whole_in(row, "attempt", where)
        if attempt is not None and attempt < 1:
            raise InputError(f"attempt is {attempt}; the first is 1.", where=where)
        place = place_of(row, puzzle.subset, where)
        if key not in asked:
            left_out += 1
            continue
        given = groups.setdefault(place, {}).setdefault(key, {})
        if (attempt or 1) in given:
            again = f", attempt {attempt}" if attempt else ""
            raise InputError(f"{key} is answered twice for {place.whole}{again}.", where=where)
        given[attempt or 1] = _attempt(row, puzzle, where)
    if not groups:
        what = "has only rows of demonstrations, which are never evaluated." if count else "has no rows."
        raise InputError(what, where=str(path))
    if left_out:
        notes.append(
            f"{left_out} of {many(count, 'row')} left out: their puzzles are the demonstrations of few_shot, "
            "on which no variant is evaluated."
        )
    joined = {
        place: {key: _joined(its, key, place) for key, its in solved.items()}
        for place, solved in groups.items()
    }
    return AnswerFile(path, joined, puzzles, tuple(notes))


def _attempt(row: dict[str, Any], puzzle: Puzzle, where: str) -> _Attempt:
    truths = (puzzle.answer, *puzzle.also_accept)
    given, reply = text_said_in(row, "answer", where), text_said_in(row, "reply", where)
    if given:
        return _Attempt(Verdict("answered", (_judged(given, truths),)), "", where)
    if "reply" not in row:
        return _Attempt(Verdict("unparsed", (_judged(None, truths),)), "", where)
    if not reply or says_nothing(reply):
        return _Attempt(Verdict("failed", (), Failed("empty")), reply, where)
    return _Attempt(judge(truths, [Answered(reply)], 1), reply, where)


@lru_cache(maxsize=16384)  # several models answer the same, the right answer first of all
def _judged(answer: str | None, truths: tuple[str, ...]) -> Judged:
    reading = Reading(answer, (), (), "unparsed" if answer is None else "answered", ("given as an answer",))
    return Judged(reading, match_exact(answer, truths), match_released(answer or "", truths[0]))


@lru_cache(maxsize=256)
def _variant(name: str) -> str:
    """A variant's name as runs have it, if it is one of ours in another spelling."""
    try:
        return parse_variant(name).name
    except InputError:
        return name


def _joined(numbered: Mapping[int, _Attempt], key: str, place: Place) -> Given:
    """What is given by several attempts: the first right one ends them, and so does a failure.

    Raises:
        InputError: One of them is missing: what was solved at the third would count as solved at once.
    """
    if numbered.keys() == {1}:
        only = numbered[1]
        return Given(only.verdict, (only.reply,) * len(only.verdict.attempts), only.where)
    attempts = [numbered[number] for number in sorted(numbered)]
    if missing := next((number for number in range(1, len(numbered) + 1) if number not in numbered), None):
        raise InputError(
            f"attempt {missing} of {key} for {place.whole} is missing.",
            where=attempts[0].where,
            todo="Give a row for every attempt, numbered from 1; or no column attempt, where each row is all"
            " that is known of a puzzle.",
        )
    judged: tuple[Judged, ...] = ()
    replies: list[str] = []
    for last in attempts:
        judged += last.verdict.attempts
        replies += [last.reply] * len(last.verdict.attempts)
        if last.verdict.correct or last.verdict.status == "failed":
            break
    verdict = Verdict(last.verdict.status, judged, last.verdict.failure)
    return Given(verdict, tuple(replies), attempts[0].where)


class _Puzzles:
    """Finds the puzzle that a row is about, and its key; each once."""

    def __init__(self, puzzles: PuzzleSet) -> None:
        self._puzzles = puzzles
        self._by_id: dict[str, list[Puzzle]] = {}
        for puzzle in puzzles:
            self._by_id.setdefault(puzzle.id, []).append(puzzle)
        self._found: dict[tuple[str, str], tuple[Puzzle, str]] = {}

    def __call__(self, row: dict[str, Any], where: str) -> tuple[Puzzle, str]:
        told = name_in(row, "id", where), name_in(row, "lang", where)
        found = self._found.get(told)
        if found is None:
            puzzle = self._search(*told, where)
            found = self._found[told] = puzzle, puzzle.key
        return found

    def _search(self, id: str, lang: str, where: str) -> Puzzle:
        if not id:
            raise InputError("the row has no id.", where=where)
        if id not in self._by_id and (number := whole_of(id)) is not None:
            id = str(number)
        puzzles = self._puzzles
        if lang:
            subset = parse_subset(lang, where=where)
            if f"{subset}:{id}" not in puzzles:
                raise InputError(f"{puzzles.name} has no puzzle {subset}:{shown(id)}.", where=where)
            return puzzles[f"{subset}:{id}"]
        if id in puzzles:
            return puzzles[id]
        found = self._by_id.get(id, [])
        if len(found) != 1:
            many_or_none = f"{len(found)} puzzles" if found else "no puzzle"
            what = f"{puzzles.name} has {many_or_none} with the id {shown(id)}."
            raise InputError(what, where=where, todo="Add a column lang." if found else "")
        return found[0]


class _Places:
    """Finds the place in the grid that a row is of; each once."""

    def __init__(self, path: Path, wide: Wide) -> None:
        self._path = path
        self._wide = wide
        self._found: dict[tuple[str, ...], Place] = {}

    def __call__(self, row: dict[str, Any], subset: Subset, where: str) -> Place:
        model, variant = name_in(row, "model", where), name_in(row, "variant", where)
        told = (
            *(model, variant, subset),
            *(text_in(row, "temperature", where), text_in(row, "seed", where)),
        )
        found = self._found.get(told)
        if found is None:
            found = self._found[told] = Place(
                model or self._path.stem.encode(errors="replace").decode(),
                subset,
                _variant(variant or self._wide.variant),
                temperature_in(row, where),
                whole_in(row, "seed", where),
            )
        return found
