"""Answers: what a model's reply gives as its final answer (paper, section 4.2 and appendix D).

The prompt asks for one JSON object; replies come in many shapes. Reading is strict first, forgiving
second, and never inventive: an answer is a stretch of the reply, character for character, or there
is none. A value that the reply's end cuts short is no answer.
"""

import json
import re
from difflib import SequenceMatcher
from typing import Final, Literal, TypeAlias

import msgspec

__all__ = ["Reading", "read_reply"]


class Reading(msgspec.Struct, frozen=True):
    """What was read out of one reply.

    Attributes:
        answer: The final answer as the reply has it, trimmed; None unless `status` is ``answered``.
        candidates: The candidates that the reply lists, in order.
        primary_clues: The clues that the reply lists, in order.
        status: ``answered``; ``unparsed``: there is text, but no final answer that can be told;
            ``empty``: there is no text at all, or nothing but reasoning.
        trace: The rules that led there, in words, in the order in which they applied.
    """

    answer: str | None
    candidates: tuple[str, ...]
    primary_clues: tuple[str, ...]
    status: Literal["answered", "unparsed", "empty"]
    trace: tuple[str, ...]


def read_reply(text: str | None) -> Reading:
    r"""Read a reply.

    Objects come first (the last that has an answer), then ``{{{X}}}``, ``<answer>X</answer>`` and
    ``\boxed{X}``, then a line "final answer: X" in English, Persian or Arabic, then a reply that is
    nothing but a word or short phrase. Reasoning in tags such as ``<think>`` is set aside; only where
    its end is missing and nothing else answers is it searched too, and then not for bare phrases.

    Time is bounded by the reply's length, whatever it holds; of a reply longer than a million
    characters the last million is read.
    """
    if text is None or not text.strip():
        return Reading(None, (), (), "empty", ("the reply is empty",))
    trace: list[str] = []
    if len(text) > _MOST_CHARACTERS:
        text = text[-_MOST_CHARACTERS:]
        trace.append(f"only the last {_MOST_CHARACTERS:,} characters read")
    text = _unpacked(text, trace)

    whole = _strict_object(text.strip(), 0)
    if whole is not None and whole[1] == len(text.strip()):
        # Before reasoning is looked for: a well-formed object may mention its tags.
        outside, unclosed = text, ""
    else:
        outside, unclosed = _set_aside_reasoning(text, trace)
    if not outside.strip() and not unclosed.strip():
        return Reading(None, (), (), "empty", (*trace, "there is nothing but reasoning"))

    finding = _search(outside, bare=True)
    if finding.answer is None and unclosed:
        hidden = _search(unclosed, bare=False)
        if hidden.answer is not None:
            trace.append("the reasoning was never closed: an answer stated in it counts")
            finding = hidden
        elif not outside.strip():
            trace += hidden.trace
            return Reading(
                None, hidden.candidates, hidden.clues, "empty", (*trace, "there is nothing but reasoning")
            )
    return Reading(
        finding.answer,
        finding.candidates,
        finding.clues,
        "unparsed" if finding.answer is None else "answered",
        (*trace, *finding.trace),
    )


_MOST_CHARACTERS: Final = 1_000_000
_MOST_EFFORT: Final = 50_000
"""Steps that one search may take on text that is no well-formed object; a usual reply takes ten."""
_MOST_NESTING: Final = 16
_LONGEST_STRICT: Final = 50_000
_LONGEST_STRING: Final = 20_000
_LONGEST_PHRASE: Final = 80
_MOST_WORDS: Final = 8

_Value: TypeAlias = "str | list[_Value] | dict[str, _Value] | _Cut | None"


class _Cut:
    """Stands for a value that the reply's end cuts short."""


_CUT: Final = _Cut()


class _Finding(msgspec.Struct, frozen=True):
    """What one stretch of text holds."""

    answer: str | None
    candidates: tuple[str, ...]
    clues: tuple[str, ...]
    trace: tuple[str, ...]


# -- what surrounds the answer ---------------------------------------------------------------------

_REASONING_TAG: Final = re.compile(
    r"[<◁](/?)\s{0,3}(?:think|thinking|thought|thoughts|reasoning|scratchpad)\s{0,3}[>▷]", re.IGNORECASE
)


def _unpacked(text: str, trace: list[str]) -> str:
    """The text inside, where the whole reply is a JSON string."""
    bare = text.strip()
    if not (bare.startswith('"') and bare.endswith('"') and "{" in bare):
        return text
    try:
        inner = json.loads(bare, strict=False)
    except ValueError:
        return text
    if not isinstance(inner, str):
        return text
    trace.append("the reply is a JSON string: its content read")
    return inner


