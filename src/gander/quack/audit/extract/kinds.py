"""Kinds: what a piece of text is by itself, before its neighbours are asked."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from gander.quack.audit.extract.lexicon import WORDS, Word, words
from gander.quack.audit.extract.phrases import STARTS
from gander.quack.audit.names import Names

__all__ = [
    "CONTRACTED",
    "KNOWN",
    "MARK",
    "NAMED",
    "OPEN",
    "PLAIN_MARK",
    "SPECIAL",
    "UNKNOWN",
    "VERB",
    "Kinds",
    "Piece",
    "pieces",
]

_PIECE = re.compile(
    r"([^\W\d_]+(?:['’][^\W\d_]+)*|\d+|(?=[-=–—~>→➔➜➡⟶⇒])[-=–—~]{0,4}[>→➔➜➡⟶⇒]"
    r"|[.!?…]+(?:[\"”](?=\s|$))?|\n+|[,;:()\[\]\"“”/—–&+]|-+)"
)
pieces = _PIECE.split
"""Cuts a text into what lies between its words and marks, and them, by turns."""
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
_SHORTEST = 3
_REMEMBERED = 20_000
_JOINED = words("room one way person player time moment")
"""Words whose neighbours tell what they are: "that room", "no one", "way earlier", "a single person"."""

UNKNOWN, KNOWN, VERB, NAMED, PLAIN_MARK, MARK, SPECIAL, CONTRACTED, OPEN = range(9)
"""What a piece is: an unknown word, one of the lexicon, a verb of it, a name or room of one word, a mark that
is always the same, one that is not, a word that a longer name, a room, task or phrase can begin with, a
contraction, or a word whose neighbours tell."""


class Piece(NamedTuple):
    """What a piece of text is by itself.

    Attributes:
        kind: One of the above.
        word: It, in small letters.
        head: It up to an apostrophe; the very same if it has none.
        entry: What the lexicon, or the game's names, or a mark's meaning say.
        length: How many of its characters belong to a name or room.
    """

    kind: int
    word: str
    head: str
    entry: Word | None
    length: int = 0


class Kinds:
    """Tells pieces of text of one game apart.

    Args:
        names: The game's names.
        tasks: The names of the map's tasks.

    Attributes:
        people: For a name's first word, a pattern for all names that begin with it, the longest first.
        rooms: The same for rooms.
        tasks: The same for tasks.
        seen: The pieces known so far.
    """

    def __init__(self, names: Names, tasks: tuple[str, ...]) -> None:
        self.seen: dict[str, Piece] = {}
        self.people = _by_first(names.players)
        self.rooms = _by_first(names.spoken, joined=True)
        self.tasks = _by_first(tasks, joined=True)
        self._names = names
        self._special = STARTS | self.people.keys() | self.rooms.keys() | self.tasks.keys()
        self._alone = {player.casefold(): player for player in names.players}
        self._stems = frozenset(said[:_SHORTEST] for said in names.spoken)
        self._firsts = [_first(name) for name in (*names.players, *names.spoken)]

    def of(self, raw: str) -> Piece:
        """What a piece of text is, as far as it alone tells; kept for the next time."""
        word = head = raw.lower()
        if not word[0].isalpha():
            entry = _ARROW if raw[-1] in _ARROW_ENDS else _MARKS.get(raw)
            found = Piece(PLAIN_MARK if entry else MARK, "/" if entry is _ARROW else raw, word, entry)
        else:
            if "'" in word or "’" in word:
                head = word.replace("’", "'").partition("'")[0]
            entry = WORDS.get(word) if head is word else None
            named = self._named(raw, word, head)
            if named is not None:
                found = named
            else:
                kind = SPECIAL if head in self._special else self.plain(word, head, entry)
                found = Piece(kind, word, head, entry)
        if len(self.seen) < _REMEMBERED:  # whatever is said, memory stays small
            self.seen[raw] = found
        return found

    def plain(self, word: str, head: str, entry: Word | None) -> int:
        """What a word is where no name, room, task or phrase begins with it."""
        if head is not word:
            return CONTRACTED
        if word in _JOINED:
            return OPEN
        if entry is not None:
            return VERB if entry.kind == "verb" else KNOWN
        return OPEN if word[:_SHORTEST] in self._stems else UNKNOWN

    def _named(self, raw: str, word: str, head: str) -> Piece | None:
        """A name or room of one word, which no other begins with and which is nothing else."""
        if head in STARTS or head in self.tasks or self._firsts.count(head) != 1:
            return None
        player = self._alone.get(head)
        if player is not None:
            if (head in WORDS and raw[: len(head)] != player) or head.endswith("s"):
                return None
            owns = word[len(head) + 1 :].startswith("s")
            form = "'s" if owns else ""
            return Piece(NAMED, word, head, Word("name", player, form), len(head) + 2 * owns)
        room = self._names.spoken.get(head)
        return None if room is None else Piece(NAMED, word, head, Word("room", room), len(head))


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
