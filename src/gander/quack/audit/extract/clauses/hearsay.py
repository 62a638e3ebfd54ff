"""Hearsay: on whose word a clause is told, and how far that word goes."""

from copy import copy

from gander.quack.audit.extract.clauses.contrary import could, despite, rather
from gander.quack.audit.extract.clauses.frames import Frame
from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.words.tokens import Token

__all__ = [
    "SPOKEN",
    "accounts",
    "enumerated",
    "gives",
    "granted",
    "lied",
    "only_of",
    "placed_by",
    "retold",
    "tell",
    "tells",
]

SPOKEN = frozenset(("say", "admit", "confirm", "deny"))
"""Kinds of frames that put what follows on their subject's word."""
_DEEDS = frozenset(("go", "leave", "head", "see", "find", "stay"))
_PLACING = frozenset(("be", "go", "stay", "do"))
_WHO = frozenset(("name", "P", "I", "room", "neg"))
_AGAINST = frozenset(("contrary", "despite", "unlike", "regardless", "whatever"))
_RIGHT = frozenset(("right", "correct", "true", "accurate"))
_ENDS = frozenset((",", ".", ";", ":", "-", ")", "conj", "!"))
_GIVING = frozenset(("giving", "gave", "providing", "provided", "supplying", "supplied", "offering"))
_TELLING = ("explain", "describ", "vouch", "report", "agree", "add", "suggest", "recall")
"""Beginnings of verbs that do so before a clause only."""


def tell(reader: Reader, frame: Frame) -> None:
    """Put what follows on somebody's word: "Eve says ..."; what one can't say is no assertion."""
    subject = frame.subject
    teller = _likewise(reader)
    if teller is not None:
        _second(reader, teller)
    elif frame.passive:
        if frame.agents:
            reader.discourse.tell(frame.agents)
    elif reader.what and reader.tokens[0].word in _AGAINST:
        pass  # "contrary to what Bob says, I was there"
    elif not subject and reader.what and reader.tokens[0].word in {"from", "based"}:
        reader.discourse.heard = reader.discourse.sentence  # "from what everyone said"
    elif not subject:
        previous = reader.previous
        # "nobody can verify that"; but "my own eyes confirm"
        reader.supposed = previous is None or previous.word != "eyes"
    elif subject == reader.speaker:
        if frame.negated or not frame.asserted:
            reader.supposed = True
        elif frame.kind == "deny":
            reader.negated = True  # "I deny being there"
        elif frame.sub and frame.link == "when":
            reader.planned = True  # "when I said I never went there, I meant"
    elif (frame.negated or not frame.asserted) and not _stated(reader, frame):
        reader.supposed = True  # "Bob can't confirm seeing Eve"
    elif frame.link == "," and frame.kind == "say" and _trails(reader):
        told = reader.frames[-2]
        told.source, told.tellers = subject[0], subject if len(subject) > 1 else ()
    elif reader.what and despite(reader):
        return  # "no matter what Bob says, I was there"
    elif not (frame.sub and frame.link == "as") and not could(reader):  # "as Bob says" seconds him
        reader.discourse.tell(subject)
        if frame.kind == "deny":
            reader.negated = True


def granted(reader: Reader) -> None:
    """Read "if Bob is right that she was there": she was, on his word."""
    current, previous = reader.current, reader.previous
    if current is None or previous is None or previous.word not in _RIGHT or current.kind != "be":
        return
    subject = current.subject
    if reader.conditional and len(subject) == 1 and subject != reader.speaker and not current.negated:
        reader.discourse.tell(subject)
        reader.conditional = False


def lied(reader: Reader) -> bool:
    """Read "Bob is lying about being in storage": that he was is his word. False if it tells nothing.

    So is "what Bob said about being in storage".
    """
    current, told, deed = reader.current, reader.following, reader.next(2)
    if current is None or told is None or deed is None or not current.asserted or current.negated:
        return False
    if told.form != "i" and (deed.form != "i" or told.kind not in _WHO):
        return False
    if (
        current.kind not in {"lie", "be", "say"}
        or len(current.subject) != 1
        or current.subject == reader.speaker
    ):
        return False
    reader.discourse.tell(current.subject)
    reader.discourse.cited = True
    return True


def gives(reader: Reader) -> None:
    """Read "Bob is the one giving both times: ...", at the colon: what follows is his word."""
    current, following = reader.current, reader.following
    if current is None or len(current.subject) != 1 or current.subject == reader.speaker or current.negated:
        return
    if following is None or following.kind == "I" or not current.asserted:
        return
    if any(token.word in _GIVING and token.start > current.at for token in reader.tokens[: reader.index]):
        reader.discourse.tell(current.subject)


def _stated(reader: Reader, frame: Frame) -> bool:
    """Whether a telling is a fact within a condition: "if Eve was there, and Bob says he was, they met"."""
    if frame.negated or frame.form != "f" or not (reader.conditional and frame.word.endswith(("s", "d"))):
        return False
    near = reader.tokens[max(0, reader.index - 4) : reader.index]
    if frame.unsure or any(token.kind in {"maybe", "modal", "neg", "some"} for token in near):
        return False
    frame.asserted, reader.conditional = True, False
    return True


def _likewise(reader: Reader) -> str | None:
    """Who is said to have told what stands before: "like Bob said", "exactly as he claims"; else None."""
    following = reader.following
    if following is not None and following.kind not in _ENDS:
        return None
    teller = None
    for token in reversed(reader.tokens[max(0, reader.index - 4) : reader.index]):
        if token.word in {"like", "as"}:
            return teller
        if token.kind in {"name", "names"}:
            named = token.items[0] if token.items else token.value
            teller = reader.discourse.you if named == "?" else named or None
        elif token.kind == "Y":
            teller = reader.discourse.you
        elif token.kind == "P" and len(reader.frames[-1].subject) == 1:
            teller = reader.frames[-1].subject[0]
        elif token.kind != "x" and token.value not in {"be", "both", "and"}:
            return None
    return None


