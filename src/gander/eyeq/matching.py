"""Matching: whether an answer is right (paper, sections 4.2 and 5).

Two scores, side by side. ``exact`` is the paper's minimal cleanup done right for Unicode;
``released`` is what the released runner did. Both compare normal forms, so both are equivalence
relations: an answer equals itself, order doesn't matter, and what equals the same is equal.
"""

import re
import string
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, Literal, TypeAlias

import msgspec

__all__ = [
    "Match",
    "Step",
    "exact_form",
    "match_exact",
    "match_released",
    "normalises_to_nothing",
    "released_form",
]


class Step(msgspec.Struct, frozen=True):
    """One normalisation that changed something.

    Attributes:
        of: Whether it changed the answer or the truth.
        rule: The rule, in words.
        before: The text before.
        after: The text after.
    """

    of: Literal["answer", "truth"]
    rule: str
    before: str
    after: str


class Match(msgspec.Struct, frozen=True):
    """What comparing an answer came to.

    Attributes:
        equal: Whether it is right.
        truth: The truth that it equals; None if it equals none.
        answer_form: The answer's normal form, which was compared; None if there was no answer.
        steps: What changed the answer on the way there, then what changed the truth that it equals
            (where it equals none: the first truth).
    """

    equal: bool
    truth: str | None
    answer_form: str | None
    steps: tuple[Step, ...]


def match_exact(answer: str | None, truths: str | Iterable[str]) -> Match:
    """Compare an answer with what is right, by the ``exact`` score.

    Args:
        answer: The answer; None (nothing could be read) is never right.
        truths: The right answer, or all that are right.
    """
    return _match(answer, (truths,) if isinstance(truths, str) else tuple(truths), _exact)


def match_released(answer: str | None, truth: str) -> Match:
    """Compare an answer with the right one as the released runner did.

    Diacritics U+064B–0652 are removed, letters lowered, ASCII punctuation and U+0020 removed; nothing
    else. So "C++" is right for "C", and "the rapist" for "therapist".
    """
    return _match(answer, (truth,), _released)


def exact_form(text: str) -> str:
    """The normal form that the ``exact`` score compares."""
    return _exact(text)[0]


def released_form(text: str) -> str:
    """The normal form that the ``released`` score compares."""
    return _released(text)[0]


_LONGEST: Final = 1_000
"""Characters of the longest text that the ``exact`` score normalises; a longer one, which no answer is,
stands as it is. Forms of longer ones are not kept."""

_PLAIN: Final = re.compile("[A-Za-z0-9]")


def normalises_to_nothing(answer: str) -> bool:
    """Whether either score would compare an empty text, so that the puzzle cannot be scored by both.

    By ``exact`` those are white space, invisible characters, diacritics and tatweel alone; by
    ``released`` also ASCII punctuation alone.
    """
    if _PLAIN.search(answer):
        return False  # neither drops any of these; told apart since it is asked of every answer of a table
    return not exact_form(answer) or not released_form(answer)


_Rule: TypeAlias = tuple[str, Callable[[str], str]]
_Change: TypeAlias = tuple[str, str, str]
"""Rule, before, after."""
_Changes: TypeAlias = tuple[_Change, ...]


def _match(answer: str | None, truths: tuple[str, ...], form: Callable[[str], tuple[str, _Changes]]) -> Match:
    if answer is None:
        return Match(equal=False, truth=None, answer_form=None, steps=())
    answer_form, changes = form(answer)
    hit: str | None = None
    of_truth: _Changes = form(truths[0])[1] if truths else ()
    for truth in truths:
        truth_form, its = form(truth)
        if truth_form == answer_form:
            hit, of_truth = truth, its
            break
    steps: tuple[Step, ...] = ()
    if changes or of_truth:
        steps = tuple(
            Step(of, *change)  # type: ignore[arg-type]
            for of, some in (("answer", changes), ("truth", of_truth))
            for change in some
        )
    return Match(hit is not None, hit, answer_form, steps)


