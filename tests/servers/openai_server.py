"""A real HTTP server on loopback: OpenAI's chat and embeddings protocols, and misbehaviour on command.

In a test::

    with OpenAIServer(faults={0: "429"}) as server:
        ...                      # server.url, server.requests, server.answered

By itself, for benchmarks: ``python -m tests.servers.openai_server --latency 0.2``; it prints its
address and ends when its standard input does.

The HTTP is written by hand on asyncio streams: a framework would cost more CPU a request than the
code under test is allowed to.
"""

import argparse
import asyncio
import contextlib
import json
import sys
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

__all__ = ["FAULTS", "OpenAIServer", "Request"]


@dataclass
class Request:
    """One request as it arrived."""

    number: int
    path: str
    headers: dict[str, str]
    raw: bytes
    came: float = field(default_factory=time.monotonic)
    fault: str | None = None

    @cached_property
    def body(self) -> dict[str, Any]:
        """The JSON body."""
        loaded: dict[str, Any] = json.loads(self.raw)
        return loaded

    @property
    def text(self) -> str:
        """All text parts of all messages, in their order."""
        return "\n".join(_texts(self.body))

    @property
    def images(self) -> list[str]:
        """All image addresses (data URIs) in their order."""
        parts = (p for m in self.body["messages"] if isinstance(m["content"], list) for p in m["content"])
        return [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]


def _texts(body: dict[str, Any]) -> Iterator[str]:
    for message in body["messages"]:
        content = message["content"]
        if isinstance(content, str):
            yield content
        else:
            yield from (part["text"] for part in content if part["type"] == "text")


_GOOD = '{"primary_clues": ["a"], "candidates": ["goose"], "final_answer": "goose"}'

FAULTS = (
    "429", "429-after", "500", "reset", "stall", "empty-choices", "null-content", "empty-text", "length",
    "refusal", "content-filter", "malformed", "fenced", "prose", "html", "html-502", "wrong-model",
    "bad-key", "too-large", "forbidden",
)  # fmt: skip
"""What the server can do to a call instead of answering it well."""


