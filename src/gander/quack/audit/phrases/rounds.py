"""Rounds in time phrases: "last round", "round 2", "before the first meeting"."""

from gander.quack.audit.phrases.meaning import WhichRound
from gander.quack.audit.phrases.words import NUMBERED, SIDES, TICK_WORDS, number_in, words

__all__ = ["WHICH", "read_round"]

_ORDINALS = {"first": 0, "1st": 0, "second": 1, "2nd": 1, "third": 2, "3rd": 2, "fourth": 3, "4th": 3}
_BACK = words("last previous prior preceding")
WHICH = frozenset((*_ORDINALS, *_BACK, "next"))
"""Words that say which round, beside its number."""


def read_round(tokens: list[str]) -> tuple[WhichRound, list[str]]:
    """The round that is named, and the phrase without its name."""
    which: WhichRound = None
    kept: list[str] = []
    skip = 0
    for place, token in enumerate(tokens):
        if skip:
            skip -= 1
            continue
        following = tokens[place + 1] if place + 1 < len(tokens) else ""
        before = kept[-2:] if kept[-1:] == ["the"] else ["", *kept[-1:]]
        relation = before[0] if kept[-1:] == ["the"] else before[-1] if before else ""
        number: int | None = None
        if token in NUMBERED and number_in(following) is not None and following.isdigit():
            number, noun = int(following) - 1, token
            skip = 1
        elif token in _ORDINALS and following in ("round", "meeting"):
            number, noun = _ORDINALS[token], following
            skip = 1
        elif token in _BACK and following in ("round", "meeting"):
            skip = 1
            if following == "meeting" and relation in ("since", "after", "from"):
                which = ("back", 0)
                skip += _dating(
                    tokens, place + 2
                )  # "since the last meeting at tick 17" tells which, not when
            else:
                which = ("back", 1)
            if following == "meeting":
                _drop_relation(kept)
            if following == "meeting" and relation in ("at", "in", "during", "right"):
                kept.append("meeting")  # "at the last meeting": then, and of that round
            continue
        elif token == "next" and following in ("round", "meeting"):
            return ("back", -1), tokens
        else:
            kept.append(token)
            continue
        if noun == "meeting" and relation in ("since", "after", "from"):
            number += 1
        which = ("number", max(0, number))
        if noun == "meeting":
            _drop_relation(kept)
        if noun == "meeting" and relation in ("at", "in", "during"):
            kept.append("meeting")
    return which, kept


def _dating(tokens: list[str], place: int) -> int:
    """How many words from a place on are a tick in apposition: "at tick 17", "(tick 17"."""
    ahead = place
    while ahead < len(tokens) and tokens[ahead] in ("at", "on", "(", *TICK_WORDS):
        ahead += 1
    return ahead + 1 - place if ahead < len(tokens) and number_in(tokens[ahead]) is not None else 0


def _drop_relation(kept: list[str]) -> None:
    """Take "before the" from before a meeting that names a round."""
    if kept[-1:] == ["the"]:
        kept.pop()
    if kept[-1:] and (kept[-1] in SIDES or kept[-1] == "from"):
        kept.pop()