def _set_aside_reasoning(text: str, trace: list[str]) -> tuple[str, str]:
    """Splits a reply into what stands outside reasoning and the reasoning that is never closed."""
    outside: list[str] = []
    start, inside, seen_open = 0, False, False
    for tag in _REASONING_TAG.finditer(text):
        closing = bool(tag[1])
        if inside and closing:
            inside, start = False, tag.end()
        elif not inside and not closing:
            outside.append(text[start : tag.start()])
            inside, seen_open, start = True, True, tag.end()
        elif not inside and closing and not seen_open:
            # Chat templates that open the reasoning themselves leave only its end in the reply.
            outside, start = [], tag.end()
        elif not inside and closing:
            outside.append(text[start : tag.start()])
            start = tag.end()
    if inside:
        trace.append("reasoning set aside (never closed)")
        return "\n".join(outside), text[start:]
    outside.append(text[start:])
    if start:
        trace.append("reasoning set aside")
    return "\n".join(outside), ""


def _search(text: str, *, bare: bool) -> _Finding:
    """Looks for the answer, rule by rule; `bare` allows a reply that is only a word or phrase."""
    finding = _search_once(text, bare=bare)
    if finding.answer is None and re.search(r"\{\s{0,20}\\[\"']", text):
        again = _search_once(text.replace('\\"', '"').replace("\\'", "'"), bare=False)
        if again.answer is not None:
            return msgspec.structs.replace(again, trace=("escaped quotes read as quotes", *again.trace))
    return finding


def _search_once(text: str, *, bare: bool) -> _Finding:
    objects, tangled = _objects(text)
    trace = ["too tangled to read to its end"] if tangled else []
    # The lists come from the object that answers; where it has none, from the last that has.
    latest = list(reversed(objects))
    for found in objects[::-1]:
        answer, why = _answer_of(found.fields)
        if answer is not None:
            latest.insert(0, found)
            return _Finding(
                answer,
                _listed(latest, _CANDIDATE_KEYS, split=True),
                _listed(latest, _CLUE_KEYS, split=False),
                (*trace, found.how, why),
            )
        trace.append(f"{found.how}, {why}")
    candidates = _listed(latest, _CANDIDATE_KEYS, split=True)
    clues = _listed(latest, _CLUE_KEYS, split=False)

    prose, last = [], 0
    for found in objects:
        prose.append(text[last : found.start])
        last = found.end
    prose.append(text[last:])
    rest = "\n".join(prose)
    for rule in (_marked, _stated):
        if (stated := rule(rest)) is not None:
            return _Finding(stated[0], candidates, clues, (*trace, stated[1]))
    if bare and not objects and not tangled and (phrase := _bare_phrase(rest)) is not None:
        return _Finding(phrase, (), (), ("the reply is only a word or short phrase",))
    return _Finding(None, candidates, clues, (*trace, "no final answer found"))


# -- the fields of an object -----------------------------------------------------------------------

_FINAL_KEYS: Final = (
    "finalanswer", "finalanswers", "finalguess", "finalsolution", "final",
    "پاسخنهایی", "جوابنهایی", "الإجابةالنهائية", "الاجابةالنهائية", "الجوابالنهائي",
)  # fmt: skip
_ANSWER_KEYS: Final = (
    "answer", "answers", "theanswer", "solution", "پاسخ", "جواب", "الإجابة", "الاجابة", "الجواب", "الحل",
)  # fmt: skip
_CANDIDATE_KEYS: Final = ("candidates", "candidate", "candidateanswers", "candidatelist", "guesses")
_CLUE_KEYS: Final = ("primaryclues", "primaryclue", "clues", "visualclues", "keyclues")
_KNOWN_KEYS: Final = frozenset((*_FINAL_KEYS, *_ANSWER_KEYS, *_CANDIDATE_KEYS, *_CLUE_KEYS))
_ITEM_KEYS: Final = ("answer", "candidate", "clue", "word", "phrase", "text", "value", "guess")
_PLACEHOLDER: Final = re.compile(r"\.{2,}|…|<[^<>]*>|")


def _key(name: str) -> str:
    return "".join(char for char in name.casefold() if char.isalnum())


def _field(fields: dict[str, _Value], keys: tuple[str, ...]) -> _Value:
    for key in keys:
        if key in fields:
            return fields[key]
    return None


def _misspelt(key: str) -> bool:
    """Whether a key is ``finalanswer`` with a slip or two."""
    return abs(len(key) - 11) <= 2 and SequenceMatcher(None, key, "finalanswer").ratio() >= 0.85


