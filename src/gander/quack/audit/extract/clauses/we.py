"""We: the speaker and whom else, as far as a sentence tells."""

from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.clauses.roles import put_people
from gander.quack.audit.extract.words.lexicon import words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["read_we"]

_SHARED = words("together other crossed overlapped met passed")
_NEAR = 8  # words


def read_we(reader: Reader, token: Token) -> None:
    """The speaker and, where that is said, the one player mentioned just before; else nobody known."""
    if token.value == "owner":
        reader.owner = ()
    elif token.value == "both":
        following = reader.following
        whom = reader.next(2)
        if following is not None and following.word == "of" and (whom is None or whom.word != "them"):
            reader.wait((), token)
        elif (
            reader.fresh and reader.subject is None and following is not None and following.form in {"f", "b"}
        ):
            reader.wait(reader.discourse.group, token)  # "Bob and Eve ... Both admit"
    elif token.value == "object":
        previous = reader.previous
        ours = previous is None or previous.word != "of" or reader.prep == "with"  # but "one of us"
        put_people(reader, token, reader.speaker if ours else ())  # "Bob saw us" in any case saw me
    else:
        shared = _shared(reader) or (reader.link == "where" and _with_one(reader))
        put_people(reader, token, (*reader.speaker, *_other(reader)) if shared else ())


def _other(reader: Reader) -> list[str]:
    """Who "we" are beside the speaker: whom the sentence addresses or just did, or who was named last."""
    discourse = reader.discourse
    if discourse.you is not None and discourse.sentence - discourse.addressed <= 1:
        return [discourse.you]
    return discourse.recent[:1]


def _with_one(reader: Reader) -> bool:
    """Whether "where we" goes back to where one other went: "Bob came up to storage where we sat"."""
    current = reader.current
    if current is None or len(current.subject) != 1 or current.subject == reader.speaker:
        return False
    return current.kind == "go" and current.asserted and reader.discourse.recent[:1] == [current.subject[0]]


def _shared(reader: Reader) -> bool:
    """Whether "we" tells of a meeting of two: "we were both there", "we crossed paths"."""
    for token in reader.tokens[reader.index + 1 : reader.index + 1 + _NEAR]:
        if token.word in _SHARED or (token.kind == "W" and token.value == "both"):
            return True
        if token.kind in {"name", "names"}:
            return False
    return False
