"""Files of answers that were produced elsewhere: CSV or JSON lines, a row an answer or a column a model."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from gander.counted import many
from gander.errors import InputError
from gander.eyeq.answers import Reading
from gander.eyeq.cells import name_in, temperature_in, text_in, whole_in, whole_of
from gander.eyeq.csv_rows import csv_rows, text_of
from gander.eyeq.demos import evaluated
from gander.eyeq.matching import match_exact, match_released
from gander.eyeq.place import Place
from gander.eyeq.prompting import parse_variant
from gander.eyeq.puzzles import Puzzle, parse_subset
from gander.eyeq.solve import Judged, Verdict, judge, says_nothing
from gander.eyeq.sources import PuzzleSet
from gander.eyeq.wide import Wide, has_truths, is_wide, own_puzzles, unfolded
from gander.faults import shown
from gander.models.failures import Answered, Failed

__all__ = ["AnswerFile", "Given", "look_like_answers", "read_answers"]

_COLUMNS = {
    "id": ("id", "puzzle", "puzzle_id"),
    "lang": ("lang", "language", "subset"),
    "model": ("model",),
    "variant": ("variant", "prompt"),
    "answer": ("answer", "final_answer", "prediction"),
    "reply": ("reply", "response", "output"),
    "temperature": ("temperature",),
    "seed": ("seed",),
    "attempt": ("attempt",),
}
_MEANINGS = {spelling: name for name, spellings in _COLUMNS.items() for spelling in spellings}


@dataclass(frozen=True, slots=True)
class Given:
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


@dataclass(frozen=True, slots=True)
class _Attempt:
    verdict: Verdict
    reply: str
    where: str


def look_like_answers(columns: Sequence[str]) -> bool:
    """Whether columns look like those of a file of answers: a row an answer, or models' beside right ones.

    A table of puzzles does not, nor do the samples that an analysis lists.
    """
    if "row" in columns or "image" in columns:
        return False
    found = {_MEANINGS.get(column.strip().casefold()) for column in columns}
    return ({"id", "model"} <= found and bool(found & {"answer", "reply"})) or has_truths(columns)


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
    rows, puzzles, own = _told(path, puzzles, wide, notes)
    asked = {puzzle.key for puzzle in evaluated(puzzles)}
    by_id: dict[str, list[Puzzle]] = {}
    for puzzle in puzzles:
        by_id.setdefault(puzzle.id, []).append(puzzle)
    groups: dict[Place, dict[str, dict[int, _Attempt]]] = {}
    left_out = count = 0
    for where, row in rows:
        count += 1
        try:
            puzzle = _puzzle(row, puzzles, by_id, where)
        except InputError as error:
            if given_apart and own:
                todo = f"{error.todo} The file has right answers itself: it needs no --data.".strip()
                raise InputError(error.what, where=error.where, todo=todo) from error
            raise
        attempt = whole_in(row, "attempt", where)
        if attempt is not None and attempt < 1:
            raise InputError(f"attempt is {attempt}; the first is 1.", where=where)
        place = Place(
            name_in(row, "model", where) or path.stem.encode(errors="replace").decode(),
            puzzle.subset,
            _variant(name_in(row, "variant", where) or wide.variant),
            temperature_in(row, where),
            whole_in(row, "seed", where),
        )
        if puzzle.key not in asked:
            left_out += 1
            continue
        given = groups.setdefault(place, {}).setdefault(puzzle.key, {})
        if (attempt or 1) in given:
            again = f", attempt {attempt}" if attempt else ""
            raise InputError(f"{puzzle.key} is answered twice for {place.whole}{again}.", where=where)
        verdict = _verdict(row, puzzle, where)
        reply = "" if text_in(row, "answer", where) else text_in(row, "reply", where)
        given[attempt or 1] = _Attempt(verdict, reply, where)
    if not groups:
        what = "has only rows of demonstrations, which are never evaluated." if count else "has no rows."
        raise InputError(what, where=str(path))
    if left_out:
        notes.append(
            f"{left_out} of {many(count, 'row')} left out: their puzzles are the demonstrations of few_shot, "
            "on which no variant is evaluated."
        )
    joined = {
        place: {key: _joined(its, f"{key} for {place.whole}") for key, its in solved.items()}
        for place, solved in groups.items()
    }
    return AnswerFile(path, joined, puzzles, tuple(notes))


def _told(
    path: Path, puzzles: PuzzleSet | None, wide: Wide, notes: list[str]
) -> tuple[Iterator[tuple[str, dict[str, Any]]], PuzzleSet, bool]:
    """The file's rows by our names for its columns, the puzzles, and whether it has right answers itself."""
    if path.suffix.lower() != ".csv":
        told = list(_json_rows(path))
        keys = list(dict.fromkeys(key for _, row in told for key in row))
        if puzzles is None:
            texts = [(place, {key: _plain_text(row.get(key)) for key in keys}) for place, row in told]
            puzzles = own_puzzles(path, keys, texts, wide, notes, repeated=True)
        return (
            ((place, _named(row, _names(list(row), place))) for place, row in told),
            puzzles,
            has_truths(keys),
        )
    columns, rows = csv_rows(path)
    own = has_truths(columns)
    where = f"{path}:1"
    if is_wide(columns, _MEANINGS, wide, where):
        if puzzles is None:
            puzzles = own_puzzles(path, columns, rows, wide, notes)
        return unfolded(path, columns, rows, puzzles, wide, notes), puzzles, own
    names = _names(columns, where)
    if puzzles is None:
        puzzles = own_puzzles(path, columns, rows, wide, notes, repeated=True)
    return ((place, _named(row, names)) for place, row in rows), puzzles, own