def _run(text: str, rules: tuple[_Rule, ...]) -> tuple[str, list[_Change]]:
    changes: list[_Change] = []
    for rule, apply in rules:
        after = apply(text)
        if after != text:
            changes.append((rule, text, after))
            text = after
    return text, changes


# -- released --------------------------------------------------------------------------------------

_RELEASED_DIACRITICS: Final = dict.fromkeys(range(0x064B, 0x0653))
_ASCII_PUNCTUATION: Final = dict.fromkeys(map(ord, string.punctuation))

_RELEASED_RULES: Final[tuple[_Rule, ...]] = (
    ("diacritics U+064B–0652 removed", lambda text: text.translate(_RELEASED_DIACRITICS)),
    ("lower case", str.lower),
    ("ASCII punctuation removed", lambda text: text.translate(_ASCII_PUNCTUATION)),
    ("spaces U+0020 removed", lambda text: text.replace(" ", "")),
)


def _released(text: str) -> tuple[str, _Changes]:
    return (_released_kept if len(text) <= _LONGEST else _released_form)(text)


def _released_form(text: str) -> tuple[str, _Changes]:
    form, changes = _run(text, _RELEASED_RULES)
    return form, tuple(changes)


_released_kept: Final = lru_cache(maxsize=16384)(_released_form)


# -- exact: characters -----------------------------------------------------------------------------


def _shaped() -> dict[int, str]:
    """Presentation forms, full-width and half-width forms and ligatures of letters, as plain letters."""
    table: dict[int, str] = {}
    for first, last in (
        (0xFB00, 0xFB06),
        (0xFB50, 0xFDFF),
        (0xFE70, 0xFEFF),
        (0xFF01, 0xFFEF),
        (0x3000, 0x3000),
    ):
        for code in range(first, last + 1):
            plain = unicodedata.normalize("NFKC", chr(code))
            if plain != chr(code):
                # A vowel sign shown alone is spelled "space + sign"; the space is only its carrier.
                bare = plain.lstrip(" ")
                alone = bool(bare) and all(unicodedata.combining(char) for char in bare)
                table[code] = bare if alone else plain
    return table


_SHAPED: Final = _shaped()

_INVISIBLE: Final = dict.fromkeys(
    code
    for first, last in (
        # Controls that are no white space.
        (0x0000, 0x0008), (0x000E, 0x001B), (0x007F, 0x0084), (0x0086, 0x009F),
        (0x00AD, 0x00AD),  # soft hyphen
        (0x034F, 0x034F),  # combining grapheme joiner
        (0x061C, 0x061C), (0x200B, 0x200F), (0x202A, 0x202E), (0x2066, 0x206F),  # ZWNJ, ZWJ, LRM, RLM and kin
        (0x180B, 0x180F), (0x2060, 0x2064), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
    )
    for code in range(first, last + 1)
)  # fmt: skip

_DIACRITICS: Final = dict.fromkeys((*range(0x064B, 0x0660), 0x0670, *range(0x06D6, 0x06EE)))
_TATWEEL: Final = {0x0640: None}
# A hamza above any yeh makes the letter ئ; NFC composes it only with one of the three.
_YEH_HAMZA: Final = re.compile("[\u064a\u0649\u06cc][\u064b-\u0653\u0655-\u065f\u0670]{0,8}\u0654")

_LETTERS: Final = str.maketrans({
    "ك": "ک", "ڪ": "ک",
    "ي": "ی", "ى": "ی",
    # Persian and Arabic have one heh; the hamza of ۀ is a diacritic wherever it is written apart.
    "ۀ": "ه", "ە": "ه", "ہ": "ه", "ۂ": "ه", "ھ": "ه",
    "ۃ": "ة",
    "ٱ": "ا",  # the wasla is a reading mark; the hamza and the madda of أ إ آ are not
})  # fmt: skip

