"""How model players are set up: what they are shown, what they remember, how they are asked."""

from typing import Any, Literal, TypeAlias

import msgspec

from gander.errors import InputError
from gander.quack.players.model.texts import prompt_hash

__all__ = ["MEMORY_TOKENS", "ModelSettings", "Senses", "check_model_settings", "parse_memory"]

Senses: TypeAlias = Literal["both", "text", "pictures"]

MEMORY_TOKENS = 8000
"""Tokens of memory that a prompt holds, roughly, unless something else is asked for."""

_SENSES = ("both", "text", "pictures")
_KEYS = ("api_key", "api_key_var")


class ModelSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What all model players of a run have in common; part of what the run is.

    Attributes:
        senses: What a player is shown of its surroundings: text, pictures or both.
        memory: What it remembers: ``full``, ``none``, or the last so many rounds, the current one included.
        memory_tokens: The most tokens of memory, roughly; older rounds are summarised beyond it.
        strategy: Whether it is given advice.
        language: The language it is to speak.
        schema: Whether providers are asked to hold replies to the choices.
        temperature: The temperature; None is the model's own.
        seed: The sampling seed; None for none.
        max_tokens: The most tokens of a reply; None is the model's own.
        args: Arguments for the providers.
        prompt: Version and hash of the prompts.
    """

    senses: Senses = "both"
    memory: Literal["full", "none"] | int = "full"
    memory_tokens: int = MEMORY_TOKENS
    strategy: bool = True
    language: str = "English"
    schema: bool = True
    temperature: float | None = None
    seed: int | None = None
    max_tokens: int | None = None
    args: dict[str, Any] = {}
    prompt: str = msgspec.field(default_factory=prompt_hash)


def parse_memory(word: str, *, where: str = "--memory") -> Literal["full", "none"] | int:
    """``full``, ``none``, or a number of rounds.

    Raises:
        InputError: It is none of them.
    """
    if word == "full":
        return "full"
    if word == "none":
        return "none"
    if not word.isascii() or not word.isdigit() or not 1 <= int(word) <= 1000:
        raise InputError(
            f"there is no memory {word!r}.",
            where=where,
            todo="Known: full, none, or a number of rounds from 1.",
        )
    return int(word)


def check_model_settings(settings: ModelSettings, *, where: str) -> None:
    """Refuse settings that no model can be asked with.

    Args:
        settings: The settings.
        where: The file or option that they come from, for the message.

    Raises:
        InputError: What is wrong with them.
    """
    if settings.senses not in _SENSES:
        raise InputError(
            f"there are no senses {settings.senses!r}.", where=where, todo=f"Known: {', '.join(_SENSES)}."
        )
    if isinstance(settings.memory, int) and settings.memory < 1:
        raise InputError(f"memory is of 1 round or more, not {settings.memory}.", where=where)
    if settings.memory_tokens < 200:
        raise InputError(
            f"{settings.memory_tokens} tokens are too few for a memory.",
            where=where,
            todo="Give 200 or more, or --memory none.",
        )
    language = settings.language
    if not language.strip() or len(language) > 60 or not language.isprintable():
        raise InputError(f"{language[:80]!r} is no language's name.", where=where)
    if settings.temperature is not None and not 0 <= settings.temperature < float("inf"):
        raise InputError(f"{settings.temperature:g} is no temperature.", where=where, todo="Give 0 or more.")
    for name in _KEYS:
        if name in settings.args:
            raise InputError(
                f"{name} is not taken on the command line.",
                where="-M",
                todo="Keys come from the environment, for example OPENAI_API_KEY.",
            )
    # Imported where used: what asks models takes as long to load as a game without them to play.
    from gander.models.failures import secrets_in  # noqa: PLC0415

    if secrets_in(settings.args):
        raise InputError(
            "an argument may be a secret, and arguments are kept in the run's folder.",
            where="-M",
            todo="Let the provider read it from the environment.",
        )
