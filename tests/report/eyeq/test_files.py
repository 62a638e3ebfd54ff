"""Results of analyses as files and for people."""

import csv
import io
import json
import re
import resource
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gander.errors import InputError
from gander.eyeq.analysis import Answers, Column, Curve, Curves, Layout, Line, Place, Sample, Table, Value
from gander.eyeq.place import FLOOR
from gander.eyeq.solve import judge
from gander.models.failures import Answered
from gander.report.eyeq import (
    check_folder,
    files_of,
    files_of_samples,
    from_ranges,
    ranges,
    samples_csv,
    samples_jsonl,
    show,
    to_csv,
    to_json,
    to_latex,
    to_markdown,
    write_folder,
)
from gander.stats import Estimate
from gander.terminal import cells

COLUMNS = (
    Column("model", "model"),
    Column("variant", "variant"),
    Column("subset", "subset"),
    Column("accuracy", "accuracy", "share"),
    Column("n", "n", "count"),
    Column("less", "less basic", "difference"),
    Column("p", "p", "p"),
    Column("secret", "not shown", "count", shown=False),
)


def line(
    model: str, variant: str, subset: str, share: float | None, less: float | None = None, n: int = 50
) -> Line:
    estimate = (
        Estimate(None, n, 1) if share is None else Estimate(share, n, 1, share - 0.02, share + 0.03, "wilson")
    )
    values: dict[str, Value] = {
        "model": model,
        "variant": variant,
        "subset": subset,
        "accuracy": estimate,
        "n": 50,
        "less": None if less is None else Estimate(less, 48, 2, less - 0.1, less + 0.1, "score"),
        "p": None if less is None else 0.0004,
        "secret": 7,
    }
    return Line(values, {"": (0, 1, 2, 5), "n": (9,)})


TABLE = Table(
    "accuracy",
    "Accuracy",
    COLUMNS,
    (
        line("a", "basic", "en", 0.4),
        line("a", "basic", "ar", 0.1),
        line("a", "reveal", "en", 0.5, 0.1),
        line("b", "basic", "en", 0.3),
        line("b", "basic", "ar", 0.1),
        line("c_1%", "basic", "en", 0.2, n=40),
        line(FLOOR, "basic", "en", 0.9),
        line(FLOOR, "basic", "ar", None),
    ),
    ("A note with | and _.",),
    paper="Table 2",
    layout=Layout(("model",), ("variant", "subset"), "accuracy", best=True),
)
CURVES = Curves(
    "density",
    "Density",
    "cosine",
    "density",
    (Curve({"subset": "en"}, (0.0, 0.5, 1.0), (0.1, 2.0, 0.3), 12, behind=(3, 4), puzzles=7),),
    ("Of failures.",),
)


@given(st.lists(st.integers(0, 60)))
def test_ranges_are_read_back_as_they_were(rows: list[int]) -> None:
    assert from_ranges(ranges(tuple(rows))) == tuple(sorted(set(rows)))


def test_ranges_are_short() -> None:
    assert ranges((0, 1, 2, 5)) == "0-2,5"
    assert ranges(()) == ""


def test_csv_holds_every_part_of_an_estimate_and_empty_cells_for_what_is_undefined() -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(TABLE))))
    assert list(rows[0])[3:9] == [
        *(
            "accuracy",
            "accuracy_low",
            "accuracy_high",
            "accuracy_n",
            "accuracy_undefined",
            "accuracy_interval",
        ),
    ]
    assert (rows[0]["accuracy"], rows[0]["accuracy_n"], rows[0]["accuracy_interval"]) == (
        "0.4",
        "50",
        "wilson",
    )
    assert (rows[0]["less"], rows[0]["less_n"], rows[0]["p"]) == ("", "", "")
    assert rows[7]["accuracy"] == rows[7]["accuracy_low"] == ""
    assert (rows[0]["rows"], rows[0]["secret"]) == ("0-2,5", "7")


def test_json_holds_the_same_with_the_rows_behind_single_values() -> None:
    document = json.loads(to_json(TABLE))
    assert document["lines"][2]["values"]["less"] == {
        "value": 0.1, "low": 0.0, "high": 0.2, "n": 48, "undefined": 2, "interval": "score",
    }  # fmt: skip
    assert document["lines"][0]["rows"] == {"": "0-2,5", "n": "9"}
    assert document["lines"][0]["values"]["less"] is None
    assert [column["kind"] for column in document["columns"]][3:5] == ["share", "count"]


