"""Logs: rooms that stand with their ticks and no verb, as in notes of one's own: "Medbay, 1 to 5."."""

from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.words.lexicon import ASIDE, words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["LOG", "logged"]

LOG = "log"
"""What the verb of an entry is called, as it has none."""
_WORK = words(
    "cargo wiring wires fuel fueling fuelling scan scanning cameras cams asteroids filter filters chart"
    " charting course garbage trash distributor alignment download upload calibration"
)
_OF_LOG = words("my actual full own exact complete here here's round ticks log")
_LASTING = words("whole entire rest all ever that")
_SUBJECTS = frozenset(("name", "names", "P", "Y", "W", "some", "body", "dead", "modal"))
_STOPS = frozenset((";", "-", ".", "\n"))
_HINGES = frozenset(("who", "where", "which", "while", "when"))
"""Conjunctions behind which a clause of its own may tell more: "Medbay 1-4, with Bob, who left"."""
_DIGITS = frozenset("0123456789")
_ROLES = frozenset(("bare", "at", "to"))
_FAR = 24  # tokens


def logged(reader: Reader, token: Token, role: str) -> bool:
    """Whether a room begins an entry of the speaker's own log: "Back to storage at 9.".

    Args:
        reader: The reader, at a room.
        token: It.
        role: What the preposition makes of the room.
    """
    tokens, index = reader.tokens, reader.index
    after = tokens[index + 1 : index + 3]
    if not after or role not in _ROLES or reader.negated or reader.supposed or reader.conditional:
        return False
    if after[0].kind in {",", "("}:
        after = after[1:]
    if not after or after[0].kind != "time" or not _lasts(after[0]):
        return False
    if reader.frames:
        # "My round: medbay 1-4, with Bob, who left; storage 5-9"
        noted, previous = reader.frames[0].word == LOG, reader.previous
        return noted and previous is not None and previous.kind == ";" and role == "bare"
    return _begins(tokens[:index], role) and not _tells(tokens[index + 1 : index + 1 + _FAR])


def _lasts(time: Token) -> bool:
    """Whether a time phrase has ticks, or tells a stay."""
    return not _DIGITS.isdisjoint(time.value) or not _LASTING.isdisjoint(time.value.lower().split())


def _begins(before: list[Token], role: str) -> bool:
    """Whether nothing stands before an entry but "back to", a task or what announces the log."""
    if before and before[-1].kind == ":":
        return all(
            one.kind in {"route", "story", ":", "time"} or one.kind == "I" or one.word in _OF_LOG
            for one in before
        )
    if role == "to" and not any(one.word == "back" for one in before):
        return False
    known = ASIDE | _WORK
    return all(one.kind == "prep" or one.word in known for one in before)


def _tells(ahead: list[Token]) -> bool:
    """Whether a clause follows that the room belongs to: "Medbay at tick 4, Bob came in"."""
    previous = None
    for one in ahead:
        if one.kind in _STOPS or one.value in _HINGES:
            return False
        if one.kind in {"?", ":"} or (one.kind == "verb" and one.form == "f") or one.kind == "arrow":
            return True
        if one.kind in _SUBJECTS and not (previous is not None and previous.word == "with"):
            return True
        if one.kind == "I" and one.value == "subject":
            return True
        previous = one
    return False
