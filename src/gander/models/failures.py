"""What came of a call to a model: an answer or a failure, both plain values.

A failure is never an answer. It says nothing about what the model can do, so nothing that failed is ever
scored; it is retried within bounds (`gander.models.call`), recorded, and asked again another time.
"""

import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias

import msgspec

__all__ = [
    "HOPELESS",
    "LASTING",
    "Answered",
    "Failed",
    "Failure",
    "Outcome",
    "Usage",
    "explain",
    "hide_keys",
    "hide_secrets",
    "secrets_in",
]

Failure: TypeAlias = Literal[
    "rate_limited",
    "server_error",
    "connection",
    "timeout",
    "malformed",
    "empty",
    "refused",
    "content_filter",
    "truncated",
    "bad_request",
    "too_large",
    "bad_picture",
    "no_such_model",
    "bad_key",
    "forbidden",
    "out_of_credit",
]
"""The kinds of failure."""

HOPELESS: frozenset[Failure] = frozenset({"no_such_model", "bad_key", "out_of_credit"})
"""Every further call to the same model would fail in the same way."""

LASTING: frozenset[Failure] = HOPELESS | {"bad_request", "too_large", "forbidden"}
"""The same call would fail again: it is not retried."""

_SENTENCES: dict[Failure, str] = {
    "rate_limited": "the provider asked to slow down",
    "server_error": "the provider had an error",
    "connection": "the connection could not be made or broke",
    "timeout": "no answer came in time",
    "malformed": "what came back is no answer in the provider's protocol",
    "empty": "the model said nothing",
    "refused": "the model refused",
    "content_filter": "a content filter stopped the answer",
    "truncated": "the answer was cut off by the limit on tokens",
    "bad_request": "the provider rejected the request",
    "too_large": "the request is too large for the provider",
    "bad_picture": "the picture cannot be used, so nothing was asked",
    "no_such_model": "the provider has no such model",
    "bad_key": "the provider rejected the key",
    "forbidden": "the provider forbids the call",
    "out_of_credit": "the account has no credit left",
}


def explain(kind: Failure) -> str:
    """A kind of failure in words."""
    return _SENTENCES[kind]


class Usage(msgspec.Struct, frozen=True, omit_defaults=True):
    """Tokens as the provider counts them; 0 where it doesn't.

    Attributes:
        input: Tokens read, those from a cache included.
        output: Tokens written, reasoning included.
        reasoning: Of those, tokens of reasoning.
    """

    input: int = 0
    output: int = 0
    reasoning: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(self.input + other.input, self.output + other.output, self.reasoning + other.reasoning)


class Answered(msgspec.Struct, frozen=True, omit_defaults=True, tag="answered", tag_field="is"):
    """The model answered.

    Attributes:
        text: The reply, without reasoning that the provider gives apart.
        seconds: From the first try to the answer.
        tries: Calls made, this one included.
        usage: Tokens of all tries, as far as the provider told them.
        model: The model's name as the provider reports it; may be empty.
    """

    text: str
    seconds: float = 0.0
    tries: int = 1
    usage: Usage = Usage()
    model: str = ""


class Failed(msgspec.Struct, frozen=True, omit_defaults=True, tag="failed", tag_field="is"):
    """The call failed, for good or after all its tries.

    Attributes:
        kind: How the last try failed.
        detail: What the provider or the library said; keys are hidden.
        seconds: From the first try to giving up.
        tries: Calls made.
        text: What there was of a reply (cut off, a refusal); never scored.
        usage: Tokens of all tries, as far as the provider told them.
    """

    kind: Failure
    detail: str = ""
    seconds: float = 0.0
    tries: int = 1
    text: str = ""
    usage: Usage = Usage()

    def __str__(self) -> str:
        return f"{explain(self.kind)}{f' ({self.detail})' if self.detail else ''}"


Outcome: TypeAlias = Answered | Failed

_KEY_LIKE = re.compile(r"\b(?:sk|pk|rk|key|hf|gsk|xai|AIza)[-_][\w*.-]{6,}|\bAIza[\w-]{10,}|(?<=Bearer )\S+")
_SECRET_NAMES = re.compile(r"key|token|secret|passw|header|auth|credential|cookie", re.IGNORECASE)
_KEY_NAMES = re.compile(r"(?:KEY|TOKEN|SECRET|PASSWORD)$")


def hide_keys(text: str, *keys: str | None) -> str:
    """Text without keys: the ones given, those in the environment, and whatever looks like one."""
    secrets = {value for name, value in os.environ.items() if _KEY_NAMES.search(name) and len(value) >= 6}
    secrets |= {key for key in keys if key and len(key) >= 6}
    for secret in sorted(secrets, key=len, reverse=True):
        text = text.replace(secret, "[key]")
    return _KEY_LIKE.sub("[key]", text)


def hide_secrets(args: Mapping[str, Any]) -> dict[str, Any]:
    """A provider's arguments with a short hash in place of what may be a secret, by its name or its looks."""
    hidden = {}
    for name, value in args.items():
        hidden[name] = _hashed(value) if _SECRET_NAMES.search(str(name)) else _hidden(value)
    return hidden


def secrets_in(args: Mapping[str, Any]) -> frozenset[str]:
    """The words among a provider's arguments that may be secrets."""
    return frozenset(_secrets(args, secret=False))


def _hidden(value: Any) -> Any:  # noqa: ANN401 - whatever YAML can say
    if isinstance(value, Mapping):
        return hide_secrets(value)
    if isinstance(value, list):
        return [_hidden(item) for item in value]
    return _hashed(value) if isinstance(value, str) and hide_keys(value) != value else value


def _hashed(value: Any) -> Any:  # noqa: ANN401 - whatever YAML can say
    if value is None or isinstance(value, bool):
        return value
    plain = msgspec.json.encode(value, order="sorted")
    return f"sha256:{hashlib.sha256(plain).hexdigest()[:12]}"


def _secrets(value: Any, *, secret: bool) -> Iterator[str]:  # noqa: ANN401 - whatever YAML can say
    if isinstance(value, Mapping):
        for name, item in value.items():
            yield from _secrets(item, secret=secret or bool(_SECRET_NAMES.search(str(name))))
    elif isinstance(value, list):
        for item in value:
            yield from _secrets(item, secret=secret)
    elif secret and value is not None and not isinstance(value, bool):
        yield str(value)
