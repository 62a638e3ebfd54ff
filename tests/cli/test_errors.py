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