def _answer_of(fields: dict[str, _Value]) -> tuple[str | None, str]:
    """The answer among an object's fields, or None, and why."""
    why = "which has no answer"
    slips: tuple[str, ...] = ()
    if not any(key in fields for key in _FINAL_KEYS):
        slips = tuple(key for key in fields if key not in _KNOWN_KEYS and _misspelt(key))
    for key in (*_FINAL_KEYS, *slips, *_ANSWER_KEYS):
        if key not in fields:
            continue
        value = fields[key]
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        if isinstance(value, dict):
            strings = [item for item in value.values() if isinstance(item, str)]
            inner = _field(value, (*_FINAL_KEYS, *_ITEM_KEYS))
            value = inner if isinstance(inner, str) else strings[0] if len(strings) == 1 else value
        if isinstance(value, str):
            answer = _plain(value)
            if _PLACEHOLDER.fullmatch(answer) is None:
                return answer, f"answer under {'final_answer' if key == 'finalanswer' else key}"
            why = "whose answer is blank or a placeholder"
        elif value is None:
            why = "whose answer is null"
        elif isinstance(value, _Cut):
            why = "which is cut off inside its answer"
        elif isinstance(value, list):
            why = f"whose answer is a list of {len(value)}"
        else:
            why = "whose answer is no text"
    return None, why


def _listed(objects: list["_Object"], keys: tuple[str, ...], *, split: bool) -> tuple[str, ...]:
    """The strings under any of the keys in the first object that has some."""
    lists = (_strings(_field(found.fields, keys), split=split) for found in objects)
    return next((strings for strings in lists if strings), ())


def _strings(value: _Value, *, split: bool) -> tuple[str, ...]:
    """A field that should be a list of strings, as one."""
    if isinstance(value, str):
        parts = re.split(r"[,،;؛\n]", value) if split else [value]
        return tuple(plain for part in parts if (plain := _plain(part)))
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, list):
        return ()
    found: list[str] = []
    for item in value:
        inner = item
        if isinstance(item, dict):
            inner = _field(item, _ITEM_KEYS)
            if not isinstance(inner, str):
                inner = next((part for part in item.values() if isinstance(part, str)), None)
        if isinstance(inner, str) and (plain := _plain(inner)):
            found.append(plain)
    return tuple(found)


_WRAPS: Final = (("{{{", "}}}"), ("**", "**"), ("`", "`"))
_LONE_SURROGATES: Final = re.compile("[\ud800-\udfff]")


def _plain(value: str) -> str:
    """A value without the white space and the marks of emphasis around it."""
    # A lone surrogate (half of "\ud83d\ude00") could not be written to any file.
    value = _LONE_SURROGATES.sub("\ufffd", value).strip()
    for opening, closing in _WRAPS:
        inner = value[len(opening) : -len(closing)]
        if value.startswith(opening) and value.endswith(closing) and inner.strip() and opening not in inner:
            value = inner.strip()
    return value


# -- objects ---------------------------------------------------------------------------------------


class _Object(msgspec.Struct, frozen=True):
    """An object in the text: where, its fields under plain keys, and how it was read."""

    start: int
    end: int
    fields: dict[str, _Value]
    how: str


_OPENING: Final = re.compile(r"\{\s{0,200}[\"}]")
_DECODER: Final = json.JSONDecoder(
    # As written: 1.50 is not 1.5, and 007 not 7, when the answer is a number.
    parse_int=str,
    parse_float=str,
    parse_constant=str,
    strict=False,
)


def _strict_object(text: str, start: int) -> tuple[dict[str, object], int] | None:
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


def _objects(text: str) -> tuple[list[_Object], bool]:
    """The objects that say something about the answer, in order; and whether the search gave up."""
    reader = _Forgiving(text)
    found: list[_Object] = []
    start = text.find("{")
    try:
        while start >= 0:
            while text.startswith("{", start + 1):
                start += 1  # {{"final_answer": …}} is an object, {{{X}}} is none
            reader.spend(1)
            strict = None
            if _OPENING.match(text, start):
                reader.spend(5)
                strict = _strict_object(text, start)
            read: tuple[dict[str, _Value], int] | None
            if strict is not None:
                how = "object"
                read = (_named(strict[0]), strict[1])
            else:
                how = "object mended"
                read = reader.object_at(start)
            end = start + 1
            if read is not None:
                known = _with_known_fields(read[0])
                found += [_Object(start, read[1], fields, how) for fields in known]
                end = read[1] if known or strict is not None else end
            start = text.find("{", end)
    except _TangledError:
        return found, True
    return found, False


