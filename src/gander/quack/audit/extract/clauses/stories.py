"""Stories: whose "alibi", "claim" or "sighting" it is, and whether a clause tells what it says."""

from itertools import pairwise

from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.clauses.sources import credit
from gander.quack.audit.extract.words.lexicon import words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["by_word", "read_story"]

_SIGHTINGS = words("sighting observation")
_INFORMING = _SIGHTINGS | {"info", "testimony"}
"""Accounts that are told and not judged, where a colon follows."""
_WEIGHTY = words("key important crucial cleanest clearest strongest best biggest main evidence useful")
"""What makes an account one that is taken up, where a colon follows: "Bob's account is the key here:"."""
_TELLS = words("supports supported suggests suggested shows showed indicates says said confirms confirmed")
"""Verbs with which an account tells what follows: "Bob's info supports that she left"."""
_VERSIONS = words("version account story timeline words")


def read_story(reader: Reader, token: Token) -> None:
    """A story: "Bob's story is that ..." puts what follows on Bob's word."""
    following = reader.following
    if reader.subject and reader.owner is None and following is not None and following.kind == "each":
        return  # "Bob and Eve alibi each other"
    if reader.current is not None and reader.current.mutual and not reader.fresh:
        return  # "the mutual alibi between Bob and Eve"
    owner, reader.owner = reader.owner, None
    if token.word in _SIGHTINGS and (_of_somebody(reader) or (owner and _was_somebody(reader))):
        if owner == reader.speaker:
            reader.discourse.source = None  # "Bob says he was there, which matches my sighting of him"
        frame = reader.open("see", token, reader.speaker if owner is None else owner)
        credit(reader, frame, owner)  # "Bob's sighting of Eve in medbay"
        return
    if reader.prep not in {"with", "no"}:
        reader.account = owner  # but "consistent with Bob's account: A → B"
    others = owner if owner and owner != reader.speaker else ()
    if others and following is not None:
        seconded = reader.current is not None and reader.current.kind in {"confirm", "vouch"}
        told = reader.next(2)
        own = told is not None and told.kind == "I"  # "I can add to Bob's info: I was there"
        tells = (following.kind in {":", "(", '"'} and not own) or following.value == "that"
        tells = (tells and not seconded) or (following.word == "of" and _of_deed(reader))
        tells = tells or (told is not None and told.value == "that" and following.word in _TELLS)
        tells = tells or (following.word == "about" and not seconded)  # "Bob's info about Eve leaving"
        tells = tells or (following.word == "for" and told is not None and told.word == "it")
        named = following.kind in {"name", "I"} or following.word in {"he", "she", "they"}
        tells = tells or (named and told is not None and told.kind == "verb" and told.form == "f")
        worded = by_word(reader)
        if worded or tells or _is_told(reader):
            reader.discourse.tell(others)
        closed = reader.fresh and reader.prep != "per"  # "wasn't there yet per Bob's account"
        if worded and reader.current is not None and reader.subject is None and not closed:
            reader.current.source = others[0]  # "Bob left per his account"
    changes = following is not None and following.value == "go"
    reader.wait(() if changes else others, token)  # "Bob's story went from storage to medbay"
    reader.prep = ""


def _was_somebody(reader: Reader) -> bool:
    """Whether a sighting tells whom it was: "Bob's only sighting was Eve in storage"."""
    was, whom, beyond = reader.following, reader.next(2), reader.next(3)
    named = whom is not None and whom.kind in {"name", "names"} and not whom.form
    return named and was is not None and was.value == "be" and (beyond is None or beyond.kind != "verb")


def _of_somebody(reader: Reader) -> bool:
    """Whether a sighting is of somebody, and tells whose it is."""
    of, whom = reader.following, reader.next(2)
    owned = any(
        one.form == "'s" or one.value == "owner" or one.kind == "P"
        for one in reader.tokens[max(0, reader.index - 4) : reader.index]
    )
    person = whom is not None and (whom.kind in {"name", "names", "P", "Y"} or whom.value == "object")
    return owned and of is not None and of.word == "of" and person


def _is_told(reader: Reader) -> bool:
    """Whether "is" says what an account tells, and not what is thought of it: "Bob's story is the one"."""
    following, word = reader.following, reader.tokens[reader.index].word
    if following is None:
        return False
    if word in _INFORMING or following.value == "be":
        ahead = reader.tokens[reader.index + 1 : reader.index + 11]
        weighs = word in _INFORMING
        for token, beyond in pairwise(ahead):
            if token.kind == ":":
                # "Bob's info is the key here: Eve left"
                return weighs and beyond.kind not in {"I", "maybe", "conj"}
            weighs = weighs or token.word in _WEIGHTY
            if token.kind not in {"x", "verb", "time", "prep"}:
                break
    if following.value != "be":
        return False
    told = reader.next(2)
    if told is not None and told.form == "i":
        return told.value in {"be", "stay"}  # but "his story is leaving out"
    return told is None or told.word not in {"the", "a", "an", "one"}


def _of_deed(reader: Reader) -> bool:
    """Whether an account is "of" a deed: "Bob's account of seeing her", "of her being there"."""
    told, deed = reader.next(2), reader.next(3)
    if told is None or told.form == "i":
        return told is not None
    if deed is not None and deed.kind == '"':
        deed = reader.next(4)  # 'his account of me "leaving"'
    whose = told.kind in {"P", "I", "name", "names"}
    return whose and deed is not None and deed.kind == "verb" and deed.form == "i"


def by_word(reader: Reader) -> bool:
    """Whether what follows is told by an account: "per Bob's account", "based on Bob's info"."""
    before = reader.tokens[max(0, reader.index - 4) : reader.index - 1]
    if reader.prep in {"by", "per"}:
        return True
    if reader.prep == "from":
        return len(before) == 1 or (len(before) > 1 and before[-2].kind in {",", "-", ".", "conj"})
    if reader.prep == "at" and len(before) == 1 and reader.tokens[reader.index].word in _VERSIONS:
        return True  # "in Bob's version, Eve left"
    return reader.prep == "at" and any(token.word in {"based", "going", "relying"} for token in before)
