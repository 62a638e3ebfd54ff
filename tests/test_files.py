"""Writing without halves."""

import os
import stat
import threading

import pytest

from gander.errors import InputError
from gander.files import ended_lines, whole_file, write_whole


def test_a_file_gets_its_name_when_it_is_whole(tmp_path):
    path = tmp_path / "deep" / "a.txt"
    with whole_file(path) as write:
        write(b"one ")
        assert not path.exists()
        write(b"two")
    assert path.read_bytes() == b"one two"
    assert [found.name for found in path.parent.iterdir()] == ["a.txt"]
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~mask


def test_what_goes_wrong_leaves_the_older_file_and_nothing_else(tmp_path):
    path = tmp_path / "a.txt"
    write_whole(path, "older")
    with pytest.raises(KeyboardInterrupt), whole_file(path) as write:
        write(b"half of")
        raise KeyboardInterrupt
    assert path.read_text() == "older"
    assert [found.name for found in tmp_path.iterdir()] == ["a.txt"]


def test_nothing_but_a_newline_ends_a_line():
    assert ended_lines(b"one\rtwo\n\x85three\r\ntorn") == [b"one\rtwo", b"\x85three\r"]
    assert ended_lines(b"") == ended_lines(b"torn\r") == []


def test_links_are_followed_and_pipes_written_as_they_are(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "target")
    write_whole(tmp_path / "link", "text")
    assert (tmp_path / "target").read_text() == "text"
    os.mkfifo(tmp_path / "pipe")
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    write_whole(tmp_path / "pipe", b"text")
    reader.join()
    assert read == [b"text"]
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_a_full_disk_is_told_by_the_files_name():
    with pytest.raises(InputError, match="/dev/full: cannot be written"):
        write_whole(__import__("pathlib").Path("/dev/full"), b"x" * 100_000)


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be written"):
        write_whole(tmp_path / "file" / "a.txt", "text")
