"""Scoring answers that were produced elsewhere: a CSV or JSON-lines file, and the puzzles."""

import csv
import io
import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from gander.errors import InputError
from gander.eyeq.answers import Reading
from gander.eyeq.demos import evaluated
from gander.eyeq.matching import match_exact, match_released
from gander.eyeq.puzzles import Puzzle, Subset, parse_subset
from gander.eyeq.report import Row, beside_floor, count
from gander.eyeq.solve import Judged, Verdict, judge, says_nothing
from gander.eyeq.sources import PuzzleSet
from gander.faults import shown
from gander.models.failures import Answered, Failed

__all__ = ["Scored", "score_answers"]

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


_WHOLE = re.compile(r"([+-]?\d{1,18})(?:\.0*)?", re.ASCII)  # 2.0 is how some programs write a 2
_HALF = re.compile("[\ud800-\udfff]")  # of a character: a lone surrogate, which cannot be written

_Group: TypeAlias = tuple[str, str, Subset, float | None, int | None]


class Scored(list[Row]):
    """The rows, and what the person who asked should know about them.

    Attributes:
        notes: Sentences; empty if there is nothing to say.
    """

    def __init__(self, rows: Iterable[Row], notes: tuple[str, ...] = ()) -> None:
        super().__init__(rows)
        self.notes = notes


def score_answers(path: Path, puzzles: PuzzleSet) -> Scored:
    """Score a file of answers.

    Columns: the puzzle's ``id``, ``lang`` (needed only if ids repeat among subsets), ``model``,
    ``variant``, and ``answer`` or ``reply`` (read as a model's reply is), and perhaps ``temperature``,
    ``seed`` and ``attempt``. An empty answer is an answer that is wrong and counts as unparsed; an empty
    reply is a call that failed. Where both are there, the answer counts if there is one, else the reply.

    Rows of puzzles that no variant is evaluated on (`gander.eyeq.demos.evaluated`) are left out.

    Args:
        path: A ``.csv`` or ``.jsonl`` file.
        puzzles: The puzzles.

    Raises:
        InputError: The file cannot be read, a row lacks something or names no puzzle, two rows answer the
            same, or there is nothing to score; with file and line.
    """
    asked = {puzzle.key for puzzle in evaluated(puzzles)}
    by_id: dict[str, list[Puzzle]] = {}
    for puzzle in puzzles:
        by_id.setdefault(puzzle.id, []).append(puzzle)
    groups: dict[_Group, dict[str, dict[int, Verdict]]] = {}
    left_out = rows = 0
    for where, row in _rows(path):
        rows += 1
        puzzle = _puzzle(row, puzzles, by_id, where)
        attempt = _whole(row, "attempt", where)
        if attempt is not None and attempt < 1:
            raise InputError(f"attempt is {attempt}; the first is 1.", where=where)
        group = (
            _name(row, "model", where) or path.stem.encode(errors="replace").decode(),
            _name(row, "variant", where),
            puzzle.subset,
            _temperature(row, where),
            _whole(row, "seed", where),
        )
        if puzzle.key not in asked:
            left_out += 1
            continue
        given = groups.setdefault(group, {}).setdefault(puzzle.key, {})
        if (attempt or 1) in given:
            raise InputError(f"{puzzle.key} is answered twice for {group[0]}, {group[1]}.", where=where)
        given[attempt or 1] = _verdict(row, puzzle, where)
    if not groups:
        what = "has only rows of demonstrations, which are never evaluated." if rows else "has no rows."
        raise InputError(what, where=str(path))
    notes: list[str] = []
    if left_out:
        notes.append(
            f"{left_out} of {rows} rows left out: their puzzles are the demonstrations of few_shot, on which "
            "no variant is evaluated."
        )
    numbers = Counter(puzzle.subset for puzzle in evaluated(puzzles))
    if missing := sum(numbers[group[2]] - len(given) for group, given in groups.items()):
        notes.append(
            f"{missing} answers to puzzles of these subsets are not in the file, and not counted as wrong."
        )
    counted: list[tuple[Row, Mapping[str, Verdict]]] = []
    for (model, variant, subset, temperature, seed), solved in groups.items():
        joined = {key: _joined([its[number] for number in sorted(its)]) for key, its in solved.items()}
        counted.append(
            (
                count(
                    joined.values(),
                    model=model,
                    variant=variant,
                    subset=subset,
                    temperature=temperature,
                    seed=seed,
                    of=numbers[subset],
                ),
                joined,
            )
        )
    return Scored(beside_floor(counted), tuple(notes))


