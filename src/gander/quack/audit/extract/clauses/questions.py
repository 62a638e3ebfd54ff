"""Questions: from where on a sentence asks; what stands before is told ("I saw you, so where were you?")."""

from collections.abc import Sequence

from gander.quack.audit.extract.words.tokens import Token

__all__ = ["asked_from"]

_PAUSES = frozenset((",", ";", ":", "-"))
_TURNS = frozenset(("but", "so", "and", "then"))
_ASKING = frozenset(("ask", "what", "who", "where", "which"))
_NOUNED = frozenset(("what", "which"))
_SUBJECTS = frozenset(("name", "names", "I", "P", "Y", "W", "some"))


def asked_from(sentence: Sequence[Token]) -> int | None:
    """The character from which on a sentence asks; None for no question.

    Args:
        sentence: Its tokens; a question ends with its mark.
    """
    if sentence[-1].kind != "?":
        return None
    begin = sentence[0].start
    if _asks_outright(sentence, 0):
        return begin
    found: int | None = None
    for index in range(len(sentence) - 2, 0, -1):
        token = sentence[index - 1]
        if token.kind not in _PAUSES and not (token.kind == "conj" and token.value in _TURNS):
            continue
        # "Bob, where were you?" asks from its beginning.
        if index <= 2:
            return begin if found is None or _asks_outright(sentence, index) else found
        if _asks(sentence, index) if found is None else _asks_outright(sentence, index):
            found = token.start
    return begin if found is None else found


def _asks_outright(sentence: Sequence[Token], index: int) -> bool:
    """Whether a question begins at a token that can begin nothing else: "why", "where were you"."""
    token, following = sentence[index], sentence[index + 1] if index + 1 < len(sentence) else None
    if token.kind == "conj" and token.value in _ASKING:
        if token.word in _NOUNED:
            at = next(
                (at for at in range(index + 1, min(index + 4, len(sentence))) if sentence[at].kind != "x"),
                index,
            )
            following = sentence[at]  # "what exact rooms did you"
        return token.word in {"why", "how"} or (following is not None and _inverted(following))
    return _inverted(token) and following is not None and following.kind in _SUBJECTS


def _inverted(token: Token) -> bool:
    return token.kind == "modal" or (token.kind == "verb" and token.value in {"be", "aux", "have"})


def _asks(sentence: Sequence[Token], index: int) -> bool:
    """Whether a question begins at a token: with its word, or with the verb before the subject."""
    token = sentence[index]
    if token.kind == "conj":
        return token.value in _ASKING
    return _inverted(token) and sentence[index + 1].kind in _SUBJECTS
