"""Models of Inspect AI, and loading it.

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

import msgspec

from gander.errors import InputError
from gander.models.failures import Usage, hide_keys, secrets_in
from gander.models.model import Advice, Question, Reply, Sampling, Schema, Stop, words
from gander.models.quick import bound_parsing, shorten

if TYPE_CHECKING:
    from inspect_ai.model import (
        CachePolicy,
        ChatMessage,
        GenerateConfig,
        Model,
        ModelOutput,
        ResponseSchema,
    )

__all__ = ["InspectModel", "check_inspect_model", "inspect_model", "load_inspect"]

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
_MOST_CONFIGS = 256
_EXAMPLES = "Models are written PROVIDER/MODEL, for example openai/gpt-5 or openai-api/local/qwen3-vl."


@functools.cache
def load_inspect() -> None:
    """Import Inspect AI's models once, quickly."""
    with _not_collecting(), _quick_yaml():
        importlib.import_module("inspect_ai.model").get_model_info("")


def inspect_model(
    name: str, args: Mapping[str, Any] | None = None, *, connections: int = 1
) -> "InspectModel":
    """A model by its Inspect name, as ``openai/gpt-5`` or ``openai-api/local/qwen``.

    Args:
        name: ``PROVIDER/MODEL``. Keys and addresses come from the environment, as Inspect reads them.
        args: Arguments for the provider, such as ``base_url``.
        connections: How many calls there will be at once.

    Raises:
        InputError: There is no such provider, its package or its key is missing, or an argument is wrong.
    """
    load_inspect()
    with _not_collecting():
        model = _opened(name, dict(args or {}), connections)
    shorten(model)
    return InspectModel(model)


async def check_inspect_model(name: str, args: Mapping[str, Any] | None = None) -> None:
    """Find out whether a model can be opened, without loading its weights.

    Raises:
        InputError: As `inspect_model` does.
    """
    provider = name.partition("/")[0]
    package = _IN_PROCESS.get(provider)
    if package is not None:
        if importlib.util.find_spec(package) is None:
            raise InputError(f"the package {package} is not installed.", where=name)
    elif provider not in _SERVERS or "base_url" in (args or {}):
        await inspect_model(name, args).close()


class InspectModel:
    """A model of Inspect AI.

    Args:
        model: The model.
        in_task: Calls belong to a sample of an Inspect task, whose log they go into and whose settings
            hold. Outside of one the provider is called directly: keeping a transcript that nobody reads
            takes as long again as the call itself.
    """

    def __init__(self, model: "Model", *, in_task: bool = False) -> None:
        bound_parsing()
        self._model = model
        self._in_task = in_task
        self._configs: dict[Sampling, GenerateConfig] = {}
        self.secrets = (model.api.api_key or "",)

    async def reply(self, question: Question) -> Reply:
        """Ask once, as the provider does it.

        Raises:
            Exception: Whatever the provider raises.
        """
        messages, config = _messages(question), self._config(question.sampling)
        if not self._in_task:
            result = await self._model.api.generate(messages, [], "none", config)
            output = result[0] if isinstance(result, tuple) else result
            if isinstance(output, Exception):
                raise output
            return _reply(output)
        try:
            return _reply(
                await self._model.generate(messages, config=config, cache=self._caching(question.scope))
            )
        except Exception as error:
            # Inspect wraps what the provider raised, to say how often it was tried: once.
            if type(error).__name__ == "ModelGenerateError" and isinstance(error.__cause__, Exception):
                raise error.__cause__ from None
            raise

    def advice(self, error: BaseException) -> Advice:
        """What the provider's own classifier says about an error."""
        decision: Any = self._model.api.should_retry(error)  # type: ignore[arg-type]
        kind = getattr(decision, "kind", None) if decision else None
        return Advice(kind, getattr(decision, "retry_after", None))

    async def close(self) -> None:
        """Close the provider's connections."""
        await self._model.api.aclose()

    def _config(self, sampling: Sampling) -> "GenerateConfig":
        if sampling not in self._configs:
            if len(self._configs) >= _MOST_CONFIGS:
                # Each question may have a schema of its own.
                self._configs.clear()
            from inspect_ai.model import GenerateConfig  # noqa: PLC0415

            base = self._model.config if self._in_task else GenerateConfig()
            asked = {k: v for k, v in msgspec.structs.asdict(sampling).items() if v is not None}
            schema: Schema | None = asked.pop("schema", None)
            config = base.model_copy(update={**asked, "max_retries": 0})
            if schema is not None:
                config.response_schema = _response_schema(schema)
            if config.max_tokens is None:
                # Some providers cannot do without a limit and know their own.
                api = self._model.api
                config.max_tokens = api.max_tokens_for_config(config) or api.max_tokens()
            self._configs[sampling] = config
        return self._configs[sampling]

    def _caching(self, scope: str) -> "CachePolicy | bool":
        caching = self._model.config.cache
        if not caching:
            return False
        from inspect_ai.model import CachePolicy  # noqa: PLC0415

        kept = caching if isinstance(caching, CachePolicy) else CachePolicy()
        return kept.model_copy(update={"scopes": {**kept.scopes, "gander": scope}})


