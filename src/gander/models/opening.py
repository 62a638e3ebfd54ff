"""Opening a model by its name: one of our own, a server that is called directly, or any of Inspect AI's."""

from collections.abc import Mapping
from typing import Any

from gander.models.chat import chat_model
from gander.models.library import check_inspect_model, inspect_model
from gander.models.model import Model
from gander.models.offline import offline_model

__all__ = ["check_model", "open_model"]


def open_model(name: str, args: Mapping[str, Any] | None = None, *, connections: int = 1) -> Model:
    """A model by its Inspect name, as ``openai/gpt-5`` or ``openai-api/local/qwen``.

    Args:
        name: ``PROVIDER/MODEL``. Keys and addresses come from the environment, as Inspect reads them.
        args: Arguments for the provider, such as ``base_url``.
        connections: How many calls there will be at once.

    Raises:
        InputError: There is no such provider, its package or its key is missing, or an argument is wrong.
    """
    near = offline_model(name, args) or chat_model(name, args)
    return near or inspect_model(name, args, connections=connections)


async def check_model(name: str, args: Mapping[str, Any] | None = None) -> None:
    """Find out whether a model can be opened, without loading its weights.

    Raises:
        InputError: As `open_model` does.
    """
    near = offline_model(name, args) or chat_model(name, args)
    if near is None:
        await check_inspect_model(name, args)
