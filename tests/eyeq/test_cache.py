"""The cache: where it is, and what is said where it cannot be used."""

from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from gander.eyeq.cache import CacheError, cache_folder, check_cache, keep
from gander.eyeq.images import preview


def test_it_is_where_it_is_told_to_be_and_else_in_the_users_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GANDER_CACHE", str(tmp_path / "own"))
    assert cache_folder() == tmp_path / "own"
    monkeypatch.delenv("GANDER_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "theirs"))
    assert cache_folder() == tmp_path / "theirs" / "gander"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder() == tmp_path / ".cache" / "gander"


def test_a_user_without_a_home_is_told_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> NoReturn:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("GANDER_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", nowhere)
    for use in (cache_folder, check_cache):
        with pytest.raises(CacheError, match=r"^there is no home folder to keep files in\. Set GANDER_CACHE"):
            use()


def test_what_cannot_be_written_and_what_cannot_be_read_have_advice_of_their_own(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch, png: Callable[..., bytes]
) -> None:
    preview(png(1), 8)
    (small,) = (own_cache / "previews").iterdir()
    small.unlink()
    small.mkdir()
    with pytest.raises(
        CacheError, match=r"cannot be read \(is a directory\)\. Make it readable, or take it away"
    ):
        preview(png(1), 8)
    (own_cache / "file").touch()
    monkeypatch.setenv("GANDER_CACHE", str(own_cache / "file"))
    with pytest.raises(CacheError, match=r"cannot be written \(.*Set GANDER_CACHE to a folder that can be"):
        keep(own_cache / "file" / "a", b"")


def test_a_small_picture_that_cannot_be_kept_is_made_all_the_same(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch, png: Callable[..., bytes]
) -> None:
    kept = preview(png(1), 8)
    (own_cache / "file").touch()
    monkeypatch.setenv("GANDER_CACHE", str(own_cache / "file"))
    unkept: list[CacheError] = []
    assert preview(png(1), 8, unkept.append) == kept
    assert len(unkept) == 1
