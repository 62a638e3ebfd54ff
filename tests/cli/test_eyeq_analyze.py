"""``gander eyeq analyze`` as it is called."""

import csv
import json
import sys
from pathlib import Path

import pytest

from gander.cli import main
from tests.eyeq.runs import eyeq

COLUMBUS = Path(__file__).resolve().parents[3] / "shared" / "eyeq" / "columbus"


def test_a_published_file_in_one_command(tmp_path: Path) -> None:
    """Accuracies as counted by hand: Owl solves 2 of 3, Crane 1."""
    file = tmp_path / "results.csv"
    rows = ["Filename,Theme,Solution,Owl-7B,Crane-70B", "1.jpg,Birds,GOOSE,Goose,duck"]
    rows += ["2.jpg,Birds,WREN,wren,[[NONE]]", "3.jpg,Birds,SWAN,duck,SWAN"]
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    out = tmp_path / "out"
    done = eyeq("analyze", str(file), "--variant", "basic", "--no-figures", "--out", str(out))
    assert done.returncode == 0, done.stderr
    with (out / "accuracy.csv").open(encoding="utf-8") as table:
        told = {row["model"]: (row["right"], row["n"], row["unparsed"]) for row in csv.DictReader(table)}
    assert told == {
        "Owl-7B": ("2", "3", "0"),
        "Crane-70B": ("1", "3", "1"),
        "gander/hint-floor": ("0", "3", "0"),
    }
    assert "66.7 [21–94]" in done.stdout
    assert "2 models, a column each: Owl-7B and Crane-70B" in done.stderr
    samples = [json.loads(line) for line in (out / "samples.jsonl").read_text().splitlines()]
    assert [sample["row"] for sample in samples] == list(range(9))
    assert (out / "accuracy.tex").exists()
    assert (out / "comparisons.md").exists()


def test_only_some_analyses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = eyeq("run", "--out", str(tmp_path / "run"), "--variant", "reveal", "--limit", "2")
    assert done.returncode == 0, done.stderr
    out = tmp_path / "out"
    monkeypatch.setenv("GANDER_CACHE", str(tmp_path / "cache"))
    only = ("analyze", str(tmp_path / "run"), "--only", "accuracy", "--out", str(out))
    done = eyeq(*only)
    assert done.returncode == 0, done.stderr
    assert "Drawing 1 figure" in done.stderr
    assert "no pictures, for --data did not name the puzzles" in done.stderr
    figures = ["figure_accuracy.pdf", "figure_accuracy.png", "figure_accuracy.svg"]
    others = [
        *("accuracy.csv", "accuracy.json", "accuracy.md", "accuracy.tex"),
        *("analysis.json", "index.html", "samples.csv", "samples.jsonl"),
    ]
    assert sorted(path.name for path in out.iterdir()) == sorted([*figures, *others])
    again = eyeq(*only, "--data", "starter", "--no-pictures")
    assert again.stderr == ""  # nothing is drawn again, and nobody asked for pictures
    assert eyeq(*only, "--no-figures").returncode == 0
    assert sorted(path.name for path in out.iterdir()) == others


def test_what_cannot_be_given_is_told(tmp_path: Path) -> None:
    file, sizes = tmp_path / "answers.csv", tmp_path / "sizes.csv"
    file.write_text("id,lang,model,answer\n1,en,a/owl,x\n", encoding="utf-8")
    sizes.write_text("model,size\nowl,7\nowll,8\n", encoding="utf-8")
    given = ("analyze", str(file), "--data", "starter", "--no-figures", "--no-pictures")
    only = ("--only", "coupling", "--only", "sizes", "--sizes", str(sizes))
    done = eyeq(*given, *only, "--out", str(tmp_path / "out"))
    told = " ".join(done.stderr.split())
    assert done.returncode == 0, told
    assert "--only coupling: nothing came of it. It needs three models in two subsets of a variant." in told
    assert "--only sizes" not in told
    assert "sizes.csv: no answers are by owll." in told
    assert (tmp_path / "out" / "sizes.csv").exists()
    # Who asked for everything is not told what there is nothing of.
    assert "nothing came of it" not in eyeq(*given, "--out", str(tmp_path / "out")).stderr


