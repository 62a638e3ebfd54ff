"""Scoring answers that were produced elsewhere: a CSV or JSON-lines file, and the puzzles."""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gander.errors import InputError
from gander.eyeq.answers import Reading
from gander.eyeq.matching import match_exact, match_released
from gander.eyeq.puzzles import Puzzle, Subset, parse_subset
from gander.eyeq.report import Row, count, sort_rows
from gander.eyeq.solve import Judged, Verdict, judge
from gander.eyeq.sources import PuzzleSet
from gander.models.failures import Answered, Failed

__all__ = ["score_answers"]

_COLUMNS = {
    "id": ("id", "puzzle", "puzzle_id"),
    "lang": ("lang", "language", "subset"),
    "model": ("model",),
    "variant": ("variant", "prompt"),
    "answer": ("answer", "final_answer", "prediction"),
    "reply": ("reply", "response", "output"),
    "temperature": ("temperature",),
    "attempt": ("attempt",),
}


def score_answers(path: Path, puzzles: PuzzleSet) -> list[Row]:
    """Score a file of answers.

    Columns: the puzzle's ``id``, ``lang`` (needed only if ids repeat among subsets), ``model``,
    ``variant``, and ``answer`` or ``reply`` (read as a model's reply is), and perhaps ``temperature`` and
    ``attempt``. An empty answer is an answer that is wrong and counts as unparsed; an empty reply is a call
    that failed.

    Args:
        path: A ``.csv`` or ``.jsonl`` file.
        puzzles: The puzzles.

    Raises:
        InputError: The file cannot be read, a row lacks something or names no puzzle, or two rows answer
            the same; with file and line.
    """
    groups: dict[tuple[str, str, Subset, float | None], dict[str, dict[int, Verdict]]] = {}
    for where, row in _rows(path):
        puzzle = _puzzle(row, puzzles, where)
        temperature = _number(row.get("temperature"), "temperature", where)
        attempt = int(_number(row.get("attempt"), "attempt", where) or 1)
        group = (_text(row, "model") or path.stem, _text(row, "variant") or "", puzzle.subset, temperature)
        given = groups.setdefault(group, {}).setdefault(puzzle.key, {})
        if attempt in given:
            raise InputError(f"{puzzle.key} is answered twice for {group[0]}, {group[1]}.", where=where)
        given[attempt] = _verdict(row, puzzle)
    return sort_rows(
        count(
            (_joined([attempts[number] for number in sorted(attempts)]) for attempts in given.values()),
            model=model,
            variant=variant,
            subset=subset,
            temperature=temperature,
        )
        for (model, variant, subset, temperature), given in groups.items()
    )


def _verdict(row: dict[str, Any], puzzle: Puzzle) -> Verdict:
    truths = (puzzle.answer, *puzzle.also_accept)
    given, reply = _text(row, "answer"), _text(row, "reply")
    if given:
        judged = _judged(given, truths)
        return Verdict("answered", (judged,))
    if reply:
        verdict = judge(truths, [Answered(str(row["reply"]))], 1)
        empty = verdict.attempts[0].reading.status == "empty"
        return Verdict("failed", (), Failed("empty")) if empty else verdict
    if "answer" in row:
        return Verdict("unparsed", (_judged(None, truths),))
    return Verdict("failed", (), Failed("empty"))


def _judged(answer: str | None, truths: tuple[str, ...]) -> Judged:
    reading = Reading(answer, (), (), "unparsed" if answer is None else "answered", ("given as an answer",))
    return Judged(reading, match_exact(answer, truths), match_released(answer or "", truths[0]))


def _joined(verdicts: list[Verdict]) -> Verdict:
    """One verdict from those of the attempts."""
    for verdict in verdicts:
        if verdict.status == "failed":
            return verdict
    attempts = tuple(attempt for verdict in verdicts for attempt in verdict.attempts)
    return Verdict(verdicts[-1].status, attempts)


def _puzzle(row: dict[str, Any], puzzles: PuzzleSet, where: str) -> Puzzle:
    id = _text(row, "id")
    if not id:
        raise InputError("the row has no id.", where=where)
    lang = _text(row, "lang")
    if lang:
        key = f"{parse_subset(lang, where=where)}:{id}"
        if key not in puzzles:
            raise InputError(f"{puzzles.name} has no puzzle {key}.", where=where)
        return puzzles[key]
    if id in puzzles:
        return puzzles[id]
    found = [puzzle for puzzle in puzzles if puzzle.id == id]
    if len(found) != 1:
        number = f"{len(found)} puzzles" if found else "no puzzle"
        what = f"{puzzles.name} has {number} with the id {id}."
        raise InputError(what, where=where, todo="Add a column lang." if found else "")
    return found[0]


def _text(row: dict[str, Any], name: str) -> str:
    value = row.get(name)
    return "" if value is None else str(value).strip()


def _number(value: object, name: str, where: str) -> float | None:
    if value is None or value == "":
        return None
    try:
        return float(str(value))
    except ValueError:
        raise InputError(f"{name} is no number: {value!r}.", where=where) from None


def _rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"cannot be read ({(error.strerror or '').lower()}).", where=str(path)) from error
    except UnicodeDecodeError as error:
        raise InputError("is not UTF-8 text.", where=str(path)) from error
    if path.suffix.lower() == ".csv":
        reader = csv.DictReader(io.StringIO(text, newline=""))
        names = _names(list(reader.fieldnames or ()), f"{path}:1")
        for row in reader:
            if None in row:
                raise InputError("the row has more cells than columns.", where=f"{path}:{reader.line_num}")
            yield f"{path}:{reader.line_num}", {names[k]: v for k, v in row.items() if k in names}
        return
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
        if not isinstance(row, dict):
            raise InputError("is no JSON object.", where=where)
        names = _names(list(row), where)
        yield where, {names[key]: value for key, value in row.items() if key in names}


def _names(found: list[str], where: str) -> dict[str, str]:
    """What each column means; the first spelling of a meaning counts."""
    meaning = {spelling: name for name, spellings in _COLUMNS.items() for spelling in spellings}
    names: dict[str, str] = {}
    for column in found:
        key = column.strip().casefold()
        if key in meaning and meaning[key] not in names.values():
            names[column] = meaning[key]
    have = set(names.values())
    if "id" not in have or not have & {"answer", "reply"}:
        lacking = "id" if "id" not in have else "answer or reply"
        raise InputError(
            f"there is no column {lacking}.",
            where=where,
            todo=f"It has {', '.join(column.strip() for column in found) or 'none'}.",
        )
    return names