def test_curves_have_a_row_a_point() -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(CURVES))))
    assert [(row["subset"], row["x"], row["y"], row["n"], row["rows"]) for row in rows] == [
        ("en", x, y, "12", "3-4") for x, y in (("0.0", "0.1"), ("0.5", "2.0"), ("1.0", "0.3"))
    ]
    assert json.loads(to_json(CURVES))["curves"][0]["y"] == [0.1, 2.0, 0.3]
    assert "| en | 12 | 7 | – | 0.5 |" in to_markdown(CURVES)


def test_markdown_lays_out_and_marks_the_best_but_never_the_floor() -> None:
    page = to_markdown(TABLE)
    assert page.startswith("## Accuracy (Table 2)\n")
    basic = page[page.index("**basic**") : page.index("**reveal**")]
    assert "| model | en | ar |" in basic
    assert r"| a | **40.0 \[38.0–43.0\]** | **10.0 \[8.0–13.0\]** |" in basic
    # Equal ones share their mark; nobody is second then.
    assert r"| b | *30.0 \[28.0–33.0\]* | **10.0 \[8.0–13.0\]** |" in basic
    # Of two the second is the worst.
    both = replace(TABLE, lines=tuple(line for line in TABLE.lines if line.values["model"] in ("a", "b")))
    assert "*30.0" not in to_markdown(both).replace("**", "")
    # On fewer puzzles than its line says: n is told.
    assert r"| c\_1% | 20.0 \[18.0–23.0\] (40) | – |" in basic
    assert r"| gander/hint-floor | 90.0 \[88.0–93.0\] | – |" in basic
    # The long table, without columns that are for files.
    assert r"| a | reveal | en | 50.0 \[48.0–53.0\] | 50 | +10.0 \[0 to +20\] (48) | \<.001 |" in page
    assert "not shown" not in page
    assert page.endswith("A note with \\| and \\_.\n")


