"""Files of answers with a row a puzzle and a column a model, as REBUS and others publish them.

Such a file often holds the right answers too; then no other source of puzzles is needed. A column that is
neither a puzzle's nor one of the usual remarks (theme, difficulty, …) is a model's.
"""

import hashlib
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gander.counted import many
from gander.errors import InputError
from gander.eyeq.cells import refuse_half
from gander.eyeq.matching import match_exact, normalises_to_nothing
from gander.eyeq.puzzles import SUBSETS, Puzzle, Subset, parse_subset
from gander.eyeq.sources import PuzzleSet
from gander.faults import listed, shown

__all__ = ["NO_ANSWER", "Wide", "has_truths", "is_wide", "own_puzzles", "unfolded"]

NO_ANSWER = ("[[NONE]]",)
"""What stands in cells for no answer, besides nothing at all; it is REBUS's."""

_Rows = Sequence[tuple[str, Mapping[str, str]]]

_IDS = ("id", "puzzle", "puzzle id", "filename", "file", "image")
_TRUTHS = ("solution", "truth", "correct answer", "right answer", "ground truth", "gold", "target", "answer")
_ALSO = ("also accepted", "also accept")
_LONG = ("lang", "language", "subset", "variant", "prompt", "temperature", "seed", "attempt")
_REMARKS = (
    *("theme", "difficulty", "category", "type", "source", "split", "description", "url", "link", "picture"),
    *("note", "notes", "comment", "comments", "author", "attribution", "hint", "length", "answer length"),
    *("exact spelling?", "specific reference", "reading?"),
)


@dataclass(frozen=True, kw_only=True)
class Wide:
    """How to read a file with a column a model.

    Attributes:
        models: The models' columns; empty for every column that is nothing else.
        ignored: Columns that are no models'.
        no_answer: What stands in a cell for no answer; so does an empty cell.
        subset: The subset of a file that names none; None to tell it from the right answers' script.
        variant: What was asked, for rows that do not name it.
    """

    models: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    no_answer: tuple[str, ...] = NO_ANSWER
    subset: Subset | None = None
    variant: str = ""


def has_truths(columns: Sequence[str]) -> bool:
    """Whether columns are named as puzzles' ids are, and as nothing but right answers is."""
    plain = set(map(_plain, columns))
    return bool(plain.intersection(_IDS)) and bool(plain.intersection(_TRUTHS) - {"answer"})


def is_wide(columns: Sequence[str], meanings: Mapping[str, str], wide: Wide, where: str) -> bool:
    """Whether a CSV file has a column a model.

    It has if that is said (`Wide.models`), or if none of its columns is a model's name, answer or reply and
    some can be models.

    Args:
        columns: The file's columns.
        meanings: What columns of files with a row an answer mean, by their spellings.
        wide: What was said about it.
        where: The heading's place.

    Raises:
        InputError: It can be read both ways, or a column that was named is not there.
    """
    for name in (*wide.models, *wide.ignored):
        if name not in columns and _plain(name) not in map(_plain, columns):
            raise InputError(f"there is no column {shown(name)}.", where=where, todo=_has(columns))
    if wide.models:
        return True
    found = {meanings.get(_plain(column)) for column in columns}
    models = [shown(column) for column in _models(columns, wide)]
    if not models or found & {"model", "reply"}:
        return False
    if "answer" in found:
        raise InputError(
            f"beside the answers there is {listed(models)}: are the answers the right ones, and is this "
            "a model's each?",
            where=where,
            todo="If so, name each with --model-column; if not, leave them out with --ignore-column.",
        )
    return True


def own_puzzles(
    path: Path, columns: Sequence[str], rows: _Rows, wide: Wide, notes: list[str], *, repeated: bool = False
) -> PuzzleSet:
    """The puzzles of a file that has the right answers itself; without their pictures.

    Args:
        path: The file.
        columns: Its columns.
        rows: Its rows.
        wide: How to read it.
        notes: Takes what was taken for granted.
        repeated: Whether it has a row an answer, and so several of a puzzle; what it calls answers is not
            what is right then.

    Raises:
        InputError: It has no right answers; or a row has none, or the id of another with other answers.
    """
    spellings = [name for name in _TRUTHS if not (repeated and name == "answer")]
    truth, also = _first(columns, spellings), _first(columns, _ALSO)
    if truth is None:
        raise InputError(
            "the right answers are not in this file.",
            where=str(path) if repeated else f"{path}:1",
            todo="Say which puzzles it answers: --data starter, hub, or a folder; or add them in a column"
            " solution.",
        )
    id, lang = _id_column(columns, f"{path}:1"), _first(columns, ("lang", "language", "subset"))
    default = wide.subset
    if lang is None and default is None:
        default = _by_script([row[truth] for _, row in rows], path)
        notes.append(f"{path.name} names no subset: its puzzles are taken as {default}.")
    puzzles: dict[str, Puzzle] = {}
    for where, row in rows:
        subset = parse_subset(row[lang], where=where) if lang else default
        assert subset is not None
        answers = [row[truth].strip(), *(text.strip() for text in (row[also].split("|") if also else ()))]
        answers = [answers[0], *filter(None, answers[1:])]
        for answer in answers:
            refuse_half(answer, "the right answer", where)
            if not answer or normalises_to_nothing(answer):
                raise InputError(f"the right answer is {shown(answer)}: nothing to compare.", where=where)
        puzzle = Puzzle(
            row[id].strip(), subset, answers[0], _no_picture(where), tuple(answers[1:]), where=where
        )
        if not puzzle.id:
            raise InputError("the row has no id.", where=where)
        before = puzzles.setdefault(puzzle.key, puzzle)
        if before is puzzle:
            continue
        if not repeated:
            raise InputError(f"{shown(puzzle.id)} is there twice.", where=where)
        if (before.answer, before.also_accept) != (puzzle.answer, puzzle.also_accept):
            told = [shown("|".join((each.answer, *each.also_accept))) for each in (puzzle, before)]
            raise InputError(
                f"{shown(puzzle.id)} has the right answer {told[0]} here and {told[1]} in {before.where}.",
                where=where,
                todo="If these are two puzzles, give them different ids, or a column lang.",
            )
    facts = "".join(f"{key}\t{its.answer}\t{its.also_accept}\n" for key, its in puzzles.items())
    revision = f"sha256:{hashlib.sha256(facts.encode(errors='surrogatepass')).hexdigest()}"
    return PuzzleSet(tuple(puzzles.values()), "folder", path.name, revision)


