"""Absence: that nobody was seen or there: "I saw nobody in medbay", "no one was there", "it was empty"."""

from itertools import pairwise

from gander.quack.audit.extract.clauses.frames import place_of
from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.clauses.roles import put_people
from gander.quack.audit.extract.words.lexicon import words
from gander.quack.audit.extract.words.tokens import Token

__all__ = [
    "MEETING",
    "absent",
    "excepts",
    "read_some",
]

_NOBODY = words("nobody none")
_ANYBODY = words("anyone anybody soul people players others")
_BESIDES = words("else other others except besides but")
_EXCEPT = words("except besides")
_LEAVING = words("other aside apart except outside")
_OUT = words("than from for of")
"""What excepts in two words: "other than Bob", "aside from him"."""
_PASSED = words("either myself personally alive else at all in on there here actually physically")
"""Words after "anyone" that leave it anyone."""
MEETING = words("saw seen spotted noticed encountered met passed crossed ran bumped")
"""Verbs that with "only" may tell of all who were met."""
_BEING = frozenset(("be", "stay", "go", "see"))
_ENDS = frozenset((".", ",", ";", "-", "(", ")", "\n", "time", "conj", "there"))
_COMING = words("come came coming pass passed passing go going")
"""Verbs that with "through" tell of people no more than that they were there: "saw nobody come through"."""


def read_some(reader: Reader, token: Token) -> None:
    """Somebody whom nobody can name: "anyone", "nobody", "the others"; and "neither Bob nor Eve"."""
    following = reader.following
    if token.word == "neither" and following is not None and following.kind in {"name", "names"}:
        current = reader.current
        if current is not None and current.kind == "see" and not (current.objects or reader.fresh):
            current.negated = True  # "I saw neither Bob nor Eve"
        else:
            reader.negated = True
        return
    if token.word in {"neither", "none"} and following is not None and following.word == "of":
        whom = reader.next(2)
        if whom is not None and whom.kind in {"P", "W"}:
            reader.negated = True
            reader.wait(_either(reader, token) if whom.kind == "W" else reader.discourse.pronoun("t"), token)
            return
        if whom is not None and whom.kind == "names":
            reader.negated, reader.prep = True, ""  # "none of Bob, Eve or I"
            return
    if token.word == "neither" and following is not None and following.kind == "prep" and not reader.fresh:
        current = reader.current
        if current is not None and current.kind in _BEING and not current.places:
            current.negated = True  # "Bob was neither in storage nor in medbay"
            return
    if token.word == "neither" and following is not None and following.kind == "verb":
        group = reader.discourse.pronoun("t")
        if len(group) > 1 and not reader.prep:
            if reader.current is None and reader.discourse.there and reader.previous is not None:
                return  # "two people in medbay, neither saw Bob"
            reader.negated = True  # "Bob and Eve were there, and neither saw me"
            reader.wait(group, token)
            return
    if token.word == "something" and reader.current is not None and reader.current.kind == "see":
        return  # "I saw Bob doing something in medbay"
    if token.word == "whoever":
        reader.prep = ""
    if token.word in _NOBODY and (_none_dead(reader, following) or _without_verb(reader)):
        return
    exists = _exists(reader)
    put_people(reader, token, ())
    if token.word in _NOBODY or token.word in _ANYBODY:
        _nobody(reader, token, exists)


def _either(reader: Reader, token: Token) -> tuple[str, ...]:
    """Whom "neither of us" means: the speaker, and who was mentioned last; "none of us": and those named."""
    discourse = reader.discourse
    others = tuple(discourse.recent[:1]) if token.word == "neither" else discourse.pronoun("t")
    return (*reader.speaker, *(who for who in others if who not in reader.speaker))


def _exists(reader: Reader) -> bool:
    """Whether "there was" comes before."""
    current = reader.current
    if current is None or reader.fresh or current.kind != "be" or current.subject or current.places:
        return False
    before = reader.tokens[max(0, reader.index - 6) : reader.index]
    return any(token.word == "there" for token in before)


def _nobody(reader: Reader, token: Token, exists: bool) -> None:
    """Note on its clause that nobody was seen, or that nobody was there."""
    none, current = token.word in _NOBODY, reader.current
    rest = reader.tokens[reader.index + 1 : reader.index + 6]
    others = _besides(rest[:2]) or token.word in ("others",)
    if reader.subject == () and not exists:
        reader.nobody, reader.others = none, others  # "nobody was there"
        return
    if current is None or reader.fresh or not _anyhow(rest):
        return
    if exists and (none or current.negated):
        current.nobody, current.others, current.negated = True, others, False
        return
    passes = current.kind == "go" and current.filled and current.word.startswith("pass")
    if (current.kind == "see" or passes) and not current.objects and (none or current.negated):
        current.kind = "see"  # "didn't pass anyone in medbay"
        ahead = reader.tokens[reader.index + 1 : reader.index + 8]
        current.excepted = _excepted(ahead) or _excepted_first(reader)
        current.nobody, current.others, current.negated = True, others or current.excepted != (), True
        current.end = max(current.end, rest[0].end if others and rest else token.end)
        bodies = [one for one in rest[1:4] if one.kind == "body"] if rest and rest[0].word == "or" else []
        if bodies:
            current.end = bodies[0].end  # "anyone or any bodies when I left"