def test_latex_is_balanced_and_escaped() -> None:
    page = to_latex(TABLE)
    assert page.count(r"\begin{tabular}") == page.count(r"\end{tabular}") == 3
    assert r"c\_1\%" in page
    assert r"\textbf{40.0} & {\scriptsize [38.0--43.0]}" in page
    assert r"\underline{30.0}" in page
    assert r"+10.0 & {\scriptsize [0 to +20]}$_{48}$" in page
    for row in re.findall(r"^(?!%).* \\\\$", page, flags=re.MULTILINE):
        if "multicolumn" not in row:
            assert row.count("&") in (2 * 2, 2 * 1, 2 * 4 + 2), row


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no LaTeX here")
def test_latex_sets_every_table(tmp_path: Path) -> None:
    strange = Table("s", "S", COLUMNS[:1] + COLUMNS[5:6], (line(r"\{$_^~<#%&|−…×é", "b", "en", 0.1, -0.05),))
    results = (TABLE, CURVES, replace(CURVES, x_title="1 − distance"), strange)
    tables = "\n\n".join(to_latex(result) for result in results)
    text = rf"\documentclass{{article}}\usepackage{{booktabs}}\begin{{document}}{tables}\end{{document}}"
    (tmp_path / "t.tex").write_text(text, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "t.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]


def test_negative_numbers_have_a_minus_in_latex() -> None:
    assert "1 $-$ distance" in to_latex(replace(CURVES, x_title="1 − distance"))
    table = Table("d", "D", COLUMNS[:1] + COLUMNS[5:6], (line("a", "b", "en", 0.1, -0.05),))
    assert r"$-$5.0 & {\scriptsize [$-$15 to +5]}" in to_latex(table)


@pytest.mark.parametrize("width", [None, 40, 60, 200])
def test_the_terminal_gets_no_line_too_long(width: int | None) -> None:
    shown = show(TABLE, width)
    assert "40.0 [38.0–43.0]" in shown
    assert "gander/hint-floor" in shown
    if width is not None:
        assert max(map(cells, shown.split("\n"))) <= width


def test_of_a_long_table_the_terminal_gets_the_first_lines_and_their_number() -> None:
    lines = tuple(Line({"model": f"m{k}", "n": k}, {}) for k in range(100))
    long = Table("many", "Many", (COLUMNS[0], COLUMNS[4]), lines)
    shown = show(long, 80, 3)
    assert "The first 3 of 100 lines; all are in many.csv." in shown
    assert "m2" in shown
    assert "m3" not in shown
    assert "m99" in show(long, 80)


def test_hostile_names_stay_text() -> None:
    name = "=cmd()\x1b[31m|</td>"
    table = Table("t", "T", COLUMNS[:1], (Line({"model": name}, {}),))
    assert "\x1b" not in show(table, None) + to_markdown(table) + to_latex(table) + to_csv(table)
    assert list(csv.reader(io.StringIO(to_csv(table))))[1][0].startswith("'=cmd()")


def answers() -> Answers:
    truths = ("goose", "gander")
    verdict = judge(truths, [Answered('{"candidates": ["swan"], "final_answer": "=duck"}')], 1)
    place = Place("m", "en", "basic", 0.5, 3)
    return Answers((Sample(0, place, "en:1", truths, verdict, ("raw",), picture="ab", origin="run, cell c"),))


def test_samples_are_listed_for_people_and_exactly() -> None:
    [row] = csv.DictReader(io.StringIO(samples_csv(answers())))
    assert (row["row"], row["puzzle"], row["truth"], row["also_accepted"]) == ("0", "en:1", "goose", "gander")
    assert (row["answer"], row["right"], row["temperature"]) == ("'=duck", "false", "0.5")
    exact = json.loads(samples_jsonl(answers()))
    assert exact["answer"] == "=duck"
    assert exact["also_accepted"] == ["gander"]
    assert exact["attempts"] == [
        {"answer": "=duck", "candidates": ["swan"], "right": False, "released": False, "reply": "raw"}
    ]


def test_a_folder_is_written_again_without_what_is_stale(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    samples = files_of_samples(answers())
    both = {**samples, **files_of(TABLE), **files_of(CURVES)}
    write_folder(folder, answers(), [TABLE, CURVES], {**both, "page.html": b"x"})
    assert (folder / "density.csv").exists()
    (folder / "mine.txt").write_text("kept")
    names = write_folder(folder, answers(), [TABLE], {**samples, **files_of(TABLE)})
    assert sorted(names) == [
        *("accuracy.csv", "accuracy.json", "accuracy.md", "accuracy.tex", "samples.csv", "samples.jsonl")
    ]
    left = {path.name for path in folder.iterdir()}
    assert left == {*names, "analysis.json", "mine.txt"}
    about = json.loads((folder / "analysis.json").read_text())
    assert (about["samples"], about["results"]) == (1, {"accuracy": "Accuracy"})


@contextmanager
def full_disk() -> Iterator[None]:
    """No file may be longer than a megabyte."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


@pytest.mark.parametrize("earlier", [False, True])
def test_what_could_not_be_written_whole_is_known_and_written_again(earlier: bool, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    if earlier:
        write_folder(folder, answers(), [TABLE, CURVES], {**files_of(TABLE), **files_of(CURVES)})
    later = {f"later{number}.csv": b"x" for number in range(200)}
    with full_disk(), pytest.raises(InputError, match=r"index\.html: cannot be written"):
        write_folder(folder, answers(), [TABLE], {"index.html": b"x" * 2_000_000, **later})
    about = json.loads((folder / "analysis.json").read_text())
    left = {path.name for path in folder.iterdir()} - {"analysis.json"}
    assert (about["finished"], "index.html" in left) == (False, False)
    assert left <= set(about["files"])
    assert not left >= set(later)  # the first failure ended it
    check_folder(folder)
    names = write_folder(folder, answers(), [TABLE], files_of(TABLE))
    assert {path.name for path in folder.iterdir()} == {*names, "analysis.json"}
    assert json.loads((folder / "analysis.json").read_text())["finished"] is True


def test_a_folder_with_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text("{}")
    with pytest.raises(InputError, match="holds something else than an analysis"):
        write_folder(tmp_path, answers(), [TABLE], {})
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]
    with pytest.raises(InputError, match="is no folder"):
        check_folder(tmp_path / "run.json")
    for cannot in (tmp_path / "run.json" / "new", Path("/proc/gander/new")):
        with pytest.raises(InputError, match="the folder cannot be made"):
            check_folder(cannot)
    (tmp_path / "new").mkdir()
    check_folder(tmp_path / "new")
    (tmp_path / "new" / "analysis.json").write_text("{")
    with pytest.raises(InputError, match=r"analysis\.json: cannot be read"):
        write_folder(tmp_path / "new", answers(), [TABLE], {})
