"""Eye-Q runs as one file."""

import base64
import gzip
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from gander.cli import app
from gander.eyeq.sources import load_puzzles
from gander.report.one_file import bundle
from gander.viewer.catalogue import Catalogue
from gander.viewer.eyeq import export
from gander.viewer.eyeq.export import export_runs
from gander.viewer.eyeq.runs import EyeqRuns
from gander.viewer.static_files import static_files
from tests.viewer.eyeq.runs import starter_run
from tests.viewer.records import HOSTILE


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    monkeypatch.setenv("GANDER_CACHE", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return starter_run(tmp_path / "run", ("made/owl-7b", HOSTILE), ("basic", "refine"))


def exported(folder: Path) -> str:
    catalogue = Catalogue([folder])
    catalogue.scan()
    opened = EyeqRuns(catalogue).open_all()
    assert opened is not None
    return export_runs(opened, lambda done, of: None).decode()


def carried(page: str) -> Any:
    packed = re.search('id="exported">([^<]*)</script>', page)
    assert packed is not None
    return json.loads(gzip.decompress(base64.b64decode(packed[1])))


def test_the_file_is_whole_and_needs_nothing(run: Path) -> None:
    page = exported(run)
    assert exported(run) == page
    policy = re.search('http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert "default-src 'none'" in policy[1]
    assert set(re.findall(r"https?://[^\s\"']+", page)) == {"http://www.w3.org/2000/svg"}
    assert "window.ran" not in page
    held = carried(page)
    assert set(held["pictures"]) == set(held["puzzles"]) == {puzzle.key for puzzle in load_puzzles("starter")}
    assert all(f'id="{name}"' in page for name in held["pictures"].values())
    assert set(held["accuracy"]) == {"", "en", "fa", "ar", "cross"}
    whole, english = held["accuracy"][""][0], held["accuracy"]["en"][0]
    assert whole["exact"][3] + whole["failed"] == 40
    assert english["exact"][3] + english["failed"] == 10
    assert len(page) < 1_000_000


def test_too_many_pictures_are_left_out_and_that_is_said(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "MOST_OF_PICTURES", 20_000)
    held = carried(exported(run))
    assert held["pictures"] == {}
    assert not any(its["picture"] for its in held["grid"]["puzzles"])
    assert "The pictures are left out" in held["grid"]["notes"][-1]


def test_every_module_can_be_joined() -> None:
    files = {name: data.decode() for name, data in static_files().items() if name.endswith(".js")}
    assert "function showEyeq(" in bundle(files, "exported_eyeq.js")


def test_the_command(run: Path, tmp_path: Path) -> None:
    file = tmp_path / "run.html"
    done = CliRunner().invoke(app, ["view", str(run), "--export", str(file)])
    assert (done.exit_code, done.output.startswith(f"{file}: ")) == (0, True)
    assert "<title>Eye-Q – Gander</title>" in file.read_text()
    starter_run(run.parent / "more", ("other/heron",))
    listing = json.loads((run.parent / "more" / "run.json").read_text())
    for cell in listing["cells"].values():
        cell["data"] = "starter@other"
    (run.parent / "more" / "run.json").write_text(json.dumps(listing))
    done = CliRunner().invoke(app, ["view", str(tmp_path), "--export", str(tmp_path / "no.html")])
    assert "the runs are on different puzzles" in str(done.exception)
    assert "starter@other: more" in str(done.exception)
    shutil.copytree(run, run.parent / "again")
    both = [str(run), str(run.parent / "again")]
    done = CliRunner().invoke(app, ["view", *both, "--export", str(file)])
    assert (done.exit_code, "left out: again, cell" in done.stderr) == (0, True)
    (run / "run.json").write_text("{")
    done = CliRunner().invoke(app, ["view", str(run), "--export", str(tmp_path / "no.html")])
    assert done.exit_code != 0
    assert f"{run}: nothing was answered" in str(done.exception)
    assert not (tmp_path / "no.html").exists()