_SIGNS: Final = str.maketrans({
    "؟": "?", "،": ",", "؛": ";", "٪": "%", "٫": ".", "٬": ",", "۔": ".", "٭": "*",
    "’": "'", "‘": "'", "‚": "'", "‛": "'", "ʼ": "'", "`": "'", "´": "'", "‹": "'", "›": "'",
    "“": '"', "”": '"', "„": '"', "‟": '"', "«": '"', "»": '"', "﴾": '"', "﴿": '"',
    "「": '"', "」": '"', "『": '"', "』": '"',
    "【": '"', "】": '"', "《": '"', "》": '"', "〈": '"', "〉": '"',
    "‐": "-", "‑": "-", "‒": "-", "–": "-", "−": "-", "﹣": "-", "―": "—",
    "…": "...", "。": ".", "、": ",",
})  # fmt: skip


def _digits(text: str) -> str:
    if text.isascii():
        return text
    # Decimal digits only: ² and ½ are not forms of 2 and 1/2.
    return "".join(str(unicodedata.decimal(char)) if char.isdecimal() else char for char in text)


def _casefold(text: str) -> str:
    # Unicode's canonical caseless form (D145): folding goes by decomposed letters.
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", text).casefold())


# -- exact: hyphens and spaces ---------------------------------------------------------------------

_ARABIC_LETTER: Final = (
    "\u0620-\u063f\u0641-\u064a\u066e\u066f\u0671-\u06d3\u06d5\u06ee\u06ef\u06fa-\u06fc\u06ff"
    "\u0750-\u077f\u08a0-\u08c9"
)
# Not the space before what is still a hyphen: it is a minus, and the space tells.
_JOINED_SPACE: Final = re.compile(f"(?<=[{_ARABIC_LETTER}]) (?!-)| (?=[{_ARABIC_LETTER}])")
_HYPHENS: Final = re.compile(r" ?[-—]+ ?")
_NUMBER: Final = re.compile(r"[.$€£¥]?[0-9]")


def _hyphens(text: str) -> str:
    """Hyphens and dashes between words are spaces; a minus and a hyphen between two numbers stay."""
    if "-" not in text and "—" not in text:
        return text

    def spaced(hit: re.Match[str]) -> str:
        if hit.start() == 0 or hit.end() == len(text):
            return hit[0]
        left = text[hit.start() - 1]
        if _NUMBER.match(text, hit.end()):
            before, after = hit[0].startswith(" "), hit[0].endswith(" ")
            if left.isnumeric():
                dash = hit[0].replace("—", "-")
                return dash.strip() if before and after else dash
            if not after and (before or not left.isalnum()):
                return hit[0]
        return " "

    return _HYPHENS.sub(spaced, text)


def _spaces(text: str) -> str:
    return " ".join(text.split())


# -- exact: outer punctuation ----------------------------------------------------------------------

_QUOTES: Final = "\"'"
_STOPS: Final = ".,;:!?¿¡•·—"
_BRACKETS: Final = {"(": ")", "[": "]", "{": "}"}
_WRAPPERS: Final = "*_~"
_ALL_SIGNS: Final = frozenset(_QUOTES + _STOPS + _WRAPPERS + "()[]{}- ")
_MINUS: Final = re.compile(r"-(?!-) ?[.$€£¥]?[0-9]")


