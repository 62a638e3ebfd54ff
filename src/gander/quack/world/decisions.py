"""What players decide: an action, a speech or a vote, or nothing that can be made out.

Targets are names, as players see them.
"""

from typing import Literal, TypeAlias

import msgspec

__all__ = ["Act", "Decision", "Need", "NeedKind", "Speak", "Unclear", "Vote"]

NeedKind: TypeAlias = Literal["act", "speak", "vote"]


class Act(msgspec.Struct, frozen=True, tag_field="kind", tag="act", omit_defaults=True):
    """A free-roam decision (paper, section 3.5).

    Attributes:
        action: ``wait``, ``move``, ``task``, ``kill``, ``report`` or ``call``.
        target: The room to move to, the task's name (optional: the first open one here) or the
            victim's name; None for the others.
        say: Proximity chat, heard by everyone in the room before the action takes effect.
    """

    action: str
    target: str | None = None
    say: str | None = None


class Speak(msgspec.Struct, frozen=True, tag_field="kind", tag="speak"):
    """A speech in a meeting. An empty message is silence, which is allowed."""

    message: str


class Vote(msgspec.Struct, frozen=True, tag_field="kind", tag="vote"):
    """A vote to eject the named player; None abstains."""

    target: str | None


class Unclear(msgspec.Struct, frozen=True, tag_field="kind", tag="unclear"):
    """An answer in which no decision can be made out. It is always refused, for the reason it gives.

    Attributes:
        why: What is unclear about it, as a sentence.
    """

    why: str


Decision: TypeAlias = Act | Speak | Vote | Unclear


class Need(msgspec.Struct, frozen=True):
    """What the engine waits for: a decision of one kind by one player.

    Attributes:
        kind: The kind of decision.
        player: Index of the player in the roster.
        attempt: 1, or 2 when the first decision was refused and the rules ask again.
    """

    kind: NeedKind
    player: int
    attempt: int = 1
