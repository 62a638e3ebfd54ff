"""Models that need no network: ``gander/hint-floor``, ``gander/recorded`` and ``gander/scripted``."""

import base64
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gander.errors import InputError
from gander.faults import listed
from gander.models.estimate import image_tokens, text_tokens
from gander.models.failures import Answered, Usage
from gander.models.floor import floor_reply
from gander.models.model import Advice, Image, Question, Reply, words
from gander.models.recorded import read_recording
from gander.models.scripted import scripted_reply

__all__ = ["OFFLINE", "OfflineModel", "offline_model"]

OFFLINE = ("hint-floor", "recorded", "scripted")
"""The models' names, after ``gander/``."""
_PREFIX = "gander/"


def offline_model(name: str, args: Mapping[str, Any] | None = None) -> "OfflineModel | None":
    """The model of that name if it is one of ours; else None.

    Raises:
        InputError: We have no such model, or it cannot be used so.
    """
    if not name.startswith(_PREFIX):
        return None
    return OfflineModel(name.removeprefix(_PREFIX), **(args or {}))


class OfflineModel:
    """Answers from words or from a store.

    Args:
        name: ``hint-floor``, ``recorded`` or ``scripted``.
        answers: For ``recorded``: the run folder or its ``answers.jsonl``.
        cell: For ``recorded``: the cell of the grid, where the folder holds several.

    Raises:
        InputError: There is no such model, an argument is missing or unknown, or the store cannot be read.
    """

    secrets = ()

    def __init__(self, name: str, answers: str | None = None, cell: str = "", **unknown: object) -> None:
        if name not in OFFLINE:
            raise InputError(
                f"there is no model gander/{name}.",
                todo=f"There are {listed([f'gander/{name}' for name in OFFLINE])}.",
            )
        if unknown:
            raise InputError(f"gander/{name} has no argument {', '.join(unknown)}.")
        self._name = name
        self._recording = None
        if name == "recorded":
            if not answers:
                raise InputError(
                    "gander/recorded needs the replies.", todo="Give -M answers=FOLDER (a finished run)."
                )
            self._recording = read_recording(Path(str(answers)), str(cell))

    async def reply(self, question: Question) -> Reply:
        """Answer; what was recorded as failed fails again, in the same words."""
        if self._name == "scripted":
            text = scripted_reply([words(turn) for turn in question.turns if turn.role == "user"])
            read = sum(_tokens(part) for turn in question.turns for part in turn.parts)
            return Reply(text, usage=Usage(read, text_tokens(text)), model="gander/scripted")
        if self._recording is None:
            return Reply(floor_reply([words(turn) for turn in question.turns if turn.role == "user"]))
        puzzle, attempt = str(question.marks.get("puzzle", "")), int(question.marks.get("attempt", 1))
        outcome = self._recording.get((puzzle, attempt))
        if isinstance(outcome, Answered):
            return Reply(outcome.text, usage=outcome.usage)
        told = str(outcome) if outcome else "nothing is recorded"
        return Reply(stop="none", error=f"{puzzle}, attempt {attempt}: {told}")

    def advice(self, error: BaseException) -> Advice:
        """None: the reply would be the same."""
        return Advice()

    async def close(self) -> None:
        """Nothing is open."""


def _tokens(part: str | Image) -> int:
    """Tokens of a text or picture, roughly; a picture's size is in its first bytes."""
    if isinstance(part, str):
        return text_tokens(part)
    return image_tokens(base64.b64decode(part.data_uri.partition(",")[2][:64]))
