"""Files of answers with a column a model."""

import csv
import json
from pathlib import Path

import pytest

from gander.errors import InputError
from gander.eyeq.puzzles import Puzzle
from gander.eyeq.score import score_answers
from gander.eyeq.sources import PuzzleSet
from gander.eyeq.wide import Wide

# The columns and the sign for no answer are REBUS's; the puzzles are made up.
REBUS = """Filename,Theme,Difficulty,Solution,Also accepted,Owl-7B,Crane
0001.jpg,Birds,Easy,GOOSE,,Goose,duck
0002.jpg,Birds,Hard,KING FISHER,KINGFISHER|HALCYON,kingfisher,[[NONE]]
0003.jpg,"Birds, small",Easy,WREN,,a wren,
0004.jpg,Birds,Easy,C++,,C,C++
"""


def write(folder: Path, text: str, name: str = "results.csv") -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def test_a_published_file_scores_as_counted_by_hand(tmp_path: Path) -> None:
    scored = score_answers(write(tmp_path, REBUS), None)
    told = {row.model: (row.n, row.correct, row.released, row.unparsed, row.failed) for row in scored}
    # Owl: goose and kingfisher; the released runner's cleanup also takes C for C++. Crane: C++ alone, and two
    # cells without an answer.
    assert told == {"Owl-7B": (4, 2, 3, 0, 0), "Crane": (4, 1, 1, 2, 0)}
    assert {(row.subset, row.variant) for row in scored} == {("en", "")}
    assert any("2 models, a column each: Owl-7B and Crane" in note for note in scored.notes)


@pytest.mark.parametrize("sign", [";", "\t"])
def test_spreadsheets_part_cells_with_other_signs(sign: str, tmp_path: Path) -> None:
    plain = "id,solution,Owl,Crane\n1,goose,Goose,duck\n2,swan,swan,\n"
    text = "\ufeff" + plain.replace(",", sign).replace("\n", "\r\n")
    ours = score_answers(write(tmp_path, plain), None)
    assert score_answers(write(tmp_path, text), None) == ours
    assert {row.model: (row.n, row.correct) for row in ours} == {"Owl": (2, 2), "Crane": (2, 0)}


def test_columns_can_be_chosen_and_left_out(tmp_path: Path) -> None:
    path = write(tmp_path, REBUS)
    chosen = score_answers(path, None, Wide(models=("Crane",), variant="none"))
    assert [(row.model, row.variant) for row in chosen] == [("Crane", "none")]
    left = score_answers(path, None, Wide(ignored=("owl-7b",)))
    assert [row.model for row in left] == ["Crane"]


def test_the_puzzles_given_count_and_what_differs_is_told(tmp_path: Path) -> None:
    puzzles = PuzzleSet(
        (Puzzle("1", "en", "goose", lambda: b""), Puzzle("2", "en", "swan", lambda: b"")),
        "folder",
        "mine",
        "sha256:0",
    )
    path = write(tmp_path, "id,solution,a,b\n1,goose,goose,swan\n2,duck,duck,swan\n")
    scored = score_answers(path, puzzles)
    assert {row.model: row.correct for row in scored} == {"a": 1, "b": 1}
    assert any("1 right answers of results.csv are not those of mine" in note for note in scored.notes)


def test_a_column_named_answer_is_the_right_one_only_if_that_is_said(tmp_path: Path) -> None:
    path = write(tmp_path, "id,lang,answer,a,b\n1,fa,کتاب,كتاب,دفتر\n")
    with pytest.raises(InputError, match="are the answers the right ones"):
        score_answers(path, None)
    scored = score_answers(path, None, Wide(models=("a", "b")))
    assert {row.model: (row.subset, row.correct) for row in scored} == {"a": ("fa", 1), "b": ("fa", 0)}


LONG = """id,model,solution,also_accepted,answer
1,Owl,goose,gander,Gander
1,Crane,goose,gander,duck
2,Owl,swan,,swan
2,Crane,swan,,
"""


@pytest.mark.parametrize("name", ["long.csv", "long.jsonl"])
def test_a_row_an_answer_may_have_the_right_one_too(name: str, tmp_path: Path) -> None:
    rows = list(csv.DictReader(LONG.splitlines()))
    text = LONG
    if name.endswith("jsonl"):
        accepted = [{**row, "also_accepted": [row["also_accepted"]]} for row in rows]
        text = "".join(json.dumps(row) + "\n" for row in accepted)
    scored = score_answers(write(tmp_path, text, name), None, Wide(variant="basic"))
    told = {row.model: (row.n, row.correct, row.unparsed) for row in scored}
    assert told["Owl"] == (2, 2, 0)
    assert told["Crane"] == (2, 0, 1)
    assert {row.subset for row in scored} == {"en"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"id": 1, "answer": "x"}\n', "the right answers are not in this file"),
        (
            '{"id": 1, "model": "a", "truth": "x", "answer": "x"}\n'
            '{"id": 1, "model": "b", "truth": "y", "answer": "x"}\n',
            "own.jsonl:2: 1 has the right answer y here and x in",
        ),
        ('{"id": 1, "truth": null, "answer": "x"}\n', "the right answer is '': nothing to compare"),
        ('{"id": 1, "truth": "x"}\n', "there is no column answer or reply"),
    ],
)
def test_right_answers_of_json_lines_that_cannot_be_used_are_told(
    text: str, words: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError) as caught:
        score_answers(write(tmp_path, text, "own.jsonl"), None)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("text", "wide", "words"),
    [
        ("id,a\n1,x\n", Wide(), "the right answers are not in this file"),
        ("solution,a\nx,x\n", Wide(), "there is no column id"),
        ("id,solution,a\n1,,x\n", Wide(), "results.csv:2: the right answer is '': nothing to compare"),
        ("id,solution,a\n1,y,x\n1,y,x\n", Wide(), "results.csv:3: 1 is there twice"),
        ("id,solution,a\n,y,x\n", Wide(), "results.csv:2: the row has no id"),
        ("id,solution,a\n1,کتاب,x\n", Wide(), "names no subset, and 'کتاب' is not English"),
        ("id,solution,a\n1,y,x\n", Wide(models=("b",)), "there is no column b"),
        ("id,solution\n1,y\n", Wide(), "there is no column answer or reply"),
        ("id,solution,a\n1,y\n", Wide(), "the row has fewer cells than columns"),
        ('id,solution,a\n1,y,"x\n2,z,z\n', Wide(), "cannot be read as CSV"),
    ],
)
def test_what_cannot_be_read_is_told(text: str, wide: Wide, words: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        score_answers(write(tmp_path, text), None, wide)
    assert words in str(caught.value)
