import os
import re
from importlib import resources

import msgspec
import pytest
import yaml

from gander.errors import InputError
from gander.quack.library import load_map, load_rules, map_names
from gander.quack.world import Rules, render_map


def test_bundled_maps():
    assert map_names() == ("ship10", "station16", "harbour24")
    for name in map_names():
        game_map = load_map(name)
        assert game_map.name == name
        assert len(game_map.rooms) == int(name[-2:])


def test_a_file(tmp_path):
    file = tmp_path / "my.yaml"
    file.write_text(render_map(load_map("ship10")), encoding="utf-8")
    assert load_map(str(file)) == load_map("ship10")


def test_an_unknown_name_lists_the_known():
    with pytest.raises(InputError, match=r"no map 'ship11'\. Bundled are ship10, station16, harbour24; "):
        load_map("ship11")


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        load_map(str(tmp_path / "none.yaml"))
    with pytest.raises(InputError, match="directory"):
        load_map(str(tmp_path))
    with pytest.raises(InputError, match="null"):
        load_map("a\0b")


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "map.yaml")
    with pytest.raises(InputError, match="pipe or a device"):
        load_map(tmp_path / "map.yaml")
    with pytest.raises(InputError, match="pipe or a device"):
        load_rules("/dev/zero")


def test_a_file_in_another_encoding(tmp_path):
    file = tmp_path / "old.yaml"
    file.write_bytes("name: a\nbutton: küche\n".encode("latin-1"))
    with pytest.raises(InputError, match="0xfc is not UTF-8") as caught:
        load_map(str(file))
    assert caught.value.where == f"{file}:2"


def test_a_file_too_large_to_be_a_map(tmp_path):
    file = tmp_path / "huge.yaml"
    with file.open("wb") as out:
        out.truncate(10_000_001)
    with pytest.raises(InputError, match="too large: the most is 10000000 bytes"):
        load_map(file)


def test_the_bundled_rules_are_the_standard_ones():
    assert load_rules("standard") == Rules()


def test_the_bundled_rules_show_and_explain_every_key():
    text = resources.files("gander.quack").joinpath("data/rules/standard.yaml").read_text(encoding="utf-8")

    def keys(mapping):
        return {key: keys(value) if isinstance(value, dict) else None for key, value in mapping.items()}

    assert keys(yaml.safe_load(text)) == keys(msgspec.to_builtins(Rules()))
    values = [line for line in text.splitlines() if re.match(r" *[a-z_]+: +[^ #]", line)]
    assert len(values) == 13
    assert all("  # " in line for line in values)


def test_rules_from_a_file(tmp_path):
    file = tmp_path / "my.yaml"
    file.write_text("players: 8\nducks: 2\n", encoding="utf-8")
    assert load_rules(file) == load_rules(str(file))
    assert (len(load_rules(file).players), load_rules(file).ducks) == (8, 2)
    file.write_text("players: 8\nducks: two\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_rules(file)
    assert caught.value.where == f"{file}:2"


def test_rules_that_do_not_exist(tmp_path):
    with pytest.raises(InputError, match=r"no rules 'house'\. Bundled are standard; "):
        load_rules("house")
    with pytest.raises(InputError, match="no such file"):
        load_rules(tmp_path / "none.yaml")
