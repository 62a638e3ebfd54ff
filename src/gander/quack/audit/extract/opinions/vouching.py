"""Vouching: what must stand around the words of a vouch, and what must not, for them to be one."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from gander.quack.audit.extract.opinions.clearing import each_other, ends
from gander.quack.audit.extract.words.lexicon import words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["VOUCHING", "Proviso"]

Proviso: TypeAlias = Callable[[Sequence[Token], Sequence[Token]], bool]
"""Whether the tokens before a cue in its clause, and those after it, let it mean what it means."""

_GIVES = words("gives gave given giving")
_ACCOUNTS = words("route path story account timeline version statement movements stories timelines")
_YET = words("blindly just yet without solely only purely")
_OWNERS = words("his her their your my")
_PEOPLE = frozenset(("name", "P", "I", "Y", "W"))
_DEEDS = words("it this kill kills")
_SURE = words("sure confident comfortable certain convinced positive think believe")
_GUILTS = words("kill killed killer duck vote likely impostor lying guilty")
_AWAY = words("far away out nowhere")
_DISPUTES = words("argument debate question issue discussion")
_CLEARED = words("cleared clear clean innocent certain confirmed")
_MAPS = words("map ship station board")
_PAUSES = frozenset((",", ";", ":", "-", "(", ".", "?"))


def _vouch(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "I can vouch that Bob was there"."""
    own = any(token.kind == "I" for token in before)
    return own and any(token.kind == "name" for token in after[:2])


def _not_voting(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "I'm not voting Bob just yet"."""
    return not any(token.word in _YET for token in after[1:2])


def _clear(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "let's hear your clear for Bob"."""
    return not before or before[-1].word not in _OWNERS


def _cleared(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "your timing cleared me", "my cleared player"."""
    own = bool(before) and before[-1].kind == "I"
    return not own and not any(token.kind in _PEOPLE or token.kind == "room" for token in after[:1])


def _confirmed(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Not "Bob confirmed at tick 9 that"."""
    return bool(before) and before[-1].kind not in _PEOPLE


def _confirm(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "I can confirm Bob's route"."""
    own = any(token.kind == "I" for token in before)
    owner = next((index for index, token in enumerate(after[:6]) if token.form == "'s"), None)
    # "I can confirm a part of Bob's route"
    return (
        own and owner is not None and any(token.word in _ACCOUNTS for token in after[owner + 1 : owner + 3])
    )


def _alibi(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "has an alibi", "I can confirm Bob's alibi"; but not "is building an alibi"."""
    own = any(token.kind == "I" for token in before)
    if any(verb.value == "have" and whose.form == "'s" for verb, whose in pairwise(before)):
        return False  # "Bob has Eve's alibi"
    if any(only.word == "only" and verb.value == "have" for only, verb in pairwise(before)):
        return False  # "Bob only has an alibi till then"
    return any(
        token.value == "have" or token.word in _GIVES or (own and token.value == "confirm")
        for token in before
    )


def _not_think(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "I don't think Bob could be the killer"."""
    for index, token in enumerate(after):
        if token.kind in _PAUSES:
            break
        did = token.word == "did" and any(
            one.word in ("it", "this", "that") for one in after[index + 1 : index + 2]
        )
        if did or token.word in _GUILTS:
            return not any(one.kind == "neg" for one in after[:index])
    return False


def _keeps(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "his route keeps him far from there", "puts him on the far side"."""
    return any(token.word in _AWAY for token in after[:3])


def _deed(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "I'm sure that Bob did not do the kill", where the speaker says that he thinks so."""
    said = before and before[-1].word in ("did", "does")
    sure = any(
        token.kind == "I" and any(one.word in _SURE for one in before[at + 1 : at + 4])
        for at, token in enumerate(before)
    )
    return bool(said) and sure and any(token.word in _DEEDS for token in after[:4])


def _far(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "Bob was far"; not "was far behind"."""
    return ends(after) and bool(before) and before[-1].kind == "name"


def _far_from(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "his route is far from medbay"; not "Bob is far from cleared"."""
    return not any(token.word in _CLEARED for token in after[:1])


def _far_side(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "Bob was at the other end of the map"; not "on the other side of this argument"."""
    if not after or after[0].word != "of":
        return not any(token.word in _DISPUTES for token in after[:5])
    return any(token.word in _MAPS or token.kind == "room" for token in after[1:4])


def _name_next(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "it can't be Bob"; not "it is not Bob's task"."""
    bare = bool(after) and after[0].kind == "name" and not after[0].form
    return bare and (ends(after[1:2]) or after[1].word in ("because", "since"))


def _parted(off: str) -> Proviso:
    """A verb whose particle stands behind the player: "we can cross Bob off", "I'd rule Bob out"."""

    def means(before: Sequence[Token], after: Sequence[Token]) -> bool:
        own = any(token.kind in ("I", "W") for token in before)
        return own and len(after) > 1 and after[0].kind == "name" and after[1].word == off

    return means


def _tracks(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "Bob's story tracks"."""
    return bool(before) and before[-1].word in _ACCOUNTS and (ends(after) or after[0].word == "with")


def _has_none(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """As in "Bob had no opportunity"."""
    return bool(before) and before[-1].value == "have"


VOUCHING: Mapping[tuple[str, ...], Proviso] = {
    ("is", "far"): _far,
    ("is", "far", "from"): _far_from,
    **dict.fromkeys(
        (("is", "on", "the", which, "side") for which in ("far", "other", "opposite")), _far_side
    ),
    ("cleared",): _cleared,
    ("clear",): _clear,
    ("each", "other"): each_other,
    **dict.fromkeys((("not", "think"), ("doubt",)), _not_think),
    **dict.fromkeys((("can", "not", "is"), ("it", "is", "not")), _name_next),
    ("rule",): _parted("out"),
    ("cross",): _parted("off"),
    ("back",): _parted("up"),
    ("tracks",): _tracks,
    ("no", "opportunity"): _has_none,
    **dict.fromkeys((("not", "do"), ("not", "make")), _deed),
    **dict.fromkeys((("vouch",), ("vouch", "that")), _vouch),
    **dict.fromkeys((("not", "voting"), ("not", "vote")), _not_voting),
    **dict.fromkeys((("confirmed", "at"), ("confirmed", "in")), _confirmed),
    **dict.fromkeys((("confirm",), ("corroborate",), ("verify",), ("back", "up", "part", "of")), _confirm),
    **dict.fromkeys((("alibi",), ("alibis",)), _alibi),
    **dict.fromkeys(((verb, whom) for verb in ("keeps", "takes", "puts") for whom in ("him", "her")), _keeps),
}
"""What a vouch needs of its clause before it, and of the tokens after it."""