def _named(fields: dict[str, object], depth: int = 0) -> dict[str, _Value]:
    """A well-formed object under plain keys; of two equal ones the later that says something counts."""
    named: dict[str, _Value] = {}
    for name, value in fields.items():
        _put(named, name, _value(value, depth + 1))
    return named


def _value(value: object, depth: int) -> _Value:
    if depth > _MOST_NESTING:
        return None
    if isinstance(value, dict):
        return _named(value, depth)
    if isinstance(value, list):
        return [_value(item, depth + 1) for item in value]
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else value  # type: ignore[return-value]


def _put(fields: dict[str, _Value], name: str, value: _Value) -> None:
    key = _key(name)
    if key not in fields or value not in (None, "", _CUT):
        fields[key] = value


def _with_known_fields(fields: dict[str, _Value]) -> list[dict[str, _Value]]:
    """The objects, from the outside in, that name an answer, candidates or clues."""
    level: list[_Value] = [fields]
    for _ in range(_MOST_NESTING):
        objects = [item for item in level if isinstance(item, dict)]
        if hits := [item for item in objects if any(key in _KNOWN_KEYS or _misspelt(key) for key in item)]:
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

    def object_at(self, start: int) -> tuple[dict[str, _Value], int] | None:
        """The object that opens at `start` and its end; None if what opens there is none."""
        return self._object(start, 0)

    def _object(self, start: int, depth: int) -> tuple[dict[str, _Value], int] | None:
        fields: dict[str, _Value] = {}
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

    def _list(self, start: int, depth: int) -> tuple[_Value, int]:
        items: list[_Value] = []
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
            if not isinstance(value, _Cut):
                items.append(value)

    def _value(self, at: int, depth: int, *, in_list: bool) -> tuple[_Value, int]:
        text = self._text
        at = self._skip(at)
        if at >= len(text):
            return _CUT, at
        if text.startswith("{{{", at) and (close := text.find("}}}", at + 3, at + 300)) > 0:
            return text[at + 3 : close], close + 3
        if text[at] in "{[" and depth + 1 >= _MOST_NESTING:
            return _CUT, len(text)
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

    def _string(self, start: int, *, in_list: bool) -> tuple[_Value, int]:
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
            return _CUT, line_end
        return _unescaped(kept), start + 1 + len(kept)

    def _begins_known_field(self, at: int) -> bool:
        key = _QUOTED_KEY.match(self._text, at)
        return key is not None and _key(key[0]) in _KNOWN_KEYS

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

    def _bare(self, start: int, *, in_list: bool) -> tuple[_Value, int]:
        """A value without quotes: up to the separator, bracket or line end that closes it."""
        text = self._text
        self.spend(1)
        for mark in _BARE_END.finditer(text, start, start + 300):
            self.spend(1)
            if mark[0] in _SEPARATORS and not in_list and not self._may_follow(mark.start(), in_list=False):
                continue  # 1,000
            value = text[start : mark.start()].strip()
            return (None if value in ("", "null", "None") else value), mark.start()
        return _CUT, min(len(text), start + 300)

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


# -- answers without an object ---------------------------------------------------------------------

_MARKS: Final = (
    (re.compile(r"\{\{\{\s{0,20}([^{}\n]{1,200})\}\}\}"), "marked {{{…}}}"),
    (
        re.compile(
            r"<(?:final_?)?answer>\s{0,20}([^<>\n]{1,200}?)\s{0,20}</(?:final_?)?answer>", re.IGNORECASE
        ),
        "marked <answer>…</answer>",
    ),
    (
        re.compile(r"\\boxed\{(?:\\text(?:bf|it|rm)?\{)?\s{0,20}([^{}\n\\]{1,200})\}"),
        "marked \\boxed{…}",
    ),
)


def _marked(text: str) -> tuple[str, str] | None:
    for pattern, why in _MARKS:
        for hit in reversed(pattern.findall(text)):
            answer = _plain(hit)
            if _PLACEHOLDER.fullmatch(answer) is None:
                return answer, why
    return None


