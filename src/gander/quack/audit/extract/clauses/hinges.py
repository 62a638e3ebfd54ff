"""Hinges: where a restatement begins ("right when I left"), and to which side of it it hangs."""

from gander.quack.audit.extract.clauses.reader import Reader
from gander.quack.audit.extract.words.lexicon import words
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["RESTATES", "fronted", "restates"]

RESTATES = frozenset(("when", "before", "after", "until", "as", "while", "since"))
"""Conjunctions with which clauses begin that restate something."""
_AT_ONCE = frozenset(("when", "as", "while"))
_LEADING = frozenset(("conj", ";", "-", ":", "("))
_NEARLY = words("almost nearly basically literally pretty very")
_JUST = words("right just shortly only even immediately soon")


def restates(reader: Reader, token: Token) -> None:
    """Note that a restatement begins, and whether it leads up to another clause, as one with a time does."""
    previous = reader.previous
    if token.value == "as" and reader.following is not None and reader.following.form == "i":
        reader.supposed = True  # "framed me as standing there"
        return
    reader.sub, reader.hinge = True, _hinge(reader, token)
    if previous is not None and previous.word in _JUST:
        previous = reader.tokens[reader.index - 2] if reader.index > 1 else None
        if previous is not None and previous.word in _NEARLY:
            previous = reader.tokens[reader.index - 3] if reader.index > 2 else None
    if previous is not None and previous.word == "as":
        return  # "as soon as"
    opens = previous is None or previous.kind in _LEADING or previous.value == "say"
    comma = previous is not None and previous.kind == ","
    reader.leads = opens or (comma and not reader.frames) or bool(reader.times)


def fronted(reader: Reader, token: Token) -> bool:
    """Whether a time begins a clause, and a restatement follows: "at tick 9, as I left, Bob came"."""
    if not reader.times or token.value not in _AT_ONCE:
        return False
    if reader.tokens[reader.index - 1].kind not in {",", "time"}:
        return False
    before = [token for token in reader.tokens[: reader.index - 1] if token.end <= reader.times[0].start]
    return not before or before[-1].kind in _LEADING


def _hinge(reader: Reader, token: Token) -> int:
    """Where a restatement begins: with its conjunction, or with "right" before it; -1 for a contrast."""
    previous = reader.previous
    if previous is not None and previous.kind == "," and token.value in {"while", "as", "since"}:
        return -1  # "Bob was in medbay, while Eve"
    if previous is None or previous.word not in _JUST:
        return token.start
    further = reader.tokens[reader.index - 2] if reader.index > 1 else previous
    return further.start if further.word == token.word == "as" else previous.start  # "as soon as"
