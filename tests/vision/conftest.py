"""The tiny model, served: made and started once for all tests here."""

from collections.abc import Iterator

import pytest

from tests.servers.tiny_llava import build
from tests.servers.transformers_server import TransformersServer


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TransformersServer]:
    """``transformers serve`` with a LLaVA of random weights."""
    folder = tmp_path_factory.mktemp("served") / "tiny-llava"
    build(folder)
    with TransformersServer(folder) as served:
        yield served
