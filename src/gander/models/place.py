"""Where models are: those of one provider, or at one host, share its limits."""

import os
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

__all__ = ["is_ours", "place_of"]

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


def place_of(model: str, args: Mapping[str, Any]) -> str:
    """Where a model is: its host if an address is given or in the environment, else its provider.

    Args:
        model: Its Inspect name.
        args: The arguments that its provider gets.
    """
    provider, _, rest = model.partition("/")
    service = rest.partition("/")[0] if provider == "openai-api" else provider
    address = args.get("base_url") or os.environ.get(f"{service.upper().replace('-', '_')}_BASE_URL")
    if isinstance(address, str):
        try:
            host = urlsplit(address).hostname
        except ValueError:
            host = None
        if host is not None:
            return "here" if host in {"localhost", "::1"} or host.startswith("127.") else host
    return "here" if provider in _HERE else f"{provider}/{service}"
