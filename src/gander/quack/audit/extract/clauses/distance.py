"""Distance: that somebody was elsewhere: "nowhere near medbay", "far from it", "my route keeps me away"."""

from gander.quack.audit.extract.clauses.frames import Frame
from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.clauses.sources import credit
from gander.quack.audit.extract.words.lexicon import words

__all__ = ["away", "denied_near", "elsewhere", "nowhere"]

_NEARING = frozenset(("be", "go", "see", "route"))
_STAYING = _NEARING | {"do", "stay"}
_KEEPS = words("keeps kept keep puts put")


def elsewhere(reader: Reader) -> bool:
    """Read "nowhere near medbay" after a pause as a denial of its own: "I was in storage, nowhere near"."""
    current, previous = reader.current, reader.previous
    if current is None or previous is None or reader.subject is not None:
        return False
    if previous.word not in {"nowhere", "never", "not"}:
        return False
    if current.kind == "say" and previous.word == "nowhere" and current.subject and not current.negated:
        frame = reader.open("be", previous, current.subject)  # "Bob claims nowhere near security"
        frame.negated = True
        reader.prep = "at"
        return True
    if current.kind not in _STAYING or current.negated or current.unsure or not current.subject:
        return False
    ahead = reader.tokens[reader.index + 1 : reader.index + 3]
    if not any(token.kind in {"room", "chain"} for token in ahead):
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
    if current is None or reader.fresh or current.negated:
        return False
    if current.kind in {"confirm", "vouch"} and current.mutual and len(current.subject) > 1:
        return _both_away(reader, current)
    if current.kind not in {"be", "stay"} or current.places or not current.subject:
        return False
    current.negated = current.away = True
    current.unsure = current.unsure or not current.asserted
    current.kind = "be"
    return True


def _both_away(reader: Reader, current: Frame) -> bool:
    """Read "Bob and Eve confirm each other away from medbay late": neither was there, each one says."""
    frame = reader.open("be", reader.tokens[reader.index], current.subject)
    frame.start, frame.times = current.start, [*current.times, *frame.times]
    frame.negated = frame.away = True
    frame.asserted = frame.asserted and current.asserted
    if reader.speaker[0] not in current.subject:
        frame.source, frame.tellers = current.subject[0], current.subject
    return True


def _kept_away(reader: Reader, current: Frame) -> bool:
    """Read "Bob's route keeps him far from medbay": he was not there, wherever it led."""
    owner = reader.account
    if not owner or current.negated or current.subject not in ((), owner):
        return False
    told = [
        token
        for token in reader.tokens[: reader.index]
        if token.kind in {"route", "verb"} or token.word == "my"
    ]
    if len(told) < 2 or told[-1].kind != "verb" or not any(token.kind == "route" for token in told):
        return False  # "my route away from medbay": he was there before
    if told[-1].value in {"go", "head", "leave"}:
        return False  # "his path goes away from medbay"
    if owner == reader.speaker and not any(token.word == "my" for token in told):
        return False
    frame = reader.open("be", reader.tokens[reader.index], owner)
    frame.start, frame.negated = current.start, True
    credit(reader, frame, owner)
    frame.asserted, frame.unsure = frame.asserted and current.asserted, current.unsure
    if current.kind == "other":
        frame.times = [*current.times, *frame.times]
    return True


def denied_near(reader: Reader) -> bool:
    """Whether a clause denies being near something: "was nowhere near", "never went near"."""
    current, previous = reader.current, reader.previous
    if current is None or previous is None or reader.fresh or current.kind not in _NEARING:
        return False
    if current.kind == "see" or current.nobody:
        return current.negated or current.nobody  # "didn't see anyone near medbay"
    if previous.word == "nowhere":
        subject = [token for token in reader.tokens[: reader.index] if token.end <= current.at][-1:]
        if [token.kind for token in subject] == ["room"]:
            current.unsure = True  # "storage is nowhere near medbay"
        current.negated = True
    return current.negated


def nowhere(reader: Reader) -> bool:
    """Whether "there" is another room than that which one was nowhere near."""
    before = reader.tokens[max(0, reader.index - 3) : reader.index]
    return any(one.word == "nowhere" for one in before)
