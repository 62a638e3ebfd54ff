"""A shorter way through the openai client, for requests that carry pictures.

The client holds every part of every message against the unions of its types, and writes JSON with Python's
own encoder: with a picture in the request that is half of a call's CPU time. Its public ``post`` takes a
body that is ready. Both ways send the same request, which a test holds them to; keys, addresses, errors and
time-outs stay the client's.
"""

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from inspect_ai.model import Model

__all__ = ["shorten"]

_ASIDE = ("extra_headers", "extra_query", "extra_body", "timeout")


def shorten(model: "Model") -> None:
    """Make a model whose provider uses the openai client call by the short way; others stay as they are."""
    client: Any = getattr(model.api, "client", None)
    if client is None or type(client).__module__.partition(".")[0] != "openai":
        return
    from openai import AsyncOpenAI  # noqa: PLC0415
    from openai.types.chat import ChatCompletion  # noqa: PLC0415

    # Subclasses (Azure's) look into the body to find the address.
    if type(client) is not AsyncOpenAI:
        return
    completions = client.chat.completions
    by_the_book = completions.create

    async def create(**request: Any) -> object:  # noqa: ANN401 - whatever the client takes
        aside = {name: request.pop(name) for name in _ASIDE if name in request}
        body = {name: value for name, value in request.items() if not _left_out(value)}
        content = None
        if not body.get("stream"):
            try:
                content = msgspec.json.encode({**body, **(aside.get("extra_body") or {})})
            except TypeError:
                content = None
        if content is None or "timeout" in aside or aside.get("extra_query"):
            return await by_the_book(**request, **aside)
        options: Any = {"headers": aside.get("extra_headers") or {}, "security": {"bearer_auth": True}}
        return await client.post(
            "/chat/completions", cast_to=ChatCompletion, content=content, options=options
        )

    completions.create = create  # type: ignore[method-assign,assignment]


def _left_out(value: object) -> bool:
    return type(value).__name__ in ("NotGiven", "Omit")
