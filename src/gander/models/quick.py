"""A shorter way through the openai client, for requests that carry pictures.

The client holds every part of every message against the unions of its types, and writes JSON with Python's
own encoder: with a picture in the request that is half of a call's CPU time. Its public ``post`` takes a
body that is ready. Both ways send the same request, which a test holds them to; keys, addresses, errors and
time-outs stay the client's.
"""

import sys
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from inspect_ai.model import Model

__all__ = ["bound_parsing", "shorten"]

_MOST_TAGS = 50
_PARSERS = ("inspect_ai.model._openai", "inspect_ai.model._providers.mistral")
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


def bound_parsing() -> None:
    """Keep replies full of tags from Inspect's search for reasoning, whose time grows with their square.

    It runs in the event loop, where no time-out reaches it. Such a reply stays whole; whoever reads it sets
    aside what is in the tags.
    """
    for name in _PARSERS:
        module: Any = sys.modules.get(name)
        parse = getattr(module, "parse_content_with_reasoning", None)
        if parse is not None and not hasattr(parse, "bounded"):
            module.parse_content_with_reasoning = _bounded(parse)


def _bounded(parse: Any) -> Any:  # noqa: ANN401 - a function of a library's own types
    def bounded(content: str) -> object:
        tags = content.count("<think") + content.count("<summary")
        return parse(content) if tags <= _MOST_TAGS else (content, None)

    bounded.bounded = True  # type: ignore[attr-defined]
    return bounded


def _left_out(value: object) -> bool:
    return type(value).__name__ in ("NotGiven", "Omit")
