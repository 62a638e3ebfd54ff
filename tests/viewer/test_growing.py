"""Games that are not over, or not as they should be, are shown as far as they go."""

import json
import os
from pathlib import Path

from gander.viewer.catalogue import Catalogue
from gander.viewer.games import Games
from gander.viewer.wire import to_json
from tests.viewer.records import hostile_record, released_record
from tests.viewer.test_game import opened


def test_an_unfinished_game(tmp_path: Path) -> None:
    path = released_record(tmp_path / "seed01")
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:9]) + lines[9][:20])
    game = opened(path)
    assert not game.view.complete
    assert game.view.result == "The game is not over."
    assert [line for line, _ in game.view.warnings] == [9, 10]
    assert len(game.view.events) == 9
    assert game.view.meetings[0].end == 9
    assert game.seat(2).turns[-1].present == (0,)


def test_a_folder_whose_name_is_no_text(tmp_path: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff\xfe"))
    path = released_record(folder)
    view = json.loads(to_json(opened(path).view))
    assert view["name"].endswith("/\udcff\udcfe")
    (entry,) = Catalogue([tmp_path]).scan()
    assert json.loads(to_json({"name": entry.name})) == {"name": "\\udcff\\udcfe"}
    path.write_bytes(b"{")
    assert "no complete event" in json.loads(to_json(Games("ship10").summary(path)))["fault"]


def test_decisions_without_a_model(tmp_path: Path) -> None:
    path = hostile_record(tmp_path / "seed05")
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for line in lines:
        line["data"].pop("model", None)
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    assert {player.kind for player in opened(path).view.players} == {None}
