import pytest
from typer.testing import CliRunner

from gander.cli.maps import app
from gander.errors import InputError
from gander.quack.library import load_map
from gander.quack.world import generate_map


@pytest.fixture
def run():
    def run(*words):
        return CliRunner().invoke(app, list(map(str, words)))

    return run


def test_show_draws_and_lists(run):
    shown = run("show", "ship10", "--width", 80)
    assert shown.exit_code == 0
    assert "┤ cafeteria ● ├" in shown.output
    assert "Align Engine Output" in shown.output
    assert max(map(len, shown.output.split("\n"))) <= 80


def test_show_in_a_narrow_terminal_is_the_table_alone(run):
    shown = run("show", "harbour24", "--width", 60)
    assert "┌" not in shown.output
    assert "lighthouse:2, pier:1" in shown.output


def test_check(run, tmp_path):
    good, bad = tmp_path / "good.yaml", tmp_path / "bad.yaml"
    assert run("new", "--rooms", 12, "--seed", 3, "--out", good).exit_code == 0
    bad.write_text(good.read_text().replace("ticks: 1", "ticks: 0", 1).replace("button: ", "button: x"))
    checked = run("check", good, "ship10")
    assert checked.exit_code == 0
    assert "ship10.yaml: ok, 10 rooms, 14 corridors, 9 tasks, 7 ticks between" in checked.output
    checked = run("check", good, bad, "nowhere")
    assert checked.exit_code == 2
    assert f"{good}: ok" in checked.output
    assert f"{bad}:2: the button is in room x" in checked.output
    assert "ticks must be a whole number" in checked.output
    assert "no map 'nowhere'" in checked.output


def test_new_writes_the_generated_map_and_spares_files(run, tmp_path):
    out = tmp_path / "folder" / "mine.yaml"
    assert run("new", "--rooms", 9, "--seed", 5, "--name", "mine", "--out", out).exit_code == 0
    assert load_map(str(out)) == generate_map(9, 5, "mine")
    again = run("new", "--rooms", 8, "--seed", 5, "--out", out)
    assert isinstance(again.exception, InputError)
    assert len(load_map(str(out)).rooms) == 9
    assert run("new", "--rooms", 8, "--seed", 5, "--out", out, "--force").exit_code == 0
    assert len(load_map(str(out)).rooms) == 8
