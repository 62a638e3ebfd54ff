"""Answers from elsewhere, scored by the same rules."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from gander.errors import InputError
from gander.eyeq.analysis.gather import gather
from gander.eyeq.place import FLOOR
from gander.eyeq.puzzles import Puzzle
from gander.eyeq.score import score_answers
from gander.eyeq.sources import PuzzleSet
from gander.report.eyeq.files import samples_jsonl
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
        (
            "a.csv",
            "id,lang,model,temperature,attempt,answer\n1,en,m,0.5,2,x\n1,en,m,0.5,2,y\n",
            "a.csv:3: en:1 is answered twice for m, temperature 0.5, attempt 2",
        ),
        (
            "a.csv",
            "id,lang,model,variant,attempt,answer\n1,en,m,refine,3,x\n",
            "a.csv:2: attempt 1 of en:1 for m, refine is missing",
        ),
        (
            "a.csv",
            "id,lang,model,variant,attempt,answer\n1,en,m,refine,3,x\n1,en,m,refine,1,y\n",
            "a.csv:3: attempt 2 of en:1 for m, refine is missing",
        ),
        ("a.csv", "id,lang\n1,en\n", "no column answer or reply"),
        ("a.csv", "id,lang,answer\n1,xx,y\n", "there is no subset 'xx'"),
        ("a.jsonl", '{"id": "1"\n', "a.jsonl:1: is no JSON"),
        ("a.txt", "x", "neither .csv nor .jsonl"),
        ("a.csv", "id,answer\n", "a.csv: has no rows"),
        ("a.jsonl", "\n", "a.jsonl: has no rows"),
        ("a.csv", "", "a.csv: is empty"),
        ("a.jsonl", "", "a.jsonl: is empty"),
        ("a.csv", "Model,id,answer,Model\nm,1,x,m\n", "a.csv:1: column Model is given twice."),
        *[
            (name, text, "has no puzzle en:9. The file has right answers itself: it needs no --data.")
            for name, text in [
                ("a.csv", "id,lang,answer,solution\n9,en,x,goose\n"),
                ("a.csv", "id,lang,Solution,owl\n9,en,goose,x\n"),
                ("a.jsonl", '{"id": 9, "lang": "en", "answer": "x", "truth": "goose"}'),
            ]
        ],
        ("a.csv", "id,lang,answer\n1,en,x\n2,en\n", "a.csv:3: the row has fewer cells than columns"),
        ("a.csv", "id,lang,answer\n1,en,x,y\n", "a.csv:2: the row has more cells than columns"),
        ("a.csv", "id,ID,lang,answer\n1,2,en,x\n", "a.csv:1: column id is given twice (again as ID)"),
        *[
            ("a.csv", f"id,lang,answer,{name}\n1,en,x,{value}\n", f"a.csv:2: {name} {words}")
            for name, value, words in [
                ("attempt", "nan", "must be a whole number, not nan"),
                ("attempt", "inf", "must be a whole number"),
                ("attempt", "1e400", "must be a whole number"),
                ("attempt", "1.5", "must be a whole number"),
                ("attempt", "-3", "is -3; the first is 1"),
                ("attempt", "0", "is 0; the first is 1"),
                ("temperature", "nan", "must be a number from 0, not nan"),
                ("temperature", "1e400", "must be a number from 0"),
                ("temperature", "-1", "must be a number from 0"),
                ("temperature", "hot", "must be a number from 0, not hot"),
                ("seed", "x", "must be a whole number, not x"),
                ("seed", "9" * 30, "must be a whole number"),
            ]
        ],
        (
            "a.jsonl",
            '{"id": 1, "attempt": NaN, "lang": "en", "answer": "x"}',
            "attempt must be a whole number",
        ),
        ("a.jsonl", "[" * 100_000, "a.jsonl:1: is no JSON that can be read (nested too deeply)"),
        ("a.jsonl", '{"id": "1", "lang": "en", "answer": ["x"]}', "answer is neither text nor a number"),
        ("a.jsonl", '{"id": "\\ud800", "lang": "en", "answer": "x"}', "id holds half a character"),
        (
            "a.jsonl",
            '{"id": "1", "lang": "en", "model": "m\\udc00", "answer": "x"}',
            r"a.jsonl:1: model holds half a character (a lone surrogate): 'm\udc00'",
        ),
    ],
)
def test_what_cannot_be_scored_is_told_by_line(name: str, text: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        score_answers(write(tmp_path, name, text), PUZZLES)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (
            "1,en,m,basic,1,duck\n1,en,m,basic,2,goose\n",
            "a.csv:2: the variant basic allows 1 attempt; en:1 has 2 for m. With 2 attempts it is called"
            " refine2.",
        ),
        (
            f"1,en,{FLOOR},basic,1,goose\n",
            "a.csv:2: en:1 is answered goose, where the hint floor answers",
        ),
        (f"1,en,{FLOOR},mine,1,goose\n", "cannot be told, for the variant is not known"),
    ],
)
def test_answers_must_fit_what_they_are_called_as_in_an_analysis(
    rows: str, words: str, tmp_path: Path
) -> None:
    file = write(tmp_path, "a.csv", f"id,lang,model,variant,attempt,answer\n{rows}")
    for read in (lambda: score_answers(file, PUZZLES), lambda: gather([file], PUZZLES)):
        with pytest.raises(InputError) as caught:
            read()
        assert words in str(caught.value)


def test_which_right_answers_counted_is_told_where_there_are_two(tmp_path: Path) -> None:
    told = "a.csv has right answers itself; by --data those of mine count."
    for text in (
        "id,lang,model,answer,solution\n1,en,m,goose,duck\n",
        "id,lang,solution,m\n1,en,duck,goose\n",
    ):
        file = write(tmp_path, "a.csv", text)
        scored = score_answers(file, PUZZLES)
        assert [row.correct for row in scored] == [1]
        assert told in scored.notes
        assert told in gather([file], PUZZLES).notes
        alone = score_answers(file, None)
        assert [row.correct for row in alone] == [0]
        assert told not in alone.notes
    given = write(tmp_path, "a.csv", "id,lang,answer\n1,en,goose\n2,en,x\n")
    assert score_answers(given, PUZZLES).notes == ()


def test_long_and_strange_replies_are_read(tmp_path: Path) -> None:
    replies = ["think " * 30_000 + "\nFinal answer: goose", "[" * 100_000]
    lines = [f'{number},en,"{text}"' for number, text in enumerate(replies, 1)]
    (row,) = score_answers(write(tmp_path, "a.csv", "\n".join(["id,lang,reply", *lines])), PUZZLES)
    assert (row.model, row.n, row.correct) == ("a", 2, 1)


def test_half_a_character_is_no_character_in_an_answer_and_refused_in_a_right_one(tmp_path: Path) -> None:
    """What a model said is read as in a run; what a person wrote can be mended."""
    for said in ('"answer": "goo\\ud800se"', '"reply": "{\\"final_answer\\": \\"goo\\ud800se\\"}"'):
        file = write(tmp_path, "a.jsonl", f'{{"id": "1", "lang": "en", "variant": "basic", {said}}}')
        (row,) = score_answers(file, PUZZLES)
        assert (row.n, row.correct) == (1, 0)
        (sample, _) = gather([file], PUZZLES).samples
        assert sample.answer == "goo\ufffdse"
        assert "goo\ufffdse" in samples_jsonl(gather([file], PUZZLES)).decode()
    for right in ('"solution": "\\ud800k"', '"solution": "duck", "also_accepted": ["a", "\\udc00k"]'):
        file = write(tmp_path, "b.jsonl", f'{{"id": "1", "answer": "x", {right}}}')
        for read in (lambda file=file: score_answers(file, None), lambda file=file: gather([file])):
            with pytest.raises(InputError) as caught:
                read()
            assert "b.jsonl:1: the right answer holds half a character (a lone surrogate)" in str(
                caught.value
            )
            assert "Write the character whole, or leave it out." in str(caught.value)


def test_attempts_beyond_a_variants_name_are_told_as_in_an_analysis(tmp_path: Path) -> None:
    rows = [f"1,en,m,refine2,{attempt},duck" for attempt in (1, 2, 3)]
    rows += [f"2,en,m,refine2,{attempt},duck" for attempt in (1, 2)]
    text = "\n".join(["id,lang,model,variant,attempt,answer", *rows])
    file = write(tmp_path, "a.csv", text)
    told = (
        "The variant refine2 allows 2 attempts by its name; a file has 3, and so many are taken as allowed."
        " 1 wrong answer had fewer."
    )
    assert told in score_answers(file, PUZZLES).notes
    assert told in gather([file], PUZZLES).notes


def test_an_empty_reply_beside_an_empty_answer_is_a_call_that_failed(tmp_path: Path) -> None:
    text = "id,lang,answer,reply\n1,en,,\n2,en,,paradise\n"
    (row,) = score_answers(write(tmp_path, "a.csv", text), PUZZLES)
    assert (row.n, row.correct, row.failed, row.unparsed) == (1, 1, 1, 0)


def test_what_comes_after_the_right_answer_does_not_count(tmp_path: Path) -> None:
    text = "id,lang,attempt,reply\n1,en,1,goose\n1,en,2,\n2,en,1,hell\n2,en,2.0,\n"
    (row,) = score_answers(write(tmp_path, "a.csv", text), PUZZLES)
    assert (row.n, row.correct, row.failed, row.attempts) == (1, 1, 1, 1)


def test_seeds_and_temperatures_are_apart(tmp_path: Path) -> None:
    text = "id,lang,temperature,seed,answer\n1,en,0,1,goose\n1,en,0,2,duck\n1,en,0.5,,duck\n"
    rows = score_answers(write(tmp_path, "a.csv", text), PUZZLES)
    assert [(row.temperature, row.seed, row.correct) for row in rows] == [
        (0, 1, 1),
        (0, 2, 0),
        (0.5, None, 0),
    ]


def test_whole_numbers_that_a_program_wrote_as_fractions_are_ids(tmp_path: Path) -> None:
    (row,) = score_answers(write(tmp_path, "a.csv", "id,lang,answer\n1.0,en,goose\n"), PUZZLES)
    assert (row.n, row.correct) == (1, 1)
    (row,) = score_answers(write(tmp_path, "a.jsonl", '{"id": 2.0, "answer": "paradise"}\n'), PUZZLES)
    assert (row.n, row.correct) == (1, 1)


def test_what_the_file_has_no_answer_of_is_counted_apart(tmp_path: Path) -> None:
    scored = score_answers(write(tmp_path, "a.csv", "id,lang,answer\n1,en,goose\n"), PUZZLES)
    assert [(row.n, row.accuracy, row.not_asked) for row in scored] == [(1, 1.0, 1)]
    (note,) = scored.notes
    assert note.startswith("1 answers to puzzles of these subsets are not in the file")


def test_demonstrations_are_left_out_as_runs_leave_them_out(
    make_set: Callable[..., PuzzleSet], tmp_path: Path
) -> None:
    shown = [("en", "1", "Circumference"), ("en", "25", "Needle"), ("en", "117", "Winston Churchill")]
    copy = make_set(*shown, ("en", "2", "Therapist"))
    path = write(tmp_path, "a.csv", "id,answer\n1,Circumference\n25,Needle\n2,Duck\n")
    scored = score_answers(path, copy)
    assert [(row.n, row.correct) for row in scored] == [(1, 0)]
    (note,) = scored.notes
    assert note.startswith("2 of 3 rows left out: their puzzles are the demonstrations")
    assert scored[0].not_asked == 0
    with pytest.raises(InputError, match="only rows of demonstrations"):
        score_answers(write(tmp_path, "b.csv", "id,answer\n1,Circumference\n"), copy)
    assert score_answers(path, make_set(*shown[:2], ("en", "2", "Therapist"))).notes == ()


def test_the_command_on_the_starter_set(tmp_path: Path) -> None:
    path = write(
        tmp_path, "a.csv", "id,lang,model,variant,answer\n1,en,human,none,Paradise\n2,en,human,none,feline\n"
    )
    done = eyeq("score", "--data", "starter", "--answers", str(path), "--json", str(tmp_path / "s.json"))
    assert done.returncode == 0, done.stderr
    (row,) = json.loads((tmp_path / "s.json").read_text())
    assert (row["model"], row["n"], row["correct"], row["accuracy"]) == ("human", 2, 1, 0.5)
