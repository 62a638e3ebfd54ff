"""Servers that speak OpenAI's chat protocol, called directly: Inspect's names ``openai-api/NAME/MODEL``.

Loading Inspect AI and the openai client takes longer than a small run does, and a call through them twice the
CPU time. A server that is nothing but an address needs neither: the request is one JSON object, the reply
another. What is sent is what Inspect would send, and what comes back is read as Inspect reads it; tests hold
both to the same. Whatever asks for more than an address (headers, streaming, a proxy, OpenAI's own names,
which need other fields) goes through Inspect.
"""

import json
import os
import re
import time
from collections.abc import Mapping, Sequence
from email.utils import parsedate_to_datetime
from typing import Any, Final
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import msgspec

from gander.models.failures import Usage
from gander.models.model import Advice, Question, Reply, Sampling, Schema, Stop, Turn, words

__all__ = ["ChatModel", "StatusError", "chat_model", "told_wait"]

_PREFIX: Final = "openai-api/"
_CONNECT: Final = 60.0  # seconds, as Inspect allows
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
_RESETS: Final = ("x-ratelimit-reset-requests", "x-ratelimit-reset-tokens")
_UNITS: Final = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
_DURATION: Final = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h|d)")


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
    variable = service.upper().replace("-", "_")
    address = given.pop("base_url", None) or os.environ.get(f"{variable}_BASE_URL")
    key = os.environ.get(f"{variable}_API_KEY")
    if given or not key or not isinstance(address, str) or not _is_plain(address):
        return None
    return ChatModel(model, f"{address.rstrip('/')}/chat/completions", key)


def _is_plain(address: str) -> bool:
    """Whether it is a usual address without a proxy before it."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        return False
    if parts.scheme not in ("http", "https") or not host or parts.username or parts.query or port == 0:
        return False
    proxies = getproxies()
    return not (proxies.keys() & {parts.scheme, "all"}) or bool(proxy_bypass(host))


class StatusError(Exception):
    """The server answered with an error.

    Attributes:
        status_code: The HTTP status.
        code: The error's code in the protocol; None if it has none.
        wait: For how many seconds the server asks to wait; None if it does not say.
    """

    def __init__(
        self, message: str, status_code: int, code: object = None, wait: float | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status_code = status_code
        self.code = code
        self.wait = wait


class ChatModel:
    """A model behind one address.

    Args:
        name: What the server calls it.
        address: Where requests go.
        key: The key.
    """

    def __init__(self, name: str, address: str, key: str) -> None:
        # Imported when a model is opened, so that importing models loads no library.
        import aiohttp  # noqa: PLC0415

        self._library = aiohttp
        self._session: aiohttp.ClientSession | None = None
        self._name = name
        self._address = address
        self._headers = {"authorization": f"Bearer {key}", "content-type": "application/json"}
        self.secrets = (key,)

    async def reply(self, question: Question) -> Reply:
        """Send the conversation once.

        Raises:
            StatusError: The server answered with an error.
            ValueError: What came back is no answer in the protocol.
            OSError: The connection could not be made or broke.
        """
        body = _body(self._name, question.sampling, question.turns)
        try:
            async with self._open().post(self._address, data=body, headers=self._headers) as response:
                content = await response.read()
        except self._library.ConnectionTimeoutError as error:
            raise ConnectionError(f"no connection in {_CONNECT:.0f} seconds") from error
        except self._library.ClientPayloadError as error:
            raise ConnectionError(str(error)) from error
        if response.status >= 400:
            return _refused(response.status, content, told_wait(response.headers))
        return _read(content)

    def advice(self, error: BaseException) -> Advice:
        """What a status says about asking again."""
        if not isinstance(error, StatusError):
            return Advice()
        return Advice("rate_limit" if error.status_code == 429 else None, error.wait)

    async def close(self) -> None:
        """Close the connections."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    def _open(self) -> Any:  # noqa: ANN401 - a session of a library that is loaded late
        if self._session is None:
            aiohttp = self._library
            # How many connections there are is for the caller to say (`gander.models.call.Connections`).
            connector = aiohttp.TCPConnector(limit=0, **_certificates(self._address))
            self._session = aiohttp.ClientSession(
                connector=connector,
                cookie_jar=aiohttp.DummyCookieJar(),
                timeout=aiohttp.ClientTimeout(total=None, sock_connect=_CONNECT),
            )
        return self._session


def _certificates(address: str) -> dict[str, Any]:
    """Which certificates are trusted: those of the operating system, as Inspect's clients do."""
    if not address.startswith("https:"):
        return {}
    import ssl  # noqa: PLC0415

    import truststore  # noqa: PLC0415

    return {"ssl": truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)}


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


def _refused(status: int, content: bytes, wait: float | None) -> Reply:
    """The reply that an error is, where it speaks of a filter or of the text's length; else it is raised.

    Raises:
        StatusError: It is neither.
    """
    text = content.decode(errors="replace").strip()
    try:
        told = json.loads(content)
    except ValueError:
        told = None
    error = told.get("error", told) if isinstance(told, dict) else None
    fields: dict[str, Any] = error if isinstance(error, dict) else {}
    code = fields.get("code")
    words = str(fields.get("message") or error or text)
    if status in (400, 403, 413, 422):
        if code == "context_length_exceeded" or (status == 400 and "input length" in words):
            return Reply(stop="limit", error=words)
        if code in _FILTERS or (fields.get("type") == "invalid_request_error" and "blocked" in words):
            return Reply(stop="filter", error=words)
    raise StatusError(f"Error code: {status}{f' - {words}' if words else ''}", status, code, wait)


def told_wait(headers: Mapping[str, str]) -> float | None:
    """For how many seconds an answer asks to wait: ``Retry-After``, else when the limits start anew."""
    if (after := _seconds(headers.get("retry-after", ""))) is not None:
        return after
    resets = [seconds for name in _RESETS if (seconds := _seconds(headers.get(name, ""))) is not None]
    return max(resets, default=None)


def _seconds(text: str) -> float | None:
    """Seconds from a number, a duration as ``1m30s``, or a date; None unless they are more than none."""
    text = text.replace(" ", "") if _DURATION.match(text.strip()) else text.strip()
    found = _DURATION.findall(text)
    try:
        if found and "".join(number + unit for number, unit in found) == text:
            seconds = sum(float(number) * _UNITS[unit] for number, unit in found)
        elif re.fullmatch(r"\d+(\.\d+)?", text):
            seconds = float(text)
        else:
            moment = parsedate_to_datetime(text)
            seconds = moment.timestamp() - time.time()
    except (ValueError, TypeError, OverflowError):
        return None
    return seconds if 0 < seconds < float("inf") else None
