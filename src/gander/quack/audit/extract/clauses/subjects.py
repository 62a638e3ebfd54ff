"""Subjects: whose deed a verb tells that names nobody: shared, seen, or open."""

from typing import TypeAlias

from gander.quack.audit.extract.clauses.frames import Frame
from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.words.lexicon import ASIDE
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["Subject", "subject_of"]

_PERCEIVING = frozenset(("see", "find", "have", "confirm", "place", "vouch"))
_SPOKEN = frozenset(("say", "admit", "confirm", "deny"))
_REQUIRING = frozenset(("require", "requires", "required", "involves", "means", "meant"))
_QUOTE = 3  # tokens: "as me", and the mark
_FAR = 12
_NOUNS = frozenset(("reporter", "duck", "meeting", "story", "route", "task"))
_BEFORE_VERBS = frozenset(("neg", "modal", "maybe", "time", "there", "alive", "dead"))


Subject: TypeAlias = tuple[tuple[str, ...], Frame | None, bool, Frame | None]
"""Whose deed a verb tells, the clause that it depends on, whether that is doubtful, and the clause before."""


def subject_of(reader: Reader, token: Token) -> Subject:
    """The subject that a verb has, shares or depends on.

    Args:
        reader: The reader, at the verb.
        token: It.

    Returns:
        The players, none if that is open; the clause that the verb depends on ("I saw" of "I saw Bob
        leave"); whether too little tells that it happened, or who did it; and the clause before it.
    """
    form, subject = token.form, reader.subject
    current = reader.current
    if form == "f" and current is not None and current.purpose and reader.fresh:
        current = reader.deed()
    matrix: Frame | None = None
    doubted = False
    previous = reader.previous
    if subject is None and reader.fresh and _has_noun(reader):
        subject = ()  # "the killer came from storage"
    if form == "i" and previous is not None:
        if previous.kind == '"' and _framed(reader):
            subject = ()  # 'framed it as me "standing over the body"'
        elif subject is None and previous.word in _REQUIRING:
            subject = ()  # "Bob says that storage to medbay requires passing through there"
        elif subject is None and previous.kind == "W":
            subject = ()  # "right about our passing in medbay"
        elif subject and reader.sub and previous.kind == "conj" and _after_name(reader):
            subject = ()  # "I missed Bob while passing through": not Bob
    if subject is None:
        if current is None:
            # "Saw Bob in medbay" is the speaker's; "is weird that" nobody's
            alone = form == "f" and not (reader.places or token.value == "be" or _of_another(token))
            subject = reader.speaker if alone else ()
        elif previous is not None and previous.kind == '"' and _quotes_deed(current, form):
            subject, matrix = current.objects, current  # 'Bob saw me "enter medbay"'
        elif _of_object(reader, current, form):
            subject, matrix = current.objects, current  # "I saw Bob in medbay, coming from storage"
        elif reader.sub and form == "i" and current.matrix is not None and current.matrix.kind == "see":
            subject = current.matrix.subject  # "I saw Bob leave before finding her": I found her
        elif reader.sub and form == "i" and current.kind in {"place", "have"} and _places(reader, current):
            subject = current.objects  # "Bob's info puts Eve in medbay after leaving storage": Eve
            doubted = current.subject not in (reader.account, current.objects)
        elif reader.fresh:
            if current.sub and reader.main is not None and _returns(reader, form):
                current = reader.main  # "killed Eve after Bob left, then moved": not Bob
            doubted = current.unsure or not (current.asserted or current.sub)
            if doubted and form == "f" and reader.negated and current.form == "b" and not current.unsure:
                doubted = not _plans(reader, current)  # "I was in storage to do my task, didn't see anyone"
            if form == "i" and current.form == "i" and current.kind == "see" and current.objects:
                # "backed by Bob seeing her there, then heading": who?
                doubted = doubted or (current.subject != reader.speaker and current.source is None)
            # "follow Bob, kill, report" tells no deed; but "didn't see Bob or hear him"
            goes_on = (reader.main is not None and reader.main.form == "b") or (
                current.negated and reader.negated
            )
            doubted = doubted or (form == "b" and not goes_on)
            # "I went by after Bob left and saw nobody", "Bob was there when I left, doing his task": who?
            anchor = _before(reader, current) if current.sub else None
            if anchor is not None and (token.value == "see" or form == "i"):
                doubted = doubted or anchor.subject != current.subject
            if anchor is not None and anchor.subject != current.subject and previous is not None:
                doubted = doubted or previous.word in {"still", "also"}
            if current.matrix is not None and current.matrix.kind in {"see", "place"} and form == "f":
                subject = current.matrix.subject  # "I saw Bob leave, then went": I went
                # "I saw Bob enter, stayed there": who?
                doubted = doubted or (reader.link == "," and token.value in {"stay", "be"})
            else:
                subject = current.subject
                if current.matrix is not None and current.matrix.kind == "see" and form != "f":
                    matrix = current.matrix
        elif current.kind == "have" and form == "i" and not current.objects and _has_noun(reader):
            subject = ()  # "Bob has witnesses placing him there"
        elif current.passive and form == "i" and current.kind in _PERCEIVING:
            subject, matrix = current.subject, current  # "Bob was seen by Eve leaving medbay"
            doubted = current.negated or not current.asserted
        elif current.kind == "see" and form in {"b", "i"} and not (current.objects or current.filled):
            subject = ()  # "the only one I saw go there was Eve"
        elif current.word == "know" and token.word == "was" and _is_known(reader):
            subject = reader.frames[-2].subject  # "Bob is the last one I know was there"
        elif current.form == "i" and current.negated and form == "f":
            subject = ()  # "Bob not seeing Eve is odd"
        elif current.kind == "find" and form == "i" and _of_finder(reader, current, token):
            subject = current.subject  # "Bob found Eve in medbay coming from storage": Bob came
        elif current.kind in _PERCEIVING and (current.objects or current.filled) and not current.body:
            subject, matrix = current.objects, current  # "I saw Bob leave"
        else:
            subject = current.subject
            doubted = current.negated and token.value == "do"  # "didn't spend any time doing tasks"
            matrix = current.matrix if not (current.kind in _SPOKEN and form == "i") else None
    if subject == reader.speaker and reader.subject is None and _of_another(token):
        subject = ()  # "leaves, comes back, finds the body": not I
    return subject, matrix, doubted, current