def test_without_matplotlib_there_is_a_note(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setattr("gander.report.drawing.find_spec", lambda name: None)
    file = tmp_path / "answers.csv"
    file.write_text("id,lang,model,answer\n1,en,m,x\n", encoding="utf-8")
    given = [
        "gander",
        "eyeq",
        "analyze",
        str(file),
        "--data",
        "starter",
        "--only",
        "accuracy",
        "--no-pictures",
    ]

    def run(*more: str) -> tuple[object, str]:
        monkeypatch.setattr(sys, "argv", [*given, *more])
        with pytest.raises(SystemExit) as ended:
            main()
        return ended.value.code, " ".join(capsys.readouterr().err.split())

    code, told = run("--out", str(tmp_path / "out"))
    assert (code, "no figures, for matplotlib is missing" in told) == (0, True), told
    assert (tmp_path / "out" / "index.html").exists()
    code, told = run("--figures", "--out", str(tmp_path / "other"))
    assert (code, "--figures: drawing needs matplotlib" in told) == (2, True), told
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nowhere", "--out", "out"), "nowhere: there is no such file or folder"),
        (
            ("answers.csv", "--out", "out"),
            "Say which puzzles it answers: --data starter, hub, or a folder; or",
        ),
        (("answers.csv", "--only", "accurcy", "--out", "out"), "--only: there is no analysis 'accurcy'"),
        (("nowhere", "--out", "answers.csv/out"), "the folder cannot be made"),
        (("answers.csv", "--data", "starter", "--out", "taken"), "holds something else than an analysis"),
        (("answers.csv", "--sizes", "none.csv", "--out", "out"), "none.csv: cannot be read"),
        (("answers.csv", "--subset", "xx", "--out", "out"), "--subset: there is no subset 'xx'"),
    ],
)
def test_what_is_wrong_is_told_before_anything_is_written(
    arguments: tuple[str, ...], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("answers.csv").write_text("id,lang,model,answer\n1,en,m,x\n", encoding="utf-8")
    Path("taken").mkdir()
    Path("taken/run.json").write_text("{}")
    done = eyeq("analyze", *arguments)
    told = " ".join(done.stderr.split())
    assert (done.returncode, words in told, "Traceback" in told) == (2, True, False), told
    assert not Path("out").exists()
    assert [path.name for path in Path("taken").iterdir()] == ["run.json"]


@pytest.mark.skipif(not COLUMBUS.is_dir(), reason="no COLUMBUS pictures")
def test_columbus_as_counted_by_hand(tmp_path: Path) -> None:
    with (COLUMBUS / "puzzles.csv").open(encoding="utf-8") as table:
        puzzles = list(csv.DictReader(table))
    file = tmp_path / "models.csv"
    with file.open("w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out)
        rows.writerow(["id", "lang", "good", "shy"])
        for number, puzzle in enumerate(puzzles):
            right = puzzle["answer"].upper() + "."
            rows.writerow(
                [puzzle["id"], "en", right if number % 3 else "a goose", right if number < 6 else ""]
            )
    only = ("--only", "accuracy", "--no-figures", "--no-pictures")
    done = eyeq("analyze", str(file), "--data", str(COLUMBUS), *only, "--out", str(tmp_path / "o"))
    assert done.returncode == 0, done.stderr
    with (tmp_path / "o" / "accuracy.csv").open(encoding="utf-8") as table:
        told = {
            row["model"]: (int(row["right"]), int(row["n"]), int(row["unparsed"]))
            for row in csv.DictReader(table)
        }
    n = len(puzzles)
    assert told == {"good": (n - (n + 2) // 3, n, 0), "shy": (6, n, n - 6)}
