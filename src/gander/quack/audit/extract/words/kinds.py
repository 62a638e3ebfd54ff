"""Kinds: what a piece of text is by itself, before its neighbours are asked."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from gander.quack.audit.extract.words.lexicon import CONTRACTIONS, WORDS, Word, words
from gander.quack.audit.extract.words.phrases import STARTS
from gander.quack.audit.names import Names

__all__ = [
    "CONTRACTED",
    "ENDING",
    "FIXED",
    "MARK",
    "NAMED",
    "OPEN",
    "SPECIAL",
    "STARTING",
    "VERB",
    "Kinds",
    "Piece",
    "Stretch",
    "contracted",
]

_PIECE = re.compile(
    r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+|(?=[-=–—~>→➔➜➡⟶⇒])[-=–—~]{0,4}[>→➔➜➡⟶⇒]"
    r"|[.!?…]+(?:[\"”](?=\s|$))?|\n+|[,;:()\[\]\"“”/—–&+]|-+"
)
"""A word or mark. None has a space in it, nor asks for what follows a space."""
_ARROW_ENDS = frozenset(">→➔➜➡⟶⇒")
_MARKS = {
    "[": Word("(", ""),
    "]": Word(")", ""),
    "“": Word('"', ""),
    "”": Word('"', ""),
    "—": Word("-", ""),
    "–": Word("-", ""),
    "&": Word("conj", "and"),
    "+": Word("conj", "and"),
    **{mark: Word(mark, "") for mark in ',;:()"/'},
}
_ARROW = Word("arrow", "")
_OTHER = Word("x", "")
_SHORTEST = 3
_REMEMBERED = 20_000
_LONGEST = 40  # characters
_JOINED = words("room one way person player time moment longer")
"""Words whose neighbours tell what they are: "that room", "no one", "no longer", "a single person"."""

FIXED, STARTING, VERB, NAMED, MARK, ENDING, SPECIAL, CONTRACTED, OPEN = range(9)
"""What a piece is: a word, name, room or mark that is always the same; one that is so unless a time phrase
begins with it; a verb; a name or room that ends before its piece does; a mark that is not always the same;
one that ends a sentence or trails off; another word that a longer name, a room, task or phrase can begin
with; a contraction; or a word whose neighbours tell."""
Piece: TypeAlias = tuple[int, str, str, str, str, str]
"""What a piece of text is by itself: one of the above; its token's kind, value, form and word, as far as that
is settled; and what the next word has before it, or for a word of `SPECIAL` the part before an apostrophe."""
Stretch: TypeAlias = tuple[tuple[int, int, Piece], ...]
"""The pieces of a stretch of text without spaces, each with where in it it begins and ends."""


class Kinds:
    """Tells pieces of text of one game apart.

    Args:
        names: The game's names.
        tasks: The names of the map's tasks.

    Attributes:
        people: For a name's first word, a pattern for all names that begin with it, the longest first.
        rooms: The same for rooms.
        tasks: The same for tasks.
        begins: The first words of all these.
        seen: The stretches known so far.
    """

    def __init__(self, names: Names, tasks: tuple[str, ...]) -> None:
        self.seen: dict[str, Stretch] = {}
        self.people = _by_first(names.players)
        self.rooms = _by_first(names.spoken, joined=True)
        self.tasks = _by_first(tasks, joined=True)
        self._names = names
        self.begins = frozenset((*self.people, *self.rooms, *self.tasks))
        self._pieces: dict[str, Piece] = {}
        self._plain: dict[str, Piece] = {}
        self._special = STARTS | self.begins
        self._alone = {player.casefold(): player for player in names.players}
        self._stems = frozenset(said[:_SHORTEST] for said in names.spoken)
        self._firsts = [_first(name) for name in (*names.players, *names.spoken)]

    def of(self, stretch: str) -> Stretch:
        """What a stretch of text without spaces consists of; kept for the next time."""
        found = tuple((*one.span(), self._of(one[0])) for one in _PIECE.finditer(stretch))
        # Whatever is said, memory stays small.
        if len(stretch) <= _LONGEST and len(self.seen) < _REMEMBERED:
            self.seen[stretch] = found
        return found

    def _of(self, raw: str) -> Piece:
        """What a piece of text is, as far as it alone tells; kept, as it stands in other stretches, too."""
        known = self._pieces.get(raw)
        if known is not None:
            return known
        found = _mark(raw)
        if found is None:
            word, head = _word(raw)
            found = self._named(raw, word, head)
            if found is None and head in self._special:
                found = self.plain(raw)
                if head in self.begins or head != word or found[0] != FIXED:
                    found = SPECIAL, "", "", "", word, head
                else:
                    found = STARTING, *found[1:]
            elif found is None:
                found = self.plain(raw)
        if len(raw) <= _LONGEST and len(self._pieces) < _REMEMBERED:
            self._pieces[raw] = found
        return found

    def plain(self, raw: str) -> Piece:
        """What a word is where no name, room, task or phrase begins with it; kept, too."""
        found = self._plain.get(raw)
        if found is None:
            word, head = _word(raw)
            entry = WORDS.get(word)
            if head != word:
                found = CONTRACTED, "", "", "", word, word
            elif word in _JOINED or (entry is None and word[:_SHORTEST] in self._stems):
                found = OPEN, "", "", "", word, word
            else:
                kind, value, form = entry or _OTHER
                found = VERB if kind == "verb" else FIXED, kind, value, form, word, word
            if len(self._plain) < _REMEMBERED:
                self._plain[raw] = found
        return found

    def _named(self, raw: str, word: str, head: str) -> Piece | None:
        """A name or room of one word, which no other begins with and which is nothing else."""
        if head in STARTS or head in self.tasks or self._firsts.count(head) != 1:
            return None
        player = self._alone.get(head)
        if player is not None:
            if (head in WORDS and raw[: len(head)] != player) or head.endswith("s"):
                return None
            form = "'s" if word[len(head) + 1 :].startswith("s") else ""
            whole = len(head) + len(form) == len(raw)
            return FIXED if whole else NAMED, "name", player, form, head, form or head
        room = self._names.spoken.get(head)
        if room is None:
            return None
        return FIXED if len(head) == len(raw) else NAMED, "room", room, "", head, head


@lru_cache(maxsize=4096)
def contracted(word: str) -> tuple[tuple[str, Word], ...]:
    """The words of a contraction: "didn't", "I'm", "she's"."""
    base, _, rest = word.replace("’", "'").partition("'")
    negated = rest == "t" and base.endswith("n")
    if negated:
        base = {"ca": "can", "wo": "will", "sha": "shall"}.get(base[:-1], base[:-1])
    entry = WORDS.get(base, _OTHER)
    if negated:
        return (base, entry), ("not", Word("neg", ""))
    if rest == "s" and entry.kind == "x" and base != "it":  # "somebody's" owns
        return ((base, entry),)
    parts = CONTRACTIONS.get(rest.partition("'")[0], ())
    return ((base, entry), *((part, WORDS[part]) for part in parts))


def _word(raw: str) -> tuple[str, str]:
    """A word in small letters, and what of it stands before an apostrophe."""
    word = raw.lower()
    return word, word.replace("’", "'").partition("'")[0]


def _mark(raw: str) -> Piece | None:
    """What a mark is; None for a word."""
    if raw.lower()[0].isalpha():
        return None
    entry = _ARROW if raw[-1] in _ARROW_ENDS else _MARKS.get(raw)
    if entry is not None:
        return FIXED, *entry, raw, "/" if entry is _ARROW else raw
    if raw[0] not in ".!?…" or raw[-1] in '"”':
        return MARK, "", "", "", raw, raw
    trails = raw == "…" or (len(raw) > 1 and "?" not in raw and "!" not in raw)
    return ENDING, "-" if trails else "?" if "?" in raw else ".", "", "", raw, raw


def _first(name: str) -> str:
    found = _PIECE.match(name)
    return found[0].casefold() if found is not None else ""


def _by_first(names: Iterable[str], joined: bool = False) -> dict[str, re.Pattern[str]]:
    groups: dict[str, list[str]] = {}
    for name in names:
        first = _first(name)
        if first and first[0].isalpha():
            groups.setdefault(first, []).append(name)
    patterns: dict[str, re.Pattern[str]] = {}
    for word, group in groups.items():
        escaped = [re.escape(name) for name in sorted(group, key=lambda name: (-len(name), name))]
        if joined:
            escaped = [re.sub(r"\\?[ _\-]", r"[\\s_\\-‐‑]*", name) for name in escaped]
        patterns[word] = re.compile(rf"(?:{'|'.join(escaped)})(?![^\W_])", re.IGNORECASE)
    return patterns
