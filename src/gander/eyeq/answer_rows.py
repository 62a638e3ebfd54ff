"""The rows of files of answers (CSV or JSON lines) by our names for their columns."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from gander.errors import InputError
from gander.eyeq.csv_rows import csv_rows, text_of
from gander.eyeq.sources import PuzzleSet
from gander.eyeq.wide import Wide, has_truths, is_wide, own_puzzles, unfolded

__all__ = ["answer_rows", "look_like_answers"]

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


def look_like_answers(columns: Sequence[str]) -> bool:
    """Whether columns look like those of a file of answers: a row an answer, or models' beside right ones.

    A table of puzzles does not, nor do the samples that an analysis lists.
    """
    if "row" in columns or "image" in columns:
        return False
    found = {_MEANINGS.get(column.strip().casefold()) for column in columns}
    return ({"id", "model"} <= found and bool(found & {"answer", "reply"})) or has_truths(columns)


def answer_rows(
    path: Path, puzzles: PuzzleSet | None, wide: Wide, notes: list[str]
) -> tuple[Iterator[tuple[str, dict[str, Any]]], PuzzleSet, bool]:
    """A file's rows, each with its place, by our names for its columns.

    Args:
        path: The file.
        puzzles: The puzzles; None if the file has the right answers itself.
        wide: How to read a file with a column a model.
        notes: Takes what was taken for granted.

    Returns:
        The rows, the puzzles, and whether the file has right answers itself.

    Raises:
        InputError: The file cannot be read, or lacks a column.
    """
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
