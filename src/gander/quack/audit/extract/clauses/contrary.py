"""Contrary: what is told in spite of what somebody says, against it, or only could be told."""

from itertools import pairwise

from gander.quack.audit.extract.clauses.frames import Frame
from gander.quack.audit.extract.clauses.reader import Reader

__all__ = ["could", "despite", "rather"]

_SPITE = frozenset(("matter", "regardless", "of", "despite", "unlike", "to"))


def despite(reader: Reader) -> bool:
    """Whether "what Bob says" only is what something is told in spite of, or unlike."""
    at = next((at for at in range(reader.index - 1, 0, -1) if reader.tokens[at].word == "what"), 0)
    return at > 0 and reader.tokens[at - 1].word in _SPITE and reader.tokens[at - 2].word != "according"


def rather(reader: Reader, told: Frame) -> int | None:
    """Where "rather than" sets what is said against what is not: "was there rather than here, as he says"."""
    for one, than in pairwise(reader.tokens[: reader.index]):
        if one.start > told.at and one.word == "rather" and than.word == "than":
            return one.start
    return None


def could(reader: Reader) -> bool:
    """Whether a verb of saying is only what somebody can say: "Bob can confirm" is the speaker's word."""
    for token in reversed(reader.tokens[max(0, reader.index - 4) : reader.index]):
        if token.kind == "modal":
            return token.value == "can"
        if token.kind not in {"x", "W", "each", "prep"}:
            return False
    return False
