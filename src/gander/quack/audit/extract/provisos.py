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
_GRANTS = words("get understand know sure")
_REASONS = words(
    "analysis logic reasoning point points read theory argument question questions suspicion suspicions push"
    " assessment deduction case take"
)
_STEERS = words(
    "steer steered steering cast casting throw threw throwing shift shifted shifting put putting push pushed"
    " pushing deflect deflected deflecting draw drawing direct directed directing turn turned turning pin"
    " pinned pull pulled flip flipped place placed pointing"
)
_YET = words("blindly just yet without solely only purely")
_PEOPLE = frozenset(("name", "P", "I", "Y", "W"))
_PAUSES = frozenset((",", ";", ":", "-", "(", ".", "?"))
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
    if cue.type == "defense" and not _clears(sentence[first:place], sentence[after : after + 3], cue):
        return False
    proviso = _PROVISOS.get(cue.words)
    return proviso is None or proviso(sentence[first:place], sentence[after : after + 3])


def _clears(before: Sequence[Token], after: Sequence[Token], cue: Cue) -> bool:
    """Whether words that may clear somebody do so without a reserve."""
    for token in after:
        if token.kind in _PAUSES:
            break
        if token.word == "if":
            return False  # "Bob has an alibi if that is true"
    if cue.side == "after":
        return True
    if before and before[-1].kind == "room":
        return False  # "medbay was clear"
    if after and (
        after[0].word in _STRANGELY
        or (cue.words[-1] == "by" and (after[0].kind == "some" or after[0].word == "no"))
    ):
        return False  # "lines up suspiciously", "verified by nobody"
    owner = max((index for index, token in enumerate(before) if token.form == "'s"), default=None)
    # "Bob's logic is solid" agrees with him and no more.
    return owner is None or not any(token.word in _REASONS for token in before[owner + 1 : owner + 4])


def _killed(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "was killed", "for Bob to have killed"."""
    if not before or before[-1].value == "be" or before[-1].word == "have":
        return False
    return not any(token.kind in _DOUBTS for token in before)


def _between(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "the time between Bob leaving and me coming"."""
    doing = [token.form for token in after[1:2]] == ["i"]
    return bool(before) and before[-1].word in _BEFORE_BETWEEN and not doing


def _suspicion(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "trying to steer suspicion at Bob"."""
    own = any(token.kind in ("I", "W") for token in before)
    return own or not any(token.word in _STEERS for token in before)


def _suspicious(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "I know you are suspicious because"."""
    granted = [token.word for token in before[-3:]]
    return not (len(granted) > 1 and granted[0] in _GRANTS and granted[1] == "you")


def _framing(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "Bob's framing of it"."""
    owned = bool(before) and before[-1].form == "'s"
    return not owned or any(token.kind in _PEOPLE for token in after[:1])


def _convenient(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "Bob's route as a convenient scapegoat"."""
    return not any(token.word == "scapegoat" for token in after[:1])


def _not_voting(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "I'm not voting Bob just yet"."""
    return not any(token.word in _YET for token in after[1:2])


def _cleared(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "your timing cleared me"."""
    return not any(token.kind in _PEOPLE for token in after[:1])


def _self_report(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "blame Bob for a self-report", "letting the self-report win"."""
    if before and before[-1].word == "the":
        return False
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
    **dict.fromkeys((("suspicion", word) for word in ("is", "on", "of")), _suspicion),
    ("suspicion",): _suspicion,
    **dict.fromkeys((("suspicious",), ("sus",)), _suspicious),
    **dict.fromkeys((("framing",), ("frame",)), _framing),
    ("convenient",): _convenient,
    ("not", "voting"): _not_voting,
    ("cleared",): _cleared,
    **dict.fromkeys((("self-report",), ("self", "report")), _self_report),
    **dict.fromkeys((("confirm",), ("corroborate",), ("verify",), ("back", "up", "part", "of")), _confirm),
    ("alibi",): _alibi,
    **dict.fromkeys((("lying",), ("fabricating",)), _lying),
    **dict.fromkeys((("leaning",), ("lean",)), _leaning),
}
"""What a cue needs of its clause before it, and of the three tokens after it."""
