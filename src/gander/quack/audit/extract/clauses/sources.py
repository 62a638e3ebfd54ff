"""Sources: whose word a clause is on, and which clauses are no longer on somebody's."""

from typing import TYPE_CHECKING

from gander.quack.audit.extract.clauses.frames import MOVES, Frame
from gander.quack.audit.extract.words.tokens import Token

if TYPE_CHECKING:
    from gander.quack.audit.extract.clauses.reader import Reader

__all__ = ["credit", "ends_account", "heard", "own_event", "told_anyhow"]

_SAYING = frozenset(("say", "confirm"))
_PRESENT = frozenset(("is", "are"))


def credit(reader: "Reader", frame: Frame, owner: tuple[str, ...] | None) -> None:
    """Put an account on its owner's word; the speaker's own goes on whose word the sentence is."""
    spoken = reader.discourse.context.spoken
    if owner and spoken is not None and not spoken.intersection(owner):
        frame.source = reader.discourse.source  # who has told nothing yet
    elif owner and owner != reader.speaker:
        frame.source, frame.tellers = owner[0], owner if len(owner) > 1 else ()
    else:
        frame.source = reader.discourse.source


def ends_account(reader: "Reader", kind: str) -> bool:
    """Whether a clause with a subject of its own is no longer told on somebody's word."""
    if reader.discourse.cited and reader.link and not reader.inside:
        reader.discourse.cited = False
        return True  # "you lied about me leaving, and you found her"
    if reader.link == "where" and reader.subject and reader.speaker[0] in reader.subject[:-1]:
        return not reader.quoted  # "Bob claims a route where we never saw each other"
    if not reader.subject or reader.quoted or reader.discourse.source in reader.subject:
        return False
    if reader.link == "who" and reader.frames and reader.frames[-1].agents == reader.subject:
        return True  # "Bob's claim that he left is backed up by Eve, who saw him"
    if reader.frames and reader.frames[-1].mutual and reader.frames[-1].kind == "confirm" and reader.link:
        return True  # "Bob and Eve confirm each other, Frank was here"
    contrast = reader.link == "while" and reader.hinge < 0  # "Bob says he was there, while Eve was here"
    if reader.subject == reader.speaker:
        # "Bob says he was there, and I saw him"; "Bob confirms I was there, then I went"
        onward = reader.link == "then" and any(frame.kind == "confirm" for frame in reader.frames)
        # "when Bob says Eve left, I was here"
        last = reader.frames[-1] if reader.frames else None
        if (
            last is not None
            and reader.link in {",", "-", "("}
            and not reader.sub
            and _turns_own(reader, last)
        ):
            return True
        led = reader.link == "," and any(one.leads and one.kind in _SAYING for one in reader.frames)
        return onward or contrast or led or (kind == "see" and reader.link != "") or _apart(reader)
    if contrast:
        return True
    if kind == "see" and reader.link == "," and len(reader.subject) == 1:
        return True  # "Bob says he was there, Eve saw him leave"
    if kind == "be" and reader.link == "and" and _turns_present(reader):
        return True  # "Bob says he was there, and the body is here"
    if reader.link != "then" and (kind != "see" or reader.link != "and"):
        return False
    source, subject = reader.discourse.source, reader.subject
    if any(
        one.kind == "see" and source in one.subject and set(subject) <= {*one.objects}
        for one in reader.frames
    ):
        return False  # "Bob says he saw Eve, then Eve left"
    before = reader.tokens[: reader.index]
    at = max((at for at, token in enumerate(before) if token.kind == "conj"), default=0)
    # "Eve says she was there, and Bob saw her", "Eve says she left, then Bob came"
    return at > 0 and before[at - 1].kind == ","


def _turns_own(reader: "Reader", last: Frame) -> bool:
    """Whether the speaker tells of himself on his own word: "Bob says he was here, I was there"."""
    # "Bob's claim that I was here is wrong, I was there", "Bob says Eve was here (I was there)"
    return reader.link == "(" or _judges(last) or last.subject == (reader.discourse.source,)


def _judges(frame: Frame) -> bool:
    """Whether a clause says how what was told is: "... is wrong"."""
    return frame.kind == "be" and frame.source is not None and not (frame.subject or frame.places)


def _turns_present(reader: "Reader") -> bool:
    """Whether a clause tells what is, behind a comma, after one that told on somebody's word what was."""
    if not reader.frames:
        return False  # "according to Bob, and the body is here"
    token, told = reader.tokens[reader.index], reader.frames[-1]
    if token.word not in _PRESENT or told.word in _PRESENT or told.form != "f" or told.source is None:
        return False
    before = reader.tokens[: reader.index]
    at = max((at for at, one in enumerate(before) if one.kind == "conj"), default=0)
    return at > 0 and before[at - 1].kind == "," and reader.subject != told.subject


def heard(reader: "Reader", frame: Frame) -> None:
    """Put a clause on its subject's word, after "from what was said"; who is dead has said nothing."""
    if frame.subject and reader.speaker[0] not in frame.subject:
        dead = any(victim in frame.subject for victim, _ in reader.discourse.context.bodies)
        frame.unsure = frame.unsure or dead
        frame.source = None if dead else frame.subject[0]
        frame.tellers = frame.subject if len(frame.subject) > 1 and not dead else ()


def own_event(reader: "Reader", frame: Frame) -> bool:
    """Whether a clause dates by what the speaker did: "Bob says he passed before I got there"."""
    dates = reader.sub and reader.hinge >= 0 and reader.link in {"before", "after", "until"}
    return dates and frame.kind in MOVES and frame.subject == reader.speaker and not reader.quoted


def told_anyhow(reader: "Reader", token: Token) -> bool:
    """Whether what the speaker did is told even where it is supposed."""
    if reader.sub:
        return True  # "if Bob came in after I left": I left
    if reader.current is None:
        return False
    if token.form == "f" and reader.current.kind == "confirm" and reader.current.form == "b":
        near = reader.tokens[max(0, reader.index - 4) : reader.index]
        # "Bob should be able to confirm I was there"
        return not (reader.fresh and reader.link) and all(one.kind != "maybe" for one in near)
    if token.form != "i":
        return False
    # "Bob can perhaps vouch for me being there": I was
    return reader.current.kind == "vouch" and reader.current.subject != reader.speaker


def _apart(reader: "Reader") -> bool:
    """Whether ", and" sets off what the speaker tells himself: "Bob says he left, and I was there"."""
    if reader.link != "and" or reader.sub:
        return False
    before = reader.tokens[: reader.index]
    at = max((at for at, token in enumerate(before) if token.kind == "conj"), default=0)
    if any(token.kind in {"story", "route"} for token in before[at:]):
        return False  # "he was there, and Bob's account of me leaving"
    return at > 0 and before[at - 1].kind == ","
