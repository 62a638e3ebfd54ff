"""The lexer: an utterance as sentences of tokens, with names, rooms and time phrases recognised."""

import re
from functools import lru_cache

from gander.quack.audit.extract.lexicon import CONTRACTIONS, WORDS, Word, words
from gander.quack.audit.extract.phrases import STARTS, time_phrase
from gander.quack.audit.names import Names

__all__ = ["Lexer", "Token", "lexer_for"]

_WORD = re.compile(
    r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+|[-=–—~]*[>→➔➜➡⟶⇒]|[.!?…]+|\n+|[,;:()\[\]\"“”/]|—|–|-+|[&+]"
)
_ARROW_ENDS = ">→➔➜➡⟶⇒"
_OTHER = Word("x", "")
_NAME = Word("name", "")
_BE = Word("verb", "be", "f")
_DETERMINERS = words("the a an this that my his your their our its no any another each whose one")
_OWN_NOUNS = words("claim report alibi story vote call kill sighting place plan loop cut trust")
_SIDE = words("side area half part wing portion")
_UNLIKELY = words(
    "upper lower main north south east west front back left right inner outer store port star "
    "sec med cold hot old new town post dry fish low high eng secure mid nav elec stor ware "
    "work out off over house"
)
"""Beginnings of room names that are words of their own: rooms only where a room is expected."""
_LEADS = words(
    "in into to from through via at toward towards started reached entered left the near "
    "around inside then up down over and"
)
_PUNCTUATION = {
    ",": ",",
    ";": ";",
    ":": ":",
    "(": "(",
    "[": "(",
    ")": ")",
    "]": ")",
    '"': '"',
    "“": '"',
    "”": '"',
    "/": "/",
    "—": "-",
    "–": "-",
}


class Token:
    """A word or more of an utterance.

    Attributes:
        kind: Its class: ``name``, ``room``, ``time``, ``arrow``, a punctuation mark, or a class of the
            lexicon; ``x`` for any other word.
        value: What it stands for: a player, a room, what the lexicon says.
        form: A verb's form; ``'s`` for a possessive name.
        word: The word in small letters.
        start: First character.
        end: First character after it.
        items: For a grouped token, what it groups: players, or (room, link) pairs.
    """

    __slots__ = ("end", "form", "items", "kind", "start", "value", "word")

    def __init__(self, kind: str, value: str, form: str, word: str, start: int, end: int) -> None:
        self.kind = kind
        self.value = value
        self.form = form
        self.word = word
        self.start = start
        self.end = end
        self.items: list[str] | None = None

    def __repr__(self) -> str:
        return f"{self.kind}:{self.items or self.value or self.word}{self.form}"


class Lexer:
    """Makes tokens out of utterances of one game.

    Args:
        names: The game's names.
        tasks: The names of the map's tasks.
    """

    def __init__(self, names: Names, tasks: tuple[str, ...]) -> None:
        self._names = names
        self._firsts: dict[str, re.Pattern[str]] = {}
        self._people: dict[str, str] = {}
        starts: dict[str, list[str]] = {}
        for player in names.players:
            first = _WORD.match(player)
            if first is not None:
                starts.setdefault(first[0].casefold(), []).append(player)
        for first_word, players in starts.items():
            self._firsts[first_word] = _alternatives(players)
        self._players = {player.casefold(): player for player in names.players}
        rooms: dict[str, list[str]] = {}
        for said in names.spoken:
            first = _WORD.match(said)
            if first is not None:
                rooms.setdefault(first[0].casefold(), []).append(said)
        self._rooms = {word: _alternatives(said, joined=True) for word, said in rooms.items()}
        self._tasks: dict[str, re.Pattern[str]] = {}
        by_first: dict[str, list[str]] = {}
        for task in tasks:
            first = _WORD.match(task)
            if first is not None:
                by_first.setdefault(first[0].casefold(), []).append(task)
        self._tasks = {word: _alternatives(said, joined=True) for word, said in by_first.items()}

    def sentences(self, text: str) -> list[list[Token]]:
        """The sentences of an utterance; each ends with its mark, if it has one."""
        sentences: list[list[Token]] = []
        sentence: list[Token] = []
        add = sentence.append
        done = 0
        known, firsts, rooms, tasks = WORDS, self._firsts, self._rooms, self._tasks
        before = ""
        for match in _WORD.finditer(text):
            start = match.start()
            if start < done:
                continue
            raw = match[0]
            word = raw.lower()
            if word in STARTS:
                end = time_phrase(text, start)
                if end is not None:
                    add(Token("time", text[start:end], "", word, start, end))
                    done, before = end, word
                    continue
            head = word.partition("'")[0].partition("’")[0]
            if head in firsts:
                named = firsts[head].match(text, start)
                if named is not None and (named[0] in self._names.players or head not in known):
                    done = named.end()
                    player = self._players[named[0].casefold()]
                    token = Token("name", player, "", head, start, done)
                    add(token)
                    tail = text[done : done + 2]
                    if tail[:1] in ("'", "’") and (tail[1:].lower() == "s" or player.endswith("s")):
                        done += 2 if tail[1:].lower() == "s" else 1
                        token.form = "'s"
                    before = "'s" if token.form else head
                    continue
            if head in rooms:
                named = rooms[head].match(text, start)
                if named is not None:
                    room = self._names.room(named[0])
                    if room is not None:
                        done = named.end()
                        add(Token("room", room, "", named[0].lower(), start, done))
                        before = head
                        continue
            if head in tasks:
                named = tasks[head].match(text, start)
                if named is not None:
                    done = named.end()
                    add(Token("task", "", "", head, start, done))
                    before = head
                    continue
            entry = known.get(word)
            if entry is not None:
                if entry.kind == "verb" and (
                    before in _DETERMINERS or before == "'s" or (before == "her" and word in _OWN_NOUNS)
                ):
                    kind = "story" if entry.value in ("say", "confirm") else "x"
                    if entry.form == "i":
                        add(Token("verb", entry.value, "i", word, start, match.end()))
                    else:
                        add(Token(kind, "noun", "", word, start, match.end()))
                else:
                    add(Token(entry.kind, entry.value, entry.form, word, start, match.end()))
                before = word
                continue
            if word[0].isalpha():
                if "'" in raw or "’" in raw:
                    self._contracted(sentence, word.replace("’", "'"), start, match.end())
                else:
                    room = self._shortened(text, raw, word, before, match.end())
                    if room is not None:
                        add(Token("room", room, "", word, start, match.end()))
                    else:
                        add(Token("x", "", "", word, start, match.end()))
                before = word
                continue
            if raw[-1] in _ARROW_ENDS:
                add(Token("arrow", "", "", word, start, match.end()))
            elif raw[0] in ".!?…":
                if raw[0] == "." and not _ends(text, match.end()):
                    continue
                if raw == "…" or (raw[:2] == ".." and "?" not in raw):
                    add(Token("-", "", "", raw, start, match.end()))
                    continue
                add(Token("?" if "?" in raw else ".", "", "", raw, start, match.end()))
                sentences.append(sentence)
                sentence = []
                add = sentence.append
            elif raw[0] == "\n":
                if sentence:
                    add(Token("\n", "", "", raw, start, match.end()))
                    sentences.append(sentence)
                    sentence = []
                    add = sentence.append
            elif raw[0] == "-":
                if len(raw) > 1 or (sentence and text[start - 1 : start] == " "):
                    add(Token("-", "", "", raw, start, match.end()))
                elif sentence and text[match.end() : match.end() + 1].isalpha():
                    add(Token("hyphen", "", "", raw, start, match.end()))
            elif raw in _PUNCTUATION:
                add(Token(_PUNCTUATION[raw], "", "", raw, start, match.end()))
            elif raw.isdigit():
                add(Token("number", raw, "", raw, start, match.end()))
            elif raw in "&+":
                add(Token("conj", "and", "", raw, start, match.end()))
            before = raw
        if sentence:
            sentences.append(sentence)
        return sentences

    def _contracted(self, sentence: list[Token], word: str, start: int, end: int) -> None:
        base, _, rest = word.partition("'")
        if rest == "t" and base.endswith("n"):
            base = {"ca": "can", "wo": "will", "sha": "shall"}.get(base[:-1], base[:-1])
            entry = WORDS.get(base, _OTHER)
            sentence.append(Token(entry.kind, entry.value, entry.form, base, start, end))
            sentence.append(Token("neg", "", "", "not", start, end))
            return
        entry = WORDS.get(base, _OTHER)
        sentence.append(Token(entry.kind, entry.value, entry.form, base, start, end))
        for part in CONTRACTIONS.get(rest.partition("'")[0], ()):
            if rest == "s" and entry.kind == "x":
                return  # somebody else's
            entry = WORDS[part]
            sentence.append(Token(entry.kind, entry.value, entry.form, part, start, end))

    def _shortened(self, text: str, raw: str, word: str, before: str, end: int) -> str | None:
        room = self._names.shortened(word)
        if room is None:
            return None
        after = text[end : end + 1]
        if after in ("-", "'", "’") and text[end + 1 : end + 2].isalpha():
            return None
        if word in _UNLIKELY or len(word) * 2 < len(room):
            expected = before in _LEADS or before in "/,(" or before[-1:] in _ARROW_ENDS
            if not expected and not (raw[0].isupper() and before not in ("", ".")):
                return None
        if word in _UNLIKELY:
            following = _WORD.match(text, end + 1)
            if following is not None and following[0].isalpha() and following[0].lower() in _SIDE:
                return None
        return room


def _alternatives(said: list[str], joined: bool = False) -> re.Pattern[str]:
    longest_first = sorted(said, key=lambda one: (-len(one), one))
    escaped = [re.escape(one) for one in longest_first]
    if joined:
        escaped = [re.sub(r"\\?[ _\-]", r"[\\s_\\-‐‑]*", one) for one in escaped]
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(escaped)})(?![^\W_])", re.IGNORECASE)


def _ends(text: str, end: int) -> bool:
    following = text[end : end + 1]
    return not following or not following.isalnum()


@lru_cache(maxsize=64)
def lexer_for(players: tuple[str, ...], rooms: tuple[str, ...], tasks: tuple[str, ...]) -> Lexer:
    """The lexer of a roster and map; built once."""
    return Lexer(Names(players, rooms), tasks)
