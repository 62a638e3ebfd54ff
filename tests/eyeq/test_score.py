"""Answers from elsewhere, scored by the same rules."""

import json
from pathlib import Path

import pytest

from gander.errors import InputError
from gander.eyeq.puzzles import Puzzle
from gander.eyeq.score import score_answers
from gander.eyeq.sources import PuzzleSet
from tests.eyeq.runs import eyeq

PUZZLES = PuzzleSet(
    (
        Puzzle("1", "en", "goose", lambda: b""),
        Puzzle("2", "en", "paradise", lambda: b""),
        Puzzle("1", "fa", "کتاب", lambda: b""),
    ),
    "folder",
    "mine",
    "sha256:0",
)


def write(folder: Path, name: str, text: str) -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def test_csv_with_answers(tmp_path: Path) -> None:
    given = ["1,en,m,basic,Goose", "2,english,m,basic,hell", "1,pe,m,basic,كتاب", "2,en,o,basic,"]
    text = "\n".join(["id,lang,model,variant,answer", *given, ""])
    rows = score_answers(write(tmp_path, "a.csv", text), PUZZLES)
    told = {(row.model, row.subset): (row.n, row.correct, row.released, row.unparsed) for row in rows}
    assert told == {("m", "en"): (2, 1, 1, 0), ("m", "fa"): (1, 1, 0, 0), ("o", "en"): (1, 0, 0, 1)}


def test_jsonl_with_replies_of_several_attempts(tmp_path: Path) -> None:
    replies = [
        {"id": "1", "lang": "en", "model": "m", "variant": "refine", "attempt": 1, "reply": "duck"},
        {
            "id": 1,
            "lang": "en",
            "model": "m",
            "variant": "refine",
            "attempt": 2,
            "reply": '{"final_answer": "goose"}',
        },
        {"id": "2", "lang": "en", "model": "m", "variant": "refine", "reply": None},
    ]
    path = write(tmp_path, "a.jsonl", "".join(json.dumps(line) + "\n" for line in replies))
    (row,) = score_answers(path, PUZZLES)
    assert (row.n, row.correct, row.failed, row.attempts) == (1, 1, 1, 2)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.csv", "id,lang,answer\n9,en,x\n", "a.csv:2: mine has no puzzle en:9"),
        ("a.csv", "id,answer\n1,x\n", "2 puzzles with the id 1"),
        ("a.csv", "id,lang,answer\n1,en,x\n1,en,y\n", "a.csv:3: en:1 is answered twice"),
        ("a.csv", "id,lang\n1,en\n", "no column answer or reply"),
        ("a.csv", "id,lang,answer\n1,xx,y\n", "there is no subset 'xx'"),
        ("a.jsonl", '{"id": "1"\n', "a.jsonl:1: is no JSON"),
        ("a.txt", "x", "neither .csv nor .jsonl"),
    ],
)
def test_what_cannot_be_scored_is_told_by_line(name: str, text: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        score_answers(write(tmp_path, name, text), PUZZLES)
    assert words in str(caught.value)


def test_the_command_on_the_starter_set(tmp_path: Path) -> None:
    path = write(
        tmp_path, "a.csv", "id,lang,model,variant,answer\n1,en,human,none,Paradise\n2,en,human,none,feline\n"
    )
    done = eyeq("score", "--data", "starter", "--answers", str(path), "--json", str(tmp_path / "s.json"))
    assert done.returncode == 0, done.stderr
    (row,) = json.loads((tmp_path / "s.json").read_text())
    assert (row["model"], row["n"], row["correct"], row["accuracy"]) == ("human", 2, 1, 0.5)
