"""Notions: what is only put forward, thought or unproven: "the idea that Bob was there", "no proof of it"."""

from gander.quack.audit.extract.clauses.frames import Frame
from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.words.lexicon import words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["LEADING", "MISTAKEN", "holds", "leads", "mistaken", "only_put_forward", "think"]

_NOTIONS = words(
    "idea notion claim claims accusation suggestion theory hypothesis scenario assumption assertion story"
    " allegation insinuation implication rumor rumour narrative argument premise possibility lie framing"
)
_PROOFS = words("proof evidence sign indication confirmation guarantee sense")
_LACKING = words("no any zero without little")
_NEAR = 4  # words
_ARGUMENTS = words("argument point case reasoning defence logic")
_THEORIES = words("theory idea read suspicion guess hypothesis assumption theories")
_RIGHT = words("right correct")
MISTAKEN = words("wrong mistaken incorrect")
_SURE = words("sure certain adamant positive convinced confident insistent")
LEADING = _PROOFS | _SURE
"""Words that may lead to a clause without "that": "no proof Bob was there", "Eve is sure he was"."""
_ASSUMING = words("assume guess suppose")


def only_put_forward(reader: Reader, noun: Token) -> bool:
    """Whether "that" behind a noun leads to what is only put forward, and not told as somebody's account."""
    if noun.word in LEADING:
        return leads(reader, reader.index - 1)
    if noun.word in _RIGHT:
        current = reader.current
        return current is not None and current.kind == "be" and current.negated  # "Bob isn't right that"
    if noun.value == "be" and reader.index > 1:
        return _is_that(reader)
    if noun.word not in _NOTIONS or noun.kind == "verb":
        return False  # but "Bob claims that"
    before = reader.tokens[max(0, reader.index - _NEAR) : reader.index - 1]
    if noun.kind != "story":
        return all(one.word != "my" for one in before)
    return not any(one.form == "'s" or one.value == "owner" or one.kind == "P" for one in before)


def _is_that(reader: Reader) -> bool:
    """Read "Bob's argument is that Eve was there" as his word; his theory that she was tells nothing."""
    noun = reader.tokens[reader.index - 2]
    if noun.word in _ARGUMENTS:
        owner = next((one for one in reader.tokens[: reader.index - 2] if one.form == "'s"), None)
        if owner is not None and owner.kind == "name" and owner.value != reader.speaker[0]:
            reader.discourse.tell((owner.value,))
        return False
    return noun.word in _THEORIES


def leads(reader: Reader, at: int) -> bool:
    """Read what proof or certainty leads to, as on whose word it is; whether it is no assertion."""
    if reader.tokens[at].word in _PROOFS:
        return _unproven(reader, at)
    current = reader.current
    if current is not None and _held(current) and current.subject != reader.speaker and current.asserted:
        reader.discourse.tell(current.subject)  # "Eve is sure that Bob was there"
    return False


def _held(frame: Frame) -> bool:
    """Whether a clause tells how sure or wrong one player is."""
    return frame.kind == "be" and len(frame.subject) == 1 and not frame.negated


def _unproven(reader: Reader, at: int) -> bool:
    """Whether there is none of the proof that is named at a token: "no proof", "isn't any real evidence"."""
    return any(one.word in _LACKING for one in reader.tokens[max(0, at - 2) : at])


def mistaken(reader: Reader) -> None:
    """Read "Bob is wrong that I was there": that I was is his word; the speaker's own error is nobody's."""
    current = reader.current
    if current is None or not _held(current):
        return
    if current.subject == reader.speaker or not current.asserted:
        reader.supposed = True
    else:
        reader.discourse.tell(current.subject)
        reader.discourse.cited = True


def holds(reader: Reader) -> bool:
    """Whether a verb of believing leads to what is believed: "believes I was there"; not "I believe Bob"."""
    following, verb = reader.following, reader.next(2)
    if following is None or verb is None:
        return False
    return following.value == "that" or (following.kind in {"I", "P", "name"} and verb.form == "f")


def think(reader: Reader, token: Token) -> None:
    """Read what is thought: the speaker tells it, unless he only assumes it; nobody else does."""
    if reader.subject and reader.subject != reader.speaker and token.form == "f":
        reader.supposed = True  # "Bob thinks that Eve was there"
    reader.subject = None
    if token.word == "assuming":
        reader.conditional = True  # "assuming Bob was there, he saw Eve"
    elif token.word in _ASSUMING:
        reader.supposed = True  # "I assume Bob was there"
    ahead = reader.tokens[reader.index + 1 : reader.index + 4]
    if reader.what and any(one.word.startswith("happen") for one in ahead):
        reader.conditional = True  # "here's what I think happened: ..."
