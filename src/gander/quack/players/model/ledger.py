"""What was asked of models in a game and what came of it, kept beside the game's record.

An answer that was paid for is never asked for again: a game that goes on after an interruption takes it from
here, whether it had been used or not. What the calls of a game took is counted from here, too.
"""

import time
from pathlib import Path

import msgspec

from gander.errors import InputError
from gander.files import LineFile, ended_lines
from gander.models.failures import Answered, Outcome

__all__ = ["Call", "Ledger", "read_calls"]


class Call(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question to a model and what came of it.

    Attributes:
        player: The player's name.
        model: The model.
        turn: How many turns the player had had.
        attempt: 2 where the first decision was refused.
        kind: ``act``, ``speak`` or ``vote``.
        asked: Hash of all that the model was sent.
        outcome: What came of it.
        ended: Seconds since 1970.
    """

    player: str
    model: str
    turn: int
    attempt: int
    kind: str
    asked: str
    outcome: Outcome
    ended: float = 0.0


def read_calls(path: Path) -> list[Call]:
    """The calls in a file; none if there is no file.

    Raises:
        InputError: A line is no call, or the file cannot be read.
    """
    decoder = msgspec.json.Decoder(Call)
    try:
        lines = ended_lines(path.read_bytes())
    except FileNotFoundError:
        return []
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror}).", where=str(path)) from error
    calls = []
    for number, line in enumerate(lines, 1):
        try:
            calls.append(decoder.decode(line))
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise InputError(
                f"this is no call ({error}).",
                where=f"{path}:{number}",
                todo="Remove the line; its question is asked again if it is needed.",
            ) from error
    return calls


class Ledger:
    """The calls of a game.

    Args:
        path: The file; made if missing.
    """

    def __init__(self, path: Path) -> None:
        earlier = read_calls(path)
        self._file = LineFile(path)
        self._encode = msgspec.json.Encoder().encode
        self._answers = {
            (call.player, call.turn, call.attempt, call.asked): call.outcome
            for call in earlier
            if isinstance(call.outcome, Answered)
        }

    def answer(self, player: str, turn: int, attempt: int, asked: str) -> Answered | None:
        """The answer that a question had before this process began."""
        return self._answers.get((player, turn, attempt, asked))

    def keep(self, call: Call) -> None:
        """Write a call down, at once."""
        self._file.append(self._encode(msgspec.structs.replace(call, ended=round(time.time(), 3))) + b"\n")

    def close(self) -> None:
        """Put everything on the disk and close."""
        self._file.close()

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
