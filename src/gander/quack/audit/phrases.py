"""Time phrases: what speakers say about when, read into ticks, events, rounds and durations.

The reading knows no game: it says that "after tick 9 until the report" begins at 9 and has no end,
and that "when Eve died" means Eve's death. `gander.quack.audit.windows` finds both in a game.

Phrases are cut into words, numbers and marks, and read from left to right, twice: once for numbers
(`_Numbers`) and, if there are none, once for events (`_Events`). Both remember the last relation
("at", "after", "until", ...) that still governs, and a comma ends what governs. Every step looks a few
words around at most, so long texts take time in proportion.
"""

import re
from functools import lru_cache
from typing import Literal, TypeAlias

import msgspec

__all__ = ["RULES", "Edge", "Event", "Rule", "Side", "Stretch", "TimePhrase", "read_phrase"]

Edge: TypeAlias = Literal["at", "around", "span", "exact", "right", "open"]
Side: TypeAlias = Literal["at", "before", "after", "right before", "right after"]
Event: TypeAlias = Literal["", "early", "late", "meeting", "found", "died", "kill", "alive", "first", "last"]
Duration: TypeAlias = Literal["any", "all", "most"]


class Rule(msgspec.Struct, frozen=True):
    """A row of the table: what speakers say, and what it means."""

    name: str
    examples: tuple[str, ...]
    meaning: str


RULES: tuple[Rule, ...] = (
    Rule("at", ("at tick 9", "tick 9", "T9", "on 9", "when I came in at tick 9"), "N ± 1"),
    Rule("around", ("around tick 9", "about 9", "~9", "tick 9-ish", "tick 9 or so"), "N ± 2"),
    Rule("ticks", ("ticks 7 and 9", "tick 7, 9 and 12", "tick 8/9"), "each by itself, together"),
    Rule(
        "span",
        ("ticks 7–9", "from tick 7 to 9", "between 7 and 9", "around ticks 7-9", "7 through leaving at 9"),
        "from 1 before the first to 1 after the last; 2 with around",
    ),
    Rule(
        "after",
        ("after tick 9", "from tick 9 on", "since 9", "tick 9 and after", "tick 9 until the report"),
        "from 1 before N (2 with around) to the round's end; of a span, after its last tick",
    ),
    Rule(
        "before",
        ("before tick 9", "until tick 9", "through tick 9", "by tick 9", "from the start to tick 9"),
        "from the round's start to 1 after N (2 with around); of a span, before its first tick",
    ),
    Rule(
        "right after",
        ("right after tick 9", "shortly after leaving at tick 9"),
        "N to N + 3; to the meeting if that is named too",
    ),
    Rule("right before", ("right before tick 9", "just before 9"), "N − 3 to N"),
    Rule("early", ("early", "at the start of the round", "at spawn"), "the first third, at least 5 ticks"),
    Rule("late", ("late", "toward the end", "end of the round"), "the last third, at least 5 ticks"),
    Rule("first", ("in the first 4 ticks",), "so many ticks from the round's start, ± 1"),
    Rule("last", ("in the last 4 ticks", "4 ticks before the report"), "so many ticks to the meeting, ± 1"),
    Rule(
        "meeting",
        ("right before the report", "when the meeting was called", "at report time", "just now"),
        "M − 3 to M, M being the meeting's tick",
    ),
    Rule(
        "found",
        ("when I found the body", "when Bob found Eve dead", "right as the body was found"),
        "M − 3 to M; after a button meeting the whole round",
    ),
    Rule(
        "died",
        ("when Eve died", "right before Eve was killed", "after Eve's death"),
        "Eve's death ± 3, or that side of it; of the ejected, the meeting",
    ),
    Rule(
        "kill",
        ("the kill window", "during the kill", "before the kill"),
        "the round's kills ± 3, or that side of them",
    ),
    Rule("alive", ("while Eve was alive", "when Eve was still alive"), "the round until Eve's death"),
    Rule(
        "round",
        ("this round", "earlier", "before the report", "from the start until the report", "the whole round"),
        "the round until the meeting",
    ),
    Rule("later", ("next round", "after the meeting"), "no window: it has not been played"),
    Rule("event", ("after Frank left", "when I arrived", "later"), "no rule: the round so far, unresolved"),
    Rule("unstated", ("",), "nothing is said: the round so far"),
)
"""The rules, as the docs show them. Tolerances are those of the default `Reading`."""


