"""Walking through folders: each once, whatever links there are; what cannot be read is told."""

import errno
import os
from pathlib import Path

import pytest

from gander.errors import InputError
from gander.folders import walk_folders


def test_each_folder_once_in_order(tmp_path: Path) -> None:
    for name in ("b", "a/deep"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "b" / "two.txt").touch()
    (tmp_path / "b" / "one.txt").touch()
    (tmp_path / "a" / "deep" / "up").symlink_to(tmp_path)
    (tmp_path / "c").symlink_to(tmp_path / "b")
    assert list(walk_folders(tmp_path)) == [
        (tmp_path, []),
        (tmp_path / "a", []),
        (tmp_path / "a" / "deep", []),
        (tmp_path / "b", ["one.txt", "two.txt"]),
    ]


def test_an_unreadable_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "closed").mkdir()
    (tmp_path / "open").mkdir()
    whole = os.scandir

    def scandir(path: str) -> object:
        if str(path).endswith("closed"):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return whole(path)

    monkeypatch.setattr("os.scandir", scandir)
    with pytest.raises(InputError, match="cannot be read") as told:
        list(walk_folders(tmp_path))
    assert told.value.where == str(tmp_path / "closed")
    faults: list[InputError] = []
    assert [folder for folder, _ in walk_folders(tmp_path, faults.append)] == [tmp_path, tmp_path / "open"]
    assert len(faults) == 1