def _trails(reader: Reader) -> bool:
    """Whether a verb of saying only adds whose word the clause before is: "Eve was in storage, Bob says."."""
    following, told = reader.following, reader.frames[-2] if len(reader.frames) > 1 else None
    if told is None or told.source is not None or not told.asserted or told.kind in SPOKEN:
        return False
    return following is None or following.kind in {".", "!", ";", ","}


def _second(reader: Reader, teller: str) -> None:
    """Put on its teller's word what is only supposed but was told: "if you were there, like you claim".

    So is what the speaker denies: "I never went to medbay, like Bob claims".
    """
    told = reader.frames[-2] if len(reader.frames) > 1 else None
    if told is None or told.form not in {"f", "i", "b"} or told.unsure or told.purpose:
        return
    denied = told.negated and told.asserted and not told.nobody
    if denied and (told.kind in _PLACING or (told.kind == "x" and told.places)):
        other = copy(told)
        other.negated, other.source, other.tellers = False, teller, ()
        other.kind = (
            "be" if told.kind == "x" else told.kind
        )  # "I was in storage, not in medbay like he claims"
        reader.beside.append(other)
        return
    own = (token for token in reader.tokens[: reader.index] if told.start <= token.start < told.at)
    instead = rather(reader, told)
    if instead is not None:
        told.places = [place for place in told.places if place[1].start > instead]
    if not (told.asserted or told.negated or any(one.kind == "modal" for one in own)):
        told.asserted, told.source, told.tellers = True, teller, ()


def accounts(reader: Reader, token: Token) -> bool:
    """Whether a verb is the name of somebody's account: the "report" of "Bob's report puts Eve in medbay".

    Any other noun of somebody's that places others is one as well: "Bob's timing puts her in medbay".
    """
    following = reader.following
    if token.value == "report":
        told = following is not None and following.value in {"place", "have"}
        if told and token.form == "b":
            reader.account, reader.owner = reader.owner, None
            reader.wait(reader.account or (), token)
            return True
    elif (
        reader.subject is None and reader.fresh and reader.owner != reader.speaker and _places(reader, token)
    ):
        reader.account = reader.owner
        reader.wait(reader.owner or (), token)
    return False


def _places(reader: Reader, token: Token) -> bool:
    """Whether a verb places somebody: "puts her in medbay", "has her leaving medbay"."""
    whom, deed = reader.following, reader.next(2)
    if token.value != "have" or whom is None or deed is None:
        return token.value == "place"
    return whom.kind in {"name", "P", "I", "Y"} and deed.kind == "verb" and deed.form == "i"


def placed_by(reader: Reader, frame: Frame) -> str | None:
    """Who else than the speaker places somebody somewhere, by a clause of placing; None if it is not one."""
    if len(frame.subject) != 1 or frame.subject == reader.speaker or frame.passive or not frame.asserted:
        return None
    return frame.subject[0]


def tells(reader: Reader, token: Token) -> bool:
    """Whether a verb is one of saying, as a clause follows: "points out that", "explains he was"."""
    step, following = 1, reader.following
    if token.word.startswith("point"):
        if following is None or following.word != "out":
            return False
        step = 2
    elif not token.word.startswith(_TELLING) or reader.subject in (None, (), reader.speaker):
        return False
    clause, beyond = reader.next(step), reader.next(step + 1)
    if clause is None:
        return False
    if clause.value == "that" or (clause.value == "see" and clause.form == "i"):
        return True
    if token.word.startswith("describ") and clause.form == "i":
        return True  # "describes leaving medbay"
    named = (clause.kind in {"name", "P"} and clause.form != "'s") or clause.value == "subject"
    if not named or beyond is None or beyond.kind not in {"verb", "neg", "modal"}:
        return False
    return beyond.form != "i" or token.word.startswith("describ")


def retold(reader: Reader, token: Token) -> None:
    """Keep to somebody's word where the telling goes on: "Bob places himself in storage, then went".

    Args:
        reader: The reader, at a finite verb without a subject of its own.
        token: It.
    """
    current = reader.current
    if current is None or not reader.fresh or token.form != "f":
        return
    if reader.discourse.source is None and current.source in current.subject and token.value in _DEEDS:
        reader.discourse.tell(current.subject)  # "Bob says he was there — but saw nobody"
    if token.value in SPOKEN:
        seen = current.matrix is not None and current.matrix.passive  # "was seen there by Eve, says he left"
        teller = reader.discourse.source or (None if seen else current.source)
        if teller is not None and current.kind not in SPOKEN:
            reader.subject = (teller,)  # "Bob says she was there, and also says"
            reader.subject_start = token.start
    elif (
        current.kind == "place"
        and current.asserted
        and not (current.passive or current.negated)
        and current.subject
        and current.subject != reader.speaker
    ):
        reader.discourse.tell(current.subject)


def enumerated(frame: Frame, current: Frame) -> bool:
    """Whether a clause without a finite verb goes on with what somebody tells in such clauses."""
    if current.kind == "have" and current.source is not None and (frame.sub or frame.link in {"and", "then"}):
        return True  # "Bob's info has her there after leaving"
    return current.form == "i" and current.source is not None and frame.link in {",", "and", ";"}


def only_of(reader: Reader) -> bool:
    """Whether an account only is "of" deeds so far: "Bob's story of her leaving lines up with me seeing"."""
    told = reader.frames[:-1]
    if not told or told[0].form != "i":
        return False
    return all(one.form == "i" and one.source is not None for one in told)
