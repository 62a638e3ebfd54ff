"""Which models are asked at the same time: those of different providers do not slow each other down."""

import os
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

__all__ = ["abreast", "is_ours"]

_HERE = frozenset(
    [
        *("hf", "transformer_lens", "nnterp", "vllm", "vllm-completions", "sglang", "ollama"),
        *("llama-cpp-python", "mockllm", "none"),
    ]
)
"""Providers that compute on this machine unless an address is given."""


def is_ours(model: str) -> bool:
    """Whether a model is one of our own, which costs nothing but this process's time."""
    return model.startswith("gander/")


def abreast(models: Sequence[str], args: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
    """Models in lines: those of a line wait for each other, and the lines do not.

    Models of one provider, or at one host, share its limits, so they are in one line. Our own are in none:
    they compute in this process, so they come when all lines have ended.

    Args:
        models: The models.
        args: The providers' arguments, which every model gets.
    """
    lines: dict[str, list[str]] = {}
    for model in models:
        if not is_ours(model):
            lines.setdefault(_place(model, args.get("base_url")), []).append(model)
    return tuple(map(tuple, lines.values()))


def _place(model: str, address: object) -> str:
    """Where a model is: its host if an address is given, else its provider."""
    provider, _, rest = model.partition("/")
    service = rest.partition("/")[0] if provider == "openai-api" else provider
    address = address or os.environ.get(f"{service.upper().replace('-', '_')}_BASE_URL")
    if isinstance(address, str):
        try:
            host = urlsplit(address).hostname
        except ValueError:
            host = None
        if host is not None:
            return "here" if host in {"localhost", "::1"} or host.startswith("127.") else host
    return "here" if provider in _HERE else f"{provider}/{service}"
