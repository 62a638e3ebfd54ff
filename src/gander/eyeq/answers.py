"""Answers: what a model's reply gives as its final answer (paper, section 4.2 and appendix D).

The prompt asks for one JSON object; replies come in many shapes. Reading is strict first, forgiving
second, and never inventive: an answer is a stretch of the reply, character for character, or there
is none. A value that the reply's end cuts short is no answer.
"""

import json
import re
from typing import Final, Literal

import msgspec

from gander.eyeq.objects import (
    ANSWER_KEYS,
    CANDIDATE_KEYS,
    CLUE_KEYS,
    FINAL_KEYS,
    KNOWN_KEYS,
    Cut,
    Object,
    Value,
    find_objects,
    misspelt,
    strict_object,
)

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

    whole = strict_object(text.strip(), 0)
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
_LONGEST_PHRASE: Final = 80
_MOST_WORDS: Final = 8


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
    objects, tangled = find_objects(text)
    trace = ["too tangled to read to its end"] if tangled else []
    # The lists come from the object that answers; where it has none, from the last that has.
    latest = list(reversed(objects))
    for found in objects[::-1]:
        answer, why = _answer_of(found.fields)
        if answer is not None:
            latest.insert(0, found)
            return _Finding(
                answer,
                _listed(latest, CANDIDATE_KEYS, split=True),
                _listed(latest, CLUE_KEYS, split=False),
                (*trace, found.how, why),
            )
        trace.append(f"{found.how}, {why}")
    candidates = _listed(latest, CANDIDATE_KEYS, split=True)
    clues = _listed(latest, CLUE_KEYS, split=False)

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

_ITEM_KEYS: Final = ("answer", "candidate", "clue", "word", "phrase", "text", "value", "guess")
_PLACEHOLDER: Final = re.compile(r"\.{2,}|…|<[^<>]*>|")


def _field(fields: dict[str, Value], keys: tuple[str, ...]) -> Value:
    for key in keys:
        if key in fields:
            return fields[key]
    return None


def _answer_of(fields: dict[str, Value]) -> tuple[str | None, str]:
    """The answer among an object's fields, or None, and why."""
    why = "which has no answer"
    slips: tuple[str, ...] = ()
    if not any(key in fields for key in FINAL_KEYS):
        slips = tuple(key for key in fields if key not in KNOWN_KEYS and misspelt(key))
    for key in (*FINAL_KEYS, *slips, *ANSWER_KEYS):
        if key not in fields:
            continue
        value = fields[key]
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        if isinstance(value, dict):
            strings = [item for item in value.values() if isinstance(item, str)]
            inner = _field(value, (*FINAL_KEYS, *_ITEM_KEYS))
            value = inner if isinstance(inner, str) else strings[0] if len(strings) == 1 else value
        if isinstance(value, str):
            answer = _plain(value)
            if _PLACEHOLDER.fullmatch(answer) is None:
                return answer, f"answer under {'final_answer' if key == 'finalanswer' else key}"
            why = "whose answer is blank or a placeholder"
        elif value is None:
            why = "whose answer is null"
        elif isinstance(value, Cut):
            why = "which is cut off inside its answer"
        elif isinstance(value, list):
            why = f"whose answer is a list of {len(value)}"
        else:
            why = "whose answer is no text"
    return None, why


def _listed(objects: list[Object], keys: tuple[str, ...], *, split: bool) -> tuple[str, ...]:
    """The strings under any of the keys in the first object that has some."""
    lists = (_strings(_field(found.fields, keys), split=split) for found in objects)
    return next((strings for strings in lists if strings), ())


def _strings(value: Value, *, split: bool) -> tuple[str, ...]:
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
