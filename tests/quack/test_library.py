import pytest

from gander.errors import InputError
from gander.quack.library import load_map, map_names
from gander.quack.world.maps import render_map


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


def test_a_file_in_another_encoding(tmp_path):
    file = tmp_path / "old.yaml"
    file.write_bytes("name: a\nbutton: küche\n".encode("latin-1"))
    with pytest.raises(InputError, match="0xfc is not UTF-8") as caught:
        load_map(str(file))
    assert caught.value.where == f"{file}:2"
