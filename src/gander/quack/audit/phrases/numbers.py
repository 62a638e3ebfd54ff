"""The first reading of a time phrase: ticks, and the relations that govern them."""

from typing import Literal

from gander.quack.audit.phrases.meaning import Edge, Stretch
from gander.quack.audit.phrases.words import (
    AFTERWARDS,
    COUNTS,
    FOUND,
    LATE,
    MARKS,
    MEETING,
    NOW,
    RIGHT,
    SIDES,
    TICK_WORDS,
    number_in,
    words,
)

__all__ = ["Numbers"]

_SOFT = words("around about approximately roughly circa approx ~ near somewhere")
_RANGE = words("- to through thru until till")
_JOIN = words(", and or / & +")
_THINGS = words("seconds minutes times rooms people players others bodies votes rounds meetings steps")
# Beside the `SIDES`, relations that govern only what follows at once, for they are also said of places.
_NEAR_SIDES: dict[str, str] = {
    "from": "from", "past": "after", "following": "after", "starting": "from", "to": "until",
    "through": "until", "thru": "until", "by": "until",
}  # fmt: skip
_CLOSED = words("at on in during when while as")


class Numbers:
    """The first reading: ticks, and the relations that govern them."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.stretches: list[Stretch] = []
        self.count: tuple[Literal["first", "last"], int] | None = None
        self.shift = 0  # "2 ticks after tick 9"
        self.range_open = False  # the last stretch waits for its end: "tick 4 through leaving at tick 7"
        self.until = False
        self.range_place = 0
        self.clear()
        self.last_end = -1
        if not _RANGE.isdisjoint(tokens) or "up" in tokens:
            self.last_end = max(
                (
                    place
                    for place, token in enumerate(tokens)
                    if token in MEETING or token in FOUND or token in LATE or token in NOW
                ),
                default=-1,
            )
        place = 0
        while place < len(tokens):
            place = self.step(place)
        self.end_range()

    def clear(self) -> None:
        """What governed governs no more."""
        self.side = ""
        self.near = False
        self.right = self.soft = self.closed = self.between = self.worded = False

    def at(self, place: int) -> str:
        """The word at a place; empty beyond the ends."""
        return self.tokens[place] if 0 <= place < len(self.tokens) else ""

    def tickish(self, place: int) -> bool:
        """Whether a tick is named from here on, or after one more word."""
        token = self.at(place)
        starting = token == "at" and self.at(place - 1) == "starting"
        if starting or token in ("right", "just") or token in _SOFT or token in SIDES:
            token = self.at(place + 1)
        if token in _SOFT:
            token = self.at(place + 2)
        return token in TICK_WORDS or number_in(token) is not None

    def step(self, place: int) -> int:
        """Read what stands at a place; where to go on."""
        token = self.tokens[place]
        if token in MARKS or token in ("then", "but"):
            self.end_range()
            self.clear()
        elif number_in(token) is not None:
            return self.numbers(place)
        elif token in COUNTS and self.at(place + 1) in ("ticks", "tick"):
            return self.counted(place, COUNTS[token])
        elif token in _SOFT:
            self.soft = True
        elif token == "between":
            self.between = True
        elif token in SIDES or (token in _NEAR_SIDES and self.tickish(place + 1)):
            self.relate(place, SIDES.get(token) or _NEAR_SIDES[token])
        elif token == "than" and self.at(place - 1) in ("earlier", "sooner", "later"):
            late = self.at(place - 1) == "later" and self.at(place - 2) not in ("no", "not")
            self.relate(place, "after" if late else "until" if self.at(place - 1) == "later" else "before")
        elif token in _CLOSED and self.joined(place) and self.side:
            self.closed = True
        return place + 1

    def joined(self, place: int) -> bool:
        """Whether the word before a place joins: "around or after"."""
        return self.at(place - 1) in ("and", "or", "/")

    def relate(self, place: int, side: str) -> None:
        """A relation begins to govern."""
        if self.joined(place) and (self.soft or self.at(place - 2) in _CLOSED):
            self.closed = True  # "around or after tick 5"
        lean = self.tokens[max(0, place - 1) : place]
        self.right = bool(lean) and lean[0] in RIGHT and self.at(place - 2) != "not"
        self.side = side
        self.near = self.at(place) in _NEAR_SIDES

    def end_range(self) -> None:
        """No second number came: "tick 4 until the report" has no end but the round's."""
        if self.range_open and (self.until or self.range_place < self.last_end):
            its = self.stretches[-1]
            self.stretches[-1] = Stretch(its.first, its.last, its.left, "open")
        self.range_open = self.until = False

    def counted(self, place: int, count: int) -> int:
        """Read "3 ticks": a number of ticks, not a tick."""
        before, following = self.at(place - 1), self.at(place + 2)
        if before in ("a", "the", "of"):
            before = self.at(place - 2)
        if before == "first":
            self.count = ("first", count)
        elif before in ("last", "final"):
            self.count = ("last", count)
        elif following in ("before", "prior", "after", "later", "past"):
            if any(number_in(token) is not None for token in self.tokens[place + 3 : place + 7]):
                self.shift = count if following in ("after", "later", "past") else -count
                return place + 3
            if any(token in MEETING or token in FOUND for token in self.tokens[place + 3 : place + 7]):
                self.count = ("last", count)
        return place + 2

    def numbers(self, place: int) -> int:
        """One number, a span or a list, and what extends it."""
        first = number_in(self.at(place))
        assert first is not None
        bare = self.at(place).isdigit()
        if bare and self.at(place - 1) not in TICK_WORDS:
            following = self.at(place + 1)
            if following in TICK_WORDS:
                return self.counted(place, first)
            if following in _THINGS or not self.dated(place):
                return place + 1
        values, place = self.group(first, place + 1)
        place = self.softened(place)
        if self.range_open and self.stretches and not self.joined(place):
            its = self.stretches[-1]
            right: Edge = "around" if self.soft else "span"
            left: Edge = "span" if its.left == "at" else its.left
            self.stretches[-1] = Stretch(
                min(its.first, values[0][0]), max(its.last, values[-1][1]), left, right
            )
            self.range_open = self.until = False
        else:
            self.emit(values)
        self.clear()
        self.shift = 0
        return self.extended(place)

    def dated(self, place: int) -> bool:
        """Whether a bare number is a tick: after a relation, or where a phrase or clause begins."""
        before = self.at(place - 1)
        return (
            place == 0
            or before in MARKS
            or before in _SOFT
            or before in SIDES
            or before in _NEAR_SIDES
            or before in ("at", "on", "early", "late", "between", "-", "than", "s")
            or bool(self.stretches and before in _JOIN)
        )

    def group(self, first: int, place: int) -> tuple[list[tuple[int, int]], int]:
        """The numbers of a span or list that begins with `first`, and the place after them."""
        values = [(first + self.shift, first + self.shift)]
        while True:
            token = self.at(place)
            ahead = place + 1
            if token == "up" and self.at(ahead) == "to":
                token, ahead = "to", ahead + 1
            ranged = token in _RANGE
            if not ranged and token not in _JOIN:
                return values, place
            if token == "," and self.at(ahead) in ("and", "or"):
                ahead += 1
            soft = ranged and self.at(ahead) in _SOFT
            ahead += soft
            if ranged and self.at(ahead) in ("at", "about") and self.at(ahead + 1) == "least":
                ahead += 2
            if self.at(ahead) in TICK_WORDS:
                ahead += 1
            number = number_in(self.at(ahead))
            if number is None or (
                self.at(ahead + 1) in ("ticks", *_THINGS) and self.at(ahead - 1) not in TICK_WORDS
            ):
                return values, place
            number += self.shift
            if ranged or self.between:
                low, high = values[-1]
                values[-1] = (min(low, number), max(high, number))
                self.worded = self.worded or self.between or token != "-"
                self.between = False
            else:
                values.append((number, number))
            self.soft = self.soft or soft
            place = ahead + 1

    def softened(self, place: int) -> int:
        """Read "-ish" and "or so" behind a number."""
        if self.at(place) == "-" and self.at(place + 1) == "ish":
            self.soft = True
            return place + 2
        if self.at(place) == "ish":
            self.soft = True
            return place + 1
        if self.at(place) == "or" and self.at(place + 1) in ("so", "thereabouts"):
            self.soft = True
            return place + 2
        return place

    def emit(self, values: list[tuple[int, int]]) -> None:
        """Put numbers and their relation together."""
        low, high = values[0][0], values[-1][1]
        edge: Edge = "around" if self.soft else "span"
        # "after tick 3 until tick 6" has both ends, as "from ticks 3-6" has; "after ticks 3-6" has one.
        spanned = len(values) == 1 and low != high
        ended = spanned and (self.worded or (self.side == "from" and self.near))
        if self.side in ("after", "from") and ended and not self.soft and self.right:
            self.stretches.append(Stretch(low, high, "exact", edge))
        elif self.side in ("after", "from") and not ended:
            start = low if self.closed or self.side == "from" else high
            if self.right:
                self.stretches.append(Stretch(start, start, "exact", "right"))
            else:
                self.stretches.append(Stretch(start, start, edge, "open"))
        elif self.side in ("before", "until"):
            stop = low if self.side == "before" and not self.closed else high
            if self.right:
                self.stretches.append(Stretch(stop, stop, "right", "exact"))
            else:
                self.stretches.append(Stretch(stop, stop, "open", edge))
        else:
            point: Edge = "around" if self.soft else "at"
            for first, last in values:
                its = point if first == last else edge
                self.stretches.append(Stretch(first, last, its, its))

    def extended(self, place: int) -> int:
        """Read "and after", "onward", "until the report": what follows a number and opens its end."""
        its = self.stretches[-1]
        ahead = place
        while self.at(ahead) in (",", "and", "then", "or") and ahead - place < 3:
            ahead += 1
        leaning = self.at(ahead) in RIGHT
        ahead += leaning
        token, following = self.at(ahead), self.at(ahead + 1)
        closing = following in ("", "that", "this", "until") or following in MARKS
        if token in AFTERWARDS or (
            token in ("after", "later", "on") and closing and (ahead > place or token == "on")
        ):
            if leaning:
                self.stretches.append(Stretch(its.last, its.last, "exact", "right"))
            else:
                self.stretches[-1] = Stretch(its.first, its.last, its.left, "open")
            return ahead + 1
        token = self.at(place)
        if token in ("until", "till", "through", "thru", "to", "up") or (
            token == "and" and its.right == "open"
        ):
            self.range_open = token != "and"
            self.until = token in ("until", "till", "up")
            return place + 1 + (token == "up")
        return place
