"""Absence: that nobody was seen or there: "I saw nobody in medbay", "no one was there", "it was empty"."""

from gander.quack.audit.extract.frames import Frame
from gander.quack.audit.extract.lexicon import words
from gander.quack.audit.extract.reader import Reader
from gander.quack.audit.extract.roles import put_people
from gander.quack.audit.extract.tokens import Token

__all__ = ["away", "denied_near", "elsewhere", "read_empty", "read_only", "read_some", "split_only"]

_NOBODY = words("nobody none")
_ANYBODY = words("anyone anybody soul people players others")
_NEARING = frozenset(("be", "go", "see", "route"))
_STAYING = _NEARING | {"do", "stay"}
_BESIDES = words("else other others except besides but")
_PASSED = words("else at all in on there here actually physically")
"""Words after "anyone" that leave it anyone."""
_ONES = words("person player one people players soul")
_MEETING = words("saw seen encountered met passed crossed ran bumped")
_KEEPS = words("keeps kept keep puts put")
_FEW = 6  # words
_ENDS = frozenset((".", ",", ";", "-", "(", ")", "\n", "time", "conj", "there"))
_COMING = words("come came coming pass passed passing go going")
"""Verbs that with "through" tell of people no more than that they were there: "saw nobody come through"."""


def read_some(reader: Reader, token: Token) -> None:
    """Somebody whom nobody can name: "anyone", "nobody", "the others"; and "neither Bob nor Eve"."""
    following = reader.next()
    if token.word == "neither" and following is not None and following.kind in ("name", "names"):
        reader.negated = True
        return
    if token.word in ("neither", "none") and following is not None and following.word == "of":
        whom = reader.next(2)
        if whom is not None and whom.kind in ("P", "W"):
            reader.negated = True  # "neither of us": not the speaker, whoever else
            reader.wait(reader.speaker if whom.kind == "W" else reader.discourse.pronoun("t"), token)
            return
        if whom is not None and whom.kind == "names":
            reader.negated, reader.prep = True, ""  # "none of Bob, Eve or I"
            return
    if token.word == "neither" and following is not None and following.kind == "verb":
        group = reader.discourse.pronoun("t")
        if len(group) > 1 and not reader.prep:
            reader.negated = True  # "Bob and Eve were there, and neither saw me"
            reader.wait(group, token)
            return
    if token.word == "whoever":
        reader.prep = ""
    exists = _exists(reader)
    put_people(reader, token, ())
    if token.word in _NOBODY or token.word in _ANYBODY:
        _nobody(reader, token, exists)


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
        current.nobody, current.others, current.negated = True, others, True
        current.end = max(current.end, rest[0].end if others and rest else token.end)
        bodies = [one for one in rest[1:4] if one.kind == "body"] if rest and rest[0].word == "or" else []
        if bodies:
            current.end = bodies[0].end  # "anyone or any bodies when I left"


def _besides(rest: list[Token]) -> bool:
    """Whether somebody is excepted: "nobody but Bob", and not "nobody, but Bob"."""
    return bool(rest) and rest[0].kind != "," and any(token.word in _BESIDES for token in rest)


def _anyhow(rest: list[Token]) -> bool:
    """Whether what follows leaves it anybody at all: not "anyone leaving", "anyone suspicious"."""
    for token in rest:
        if token.kind in _ENDS or token.word in (
            "near",
            "nearby",
            "in",
            "inside",
            "around",
            "on",
            "along",
            "during",
        ):
            return True
        if token.word in _COMING or token.word in ("with", "except", "besides", "but"):
            return True
        if token.word not in _PASSED:
            return False
    return True


def read_only(reader: Reader, frame: Frame) -> None:
    """Read "the only person I saw was Bob", "Bob was the only one I saw": nobody but him."""
    if frame.word not in _MEETING or frame.subject != reader.speaker or frame.negated:
        return
    before = reader.tokens[max(0, reader.index - _FEW) : reader.index]
    only = next((at for at, token in enumerate(before) if token.word == "only"), len(before))
    said = before[only + 1 :]
    if not any(token.word in _ONES for token in said) or any(
        token.kind in (",", "verb", "prep") for token in said
    ):
        return
    named = next((one for one in reversed(reader.frames[:-1])), None) if only else None
    frame.kind, frame.only, frame.others = "see", True, True
    if named is not None and named.kind == "be" and named.subject and not named.places and not named.negated:
        frame.objects = named.subject
        frame.source, frame.asserted = named.source, frame.asserted and named.asserted
        return
    frame.start = min(frame.start, before[only].start)


def split_only(reader: Reader, frame: Frame) -> None:
    """Take down at "was" of whom and when "the only person I saw on my way" holds; who it was follows."""
    reader.prep, frame.only = "", False
    after = [token for token in reader.tokens[: reader.index] if token.start > frame.at]
    if any(token.kind in ("name", "names", "P", "body", "verb") for token in after):
        return  # "the only people I saw around Bob"
    sole = Frame("see", frame.word, frame.form, frame.subject, frame.start, frame.end)
    sole.negated = sole.nobody = sole.others = sole.only = True
    sole.places, sole.times, sole.link = frame.places, frame.times, frame.link
    sole.asserted, sole.unsure = frame.asserted, frame.unsure
    sole.source, sole.tellers = frame.source, frame.tellers
    frame.places, frame.times = [], list(frame.times) if frame.fronted else []
    reader.frames.insert(len(reader.frames) - 1, sole)