def _without_verb(reader: Reader) -> bool:
    """Read "nobody" and where as a clause by themselves: "no one in medbay", "with no one else around"."""
    if not (reader.prep == "with" or (reader.fresh and not reader.subject)):
        return False
    rest = reader.tokens[reader.index + 1 : reader.index + 5]
    others = bool(rest) and rest[0].word == "else"
    rest = rest[others:]
    if len(rest) < 2 or rest[0].kind != "prep":
        return False
    here = rest[0].word in {"around", "nearby"} or rest[1].word == "sight"
    there = rest[0].value == "at" and rest[1].kind in {"room", "chain"}
    ends = rest[1] if rest[0].word in {"around", "nearby"} else rest[2] if len(rest) > 2 else None
    if not (here or there) or (ends is not None and ends.kind not in _ENDS):
        return False
    token = reader.tokens[reader.index]
    reader.prep = ""
    frame = reader.open(
        "see", token, (reader.discourse.source,) if reader.discourse.source else reader.speaker
    )
    frame.negated = frame.nobody = True
    frame.others, frame.end = others, reader.tokens[reader.index + others].end
    return True


def _none_dead(reader: Reader, following: Token | None) -> bool:
    """Read "went through storage, nobody dead there" as "nobody was dead there"."""
    if following is None or following.kind != "dead" or not reader.fresh or reader.subject:
        return False
    where = reader.next(2)
    if where is None or not (where.kind == "there" or where.value == "at"):
        return False
    frame = reader.open("be", reader.tokens[reader.index], ())
    frame.nobody = frame.body = True
    then = reader.next(3)
    if then is not None and then.word == "then":
        frame.times = [Token("time", "then", "", "then", then.start, then.end)]
    return True


def _besides(rest: list[Token]) -> bool:
    """Whether somebody is excepted: "nobody but Bob", and not "nobody, but Bob"."""
    return bool(rest) and rest[0].kind != "," and any(token.word in _BESIDES for token in rest)


def _excepted_first(reader: Reader) -> tuple[str, ...]:
    """Who is named as an exception at the sentence's beginning: "other than Bob, I saw nobody"."""
    begins = reader.tokens[0].word
    return _excepted(reader.tokens[:6]) if begins in _LEAVING or begins in _EXCEPT else ()


def _excepted(rest: list[Token]) -> tuple[str, ...]:
    """Who is named as an exception: "nobody except Bob and Eve", "nobody in storage besides Bob"."""
    last = ""
    for before, token in pairwise(rest):
        if before.kind in {".", ",", ";"}:
            break
        beside = before.word in _EXCEPT or (last in _LEAVING and before.word in _OUT)
        last = before.word
        if beside and token.kind in {"name", "names"}:
            return (token.value,) if token.kind == "name" else token.items
    return ()


def excepts(reader: Reader, names: tuple[str, ...]) -> bool:
    """Read "nobody was in storage but Bob": all but him.

    Returns:
        Whether it tells so.
    """
    current, previous, following = reader.current, reader.previous, reader.following
    if current is None or not current.nobody or previous is None or previous.word not in _BESIDES:
        return False
    mark = reader.next(-2) if reader.index > 1 else None
    if (mark is not None and mark.kind == ",") or (following is not None and following.kind not in _ENDS):
        return False  # "nobody was there, but Bob was close"
    current.others, current.excepted = True, (*current.excepted, *names)
    current.end = reader.tokens[reader.index].end
    reader.prep = reader.link = ""
    return True


def _anyhow(rest: list[Token]) -> bool:
    """Whether what follows leaves it anybody at all: not "anyone leaving", "anyone suspicious"."""
    for token in rest:
        if token.kind in _ENDS or token.word in {
            "my",
            "near",
            "nearby",
            "in",
            "inside",
            "around",
            "on",
            "along",
            "during",
        }:
            return True
        if token.form == "f" and token.value in {"other", "be"}:
            return True  # "that you didn't see anyone makes no sense"
        if token.word.startswith("cross"):
            return any(one.kind == "route" for one in rest)  # "anyone cross my path"
        if token.word in _COMING or token.word in {"with", "except", "besides", "but"}:
            return True
        if token.word not in _PASSED:
            return False
    return True


def absent(reader: Reader, token: Token) -> bool:
    """Read "I went through storage: no Bob, no Eve": neither was seen there.

    Returns:
        Whether it tells so.
    """
    current, following = reader.current, reader.following
    if current is None or not reader.fresh or reader.subject or (following and following.kind not in _ENDS):
        return False
    listed = current.word == "no"
    if current.negated != listed or current.subject != reader.speaker or current.kind not in _BEING:
        return False
    room = place_of(current)
    if room is None:
        return False
    times = current.times
    frame = reader.open("see", token, reader.speaker)
    frame.word, frame.negated, frame.objects, frame.times = "no", True, (token.value,), list(times)
    frame.places = [("at", Token("room", room, "there", "there", token.start, token.end))]
    return True