def _verdict(row: dict[str, Any], puzzle: Puzzle, where: str) -> Verdict:
    truths = (puzzle.answer, *puzzle.also_accept)
    given, reply = _text(row, "answer", where), _text(row, "reply", where)
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


def _joined(verdicts: list[Verdict]) -> Verdict:
    """One verdict from those of the attempts: the first right one ends them, and so does a failure."""
    attempts: tuple[Judged, ...] = ()
    for verdict in verdicts:
        attempts += verdict.attempts
        if verdict.correct or verdict.status == "failed":
            break
    return Verdict(verdict.status, attempts, verdict.failure)


def _puzzle(row: dict[str, Any], puzzles: PuzzleSet, by_id: dict[str, list[Puzzle]], where: str) -> Puzzle:
    id = _name(row, "id", where)
    if not id:
        raise InputError("the row has no id.", where=where)
    if id not in by_id and (whole := _WHOLE.fullmatch(id)):
        id = str(int(whole[1]))
    lang = _name(row, "lang", where)
    if lang:
        subset = parse_subset(lang, where=where)
        if f"{subset}:{id}" not in puzzles:
            raise InputError(f"{puzzles.name} has no puzzle {subset}:{shown(id)}.", where=where)
        return puzzles[f"{subset}:{id}"]
    if id in puzzles:
        return puzzles[id]
    found = by_id.get(id, [])
    if len(found) != 1:
        number = f"{len(found)} puzzles" if found else "no puzzle"
        what = f"{puzzles.name} has {number} with the id {shown(id)}."
        raise InputError(what, where=where, todo="Add a column lang." if found else "")
    return found[0]


def _text(row: dict[str, Any], name: str, where: str) -> str:
    value = row.get(name)
    if value is None:
        return ""
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        raise InputError(f"{name} is neither text nor a number.", where=where)
    return str(value).strip()


def _name(row: dict[str, Any], name: str, where: str) -> str:
    text = _text(row, name, where)
    if _HALF.search(text):
        raise InputError(f"{name} holds half a character (a lone surrogate): {shown(text)}.", where=where)
    return text


def _temperature(row: dict[str, Any], where: str) -> float | None:
    text = _text(row, "temperature", where)
    if not text:
        return None
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number < math.inf:
        raise InputError(f"temperature must be a number from 0, not {shown(text)}.", where=where)
    return number


def _whole(row: dict[str, Any], name: str, where: str) -> int | None:
    text = _text(row, name, where)
    if not text:
        return None
    found = _WHOLE.fullmatch(text)
    if found is None:
        raise InputError(f"{name} must be a whole number, not {shown(text)}.", where=where)
    return int(found[1])


def _rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"cannot be read ({(error.strerror or '').lower()}).", where=str(path)) from error
    except UnicodeDecodeError as error:
        raise InputError("is not UTF-8 text.", where=str(path)) from error
    if path.suffix.lower() == ".csv":
        yield from _csv_rows(path, text)
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
        except RecursionError:
            raise InputError("is no JSON that can be read (nested too deeply).", where=where) from None
        if not isinstance(row, dict):
            raise InputError("is no JSON object.", where=where)
        names = _names(list(row), where)
        yield where, {names[key]: value for key, value in row.items() if key in names}


def _csv_rows(path: Path, text: str) -> list[tuple[str, dict[str, Any]]]:
    # A reply may be longer than the 131,072 characters that Python's reader takes for a mistake.
    usual = csv.field_size_limit(max(len(text), csv.field_size_limit()))
    where, rows = f"{path}:1", []
    try:
        reader = csv.DictReader(io.StringIO(text, newline=""))
        columns = [column.strip().casefold() for column in reader.fieldnames or ()]
        if doubled := sorted({column for column in columns if column and columns.count(column) > 1}):
            raise InputError(f"column {shown(doubled[0])} is given twice.", where=where)
        names = _names(list(reader.fieldnames or ()), where)
        for row in reader:
            where = f"{path}:{reader.line_num}"
            if None in row or None in row.values():
                # A row cut short would otherwise be an empty answer, which is wrong.
                number = "more" if None in row else "fewer"
                raise InputError(f"the row has {number} cells than columns.", where=where)
            rows.append((where, {names[key]: value for key, value in row.items() if key in names}))
    except csv.Error as error:
        raise InputError(f"cannot be read as CSV ({error}).", where=where) from error
    finally:
        csv.field_size_limit(usual)
    return rows


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