def _plain_text(value: object) -> str:
    """A JSON value as a cell would hold it; of what is neither text nor a number, nothing."""
    if isinstance(value, list):
        return "|".join(map(_plain_text, value))
    return str(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else ""


def _verdict(row: dict[str, Any], puzzle: Puzzle, where: str) -> Verdict:
    truths = (puzzle.answer, *puzzle.also_accept)
    given, reply = text_in(row, "answer", where), text_in(row, "reply", where)
    if given:
        return Verdict("answered", (_judged(given, truths),))
    if "reply" not in row:
        return Verdict("unparsed", (_judged(None, truths),))
    if not reply or says_nothing(reply):
        return Verdict("failed", (), Failed("empty"))
    return judge(truths, [Answered(reply)], 1)


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


def _joined(numbered: Mapping[int, _Attempt], of: str) -> Given:
    """What is given by several attempts: the first right one ends them, and so does a failure.

    Raises:
        InputError: One of them is missing: what was solved at the third would count as solved at once.
    """
    attempts = [numbered[number] for number in sorted(numbered)]
    if missing := next((number for number in range(1, len(numbered) + 1) if number not in numbered), None):
        raise InputError(
            f"attempt {missing} of {of} is missing.",
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


def _puzzle(row: dict[str, Any], puzzles: PuzzleSet, by_id: dict[str, list[Puzzle]], where: str) -> Puzzle:
    id = name_in(row, "id", where)
    if not id:
        raise InputError("the row has no id.", where=where)
    if id not in by_id and (number := whole_of(id)) is not None:
        id = str(number)
    lang = name_in(row, "lang", where)
    if lang:
        subset = parse_subset(lang, where=where)
        if f"{subset}:{id}" not in puzzles:
            raise InputError(f"{puzzles.name} has no puzzle {subset}:{shown(id)}.", where=where)
        return puzzles[f"{subset}:{id}"]
    if id in puzzles:
        return puzzles[id]
    found = by_id.get(id, [])
    if len(found) != 1:
        many_or_none = f"{len(found)} puzzles" if found else "no puzzle"
        what = f"{puzzles.name} has {many_or_none} with the id {shown(id)}."
        raise InputError(what, where=where, todo="Add a column lang." if found else "")
    return found[0]


def _json_rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    text = text_of(path)
    if path.suffix.lower() not in (".jsonl", ".ndjson"):
        raise InputError("is neither .csv nor .jsonl.", where=str(path))
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        where = f"{path}:{number}"
        try:
            row = json.loads(line)
        except ValueError as error:
            raise InputError(f"is no JSON ({error}).", where=where) from error
        except RecursionError:
            raise InputError("is no JSON that can be read (nested too deeply).", where=where) from None
        if not isinstance(row, dict):
            raise InputError("is no JSON object.", where=where)
        yield where, row


def _named(row: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    return {names[key]: value for key, value in row.items() if key in names}


def _names(found: Sequence[str], where: str) -> dict[str, str]:
    """What each column means; the first spelling of a meaning counts."""
    names: dict[str, str] = {}
    for column in found:
        key = column.strip().casefold()
        if key in _MEANINGS and _MEANINGS[key] not in names.values():
            names[column] = _MEANINGS[key]
    have = set(names.values())
    if "id" not in have or not have & {"answer", "reply"}:
        lacking = "id" if "id" not in have else "answer or reply"
        raise InputError(
            f"there is no column {lacking}.",
            where=where,
            todo=f"It has {', '.join(column.strip() for column in found) or 'none'}.",
        )
    return names
