"""What lies below the opened folders: found by name, told apart, and never outside them."""

from pathlib import Path

import pytest

from gander.errors import InputError
from gander.viewer.catalogue import Catalogue
from gander.viewer.games import Games
from tests.viewer.records import released_record


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    released_record(tmp_path / "runs" / "setting" / "seed01")
    bad = tmp_path / "runs" / "setting" / "seed02"
    bad.mkdir()
    (bad / "game.jsonl").write_text("{}\n")
    files = {
        "figures.json": '{"profile":"paper",\n"note":{}}',
        "compact.json": '{"kind":"reaudit","steps":[]}',
        "spaced.json": '{ "profile" : "paper" }',
        "steps.json": '{\n "kind": "reaudit",\n "steps": []}',
        "other.json": '{"kind":"reaudits","steps":[]}',
        "verdicts.jsonl": '{"path":"x","meeting":0,"verdict":"true"}\n',
        "sheet.claims.csv": "id\n",
        "run.json": '{"profile":"no, a run"}',
        "notes.json": "[]",
        "claims.rules.jsonl": '{"speaker":"Bob"}\n',
    }
    for name, text in files.items():
        (tmp_path / "runs" / name).write_text(text)
    puzzles = tmp_path / "runs" / "puzzles"
    puzzles.mkdir()
    for name in ("run.json", "answers.jsonl", "puzzles.jsonl"):
        (puzzles / name).write_text("{}")
    return tmp_path / "runs"


def test_everything_is_found_by_its_kind(folder: Path) -> None:
    found = [(entry.kind, entry.name, entry.group) for entry in Catalogue([folder]).scan()]
    assert sorted(found) == [
        ("eyeq", "puzzles", ""),
        ("figures", "figures.json", ""),
        ("figures", "spaced.json", ""),
        ("game", "setting/seed01", "setting"),
        ("game", "setting/seed02", "setting"),
        ("sheet", "sheet.claims.csv", ""),
        ("steps", "compact.json", ""),
        ("steps", "steps.json", ""),
        ("verdicts", "verdicts.jsonl", ""),
    ]


def test_a_bad_record_is_told_and_the_others_work(folder: Path) -> None:
    catalogue, games = Catalogue([folder]), Games("ship10")
    good, bad = [entry for entry in catalogue.scan() if entry.kind == "game"]
    assert games.summary(good.path).result == "goose"
    fault = games.summary(bad.path).fault
    assert "game.jsonl:1" in fault
    assert "\n" not in fault
    # Mended, it is read again.
    bad.path.write_bytes(good.path.read_bytes())
    assert games.summary(bad.path) == games.summary(good.path)


def test_ids_stay_and_several_folders_are_told_apart(folder: Path) -> None:
    once = {entry.id: entry.path for entry in Catalogue([folder]).scan()}
    both = Catalogue([folder / "setting", folder / "puzzles"]).scan()
    assert {(entry.name, once[entry.id]) for entry in both} == {
        ("setting/seed01", folder / "setting" / "seed01" / "game.jsonl"),
        ("setting/seed02", folder / "setting" / "seed02" / "game.jsonl"),
        ("puzzles", folder / "puzzles"),
    }


def test_links_lead_nowhere_else(folder: Path, tmp_path: Path) -> None:
    record = released_record(tmp_path / "elsewhere" / "seed09")
    (folder / "linked").symlink_to(record.parent)
    single = folder / "setting" / "seed03"
    single.mkdir()
    (single / "game.jsonl").symlink_to(record)
    inside = folder / "again"
    inside.symlink_to(folder / "setting" / "seed01")
    found = {entry.name: entry.fault for entry in Catalogue([folder]).scan() if entry.kind == "game"}
    assert "outside" in found["linked"]
    assert "outside" in found["setting/seed03"]
    # A folder is listed once, whichever of its names comes first.
    assert [fault for name, fault in found.items() if name in ("again", "setting/seed01")] == [""]


def test_a_single_record_of_any_name(tmp_path: Path) -> None:
    record = released_record(tmp_path).rename(tmp_path / "mine.jsonl")
    (entry,) = Catalogue([record]).scan()
    assert (entry.kind, entry.name) == ("game", "mine.jsonl")


def test_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file or folder"):
        Catalogue([tmp_path / "nothing"])