def unfolded(
    path: Path, columns: Sequence[str], rows: _Rows, puzzles: PuzzleSet, wide: Wide, notes: list[str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows of a file with a column a model, an answer at a time.

    Args:
        path: The file.
        columns: Its columns.
        rows: Its rows.
        puzzles: The puzzles; their answers are the right ones, whatever the file says.
        wide: How to read it.
        notes: Takes which columns were taken for models.

    Yields:
        The place, and the row by the names of a file with a row an answer.

    Raises:
        InputError: No column names the puzzles.
    """
    models = _models(columns, wide)
    id, truth = _id_column(columns, f"{path}:1"), _first(columns, _TRUTHS)
    rest = {_plain(column): column for column in columns if _plain(column) in _LONG}
    notes.append(f"{path.name} has {many(len(models), 'model')}, a column each: {listed(models)}.")
    nothing = {"", *(text.strip() for text in wide.no_answer)}
    differ = 0
    for where, row in rows:
        known = {name: row[column] for name, column in rest.items()}
        shared = {
            "id": row[id],
            "lang": known.get("lang") or known.get("language") or known.get("subset") or wide.subset,
            "variant": known.get("variant") or known.get("prompt"),
            **{name: known.get(name) for name in ("temperature", "seed", "attempt")},
        }
        if truth is not None and (puzzle := _known(puzzles, row[id].strip(), shared["lang"])) is not None:
            differ += not match_exact(row[truth], (puzzle.answer, *puzzle.also_accept)).equal
        for model in models:
            answer = row[model].strip()
            yield where, {**shared, "model": model, "answer": "" if answer in nothing else answer}
    if differ:
        notes.append(
            f"{differ} right answers of {path.name} are not those of {puzzles.name}; the latter count."
        )


def _known(puzzles: PuzzleSet, id: str, lang: str | None) -> Puzzle | None:
    keys = [f"{parse_subset(lang)}:{id}"] if lang else [f"{subset}:{id}" for subset in SUBSETS]
    found = [puzzles[key] for key in keys if key in puzzles]
    return found[0] if len(found) == 1 else None


def _models(columns: Sequence[str], wide: Wide) -> list[str]:
    if wide.models:
        named = set(map(_plain, wide.models))
        return [column for column in columns if _plain(column) in named]
    apart = {*_IDS, *_TRUTHS, *_ALSO, *_LONG, *_REMARKS, *map(_plain, wide.ignored), ""}
    return [column for column in columns if _plain(column) not in apart]


def _first(columns: Sequence[str], spellings: Sequence[str]) -> str | None:
    """The column with the first of these spellings that there is."""
    known = {_plain(column): column for column in columns}
    return next((known[spelling] for spelling in spellings if spelling in known), None)


def _id_column(columns: Sequence[str], where: str) -> str:
    id = _first(columns, _IDS)
    if id is None:
        raise InputError(
            "there is no column id.", where=where, todo=f"Known: {listed(_IDS, 'or')}. {_has(columns)}"
        )
    return id


def _by_script(answers: Sequence[str], path: Path) -> Subset:
    """English, unless an answer has letters of another script."""
    for answer in answers:
        if any(char.isalpha() and not unicodedata.name(char, "").startswith("LATIN") for char in answer):
            raise InputError(
                f"names no subset, and {shown(answer)} is not English.",
                where=str(path),
                todo="Add a column lang, or give --subset.",
            )
    return "en"


def _no_picture(where: str) -> Callable[[], bytes]:
    def image() -> bytes:
        raise InputError("a file of answers has no pictures.", where=where)

    return image


def _has(columns: Sequence[str]) -> str:
    return f"It has {', '.join(column.strip() for column in columns) or 'none'}."


def _plain(column: str) -> str:
    return " ".join(column.replace("_", " ").split()).casefold()
