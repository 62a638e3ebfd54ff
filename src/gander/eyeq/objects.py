"""JSON objects in a reply: well-formed ones, and those that are nearly so.

Reading is never inventive: a value is a stretch of the reply, character for character. One that the reply's
end cuts short is `CUT`.
"""

import json
import re
from difflib import SequenceMatcher
from typing import Final, TypeAlias

import msgspec

__all__ = [
    "ANSWER_KEYS",
    "CANDIDATE_KEYS",
    "CLUE_KEYS",
    "CUT",
    "FINAL_KEYS",
    "KNOWN_KEYS",
    "Cut",
    "Object",
    "Value",
    "find_objects",
    "misspelt",
    "strict_object",
]

_MOST_EFFORT: Final = 50_000
"""Steps that one search may take on text that is no well-formed object; a usual reply takes ten."""
_MOST_NESTING: Final = 16
_LONGEST_STRICT: Final = 50_000
_LONGEST_STRING: Final = 20_000

Value: TypeAlias = "str | list[Value] | dict[str, Value] | Cut | None"


class Cut:
    """Stands for a value that the reply's end cuts short."""


CUT: Final = Cut()
"""A value that the reply's end cuts short."""

FINAL_KEYS: Final = (
    "finalanswer", "finalanswers", "finalguess", "finalsolution", "final",
    "پاسخنهایی", "جوابنهایی", "الإجابةالنهائية", "الاجابةالنهائية", "الجوابالنهائي",
)  # fmt: skip
ANSWER_KEYS: Final = (
    "answer", "answers", "theanswer", "solution", "پاسخ", "جواب", "الإجابة", "الاجابة", "الجواب", "الحل",
)  # fmt: skip
CANDIDATE_KEYS: Final = ("candidates", "candidate", "candidateanswers", "candidatelist", "guesses")
CLUE_KEYS: Final = ("primaryclues", "primaryclue", "clues", "visualclues", "keyclues")
KNOWN_KEYS: Final = frozenset((*FINAL_KEYS, *ANSWER_KEYS, *CANDIDATE_KEYS, *CLUE_KEYS))


def _key(name: str) -> str:
    return "".join(char for char in name.casefold() if char.isalnum())


def misspelt(key: str) -> bool:
    """Whether a key is ``finalanswer`` with a slip or two."""
    return abs(len(key) - 11) <= 2 and SequenceMatcher(None, key, "finalanswer").ratio() >= 0.85


class Object(msgspec.Struct, frozen=True):
    """An object in the text: where, its fields under plain keys, and how it was read."""

    start: int
    end: int
    fields: dict[str, Value]
    how: str


_OPENING: Final = re.compile(r"\{\s{0,200}[\"}]")
_DECODER: Final = json.JSONDecoder(
    # As written: 1.50 is not 1.5, and 007 not 7, when the answer is a number.
    parse_int=str,
    parse_float=str,
    parse_constant=str,
    strict=False,
)


def strict_object(text: str, start: int) -> tuple[dict[str, object], int] | None:
    """A well-formed object at a position, and its end."""
    # A window, since a decoding error counts all lines before it: without, a million braces take minutes.
    window = text[start : start + _LONGEST_STRICT]
    if not window.startswith("{"):
        return None
    try:
        value, end = _DECODER.raw_decode(window)
    except (ValueError, RecursionError):
        return None
    return value, start + end


def find_objects(text: str) -> tuple[list[Object], bool]:
    """The objects that say something about the answer, in order; and whether the search gave up."""
    reader = _Forgiving(text)
    found: list[Object] = []
    start = text.find("{")
    try:
        while start >= 0:
            while text.startswith("{", start + 1):
                start += 1  # {{"final_answer": …}} is an object, {{{X}}} is none
            reader.spend(1)
            strict = None
            if _OPENING.match(text, start):
                reader.spend(5)
                strict = strict_object(text, start)
            read: tuple[dict[str, Value], int] | None
            if strict is not None:
                how = "object"
                read = (_named(strict[0]), strict[1])
            else:
                how = "object mended"
                read = reader.object_at(start)
            end = start + 1
            if read is not None:
                known = _with_known_fields(read[0])
                found += [Object(start, read[1], fields, how) for fields in known]
                end = read[1] if known or strict is not None else end
            start = text.find("{", end)
    except _TangledError:
        return found, True
    return found, False


def _named(fields: dict[str, object], depth: int = 0) -> dict[str, Value]:
    """A well-formed object under plain keys; of two equal ones the later that says something counts."""
    named: dict[str, Value] = {}
    for name, value in fields.items():
        _put(named, name, _value(value, depth + 1))
    return named