class Stretch(msgspec.Struct, frozen=True, gc=False):
    """A stretch of ticks as said, and how far it may reach beyond either end.

    Attributes:
        first: First tick said.
        last: Last tick said.
        left: Which tolerance holds on the left; ``open`` reaches to the round's start.
        right: Which holds on the right; ``open`` reaches to the round's end.
    """

    first: int
    last: int
    left: Edge
    right: Edge


class TimePhrase(msgspec.Struct, frozen=True, gc=False):
    """A time phrase, read.

    Attributes:
        rule: Name of the rule in `RULES` that read it.
        stretches: The ticks, if it names any; all of them together are meant.
        event: The event that it names instead.
        side: On which side of the event.
        name: Who died or was alive, as said; empty if it does not say.
        count: For ``first`` and ``last``, how many ticks.
        duration: Whether it claims some moment, the whole time or most of it.
        round: Which round it names: ``("back", 1)`` is the last one, ``("number", 0)`` the first; None for
            none. ``("back", 0)`` is this one.
        other: Whether beside all this it names an event without a rule ("after Frank left").
    """

    rule: str
    stretches: tuple[Stretch, ...] = ()
    event: Event = ""
    side: Side = "at"
    name: str = ""
    count: int = 0
    duration: Duration = "any"
    round: tuple[Literal["back", "number"], int] | None = None
    other: bool = False


_TOKEN = re.compile(r"[a-z_]+(?:'[a-z]+)?[0-9]*|[0-9]+|[^\sa-z0-9_]")
_FOLD = str.maketrans({"’": "'", "–": "-", "—": "-", "−": "-", "‑": "-", "≈": "~", "→": ";"})
_TICK = re.compile(r"(?:t|ticks?)?([0-9]{1,6})")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_TICK_WORDS = _words("tick ticks t")
_MARKS = frozenset(",;:().!?")
_SOFT = _words("around about approximately roughly circa approx ~ near somewhere")
_RIGHT = _words("right just immediately shortly soon moments seconds directly instantly bit little long")
_RANGE = _words("- to through thru until till")
_JOIN = _words(", and or / & +")
_THINGS = _words("seconds minutes times rooms people players others bodies votes rounds meetings steps")
_COUNTS = {
    "one": 1, "two": 2, "couple": 2, "three": 3, "few": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10,
}  # fmt: skip
_NUMBERED = _words("round rounds meeting meetings game phase")
# Relations that also govern a number further on ("after leaving medbay around tick 5") ...
_SIDES: dict[str, str] = {
    "after": "after", "since": "from", "before": "before", "prior": "before", "until": "until",
    "till": "until",
}  # fmt: skip
# ... and those that govern only what follows at once, for they are also said of places.
_NEAR_SIDES: dict[str, str] = {
    "from": "from", "past": "after", "following": "after", "starting": "from", "to": "until",
    "through": "until", "thru": "until", "by": "until",
}  # fmt: skip
_CLOSED = _words("at on in during when while as")
_MEETING = _words("report reports reported reporting meeting emergency button")
_FOUND = _words("found find finds finding discovered discover discovers discovering body bodies")
_EARLY = _words("early start beginning spawn spawned respawn initially outset")
_LATE = _words("late end")
_NOW = _words("now currently presently")
_ROUND = _words("round earlier sometime point points part chunk segment whole")
_AFTERWARDS = _words("afterward afterwards onward onwards beyond")


def _number(token: str) -> int | None:
    found = _TICK.fullmatch(token)
    return int(found[1]) if found else None


@lru_cache(maxsize=8192)
def _cached(phrase: str) -> TimePhrase:
    return _read(phrase)


def read_phrase(phrase: str) -> TimePhrase:
    """Read a time phrase.

    Args:
        phrase: As it was said; any text.

    Returns:
        What it says; the same for the same text.
    """
    return _cached(phrase) if len(phrase) <= 200 else _read(phrase)


def _read(phrase: str) -> TimePhrase:
    tokens = _without_sources(_TOKEN.findall(phrase.lower().translate(_FOLD)))
    if not tokens:
        return TimePhrase("event" if phrase.strip() else "unstated")
    present = frozenset(tokens)
    duration = _duration(tokens) if present & _LASTING else "any"
    which: _WhichRound = None
    numbered = any(token[-1].isdigit() for token in tokens)
    if present & _NUMBERED and (numbered or present & _WHICH):
        which, tokens = _round(tokens)
        if which == ("back", -1):
            return TimePhrase("later")
    if not numbered and not present & _COUNTED:
        return _Events(tokens).phrase(duration, which)
    numbers = _Numbers(tokens)
    if numbers.stretches:
        stretches = _combined(numbers.stretches)
        if stretches[-1].right == "right" and _until_meeting(tokens):
            stretches = (*stretches[:-1], msgspec.structs.replace(stretches[-1], right="open"))
        return TimePhrase(_rule(stretches), stretches, duration=duration, round=which)
    if numbers.count is not None:
        event, count = numbers.count
        return TimePhrase(event, event=event, count=count, duration=duration, round=which)
    return _Events(tokens).phrase(duration, which)


