"""The hint floor: what a hint alone gives away to somebody who never sees the picture.

It reads the prompt as any model without eyes would, and answers the commonest word of the language
(`wordfreq`) that fits the length or the pattern in it. Told that a guess was wrong, it takes the next one.
A model's accuracy above this floor is what the picture gave.
"""

import functools
import hashlib
import heapq
import itertools
import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from importlib import metadata
from pathlib import Path

from gander.errors import InputError

__all__ = ["WordList", "floor_reply", "floor_version", "guesses", "has_words", "word_list", "words_version"]

_PARTS = ("wordfreq", "ftfy", "regex")
"""The word list, and what it parts and mends texts with."""

_MOST_WORDS = 150_000  # of a language, the commonest first
_MOST_TRIED = 60  # words considered for each place of a phrase
_GAP = "_"
_FOLD = str.maketrans({"ي": "ی", "ى": "ی", "ك": "ک", "ة": "ه", "أ": "ا", "إ": "ا", "ؤ": "و"})
_NUMBER = re.compile(r"\d+")


class WordList:
    """The words of a language, the commonest first, found by length or pattern.

    Args:
        words: The words, the commonest first.
    """

    def __init__(self, words: Sequence[str]) -> None:
        by_length = itertools.groupby(sorted(words, key=len), len)
        self._by_length: dict[int, list[str]] = {length: list(its) for length, its in by_length}
        self._joined: dict[int, str] = {}

    def fitting(self, pattern: str) -> Iterator[str]:
        """Words that fit a pattern such as ``g___e``, the commonest first."""
        words = self._by_length.get(len(pattern), [])
        if set(pattern) == {_GAP}:
            yield from words
            return
        # One search through one long text is many times quicker than a comparison for each word.
        if len(pattern) not in self._joined:
            self._joined[len(pattern)] = "".join(f"\n{word.translate(_FOLD)}" for word in words)
        body = "".join("[^\n]" if char == _GAP else re.escape(char) for char in pattern.translate(_FOLD))
        for found in re.finditer(f"\n{body}(?=\n|$)", self._joined[len(pattern)]):
            yield words[found.start() // (len(pattern) + 1)]


@functools.cache
def word_list(language: str, size: str = "small") -> WordList:
    """The commonest words of a language (``en``, ``fa``, ``ar``), without numbers and signs.

    Args:
        language: The language.
        size: ``small`` has the words that are used once in a million words or more, ``best`` also rarer
            ones and takes a second to load.

    Raises:
        InputError: `wordfreq` is not installed.
    """
    try:
        import wordfreq  # noqa: PLC0415
        from wordfreq.numbers import has_digit_sequence  # noqa: PLC0415
    except ImportError as error:
        raise _no_words() from error
    # Words made of letters alone: letters that combine are one character each here as in the hints.
    words: list[str] = []
    ranked = 0
    for word in wordfreq.iter_wordlist(language, size):
        letters = word.isalpha()
        # As `wordfreq.top_n_list` ranks them: digits in a row stand for all numbers like them, rankless.
        if not letters and has_digit_sequence(word):
            continue
        ranked += 1
        if letters:
            words.append(word)
        if ranked == _MOST_WORDS:
            break
    return WordList(words)


def guesses(pattern: str, language: str) -> Iterator[str]:
    """Words or phrases that fit a pattern, the likeliest first.

    For a phrase each place has its own commonest words, and the sum of their ranks orders the phrases.

    Args:
        pattern: Underscores for unknown characters; spaces separate words.
        language: ``en``, ``fa`` or ``ar``.
    """
    places = pattern.casefold().split()
    if len(places) == 1:
        yield from _fitting(places[0], language)
        return
    # Where no word fits a place, what is known of it is the best guess.
    choices = [
        list(_first(_fitting(place, language), _MOST_TRIED)) or [place.replace(_GAP, "")] for place in places
    ]
    start = (0,) * len(choices)
    seen = {start}
    heap = [(0, start)]
    while heap:
        _, ranks = heapq.heappop(heap)
        yield " ".join(choice[rank] for choice, rank in zip(choices, ranks, strict=True))
        for place, rank in enumerate(ranks):
            following = (*ranks[:place], rank + 1, *ranks[place + 1 :])
            if rank + 1 < len(choices[place]) and following not in seen:
                seen.add(following)
                heapq.heappush(heap, (sum(following), following))


def _fitting(pattern: str, language: str) -> Iterator[str]:
    """Words that fit, common ones first; rare ones are looked up when those are used up."""
    seen: set[str] = set()
    for size in ("small", "best"):
        for word in word_list(language, size).fitting(pattern):
            if word not in seen:
                seen.add(word)
                yield word


def floor_version() -> str:
    """What replies depend on besides the texts, so that they can be kept.

    Raises:
        InputError: `wordfreq` is not installed.
    """
    return words_version(Path(__file__))


def has_words() -> bool:
    """Whether there is a word list."""
    return bool(_version("wordfreq"))


def words_version(code: Path) -> str:
    """What depends on the word list depends on this: its version and its tools', Unicode's, and our code's.

    Args:
        code: The file that makes what depends on it.

    Raises:
        InputError: `wordfreq` is not installed.
    """
    if not has_words():
        raise _no_words()
    parts = ", ".join(f"{name} {_version(name)}" for name in _PARTS)
    ours = hashlib.sha256(code.read_bytes()).hexdigest()[:16]
    return f"{parts}, Unicode {unicodedata.unidata_version}, {ours}"


@functools.cache
def _version(package: str) -> str:
    """A package's version; empty if it is not installed."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def floor_reply(texts: Sequence[str]) -> str:
    """The reply to a conversation.

    Args:
        texts: The texts of the user's turns; the last one asks.

    Returns:
        A JSON object as the prompt asks for; no ``final_answer`` if nothing fits.
    """
    language = _language(texts)
    pattern = _pattern(texts[-1])
    tried = set(_tried(texts[-1]))
    found = list(_first((guess for guess in guesses(pattern, language) if guess not in tried), 3))
    reply: dict[str, object] = {"primary_clues": [], "candidates": found}
    if found:
        reply["final_answer"] = found[0]
    return json.dumps(reply, ensure_ascii=False)


def _no_words() -> InputError:
    return InputError("the hint floor needs the package wordfreq.", todo="Install it: pip install wordfreq")


def _language(texts: Sequence[str]) -> str:
    words = " ".join(texts).casefold()
    # Cross-language puzzles are answered in Persian, and their rules say so.
    if "persian" in words or "farsi" in words:
        return "fa"
    return "ar" if "arabic" in words else "en"


def _pattern(text: str) -> str:
    """The pattern in a question; made from the length if that is all there is.

    Of a question without any hint nothing is known; the commonest word of five letters is as good as any.
    """
    lines = [line.strip() for line in text.splitlines()]
    # Guesses that are quoted back may hold anything; a pattern is never in quotes.
    lines = [line for line in lines if not line.startswith("- ")]
    for line in lines:
        if _GAP in line and not re.search(r'["{}:]', line):
            return line
    for line in lines:
        if "character" in line and (number := _NUMBER.search(line)):
            return _GAP * min(int(number[0]), 200)
    # A pattern that shows everything has no gap; it is the line after the one that announces it.
    for line, following in itertools.pairwise(lines):
        if line.endswith("fit:") and following:
            return following
    return _GAP * 5


def _tried(text: str) -> Iterator[str]:
    for line in text.splitlines():
        if line.startswith('- "'):
            try:
                yield str(json.loads(line[2:]))
            except ValueError:
                continue


def _first(items: Iterator[str], most: int) -> Iterator[str]:
    for _, item in zip(range(most), items, strict=False):
        yield item
