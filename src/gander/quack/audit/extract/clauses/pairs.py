"""Pairs: players who confirm each other ("they alibi each other", "seem paired"), and who met whom last."""

from gander.quack.audit.extract.clauses.frames import Frame
from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.words.lexicon import words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["line_up", "met_last", "read_each", "read_mutual"]

_NOUNS = words("alibi alibis confirmation confirmations sighting sightings timeline timelines timing timings")
_TWO = 2
_FAR = 8  # words
_LAST = 5  # words: "the last confirmed living person with"
_AHEAD = 3  # "mutual confirmed sighting"


def read_each(reader: Reader, token: Token) -> None:
    """The "each" of "each other"."""
    following = reader.following
    if following is None or following.word != "other":
        return
    current, previous = reader.current, reader.previous
    if current is not None and current.kind == "be" and previous is not None and previous.word == "backing":
        current.kind = "confirm"  # "they are backing each other up"
    noun = previous is not None and previous.kind == "story"
    if noun and reader.subject is not None and len(reader.subject) > 1:
        current = reader.open("confirm", token, reader.subject)  # "Bob and Eve alibi each other"
    if current is not None:
        current.mutual = True
        current.end = max(current.end, following.end)


def line_up(reader: Reader, frame: Frame) -> None:
    """Read "Bob and Eve line up in medbay", "both match on medbay at tick 9": each says that he was there."""
    if len(frame.subject) < _TWO or frame.negated or not frame.word.startswith(("line", "match")):
        return
    for token in reader.tokens[reader.index + 1 : reader.index + 1 + _FAR]:
        if token.kind in {"room", "chain"}:
            frame.kind = "be"
            if reader.speaker[0] not in frame.subject:
                frame.source, frame.tellers = frame.subject[0], frame.subject
            return
        if token.kind not in {"x", "time", "prep", "each"} or token.value in {"from", "to", "toward", "via"}:
            return


def read_mutual(reader: Reader, token: Token) -> None:
    """Players who are "paired", or whose alibis are "mutual"."""
    current = reader.current
    if token.value == "paired":
        group = reader.subject if reader.fresh or current is None else current.subject
        if group is not None and len(group) > 1:
            _pair(reader, token, group)
        return
    noun = next(
        (one for one in reader.tokens[reader.index + 1 : reader.index + 1 + _AHEAD] if one.word in _NOUNS),
        None,
    )
    if noun is None:
        return
    if current is not None and current.kind == "have" and not reader.fresh and len(current.subject) > 1:
        _pair(reader, noun, current.subject)  # "Bob and Eve have mutual alibis in medbay"
        return
    named = reader.tokens[reader.tokens.index(noun, reader.index) + 1 :][:2]
    if len(named) == 2 and named[0].word == "between" and named[1].kind == "names":
        meant = (reader.speaker[0] if who == "" else who for who in named[1].items)
        _pair(reader, noun, tuple(who for who in meant if who != "?"))


def _pair(reader: Reader, token: Token, group: tuple[str, ...]) -> None:
    """Begin a clause that tells of players that they confirm each other."""
    frame: Frame | None = reader.current
    if (
        frame is None
        or reader.fresh
        or frame.kind not in {"have", "be"}
        or frame.places
        or frame.subject != group
    ):
        frame = reader.open("confirm", token, group)
    frame.kind, frame.mutual, frame.end = "confirm", True, token.end


def met_last(reader: Reader) -> bool:
    """Whether "with" tells whom somebody met last: "Bob was the last one with Eve in medbay"."""
    current = reader.current
    if current is None or current.negated or current.places:
        return False
    near = [one.word for one in reader.tokens[max(0, reader.index - _LAST - 1) : reader.index]]
    if "last" not in near[1:]:
        return False
    told = current.kind == "be" or current.passive
    named = not told and current.word == "confirmed" and near[near.index("last") - 1] == "the"
    if current.kind in {"be", "confirm"} and len(current.subject) == 1 and not reader.fresh:
        if named and current.link != "as" and reader.account and reader.account != reader.speaker:
            current.source = reader.account[0]  # "Bob's account makes him the last confirmed person with Eve"
        if told or (named and current.link != "as"):
            makes = next(
                (one for one in reader.frames[-2:-1] if one.word.startswith(("make", "made"))), current
            )
            current.asserted = current.asserted and makes.asserted and not makes.negated
            return True
    return _made_last(reader, current)


def _made_last(reader: Reader, current: Frame) -> bool:
    """Read "that makes Bob the last one with Eve", "puts him as the last", "one of the last people seen"."""
    named = reader.subject or ()
    if current.word.startswith(("make", "made")) and len(named) == 1:
        told = reader.open("see", reader.tokens[reader.index], named)
        told.asserted = told.asserted and current.asserted  # "that might make Bob the last one with Eve"
        return True
    before = reader.frames[-2] if len(reader.frames) > 1 and current.kind in {"confirm", "see"} else current
    who = before.subject if before.kind == "be" else before.objects
    if before.kind not in {"place", "leave", "be"} or len(who) != 1 or before.negated:
        return False
    if current.kind == "be" or (current.subject and current.link != "as"):
        return False
    told = current if before is not current else reader.open("see", reader.tokens[reader.index], who)
    told.subject, told.sub, told.source, told.asserted = who, False, before.source, before.asserted
    if before.kind == "place" and before.subject and before.subject != reader.speaker:
        told.source = before.subject[0]
    return True
