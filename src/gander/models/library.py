"""Loading Inspect AI, the library that all calls go through.

It is big, so nothing imports it before a model is needed, and it is loaded with two costs taken out: garbage
collection while thousands of classes are made (a third of the time), and the reading of its list of known
models by the slow YAML reader (1.5 seconds at the first call; the quick one gives the same).
"""

import contextlib
import functools
import gc
import importlib
import importlib.util
import os
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from gander.errors import InputError
from gander.models.failures import hide_keys, secrets_in
from gander.models.quick import shorten

if TYPE_CHECKING:
    from inspect_ai.model import GenerateConfig, Model

__all__ = ["check_model", "load_inspect", "open_model"]

# Providers that use the openai client, which retries by itself unless told not to: retries happen in one
# layer, ours.
_OPENAI_CLIENT = frozenset(
    [
        *("openai", "openai-api", "azureai", "openrouter", "vllm", "sglang", "ollama", "grok", "deepseek"),
        *("together", "fireworks", "perplexity", "sambanova", "llama-cpp-python", "hf-inference-providers"),
    ]
)
# Opening these loads the model's weights or starts a server.
_IN_PROCESS = {"hf": "transformers", "transformer_lens": "transformer_lens", "nnterp": "nnterp"}
_SERVERS = ("vllm", "vllm-completions", "sglang")
_MANY = 32  # connections
_EXAMPLES = "Models are written PROVIDER/MODEL, for example openai/gpt-5 or openai-api/local/qwen3-vl."


@functools.cache
def load_inspect() -> None:
    """Import Inspect AI's models once, quickly."""
    with _not_collecting(), _quick_yaml():
        importlib.import_module("inspect_ai.model").get_model_info("")


def open_model(
    name: str,
    config: "GenerateConfig",
    args: Mapping[str, Any] | None = None,
    *,
    connections: int = 1,
) -> "Model":
    """A model by its Inspect name, as ``openai/gpt-5`` or ``openai-api/local/qwen``.

    Args:
        name: ``PROVIDER/MODEL``. Keys and addresses come from the environment, as Inspect reads them.
        config: How to generate.
        args: Arguments for the provider, such as ``base_url``.
        connections: How many calls there will be at once.

    Raises:
        InputError: There is no such provider, its package or its key is missing, or an argument is wrong.
    """
    load_inspect()
    with _not_collecting():
        model = _opened(name, config, dict(args or {}), connections)
    shorten(model)
    return model


async def check_model(name: str, args: Mapping[str, Any] | None = None) -> None:
    """Find out whether a model can be opened, without loading its weights.

    Raises:
        InputError: As `open_model` does.
    """
    load_inspect()
    from inspect_ai.model import GenerateConfig  # noqa: PLC0415

    provider = name.partition("/")[0]
    package = _IN_PROCESS.get(provider)
    if package is not None:
        if importlib.util.find_spec(package) is None:
            raise InputError(f"the package {package} is not installed.", where=name)
    elif provider not in _SERVERS or "base_url" in (args or {}):
        await open_model(name, GenerateConfig(max_retries=0), args).api.aclose()


def _opened(name: str, config: "GenerateConfig", args: dict[str, Any], connections: int) -> "Model":
    from inspect_ai._util.error import PrerequisiteError  # noqa: PLC0415
    from inspect_ai.model import get_model  # noqa: PLC0415

    provider = name.partition("/")[0]
    if provider == "gander":
        importlib.import_module("gander.models.offline")
    elif provider in _OPENAI_CLIENT:
        args.setdefault("max_retries", 0)
        proxies = any(os.environ.get(word) for word in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"))
        if connections >= _MANY and not proxies:
            with contextlib.suppress(ImportError):
                from openai import DefaultAioHttpClient  # noqa: PLC0415

                # The client's other transport looks through all connections for each call.
                args.setdefault("http_client", DefaultAioHttpClient())
    secrets = secrets_in(args)
    try:
        # Not memoised: a model of ours is closed by us.
        return get_model(name, config=config, memoize=False, **args)
    except InputError:
        raise
    except PrerequisiteError as error:
        raise InputError(hide_keys(_plain(error.message), *secrets) + ".", where=name) from error
    except Exception as error:
        # Each provider has its own errors for a missing package, key or argument.
        why = hide_keys(_plain(str(error)), *secrets) or type(error).__name__
        raise InputError(f"this model cannot be used ({why}).", where=name, todo=_EXAMPLES) from error


@contextlib.contextmanager
def _not_collecting() -> Iterator[None]:
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        # What was loaded stays; the collector need not walk through it again and again.
        gc.freeze()
        if collecting:
            gc.enable()


@contextlib.contextmanager
def _quick_yaml() -> Iterator[None]:
    import yaml  # noqa: PLC0415

    slow = yaml.SafeLoader
    if hasattr(yaml, "CSafeLoader"):
        yaml.SafeLoader = yaml.CSafeLoader  # type: ignore[misc,assignment]
    try:
        yield
    finally:
        yaml.SafeLoader = slow  # type: ignore[misc]


def _plain(message: object) -> str:
    """A message of Inspect's on one line, without the marks of its colours."""
    return " ".join(re.sub(r"\[/?[a-z ]*\]", "", str(message)).split()).rstrip(".")
