"""Words: an utterance in words, each with what it is on one roster and map.

Speakers of a game use few different words, so each is looked up once and then known.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, TypeVar

import msgspec

from gander.quack.audit.moods import ACCOUNT_WORDS, CUE_WORDS, Mood, mood
from gander.quack.audit.names import Names
from gander.quack.audit.phrases import read_phrase

__all__ = [
    "ACCOUNT",
    "BREAK",
    "CUE",
    "HOLDS",
    "IF",
    "JOIN",
    "LISTED",
    "NUMBER",
    "OPENS",
    "OWN",
    "OWNS",
    "PLAYER",
    "PRONOUN",
    "ROOM",
    "SEEN",
    "STOP",
    "THEN",
    "THIRD",
    "TOGETHER",
    "SaidTime",
    "Vocabulary",
    "Word",
    "Words",
    "vocabulary",
]


# What a word is, as bits of one number. Some say something of its whole clause: seeing or being together,
# the speaker, somebody else; that it may not be asserted, or that another's words follow.
SEEN, OWN, PRONOUN, CUE, HOLDS = 1, 2, 4, 8, 16
# Some say what it is beside other words: it can begin a clause, it is "he" or the like, it owns what
# follows, it goes on with a list, it is "and" or the like.
OPENS, THIRD, OWNS, LISTED, THEN = 32, 64, 128, 256, 512
# And some what it is at its place. A stop ends a sentence, a break a clause, a join perhaps a clause.
PLAYER, ROOM, NUMBER, ACCOUNT, IF, JOIN, BREAK, STOP = 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072


class Word(msgspec.Struct, frozen=True, gc=False):
    """A word or mark; the same one wherever it is said.

    Attributes:
        text: It, in small letters, with plain apostrophes and without blanks.
        kind: What it is: the sum of the bits above; 0 for most.
        names: The player, room or number that it names; empty for most.
        width: How many characters it takes, with the blanks after it.
    """

    text: str
    kind: int
    names: str
    width: int


class Words(NamedTuple):
    """The words and marks of a text.

    Attributes:
        all: They, in order.
        kinds: What each is, side by side with them.
        indent: How many blanks stand before the first.
    """

    all: list[Word]
    kinds: list[int]
    indent: int

    def texts(self, start: int, end: int) -> list[str]:
        """Some of the words, without blanks."""
        return [word.text for word in self.all[start:end]]


class SaidTime(NamedTuple):
    """What there is to know of a recorded time phrase.

    Attributes:
        ticks: The ticks that it names.
        lasts: Whether it claims a duration.
        vague: The words of which a sentence has one that says such a time; None if any may.
        told: Its mood, if it names somebody's word or a condition.
    """

    ticks: frozenset[int]
    lasts: bool
    vague: frozenset[str] | None
    told: Mood | None


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Words with what follows them up to the next, so that their lengths add up to their places.
_TOKEN = re.compile(r"\w[\w']* *|\W *")
_LAST_BLANK = re.compile(r" (?! )")
_TICK = re.compile(r"t?([0-9]{1,4})")

_STOPS = frozenset(".!?\n")
_BREAKS = frozenset(";:—–") | _words("but so because which though although whereas while")
_JOINS = frozenset((",", "and", "then"))
_THEN = _words("and then also so")
_OPENING = _words("i he she they we you it that this there my the nobody everyone")
_THIRD = _words("he she they")
_PRONOUNS = _words("he she they he's she's they're him her them his their")
_OWN = _words("i i'm i've i'd me my we")
# After a name, these continue a list or a place; anything else begins what the named one did.
_LISTED = _words(", and or / & in at both together with there - ; : — –") | _STOPS
_HOLDING = _words("if says said claims claimed saying claiming admits told")
TOGETHER = _words(
    "see saw seen seeing notice noticed find found spot spotted meet met cross crossed run ran encounter"
    " encountered witness witnessed hear heard pass with together alone passed joined overlapped beside"
)
"""Words for seeing somebody and for being with somebody."""


def _sums(*kinds: tuple[int, frozenset[str]]) -> dict[str, int]:
    """By word, all that it is."""
    found: dict[str, int] = {}
    for kind, words in kinds:
        for word in words:
            found[word] = found.get(word, 0) | kind
    return found


_BESIDE = _sums((OPENS, _OPENING), (THIRD, _THIRD), (LISTED, _LISTED), (THEN, _THEN))
"""What words are beside others."""

_ALONE = {
    **dict.fromkeys(TOGETHER, SEEN),
    **dict.fromkeys(ACCOUNT_WORDS, ACCOUNT),
    # What a cue says besides.
    **_sums(
        (CUE, CUE_WORDS),
        (SEEN, CUE_WORDS & TOGETHER),
        (HOLDS, CUE_WORDS & _HOLDING),
        (OWN, CUE_WORDS & _words("i'll")),
        (IF, CUE_WORDS & _words("if")),
    ),
    **dict.fromkeys(_OWN, OWN),
    **dict.fromkeys(_PRONOUNS, PRONOUN),
    **dict.fromkeys(_JOINS, JOIN),
    **dict.fromkeys(_BREAKS, BREAK),
    **dict.fromkeys(_STOPS, STOP),
}
"""What words are that name neither player nor room nor number; the last row that has a word counts."""

# They begin a room's name on some map, and are mostly said of other things.
_NO_ROOMS = _words("the low was her and for all one any can end out off has not but you did had are were")

_CALLING = _words(
    "report reports reported reporting meeting called calls call button found find finds finding body bodies"
    " dead discovered pressed now just"
)
_VAGUE = {
    "early": _words(
        "early start started starting begin begins beginning began spawn spawned first initially initial"
        " opening outset 1 2 3"
    ),
    "late": _words("late later end ended ending final finally last"),
    "meeting": _CALLING,
    "found": _CALLING,
    "kill": _words("kill kills killed killing killer murder murdered murders window"),
}
"""By rule, the words of which a sentence has one if it says such a time."""

_SECOND_HAND = re.compile(r"according|based on|claim|\bif\b|story|account|\bsa(?:ys|id)\b|statement")

_Said = TypeVar("_Said", bound=str | None)
_Answer = TypeVar("_Answer")


class _Memory(dict[_Said, _Answer]):
    """Answers to one question, each found once. It stays small whatever is asked."""

    def __init__(self, find: Callable[[_Said], _Answer]) -> None:
        self._find = find

    def __missing__(self, said: _Said) -> _Answer:
        found = self._find(said)
        if said is None or len(said) <= 80:
            if len(self) >= 16384:
                self.clear()
            self[said] = found
        return found


class Vocabulary:
    """What words mean in games with one roster and one map.

    Args:
        players: The players' names.
        rooms: The rooms' names.

    Attributes:
        players: The players' names in small letters.
        people: By what was said, the player meant, or what was said if it is none.
        places: By what was said, the room meant, or what was said if it is none.
        times: What there is to know of time phrases.
    """

    def __init__(self, players: tuple[str, ...], rooms: tuple[str, ...]) -> None:
        names = self._names = Names(players, rooms)
        self.players = frozenset(player.casefold() for player in players)
        self.people = _Memory[str | None, str | None](lambda said: names.player(said) or said)
        self.places = _Memory[str | None, str | None](lambda said: names.room(said) or said)
        self.times = _Memory[str, SaidTime](self._time)
        self._known = _Memory[str, Word](self._word)
        # What stands between two blanks is mostly one word, and known as a whole.
        self._pieces = _Memory[str, tuple[Word, ...]](
            lambda piece: tuple(map(self._known.__getitem__, _TOKEN.findall(piece + " ")))
        )

    def player(self, word: str) -> str | None:
        """The player whom a word in small letters names."""
        return self._names.player(word) if word in self.players else None

    def words(self, text: str) -> Words:
        """A text in words."""
        lower = text.lower().replace("’", "'")
        if len(lower) != len(text):
            lower = text  # small letters of another length would shift the places
        indent = len(lower) - len(lower.lstrip(" "))
        bare = lower.strip(" ")
        if not bare:
            return Words([], [], indent)
        pieces = _LAST_BLANK.split(bare) if "  " in bare else bare.split(" ")
        found = list(chain.from_iterable(map(self._pieces.__getitem__, pieces)))
        return Words(found, [word.kind for word in found], indent)

    def _time(self, phrase: str) -> SaidTime:
        its = read_phrase(phrase)
        told = None
        if _SECOND_HAND.search(phrase):
            said = self.words(phrase)
            told = mood(said.texts(0, len(said.all)), players=self.players)
        return SaidTime(
            frozenset(tick for stretch in its.stretches for tick in (stretch.first, stretch.last)),
            its.duration != "any",
            _VAGUE.get(its.rule),
            told,
        )

    def _word(self, raw: str) -> Word:
        """A word with the blanks after it."""
        word = raw.rstrip(" ")
        kind, names = self._is(word)
        kind |= _BESIDE.get(word, 0)
        if word.startswith("i'"):
            kind |= OPENS
        if word.endswith("'s"):
            kind |= OWNS
        return Word(word, kind, names, len(raw))

    def _is(self, word: str) -> tuple[int, str]:
        """What a word is by itself, and the player, room or number that it names."""
        bare = word.partition("'")[0]
        if bare in self.players:
            return PLAYER, self._names.player(bare) or bare
        kind = _ALONE.get(word, 0)
        if kind:
            return kind, ""
        if _TICK.fullmatch(word):
            return NUMBER, word.lstrip("t")
        if bare not in _NO_ROOMS:
            room = self._names.spoken.get(bare.replace("_", " ")) or self._names.shortened(bare)
            if room is not None:
                return ROOM, room
        return 0, ""


@lru_cache(maxsize=64)
def vocabulary(players: tuple[str, ...], rooms: tuple[str, ...]) -> Vocabulary:
    """The vocabulary of games with this roster and map, the same each time."""
    return Vocabulary(players, rooms)
