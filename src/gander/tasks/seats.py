"""An Inspect task's models in the seats: their calls go into its log, the pictures as hashes only.

A game sends a picture or two with every call, some 3 MB in all, and Inspect would keep each in its log. So
what Inspect is told of a question holds the hash of each picture in words, and the picture itself takes its
place on the way to the provider.
"""

import copy
from collections.abc import Mapping
from contextvars import ContextVar
from pathlib import Path
from typing import Literal, Protocol, runtime_checkable

import msgspec
from inspect_ai.model import (
    ChatMessage,
    ChatMessageUser,
    Content,
    ContentImage,
    ContentText,
    GenerateConfig,
    Model,
    ModelCall,
    ModelOutput,
)
from inspect_ai.tool import ToolChoice, ToolInfo
from inspect_ai.util import LimitExceededError, span

from gander.files import write_whole
from gander.models.library import InspectModel
from gander.models.model import Advice, Image, Question, Reply

__all__ = ["SeatModel"]


@runtime_checkable
class _Kept(Protocol):
    """A picture that knows its file and its hash, as `gander.quack.players.model.pictures.Png` does."""

    @property
    def data(self) -> bytes: ...

    @property
    def sha256(self) -> str: ...


class _Told(msgspec.Struct, frozen=True):
    """A turn with words in the place of its pictures."""

    role: Literal["system", "user", "assistant"]
    parts: tuple[str | Image, ...]


# Set for a call, read on its way to the provider: the pictures behind the words.
_pictures: ContextVar[Mapping[str, str]] = ContextVar("_pictures")


class SeatModel:
    """The models of some seats that have one name, as a `gander.models.Model`.

    Two roles may be one model with different settings, and Inspect counts tokens by role; so each seat is
    asked through the model of its own role.

    Args:
        seats: The models, by player.
        pictures: A folder that keeps each picture once, by its hash; None keeps none.
    """

    def __init__(self, seats: Mapping[str, Model], pictures: Path | None = None) -> None:
        own = {id(model): InspectModel(_sending_pictures(model), in_task=True) for model in seats.values()}
        self._seats = {player: own[id(model)] for player, model in seats.items()}
        self.secrets = tuple(word for one in own.values() for word in one.secrets)
        self._folder = pictures
        self._written: set[str] = set()

    async def reply(self, question: Question) -> Reply:
        """Ask once; Inspect's log shows who was asked for what.

        Raises:
            Exception: Whatever the provider raises, or what a limit of the sample does.
        """
        behind: dict[str, str] = {}
        turns = [
            _Told(turn.role, tuple(self._told(part, behind) for part in turn.parts))
            for turn in question.turns
        ]
        marks = question.marks
        token = _pictures.set(behind)
        try:
            async with span(f"{marks['player']}, turn {marks['turn']}: {marks['kind']}"):
                return await self._seats[str(marks["player"])].reply(question._replace(turns=turns))
        finally:
            _pictures.reset(token)

    def advice(self, error: BaseException) -> Advice:
        """As the provider's classifier says; a limit of the sample is Inspect's to tell."""
        if isinstance(error, LimitExceededError):
            return Advice("not_ours")
        return next(iter(self._seats.values())).advice(error)

    async def close(self) -> None:
        """Inspect closes them."""

    def _told(self, part: str | Image, behind: dict[str, str]) -> str | Image:
        if isinstance(part, str) or not isinstance(part, _Kept):
            return part
        words = f"[picture {part.sha256}]"
        behind[words] = part.data_uri
        if self._folder is not None and part.sha256 not in self._written:
            write_whole(self._folder / f"{part.sha256}.png", part.data)
            self._written.add(part.sha256)
        return words


def _sending_pictures(model: Model) -> Model:
    """The model, with pictures put in the place of their hashes on the way to the provider."""
    inner = model.api.generate
    api = copy.copy(model.api)

    async def generate(
        input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput | tuple[ModelOutput | Exception, ModelCall]:
        behind = _pictures.get()
        # What providers hand back of a request has no pictures; they see to that themselves.
        return await inner([_shown(message, behind) for message in input], tools, tool_choice, config)

    api.generate = generate  # type: ignore[method-assign]
    sending = copy.copy(model)
    sending.api = api
    return sending


def _shown(message: ChatMessage, behind: Mapping[str, str]) -> ChatMessage:
    if isinstance(message.content, str) or not isinstance(message, ChatMessageUser):
        return message
    content: list[Content] = [
        ContentImage(image=behind[part.text])
        if isinstance(part, ContentText) and part.text in behind
        else part
        for part in message.content
    ]
    return message.model_copy(update={"content": content})
