"""A game's page as one file."""

import base64
import gzip
import json
import re
import sys
from pathlib import Path

import pytest

from gander.cli import main
from gander.report.one_file import bundle
from gander.viewer.export import export_game
from gander.viewer.static_files import static_files
from tests.viewer.records import HOSTILE
from tests.viewer.test_game import opened


def test_the_file_is_whole_and_needs_nothing(tree: Path) -> None:
    game = opened(tree / "hostile" / "seed05" / "game.jsonl", "intended")
    page = export_game(game).decode()
    assert export_game(game).decode() == page
    policy = re.search('http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert "default-src 'none'" in policy[1]
    assert "unsafe" not in policy[1]
    # No address but that of SVG's names; nothing that the record says stands in it as it is.
    assert set(re.findall(r"https?://[^\s\"']+", page)) == {"http://www.w3.org/2000/svg"}
    assert HOSTILE not in page
    assert "window.ran" not in page
    packed = re.search('id="exported">([^<]*)</script>', page)
    assert packed is not None
    carried = json.loads(gzip.decompress(base64.b64decode(packed[1])))
    assert HOSTILE in [said["text"][-len(HOSTILE) :] for said in carried["game"]["utterances"]]
    assert len(carried["seats"]) == len(carried["game"]["players"])


def test_every_module_can_be_joined() -> None:
    files = {name: data.decode() for name, data in static_files().items() if name.endswith(".js")}
    assert "function showGame(" in bundle(files, "exported.js")
    assert "function showAudit(" in bundle(files, "exported_audit.js")


def run(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int:
    monkeypatch.setattr(sys, "argv", ["gander", "view", *map(str, arguments)])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0)


def test_the_command(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.html"
    assert run(monkeypatch, tree / "released", "--export", file) == 0
    assert capsys.readouterr().out.startswith(f"{file}: ")
    assert file.read_text().startswith("<!doctype html>")
    assert run(monkeypatch, tree, "--export", tmp_path / "audit.html") == 0
    assert "<title>Audit – Gander</title>" in (tmp_path / "audit.html").read_text()
    capsys.readouterr()
    (tmp_path / "figures.json").write_text('{"profile":"paper"}')
    assert run(monkeypatch, tmp_path, "--export", tmp_path / "no.html") == 2
    assert "no games and no Eye-Q runs are there" in capsys.readouterr().err
    empty = tmp_path / "empty"
    empty.mkdir()
    assert run(monkeypatch, empty) == 2
    assert "nothing to show" in capsys.readouterr().err
    assert run(monkeypatch, tree, "--host", "0.0.0.0", "--no-browser") == 2
    assert "every address of this machine" in capsys.readouterr().err
    assert not (tmp_path / "no.html").exists()
