"""Texts as vectors: servers that speak OpenAI's embeddings protocol, and asking them.

Inspect AI knows no embeddings, so its names for servers are used and the call is our own: ``openai/MODEL``
and ``openai-api/NAME/MODEL``, keys and addresses from the environment. A batch of texts is one question to
`gander.models.call.Caller`, which bounds and retries it like any other; what comes of it is a value.
"""

import asyncio
import base64
import binascii
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import msgspec

from gander.errors import InputError
from gander.models.call import Caller, Connections, Patience
from gander.models.failures import HOPELESS, Failed, Usage
from gander.models.model import Advice, Image, Question, Reply
from gander.models.server import Server, error_of, of_service

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector: TypeAlias = NDArray[np.float32]

__all__ = ["EmbeddingModel", "ask_vectors", "open_embeddings"]

BATCH: Final = 64
"""Texts of one call."""

_OPENAI: Final = "https://api.openai.com/v1"
_NAMES: Final = "Embedding models of servers are written openai/MODEL or openai-api/NAME/MODEL."


@dataclass(frozen=True)
class _Texts:
    """A batch as the one turn of a question."""

    parts: Sequence[str | Image]
    role: Literal["user"] = "user"


class _Item(msgspec.Struct):
    embedding: list[float] | str
    index: int | None = None


class _Told(msgspec.Struct):
    prompt_tokens: int | None = None


class _Answer(msgspec.Struct):
    data: list[_Item]
    usage: _Told | None = None
    model: str | None = None


_decode = msgspec.json.Decoder(_Answer).decode


def open_embeddings(name: str) -> "EmbeddingModel":
    """An embedding model behind a server, by its name.

    Args:
        name: ``openai/MODEL``, or ``openai-api/NAME/MODEL`` with ``NAME_BASE_URL`` and ``NAME_API_KEY`` in
            the environment.

    Raises:
        InputError: It is no such name, or its key or address is missing.
    """
    provider, _, model = name.partition("/")
    service = provider
    if provider == "openai-api":
        service, _, model = model.partition("/")
    if provider not in ("openai", "openai-api") or not service or not model:
        raise InputError(f"there is no embedding model {name!r}.", todo=_NAMES)
    address, key = of_service(service)
    if provider == "openai":
        address = address or _OPENAI
    variable = service.upper().replace("-", "_")
    missing = [f"{variable}_BASE_URL"] * (not address) + [f"{variable}_API_KEY"] * (not key)
    if not address or not key:
        raise InputError(
            f"{' and '.join(missing)} must be set in the environment.",
            where=name,
            todo="A server without keys takes any.",
        )
    return EmbeddingModel(model, f"{address}/embeddings", key)


class EmbeddingModel:
    """A model behind one address; a batch of texts is a question, their vectors are the reply.

    Args:
        name: What the server calls it.
        address: Where requests go.
        key: The key.

    Attributes:
        name: What the server calls it.
        address: Where requests go.
    """

    def __init__(self, name: str, address: str, key: str) -> None:
        self._server = Server(address, key, proxies=True)
        self.name = name
        self.address = address
        self.secrets = (key,)

    async def reply(self, question: Question) -> Reply:
        """Send the parts of the question's last turn once.

        Raises:
            StatusError: The server answered with an error.
            ValueError: What came back is not one vector for each text.
            OSError: The connection could not be made or broke.
        """
        texts = [part for part in question.turns[-1].parts if isinstance(part, str)]
        body = {"model": self.name, "input": texts, "encoding_format": "float"}
        answer = await self._server.post(msgspec.json.encode(body))
        if answer.status >= 400:
            raise error_of(answer)
        told = _decode(answer.content)
        usage = told.usage.prompt_tokens if told.usage is not None else None
        text = _written(_ordered(told.data, len(texts)))
        return Reply(text, usage=Usage(input=usage or 0), model=told.model or "")

    def advice(self, error: BaseException) -> Advice:
        """What a status says about asking again."""
        return self._server.advice(error)

    async def close(self) -> None:
        """Close the connections."""
        await self._server.close()


def _ordered(items: Sequence[_Item], texts: int) -> "list[Vector]":
    """The vectors in the order of the texts.

    Raises:
        ValueError: They are not one finite, non-zero vector for each text, all of one length.
    """
    import numpy as np  # noqa: PLC0415

    places = [number if item.index is None else item.index for number, item in enumerate(items)]
    if sorted(places) != list(range(texts)):
        raise ValueError(f"{len(items)} vectors for {texts} texts")
    found: dict[int, Vector] = {}
    for place, item in zip(places, items, strict=True):
        if isinstance(item.embedding, str):
            try:
                raw = base64.b64decode(item.embedding, validate=True)
                found[place] = np.frombuffer(raw, dtype="<f4")
            except (binascii.Error, ValueError) as error:
                raise ValueError(f"a vector that cannot be read ({error})") from error
        else:
            found[place] = np.asarray(item.embedding, dtype=np.float32)
    vectors = [found[place] for place in range(texts)]
    if len({len(vector) for vector in vectors}) > 1:
        raise ValueError("vectors of different lengths")
    if not all(np.isfinite(vector).all() and vector.any() for vector in vectors):
        raise ValueError("a vector of zeros or of what is no number")
    return vectors


def _written(vectors: "Sequence[Vector]") -> str:
    return msgspec.json.encode([vector.tobytes() for vector in vectors]).decode()


def _read(text: str) -> "list[Vector]":
    import numpy as np  # noqa: PLC0415

    return [np.frombuffer(raw, dtype=np.float32) for raw in msgspec.json.decode(text, type=list[bytes])]


def ask_vectors(
    model: EmbeddingModel,
    texts: Sequence[str],
    keep: "Callable[[Sequence[str], list[Vector]], None]",
    *,
    patience: Patience | None = None,
    connections: int = 4,
) -> list[tuple[str, Failed]]:
    """Ask for the vectors of texts, in batches.

    Args:
        model: The model; closed at the end.
        texts: The texts, none empty.
        keep: Takes the vectors of a batch as soon as they are there.
        patience: How long and how often a batch is tried.
        connections: The most calls at once.

    Returns:
        The texts without a vector, each with why. After a failure that every call would meet, the rest is
        not asked.
    """
    return asyncio.run(_ask(model, texts, keep, patience or Patience(), connections))


async def _ask(
    model: EmbeddingModel,
    texts: Sequence[str],
    keep: "Callable[[Sequence[str], list[Vector]], None]",
    patience: Patience,
    most: int,
) -> list[tuple[str, Failed]]:
    caller = Caller(model, patience=patience, connections=Connections(most))
    waiting = [texts[start : start + BATCH] for start in range(0, len(texts), BATCH)][::-1]
    failed: list[tuple[str, Failed]] = []
    hopeless: Failed | None = None

    async def one_after_another() -> None:
        nonlocal hopeless
        while waiting:
            batch = waiting.pop()
            outcome = hopeless or await caller.ask([_Texts(batch)])
            if isinstance(outcome, Failed):
                failed.extend((text, outcome) for text in batch)
                hopeless = outcome if outcome.kind in HOPELESS else hopeless
            else:
                keep(batch, _read(outcome.text))

    try:
        await asyncio.gather(*(one_after_another() for _ in range(most)))
    finally:
        await model.close()
    return failed
