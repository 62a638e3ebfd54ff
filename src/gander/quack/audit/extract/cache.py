"""Replies kept: what a model said about each utterance, so that nothing is asked twice.

A game's replies are a file of lines that only grows. Claims are not kept in it: they follow from the replies,
so a better reader needs no call. Every line says under what it was asked; a reply under another prompt,
context, model or setting stays in the file and is never taken for an answer.
"""

from pathlib import Path

import msgspec

from gander.errors import InputError
from gander.files import LineFile
from gander.quack.audit.claims_file import slug
from gander.quack.record.lines import read_lines

__all__ = ["Key", "Replies", "Reply", "read_replies", "replies_name"]


class Key(msgspec.Struct, frozen=True):
    """Under what an utterance was asked about; with any of it changed it is another question.

    Attributes:
        utterance_sha256: The utterance.
        speaker: The speaker's name.
        context: Hash of the players, the rooms and the meeting (`gander.quack.audit.extract.prompt`).
        prompt: Version and hash of the prompt.
        model: The model.
        settings: How it was asked, where that is not the model's own way.
    """

    utterance_sha256: str
    speaker: str
    context: str
    prompt: str
    model: str
    settings: str = ""


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line: what came of a question.

    Attributes:
        key: The question.
        text: What the model said; None if the call failed.
        why: For a failed call, why.
        input: Tokens read.
        output: Tokens written.
        seconds: From the first try to the end.
        at: When, in seconds since 1970.
    """

    key: Key
    text: str | None = None
    why: str = ""
    input: int = 0
    output: int = 0
    seconds: float = 0.0
    at: float = 0.0


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Reply).decode


def replies_name(model: str) -> str:
    """File name of a model's replies: ``replies.openai-gpt-5.jsonl``."""
    return f"replies.{slug(model)}.jsonl"


def read_replies(path: Path) -> dict[Key, list[Reply]]:
    """The replies of a file, by question, oldest first; none if there is no file.

    A last line without its end was being written when its process died, and is left out.

    Raises:
        InputError: The file cannot be read, or a line of it is damaged; the message names it.
    """
    if not path.exists():
        return {}
    found: dict[Key, list[Reply]] = {}
    for number, line in enumerate(read_lines(path, "file of replies")[:-1], 1):
        try:
            reply = _decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise InputError(
                f"the line is damaged ({error}).",
                where=f"{path}:{number}",
                todo="Delete the line to ask its question again.",
            ) from error
        found.setdefault(reply.key, []).append(reply)
    return found


class Replies:
    """A game's file of replies, open for writing.

    Args:
        path: The file; made with its folder when the first reply is kept.

    Attributes:
        known: The replies so far, by question, oldest first.

    Raises:
        InputError: It cannot be read (`read_replies`).
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.known = read_replies(path)
        self._file: LineFile | None = None

    def of(self, key: Key) -> list[Reply]:
        """What came of a question so far, oldest first."""
        return self.known.get(key, [])

    def keep(self, reply: Reply) -> None:
        """Write a reply. When this returns, no death of the process can lose it.

        Raises:
            InputError: The disk is full, or the file cannot be written.
        """
        if self._file is None:
            self._file = LineFile(self.path)
        self._file.append(_encode(reply) + b"\n")
        self.known.setdefault(reply.key, []).append(reply)

    def close(self) -> None:
        """Put everything on the disk."""
        if self._file is not None:
            self._file.close()
            self._file = None
