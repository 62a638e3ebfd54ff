"""Verbs: whose deed they tell, whether it is asserted or denied, and on whose word."""

from gander.quack.audit.extract.clauses.absence import MEETING
from gander.quack.audit.extract.clauses.accounts import tells_rooms
from gander.quack.audit.extract.clauses.depending import depends, goes_with
from gander.quack.audit.extract.clauses.emptiness import read_clean
from gander.quack.audit.extract.clauses.frames import Frame, placed
from gander.quack.audit.extract.clauses.hearsay import SPOKEN, accounts, only_of, retold, tell
from gander.quack.audit.extract.clauses.helping import auxiliary, helps, of_task, supported
from gander.quack.audit.extract.clauses.modality import AHEAD, suppose_ahead
from gander.quack.audit.extract.clauses.notions import LEADING, holds, leads, think
from gander.quack.audit.extract.clauses.only import open_only, read_only, split_only
from gander.quack.audit.extract.clauses.pairs import line_up
from gander.quack.audit.extract.clauses.purposes import after_preposition, to_tell
from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.clauses.states import listed_dead
from gander.quack.audit.extract.clauses.subjects import subject_of
from gander.quack.audit.extract.clauses.unsettled import UNSETTLED, seeming, settled
from gander.quack.audit.extract.words.chains import SIDES
from gander.quack.audit.extract.words.lexicon import ASIDE, words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["read_task", "read_verb"]

_AREAS = words("area areas spot spots location locations panel panels side zone")
_FAR = 8  # words
_PASSIVES = frozenset(("see", "find", "kill", "confirm", "call", "report", "place"))
_UNVERIFIED = words("unverified unconfirmed uncorroborated unproven unsupported")
_DISPUTING = words("disputes disputed dispute disagree disagrees disagreed")
_GETTING = words("got gets get")
_HEARING = words("heard hear")