def _until_meeting(tokens: list[str]) -> bool:
    """Whether the body's finding or the meeting is what is dated: "right after tick 9, when I reported"."""
    begun = False
    for token in tokens:
        begun = begun or token in ("when", "as", "once")
        if begun and (token in _FOUND or token in _MEETING):
            return True
    return False


_PASSING = _words("claimed claims said says reported stated")
_SOURCES = frozenset(("according", "based", "if", *_PASSING))


def _without_sources(tokens: list[str]) -> list[str]:
    """The phrase without "according to Eve's report", which says whose word it is, not when."""
    if not _SOURCES.intersection(tokens):
        return tokens
    kept: list[str] = []
    skipping = False
    for place, token in enumerate(tokens):
        passed = token == "as" and _PASSING.intersection(tokens[place + 1 : place + 3])
        if passed or token in ("according", "based", "if"):
            skipping = True
        elif token in _MARKS or token in ("this", "at", "around"):
            skipping = False
        if not skipping:
            kept.append(token)
    return kept


_LASTING = _words(
    "most majority bulk mostly primarily whole entire full throughout stayed staying always constantly all"
    " left leave"
)
_COUNTED = frozenset(_COUNTS)


def _duration(tokens: list[str]) -> Duration:
    """Whether it claims the whole time or most of it."""
    found: Duration = "any"
    single = _MARKS.isdisjoint(tokens)  # "left storage at tick 7, and stayed in medbay" is a story
    for place, token in enumerate(tokens):
        before = tokens[place - 1] if place else ""
        following = tokens[place + 1] if place + 1 < len(tokens) else ""
        if token in ("most", "majority", "bulk") and before != "at" and following != "likely":
            return "most"
        if token in ("mostly", "primarily"):
            return "most"
        if token in ("whole", "entire", "full", "throughout", "always", "constantly"):
            if any(
                word in ("almost", "nearly", "practically", "basically")
                for word in tokens[max(0, place - 2) : place]
            ):
                return "most"
            # "at points during the entire round" claims moments.
            if not any(
                word in ("points", "point", "times", "part", "chunk")
                for word in tokens[max(0, place - 4) : place]
            ):
                found = "all"
        elif (token == "all" and following in ("round", "along", "game", "time")) or (
            single
            and (
                token in ("stayed", "staying")
                or (token in ("left", "leave") and before in ("never", "didn't"))
            )
        ):
            found = "all"
    return found


_WhichRound: TypeAlias = tuple[Literal["back", "number"], int] | None
_ORDINALS = {"first": 0, "1st": 0, "second": 1, "2nd": 1, "third": 2, "3rd": 2, "fourth": 3, "4th": 3}
_BACK = _words("last previous prior preceding")
_WHICH = frozenset((*_ORDINALS, *_BACK, "next"))


def _round(tokens: list[str]) -> tuple[_WhichRound, list[str]]:
    """The round that is named, and the phrase without its name."""
    which: _WhichRound = None
    kept: list[str] = []
    skip = 0
    for place, token in enumerate(tokens):
        if skip:
            skip -= 1
            continue
        following = tokens[place + 1] if place + 1 < len(tokens) else ""
        before = kept[-2:] if kept[-1:] == ["the"] else ["", *kept[-1:]]
        relation = before[0] if kept[-1:] == ["the"] else before[-1] if before else ""
        number: int | None = None
        if token in _NUMBERED and _number(following) is not None and following.isdigit():
            number, noun = int(following) - 1, token
            skip = 1
        elif token in _ORDINALS and following in ("round", "meeting"):
            number, noun = _ORDINALS[token], following
            skip = 1
        elif token in _BACK and following in ("round", "meeting"):
            skip = 1
            if following == "meeting" and relation in ("since", "after", "from"):
                which = ("back", 0)
                skip += _dating(
                    tokens, place + 2
                )  # "since the last meeting at tick 17" tells which, not when
            else:
                which = ("back", 1)
            if following == "meeting":
                _drop_relation(kept)
            if following == "meeting" and relation in ("at", "in", "during", "right"):
                kept.append("meeting")  # "at the last meeting": then, and of that round
            continue
        elif token == "next" and following in ("round", "meeting"):
            return ("back", -1), tokens
        else:
            kept.append(token)
            continue
        if noun == "meeting" and relation in ("since", "after", "from"):
            number += 1
        which = ("number", max(0, number))
        if noun == "meeting":
            _drop_relation(kept)
        if noun == "meeting" and relation in ("at", "in", "during"):
            kept.append("meeting")
    return which, kept


