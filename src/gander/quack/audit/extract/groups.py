"""Grouping: lists of players ("Bob, Eve and I") and chains of rooms ("medbay → storage") as one token."""

import re

from gander.quack.audit.extract.lexicon import ASIDE
from gander.quack.audit.extract.tokens import Token

__all__ = ["grouped", "speech_in_marks", "unquoted"]

_MARK = re.compile('["“”]')
_SENTENCE = re.compile(r"[.!?]+(?:\s|$)")
_OBJECT_BEFORE = frozenset(("see", "find", "have", "confirm", "place"))
_PERSONS = frozenset(("name", "I", "Y"))
_LISTING = frozenset((",", "conj", "/"))
_LONGEST = 24  # names in a list
_ITEMS = {"I": "", "Y": "?"}
"""How a list names the speaker, and the one addressed."""


def grouped(sentence: list[Token]) -> list[Token]:
    """A sentence with its lists of players and its chains of rooms made one token each.

    A list's token has the kind ``names`` and its tokens' indices in place of items; a chain's has the kind
    ``chain``, the value ``path`` (one after the other) or ``list``, and its rooms as items.
    """
    out: list[Token] = []
    index, last = 0, len(sentence)
    while index < last:
        token = sentence[index]
        kind = token.kind
        if kind == "room":
            index = _chain(sentence, index, out)
        elif kind in _PERSONS and index + 2 < last and sentence[index + 1].kind in _LISTING:
            index = _people(sentence, index, out)
        else:
            out.append(token)
            index += 1
    return out


def speech_in_marks(text: str) -> bool:
    """Whether it is the speech itself that stands in quotation marks, most of it and more than a sentence."""
    parts = _MARK.split(text)
    if len(parts) != 3:
        return False
    before, said = parts[0].rstrip(" \t"), parts[1]
    apart = not before or before[-1] in "\n.!?"
    return apart and 2 * len(said) > len(text) and len(_SENTENCE.findall(said)) > 1


def unquoted(sentence: list[Token]) -> list[Token]:
    """A sentence without the marks around single words, which are emphasised or doubted, not quoted."""
    if '"' not in [token.kind for token in sentence]:
        return sentence
    kept: list[Token] = []
    index = 0
    while index < len(sentence):
        if sentence[index].kind == '"' and index + 2 < len(sentence) and sentence[index + 2].kind == '"':
            kept.append(sentence[index + 1])
            index += 3
        else:
            kept.append(sentence[index])
            index += 1
    return kept


def _person(token: Token) -> bool:
    return (token.kind == "name" and not token.form) or (
        token.kind in ("I", "Y") and token.value in ("subject", "object")
    )


def _people(sentence: list[Token], index: int, out: list[Token]) -> int:
    first = sentence[index]
    members = [first]
    at, last = index + 1, len(sentence)
    complete = 0  # tokens up to which the list is a list
    if _person(first):
        while at + 1 < last and len(members) < _LONGEST:
            token = sentence[at]
            if token.kind == ",":
                follows = at + 1
                final = sentence[follows].kind == "conj" and sentence[follows].value in ("and", "or")
                follows += final
            elif (token.kind == "conj" and token.value in ("and", "or")) or token.kind == "/":
                follows, final = at + 1, True
            else:
                break
            if follows >= last or not _person(sentence[follows]):
                break
            if final and token.kind != "/" and _begins_clause(sentence, index, follows):
                break
            members.append(sentence[follows])
            at = follows + 1
            if final:
                complete = at
                if token.kind != "/":
                    break
    if not complete:
        out.append(first)
        return index + 1
    count = sum(1 for token in sentence[index:complete] if _person(token))
    group = Token("names", "", "", first.word, first.start, sentence[complete - 1].end)
    group.items = tuple(_ITEMS.get(token.kind, token.value) for token in members[:count])
    out.append(group)
    return complete


def _begins_clause(sentence: list[Token], first: int, person: int) -> bool:
    """Whether a list's last person is rather the subject of a clause of its own: "saw Bob and Eve left"."""
    follows = person + 1
    while follows < len(sentence) and sentence[follows].kind == "x" and sentence[follows].word.endswith("ly"):
        follows += 1  # "with Bob, and I certainly did"
    if follows >= len(sentence) or sentence[follows].kind not in ("verb", "neg", "modal"):
        return False
    if (
        sentence[person].kind == "I"
        and sentence[person].value == "subject"
        and sentence[person - 2].kind == ","
        and sentence[person - 1].value != "or"
        and sentence[follows].word not in ("were", "are")
    ):
        return True
    before = sentence[first - 1] if first else None
    if before is not None and before.kind == "W" and first > 1:
        before = sentence[first - 2]
    as_object = before is not None and (
        (before.kind == "verb" and before.value in _OBJECT_BEFORE)
        or (before.kind == "prep" and before.word != "of")
    )
    return as_object and sentence[follows].form in ("f", "")


