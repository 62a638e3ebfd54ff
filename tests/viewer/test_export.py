"""A game's page as one file, and the modules joined for it."""

import base64
import gzip
import json
import re
import sys
from pathlib import Path

import pytest

from gander.cli import main
from gander.viewer.bundle import BundleError, bundle
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


def test_modules_are_joined_in_the_order_of_their_need() -> None:
    files = {
        "main.js": 'import { double } from "./maths/double.js";\nimport { two as deux } from "./two.js";\n'
        "run(double(deux));\n",
        "maths/double.js": 'import { two } from "../two.js";\n'
        "export function double(x) {\n  return two * x;\n}\n",
        "two.js": "export const two = 2;\n",
        "unused.js": "export const no = 1;\n",
    }
    assert bundle(files, "main.js") == (
        "const module0 = (() => {\nexport const two = 2;\n\nreturn { two };\n})(); // two.js\n"
        "const module1 = (() => {\nconst { two } = module0;\nfunction double(x) {\n  return two * x;\n}\n\n"
        "return { double };\n})(); // maths/double.js\n"
        "const module2 = (() => {\nconst { double } = module1;\nconst { two: deux } = module0;\n"
        "run(double(deux));\n\nreturn {  };\n})(); // main.js"
    ).replace("export const", "const")


@pytest.mark.parametrize(
    ("files", "what"),
    [
        ({"a.js": 'import x from "./b.js";\n', "b.js": ""}, "cannot join"),
        ({"a.js": "export default 3;\n"}, "cannot join"),
        ({"a.js": 'import { x } from "./b.js";\n'}, "not there"),
        ({"a.js": 'import { x } from "./a.js";\nexport const x = 1;\n'}, "imports itself"),
        ({"a.js": "const x = '</script>';\n"}, "script element"),
    ],
)
def test_what_cannot_be_joined_is_refused(files: dict[str, str], what: str) -> None:
    with pytest.raises(BundleError, match=what):
        bundle(files, "a.js")


def test_every_module_can_be_joined() -> None:
    files = {name: data.decode() for name, data in static_files().items() if name.endswith(".js")}
    assert "function showGame(" in bundle(files, "exported.js")


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
    assert run(monkeypatch, tree, "--export", tmp_path / "no.html") == 2
    assert "3 games are there; a file shows one" in capsys.readouterr().err
    empty = tmp_path / "empty"
    empty.mkdir()
    assert run(monkeypatch, empty) == 2
    assert "nothing to show" in capsys.readouterr().err
    assert run(monkeypatch, tree, "--host", "0.0.0.0", "--no-browser") == 2
    assert "every address of this machine" in capsys.readouterr().err
    assert not (tmp_path / "no.html").exists()
