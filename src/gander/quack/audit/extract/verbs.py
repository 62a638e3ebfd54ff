"""Verbs: whose deed they tell, whether it is asserted or denied, and on whose word."""

from gander.quack.audit.extract.absence import open_only, read_only, split_only
from gander.quack.audit.extract.chains import SIDES
from gander.quack.audit.extract.depending import depends, goes_with
from gander.quack.audit.extract.emptiness import read_clean
from gander.quack.audit.extract.frames import Frame, placed
from gander.quack.audit.extract.hearsay import SPOKEN, accounts, retold, tell, tells
from gander.quack.audit.extract.helping import auxiliary, helps, of_task, supported
from gander.quack.audit.extract.lexicon import ASIDE, words
from gander.quack.audit.extract.reader import Reader
from gander.quack.audit.extract.subjects import subject_of
from gander.quack.audit.extract.tokens import Token

__all__ = ["read_verb"]

_FAR = 8  # words
_PASSIVES = frozenset(("see", "find", "kill", "confirm", "call", "report", "place"))
_TRUE = words("truth right correct accurate honest truthful wrong")
_UNVERIFIED = words("unverified unconfirmed uncorroborated unproven unsupported")
_ARTICLES = words("a the some my this that")
_ENTERING = ("start", "begin", "enter", "follow")
_TAKING = words("takes took brings brought carries carried leads led")
_CERTAIN = words("certain sure positive adamant confident")


def read_verb(reader: Reader, token: Token) -> None:
    """A verb opens a frame, unless it only helps another one."""
    value, form, word = token.value, token.form, token.word
    if form == "b" and supported(reader):
        form = token.form = "f"  # "didn't see" is as finite as "saw"
    following = reader.following
    if value == "other" and following is not None and _arrives(reader, token, following):
        value = token.value = "go"
    if value in ("other", "vouch", "report") and form != "b" and tells(reader, token):
        value = token.value = "say"  # "Bob points out that"
    if word in _TAKING and reader.account and _takes(reader, following):
        token.value = value = "place"
        reader.subject = reader.account
    if (word == "left" and (_direction(reader) or (following is not None and following.word in SIDES))) or (
        word == "doing" and reader.what
    ):
        return
    if value == "be" and not reader.subject and reader.index > 2 and open_only(reader, token):
        return
    if value == "aux":
        auxiliary(reader, token)
        return
    if reader.owner is not None and form != "i":
        if accounts(reader, token) or (_describing(token) and _of_route(following)):
            return  # "Bob's report puts Eve in medbay"
        reader.owner = None
    if word == "clear" and read_clean(reader, token):
        return
    if value == "have" and helps(reader):
        if reader.prep == "to" and not _told(reader.current):
            reader.planned = True  # "hard for Bob to have been there"
        return
    purpose = reader.prep != "" and _after_preposition(reader, token)
    current = reader.current
    if value == "try":
        reader.planned = True
        if reader.subject is None and current is not None:
            reader.subject = current.subject
        return
    if value == "think":
        reader.subject = None
        ahead = reader.tokens[reader.index + 1 : reader.index + 4]
        if reader.what and any(one.word.startswith("happen") for one in ahead):
            reader.conditional = True  # "here's what I think happened: ..."
        return
    if value == "do" and following is not None and (following.kind == "some" or following.value == "what"):
        token.value = (
            "do" if of_task(reader) else "other"
        )  # "doing something", "doing what looked like a task"
    if value == "go" and word.startswith("finish") and of_task(reader):
        value = token.value = "do"
    if (
        value == "be"
        and current is not None
        and current is reader.main
        and current.form == "i"
        and current.subject != reader.speaker
        and following is not None
        and following.word in _UNVERIFIED
    ):
        current.unsure = True  # "Bob being there is unverified"
    if current is not None and reader.subject is None:
        awaited = current.kind == "see" and not reader.fresh
        awaited = awaited and (not current.objects or _of_time(reader, current))
        if value == "be" and awaited:
            if current.only:
                split_only(reader, current)
            return  # "the only one I saw was Bob"
        if current.kind == "be" and value != "be" and not (reader.fresh or placed(current)):
            _upgrade(reader, current, token)
            return
        told = current.kind == "route" and bool(current.places) and not reader.fresh
        if told and value == "go" and word.endswith("s") and current.places[-1][1].value == "path":
            reader.open("x", token, ())  # "his path A → B passes right through A"
            return
        if current.kind == "route" and value in ("be", "go"):
            current.negated = current.negated or reader.negated  # "my route never went through medbay"
            reader.negated = False
            return
    _clause(reader, token, purpose)