def _chain(sentence: list[Token], index: int, out: list[Token]) -> int:
    first = sentence[index]
    rooms = [first.value]
    asides: list[Token] = []
    path = either = False
    end = index + 1
    while True:
        link = _link(sentence, end)
        if link is None:
            break
        at, strong, weak, between = link
        room = sentence[at]
        timed = at + 1 < len(sentence) and sentence[at + 1].kind == "time"
        if timed and (strong == 1 or weak == "then") and not path:
            break
        if not strong and weak == "comma" and len(rooms) < 2 and not _goes_on(sentence, at):
            break
        if not strong and at + 1 < len(sentence) and sentence[at + 1].kind == "verb" and weak != "slash":
            follows = sentence[at + 1]
            if follows.form == "f" and follows.value == "be":
                break
        if any(token.kind == "verb" for token in between):
            asides += _aside(between, rooms[-1])
        else:
            asides += [_stop(rooms[-1], token) for token in between if token.kind == "time"]
        rooms.append(room.value)
        path |= strong > 0
        either |= weak == "or"
        end = at + 1
    if len(rooms) == 1:
        out.append(first)
        return index + 1
    chain = Token("chain", "path" if path else "list", "", first.word, first.start, sentence[end - 1].end)
    chain.items = tuple(rooms)
    if not path and (either or all(token.kind in ("room", "/") for token in sentence[index:end])):
        chain.value, chain.form = "either", "or" if either else ""
    out.append(chain)
    out.extend(asides)
    if asides:
        out.append(Token("stand", rooms[-1], "", "", chain.end, chain.end))
    return end


def _aside(said: list[Token], room: str) -> list[Token]:
    """What a chain says of one of its rooms in brackets, to be read after it."""
    for token in said:
        if token.kind == "conj" and token.value == "where":
            token.form = room
    first, last = said[0], said[-1]
    return [
        Token("stand", room, "", "", first.start, first.start),
        Token("(", "", "", "(", first.start, first.start),
        *said,
        Token(")", "", "", ")", last.end, last.end),
    ]


def _stop(room: str, time: Token) -> Token:
    """The time that a chain gives in brackets to one of its rooms."""
    return Token("stop", time.value, "", time.word, time.start, time.end, (room,))


def _link(sentence: list[Token], at: int) -> tuple[int, int, str, list[Token]] | None:
    """From the end of a room to the next room of its chain.

    Returns:
        The room's index; 2 for an arrow, "to" or "through", 1 for "then", else 0; ``then``, ``and``, ``or``,
        ``comma`` or ``slash``; and the times between.
    """
    strong, weak = 0, ""
    times: list[Token] = []
    limit = min(len(sentence), at + 16)
    depth = 0
    while at < limit:
        token = sentence[at]
        kind = token.kind
        if kind == "room":
            if depth or not (strong or weak):
                return None
            return at, strong, weak, times
        if kind == "arrow":
            strong = 2
        elif kind == "(" and not depth:
            depth = 1
        elif kind == ")" and depth:
            depth = 0
            if at + 1 >= len(sentence) or not (
                sentence[at + 1].kind == "arrow"
                or (sentence[at + 1].kind == "prep" and sentence[at + 1].value in ("to", "via"))
            ):
                return None
        elif depth:
            times.append(token)
        elif kind == "prep" and (token.value == "to" or (token.value == "via" and (strong or weak))):
            strong = 2
        elif kind == "conj" and token.value == "then":
            strong, weak = strong or 1, "then"
        elif kind == "conj" and token.value in ("and", "or"):
            weak = token.value
        elif kind == ",":
            weak = weak or "comma"
        elif kind == "/":
            weak = "slash"
        elif kind == "time" and at + 1 < len(sentence) and sentence[at + 1].kind == "arrow":
            times.append(token)
        elif not (kind == "x" and token.word in ASIDE and (strong or weak or _leads_on(sentence, at))):
            return None
        at += 1
    return None


def _leads_on(sentence: list[Token], at: int) -> bool:
    """Whether an adverb only leads up to the next step: "medbay back to storage"."""
    following = sentence[at + 1] if at + 1 < len(sentence) else None
    return following is not None and following.kind == "prep" and following.value in ("to", "via")


def _goes_on(sentence: list[Token], at: int) -> bool:
    """Whether a comma's list of rooms reaches a third room or an "and": else it is no list."""
    for token in sentence[at + 1 : at + 5]:
        if token.kind == "room":
            return True
        if not (
            token.kind in (",", "arrow") or (token.kind == "conj" and token.value in ("and", "or", "then"))
        ):
            return False
    return False
