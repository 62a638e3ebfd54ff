"""Marks: commas, brackets, quotation marks and arrows within a sentence."""

from gander.quack.audit.extract.clauses.hearsay import gives
from gander.quack.audit.extract.clauses.modality import CONCLUDING
from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["read_arrow", "read_mark"]


def read_mark(reader: Reader, token: Token) -> None:
    """A bracket or other mark within a sentence; a comma only is a pause."""
    kind = token.kind
    if kind == '"':
        reader.quotes -= 1
        opens = token.word == "“" or (token.word == '"' and not reader.inside)
        reader.inside = opens and (reader.quotes > 0 or reader.carries)
        reader.quoted = reader.inside and not _of_sentence(reader)
        if reader.inside and not reader.quoted and _denies(reader):
            return  # 'he was "never in medbay"'
        _cites(reader)
    elif kind == "(":
        reader.outer = (reader.current, reader.subject, reader.discourse.source)
    elif kind == ")" and reader.outer is not None:
        reader.current, reader.subject, reader.discourse.source = reader.outer
        reader.outer = None
    elif kind == ":" and reader.current is not None and reader.current.kind == "be":
        gives(reader)
    reader.pause(token)
    if kind in {";", "-"} and not _concludes(reader):
        reader.discourse.source = None
        reader.conditional = False


def _cites(reader: Reader) -> None:
    """Put what is quoted as somebody's on his word while the quote lasts: 'Bob's "I was in medbay"'."""
    owner, previous, discourse = reader.owner, reader.previous, reader.discourse
    if not reader.inside:
        if discourse.cited or _done(reader):
            discourse.source, discourse.cited = None, False  # 'she said "all quiet" and went to medbay'
        return
    owns = previous is not None and (previous.form == "'s" or previous.kind in {"P", "Y"})
    if previous is not None and previous.word == "with" and reader.tokens[reader.index - 2].word == "opened":
        owner = reader.subject or (reader.current.subject if reader.current is not None else ())
        owns, reader.subject = True, None  # 'he opened with "Eve is dead"'
    if owns and reader.quoted and owner and len(owner) == 1 and owner != reader.speaker:
        discourse.tell(owner)
        discourse.cited, reader.owner = True, None


def _done(reader: Reader) -> bool:
    """Whether what is told next of who said something is what he did then: 'said "all quiet" and left'."""
    following, beyond = reader.following, reader.next(2)
    return following is not None and following.value == "and" and beyond is not None and beyond.form == "f"


def _concludes(reader: Reader) -> bool:
    """Whether what follows is only a conclusion: "if Bob came later — which means she was alone"."""
    following, beyond = reader.following, reader.next(2)
    if following is None or following.word in CONCLUDING:
        return following is not None
    return following.value == "which" and beyond is not None and beyond.kind == "verb"


def _of_sentence(reader: Reader) -> bool:
    """Whether what is quoted is a part of the sentence's own clause: 'she also "never saw me"'."""
    following, beyond = reader.following, reader.next(2)
    if following is None or following.kind not in {"verb", "neg", "room", "chain"}:
        return False
    tells = beyond is not None and beyond.kind == "verb" and following.kind in {"room", "chain"}
    return not tells  # "medbay was empty"


def _denies(reader: Reader) -> bool:
    """Whether what is quoted denies a clause that has told nothing yet: 'he was "never in medbay"'."""
    current, following = reader.current, reader.following
    if current is None or reader.fresh or current.kind != "be" or current.places:
        return False
    return following is not None and following.kind == "neg"


def read_arrow(reader: Reader, token: Token) -> None:
    """An arrow that is part of no chain: the way goes on."""
    reader.fresh = reader.then = True
    reader.prep = ""