def _framed(reader: Reader) -> bool:
    """Whether a quote that begins here is told of "me"."""
    if reader.index < _QUOTE:
        return False
    framed, before = reader.tokens[reader.index - _QUOTE : reader.index - 1]
    return framed.word == "as" and before.kind == "I"


def _of_finder(reader: Reader, current: Frame, token: Token) -> bool:
    """Whether a move is that of who found somebody dead, as only he can move."""
    dead = {victim for victim, _ in reader.discourse.context.bodies}
    moves = token.value in {"go", "leave", "head"}
    return moves and bool(current.objects) and dead.issuperset(current.objects)


def _places(reader: Reader, current: Frame) -> bool:
    """Whether an account puts somebody in a room, or somebody another one."""
    told = current.kind == "place" or current.subject == reader.account
    return told and bool(current.objects) and not current.passive


def _is_known(reader: Reader) -> bool:
    """Whether it is somebody named as the one of whom something is known."""
    one = reader.frames[-2] if len(reader.frames) > 1 else None
    return one is not None and one.kind == "be" and bool(one.subject) and not one.places


def _plans(reader: Reader, current: Frame) -> bool:
    """Whether a clause tells only what somebody wanted of whom something else is told."""
    told = [one for one in reader.frames if one is not current and one.form in {"f", "p"}]
    return any(one.asserted and one.subject == current.subject for one in told)


def _after_name(reader: Reader) -> bool:
    """Whether a conjunction follows a name at once: "Bob while passing"."""
    before = reader.next(-2)
    return before is not None and before.kind in {"name", "names"}


def _before(reader: Reader, current: Frame) -> Frame | None:
    """The clause that a restatement hangs on: the main one, or in a row of restatements the one before."""
    if reader.main is not None:
        return reader.main
    return next((frame for frame in reversed(reader.frames) if frame is not current), None)


def _quotes_deed(current: Frame, form: str) -> bool:
    """Whether a quote tells what somebody was seen to do."""
    return form in ("b", "i") and current.kind == "see" and bool(current.objects) and not current.places


def _of_object(reader: Reader, current: Frame, form: str) -> bool:
    """Whether an -ing form after a pause tells of who was seen; but "seeing Bob, then going" does not."""
    if not (reader.fresh and form == "i" and current.kind in _PERCEIVING and current.objects):
        return False
    return not reader.sub and current.form != "i"


def _of_another(token: Token) -> bool:
    """Whether a verb's ending rules out "I": "leaves"."""
    return token.form == "f" and token.word.endswith("s") and token.word not in {"was", "pass", "cross"}


def _returns(reader: Reader, form: str) -> bool:
    """Whether a verb without a subject goes back over a restatement: "after Bob left, then went"."""
    if form != "f" and not (reader.main is not None and reader.main.form == form):
        return False
    before = reader.tokens[max(0, reader.index - 3) : reader.index]
    return any(token.kind == "," or token.value == "then" for token in before)


def _has_noun(reader: Reader) -> bool:
    """Whether a noun that the grammar does not know stands between the last pause and a verb."""
    for token in reversed(reader.tokens[max(0, reader.index - _FAR) : reader.index]):
        if token.kind in _NOUNS:
            return True
        if token.kind == "x":
            if token.word not in ASIDE and not token.word.endswith("ly"):
                return True
        elif token.kind not in _BEFORE_VERBS:
            return False
    return False
