"""What can be asked: a model takes a conversation and gives a reply, or raises.

`gander.models.call` bounds, retries and classifies the calls in the same way whatever the model is. There
are three: any model of Inspect AI (`gander.models.library`), a server that speaks OpenAI's chat protocol
(`gander.models.chat`), and those of our own that need no network (`gander.models.offline`).
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, NamedTuple, Protocol, TypeAlias

import msgspec

from gander.models.failures import Usage

__all__ = ["Advice", "Image", "Model", "Question", "Reply", "Sampling", "Schema", "Stop", "Turn", "words"]


Stop: TypeAlias = Literal["end", "filter", "limit", "none"]
"""Why a reply ends: by itself, by a content filter, by a limit on tokens; or there is ``none``."""


class Image(Protocol):
    """A picture in a conversation."""

    @property
    def data_uri(self) -> str:
        """The picture as a ``data:`` URI."""
        ...


class Turn(Protocol):
    """One turn of a conversation."""

    @property
    def role(self) -> Literal["system", "user", "assistant"]:
        """Who speaks; ``system`` is whoever set the model up."""
        ...

    @property
    def parts(self) -> Sequence[str | Image]:
        """Texts and pictures, in the order in which they are shown."""
        ...


def words(turn: Turn) -> str:
    """A turn's texts, without the pictures."""
    return "\n\n".join(part for part in turn.parts if isinstance(part, str))


class Schema(msgspec.Struct, frozen=True):
    """What a reply is to look like, for providers that can hold it to that.

    Attributes:
        name: A name, of letters, digits, underscores and dashes.
        description: What the reply is.
        json: Its JSON schema, as text.
    """

    name: str
    description: str
    json: str


class Sampling(msgspec.Struct, frozen=True, kw_only=True):
    """How a reply is drawn; None is the model's own way and is sent to nobody.

    Attributes:
        temperature: The temperature.
        seed: The seed, for providers that take one.
        max_tokens: The most tokens of a reply.
        schema: What the reply is to look like.
    """

    temperature: float | None = None
    seed: int | None = None
    max_tokens: int | None = None
    schema: Schema | None = None


class Question(NamedTuple):
    """What a model is asked.

    Attributes:
        turns: The conversation.
        sampling: How the reply is drawn.
        marks: What is asked, in words that no provider is sent; stored replies are found again by them.
        scope: What tells it from another question with the same words (an attempt, a seed), so that
            Inspect's cache, if it is on, never answers one with the other's reply.
    """

    turns: Sequence[Turn]
    sampling: Sampling = Sampling()
    marks: Mapping[str, str | int] = {}
    scope: str = ""


class Reply(NamedTuple):
    """What came back.

    Attributes:
        text: The reply, without reasoning that can be told from it; of a refusal, its words.
        stop: Why it ends.
        refused: The provider says that the model refused.
        error: What the provider said about it, if anything.
        usage: Tokens.
        model: The model's name as the provider reports it.
    """

    text: str = ""
    stop: Stop = "end"
    refused: bool = False
    error: str = ""
    usage: Usage = Usage()
    model: str = ""


class Advice(NamedTuple):
    """What a provider's error says about asking again.

    Attributes:
        kind: It is about the rate, or passes by itself; ``not_ours``: it is no failure of the call, and
            whoever runs the program must hear of it; None if it says nothing.
        wait: For how many seconds it asks to wait.
    """

    kind: Literal["rate_limit", "transient", "not_ours"] | None = None
    wait: float | None = None


class Model(Protocol):
    """A model, open. It neither retries nor waits: that is done once, by whoever calls it."""

    @property
    def secrets(self) -> Collection[str]:
        """Words that must not be told, its key above all."""
        ...

    async def reply(self, question: Question) -> Reply:
        """Ask once.

        Raises:
            Exception: Whatever the provider or the transport raises.
        """
        ...

    def advice(self, error: BaseException) -> Advice:
        """What an error that `reply` raised says about asking again."""
        ...

    async def close(self) -> None:
        """Close its connections."""
        ...
