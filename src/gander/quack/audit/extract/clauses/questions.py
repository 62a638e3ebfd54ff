"""Questions: from where on a sentence asks; what stands before is told ("I saw you, so where were you?")."""

from collections.abc import Sequence

from gander.quack.audit.extract.words.tokens import Token

__all__ = ["asked_from"]

_PAUSES = frozenset((",", ";", ":", "-"))
_TURNS = frozenset(("but", "so", "and", "then"))
_ASKING = frozenset(("ask", "what", "who", "where", "which"))
_SUBJECTS = frozenset(("name", "names", "I", "P", "Y", "W", "some"))


def asked_from(sentence: Sequence[Token]) -> int | None:
    """The character from which on a sentence asks; None for no question.

    Args:
        sentence: Its tokens; a question ends with its mark.
    """
    if sentence[-1].kind != "?":
        return None
    for index in range(len(sentence) - 2, 0, -1):
        token = sentence[index - 1]
        pauses = token.kind in _PAUSES or (token.kind == "conj" and token.value in _TURNS)
        # "Bob, where were you?" asks from its beginning.
        if pauses and index > 2 and _asks(sentence, index):
            return token.start
    return sentence[0].start


def _asks(sentence: Sequence[Token], index: int) -> bool:
    """Whether a question begins at a token: with its word, or with the verb before the subject."""
    token = sentence[index]
    if token.kind == "conj":
        return token.value in _ASKING
    inverted = token.kind == "modal" or (token.kind == "verb" and token.value in ("be", "aux", "have"))
    following = sentence[index + 1]
    return inverted and following.kind in _SUBJECTS