def _arrives(reader: Reader, token: Token, following: Token) -> bool:
    """Whether a verb with a particle tells a coming: "showed up in medbay", "made it down to storage"."""
    if token.word.startswith("show"):
        return following.word == "up"
    if following.word != "it" or not token.word.startswith("ma"):
        return False
    step, beyond = 2, reader.next(2)
    while beyond is not None and beyond.kind == "x" and beyond.word in ASIDE:
        step += 1
        beyond = reader.next(step)
    return beyond is not None and beyond.kind in ("prep", "there")


def _describing(token: Token) -> bool:
    """Whether a verb may only describe what follows: "claimed", "exit"."""
    return token.form == "b" or token.word.endswith("ed")


def _of_route(following: Token | None) -> bool:
    """Whether a verb's participle only describes a route: "Bob's claimed route"."""
    return following is not None and following.kind == "route"


def _takes(reader: Reader, following: Token | None) -> bool:
    """Whether somebody's route takes its owner somewhere: "his route takes him through medbay"."""
    current = reader.current
    if following is None or (current is not None and current.kind == "route"):
        return False
    if reader.account == reader.speaker:
        return following.word == "me" and reader.subject is not None
    return reader.subject == reader.account and following.word in ("him", "her", "them", "you")


def _direction(reader: Reader) -> bool:
    """Whether "left" says where to: "went left to oxygen"."""
    previous, current = reader.previous, reader.current
    moving = current is not None and current.kind in ("go", "head") and not current.places
    if not moving or reader.fresh or previous is None:
        return False
    return previous.kind == "verb" or (previous.kind == "x" and previous.word in ASIDE)


def _after_preposition(reader: Reader, token: Token) -> bool:
    """What a preposition before a verb makes of it; True for a purpose."""
    current, form = reader.current, token.form
    if reader.prep == "to" and form == "b":
        had = reader.next(-2)
        if had is not None and had.word == "had" and not reader.planned:
            reader.prep = ""
            return False
        if token.value == "see" and any(
            one.word == "last" for one in reader.tokens[max(0, reader.index - 5) : reader.index]
        ):
            reader.prep = ""
            return False  # "the last one to see Eve"
        leaves = current is not None and current.kind == "leave" and current.asserted and not reader.planned
        if leaves and token.value in ("go", "head") and not token.word.startswith(_ENTERING):
            reader.prep, token.value = "", "head"
            return False  # "left medbay to head to storage"
        # "came in to do my task": a purpose, not a deed; "going to leave": a plan
        intended = reader.planned
        reader.planned = not _told(current)
        if current is not None and current.word == "going" and not current.places:
            current.kind = "x"
        reader.prep = ""
        return reader.planned and not intended  # "was trying to get there" is a plan
    elif reader.prep in ("for", "no") and form == "i" and _lasted(reader):
        reader.prep = ""  # "stayed for a bit doing my task", "the rest of the round doing tasks"
    elif reader.prep in ("no", "for", "from", "at", "by", "toward"):
        if form == "i":
            # "kept anyone from finding the body", "accused of leaving"; but "his account of leaving"
            before = reader.next(-2)
            told = before is not None and (before.kind in ("story", "route") or before.word in _TRUE)
            if before is not None and before.word in _CERTAIN and current is not None:
                told = not current.negated  # "I'm certain about seeing Bob"
            elif current is not None and current.kind in ("vouch", "confirm") and not reader.fresh:
                # "Bob can vouch for me being there"
                told = told or reader.subject == reader.speaker != current.subject
            previous = reader.previous
            if previous is not None and previous.word == "beyond" and token.value in SPOKEN:
                told, reader.subject = True, reader.speaker  # "nothing beyond confirming that"
            reader.planned = reader.planned or (reader.prep in ("no", "from", "for") and not told)
            reader.fresh = reader.fresh and (current is None or reader.subject is not None)
        reader.prep = ""
    return False