def read_verb(reader: Reader, token: Token) -> None:
    """A verb opens a frame, unless it only helps another one."""
    value, form, word = token.value, token.form, token.word
    if form == "b" and supported(reader):
        form = token.form = "f"  # "didn't see" is as finite as "saw"
    following, before = reader.following, reader.previous
    if value in UNSETTLED:
        if value == "other" and seeming(reader):
            reader.fresh, reader.link = False, ""
            return  # "was doing what looked like a task at tick 9"
        value = token.value = settled(reader, token, following)
    elif word == "left" and (_direction(reader) or (following is not None and following.word in SIDES)):
        return  # "went left"
    elif (word == "doing" and reader.what) or (word == "lying" and following and following.kind == "dead"):
        return
    if value == "stay" and form == "i" and following is not None and following.kind == "there":
        previous, current = reader.previous, reader.current
        beside = current.companions[-1:] if current is not None else ()
        if previous is not None and reader.subject is None and beside and previous.value == beside[0]:
            return  # "was in storage with Bob standing there": Bob was
    if word in {"had", "be"} or (before is not None and before.word in AHEAD):
        suppose_ahead(reader, token)
    if word in _GETTING and following is not None and following.kind == "verb" and _suffered(following):
        value = token.value = "be"  # "where the meeting got called"
    if word == "got" and following is not None and following.kind in {"name", "names"}:
        value = token.value = "have"  # "I've got Bob in medbay": not I
    if value == "be" and not reader.subject and reader.index:
        if before is not None and before.word == "mine" and tells_rooms(reader):
            reader.account = reader.speaker
            reader.open("route", token, reader.speaker)  # "mine was A → B"
            return
        if reader.index > 2 and open_only(reader, token):
            return
    if value == "aux":
        auxiliary(reader, token)
        return
    if reader.owner is not None and form != "i":
        if accounts(reader, token) or (_describing(token) and _of_route(following)):
            return  # "Bob's report puts Eve in medbay"
        if before is not None and before.kind == '"' and reader.subject is None and form == "f":
            reader.wait(reader.owner, token)  # 'Bob's "ended in medbay"'
        reader.owner = None
    if word == "clear" and read_clean(reader, token):
        return
    if value == "have" and helps(reader):
        if reader.prep == "for" or (reader.prep == "to" and not to_tell(reader.current)):
            reader.planned = True  # "hard for Bob to have been there", "suspects Eve for having been there"
        return
    purpose = reader.prep != "" and after_preposition(reader, token)
    current = reader.current
    if word == "being" and current is not None and current.mutual and not reader.fresh:
        return  # "Bob and I vouch for each other being in medbay"
    if value == "vouch" and word.startswith("believ") and holds(reader):
        value = "think"
    if value == "try":
        _plan(reader, current)
        return
    if value == "think":
        think(reader, token)
        return
    if value == "do" and following is not None and (following.kind == "some" or following.value == "what"):
        seen = current is not None and current.kind == "see" and bool(current.objects or current.places)
        if seen and following.word == "something" and not reader.fresh:
            return  # "I saw Bob doing something in medbay"
        token.value = (
            "do" if of_task(reader) else "other"
        )  # "doing something", "doing what looked like a task"
    if value == "go" and word.startswith("finish") and of_task(reader):
        value = token.value = "do"
    if value == "be" and current is not None:
        if form == "f" and _of_phrase(reader, current):
            current.unsure = True  # "Bob's in storage is unverified"
        if (
            current is reader.main
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
        if current.kind == "route" and value in {"be", "go"}:
            if current.places and reader.negated:
                reader.open("x", token, ())  # "my route (medbay → storage) doesn't cross Bob's"
                return
            current.negated = current.negated or reader.negated  # "my route never went through"
            reader.negated = False
            return
    _clause(reader, token, purpose)


def _plan(reader: Reader, current: Frame | None) -> None:
    """What was only tried: "tried to leave"."""
    reader.planned = True
    if reader.subject is None and current is not None:
        reader.subject = current.subject
        if current.kind == "be" and not (current.places or reader.fresh):
            current.kind = "x"  # "wasn't trying to hide storage"


def read_task(reader: Reader, token: Token) -> None:
    """A task, named or not; what somebody goes somewhere for ("to do my task") is a purpose, and no deed."""
    reader.owner, reader.prep = None, ""
    current, following = reader.current, reader.following
    if following is not None and following.word in _AREAS:
        return  # "near the task area"
    if current is not None and not current.body and not (reader.fresh and reader.subject is not None):
        if current.kind == "be":
            current.kind = "do"
        current.task = True
        current.end = token.end


def _of_phrase(reader: Reader, current: Frame) -> bool:
    """Whether "is" makes a mere phrase of the clause before: "Bob's in storage is unverified"."""
    previous = reader.previous
    if reader.fresh or reader.subject is not None or current.kind != "be":
        return False
    short = current.word == "is" and current.at == current.start  # "Bob's"
    return short and previous is not None and previous.kind in {"room", "chain"}


def _suffered(following: Token) -> bool:
    """Whether a participle tells what was done to somebody: "got called", "got killed"."""
    return following.form in {"f", "p"} and following.value in {"call", "kill", "report", "find"}


def _describing(token: Token) -> bool:
    """Whether a verb may only describe what follows: "claimed", "exit"."""
    return token.form == "b" or token.word.endswith("ed")


def _of_route(following: Token | None) -> bool:
    """Whether a verb's participle only describes a route: "Bob's claimed route"."""
    return following is not None and following.kind == "route"


def _direction(reader: Reader) -> bool:
    """Whether "left" says where to: "went left to oxygen"."""
    previous, current = reader.previous, reader.current
    moving = current is not None and current.kind in {"go", "head"} and not current.places
    if not moving or reader.fresh or previous is None:
        return False
    return previous.kind == "verb" or (previous.kind == "x" and previous.word in ASIDE)


def _of_time(reader: Reader, current: Frame) -> bool:
    """Whether a clause says of a time what somebody did then: "the last time I saw Bob was in medbay"."""
    before = reader.tokens[max(0, reader.index - _FAR) : reader.index]
    return any(one.word == "time" and 0 <= current.start - one.end <= 1 for one in before)


def _clause(reader: Reader, token: Token, purpose: bool) -> None:
    """Open a verb's frame with the subject that it has, shares or depends on."""
    form, value, word = token.form, token.value, token.word
    subject, current = reader.subject, reader.current
    matrix: Frame | None = None
    doubted = False
    if subject is None or form == "i":  # else the subject is its own, and it depends on nothing
        if subject is None and current is not None:
            retold(reader, token)
        subject, matrix, doubted, current = subject_of(reader, token)
    elif not reader.fresh and reader.tokens[reader.index - 2].word in LEADING:
        reader.supposed = leads(reader, reader.index - 2) or reader.supposed  # "no proof Bob was there"
    known = value == "report" and form == "f" and _of_caller(reader, subject)
    frame = reader.open(value, token, subject)
    if purpose:
        frame.purpose = True
    if value == "be":
        if frame.link and listed_dead(reader, frame):
            dead = bool(subject) and reader.discourse.context.room_of_body(subject[0]) is not None
            frame.body = frame.body or dead
    elif value == "kill":
        if form == "i" and subject != reader.speaker:
            reader.conditional = True  # "killing Eve, leaving through medbay, then ..."
    elif value == "find" and reader.following is not None and reader.following.word == "it":
        frame.body = subject == (reader.discourse.context.caller,)  # "Bob is the one who found it"
    if doubted:
        frame.unsure, frame.asserted = True, False
    if matrix is not None and matrix.unsure:
        frame.unsure = True
    if form == "i" and current is not None:
        goes_with(reader, frame, current)
    if known:
        frame.asserted, frame.unsure = True, False  # "he likely killed her and reported": that he did
    if word in MEETING and form == "f" and value in {"see", "go"}:
        read_only(reader, frame)
    if matrix is not None:
        depends(frame, matrix)
    if value == "other":
        if len(subject) > 1:
            line_up(reader, frame)
        elif form in {"f", "b"} and (_saying(reader) or only_of(reader)):
            reader.discourse.source = None  # "Bob saying so matches me being there"
        elif word in _DISPUTING:
            reader.supposed = True  # "Bob disputes that she was there"
        elif word in _HEARING and subject == reader.speaker and reader.following is not None:
            # "I heard Bob was in medbay": on whose word?
            reader.supposed = reader.following.value == "that" or reader.following.kind in {"name", "P"}
    elif value in SPOKEN:
        tell(reader, frame)
    if word == "believe" and not frame.asserted:
        reader.supposed = True  # "he wants us to believe that he was there"
    if frame.negated and word.startswith(("mean", "prov", "mak", "show", "believ")):
        reader.supposed = True  # "that doesn't prove he was there"
    elif not frame.asserted and word == "mean":
        reader.supposed = True  # "that would mean he was there"


def _saying(reader: Reader) -> bool:
    """Whether a clause tells of somebody's saying something."""
    if "say" not in [frame.kind for frame in reader.frames]:
        return False
    return any(frame.kind == "say" and frame.form == "i" for frame in reader.frames)


def _of_caller(reader: Reader, subject: tuple[str, ...]) -> bool:
    """Whether a report is told that is known anyhow: that of the one who called the meeting."""
    doubted = reader.inside or reader.what or reader.planned or reader.supposed or reader.conditional
    return not doubted and subject == (reader.discourse.context.caller,)


def _upgrade(reader: Reader, current: Frame, token: Token) -> None:
    """Make "was seen", "was heading" of "was"."""
    current.kind, current.word, current.form, current.end = token.value, token.word, token.form, token.end
    current.passive = token.form in {"f", "p"} and token.value in _PASSIVES
    current.negated = current.negated or reader.negated
    current.asserted = current.asserted and not reader.planned
    reader.negated = reader.planned = False
    if token.value in SPOKEN:
        tell(reader, current)
