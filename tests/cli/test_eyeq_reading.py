"""Near misses and text in pictures from the command line."""

import csv
from pathlib import Path

import pytest

from tests.eyeq.runs import eyeq
from tests.servers.openai_server import OpenAIServer


@pytest.fixture(name="file")
def answer_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GANDER_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("TEST_API_KEY", "sk-very-secret-key")
    file = tmp_path / "answers.csv"
    rows = ["Filename,Theme,Solution,Owl-7B", "1.jpg,Birds,GOOSE,gander", "2.jpg,Things,WAGON,cat"]
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return file


def test_an_embedding_server_by_name(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    order = (
        "analyze",
        str(file),
        "--only",
        "near_misses",
        "--no-floor",
        "--embedding",
        "openai-api/test/bge",
    )
    with OpenAIServer() as server:
        monkeypatch.setenv("TEST_BASE_URL", server.url)
        done = eyeq(*order, "--out", str(tmp_path / "out"))
        assert done.returncode == 0, done.stderr
        assert "texts with openai-api/test/bge" in done.stderr
        asked = len(server.requests)
        again = eyeq(*order, "--out", str(tmp_path / "again"))
        assert again.returncode == 0, again.stderr
        assert len(server.requests) == asked
    with (tmp_path / "out" / "near_misses.csv").open(encoding="utf-8") as table:
        measures = {row["measure"]: row for row in csv.DictReader(table)}
    assert set(measures) == {"letters", "words", "meaning"}
    # Four of six characters must change to make a gander a goose, four of five for a cat and a wagon.
    assert float(measures["letters"]["likeness"]) == pytest.approx((2 / 6 + 1 / 5) / 2)
    everything = b"".join(path.read_bytes() for path in (tmp_path / "out").iterdir())
    assert b"sk-very-secret-key" not in everything
    assert "sk-very-secret-key" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--embedding", "word2vec"), "there is no embedding model 'word2vec'"),
        (("--embedding", "openai-api/nowhere/bge"), "NOWHERE_BASE_URL and NOWHERE_API_KEY must be set"),
        (("--ocr",), "--ocr: pictures are needed to read their text. Add --data."),
    ],
)
def test_what_cannot_be_done_is_told_first(
    file: Path, tmp_path: Path, options: tuple[str, ...], told: str
) -> None:
    done = eyeq("analyze", str(file), *options, "--out", str(tmp_path / "out"))
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out").exists()
