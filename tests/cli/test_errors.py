"""How errors reach a person."""

from pathlib import Path

import pytest

from gander.errors import InputError
from tests.cli.test_play_commands import gander


def test_an_error_is_one_line_or_one_line_a_detail() -> None:
    assert (
        str(InputError("it is wrong.", where="a.csv:3", todo="Mend it.")) == "a.csv:3: it is wrong. Mend it."
    )
    many = InputError("2 rows are wrong:", where="a.csv", todo="Mend them.", details=["row 1", "row 2"])
    assert str(many).splitlines() == ["a.csv: 2 rows are wrong:", "  row 1", "  row 2", "Mend them."]


def test_bad_rows_are_listed_a_line_each(tmp_path: Path) -> None:
    (tmp_path / "puzzles.csv").write_text("id,lang,answer,image\n1,en,,a.png\n2,en,x\x1b[31m,b.png\n")
    done = gander(
        "eyeq", "run", "--data", tmp_path, "--model", "gander/hint-floor", "--out", tmp_path / "run"
    )
    assert done.returncode == 2
    lines = done.stderr.splitlines()
    assert lines[0].endswith("2 of 2 rows cannot be used:")
    assert ["puzzles.csv:2" in lines[1], "puzzles.csv:3" in lines[2]] == [True, True]
    assert "\x1b" not in done.stderr
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    "arguments",
    [("quack", "play", "--games", "0"), ("quack", "play", "--nope"), ("quack", "replay"), ("frolic",)],
)
def test_wrong_options_are_told_without_a_traceback(arguments: tuple[str, ...]) -> None:
    done = gander(*arguments)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "Error" in done.stderr or "Usage" in done.stderr


def test_outputs_never_write_over_records_or_one_another(tmp_path: Path) -> None:
    assert gander("quack", "play", "--seed", 7, "--out", tmp_path / "run").returncode == 0
    record = tmp_path / "run" / "seed07" / "game.jsonl"
    written = record.read_bytes()
    sheet = tmp_path / "mine.claims.csv"
    sheet.write_text("filled in")
    page = tmp_path / "page"
    for arguments in (
        ("audit", record, "--json", record),
        ("audit", record, "--csv", page, "--verdicts", page),
        ("reaudit", record, "--csv", record),
        ("validate", "intended", record, "--details", record),
        ("validate", "against", record, "--json", record),
        ("validate", "score", sheet, "--json", sheet),
        ("validate", "sample", record, "--seed", 1, "--out", tmp_path),
        ("extract", record, "--claims", "rules", "--dry-run"),
    ):
        done = gander("quack", *arguments)
        assert (done.returncode, done.stdout) == (2, ""), arguments
        assert done.stderr.startswith("gander: --"), done.stderr
    assert record.read_bytes() == written
    assert sheet.read_text() == "filled in"
    assert not page.exists()


def test_a_sample_is_drawn_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    assert gander("quack", "play", "--seed", 7, "--out", tmp_path / "run").returncode == 0
    (tmp_path / "s.utterances.csv").touch()
    done = gander("quack", "validate", "sample", tmp_path / "run", "--seed", 1, "--out", tmp_path / "s.csv")
    assert done.returncode == 2
    assert not (tmp_path / "s.claims.csv").exists()
