"""Clauses: an utterance cut at marks and conjunctions, and which parts name or say what.

Which clauses name a room, tell of seeing and so on is kept as a number for each, bit by bit: the lowest
bit stands for the first clause. Several conditions at once are then one `&`.
"""

from collections.abc import Mapping, Sequence
from itertools import compress, count

import msgspec

from gander.quack.audit.anchor.words import (
    ACCOUNT,
    BREAK,
    CUE,
    HOLDS,
    IF,
    JOIN,
    LISTED,
    NUMBER,
    OPENS,
    OWN,
    OWNS,
    PLAYER,
    PRONOUN,
    ROOM,
    SEEN,
    STOP,
    THEN,
    THIRD,
    Word,
    Words,
)

__all__ = ["Clause", "Clauses"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ASKING = _words(
    "did were was where who can could why how what is are do does would have has when any anyone"
)


class Clause(msgspec.Struct, frozen=True, gc=False):
    """A clause: a range of words, and what they name.

    Attributes:
        start: Its first word.
        end: The word after its last.
        players: The last place of each player named.
        rooms: The first place of each room named.
        number: Its number among the clauses that name anybody or any room.
    """

    start: int
    end: int
    players: dict[str, int]
    rooms: dict[str, int]
    number: int


class Clauses:
    """The clauses of an utterance that name a player or a room.

    Args:
        words: The words of the utterance.

    Attributes:
        all: They, in order.
        rooms: Which of them name a room, by room; like all that follow as bits.
        players: Which name a player.
        ticks: Which name a number.
        numbered: Which name any number.
        own: In which the speaker speaks of itself.
        seen: Which tell of seeing or of being together.
        pronoun: Which have a pronoun of the third person.
        cued: Which have a word that may make them not asserted.
        asked: Which are part of a question.
        conditional: Which begin with "if" or go on with one that does.
        continued: Which go on so.
    """

    def __init__(self, words: Words) -> None:
        self.all: list[Clause] = []
        self.rooms: dict[str, int] = {}
        self.players: dict[str, int] = {}
        self.ticks: dict[int, int] = {}
        self.numbered = self.own = self.seen = self.pronoun = self.cued = 0
        self.asked = self.conditional = self.continued = 0
        self._words = words
        self._cut(words.kinds, words.all)

    def _cut(self, kinds: Sequence[int], words: Sequence[Word]) -> None:
        players: dict[str, int] = {}
        rooms: dict[str, int] = {}
        ticks: list[int] = []
        start = flags = 0
        first = 0  # of the sentence's clauses
        after_if = False  # it follows a part that begins with "if" and names nothing
        # Most words are nothing.
        for place, kind in zip(compress(count(), kinds), filter(None, kinds), strict=True):
            if kind < PLAYER:
                flags |= kind
            elif kind & ROOM:
                rooms.setdefault(words[place].names, place)
            elif kind & PLAYER:
                players[words[place].names] = place
            elif kind & (STOP | BREAK) or (kind & JOIN and _begins(kinds, place, start, players, flags)):
                asked = kind & STOP and words[place].text == "?"
                if asked:
                    self._ask(first)
                if rooms or players:
                    self._keep(Clause(start, place, players, rooms, len(self.all)), ticks, flags)
                    if asked:
                        self.asked |= 1 << len(self.all) - 1
                    if flags & IF or after_if or len(self.all) > first + 1:
                        self._condition(first, flags, after_if)
                    players, rooms, ticks, after_if = {}, {}, [], False
                else:
                    after_if = not kind & STOP and (after_if or flags & IF != 0)
                    ticks.clear()
                start, flags = place + 1, 0
                if kind & STOP:
                    first = len(self.all)
            elif kind & NUMBER:
                ticks.append(int(words[place].names))
            elif kind & ACCOUNT:
                if place and (kinds[place - 1] | kinds[max(0, place - 2)]) & OWNS:
                    flags |= CUE  # "Eve's story"
            elif kind & IF:
                flags |= kind if place < start + 2 else kind & ~IF
        if rooms or players:
            self._keep(Clause(start, len(kinds), players, rooms, len(self.all)), ticks, flags)
            self._condition(first, flags, after_if)

    def _keep(self, clause: Clause, ticks: Sequence[int], flags: int) -> None:
        bit = 1 << clause.number
        self.all.append(clause)
        of_rooms, of_players = self.rooms, self.players
        for room in clause.rooms:
            of_rooms[room] = of_rooms.get(room, 0) | bit
        for player in clause.players:
            of_players[player] = of_players.get(player, 0) | bit
        if ticks:
            self.numbered |= bit
            for tick in ticks:
                self.ticks[tick] = self.ticks.get(tick, 0) | bit
        if flags & OWN:
            self.own |= bit
        if flags & SEEN:
            self.seen |= bit
        if flags & PRONOUN:
            self.pronoun |= bit
        if flags & CUE:
            self.cued |= bit

    def _condition(self, first: int, flags: int, after_if: bool) -> None:
        """See whether the last clause is a condition, or goes on with one of its sentence.

        "If you saw her there, and then Bob saw her": both are supposed.
        """
        clause = self.all[-1]
        bit = 1 << clause.number
        before = self.all[-2] if clause.number > first else None
        if flags & IF:
            self.conditional |= bit
        elif after_if or (before is not None and self.conditional & bit >> 1):
            begun = before.end if before is not None else clause.start - 1
            if "and" in self._words.texts(begun, clause.start + 1):
                self.continued |= bit
                self.conditional |= bit
                self.cued |= bit

    def _ask(self, first: int) -> None:
        """Let a question reach back to those clauses of its sentence that opened as one."""
        for clause in self.all[first:]:
            bit = 1 << clause.number
            self.asked &= ~bit
            if not _ASKING.isdisjoint(self._words.texts(clause.start, clause.start + 3)):
                self.asked |= bit


def _begins(kinds: Sequence[int], place: int, start: int, players: Mapping[str, int], flags: int) -> bool:
    """Whether a clause begins after a comma or conjunction."""
    ahead, final = place + 1, len(kinds)
    while ahead < final and ahead < place + 4 and kinds[ahead] & THEN:
        ahead += 1
    if ahead >= final:
        return False
    kind = kinds[ahead]
    if kind & OPENS:
        # "Eve says she was in nav and she saw Bob": all of it is Eve's.
        return not (flags & HOLDS and kind & THIRD)
    if not kind & PLAYER or place - start < 2 * len(players):
        return False  # "Alice, Bob and Diana were": one subject
    return kind & OWNS != 0 or (ahead + 1 < final and not kinds[ahead + 1] & LISTED)
