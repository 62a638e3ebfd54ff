"""Calls against a real server that misbehaves: each fault has its kind, its tries and time are bounded."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from gander.errors import InputError
from gander.models import Answered, Caller, Connections, Failed, Patience, load_inspect, open_model
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


def ask(
    server: OpenAIServer,
    patience: Patience = QUICK,
    times: int = 1,
    connections: int = 8,
    **config: Any,
) -> list[Any]:
    load_inspect()
    from inspect_ai.model import ChatMessageUser, ContentImage, ContentText, GenerateConfig

    async def all() -> list[Any]:
        model = open_model(
            "openai-api/local/goose", GenerateConfig(), {"base_url": server.url}, connections=connections
        )
        line = Connections(connections)
        caller = Caller(model, GenerateConfig(**config), patience=patience, connections=line)
        question = ChatMessageUser(
            content=[ContentText(text="What is it?"), ContentImage(image="data:image/png;base64,AAAA")]
        )
        try:
            return list(await asyncio.gather(*(caller.ask([question]) for _ in range(times))))
        finally:
            await caller.close()

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


# With many connections calls go by another transport, which has errors of its own.
@pytest.mark.parametrize("connections", [8, 64])
@pytest.mark.parametrize("fault", FAILING)
def test_a_fault_that_stays_is_a_failure_in_bounded_time(fault: str, connections: int) -> None:
    kind, calls = FAILING[fault]
    with always(fault) as server:
        (outcome,) = ask(server, connections=connections)
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


def test_retry_after_is_waited_for() -> None:
    with OpenAIServer(faults={0: "429-after"}, retry_after=1.0) as server:
        (outcome,) = ask(server)
        assert isinstance(outcome, Answered)
        first, second = server.requests
        assert second.came - first.came >= 1.0


def test_retry_after_beyond_patience_is_not_waited_for() -> None:
    with OpenAIServer(faults={0: "429-after"}, retry_after=3600) as server:
        (outcome,) = ask(server)
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


def test_halves_of_surrogate_pairs_are_replaced() -> None:
    with OpenAIServer(reply="goose \ud83d") as server:
        (outcome,) = ask(server)
    assert isinstance(outcome, Answered)
    assert outcome.text == "goose \ufffd"
    with OpenAIServer(faults=lambda request: "500-surrogate") as server:
        (outcome,) = ask(server)
    assert isinstance(outcome, Failed)
    assert "\ufffd" in outcome.detail


@pytest.mark.parametrize("tag", ["<think>", "<think", "<think></think><summary>"])
def test_a_reply_of_tags_does_not_hold_up_the_others(tag: str) -> None:
    with OpenAIServer(reply=tag * 30_000 + "</think>goose") as server:
        began = time.monotonic()
        (outcome,) = ask(server, Patience(retries=0, seconds=5))
        assert time.monotonic() - began < 4
    assert outcome.text.endswith("goose")


def test_reasoning_in_tags_is_still_set_aside() -> None:
    with OpenAIServer(reply="<think>a duck?</think>goose") as server:
        (outcome,) = ask(server)
    assert outcome.text == "goose"


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


@pytest.mark.parametrize(
    "config", [{}, {"temperature": 0.3, "seed": 4, "max_tokens": 50}, {"extra_body": {"x": 1}}]
)
def test_the_short_way_sends_what_the_client_would(server: OpenAIServer, config: dict[str, Any]) -> None:
    load_inspect()
    from inspect_ai.model import (
        ChatMessage,
        ChatMessageAssistant,
        ChatMessageUser,
        ContentImage,
        ContentText,
        GenerateConfig,
        get_model,
    )

    messages: list[ChatMessage] = [
        ChatMessageUser(
            content=[ContentText(text="first “گنج”"), ContentImage(image="data:image/png;base64,QUJD")]
        ),
        ChatMessageAssistant(content="reply"),
        ChatMessageUser(content=[ContentText(text="second")]),
    ]

    async def both() -> None:
        for make in (
            lambda: open_model("openai-api/local/goose", GenerateConfig(), {"base_url": server.url}),
            lambda: get_model("openai-api/local/goose", base_url=server.url, memoize=False),
        ):
            model = make()
            await model.api.generate(messages, [], "none", GenerateConfig(**config))
            await model.api.aclose()

    asyncio.run(both())
    ours, theirs = server.requests
    assert ours.body == theirs.body
    assert ours.path == theirs.path
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
    for name, value in theirs.headers.items():
        if name not in differing:
            assert ours.headers.get(name) == value, name


@pytest.mark.parametrize("name", ["nothing/at-all", "gander/nothing", "openai-api/nokey/goose"])
def test_a_model_that_cannot_be_opened_is_told_in_words(name: str) -> None:
    load_inspect()
    from inspect_ai.model import GenerateConfig

    with pytest.raises(InputError) as caught:
        open_model(name, GenerateConfig())
    assert "Traceback" not in str(caught.value)


def test_models_load_no_library_before_they_are_used() -> None:
    import subprocess
    import sys

    heavy = "('inspect_ai', 'openai')"
    code = f"import sys, gander.models; sys.exit(any(m.partition('.')[0] in {heavy} for m in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