def _lasted(reader: Reader) -> bool:
    """Whether a preposition has its noun before the verb: "for a bit"."""
    noun, article = reader.previous, reader.next(-2) if reader.index > 1 else None
    return noun is not None and noun.kind == "x" and article is not None and article.word in _ARTICLES


def _of_time(reader: Reader, current: Frame) -> bool:
    """Whether a clause says of a time what somebody did then: "the last time I saw Bob was in medbay"."""
    before = reader.tokens[max(0, reader.index - _FAR) : reader.index]
    return any(one.word == "time" and 0 <= current.start - one.end <= 1 for one in before)


def _told(current: Frame | None) -> bool:
    """Whether what follows "to" is told all the same: "claims to have been there", "seemed to leave"."""
    return current is not None and current.word.startswith(("seem", "appear", "said", "claim", "admit"))


def _clause(reader: Reader, token: Token, purpose: bool) -> None:
    """Open a verb's frame with the subject that it has, shares or depends on."""
    form = token.form
    if reader.subject is None and reader.current is not None:
        retold(reader, token)
    value = token.value
    subject, matrix, doubted, current = subject_of(reader, token)
    known = value == "report" and form == "f" and _of_caller(reader, subject)
    frame = reader.open(value, token, subject)
    if purpose:
        frame.purpose = True
    if value == "find" and reader.following is not None and reader.following.word == "it":
        frame.body = subject == (reader.discourse.context.caller,)  # "Bob is the one who found it"
    if doubted:
        frame.unsure, frame.asserted = True, False
    if matrix is not None and matrix.unsure:
        frame.unsure = True
    if form == "i" and current is not None:
        goes_with(reader, frame, current)
    if known:
        frame.asserted, frame.unsure = True, False  # "he likely killed her and reported": that he did
    if form == "f" and value in ("see", "go"):
        read_only(reader, frame)
    if matrix is not None:
        depends(frame, matrix)
    if value in SPOKEN:
        tell(reader, frame)
    elif (
        value == "other"
        and form in ("f", "b")
        and any(one.kind == "say" and one.form == "i" for one in reader.frames)
    ):
        reader.discourse.source = None  # "Bob saying so matches me being there"
    if frame.negated and token.word.startswith(("mean", "prov", "mak", "show")):
        reader.supposed = True  # "that doesn't prove he was there"


def _of_caller(reader: Reader, subject: tuple[str, ...]) -> bool:
    """Whether a report is told that is known anyhow: that of the one who called the meeting."""
    doubted = reader.inside or reader.what or reader.planned or reader.supposed or reader.conditional
    return not doubted and subject == (reader.discourse.context.caller,)


def _upgrade(reader: Reader, current: Frame, token: Token) -> None:
    """Make "was seen", "was heading" of "was"."""
    current.kind, current.word, current.form, current.end = token.value, token.word, token.form, token.end
    current.passive = token.form in ("f", "p") and token.value in _PASSIVES
    current.negated = current.negated or reader.negated
    current.asserted = current.asserted and not reader.planned
    reader.negated = reader.planned = False
    if token.value in SPOKEN:
        tell(reader, current)
