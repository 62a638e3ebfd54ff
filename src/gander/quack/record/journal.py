"""Writing a record: decisions first, then what follows from them, each line safe at once."""

import time
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from gander.files import LineFile
from gander.quack.claims import IntendedClaim
from gander.quack.world import Decision, Event

__all__ = ["DecisionMade", "Journal"]


class DecisionMade(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Data of a `decision` event, which stands before the events that follow from it.

    Attributes:
        player_id: Whose decision.
        kind: ``act``, ``speak`` or ``vote``.
        decision: The decision as it was understood; names as players use them.
        legal: Whether it took effect.
        model: What decided: ``scripted``, ``random``, ``human`` or a model's name.
        observation: Digest of what the player knew (`gander.quack.senses.digest`).
        why: Why it was refused.
        attempt: 2 for the second decision after a refusal, under rules that ask again.
        attempts: How often the player had to be asked until it answered.
        raw: The reply as it came, if it was text.
        tokens: Tokens used, by kind.
        latency: Seconds that it took.
        prompt: Version and hash of the texts that a model was asked with.
        intended_claims: For scripted speech, the claims that it was built from.
    """

    player_id: str
    kind: str
    decision: Decision
    legal: bool
    model: str
    observation: str
    why: str | None = None
    attempt: int = 1
    attempts: int = 1
    raw: str | None = None
    tokens: dict[str, int] | None = None
    latency: float | None = None
    prompt: str | None = None
    intended_claims: tuple[IntendedClaim, ...] | None = None


class Journal:
    """Appends events to a record and stamps them.

    Stamps never go back, even where the clock does: the order of a record's lines is the order of
    its events, and a reader takes a falling stamp for lines out of place.

    Opening an existing record cuts off a last line that was left half written.

    Args:
        path: The record; made if missing.
        clock: Seconds since 1970.
    """

    def __init__(self, path: Path, *, clock: Callable[[], float] = time.time) -> None:
        self._file = LineFile(path)
        self._last = 0.0
        self._clock = clock
        self._encoder = msgspec.json.Encoder()

    @property
    def empty(self) -> bool:
        """Whether the record held no whole line when it was opened."""
        return self._file.kept == 0

    def follow(self, stamp: float) -> None:
        """Go on after a record's last stamp."""
        self._last = stamp

    def write(self, events: Iterable[Event]) -> None:
        """Append events, in one write."""
        stamp = self._clock()
        stamp = max(stamp, self._last)
        self._last = stamp
        for event in events:
            event.timestamp = stamp
        lines = self._encoder.encode_lines(events)
        if lines:
            self._file.append(lines)

    def close(self) -> None:
        """Put everything on the disk and close."""
        self._file.close()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
