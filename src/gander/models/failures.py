"""What came of a call to a model: an answer or a failure, both plain values.

A failure is never an answer. It says nothing about what the model can do, so nothing that failed is ever
scored; it is retried within bounds (`gander.models.call`), recorded, and asked again another time.
"""

import os
import re
from typing import Literal, TypeAlias

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
    "no_such_model": "the provider has no such model",
    "bad_key": "the provider rejected the key",
    "forbidden": "the provider forbids the call",
    "out_of_credit": "the account has no credit left",
}


def explain(kind: Failure) -> str:
    """A kind of failure in words."""
    return _SENTENCES[kind]


class Usage(msgspec.Struct, frozen=True, omit_defaults=True):
    """Tokens of a call as the provider counts them; 0 where it doesn't.

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
        usage: Tokens of the try that answered.
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
        usage: Tokens of the last try.
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
_KEY_NAMES = re.compile(r"(?:KEY|TOKEN|SECRET|PASSWORD)$")


def hide_keys(text: str, *keys: str | None) -> str:
    """Text without keys: the ones given, those in the environment, and whatever looks like one."""
    secrets = {value for name, value in os.environ.items() if _KEY_NAMES.search(name) and len(value) >= 6}
    secrets |= {key for key in keys if key and len(key) >= 6}
    for secret in sorted(secrets, key=len, reverse=True):
        text = text.replace(secret, "[key]")
    return _KEY_LIKE.sub("[key]", text)
