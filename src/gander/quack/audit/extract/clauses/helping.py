"""Helping verbs: "did" and "have" before another verb."""

from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.words.lexicon import words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["auxiliary", "helps", "of_task", "supported"]

_TASK_NEAR = 5  # words
_PARTICIPLES = words("come run cut put set become")
"""Participles that are bare forms as well."""
_COMPARING = words("before after than as like")
_CLOSING = frozenset((".", ",", ";", "-", ")", "conj", "time", "prep"))


def supported(reader: Reader) -> bool:
    """Whether "did" stands before a bare verb."""
    for token in reversed(reader.tokens[max(0, reader.index - 4) : reader.index]):
        if token.kind == "verb":
            return token.value == "aux"
        if token.kind not in {"neg", "x", "I", "name", "P", "Y", "W"}:
            return False
    return False


def helps(reader: Reader) -> bool:
    """Whether "have" only helps the next verb."""
    for token in reader.tokens[reader.index + 1 : reader.index + 4]:
        if token.kind == "verb":
            return token.form in {"f", "p", "i"} or token.value == "be" or token.word in _PARTICIPLES
        if token.kind == "prep" and token.value == "to":
            # "I had to go" admits it; "Bob had to go" concludes it.
            admits = reader.subject == reader.speaker and reader.tokens[reader.index].word == "had"
            reader.planned = reader.planned or not admits
            return True
        if token.kind not in {"neg", "x"}:
            return False
    return False


def auxiliary(reader: Reader, token: Token) -> None:
    """Read "did": a verb of its own only before a task or a chain."""
    step = _described(reader)
    following = reader.next(step)
    if reader.index > 1 and reader.tokens[reader.index - 2].word in _COMPARING and _stands_alone(reader):
        reader.subject = None  # "finished before I did and left"
        return
    if following is None or not (following.kind == "task" or (step == 1 and following.kind == "chain")):
        return
    subject, purpose = reader.subject, reader.prep == "to"
    if subject is None:
        subject = reader.current.subject if reader.current is not None else ()
    frame = reader.open("do" if following.kind == "task" else "go", token, subject)
    frame.purpose = purpose  # "went to medbay to do my task"


def _stands_alone(reader: Reader) -> bool:
    """Whether "did" stands for the verb before it: "later than I did"."""
    following = reader.following
    return following is None or following.kind in _CLOSING


def of_task(reader: Reader) -> bool:
    """Whether a verb's object is a task: "finished my medbay task", "doing what looked like a task"."""
    following = reader.following
    step = 4 if following is not None and following.value == "what" else 1
    named = reader.next(_described(reader, step))
    return named is not None and named.kind == "task"


def _described(reader: Reader, step: int = 1) -> int:
    """How far on the noun is that words from a place on describe."""
    following, last = reader.next(step), step + _TASK_NEAR - 1
    while following is not None and step < last and _describes(following):
        step += 1
        following = reader.next(step)
    return step


def _describes(token: Token) -> bool:
    """Whether a word only says which task: "my", "the", "medbay"."""
    return token.kind in {"x", "room"} or (token.kind in {"I", "P", "Y"} and token.value != "subject")
