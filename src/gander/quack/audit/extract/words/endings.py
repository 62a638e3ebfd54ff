"""Endings: marks that end a sentence or do not, and numbers that are ticks."""

import re

from gander.quack.audit.extract.words.tokens import Token

__all__ = ["take_mark"]

_SPAN = re.compile(r"\d{1,4}\s*(?:[-–—→]|to\b|through\b|until\b|till\b)\s*\d{1,4}(?![\d:%])")
_BEFORE_SPAN = frozenset(("room", "(", "there"))
"""After what two numbers are ticks: "in medbay 12-13", "was there 12 to 13", "Medbay, 12-13"."""
_LONE = re.compile(r"\d{1,4}(?=\s*[;,.)])(?![.:]\d)")
"""A number behind a room that is a tick by itself: "storage 12, medbay 13", "storage (12)"."""


def take_mark(text: str, sentence: list[Token], raw: str, start: int, end: int) -> bool:
    """Take down a number or a mark that may end the sentence; True if it does."""
    first, last = raw[0], raw[-1]
    if raw.isdigit():
        before = sentence[-1].kind if sentence else ""
        if before == "," and len(sentence) > 1 and sentence[-2].kind == "room":
            before = "room"
        if before in _BEFORE_SPAN:
            span = _SPAN.match(text, start)
            opened = before == "(" and len(sentence) > 1 and sentence[-2].kind == "room"
            if span is None and (sentence[-1].kind == "room" or opened):
                span = _LONE.match(text, start)
            if span is not None:
                sentence.append(Token("time", span[0], "", raw, start, span.end()))
                return False
        sentence.append(Token("number", raw, "", raw, start, end))
        return False
    if first == "\n":
        if sentence:
            sentence.append(Token("\n", "", "", raw, start, end))
        return bool(sentence)
    if first == "-":
        if len(raw) > 1 or (sentence and text[start - 1 : start] == " "):
            sentence.append(Token("-", "", "", raw, start, end))
        return False
    if last in '"”':
        # The mark that ends a quoted sentence belongs to it.
        sentence.append(Token('"', "", "", last, end - 1, end))
        raw, end = raw[:-1], end - 1
    if raw == "." and text[end : end + 1].isalnum():
        return False
    trails = raw == "…" or (len(raw) > 1 and "?" not in raw and "!" not in raw)
    sentence.append(Token("-" if trails else "?" if "?" in raw else ".", "", "", raw, start, end))
    return not trails
