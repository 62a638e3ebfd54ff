"""Calls against a real server that misbehaves: each fault has its kind, its tries and time are bounded."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any, Literal

import msgspec
import pytest

from gander.errors import InputError
from gander.models import (
    Answered,
    Caller,
    Connections,
    Failed,
    Patience,
    Question,
    Sampling,
    load_inspect,
    open_model,
)
from gander.models.chat import ChatModel
from gander.models.library import InspectModel
from gander.models.model import Schema
from gander.models.server import told_wait
from tests.servers.openai_server import FAULTS, OpenAIServer

KEY = "sk-very-secret-0123456789"


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOCAL_API_KEY", KEY)


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as running:
        yield running


QUICK = Patience(retries=2, seconds=0.5, total=20, first_wait=0.01)


@dataclass(frozen=True)
class Picture:
    data_uri: str = "data:image/png;base64,AAAA"


@dataclass(frozen=True)
class Said:
    parts: tuple[str | Picture, ...]
    role: Literal["system", "user", "assistant"] = "user"


WAYS: dict[str, dict[str, Any]] = {"direct": {}, "inspect": {"client_timeout": 600}}
"""Arguments with which a server is called directly, or through Inspect."""


def ask(
    server: OpenAIServer,
    patience: Patience = QUICK,
    times: int = 1,
    connections: int = 8,
    way: str = "direct",
    **sampling: Any,
) -> list[Any]:
    async def all() -> list[Any]:
        args = {"base_url": server.url, **WAYS[way]}
        model = open_model("openai-api/local/goose", args, connections=connections)
        assert isinstance(model, ChatModel if way == "direct" else InspectModel)
        line = Connections(connections)
        caller = Caller(model, Sampling(**sampling), patience=patience, connections=line)
        question = Said(("What is it?", Picture()))
        try:
            return list(await asyncio.gather(*(caller.ask([question]) for _ in range(times))))
        finally:
            await model.close()

    return asyncio.run(all())


def always(fault: str) -> OpenAIServer:
    return OpenAIServer(faults=lambda request: fault)


# What becomes of a call that always meets the fault: kind, and calls made with two retries allowed.
FAILING = {
    "429": ("rate_limited", 3),
    "429-after": ("rate_limited", 3),
    "500": ("server_error", 3),
    "reset": ("connection", 3),
    "stall": ("timeout", 3),
    "empty-choices": ("empty", 2),
    "null-content": ("empty", 2),
    "empty-text": ("empty", 2),
    "length": ("truncated", 2),
    "refusal": ("refused", 2),
    "content-filter": ("content_filter", 2),
    "malformed": ("malformed", 3),
    "html": ("malformed", 3),
    "html-502": ("server_error", 3),
    "wrong-model": ("no_such_model", 1),
    "bad-key": ("bad_key", 1),
    "too-large": ("too_large", 1),
    "forbidden": ("forbidden", 1),
}
READABLE = {"fenced", "prose"}


def test_every_fault_of_the_server_is_looked_at() -> None:
    assert set(FAILING) | READABLE == set(FAULTS)


# With many connections Inspect's calls go by another transport, which has errors of its own.
@pytest.mark.parametrize(("way", "connections"), [("direct", 8), ("inspect", 8), ("inspect", 64)])
@pytest.mark.parametrize("fault", FAILING)
def test_a_fault_that_stays_is_a_failure_in_bounded_time(fault: str, way: str, connections: int) -> None:
    kind, calls = FAILING[fault]
    with always(fault) as server:
        (outcome,) = ask(server, connections=connections, way=way)
        assert isinstance(outcome, Failed)
        assert outcome.kind == kind, outcome.detail
        # Retries happen in one layer: were there two, there would be 9 calls or more.
        assert len(server.requests) == outcome.tries == calls
    assert outcome.seconds < 5
    assert KEY not in str(outcome)
    assert "sk-12" not in str(outcome)


@pytest.mark.parametrize("fault", [fault for fault, (_, calls) in FAILING.items() if calls > 1])
def test_a_fault_that_passes_is_an_answer(fault: str) -> None:
    with OpenAIServer(faults={0: fault}) as server:
        (outcome,) = ask(server)
        assert isinstance(outcome, Answered), outcome
        assert outcome.tries == 2 == len(server.requests)
        assert "goose" in outcome.text


@pytest.mark.parametrize("fault", sorted(READABLE))
def test_json_in_other_words_is_an_answer_as_it_is(fault: str) -> None:
    with always(fault) as server:
        (outcome,) = ask(server)
        assert isinstance(outcome, Answered)
        assert outcome.tries == 1


@pytest.mark.parametrize("way", WAYS)
def test_retry_after_is_waited_for(way: str) -> None:
    with OpenAIServer(faults={0: "429-after"}, retry_after=1.0) as server:
        (outcome,) = ask(server, way=way)
        assert isinstance(outcome, Answered)
        first, second = server.requests
        assert second.came - first.came >= 1.0


@pytest.mark.parametrize("way", WAYS)
def test_retry_after_beyond_patience_is_not_waited_for(way: str) -> None:
    with OpenAIServer(faults={0: "429-after"}, retry_after=3600) as server:
        (outcome,) = ask(server, way=way)
    assert isinstance(outcome, Failed)
    assert outcome.kind == "rate_limited"
    assert outcome.seconds < 5


def test_a_long_quiet_time_ends_all_calls_that_cannot_wait_for_it() -> None:
    patience = Patience(retries=3, seconds=0.5, total=1.0, first_wait=0.01)
    # One complains about the rate while others are under way and many wait for a place.
    with OpenAIServer(latency=0.05, faults={0: "429-after"}, retry_after=3600) as server:
        began = time.monotonic()
        outcomes = ask(server, patience, times=20, connections=4)
        assert time.monotonic() - began < 3
        assert len(server.requests) == 4
    failed = [outcome for outcome in outcomes if isinstance(outcome, Failed)]
    assert len(failed) == 17
    assert {outcome.kind for outcome in failed} == {"rate_limited"}
    assert Counter(outcome.tries for outcome in failed) == {0: 16, 1: 1}


def test_nothing_is_sent_after_the_end() -> None:
    patience = Patience(retries=0, seconds=5, total=1.5, first_wait=0.01)
    with OpenAIServer(latency=0.9) as server:
        outcomes = ask(server, patience, times=4, connections=1)
        assert len(server.requests) == 2
    assert isinstance(outcomes[0], Answered)
    assert [outcome.kind for outcome in outcomes[1:]] == ["timeout"] * 3


@pytest.mark.parametrize("way", WAYS)
def test_halves_of_surrogate_pairs_are_replaced(way: str) -> None:
    with OpenAIServer(reply="goose \ud83d") as server:
        (outcome,) = ask(server, way=way)
    assert isinstance(outcome, Answered)
    assert outcome.text == "goose \ufffd"
    with OpenAIServer(faults=lambda request: "500-surrogate") as server:
        (outcome,) = ask(server, way=way)
    assert isinstance(outcome, Failed)
    assert "\ufffd" in outcome.detail


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("tag", ["<think>", "<think", "<think></think><summary>"])
def test_a_reply_of_tags_does_not_hold_up_the_others(tag: str, way: str) -> None:
    with OpenAIServer(reply=tag * 30_000 + "</think>goose") as server:
        began = time.monotonic()
        (outcome,) = ask(server, Patience(retries=0, seconds=5), way=way)
        assert time.monotonic() - began < 4
    assert outcome.text.endswith("goose")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("reply", "text"),
    [
        ("<think>a duck?</think>goose", "goose"),
        ("<think>a <think>b</think> c</think> goose", "goose"),
        ("before <think>a</think> goose", "before  goose"),
        ("<think>never closed. goose", "<think>never closed. goose"),
        ("never opened</think>goose", "never opened</think>goose"),
        ("<think>a</think>goose<think>b</think>", "goose<think>b</think>"),
        ("<think>a<think>b</think>goose", "goose"),
        ("<think>nothing else</think>", "<think>nothing else</think>"),
    ],
)
def test_reasoning_in_tags_is_set_aside(reply: str, text: str, way: str) -> None:
    with OpenAIServer(reply=reply) as server:
        (outcome,) = ask(server, way=way)
    assert outcome.text == text


def test_all_tries_together_are_bounded_in_time() -> None:
    patience = Patience(retries=1000, seconds=0.3, total=1.0, first_wait=0.01)
    with always("stall") as server:
        (outcome,) = ask(server, patience)
        assert isinstance(outcome, Failed)
        assert outcome.seconds <= 1.5


def test_usage_is_kept_and_temperature_is_sent_only_if_asked_for(server: OpenAIServer) -> None:
    (outcome,) = ask(server)
    assert outcome.usage.output == 20
    ask(server, temperature=0.5)
    without, with_it = (request.body for request in server.requests)
    assert "temperature" not in without
    assert with_it["temperature"] == 0.5


def test_tokens_of_tries_that_failed_count_where_they_are_told(server: OpenAIServer) -> None:
    (once,) = ask(server)
    # The refusal, the reply that was cut off and the answer tell their tokens; the error tells none.
    with OpenAIServer(faults={0: "refusal", 1: "500", 2: "length"}) as other:
        patience = msgspec.structs.replace(QUICK, retries=3, answer_retries=2)
        (answered,) = ask(other, patience)
    assert (answered.tries, answered.usage.output) == (4, 3 * 20)
    assert answered.usage.input == 3 * once.usage.input > 0
    with always("empty-text") as other:
        (failed,) = ask(other)
    assert (failed.tries, failed.usage.output) == (2, 2 * 20)
    # A call that gives up waiting has paid for what it tried before.
    with OpenAIServer(faults={0: "length", 1: "429-after"}, retry_after=60) as other:
        (late,) = ask(other)
    assert (late.kind, late.usage.output) == ("rate_limited", 20)


def test_connections_give_way_and_come_back(server: OpenAIServer) -> None:
    async def story() -> list[int]:
        line = Connections(8)
        seen = [line.allowed]
        line.complained(None)
        line.complained(None)  # the same moment
        seen.append(line.allowed)
        for _ in range(200):
            line.answered()
        seen.append(line.allowed)
        return seen

    assert asyncio.run(story()) == [8, 4, 8]


def test_never_more_calls_at_once_than_connections() -> None:
    with OpenAIServer(latency=0.05) as server:
        ask(server, times=40)
        assert server.peak == 8


def test_the_key_is_sent_and_told_nobody(server: OpenAIServer) -> None:
    (outcome,) = ask(server)
    assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"
    assert KEY not in repr(outcome)


FORM = """{"type": "object", "properties": {"id": {"type": "string"}, "found": {"type": "array", "items":
{"type": "string", "enum": ["", "a"]}}}, "required": ["id", "found"], "additionalProperties": false}"""
SAMPLINGS = [
    Sampling(),
    Sampling(temperature=0.3, seed=4, max_tokens=50),
    Sampling(schema=Schema("things", "What was found.", FORM)),
]


@pytest.mark.parametrize("sampling", SAMPLINGS)
def test_every_way_sends_what_inspect_would(server: OpenAIServer, sampling: Sampling) -> None:
    load_inspect()
    from inspect_ai.model import get_model

    turns = [
        Said(("You look at pictures.",), "system"),
        Said(("first “گنج”", Picture("data:image/png;base64,QUJD"))),
        Said(("reply",), "assistant"),
        Said(("second",)),
    ]
    name = "openai-api/local/own/er/goose"

    async def all() -> None:
        for model in (
            InspectModel(get_model(name, base_url=server.url, memoize=False)),  # as Inspect does it
            open_model(name, {"base_url": server.url, **WAYS["inspect"]}),
            open_model(name, {"base_url": server.url}),
        ):
            assert (await model.reply(Question(turns, sampling))).text
            await model.close()

    asyncio.run(all())
    theirs, *ours = server.requests
    differing = {
        "content-length",
        "host",
        "x-irid",
        "user-agent",
        "connection",
        "accept-encoding",
        "accept",
        "x-stainless-read-timeout",
    }
    for request, kept in zip(ours, (theirs.headers, {"authorization", "content-type"}), strict=True):
        assert request.body == theirs.body
        assert request.path == theirs.path
        for header in set(kept) - differing:
            assert request.headers.get(header) == theirs.headers[header], header


@pytest.mark.parametrize(
    "answer",
    [
        {"choices": []},
        {"choices": None},
        {"choices": [{"index": 0}]},
        {"error": {"message": "no"}},
        {"choices": [{"index": 1, "message": {"content": "b"}}, {"index": 0, "message": {"content": "a"}}]},
        {"choices": [{"index": 0, "message": {"content": "a"}, "finish_reason": "eos"}]},
        {"choices": [{"index": 0, "message": {"content": "<think>x</think>a", "reasoning_content": "y"}}]},
        {"choices": [{"index": 0, "message": {"content": "a", "refusal": "no"}, "finish_reason": "stop"}]},
        {"choices": [{"index": 0, "message": {"content": "a"}, "finish_reason": "model_length"}]},
    ],
)
def test_every_way_reads_an_answer_alike(answer: dict[str, Any]) -> None:
    whole = {
        "id": "1", "object": "chat.completion", "created": 1, "model": "m",
        "usage": {"prompt_tokens": 7, "completion_tokens": 5, "total_tokens": 12,
                  "prompt_tokens_details": {"cached_tokens": 3},
                  "completion_tokens_details": {"reasoning_tokens": 2}},
    } | answer  # fmt: skip
    patience = Patience(retries=0, answer_retries=0, seconds=5)
    assert seen(whole, 200, patience, "direct") == seen(whole, 200, patience, "inspect")


@pytest.mark.parametrize("status", [400, 401, 402, 403, 404, 408, 409, 413, 422, 429, 500, 503, 529])
@pytest.mark.parametrize(
    "error",
    [
        {"message": "no", "code": None},
        {"message": "too long", "code": "context_length_exceeded"},
        {"message": "input length 9 is over 8", "code": None},
        {"message": "bad", "code": "content_filter"},
        {"message": "blocked by us", "type": "invalid_request_error", "code": None},
        {"message": "pay", "code": "insufficient_quota"},
        {"message": "The model `x` does not exist", "code": None},
        "only words",
    ],
)
def test_every_way_takes_an_error_for_the_same(status: int, error: object) -> None:
    patience = Patience(retries=0, seconds=5)
    body = {"error": error}
    assert seen(body, status, patience, "direct") == seen(body, status, patience, "inspect")


def seen(body: object, status: int, patience: Patience, way: str) -> Any:
    """What becomes of an answer with this body, without what differs from call to call."""
    with OpenAIServer(faults=lambda request: "own", own=(status, body)) as server:
        (outcome,) = ask(server, patience, way=way)
    outcome = msgspec.structs.replace(outcome, seconds=0.0)
    # In what words a failure is told is the library's affair; Inspect takes some for the reply's text.
    if isinstance(outcome, Failed):
        outcome = msgspec.structs.replace(outcome, detail="")
        return outcome if status == 200 else msgspec.structs.replace(outcome, text="")
    return outcome


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "2.5"}, 2.5),
        ({"retry-after": "1m30s"}, 90),
        ({"retry-after": "500ms"}, 0.5),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "soon"}, None),
        ({"x-ratelimit-reset-requests": "1s", "x-ratelimit-reset-tokens": "6m0s"}, 360),
        ({"retry-after": "Mon, 01 Jan 2001 00:00:00 GMT"}, None),
    ],
)
def test_how_long_to_wait(headers: dict[str, str], seconds: float | None) -> None:
    load_inspect()
    from inspect_ai._util.http import parse_retry_after

    assert told_wait(headers) == seconds == parse_retry_after(headers)


def test_a_date_is_waited_for() -> None:
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=60), usegmt=True)
    wait = told_wait({"retry-after": date})
    assert wait is not None
    assert 55 < wait <= 60


@pytest.mark.parametrize(
    ("name", "args", "proxy"),
    [
        ("openai-api/local/goose", {"stream": True}, ""),
        ("openai-api/local/gpt-5", {}, ""),
        ("openai-api/local/o3-mini", {}, ""),
        ("openai-api/local/goose", {}, "http://127.0.0.1:9"),
    ],
)
def test_what_asks_for_more_goes_through_inspect(
    name: str, args: dict[str, Any], proxy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("HTTP_PROXY", "http_proxy"):
        monkeypatch.setenv(variable, proxy)
    monkeypatch.setenv("NO_PROXY", "")

    async def opened() -> object:
        model = open_model(name, {"base_url": "http://127.0.0.1:8/v1", **args})
        await model.close()
        return model

    assert isinstance(asyncio.run(opened()), InspectModel)


@pytest.mark.parametrize("name", ["nothing/at-all", "gander/nothing", "openai-api/nokey/goose"])
def test_a_model_that_cannot_be_opened_is_told_in_words(name: str) -> None:
    with pytest.raises(InputError) as caught:
        open_model(name)
    assert "Traceback" not in str(caught.value)


def test_models_load_no_library_before_they_are_used() -> None:
    import subprocess
    import sys

    heavy = "('inspect_ai', 'openai')"
    code = f"import sys, gander.models; sys.exit(any(m.partition('.')[0] in {heavy} for m in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
