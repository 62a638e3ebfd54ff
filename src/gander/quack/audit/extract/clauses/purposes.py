"""Purposes: what a preposition before a verb makes of its clause: a purpose, a plan, or something told."""

from gander.quack.audit.extract.clauses.frames import Frame
from gander.quack.audit.extract.clauses.hearsay import SPOKEN
from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.words.lexicon import words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["after_preposition", "to_tell"]

_TRUE = words("truth right correct accurate honest truthful wrong")
_ARTICLES = words("a the some my this that")
_ENTERING = ("start", "begin", "enter", "follow")
_NEAR = 4  # words
_CERTAIN = words("certain sure positive adamant confident")


def after_preposition(reader: Reader, token: Token) -> bool:
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
        if leaves and token.value in {"go", "head"} and not token.word.startswith(_ENTERING):
            reader.prep, token.value = "", "head"
            return False  # "left medbay to head to storage"
        if token.value == "find" and not reader.planned and _comes_upon(reader, current):
            reader.prep = ""
            return False  # "walked into medbay to find Eve's body"
        # "came in to do my task": a purpose, not a deed; "going to leave": a plan
        intended = reader.planned
        reader.planned = not to_tell(current)
        if current is not None and current.word == "going" and not current.places:
            current.kind = "x"
        reader.prep = ""
        return reader.planned and not intended  # "was trying to get there" is a plan
    elif reader.prep in {"for", "no"} and form == "i" and _lasted(reader):
        reader.prep = ""  # "stayed for a bit doing my task", "the rest of the round doing tasks"
    elif reader.prep in {"no", "for", "from", "at", "by", "toward"}:
        if form == "i":
            # "kept anyone from finding the body", "accused of leaving"; but "his account of leaving"
            before = reader.next(-2)
            told = before is not None and (before.kind in {"story", "route"} or before.word in _TRUE)
            if before is not None and before.word in _CERTAIN and current is not None:
                told = not current.negated  # "I'm certain about seeing Bob"
            elif current is not None and current.kind in {"vouch", "confirm"} and not reader.fresh:
                # "Bob can vouch for me being there"
                told = told or reader.subject == reader.speaker != current.subject
            previous = reader.previous
            if previous is not None and previous.word == "beyond" and token.value in SPOKEN:
                told, reader.subject = True, reader.speaker  # "nothing beyond confirming that"
            reader.planned = reader.planned or (reader.prep in {"no", "from", "for"} and not told)
            reader.fresh = reader.fresh and (current is None or reader.subject is not None)
        reader.prep = ""
    return False


def _comes_upon(reader: Reader, current: Frame | None) -> bool:
    """Whether a find is what a coming led to: somebody's body, which nobody goes looking for."""
    if current is None or current.kind != "go" or not current.asserted or current.negated:
        return False
    return any(one.kind in {"body", "dead"} for one in reader.tokens[reader.index + 1 : reader.index + _NEAR])


def _lasted(reader: Reader) -> bool:
    """Whether a preposition has its noun before the verb: "for a bit"."""
    noun, article = reader.previous, reader.next(-2) if reader.index > 1 else None
    return noun is not None and noun.kind == "x" and article is not None and article.word in _ARTICLES


def to_tell(current: Frame | None) -> bool:
    """Whether what follows "to" is told all the same: "claims to have been there", "seemed to leave"."""
    return current is not None and current.word.startswith(("seem", "appear", "said", "claim", "admit"))