def _value(value: object, depth: int) -> Value:
    if depth > _MOST_NESTING:
        return None
    if isinstance(value, dict):
        return _named(value, depth)
    if isinstance(value, list):
        return [_value(item, depth + 1) for item in value]
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else value  # type: ignore[return-value]


def _put(fields: dict[str, Value], name: str, value: Value) -> None:
    key = _key(name)
    if key not in fields or value not in (None, "", CUT):
        fields[key] = value


def _with_known_fields(fields: dict[str, Value]) -> list[dict[str, Value]]:
    """The objects, from the outside in, that name an answer, candidates or clues."""
    level: list[Value] = [fields]
    for _ in range(_MOST_NESTING):
        objects = [item for item in level if isinstance(item, dict)]
        if hits := [item for item in objects if any(key in KNOWN_KEYS or misspelt(key) for key in item)]:
            return hits
        level = [
            value
            for item in level
            if isinstance(item, dict | list)
            for value in (item.values() if isinstance(item, dict) else item)
        ]
        if not level:
            break
    return []


class _TangledError(Exception):
    """The text has taken more effort than any honest reply needs."""


_SPACE: Final = re.compile(r"(?:\s|//[^\n]*|/\*(?:[^*]|\*(?!/)){0,300}\*/)*")
_CLOSERS: Final = {
    '"': re.compile(r'"|\\.', re.DOTALL),
    "'": re.compile(r"'|\\.", re.DOTALL),
    "`": re.compile(r"[`']|\\.", re.DOTALL),
    "“": re.compile(r'[”“"]|\\.', re.DOTALL),
    "”": re.compile(r'[”“"]|\\.', re.DOTALL),
    "„": re.compile(r'[”“"]|\\.', re.DOTALL),
    "‘": re.compile(r"[’‘']|\\.", re.DOTALL),
    "’": re.compile(r"[’‘']|\\.", re.DOTALL),
    "«": re.compile(r"»|\\.", re.DOTALL),
}
_BARE_KEY: Final = re.compile(r"[^\W\d][\w-]{0,40}(?:[ \u200c][\w-]{1,20}){0,3}(?=\s{0,5}[:：=])")
_QUOTED_KEY: Final = re.compile(
    r"(?:[\"“”„][^\"“”„\n]{1,60}[\"“”]|['‘’][^'‘’\n]{1,60}['‘’]|`[^`\n]{1,60}`|«[^«»\n]{1,60}»)(?=\s{0,5}[:：=])"
)
_BARE_END: Final = re.compile(r"[,،;}\]\n]")
_SEPARATORS: Final = ",،;"
_ESCAPE: Final = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"} | {
    char: char for char in "\"'/\\`“”‘’«»"
}


