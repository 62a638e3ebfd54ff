"""Servers that speak OpenAI's chat protocol, called directly: Inspect's names ``openai-api/NAME/MODEL``.

Loading Inspect AI and the openai client takes longer than a small run does, and a call through them twice the
CPU time. A server that is nothing but an address needs neither: the request is one JSON object, the reply
another. What is sent is what Inspect would send, and what comes back is read as Inspect reads it; tests hold
both to the same. Whatever asks for more than an address (headers, streaming, a proxy, OpenAI's own names,
which need other fields) goes through Inspect.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from gander.models.failures import Usage
from gander.models.model import Advice, Question, Reply, Sampling, Schema, Stop, Turn, words
from gander.models.server import Answer, Server, error_of, is_plain, of_service

__all__ = ["ChatModel", "chat_model"]

_PREFIX: Final = "openai-api/"
_OPENAI_NAMES: Final = re.compile(r"gpt|o\d")
_FILTERS: Final = (
    "invalid_prompt",
    "content_policy_violation",
    "content_filter",
    "bio_policy",
    "cyber_policy",
)
_STOPS: Final[dict[str, Stop]] = {
    "length": "limit", "max_tokens": "limit", "model_length": "limit", "content_filter": "filter",
}  # fmt: skip
_REASONING: Final = ("reasoning_details", "reasoning_content", "reasoning")
_THINKING: Final = re.compile(r"<think[^<>]*>|</think>")


def chat_model(name: str, args: Mapping[str, Any] | None = None) -> "ChatModel | None":
    """The model of that name, if its server can be called directly; else None.

    Args:
        name: ``openai-api/NAME/MODEL``. The key is ``NAME_API_KEY``, and the address is ``NAME_BASE_URL``
            unless it is given, both as Inspect reads them.
        args: Arguments for the provider.
    """
    service, _, model = name.removeprefix(_PREFIX).partition("/")
    if not name.startswith(_PREFIX) or not service or not model or _OPENAI_NAMES.search(model.lower()):
        return None
    given = dict(args or {})
    address, key = of_service(service, given.pop("base_url", None))
    if given or not key or address is None or not is_plain(address):
        return None
    return ChatModel(model, f"{address}/chat/completions", key)


class ChatModel:
    """A model behind one address.

    Args:
        name: What the server calls it.
        address: Where requests go.
        key: The key.
    """

    def __init__(self, name: str, address: str, key: str) -> None:
        self._server = Server(address, key)
        self._name = name
        self.secrets = (key,)

    async def reply(self, question: Question) -> Reply:
        """Send the conversation once.

        Raises:
            StatusError: The server answered with an error.
            ValueError: What came back is no answer in the protocol.
            OSError: The connection could not be made or broke.
        """
        answer = await self._server.post(_body(self._name, question.sampling, question.turns))
        if answer.status >= 400:
            return _refused(answer)
        return _read(answer.content)

    def advice(self, error: BaseException) -> Advice:
        """What a status says about asking again."""
        return self._server.advice(error)

    async def close(self) -> None:
        """Close the connections."""
        await self._server.close()


def _body(model: str, sampling: Sampling, turns: Sequence[Turn]) -> bytes:
    messages: list[dict[str, Any]] = []
    for turn in turns:
        if turn.role != "user":
            messages.append({"role": turn.role, "content": words(turn)})
            continue
        parts: list[dict[str, Any]] = []
        for part in turn.parts:
            if isinstance(part, str):
                parts.append({"type": "text", "text": part})
            else:
                address = {"url": part.data_uri, "detail": "auto"}
                parts.append({"type": "image_url", "image_url": address})
        messages.append({"role": "user", "content": parts})
    settings = {name: value for name, value in msgspec.structs.asdict(sampling).items() if value is not None}
    schema: Schema | None = settings.pop("schema", None)
    if schema is not None:
        form = {
            "name": schema.name,
            "schema": msgspec.Raw(schema.json.encode()),
            "description": schema.description,
            "strict": True,
        }
        settings["response_format"] = {"type": "json_schema", "json_schema": form}
    return msgspec.json.encode({"model": model, "messages": messages, **settings})


def _read(content: bytes) -> Reply:
    """The reply in an answer of the protocol.

    Only what is used must be right: servers differ in the rest.
    """
    # The standard library's reader, since replies may hold halves of surrogate pairs.
    answer = json.loads(content)
    choices = answer.get("choices") if isinstance(answer, dict) else None
    if not isinstance(choices, list):
        raise ValueError(f"no chat completion: {content[:100].decode(errors='replace')}")  # noqa: TRY004
    model = answer.get("model")
    told = Reply(usage=_usage(answer.get("usage")), model=model if isinstance(model, str) else "")
    if not choices:
        return told._replace(stop="none", error="no choices")
    first = min(choices, key=lambda choice: choice.get("index") or 0)
    message = first["message"]
    refusal = message.get("refusal")
    text = refusal or message.get("content") or ""
    if isinstance(text, list):
        text = "".join(str(part.get("text") or "") for part in text)
    text = str(text)
    if not any(message.get(name) for name in _REASONING):
        text = _without_thoughts(text)
    stop = _STOPS.get(first.get("finish_reason"), "end")
    return told._replace(text=text, stop=stop, refused=bool(refusal))


def _usage(told: Any) -> Usage:  # noqa: ANN401 - whatever JSON can say
    if not isinstance(told, dict):
        return Usage()
    details = told.get("completion_tokens_details")
    reasoning = details.get("reasoning_tokens") if isinstance(details, dict) else None
    counts = (told.get("prompt_tokens"), told.get("completion_tokens"), reasoning)
    return Usage(*(count if isinstance(count, int) else 0 for count in counts))


def _without_thoughts(text: str) -> str:
    """Text without the first reasoning in tags; all of it where nothing else is there.

    Tags may be nested. Where they do not match, the reasoning ends at the first end.
    """
    start = first_end = None
    depth = 0
    for tag in _THINKING.finditer(text):
        if tag[0] != "</think>":
            depth += 1
            if start is None:
                start = tag.start()
        elif start is not None:
            depth -= 1
            first_end = first_end or tag.end()
            if depth == 0:
                return (text[:start] + text[tag.end() :]).strip() or text
    if start is None or first_end is None:
        return text
    return (text[:start] + text[first_end:]).strip() or text


def _refused(answer: Answer) -> Reply:
    """The reply that an error is, where it speaks of a filter or of the text's length; else it is raised.

    Raises:
        StatusError: It is neither.
    """
    error = error_of(answer)
    if answer.status in (400, 403, 413, 422):
        words = error.words
        if error.code == "context_length_exceeded" or (answer.status == 400 and "input length" in words):
            return Reply(stop="limit", error=words)
        if error.code in _FILTERS or (error.kind == "invalid_request_error" and "blocked" in words):
            return Reply(stop="filter", error=words)
    raise error
