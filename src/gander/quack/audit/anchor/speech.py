"""A speech: an utterance in words and clauses, and what its wording says of rooms in them."""

from collections.abc import Sequence
from itertools import accumulate, pairwise

from gander.quack.audit.anchor.clauses import Clause, Clauses
from gander.quack.audit.anchor.words import ROOM, STOP, SaidTime, Vocabulary
from gander.quack.audit.doings import aims, does, goes_to, tries
from gander.quack.audit.moods import Mood, mood

__all__ = ["Speech"]

_SIDE_BY_SIDE = frozenset(("and", "or", "/", ",", "&", "the", "in"))


class Speech:
    """An utterance, cut into clauses.

    Args:
        speaker: Who says it.
        text: What is said.
        vocabulary: What words mean in its game.

    Attributes:
        speaker: Who says it.
        vocabulary: What words mean in its game.
        words: Its words.
        clauses: Its clauses.
    """

    def __init__(self, speaker: str, text: str, vocabulary: Vocabulary) -> None:
        self.speaker = speaker
        self.vocabulary = vocabulary
        self.words = vocabulary.words(text)
        self.clauses = Clauses(self.words)
        self._places: list[int] = []
        self._texts: dict[int, list[str]] = {}
        self._moods: dict[tuple[int, int], Mood] = {}

    def text(self, clause: Clause) -> list[str]:
        """The words of a clause, in small letters."""
        found = self._texts.get(clause.number)
        if found is None:
            found = self._texts[clause.number] = self.words.texts(clause.start, clause.end)
        return found

    def span(self, clause: Clause) -> tuple[int, int]:
        """The characters that a clause takes, without blanks around it."""
        words, places = self.words.all, self._places
        if not places:
            places.extend(accumulate([word.width for word in words], initial=self.words.indent))
        last = clause.end - 1
        return places[clause.start], places[last] + len(words[last].text)

    def mood(self, clause: Clause, at: int) -> Mood:
        """The mood of a clause as it reaches one of its words, counted from its first."""
        found = self._moods.get((clause.number, at))
        if found is None:
            asked = bool(self.clauses.asked >> clause.number & 1)
            found = mood(self.text(clause), at, question=asked, players=self.vocabulary.players)
            self._moods[clause.number, at] = found
        return found

    def _sentence(self, clause: Clause) -> tuple[int, int]:
        """Where a clause's sentence begins and ends."""
        kinds, start, end = self.words.kinds, clause.start, clause.end
        while start > 0 and not kinds[start - 1] & STOP:
            start -= 1
        while end < len(kinds) and not kinds[end] & STOP:
            end += 1
        return start, end

    def intends(self, clause: Clause) -> bool:
        """Whether a task is named as a purpose only: "I went over to storage for my task"."""
        for words in (self.text(clause), self.words.texts(*self._sentence(clause))):
            if tries(words):
                return True
            if does(words):
                return False
            if aims(words):
                return True
        return not does(self.words.texts(0, len(self.words.all)))

    def times(self, clause: Clause, vague: frozenset[str], rooms: Sequence[str]) -> bool:
        """Whether a vague time ("early", "during the kill window") is said of a claim's room.

        Extractors carry such times over from their neighbours: it must stand in the sentence, and no "and"
        between it and the room.
        """
        start, end = self._sentence(clause)
        said = self.words.texts(start, end)
        if vague.isdisjoint(said):
            return False
        room = next((clause.rooms[room] - start for room in rooms if room in clause.rooms), None)
        if room is None:
            return True
        return any(
            word in vague and (place < 4 or "and" not in said[min(place, room) : max(place, room)])
            for place, word in enumerate(said)
        )

    def unordered(self, clause: Clause, route: Sequence[str], time: SaidTime | None = None) -> bool:
        """Whether rooms stand side by side without an order: "on the security/navigation side".

        A route with ticks that the clause does not name was told elsewhere, and in order.
        """
        ticks = self.clauses.ticks
        if (
            time is not None
            and time.ticks
            and not any(ticks.get(tick, 0) >> clause.number & 1 for tick in time.ticks)
        ):
            return False
        places = [clause.rooms.get(room, -1) for room in route]
        return all(
            one >= 0 and other == one + 2 and self.words.texts(one + 1, other) == ["/"]
            for one, other in pairwise(places)
        )

    def way(self, clause: Clause, room: str) -> bool:
        """Whether a room is told as where somebody went: "went to medbay at tick 6"."""
        return room in clause.rooms and goes_to(self.text(clause), clause.rooms[room] - clause.start)

    def joins(self, room: str, other: str) -> bool:
        """Whether two rooms stand side by side in a clause, joined by "and" or the like."""
        for clause in self.clauses.all:
            if room in clause.rooms and other in clause.rooms:
                first, last = sorted((clause.rooms[room], clause.rooms[other]))
                between = zip(
                    self.words.texts(first + 1, last), self.words.kinds[first + 1 : last], strict=True
                )
                if all(word in _SIDE_BY_SIDE or kind & ROOM for word, kind in between):
                    return True
        return False