class _Forgiving:
    """Reads objects that are nearly JSON, in one pass forward, each value exactly as written.

    Repair libraries were tried and left: json-repair reads the bare values ``$100``, ``50%``, ``.NET``
    and ``007`` as 100, 50, NET and 7, which are other answers, and takes ten seconds for some texts
    of eight thousand characters.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._effort = 0

    def spend(self, steps: int) -> None:
        """Counts steps.

        Raises:
            _TangledError: There have been too many.
        """
        self._effort += steps
        if self._effort > _MOST_EFFORT:
            raise _TangledError

    def object_at(self, start: int) -> tuple[dict[str, Value], int] | None:
        """The object that opens at `start` and its end; None if what opens there is none."""
        return self._object(start, 0)

    def _object(self, start: int, depth: int) -> tuple[dict[str, Value], int] | None:
        fields: dict[str, Value] = {}
        at = start + 1
        while True:
            self.spend(1)
            at = self._skip(at, _SEPARATORS + ".…")
            if at >= len(self._text):
                return (fields, at) if fields else None
            if self._text[at] == "}":
                return fields, at + 1
            key = self._key_at(at)
            if key is None:
                # Prose after an object without an end; or no object at all.
                return (fields, at) if fields else None
            name, at = key
            at = self._skip(at) + 1  # the colon
            if depth >= _MOST_NESTING:
                return None
            value, at = self._value(at, depth, in_list=False)
            _put(fields, name, value)

    def _list(self, start: int, depth: int) -> tuple[Value, int]:
        items: list[Value] = []
        at = start + 1
        while True:
            self.spend(1)
            at = self._skip(at, _SEPARATORS)
            if at >= len(self._text) or self._text[at] == "}":
                return items, at
            if self._text[at] == "]":
                return items, at + 1
            if self._key_at(at) is not None and self._text[at] in _CLOSERS:
                return items, at  # the list was never closed, and the next field begins
            value, after = self._value(at, depth, in_list=True)
            if after <= at:
                return items, at
            at = after
            if not isinstance(value, Cut):
                items.append(value)

    def _value(self, at: int, depth: int, *, in_list: bool) -> tuple[Value, int]:
        text = self._text
        at = self._skip(at)
        if at >= len(text):
            return CUT, at
        if text.startswith("{{{", at) and (close := text.find("}}}", at + 3, at + 300)) > 0:
            return text[at + 3 : close], close + 3
        if text[at] in "{[" and depth + 1 >= _MOST_NESTING:
            return CUT, len(text)
        if text[at] == "{" and (inner := self._object(at, depth + 1)) is not None:
            return inner
        if text[at] == "[":
            return self._list(at, depth + 1)
        if text[at] in _CLOSERS:
            return self._string(at, in_list=in_list)
        return self._bare(at, in_list=in_list)

    def _key_at(self, at: int) -> tuple[str, int] | None:
        if quoted := _QUOTED_KEY.match(self._text, at):
            return quoted[0][1:-1], quoted.end()
        if bare := _BARE_KEY.match(self._text, at):
            return bare[0], bare.end()
        return None

    def _string(self, start: int, *, in_list: bool) -> tuple[Value, int]:
        """A quoted value: up to the first closing quote after which the object can go on.

        Quotes inside that nobody escaped are thereby part of it.
        """
        text = self._text
        limit = min(len(text), start + _LONGEST_STRING)
        line_end = text.find("\n", start, limit)
        line_end = limit if line_end < 0 else line_end
        last_on_line = -1
        self.spend(1)
        for mark in _CLOSERS[text[start]].finditer(text, start + 1, limit):
            self.spend(1)
            if mark[0][0] == "\\":
                continue
            if self._may_follow(mark.end(), in_list=in_list):
                return _unescaped(text[start + 1 : mark.start()]), mark.end()
            if self._begins_known_field(mark.start()):
                # Nobody closed the quotes before the next field.
                return _unescaped(text[start + 1 : mark.start()].rstrip(" \t\n" + _SEPARATORS)), mark.start()
            if mark.start() < line_end:
                last_on_line = mark.start()
        self.spend((limit - start) // 200)
        if last_on_line > 0:
            return _unescaped(text[start + 1 : last_on_line]), line_end
        line = text[start + 1 : line_end]
        kept = line.rstrip(" \t,}]")
        if line_end == len(text) and not line.rstrip().endswith(("}", "]")):
            return CUT, line_end
        return _unescaped(kept), start + 1 + len(kept)

    def _begins_known_field(self, at: int) -> bool:
        key = _QUOTED_KEY.match(self._text, at)
        return key is not None and _key(key[0]) in KNOWN_KEYS

    def _may_follow(self, at: int, *, in_list: bool) -> bool:
        """Whether an object or list can go on here, right after a value."""
        text = self._text
        after = self._skip(at)
        if after >= len(text) or text[after] in "}]" or text.startswith("```", after):
            return True
        if text.count("\n", at, after) >= 2:
            return True
        comma = text[after] in _SEPARATORS
        if in_list:
            return comma or (after > at and text[after] in _CLOSERS) or text[after] in ":："
        if comma:
            after = self._skip(after + 1, _SEPARATORS)
            if after >= len(text) or text[after] in "}]" or text.startswith(("...", "…"), after):
                return True
        return self._key_at(after) is not None

    def _bare(self, start: int, *, in_list: bool) -> tuple[Value, int]:
        """A value without quotes: up to the separator, bracket or line end that closes it."""
        text = self._text
        self.spend(1)
        for mark in _BARE_END.finditer(text, start, start + 300):
            self.spend(1)
            if mark[0] in _SEPARATORS and not in_list and not self._may_follow(mark.start(), in_list=False):
                continue  # 1,000
            value = text[start : mark.start()].strip()
            return (None if value in ("", "null", "None") else value), mark.start()
        return CUT, min(len(text), start + 300)

    def _skip(self, at: int, also: str = "") -> int:
        """The position after white space, comments and any of the characters `also`."""
        while True:
            space = _SPACE.match(self._text, at)
            after = at if space is None else space.end()
            self.spend((after - at) // 200)
            if not (also and after < len(self._text) and self._text[after] in also):
                return after
            self.spend(1)
            at = after + 1


def _unescaped(raw: str) -> str:
    if "\\" not in raw:
        return raw
    halves = _ESCAPE.sub(
        lambda hit: chr(int(hit[1][1:], 16)) if len(hit[1]) == 5 else _ESCAPED.get(hit[1], hit[0]), raw
    )
    return halves.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
