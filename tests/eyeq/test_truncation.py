"""Pictures that are cut short are told from whole ones, whatever program wrote them."""

import io
import random
from pathlib import Path

import pytest
from PIL import Image

from gander.eyeq.sources import load_puzzles
from gander.eyeq.truncation import is_cut_short
from tests.eyeq.runs import arguments, run
from tests.servers.openai_server import OpenAIServer

COLUMBUS = Path(__file__).resolve().parents[3] / "shared" / "eyeq" / "columbus"


def picture(kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    colours = Image.frombytes("RGB", (96, 64), random.Random(3).randbytes(96 * 64 * 3))
    colours.save(out, kind, **options)
    return out.getvalue()


def jpeg_with(header: bytes) -> bytes:
    """A JPEG with more in its header."""
    data = picture("JPEG")
    return data[:2] + header + data[2:]


PREVIEW = b"Exif\0\0" + picture("JPEG", quality=10)  # a picture of its own, with its own end


WHOLE = {
    "PNG": picture("PNG"),
    "JPEG": picture("JPEG"),
    "progressive JPEG": picture("JPEG", progressive=True),
    "JPEG with a preview": jpeg_with(b"\xff\xe1" + (len(PREVIEW) + 2).to_bytes(2, "big") + PREVIEW),
    "JPEG with filled markers": jpeg_with(b"\xff\xff\xff"),
    "GIF": picture("GIF"),
    "animation": picture("GIF", save_all=True, append_images=[Image.new("RGB", (96, 64))], comment="hi"),
    "WebP": picture("WEBP"),
    "lossless WebP": picture("WEBP", lossless=True),
}


@pytest.mark.parametrize("name", WHOLE)
def test_whole_pictures_are_whole_and_so_are_those_with_more_behind(name: str) -> None:
    for more in (b"", b"\0" * 40, b"appended by a program", b"\xff\xff"):
        assert not is_cut_short(io.BytesIO(WHOLE[name] + more))


@pytest.mark.parametrize("name", WHOLE)
def test_a_picture_cut_anywhere_is_cut_short(name: str) -> None:
    data = WHOLE[name]
    ends = {*range(16, 400), *range(400, len(data), 97), len(data) - 2, len(data) - 1}
    for end in sorted(ends):
        # By chance, or within a preview, the last bytes may be those of an end.
        if end < len(data) and not data[:end].endswith(b"\xff\xd9"):
            assert is_cut_short(io.BytesIO(data[:end])), end


def test_what_is_no_picture_is_not_judged() -> None:
    for data in (b"", b"RIFF", b"<html></html>"):
        assert not is_cut_short(io.BytesIO(data))


def test_real_pictures_are_whole() -> None:
    folders = [Path(str(load_puzzles("starter")["en:1"].image.path.parent))]  # type: ignore[attr-defined]
    folders += [COLUMBUS / "images"] if COLUMBUS.is_dir() else []
    for path in (path for folder in folders for path in sorted(folder.iterdir())):
        with path.open("rb") as file:
            assert not is_cut_short(file), path


def test_pictures_that_are_cut_short_are_all_told_before_any_call(tmp_path: Path) -> None:
    for name, kind in (("a.png", "PNG"), ("b.jpg", "JPEG"), ("c.gif", "GIF"), ("d.webp", "WebP")):
        (tmp_path / name).write_bytes(WHOLE[kind][: len(WHOLE[kind]) // 2])
    (tmp_path / "e.png").write_bytes(WHOLE["PNG"])
    rows = [f"{name},en,goose,{name}" for name in ("a.png", "b.jpg", "c.gif", "d.webp", "e.png")]
    (tmp_path / "puzzles.csv").write_text("\n".join(["id,lang,answer,image", *rows]))
    with OpenAIServer() as server:
        done = run(*arguments(server, tmp_path, tmp_path / "out"))
        assert done.returncode == 2
        assert "4 of 5 rows cannot be used:" in done.stderr
        for line, name in enumerate(("a.png", "b.jpg", "c.gif", "d.webp"), 2):
            assert f"puzzles.csv:{line}: picture '{name}' is cut short: its end is missing\n" in done.stderr
        assert not server.requests
        assert not (tmp_path / "out").exists()
        assert run(*arguments(server, tmp_path, tmp_path / "out", "--skip-bad")).returncode == 0
        assert len(server.requests) == 1
