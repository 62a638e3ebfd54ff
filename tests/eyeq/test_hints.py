import hashlib
import random
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gander.eyeq.demos import fixed_demos
from gander.eyeq.hints import HINT_STYLES, length_hint, perceived, reveal
from gander.eyeq.prompting import Prompts
from gander.eyeq.puzzles import SUBSETS, Subset
from gander.eyeq.sources import load_puzzles

COLUMBUS = Path(__file__).resolve().parents[3] / "shared" / "eyeq" / "columbus"
ZWNJ, ZWJ, LRM = "\u200c", "\u200d", "\u200e"
FATHA, SHADDA, MADDA, ACUTE = "\u064e", "\u0651", "\u0653", "\u0301"
MARKS = [FATHA, SHADDA, "\u0652", "\u0670", ACUTE, ZWNJ, ZWJ, LRM]

plain = st.text(st.sampled_from("abcXYZ019 'é-ابپتسشکگمنوهیآأؤئة ي"), max_size=40)
marked = st.text(st.sampled_from([*"abz اسکمنهی", *MARKS]), max_size=40)
ids = st.integers(1, 700).map(str)
subsets = st.sampled_from(SUBSETS)


def by_the_formula(answer: str, lang: str, id: str) -> str:
    """The released pattern, written anew from the rule alone."""
    rng = random.Random(int(hashlib.sha256((lang + ":" + id).encode("utf-8")).hexdigest()[:8], 16))
    letters = [i for i in range(len(answer)) if answer[i] != " "]
    keep = rng.sample(letters, round(0.25 * len(letters)))
    return "".join(c if c == " " or i in keep else "_" for i, c in enumerate(answer))


@pytest.mark.parametrize(
    ("subset", "id", "answer", "pattern"),
    [
        ("en", "2", "Winston Churchill", "_i_____ ___rc___l"),
        ("en", "3", "therapist", "____a_i__"),
        ("fa", "80", "وکالت تام", "و__ل_ ___"),
        ("fa", "7", "کباب چنجه", "__ا_ ___ه"),
        ("ar", "15", "قمر الدين", "ق__ ___ي_"),
        ("cross", "6", "سروش صحت", "__و_ _ح_"),
    ],
)
def test_released_patterns(subset, id, answer, pattern):
    lang = {"en": "en", "fa": "pe", "ar": "ar", "cross": "cross"}[subset]
    assert by_the_formula(answer, lang, id) == pattern
    assert reveal(answer, subset=subset, id=id) == pattern
    assert reveal(answer, subset=subset, id=id, style="released") == pattern


@given(plain, subsets, ids)
def test_without_marks_both_styles_are_the_released_one(answer, subset, id):
    lang = "pe" if subset == "fa" else subset
    expected = by_the_formula(answer, lang, id)
    assert reveal(answer, subset=subset, id=id) == expected
    assert reveal(answer, subset=subset, id=id, style="released") == expected
    assert length_hint(answer) == length_hint(answer, style="released") == len(answer.replace(" ", ""))


def real_answers() -> Iterator[tuple[Subset, str, str]]:
    """Of the rebuses of COLUMBUS where they are, the starter set, and Eye-Q's own demonstrations."""
    for data in ("starter", *([str(COLUMBUS)] if COLUMBUS.is_dir() else [])):
        for puzzle in load_puzzles(data):
            yield puzzle.subset, puzzle.id, puzzle.answer
    for subset, demos in fixed_demos(Prompts.load()).items():
        for demo in demos:
            yield subset, demo.id, demo.answer


def test_real_answers_without_marks_have_the_released_hints():
    seen: Counter[str] = Counter()
    for subset, id, answer in real_answers():
        if any(unicodedata.category(char)[0] in "MC" for char in answer):
            continue
        seen[subset] += 1
        lang = "pe" if subset == "fa" else subset
        for style in HINT_STYLES:
            pattern = reveal(answer, subset=subset, id=id, style=style)
            assert pattern == by_the_formula(answer, lang, id), (subset, id)
            assert length_hint(answer, style=style) == len(answer.replace(" ", "")), (subset, id)
    assert seen["en"] == (73 if COLUMBUS.is_dir() else 13)
    assert (seen["fa"], seen["ar"], seen["cross"]) == (11, 13, 12)


@given(marked, subsets, ids)
def test_a_pattern_shows_a_quarter_of_the_characters_in_their_places(answer, subset, id):
    characters = perceived(answer)
    pattern = reveal(answer, subset=subset, id=id)
    assert len(pattern) == len(characters)
    shown = 0
    for told, true in zip(pattern, characters, strict=True):
        assert told in {true, "_"}
        assert (told == " ") == (true == " ")
        shown += told not in {" ", "_"}
    assert length_hint(answer) == sum(char != " " for char in pattern)
    assert shown == round(0.25 * length_hint(answer))


@given(marked, subsets, ids)
def test_marks_and_invisible_characters_are_neither_counted_nor_shown(answer, subset, id):
    seen = "".join(char for char in answer if char not in {ZWNJ, ZWJ, LRM})
    bare = "".join(char for char in unicodedata.normalize("NFC", seen) if char not in MARKS)
    assert length_hint(answer) == length_hint(bare)
    pattern = reveal(answer, subset=subset, id=id)
    assert pattern == reveal(bare, subset=subset, id=id)
    assert not set(pattern) & set(MARKS)


@given(plain, subsets, ids)
def test_the_same_puzzle_has_the_same_pattern_each_time(answer, subset, id):
    assert reveal(answer, subset=subset, id=id) == reveal(answer, subset=subset, id=id)


@pytest.mark.parametrize(
    ("answer", "count", "released"),
    [
        (f"می{ZWNJ}روم", 5, 6),
        (f"مُعَل{SHADDA}ِم", 4, 8),
        (f"caf{'e' + ACUTE}", 4, 5),
        ("café", 4, 4),
        (f"ا{MADDA}ب", 2, 3),
        ("آب", 2, 2),
        (f"{LRM}سلام", 4, 5),
        ("قمر الدين", 8, 8),
        ("C++ 98", 5, 5),
        ("", 0, 0),
        (FATHA, 0, 1),
    ],
)
def test_lengths(answer, count, released):
    assert length_hint(answer) == count
    assert length_hint(answer, style="released") == released


def test_a_letter_shows_the_mark_that_is_part_of_it():
    assert perceived(f"ا{MADDA}ب cafe{ACUTE}") == ["آ", "ب", " ", "c", "a", "f", "é"]
    assert perceived(f"مُ{SHADDA}") == ["م"]


@pytest.mark.parametrize(("letters", "shown"), [(1, 0), (2, 0), (3, 1), (6, 2), (10, 2), (14, 4)])
def test_halves_go_to_the_even_number(letters, shown):
    assert letters - reveal("x" * letters, subset="en", id="1").count("_") == shown
