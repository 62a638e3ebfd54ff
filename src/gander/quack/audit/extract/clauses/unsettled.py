"""Unsettled verbs: those that with some words around them tell something else: "points out", "made it"."""

from gander.quack.audit.extract.clauses.hearsay import tells
from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.words.lexicon import ASIDE, words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["UNSETTLED", "seeming", "settled"]

UNSETTLED = frozenset(("other", "vouch", "report"))
"""Values of such verbs."""
_TAKING = words("takes took brings brought carries carried leads led")


def settled(reader: Reader, token: Token, following: Token | None) -> str:
    """What a verb tells that with some words around it tells something else."""
    value = token.value
    if value == "other" and following is not None and _arrives(reader, token, following):
        value = "go"
    elif (token.form != "b" or _agree(reader, token)) and tells(reader, token):
        value = "say"  # "Bob points out that"
    if token.word in _TAKING and reader.account and _takes(reader, following):
        value, reader.subject = "place", reader.account
    return value


def _agree(reader: Reader, token: Token) -> bool:
    """Whether others are said to agree: "Bob and Eve agree that"."""
    subject = reader.subject or ()
    return token.word == "agree" and len(subject) > 1 and reader.speaker[0] not in subject


def _arrives(reader: Reader, token: Token, following: Token) -> bool:
    """Whether a verb with a particle tells a coming: "showed up in medbay", "made it down to storage"."""
    if token.word.startswith(("show", "turn")):
        return following.word == "up"
    if following.word != "it" or not token.word.startswith("ma"):
        return False
    step, beyond = 2, reader.next(2)
    while beyond is not None and beyond.kind == "x" and beyond.word in ASIDE:
        step += 1
        beyond = reader.next(step)
    return beyond is not None and beyond.kind in {"prep", "there"}


def _takes(reader: Reader, following: Token | None) -> bool:
    """Whether somebody's route takes its owner somewhere: "his route takes him through medbay"."""
    current = reader.current
    if following is None or (current is not None and current.kind == "route"):
        return False
    if reader.account == reader.speaker:
        return following.word == "me" and reader.subject is not None
    return reader.subject == reader.account and following.word in {"him", "her", "them", "you"}


def seeming(reader: Reader) -> bool:
    """Whether a verb only tells what somebody's doing seemed to be: "doing what looked like tasks"."""
    what, doing = reader.previous, reader.next(-2) if reader.index > 1 else None
    seeming = what is not None and what.value == "what" and doing is not None and doing.word == "doing"
    return seeming and reader.current is not None and reader.current.kind == "do"