def _strip_outer(text: str) -> str:
    """Text without the punctuation around it; signs that carry meaning stay.

    Stays: ``+ # $ % & @ / = < > ^ °`` anywhere; a minus before a number; a point before a letter or
    digit (.NET, .5); a hyphen at the end of a word (A-); brackets around a part of the answer.
    What is nothing but punctuation keeps it, apart from quotes around it.
    """
    only_signs = _ALL_SIGNS.issuperset(text)
    partner = _partners(text)
    start, end = 0, len(text)
    while True:
        while start < end and text[start] == " ":
            start += 1
        while start < end and text[end - 1] == " ":
            end -= 1
        if end - start < 2:
            break
        first, last = text[start], text[end - 1]
        left = right = 0
        if first in _QUOTES:
            left = 1
        elif last in _QUOTES:
            right = 1
        elif only_signs:
            break
        elif (first in _WRAPPERS and first == last) or partner.get(start) == end - 1:
            left = right = 1
        elif first in "([{)]}" and start not in partner:
            left = 1
        elif last in _STOPS or (last in "([{)]}" and (end - 1) not in partner):
            right = 1
        elif last == "-" and text[:end].rstrip("-").endswith(" "):
            right = end - len(text[:end].rstrip("-"))
        elif first == "." and text[start + 1].isalnum():
            break
        elif first == ".":
            left = len(text) - start - len(text[start:].lstrip("."))
        elif first in _STOPS or (first == "*" and text[start + 1] == " "):
            left = 1
        elif first == "-" and _MINUS.match(text, start, end) is None:
            left = len(text) - start - len(text[start:].lstrip("-"))
        if (not left and not right) or end - start <= left + right:
            break
        start, end = start + left, end - right
    stripped = text[start:end]
    # "− 5" with a space is the number too, not an item of a list: better strict than wrong.
    return "-" + stripped[2:] if stripped.startswith("- ") else stripped


def _partners(text: str) -> dict[int, int]:
    """Where each bracket that has a partner has it."""
    partner: dict[int, int] = {}
    for opening, closing in _BRACKETS.items():
        waiting: list[int] = []
        if opening not in text:
            continue
        for at, char in enumerate(text):
            if char == opening:
                waiting.append(at)
            elif char == closing and waiting:
                other = waiting.pop()
                partner[other], partner[at] = at, other
    return partner


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


_EXACT_RULES: Final[tuple[_Rule, ...]] = (
    ("presentation and width forms made plain", lambda text: text.translate(_SHAPED)),
    ("invisible characters removed", lambda text: text.translate(_INVISIBLE)),
    ("composed (NFC)", _nfc),
    ("hamza above a yeh joined to it", lambda text: _YEH_HAMZA.sub("ئ", text)),
    ("Arabic-script diacritics removed", lambda text: text.translate(_DIACRITICS)),
    ("tatweel removed", lambda text: text.translate(_TATWEEL)),
    ("letter variants unified", lambda text: text.translate(_LETTERS)),
    ("digits unified", _digits),
    ("punctuation signs unified", lambda text: text.translate(_SIGNS)),
    ("case folded", _casefold),
    ("white space collapsed", _spaces),
    ("outer punctuation and quotes removed", _strip_outer),
    ("hyphens inside read as spaces", _hyphens),
    ("spaces in Arabic script removed", lambda text: _JOINED_SPACE.sub("", text)),
)


_BEYOND_ASCII: Final = frozenset(
    {
        "presentation and width forms made plain",
        "composed (NFC)",
        "hamza above a yeh joined to it",
        "Arabic-script diacritics removed",
        "tatweel removed",
        "letter variants unified",
        "digits unified",
        "spaces in Arabic script removed",
    }
)
"""Rules that change nothing in ASCII."""

_ASCII_RULES: Final = tuple(rule for rule in _EXACT_RULES if rule[0] not in _BEYOND_ASCII)


_PLAIN_ALREADY: Final = re.compile("[a-z0-9]+(?: [a-z0-9]+)*")
"""What no rule changes, as most answers are written."""


def _exact(text: str) -> tuple[str, _Changes]:
    return _exact_kept(text) if len(text) <= _LONGEST else (text, ())


@lru_cache(maxsize=16384)
def _exact_kept(text: str) -> tuple[str, _Changes]:
    if _PLAIN_ALREADY.fullmatch(text):
        return text, ()
    rules = _ASCII_RULES if text.isascii() else _EXACT_RULES
    form, changes = _run(text, rules)
    more = bool(changes)
    # One rule may make room for another; until nothing changes, so that a form is its own form.
    while more:
        form, again = _run(form, rules)
        changes += again
        more = bool(again)
    return form, tuple(changes)
