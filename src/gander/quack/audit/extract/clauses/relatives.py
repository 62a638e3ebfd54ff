"""Relatives: what "who" and "where" go back to, and whether a question word only asks indirectly."""

from gander.quack.audit.extract.clauses.frames import Frame
from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.words.lexicon import words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["indirect", "read_relative", "read_where"]

_ASKED_OF = words(
    "explain know hear confirm say tell clarify wonder ask about see understand question account exactly"
    " and me us"
)
"""Words after which "where", "why" and the like ask indirectly."""
_JUST_THERE = words("exactly right precisely")
_ONES = words("one person player")


def indirect(reader: Reader) -> bool:
    """Whether a question word asks indirectly: "explain why", "hear where"."""
    previous = reader.previous
    if reader.tokens[reader.index].word == "why" and previous is not None and previous.word in _JUST_THERE:
        before = reader.next(-2) if reader.index > 1 else None
        if before is not None and before.value == "be":
            return False  # "that's exactly why I was there"
    if _exactly_there(reader):
        return False
    return previous is not None and previous.word in _ASKED_OF


def _exactly_there(reader: Reader) -> bool:
    """Whether "exactly where" goes back to the one room of the clause before: "which is exactly where"."""
    before = reader.tokens[max(0, reader.index - 3) : reader.index]
    if len(before) < 3 or before[2].word not in _JUST_THERE or before[1].value != "be":
        return False
    clause = reader.frames[-2] if len(reader.frames) > 1 else None
    return before[0].word in {"which", "that"} and clause is not None and len(clause.places) == 1


def read_relative(reader: Reader) -> None:
    """Read "who": the player named last: the subject of what follows, or its object ("who I saw")."""
    recent, previous = reader.discourse.recent, reader.previous
    current = reader.current
    if (
        previous is not None
        and current is not None
        and (previous.word in _ONES or _is_kind(previous, current))
    ):
        reader.subject = current.subject  # "Bob is the one who says", "is just a goose who"
        reader.supposed = reader.supposed or current.negated  # "I wasn't the one who found her"
    elif previous is None or previous.kind not in {",", "name", "names", "-", "(", "neg", "P"}:
        reader.subject = ()  # "named who I saw"
    elif recent:
        before = reader.next(-2) if reader.index > 1 else None
        beside = previous if previous.kind == "name" else before if previous.kind == "," else None
        # "the timing comes from Eve, who"
        meant = beside.value if beside is not None and beside.value in recent else recent[0]
        following = reader.following
        if following is not None and following.kind in {"I", "name", "P", "W", "Y"}:
            reader.relative = (meant,)
        else:
            reader.subject = (meant,)


def _is_kind(previous: Token, current: Frame) -> bool:
    """Whether a noun before "who" only tells what somebody is: "Bob is a mere goose who saw us"."""
    told = current.kind == "be" and bool(current.subject) and not (current.places or current.negated)
    return told and previous.kind in {"x", "duck"} and not current.companions


def read_where(reader: Reader, token: Token) -> None:
    """Read "where": the room right before it."""
    reader.supposed = indirect(reader)
    reader.aside = reader.current
    previous = reader.previous
    said = previous is not None and previous.value == "be"  # "that's where I ran into Bob"
    said = said or _exactly_there(reader)
    if previous is None or (previous.kind not in {"room", "chain", ",", "-", "time", "("} and not said):
        return
    room = token.form or (reader.discourse.named if said else reader.discourse.there)
    near = reader.tokens[max(0, reader.index - 4) : reader.index]
    named = next((one for one in reversed(near) if one.kind in {"room", "chain"}), None)
    if named is not None and not token.form:
        room = None if named.value == "either" else named.rooms[-1]
    elif not said and any(one.value in {"say", "admit"} for one in reader.tokens[reader.index + 2 :][:2]):
        return  # "her first speech, where she said"
    if room is not None and reader.discourse.asked is None:
        reader.places = [("at", Token("room", room, "there", "where", token.start, token.end))]
