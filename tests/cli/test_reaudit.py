"""``gander quack reaudit`` as a person uses it."""

import csv
import json
from pathlib import Path

import pytest

from gander.viewer.audit.steps import read_steps
from gander.viewer.catalogue import Catalogue
from tests.cli.test_audit import claims_of, played
from tests.cli.test_validate import refused, worked_noting


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """Two games of one setting, each with its claims."""
    for seed in (1, 2):
        folder = tmp_path / "runs" / "=calm" / f"seed{seed:02}"
        played().write(folder)
        (folder / "extracted_claims.jsonl").write_text(claims_of(played()))
    return tmp_path / "runs"


def test_claims_of_another_game_are_noticed(runs, tmp_path):
    path = runs / "=calm" / "seed01" / "extracted_claims.jsonl"
    assert "never spoken" not in worked_noting("reaudit", runs)[1]
    path.write_text(claims_of(played()).replace('"player_1"', '"player_2"'))
    _, notes = worked_noting("reaudit", runs)
    assert f"{path}: 1 utterance in it was never spoken in this game; is it another game's file?\n" in notes
    (runs / "=calm" / "seed02" / "extracted_claims.jsonl").write_text(path.read_text())
    assert "no utterance of the games has its claims" in refused("reaudit", runs, "--csv", tmp_path / "a.csv")
    assert not (tmp_path / "a.csv").exists()


def test_the_json_says_first_what_it_is_and_the_page_knows_it_by_that(runs, tmp_path):
    worked_noting("reaudit", runs, "--json", tmp_path / "a.json")
    assert next(iter(json.loads((tmp_path / "a.json").read_bytes()).items())) == ("kind", "reaudit")
    assert [entry.kind for entry in Catalogue([tmp_path / "a.json"]).scan()] == ["steps"]
    read_steps(tmp_path / "a.json", "a.json")


def test_no_name_in_the_csv_is_a_formula(runs, tmp_path):
    worked_noting("reaudit", runs, "--csv", tmp_path / "a.csv")
    rows = list(csv.DictReader((tmp_path / "a.csv").open()))
    assert {row["setting"] for row in rows} == {"'=calm"}