def _dating(tokens: list[str], place: int) -> int:
    """How many words from a place on are a tick in apposition: "at tick 17", "(tick 17"."""
    ahead = place
    while ahead < len(tokens) and tokens[ahead] in ("at", "on", "(", *_TICK_WORDS):
        ahead += 1
    return ahead + 1 - place if ahead < len(tokens) and _number(tokens[ahead]) is not None else 0


def _drop_relation(kept: list[str]) -> None:
    """Take "before the" from before a meeting that names a round."""
    if kept[-1:] == ["the"]:
        kept.pop()
    if kept[-1:] and (kept[-1] in _SIDES or kept[-1] == "from"):
        kept.pop()


class _Numbers:
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
                    if token in _MEETING or token in _FOUND or token in _LATE or token in _NOW
                ),
                default=-1,
            )
        place = 0
        while place < len(tokens):
            place = self.step(place)
        self.end_range()

    def clear(self) -> None:
        self.side = ""
        self.near = False
        self.right = self.soft = self.closed = self.between = self.worded = False

    def at(self, place: int) -> str:
        return self.tokens[place] if 0 <= place < len(self.tokens) else ""

    def tickish(self, place: int) -> bool:
        """Whether a tick is named from here on, or after one more word."""
        token = self.at(place)
        starting = token == "at" and self.at(place - 1) == "starting"
        if starting or token in ("right", "just") or token in _SOFT or token in _SIDES:
            token = self.at(place + 1)
        if token in _SOFT:
            token = self.at(place + 2)
        return token in _TICK_WORDS or _number(token) is not None

    def step(self, place: int) -> int:
        """Read what stands at a place; where to go on."""
        token = self.tokens[place]
        if token in _MARKS or token in ("then", "but"):
            self.end_range()
            self.clear()
        elif _number(token) is not None:
            return self.numbers(place)
        elif token in _COUNTS and self.at(place + 1) in ("ticks", "tick"):
            return self.counted(place, _COUNTS[token])
        elif token in _SOFT:
            self.soft = True
        elif token == "between":
            self.between = True
        elif token in _SIDES or (token in _NEAR_SIDES and self.tickish(place + 1)):
            self.relate(place, _SIDES.get(token) or _NEAR_SIDES[token])
        elif token == "than" and self.at(place - 1) in ("earlier", "sooner", "later"):
            late = self.at(place - 1) == "later" and self.at(place - 2) not in ("no", "not")
            self.relate(place, "after" if late else "until" if self.at(place - 1) == "later" else "before")
        elif token in _CLOSED and self.joined(place) and self.side:
            self.closed = True
        return place + 1

    def joined(self, place: int) -> bool:
        return self.at(place - 1) in ("and", "or", "/")

    def relate(self, place: int, side: str) -> None:
        """A relation begins to govern."""
        if self.joined(place) and (self.soft or self.at(place - 2) in _CLOSED):
            self.closed = True  # "around or after tick 5"
        lean = self.tokens[max(0, place - 1) : place]
        self.right = bool(lean) and lean[0] in _RIGHT and self.at(place - 2) != "not"
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
            if any(_number(token) is not None for token in self.tokens[place + 3 : place + 7]):
                self.shift = count if following in ("after", "later", "past") else -count
                return place + 3
            if any(token in _MEETING or token in _FOUND for token in self.tokens[place + 3 : place + 7]):
                self.count = ("last", count)
        return place + 2

    def numbers(self, place: int) -> int:
        """One number, a span or a list, and what extends it."""
        first = _number(self.at(place))
        assert first is not None
        bare = self.at(place).isdigit()
        if bare and self.at(place - 1) not in _TICK_WORDS:
            following = self.at(place + 1)
            if following in _TICK_WORDS:
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
            or before in _MARKS
            or before in _SOFT
            or before in _SIDES
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
            if self.at(ahead) in _TICK_WORDS:
                ahead += 1
            number = _number(self.at(ahead))
            if number is None or (
                self.at(ahead + 1) in ("ticks", *_THINGS) and self.at(ahead - 1) not in _TICK_WORDS
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
        leaning = self.at(ahead) in _RIGHT
        ahead += leaning
        token, following = self.at(ahead), self.at(ahead + 1)
        closing = following in ("", "that", "this", "until") or following in _MARKS
        if token in _AFTERWARDS or (
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


def _rule(stretches: tuple[Stretch, ...]) -> str:
    """Name of the rule by which ticks were read."""
    if len(stretches) > 1:
        return "ticks"
    its = stretches[0]
    if its.right == "right" or its.left == "right":
        return "right after" if its.right == "right" else "right before"
    if its.right == "open":
        return "after"
    if its.left == "open":
        return "before"
    if its.first != its.last:
        return "span"
    return "around" if its.left == "around" else "at"


def _combined(stretches: list[Stretch]) -> tuple[Stretch, ...]:
    """Stretches that bound each other become one: "after tick 4, before tick 9"; others stand together."""
    starts = [its for its in stretches if its.right == "open" and its.left != "open"]
    stops = [its for its in stretches if its.left == "open" and its.right != "open"]
    closed = [its for its in stretches if its.left != "open" and its.right != "open"]
    if not starts and not stops:
        return tuple(stretches)
    start = max(starts, key=lambda its: its.first, default=None)
    stop = min(stops, key=lambda its: its.last, default=None)
    bounded: list[Stretch]
    if start is not None and stop is not None and start.first <= stop.last:
        bounded = [Stretch(start.first, stop.last, start.left, stop.right)]
    else:
        bounded = [its for its in (start, stop) if its is not None]
    # "after tick 10, around tick 12": the narrower says it all.
    inside = [its for its in closed if all(_bounds(around, its) for around in bounded)]
    return tuple(inside) if inside and len(inside) == len(closed) else (*closed, *bounded)


def _bounds(outer: Stretch, inner: Stretch) -> bool:
    return (outer.left == "open" or outer.first <= inner.first) and (
        outer.right == "open" or inner.last <= outer.last
    )


class _Events:
    """The second reading, of phrases without numbers: events and the relations to them."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.found: dict[Event | str, tuple[Side, str]] = {}
        self.weak = False  # "before the report": the round so far
        self.later = False
        self.other = False
        self.general = False
        relation, governs = "at", False
        for place, token in enumerate(tokens):
            if token in _MARKS:
                self.other = self.other or governs
                relation, governs = "at", False
                continue
            related = self.relation(place)
            if related is not None:
                held = (
                    relation in ("before", "until", "after")
                    and token in ("when", "as")
                    and self.tokens[place - 1] in _HOLDERS
                )
                if not held:
                    self.other = self.other or (governs and related != "from")
                    relation, governs = related, related not in ("at", "from")
            elif self.event(place, relation):
                governs = False
        self.other = self.other or governs

    def relation(self, place: int) -> str | None:
        """The relation that a word begins; None if it begins none."""
        token = self.tokens[place]
        following = self.tokens[place + 1] if place + 1 < len(self.tokens) else ""
        if token in _RELATIONS:
            its = _RELATIONS[token]
            if its in ("before", "after") and place and self.tokens[place - 1] in _RIGHT:
                return f"right {its}"
            return its
        if token == "to" and place and self.tokens[place - 1] == "close":
            return "at"
        if token in ("to", "through", "thru", "from", "by") and (
            following in ("the", "when", "right", "now")
            or following in _MEETING
            or following in _EARLY
            or following in _LATE
        ):
            return "from" if token == "from" else "until"
        return None

    def event(self, place: int, relation: str) -> bool:
        """Note the event that a word names; False if it names none."""
        token = self.tokens[place]
        following = self.tokens[place + 1] if place + 1 < len(self.tokens) else ""
        if token == "meeting" and self.meets(place):
            return False
        if (token in ("body", "bodies") and following in _PLACES) or (
            token == "reported" and following in _ACCOUNTS
        ):
            return False  # "at the body's location", "by Eve's reported timing": no event
        if token in _MEETING or token in _FOUND:
            self.met("meeting" if token in _MEETING else "found", relation)
        elif token in ("died", "dies", "die", "death", "killed", "murdered", "kill", "murder", "ejected"):
            self.killed(place, relation)
        elif token == "alive" and relation in ("when", "as"):
            self.found.setdefault("alive", ("at", self.name_before(place)))
        elif token in _NOW:
            self.met("meeting", relation)
        elif token in _EARLY or token in _LATE:
            self.third("early" if token in _EARLY else "late", relation)
        elif token in _ROUND or token in ("far", "during"):
            self.general = True
        else:
            if token in _AFTERWARDS or token in ("later", "then"):
                if "early" in self.found:
                    del self.found["early"]  # "early, then later in medbay": both
                self.other = True
            return False
        return True

    def meets(self, place: int) -> bool:
        """Whether "meeting" is a verb ("after meeting Bob")."""
        before = self.tokens[place - 1] if place else ""
        following = self.tokens[place + 1] if place + 1 < len(self.tokens) else ""
        noun = before in ("the", "this", "that", "a", "emergency", "called") or before.endswith("'s")
        return not noun and following != "" and following not in _MARKS and following not in _AFTER_NOUN

    def met(self, event: Event, relation: str) -> None:
        if relation in ("before", "until"):
            self.weak = True
        elif relation in ("after", "right after", "from") and event == "meeting":
            self.later = relation != "from" or self.later
        else:
            self.found.setdefault(event, ("at", ""))

    def third(self, event: Event, relation: str) -> None:
        if relation in ("from", "since", "until", "before", "after"):
            self.general = True  # "from the start", "until the end"
        else:
            self.found.setdefault(event, ("at", ""))

    def killed(self, place: int, relation: str) -> None:
        side: Side = "at"
        if relation in ("before", "until"):
            side = "before"
        elif relation in ("after", "since", "from"):
            side = "after"
        elif relation == "right before":
            side = "right before"
        elif relation == "right after":
            side = "right after"
        token = self.tokens[place]
        following = self.tokens[place + 1] if place + 1 < len(self.tokens) else ""
        if token in ("kill", "murder"):
            self.found.setdefault("kill", (side, ""))
        elif token in ("killed", "murdered", "ejected") and not self.passive(place):
            self.found.setdefault("died", (side, following))
        else:
            name = self.name_before(place)
            self.found.setdefault("died" if name not in ("", "the", "of") else "kill", (side, name))

    def passive(self, place: int) -> bool:
        return (
            any(
                word in ("was", "got", "is", "being", "been", "were", "get", "gets")
                for word in self.tokens[max(0, place - 2) : place]
            )
            or self.tokens[max(0, place - 1)] == "when"
        )

    def name_before(self, place: int) -> str:
        """Whose death or life it is: the nearest word before that can be a name."""
        for before in range(place - 1, max(-1, place - 6), -1):
            token = self.tokens[before]
            if token in _RELATIONS or token in _MARKS:
                return ""
            if token not in _FILLERS:
                return token.removesuffix("'s")
        return ""

    def phrase(self, duration: Duration, which: _WhichRound) -> TimePhrase:
        """All that was noted, in one."""
        if self.other:
            # "after entering medbay while Eve was alive": only the entering is dated by her life.
            self.found.pop("alive", None)
        for event in _PRECEDENCE:
            if event in self.found:
                side, name = self.found[event]
                return TimePhrase(
                    event,
                    event=event,
                    side=side,
                    name=name,
                    duration=duration,
                    round=which,
                    other=self.other,
                )
        if self.later and not self.weak:
            return TimePhrase("later")
        if self.other or not (self.weak or self.general or duration != "any" or which is not None):
            return TimePhrase("event", duration=duration, round=which, other=True)
        return TimePhrase("round", duration=duration, round=which)


_RELATIONS: dict[str, str] = {
    "when": "when", "while": "when", "as": "as", "once": "when", "at": "at", "upon": "at", "during": "at",
    "around": "at", "near": "at", "toward": "at", "towards": "at", "before": "before", "prior": "before",
    "until": "until", "till": "until", "up": "until", "after": "after", "following": "after",
    "since": "since",
}  # fmt: skip
# The narrowest first; "alive" says most of the round.
_PRECEDENCE: tuple[Event, ...] = ("died", "kill", "found", "meeting", "early", "late", "alive")
_HOLDERS = _words("to until till through before after up")
_PLACES = _words("location locations room rooms site spot area")
_ACCOUNTS = _words("timing time times timeline route position location sighting")
_AFTER_NOUN = _words(
    "was got is gets started starts begins began happened call called time and or when itself report /"
)
_FILLERS = _words(
    "was were is got gets still last confirmed apparently later likely already also window moment time then"
    " being been seen reportedly supposedly presumably actually"
)
