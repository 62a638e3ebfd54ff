"""Provisos: what must stand around a cue's words, and what must not, for them to tell an opinion."""

from collections.abc import Callable, Mapping, Sequence

from gander.quack.audit.extract.cues import Cue
from gander.quack.audit.extract.lexicon import words
from gander.quack.audit.extract.tokens import Token

__all__ = ["means"]

_DOUBTS = frozenset(("maybe", "modal", "some"))
_BEFORE_BETWEEN = words("v1 scenario strictly is am be down torn choosing split comes decide deciding")
_GIVES = words("gives gave given giving")
_ACCOUNTS = words("route path story account timeline version statement movements")
_BLAMES = words("blame blamed blaming frame framed framing accuse accused accusing")
_WOULD = words("would could might may")
_STRANGELY = words("suspiciously oddly conveniently weirdly too")


def means(sentence: Sequence[Token], first: int, place: int, cue: Cue) -> bool:
    """Whether a cue's words mean at a place what they mean as a cue.

    Args:
        sentence: The sentence.
        first: Where the cue's clause begins.
        place: Where the cue stands.
        cue: The cue.
    """
    if sentence[place].word == "be" and any(token.word == "for" for token in sentence[first:place]):
        return False  # "for Bob to be the killer"
    after = place + len(cue.words)
    if cue.type == "defense" and cue.side == "before":
        if place > first and sentence[place - 1].kind == "room":
            return False  # "medbay was clear"
        following = sentence[after] if after < len(sentence) else None
        if following is not None and (
            following.word in _STRANGELY
            or (cue.words[-1] == "by" and (following.kind == "some" or following.word == "no"))
        ):
            return False  # "lines up suspiciously", "verified by nobody"
    proviso = _PROVISOS.get(cue.words)
    return proviso is None or proviso(sentence[first:place], sentence[after : after + 3])


def _killed(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "was killed", "for Bob to have killed"."""
    if not before or before[-1].value == "be" or before[-1].word == "have":
        return False
    return not any(token.kind in _DOUBTS for token in before)


def _between(before: Sequence[Token], after: Sequence[Token]) -> bool:
    return bool(before) and before[-1].word in _BEFORE_BETWEEN


def _self_report(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "blame Bob for a self-report"."""
    return not any(token.word in _BLAMES for token in before)


def _confirm(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "I can confirm Bob's route"."""
    own = any(token.kind == "I" for token in before)
    owned = [token.form for token in after[:1]] == ["'s"]
    return own and owned and any(token.word in _ACCOUNTS for token in after[1:])


def _alibi(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "has an alibi", "I can confirm Bob's alibi"; but not "is building an alibi"."""
    own = any(token.kind == "I" for token in before)
    return any(
        token.value == "have" or token.word in _GIVES or (own and token.value == "confirm")
        for token in before
    )


def _lying(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "would be Bob lying"."""
    return not any(token.word in _WOULD for token in before)


def _leaning(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "I was leaning Bob"."""
    return not (before and before[-1].word == "was")


_PROVISOS: Mapping[tuple[str, ...], Callable[[Sequence[Token], Sequence[Token]], bool]] = {
    ("killed",): _killed,
    ("between",): _between,
    **dict.fromkeys((("self-report",), ("self", "report")), _self_report),
    **dict.fromkeys((("confirm",), ("corroborate",), ("verify",), ("back", "up", "part", "of")), _confirm),
    ("alibi",): _alibi,
    **dict.fromkeys((("lying",), ("fabricating",)), _lying),
    **dict.fromkeys((("leaning",), ("lean",)), _leaning),
}
"""What a cue needs of its clause before it, and of the three tokens after it."""