_FINAL_WORDS: Final = (
    r"(?:final[ _-]{0,2}(?:answer|guess|solution)"
    r"|(?:پاسخ|جواب)[ \u200c_]{0,2}(?:نها[یيئ][یيىی]?|پایانی)"
    r"|(?:ال)?[إا]جابة[ _](?:ال)?نهائ[يیى]ة"
    r"|(?:ال)?(?:جواب|حل)[ _](?:ال)?نهائ[يیى])"
)
_ANSWER_WORDS: Final = (
    r"(?:(?:so,? |thus,? |therefore,? |hence,? )?(?:my |the )?(?:correct )?(?:answer|solution)"
    r"|پاسخ(?: صحیح| درست)?|جواب(?: صحیح| درست)?|(?:ال)?[إا]جابة(?: الصحيحة)?|الجواب(?: الصحيح)?|الحل)"
)
_GIVES: Final = (
    r"[\"'”»`*_]{0,4}\s{0,3}"
    r"(?:(?:(?:is|are|was|هو|هي)\b|[:：=]|[-–—]\s)\s{0,3}[:：]?|(?=[«“\"`{]))\s{0,20}"
)
_FINAL_LINE: Final = re.compile(rf"(?<!\w){_FINAL_WORDS}{_GIVES}(\S.*)", re.IGNORECASE)
_ANSWER_LINE: Final = re.compile(rf"[\"'«“`]?{_ANSWER_WORDS}{_GIVES}(\S.*)", re.IGNORECASE)
_HEADING: Final = re.compile(
    rf"(?:{_FINAL_WORDS}|{_ANSWER_WORDS})[\s*_]{{0,3}}[:：]?[\s*_]{{0,3}}", re.IGNORECASE
)
_LEADING_MARKS: Final = re.compile(r"[\s>#*•_-]{0,20}")
_QUOTED_START: Final = re.compile(
    r"(?:\"([^\"]{1,200})\"|“([^“”]{1,200})[”“]|«([^«»]{1,200})»|`([^`]{1,200})`|\*\*([^*]{1,200})\*\*|\{\{\{([^{}]{1,200})\}\}\})"
    r"(?=\s{0,5}(?:\Z|[.,،;:!(){}\[\]–—-]|because|since|as\b|است|می))"
)


def _stated(text: str) -> tuple[str, str] | None:
    """The last line that states the answer; one that says "final" before one that only says "answer"."""
    raws = [raw.strip() for raw in text.splitlines() if raw.strip(" \t`") and len(raw) <= 2000]
    lines = [_line(raw) for raw in raws]
    for final in (True, False):
        why = "line stating the final answer" if final else "line stating the answer"
        for number in range(len(lines) - 1, -1, -1):
            line = lines[number]
            hit = _FINAL_LINE.search(line) if final else _ANSWER_LINE.match(line)
            if hit is not None:
                stated = hit[1]
            elif (
                number + 1 < len(lines)
                and _HEADING.fullmatch(line)
                and len(raws[number + 1]) <= _LONGEST_PHRASE
                and (final == bool(re.match(_FINAL_WORDS, line, re.IGNORECASE)))
            ):
                stated = raws[number + 1]
            else:
                continue
            if stated.count("**") % 2:
                # One half of an emphasis that began before the answer or ends after it.
                stated = stated.removeprefix("**") if stated.startswith("**") else stated.removesuffix("**")
                stated = stated.strip()
            quoted = _QUOTED_START.match(stated)
            answer = _plain(next(part for part in quoted.groups() if part) if quoted else stated)
            if _PLACEHOLDER.fullmatch(answer) is None and any(map(str.isalnum, answer)):
                return answer, why
    return None


def _line(raw: str) -> str:
    """A line without Markdown's marks of lists, headings and emphasis before it."""
    line = raw.strip()
    marks = _LEADING_MARKS.match(line)
    return line[marks.end() :] if marks is not None else line


_NO_ANSWER: Final = re.compile(
    r"(?:i|i'm|i’m|i'll|sorry|unfortunately|unable|cannot|can't|unknown|none|n/a|null|متاسفانه|متأسفانه|عذرا)"
    r"(?![\w+#])|نمی|لا أ|no answer|not sure",
    re.IGNORECASE,
)
_LISTLIKE: Final = re.compile(
    r"[,،;؛|]\s|:\s|[!?؟]\s|\w{4,}\.\s|\sor\s|[{}\[\]<>\n]|:$|^\s*(?:[-•*]|\d+[.)])\s"
)
_FENCE: Final = re.compile(r"```[\w-]{0,20}\n([^`]{1,200})(?:```)?")


def _bare_phrase(text: str) -> str | None:
    """The reply, if it is a single word or short phrase and nothing that talks about one."""
    text = text.strip()
    if len(text) > 4 * _LONGEST_PHRASE:
        return None
    if fence := _FENCE.fullmatch(text):
        text = fence[1].strip()
    phrase = _plain(text)
    if (
        0 < len(phrase) <= _LONGEST_PHRASE
        and len(phrase.split()) <= _MOST_WORDS
        and any(map(str.isalnum, phrase))
        and _LISTLIKE.search(phrase) is None
        and _NO_ANSWER.match(phrase) is None
    ):
        return phrase
    return None
