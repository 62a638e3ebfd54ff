"""The lexer: an utterance as sentences of tokens, with names, rooms and time phrases recognised."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from gander.quack.audit.extract.lexicon import CONTRACTIONS, WORDS, Word, words
from gander.quack.audit.extract.phrases import STARTS, time_phrase
from gander.quack.audit.extract.tokens import Token
from gander.quack.audit.names import Names

__all__ = ["Lexer", "lexer_for"]

_WORD = re.compile(
    r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+|[-=–—~]{0,4}[>→➔➜➡⟶⇒]|[.!?…]+(?:[\"”](?=\s|$))?|\n+"
    r"|[,;:()\[\]\"“”/]|—|–|-+|[&+]"
)
_OTHER = Word("x", "")
_ARROW_ENDS = frozenset(">→➔➜➡⟶⇒")
_MARKS = {
    "[": "(",
    "]": ")",
    "“": '"',
    "”": '"',
    "—": "-",
    "–": "-",
    **{mark: mark for mark in ',;:()"/'},
}
_DETERMINERS = words("the a an this that my his your their our its no any another each whose one") | {"'s"}
_OWN_NOUNS = words("claim report alibi story vote call kill sighting place plan loop cut trust")
_SIDE = words("side area half part wing portion")
_UNLIKELY = words(
    "upper lower main north south east west front back left right inner outer store port star sec med cold"
    " hot old new town post dry fish low high eng secure mid nav elec stor ware work out off over house"
)
"""Beginnings of room names that are words of their own: rooms only where a room is expected."""
_EXPECTING = words(
    "in into to from through via at toward towards started reached entered went left the near around inside"
    " then up down over and / , ( :"
)
_SHORTEST = 3
_SPAN = re.compile(r"\d{1,4}\s*[-–—]\s*\d{1,4}(?![\d:%])")
_BEFORE_SPAN = frozenset(("room", "("))
"""After what two numbers with a dash are ticks: "in medbay 12-13"."""
_AS_ADVERB = words("back earlier later more too before after over out down up off across around past longer")
_REMEMBERED = 20_000
_JOINED = frozenset(("room", "one"))
"""Words that make something of the word before: "that room", "no one"."""
_MARK, _SPECIAL, _CONTRACTED, _KNOWN, _OPEN, _UNKNOWN = range(6)


class _Sorted(NamedTuple):
    """What a piece of text is by itself.

    Attributes:
        sort: A mark, a word that a name, room or phrase can begin with, a contraction, a word that the
            lexicon knows, one whose neighbours tell, or an unknown one.
        word: It, in small letters.
        head: It up to an apostrophe; the very same if it has none.
        entry: What the lexicon says.
    """

    sort: int
    word: str
    head: str
    entry: Word | None


class Lexer:
    """Makes tokens out of utterances of one game.

    Args:
        names: The game's names.
        tasks: The names of the map's tasks.
    """

    def __init__(self, names: Names, tasks: tuple[str, ...]) -> None:
        self._names = names
        self._players = {player.casefold(): player for player in names.players}
        self._people = _by_first(names.players)
        self._rooms = _by_first(names.spoken, joined=True)
        self._tasks = _by_first(tasks, joined=True)
        self._special = STARTS | self._people.keys() | self._rooms.keys() | self._tasks.keys()
        self._seen: dict[str, _Sorted] = {}
        self._stems = frozenset(said[:_SHORTEST] for said in names.spoken)

    def sentences(self, text: str) -> list[list[Token]]:
        """The sentences of an utterance; each ends with its mark, if it has one."""
        sentences: list[list[Token]] = []
        sentence: list[Token] = []
        done = 0
        before = further = ""  # the words before, the further one only across a word that nobody knows
        seen = self._seen
        for match in _WORD.finditer(text):
            start = match.start()
            if start < done:
                continue
            raw = match[0]
            sort, word, head, entry = seen.get(raw) or self._sort(raw)
            if sort == _MARK:
                if raw.isdigit() and sentence and sentence[-1].kind in _BEFORE_SPAN:
                    span = _SPAN.match(text, start)
                    if span is not None:
                        sentence.append(Token("time", span[0], "", raw, start, span.end()))
                        done, before = span.end(), raw
                        continue
                if self._mark(text, sentence, raw, start, match.end()) and sentence:
                    sentences.append(sentence)
                    sentence = []
                before = raw if raw[-1] not in _ARROW_ENDS else "/"
                continue
            if sort == _SPECIAL:
                token = self._phrase(text, word, head, start)
                if token is not None:
                    sentence.append(token)
                    done = token.end
                    before = token.form or head
                    continue
                sort = self._plain_sort(word, head, entry)
            end = match.end()
            if sort == _UNKNOWN:
                sentence.append(Token("x", "", "", word, start, end))
                further, before = before, word
                continue
            if entry is not None:
                kind, value, form = entry
                if word == "way" and _word_after(text, end) in _AS_ADVERB:
                    kind, value = "x", ""  # "way earlier"
                if kind == "verb" and (
                    (before in _DETERMINERS and not (before == "that" and word.endswith("s")))
                    or (before == "her" and word in _OWN_NOUNS)
                    or (form == "b" and further in _DETERMINERS and sentence and sentence[-1].kind == "x")
                ):
                    kind, value, form = _as_noun(word, value, form)
                sentence.append(Token(kind, value, form, word, start, end))
            elif sort == _CONTRACTED:
                _contracted(sentence, word.replace("’", "'"), start, end)
            elif word == "room" and before in ("that", "same"):
                sentence.append(Token("there", "there", "", word, start, end))
            elif word == "one" and before == "no":
                sentence[-1] = Token("some", "", "", "nobody", sentence[-1].start, end)
            else:
                room = self._shortened(text, raw, word, before, end)
                sentence.append(Token("room" if room else "x", room or "", "", word, start, end))
                further, before = before, word
                continue
            further, before = "", word
        if sentence:
            sentences.append(sentence)
        return sentences

    def _sort(self, raw: str) -> _Sorted:
        """What a piece of text is, as far as it alone tells; kept for the next time."""
        word = head = raw.lower()
        if not word[0].isalpha():
            found = _Sorted(_MARK, word, word, None)
        else:
            if "'" in word or "’" in word:
                head = word.replace("’", "'").partition("'")[0]
            entry = WORDS.get(word) if head is word else None
            sort = _SPECIAL if head in self._special else self._plain_sort(word, head, entry)
            found = _Sorted(sort, word, head, entry)
        if len(self._seen) < _REMEMBERED:  # whatever is said, memory stays small
            self._seen[raw] = found
        return found

    def _plain_sort(self, word: str, head: str, entry: Word | None) -> int:
        if head is not word:
            return _CONTRACTED
        if entry is not None:
            return _KNOWN
        return _OPEN if word in _JOINED or word[:_SHORTEST] in self._stems else _UNKNOWN

    def _phrase(self, text: str, word: str, head: str, start: int) -> Token | None:
        """The time phrase, player, room or task that begins at a word."""
        if word in STARTS:
            end = time_phrase(text, start, word)
            if end is not None:
                return Token("time", text[start:end], "", word, start, end)
        if head in self._people:
            named = self._people[head].match(text, start)
            # "Will" is a player, "will" is a verb.
            if named is not None and (named[0] in self._names.players or head not in WORDS):
                player, end = self._players[named[0].casefold()], named.end()
                mark, letter = text[end : end + 1], text[end + 1 : end + 2].lower()
                if mark and mark in "'’" and (letter == "s" or player.endswith("s")):
                    return Token("name", player, "'s", head, start, end + 1 + (letter == "s"))
                return Token("name", player, "", head, start, end)
        if head in self._rooms:
            named = self._rooms[head].match(text, start)
            room = self._names.room(named[0]) if named is not None else None
            if named is not None and room is not None:
                return Token("room", room, "", head, start, named.end())
        if head in self._tasks:
            named = self._tasks[head].match(text, start)
            if named is not None:
                return Token("task", "", "", head, start, named.end())
        return None

    def _shortened(self, text: str, raw: str, word: str, before: str, end: int) -> str | None:
        """The room meant by the beginning of its name; None if the word is rather one of its own."""
        room = self._names.shortened(word)
        if room is None:
            return None
        if text[end : end + 1] in ("-", "'", "’") and text[end + 1 : end + 2].isalpha():
            return None
        if word in _UNLIKELY or len(word) * 2 < len(room):
            titled = raw[0].isupper() and before not in ("", ".")
            if not titled and before not in _EXPECTING:
                return None
        if word in _UNLIKELY and _word_after(text, end) in _SIDE:
            return None
        return room

    @staticmethod
    def _mark(text: str, sentence: list[Token], raw: str, start: int, end: int) -> bool:
        """Take down what is no word; True if it ends the sentence."""
        first, last = raw[0], raw[-1]
        if first in ".!?…" and last in '"”':
            # The mark that ends a quoted sentence belongs to it.
            sentence.append(Token('"', "", "", last, end - 1, end))
            raw, end = raw[:-1], end - 1
        kind, value = _MARKS.get(raw, ""), ""
        ends = False
        if last in _ARROW_ENDS:
            kind = "arrow"
        elif first in ".!?…":
            if raw == "." and text[end : end + 1].isalnum():
                return False
            trails = raw == "…" or (len(raw) > 1 and "?" not in raw and "!" not in raw)
            kind = "-" if trails else "?" if "?" in raw else "."
            ends = not trails
        elif first == "\n":
            kind, ends = "\n", True
            if not sentence:
                return False
        elif first == "-":
            if len(raw) > 1 or (sentence and text[start - 1 : start] == " "):
                kind = "-"
        elif raw.isdigit():
            kind, value = "number", raw
        elif raw in "&+":
            kind, value = "conj", "and"
        if kind:
            sentence.append(Token(kind, value, "", raw, start, end))
        return ends


def _word_after(text: str, end: int) -> str:
    following = _WORD.match(text, end + 1)
    return following[0].lower() if following is not None else ""


def _as_noun(word: str, value: str, form: str) -> tuple[str, str, str]:
    """What a verb is after an article or possessive: "his claim", "the report"; "her leaving" stays one."""
    if form == "i":
        return "verb", value, form
    spoken = value in ("say", "confirm") and not word.endswith("ed")
    return "story" if spoken else "x", "noun", ""


def _contracted(sentence: list[Token], word: str, start: int, end: int) -> None:
    """Take down a contraction: "didn't", "I'm", "she's"."""
    base, _, rest = word.partition("'")
    negated = rest == "t" and base.endswith("n")
    if negated:
        base = {"ca": "can", "wo": "will", "sha": "shall"}.get(base[:-1], base[:-1])
    entry = WORDS.get(base, _OTHER)
    sentence.append(Token(entry.kind, entry.value, entry.form, base, start, end))
    if negated:
        sentence.append(Token("neg", "", "", "not", start, end))
    elif not (rest == "s" and entry.kind == "x" and base != "it"):  # "somebody's" owns
        for part in CONTRACTIONS.get(rest.partition("'")[0], ()):
            helper = WORDS[part]
            sentence.append(Token(helper.kind, helper.value, helper.form, part, start, end))


def _by_first(names: Iterable[str], joined: bool = False) -> dict[str, re.Pattern[str]]:
    """For each name's first word, a pattern for all names that begin with it, the longest first."""
    groups: dict[str, list[str]] = {}
    for name in names:
        first = _WORD.match(name)
        if first is not None and first[0][0].isalpha():
            groups.setdefault(first[0].casefold(), []).append(name)
    patterns: dict[str, re.Pattern[str]] = {}
    for word, group in groups.items():
        escaped = [re.escape(name) for name in sorted(group, key=lambda name: (-len(name), name))]
        if joined:
            escaped = [re.sub(r"\\?[ _\-]", r"[\\s_\\-‐‑]*", name) for name in escaped]
        patterns[word] = re.compile(rf"(?:{'|'.join(escaped)})(?![^\W_])", re.IGNORECASE)
    return patterns


@lru_cache(maxsize=64)
def lexer_for(players: tuple[str, ...], rooms: tuple[str, ...], tasks: tuple[str, ...]) -> Lexer:
    """The lexer of a roster and map; built once."""
    return Lexer(Names(players, rooms), tasks)