def _response_schema(schema: Schema) -> "ResponseSchema":
    """A schema as Inspect wants it; providers that cannot hold replies to one leave it out."""
    from inspect_ai.model import ResponseSchema  # noqa: PLC0415
    from inspect_ai.util import JSONSchema  # noqa: PLC0415

    return ResponseSchema(
        name=schema.name,
        json_schema=JSONSchema.model_validate_json(schema.json),
        description=schema.description,
        strict=True,
    )


def _messages(question: Question) -> "list[ChatMessage]":
    """A conversation as Inspect wants it.

    Pictures go as ``data:`` URIs: by path they would be read again at each call, and a cache would not see
    that a file has changed. The last turn says in its metadata, which providers never send, what is asked.
    """
    from inspect_ai.model import (  # noqa: PLC0415
        ChatMessageAssistant,
        ChatMessageSystem,
        ChatMessageUser,
        Content,
        ContentImage,
        ContentText,
    )

    turned: list[ChatMessage] = []
    for turn in question.turns:
        if turn.role == "assistant":
            turned.append(ChatMessageAssistant(content=words(turn)))
            continue
        if turn.role == "system":
            turned.append(ChatMessageSystem(content=words(turn)))
            continue
        content: list[Content] = [
            ContentText(text=part) if isinstance(part, str) else ContentImage(image=part.data_uri)
            for part in turn.parts
        ]
        turned.append(ChatMessageUser(content=content))
    turned[-1].metadata = dict(question.marks)
    return turned


def _reply(output: "ModelOutput") -> Reply:
    usage = Usage()
    if output.usage is not None:
        told = output.usage
        read = told.input_tokens + (told.input_tokens_cache_read or 0)
        read += told.input_tokens_cache_write or 0
        usage = Usage(read, told.output_tokens, told.reasoning_tokens or 0)
    error = output.error or ""
    if not output.choices:
        return Reply(stop="none", error=error or "no choices", usage=usage)
    choice = output.choices[0]
    stop: Stop = "end"
    if choice.stop_reason == "content_filter":
        stop = "filter"
    elif choice.stop_reason in ("max_tokens", "model_length"):
        stop = "limit"
    parts = [part for part in choice.message.content if not isinstance(part, str)]
    refused = any(getattr(part, "refusal", None) for part in parts)
    return Reply(choice.message.text, stop, refused, error, usage, output.model or "")


def _opened(name: str, args: dict[str, Any], connections: int) -> "Model":
    from inspect_ai._util.error import PrerequisiteError  # noqa: PLC0415
    from inspect_ai.model import GenerateConfig, get_model  # noqa: PLC0415

    if name.partition("/")[0] in _OPENAI_CLIENT:
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
        return get_model(name, config=GenerateConfig(max_retries=0), memoize=False, **args)
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
    lines = re.sub(r"\[/?[a-z ]*\]", "", str(message)).splitlines()
    return (
        ": ".join(" ".join(line.split()) for line in lines if line.strip())
        .removeprefix("ERROR: ")
        .rstrip(".")
    )