class OpenAIServer:
    """The server, in a thread of its own, from ``with`` to its end.

    Args:
        latency: Seconds from a request's arrival to its answer.
        reply: The answer's text, or what makes it from a request.
        faults: What goes wrong: by the number of the call (from 0), or what decides it from a request.
        retry_after: What ``429-after`` asks the caller to wait, in seconds.
        own: Status and body of the fault ``own``, which no list of faults holds.
        vector: The vector of a text, for calls to ``/embeddings``.
        keep_bodies: Keep the requests' bodies for `Request.body`.

    Attributes:
        url: Its address, with ``/v1``.
        requests: All calls so far.
        answered: How often each fault, or ``ok``, was sent to the end.
        peak: The most calls at once.
    """

    def __init__(
        self,
        *,
        latency: float = 0.0,
        reply: str | Callable[[Request], str] = _GOOD,
        faults: Mapping[int, str] | Callable[[Request], str | None] | None = None,
        retry_after: float = 0.2,
        own: tuple[int, object] = (200, {}),
        vector: Callable[[str], list[float]] = lambda text: [float(len(text)), 1.0],
        keep_bodies: bool = True,
        port: int = 0,
    ) -> None:
        self.latency = latency
        self.reply = reply
        self.faults = faults or {}
        self.retry_after = retry_after
        self.own = own
        self.vector = vector
        self.keep_bodies = keep_bodies
        self.requests: list[Request] = []
        self.answered: Counter[str] = Counter()
        self.peak = 0
        self.url = ""
        self._now = 0
        self._port = port
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> "OpenAIServer":
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(
            asyncio.start_server(self._serve, "127.0.0.1", self._port, limit=1 << 22, backlog=512)
        )
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        self._ready.set()
        self._loop.run_forever()
        server.close()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
                headers = {k.lower(): v for k, _, v in (line.partition(": ") for line in head[1:]) if k}
                raw = await reader.readexactly(int(headers.get("content-length", "0")))
                size = len(raw)
                request = Request(len(self.requests), head[0].split(" ")[1], headers, raw)
                request.fault = (
                    self.faults(request) if callable(self.faults) else self.faults.get(request.number)
                )
                if not self.keep_bodies:
                    text = self._text(request)
                    request.raw = raw = b""
                else:
                    text = self._text(request)
                self.requests.append(request)
                self._now += 1
                self.peak = max(self.peak, self._now)
                try:
                    await asyncio.sleep(self.latency)
                    if not await self._answer(request, text, size, writer):
                        return
                finally:
                    self._now -= 1
        writer.transport.abort()

    def _text(self, request: Request) -> str:
        return self.reply(request) if callable(self.reply) else self.reply

    async def _answer(self, request: Request, text: str, size: int, writer: asyncio.StreamWriter) -> bool:
        """Send the answer; False if the connection is done with."""
        fault = request.fault
        status, headers, content = 200, {"content-type": "application/json"}, b""
        match fault:
            case "reset":
                writer.transport.abort()
                self.answered[fault] += 1
                return False
            case "stall":
                # Half an answer, then silence until the caller gives up.
                writer.write(
                    b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n{"
                )
                await writer.drain()
                self.answered[fault] += 1
                await asyncio.sleep(3600)
                return False
            case "429":
                status, content = 429, _error("Rate limit reached", "rate_limit_exceeded")
            case "429-after":
                status, content = 429, _error("Rate limit reached", "rate_limit_exceeded")
                headers["retry-after"] = f"{self.retry_after:g}"
            case "500":
                status, content = 500, _error("The server had an error", "server_error")
            case "500-surrogate":
                status, content = 500, _error("The server had an error \ud83d", "server_error")
            case "empty-choices":
                content = _completion(size, choices=[])
            case "null-content":
                content = _completion(size, text=None)
            case "empty-text":
                content = _completion(size, text="")
            case "length":
                content = _completion(size, text='{"primary_clues": ["a fla', stop="length")
            case "refusal":
                content = _completion(size, text=None, refusal="I'm sorry, I can't help with that.")
            case "content-filter":
                content = _completion(size, text="", stop="content_filter")
            case "malformed":
                content = b'{"id": "x", "choices": [{"index": 0, "mess'
            case "fenced":
                content = _completion(size, text=f"```json\n{text}\n```")
            case "prose":
                content = _completion(size, text=f"Let me think about it.\n\n{text}\n\nHope that helps!")
            case "html":
                headers["content-type"] = "text/html"
                content = b"<!DOCTYPE html><html><body><h1>Welcome to nginx!</h1></body></html>"
            case "html-502":
                status = 502
                headers["content-type"] = "text/html"
                content = b"<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>"
            case "wrong-model":
                status, content = 404, _error("The model `x` does not exist", "model_not_found")
            case "bad-key":
                status, content = 401, _error("Incorrect API key provided: sk-12****89", "invalid_api_key")
            case "forbidden":
                status, content = 403, _error("Your input was flagged", "moderation")
            case "too-large":
                status, content = 413, b"Payload Too Large"
            case "own":
                status, content = self.own[0], json.dumps(self.own[1]).encode()
            case None if request.path.endswith("/embeddings"):
                content = _embeddings([self.vector(text) for text in request.body["input"]])
            case None:
                content = _completion(size, text=text)
            case _:
                raise ValueError(fault)
        lines = [f"HTTP/1.1 {status} X", *(f"{k}: {v}" for k, v in headers.items())]
        lines.append(f"content-length: {len(content)}\r\n\r\n")
        writer.write("\r\n".join(lines).encode() + content)
        await writer.drain()
        self.answered[fault or "ok"] += 1
        return True


def _error(message: str, code: str) -> bytes:
    return json.dumps({"error": {"message": message, "type": "error", "code": code, "param": None}}).encode()


def _embeddings(vectors: list[list[float]]) -> bytes:
    # Backwards, for the index says which is whose.
    data = [{"object": "embedding", "index": at, "embedding": each} for at, each in enumerate(vectors)][::-1]
    usage = {"prompt_tokens": 3 * len(vectors), "total_tokens": 3 * len(vectors)}
    return json.dumps({"object": "list", "data": data, "model": "goose-embed", "usage": usage}).encode()


def _completion(
    size: int,
    *,
    text: str | None = None,
    stop: str = "stop",
    refusal: str | None = None,
    choices: list[Any] | None = None,
) -> bytes:
    message = {"role": "assistant", "content": text, "refusal": refusal}
    if choices is None:
        choices = [{"index": 0, "message": message, "finish_reason": stop, "logprobs": None}]
    usage = {"prompt_tokens": size // 4, "completion_tokens": 20, "total_tokens": size // 4 + 20}
    return json.dumps(
        {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "goose-vl",
         "choices": choices, "usage": usage}
    ).encode()  # fmt: skip


def _played(request: Request) -> str:
    from gander.models.scripted import scripted_reply

    user = request.body["messages"][-1]["content"]
    return scripted_reply(["\n\n".join(part["text"] for part in user if part["type"] == "text")])


def _main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--latency", type=float, default=0.0)
    options.add_argument("--port", type=int, default=0)
    options.add_argument("--player", action="store_true", help="play QUACK as gander/scripted does")
    options.add_argument("--fault", action="append", default=[], metavar="NUMBER:KIND")
    given = options.parse_args()
    faults = {int(number): kind for number, kind in (fault.split(":") for fault in given.fault)}
    reply = _played if given.player else _GOOD
    with OpenAIServer(
        latency=given.latency, reply=reply, faults=faults, keep_bodies=False, port=given.port
    ) as server:
        print(server.url, flush=True)
        sys.stdin.read()
        print(json.dumps({"calls": len(server.requests), "peak": server.peak}), flush=True)


if __name__ == "__main__":
    _main()

_ = Awaitable
