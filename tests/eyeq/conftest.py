"""What the tests of Eye-Q share."""

import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from gander.eyeq.puzzles import Puzzle, Subset
from gander.eyeq.sources import PuzzleSet


def png(shade: int = 0, *, side: int = 1) -> bytes:
    """A small valid PNG of one grey shade; each shade has bytes of its own."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + bytes([shade]) * side) * side
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        [
            chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)),
            chunk(b"IDAT", zlib.compress(rows)),
            chunk(b"IEND", b""),
        ]
    )


@pytest.fixture(name="png")
def png_maker() -> Callable[..., bytes]:
    """Makes small pictures."""
    return png


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder for this test alone."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("GANDER_CACHE", str(folder))
    return folder


@pytest.fixture
def make_set() -> Callable[..., PuzzleSet]:
    """Makes a set of puzzles from (subset, id, answer) and perhaps a description."""

    def make(*rows: tuple[str, ...], source: str = "folder", name: str = "mine") -> PuzzleSet:
        puzzles = []
        for number, (subset, id, answer, *rest) in enumerate(rows):
            kind: Subset = subset  # type: ignore[assignment]
            image = png(number % 256)
            puzzles.append(Puzzle(id, kind, answer, lambda image=image: image, (), "".join(rest)))  # type: ignore[misc]
        return PuzzleSet(tuple(puzzles), source, name, "sha256:0")  # type: ignore[arg-type]

    return make
