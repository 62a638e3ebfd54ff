"""The models of our own as a provider of Inspect AI, for its tasks."""

from dataclasses import dataclass
from typing import Literal

from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessage,
    ChatMessageAssistant,
    ContentImage,
    ContentText,
    GenerateConfig,
    ModelAPI,
    ModelOutput,
    ModelUsage,
    modelapi,
)
from inspect_ai.tool import ToolChoice, ToolInfo

from gander.models.model import Image, Question
from gander.models.offline import OfflineModel

__all__ = ["OfflineAPI", "gander"]


@dataclass(frozen=True)
class _Seen:
    data_uri: str


@dataclass(frozen=True)
class _Said:
    role: Literal["system", "user", "assistant"]
    parts: tuple[str | Image, ...]


class OfflineAPI(ModelAPI):
    """Answers as `gander.models.offline.OfflineModel` does.

    Args:
        model_name: ``hint-floor``, ``recorded`` or ``scripted``.
        base_url: Unused.
        api_key: Unused.
        config: Unused.
        answers: For ``recorded``: the run folder or its ``answers.jsonl``.
        cell: For ``recorded``: the cell of the grid, where the folder holds several.
    """

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig | None = None,
        answers: str | None = None,
        cell: str = "",
        **unknown: object,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config or GenerateConfig())
        self._model = OfflineModel(model_name, answers, cell, **unknown)

    async def generate(
        self,
        input: list[ChatMessage],
        tools: list[ToolInfo],
        tool_choice: ToolChoice,
        config: GenerateConfig,
    ) -> ModelOutput:
        """Answer; what was recorded as failed fails again, in the same words."""
        said = [_Said(message.role, _parts(message)) for message in input if message.role != "tool"]
        reply = await self._model.reply(Question(said, marks=input[-1].metadata or {}))
        # Without usage Inspect would look for a tokeniser on the network.
        read, written = reply.usage.input, reply.usage.output
        usage = ModelUsage(input_tokens=read, output_tokens=written, total_tokens=read + written)
        if reply.stop == "none":
            return ModelOutput(model=self.model_name, error=reply.error)
        message = ChatMessageAssistant(content=reply.text, model=self.model_name, source="generate")
        choice = ChatCompletionChoice(message=message, stop_reason="stop")
        return ModelOutput(model=self.model_name, choices=[choice], usage=usage)

    def max_connections(self) -> int:
        """As many as asked for: nothing is called."""
        return 64

    def should_retry(self, ex: BaseException) -> bool:
        """Never: the reply would be the same."""
        return False


def _parts(message: ChatMessage) -> tuple[str | Image, ...]:
    """A message's texts and pictures, apart as they were sent."""
    if isinstance(message.content, str):
        return (message.content,)
    parts: list[str | Image] = []
    for part in message.content:
        if isinstance(part, ContentText):
            parts.append(part.text)
        elif isinstance(part, ContentImage):
            parts.append(_Seen(part.image))
    return tuple(parts)


@modelapi(name="gander")
def gander() -> type[ModelAPI]:
    """The provider ``gander``."""
    return OfflineAPI
