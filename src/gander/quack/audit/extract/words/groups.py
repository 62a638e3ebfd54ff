"""Grouping: lists of players ("Bob, Eve and I") and chains of rooms ("medbay → storage") as one token."""

import re
from collections.abc import Mapping

from gander.quack.audit.extract.words.chains import LINKS, chained, links
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["grouped", "speech_in_marks", "unquoted"]

_MARK = re.compile('["“”]')
_SENTENCE = re.compile(r"[.!?]+(?:\s|$)")
_OBJECT_BEFORE = frozenset(("see", "find", "have", "confirm", "place"))
_PASSING = ("cross", "pass", "follow", "join")
_LISTING = frozenset((",", "conj", "/"))
_AFTER: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("name", "I", "Y"), _LISTING),
    "P": frozenset(("conj",)),
    "room": LINKS,
}
"""What a list or chain can begin with, and what stands after it there."""
_LONGEST = 24  # names in a list
_ITEMS = {"I": "", "Y": "?"}
"""How a list names the speaker, and the one addressed."""
_NOMINATIVE = frozenset(("he", "she"))
_PLURAL = frozenset(("were", "are"))


def grouped(sentence: list[Token]) -> list[Token]:
    """A sentence with its lists of players and its chains of rooms made one token each.

    A list's token has the kind ``names`` and its tokens' indices in place of items; a chain's has the kind
    ``chain``, the value ``path`` (one after the other) or ``list``, and its rooms as items.
    """
    out: list[Token] = []
    done = 0
    for index in [
        follows - 1
        for follows, token in enumerate(sentence[:-1], 1)
        if token.kind in _AFTER and sentence[follows].kind in _AFTER[token.kind]
    ]:
        if index < done:
            continue
        token, following = sentence[index], sentence[index + 1]
        if token.kind == "room":
            if links(following):
                out += sentence[done:index]
                done, asides = chained(sentence, index, out)
                if asides:
                    return out + grouped(asides + sentence[done:])
        elif token.kind != "P" or token.word in _NOMINATIVE:
            out += sentence[done:index]
            done = _people(sentence, index, out)
    return out + sentence[done:] if done else sentence


def speech_in_marks(text: str) -> bool:
    """Whether it is the speech itself that stands in quotation marks, most of it and more than a sentence."""
    if sum(map(text.count, '"“”')) != 2:
        return False
    before, said, _ = _MARK.split(text)
    before = before.rstrip(" \t")
    apart = not before or before[-1] in "\n.!?"
    return apart and 2 * len(said) > len(text) and len(_SENTENCE.findall(said)) > 1


def unquoted(sentence: list[Token]) -> list[Token]:
    """A sentence without the marks around single words, which are emphasised or doubted, not quoted.

    Nor with those around what somebody is told to have been doing: 'his account of me "going there"'.
    """
    kept: list[Token] = []
    index = 0
    while index < len(sentence):
        if sentence[index].kind == '"' and index + 2 < len(sentence):
            told = index > 1 and sentence[index - 2].word in ("of", "about")
            doing = told and sentence[index + 1].form == "i" and sentence[index - 1].kind in _DOERS
            far = index + (_DOING if doing else 3)
            ends = next(
                (at for at in range(index + 2, min(far, len(sentence))) if sentence[at].kind == '"'), 0
            )
            kept += sentence[index + 1 : ends] if ends else sentence[index : index + 1]
            index = ends + 1 if ends else index + 1
        else:
            kept.append(sentence[index])
            index += 1
    return kept


_DOERS = frozenset(("name", "I", "P", "Y"))
_DOING = 9  # tokens


def _person(token: Token) -> bool:
    return (token.kind == "name" and not token.form) or (
        token.kind in ("I", "Y") and token.value in ("subject", "object")
    )


def _people(sentence: list[Token], index: int, out: list[Token]) -> int:
    first = sentence[index]
    members = [first]
    at, last = index + 1, len(sentence)
    complete = 0  # tokens up to which the list is a list
    if _person(first) or first.kind == "P":
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
            if any(one.value == sentence[follows].value for one in members):
                break  # "was confirmed by Bob, and Bob later saw"
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
    count = sum(1 for token in sentence[index:complete] if _person(token) or token is first)
    group = Token("names", "", "", first.word, first.start, sentence[complete - 1].end)
    if sentence[complete - 2].value == "or":
        group.value = "or"
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
        and sentence[follows].word not in _PLURAL
    ):
        return True
    if sentence[person].kind == "I" and sentence[follows].word in _PLURAL:
        return False  # "I can confirm Bob and I were there"
    before = sentence[first - 1] if first else None
    if before is not None and before.kind == "W" and first > 1:
        before = sentence[first - 2]
    as_object = before is not None and (
        (before.kind == "verb" and (before.value in _OBJECT_BEFORE or before.word.startswith(_PASSING)))
        or (before.kind == "prep" and before.word != "of")
    )
    return as_object and sentence[follows].form in ("f", "")