def read_empty(reader: Reader, token: Token) -> None:
    """Read "medbay was empty", "it was empty": nobody was there."""
    current = reader.current
    following = reader.next()
    if _bare(reader):
        room, token.start = reader.tokens[reader.index - 1], reader.tokens[reader.index - 1].start
        frame = reader.open("be", token, ())
        frame.places, frame.nobody = [("at", room)], True
        return
    if current is None or reader.fresh or current.kind != "be" or current.negated:
        return
    if following is not None and following.word == "of":
        return  # "empty of bodies"
    rooms = _spoken_of(reader, current)
    if rooms:
        current.subject, current.places, current.nobody = (), rooms, True
        current.end = max(current.end, token.end)


def _bare(reader: Reader) -> bool:
    """Whether a room and "empty" are a clause by themselves: "storage was quiet, medbay empty"."""
    previous, following = reader.previous(), reader.next()
    before = reader.next(-2) if reader.index > 1 else None
    if previous is None or previous.kind != "room" or not reader.fresh or reader.subject is not None:
        return False
    if reader.index > 1 and (before is None or before.kind not in (",", ";", "-", ":", "conj")):
        return False
    return following is None or following.kind in _ENDS


def _spoken_of(reader: Reader, current: Frame) -> list[tuple[str, Token]]:
    """The rooms that a clause is about: those before its verb, else the last one in which somebody was."""
    for token in reversed(reader.tokens[: reader.index]):
        if token.end > current.at:
            continue
        if token.kind in ("room", "chain"):
            current.start = min(current.start, token.start)
            return [("at", token)] if token.value not in ("either", "path") or token.kind == "room" else []
        if token.word in ("it", "room", "place"):
            room = reader.discourse.there
            return [("at", Token("room", room, "there", "there", token.start, token.end))] if room else []
        if token.word in ("both", "rooms"):
            named = [one for one in reader.tokens[: reader.index] if one.kind in ("room", "chain")]
            rooms = tuple(room for one in named[-2:] for room in one.rooms)[-2:]
            chain = Token("chain", "list", "", token.word, token.start, token.end, rooms)
            return [("at", chain)] if len(rooms) == 2 else []
        if token.kind not in ("x", "time", "W"):
            break
    return []


def elsewhere(reader: Reader) -> bool:
    """Read "nowhere near medbay" after a pause as a denial of its own: "I was in storage, nowhere near"."""
    current, previous = reader.current, reader.previous()
    if current is None or previous is None or reader.subject is not None:
        return False
    if previous.word not in ("nowhere", "never", "not"):
        return False
    if current.kind not in _STAYING or current.negated or current.unsure or not current.subject:
        return False
    ahead = reader.tokens[reader.index + 1 : reader.index + 3]
    if not any(token.kind in ("room", "chain") for token in ahead):
        return False  # "nowhere near the report"
    asserted, source = current.asserted, current.source
    frame = reader.open("be", previous, current.subject)
    frame.negated, frame.asserted, frame.source = True, frame.asserted and asserted, source
    reader.prep = "at"
    return True


def away(reader: Reader) -> bool:
    """Whether a clause tells that somebody was elsewhere: "was far from", "away from"."""
    current = reader.current
    if current is not None and (current.kind == "route" or current.word in _KEEPS):
        return _kept_away(reader, current)
    if current is None or reader.fresh or current.kind not in ("be", "stay") or current.negated:
        return False
    if current.places or not current.subject:
        return False
    current.negated = current.away = True
    current.unsure = current.unsure or not current.asserted
    current.kind = "be"
    return True


def _kept_away(reader: Reader, current: Frame) -> bool:
    """Read "Bob's route keeps him far from medbay": he was not there, wherever it led."""
    owner = reader.account
    if not owner or current.negated or current.subject not in ((), owner):
        return False
    told = [
        token
        for token in reader.tokens[: reader.index]
        if token.kind in ("route", "verb") or token.word == "my"
    ]
    if len(told) < 2 or told[-1].kind != "verb" or not any(token.kind == "route" for token in told):
        return False  # "my route away from medbay": he was there before
    if owner == reader.speaker and not any(token.word == "my" for token in told):
        return False
    frame = reader.open("be", reader.tokens[reader.index], owner)
    frame.start, frame.negated, frame.source, frame.tellers = current.start, True, None, ()
    frame.asserted, frame.unsure = frame.asserted and current.asserted, current.unsure
    if current.kind == "other":
        frame.times = [*current.times, *frame.times]
    return True


def denied_near(reader: Reader) -> bool:
    """Whether a clause denies being near something: "was nowhere near", "never went near"."""
    current, previous = reader.current, reader.previous()
    if current is None or previous is None or reader.fresh or current.kind not in _NEARING:
        return False
    if current.kind == "see" or current.nobody:
        return current.negated or current.nobody  # "didn't see anyone near medbay"
    if previous.word == "nowhere":
        current.negated = True
    return current.negated
