"""Models that need no network, as Inspect models: ``gander/hint-floor`` and ``gander/recorded``."""

from pathlib import Path

from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageUser,
    GenerateConfig,
    ModelAPI,
    ModelOutput,
    ModelUsage,
    modelapi,
)
from inspect_ai.tool import ToolChoice, ToolInfo

from gander.errors import InputError
from gander.models.failures import Answered
from gander.models.floor import floor_reply
from gander.models.recorded import read_recording

__all__ = ["OFFLINE", "OfflineAPI", "gander"]

OFFLINE = ("hint-floor", "recorded")
"""The models' names, after ``gander/``."""


class OfflineAPI(ModelAPI):
    """Answers from words or from a store.

    Args:
        model_name: ``hint-floor`` or ``recorded``.
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
        if model_name not in OFFLINE:
            raise InputError(
                f"there is no model gander/{model_name}.",
                todo=f"There are {' and '.join(f'gander/{name}' for name in OFFLINE)}.",
            )
        if unknown:
            raise InputError(f"gander/{model_name} has no argument {', '.join(unknown)}.")
        self._recording = None
        if model_name == "recorded":
            if not answers:
                raise InputError(
                    "gander/recorded needs the replies.", todo="Give -M answers=FOLDER (a finished run)."
                )
            self._recording = read_recording(Path(str(answers)), str(cell))

    async def generate(
        self,
        input: list[ChatMessage],
        tools: list[ToolInfo],
        tool_choice: ToolChoice,
        config: GenerateConfig,
    ) -> ModelOutput:
        """Answer; what was recorded as failed fails again, in the same words."""
        asked = [message for message in input if isinstance(message, ChatMessageUser)]
        if self._recording is None:
            return self._output(floor_reply([message.text for message in asked]))
        marks = asked[-1].metadata or {}
        puzzle, attempt = str(marks.get("puzzle", "")), int(marks.get("attempt", 1))
        outcome = self._recording.get((puzzle, attempt))
        if isinstance(outcome, Answered):
            output = self._output(outcome.text)
            output.usage = _usage(outcome.usage.input, outcome.usage.output)
            return output
        told = str(outcome) if outcome else "nothing is recorded"
        return ModelOutput(model=self.model_name, error=f"{puzzle}, attempt {attempt}: {told}")

    def _output(self, text: str) -> ModelOutput:
        message = ChatMessageAssistant(content=text, model=self.model_name, source="generate")
        choice = ChatCompletionChoice(message=message, stop_reason="stop")
        # Without usage Inspect would look for a tokeniser on the network.
        return ModelOutput(model=self.model_name, choices=[choice], usage=_usage(0, 0))

    def max_connections(self) -> int:
        """As many as asked for: nothing is called."""
        return 64

    def should_retry(self, ex: BaseException) -> bool:
        """Never: the reply would be the same."""
        return False


def _usage(read: int, written: int) -> ModelUsage:
    return ModelUsage(input_tokens=read, output_tokens=written, total_tokens=read + written)


@modelapi(name="gander")
def gander() -> type[ModelAPI]:
    """The provider ``gander``."""
    return OfflineAPI
