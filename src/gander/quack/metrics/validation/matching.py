"""When two extractions of one utterance say the same: the one place where that is decided.

Claims match within an utterance, each at most once, if they agree on

- the kind (a location with one room, or a route: those are counted apart),
- the subject and the target,
- the room, or the route in its order,
- for activities, the activity,
- the polarity ("I saw Bob" is not "I never saw Bob").

Denials are counted in a row of their own, whatever their type: "I never saw Bob" is no sighting, and "I
wasn't in medbay" no presence. Not every extractor states them.

A location in several rooms at once ("in medbay and storage most of the time") is counted once a room, since
some extractors have no other way to say it.

Not compared: the time phrase (`Pair.same_time` and `Pair.same_numbers` say what became of it), the strength
of an accusation, the basis of a defense, the state of who was seen, whose words are passed on, and the span.
Plans, suppositions and questions are left out on both sides: one that is taken for a fact counts against
precision, a fact taken for one against recall, and one that is rightly marked, or rightly left out, counts
nowhere. `Matching.moods` lists the former two. What is passed on as somebody's words counts like a fact,
since some extractors call that asserted (by somebody else) and some don't; `Pair.passed_on` says whether both
say that it is passed on.
"""

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from gander.quack.audit.presence import presence_facts
from gander.quack.claims import Claim

__all__ = [
    "DENIALS",
    "KINDS",
    "FactKey",
    "Kind",
    "Matching",
    "Pair",
    "Tally",
    "fact_keys",
    "is_stated",
    "kind_of",
    "match_claims",
    "match_facts",
    "tallies",
]

Kind: TypeAlias = Literal["location", "route", "sighting", "activity", "accusation", "defense"]
KINDS: tuple[Kind, ...] = ("location", "route", "sighting", "activity", "accusation", "defense")
"""The claim types, with routes apart from other locations."""

DENIALS = "denials"
"""The row of claims that deny something, of any type."""

FactKey: TypeAlias = tuple[str, str]
"""Who was where; each once an utterance, whatever time it is given. A denial places nobody."""

_NUMBER = re.compile(r"\d+")


class _Key(NamedTuple):
    kind: Kind
    subject: str
    target: str
    rooms: tuple[str, ...]
    activity: str
    negated: bool


class _Unit(NamedTuple):
    """What is counted: a claim, or its part about one room."""

    claim: Claim
    key: _Key


class Pair(msgspec.Struct, frozen=True):
    """Two claims that say the same.

    Attributes:
        left: The one.
        right: The other.
    """

    left: Claim
    right: Claim

    @property
    def same_time(self) -> bool:
        """Whether their time phrases are the same words."""
        return _plain(self.left.time) == _plain(self.right.time)

    @property
    def numbered(self) -> tuple[bool, bool]:
        """Whether the one's and the other's time phrase name a number."""
        return bool(_numbers(self.left)), bool(_numbers(self.right))

    @property
    def passed_on(self) -> tuple[bool, bool]:
        """Whether the one and the other say that it is somebody else's word."""
        return self.left.source is not None, self.right.source is not None

    @property
    def same_numbers(self) -> bool:
        """Whether their time phrases name the same numbers."""
        return _numbers(self.left) == _numbers(self.right)


@dataclass(frozen=True, slots=True)
class Matching:
    """What two extractions of one utterance have in common.

    Attributes:
        pairs: Claims in both.
        only_left: Claims of the one that the other lacks, as often as they are counted.
        only_right: Claims of the other that the one lacks, likewise.
        moods: Claims that both have, but only one of them as a plan, supposition or question; the other's is
            also in `only_left` or `only_right`.
        unasserted: Claims that both have as such; they count nowhere.
    """

    pairs: tuple[Pair, ...]
    only_left: tuple[Claim, ...]
    only_right: tuple[Claim, ...]
    moods: tuple[Pair, ...] = ()
    unasserted: tuple[Pair, ...] = ()


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts behind precision, recall and F1.

    Attributes:
        matched: Claims or facts in both.
        left: Those of the extraction under examination.
        right: Those of the reference.
    """

    matched: int = 0
    left: int = 0
    right: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.matched + other.matched, self.left + other.left, self.right + other.right)

    @property
    def precision(self) -> float | None:
        """Share of the examined that the reference has; None if nothing was found."""
        return self.matched / self.left if self.left else None

    @property
    def recall(self) -> float | None:
        """Share of the reference that was found; None if there is none."""
        return self.matched / self.right if self.right else None

    @property
    def f1(self) -> float | None:
        """Harmonic mean of precision and recall; None if there is nothing on either side."""
        both = self.left + self.right
        return 2 * self.matched / both if both else None


def kind_of(claim: Claim) -> Kind:
    """The claim's type; a location with two rooms or more in order is a route."""
    if claim.type == "location" and len(_folded(claim.route or ())) > 1:
        return "route"
    return claim.type


def is_stated(claim: Claim) -> bool:
    """Whether it is told as a fact, by the speaker or in somebody's name."""
    return claim.asserted or claim.source is not None


def match_claims(left: Iterable[Claim], right: Iterable[Claim]) -> Matching:
    """Match two extractions of one utterance.

    Exact repeats within an extraction count once. Of several claims with the same words but for the time,
    those with the same time phrase are paired first, then those with the same numbers, then in order; so
    exchanging the sides exchanges the sides of every pair and changes nothing else.

    Args:
        left: The extraction under examination.
        right: The reference.
    """
    ones, others = _units(left), _units(right)
    stated, taken = ([unit for unit in side if is_stated(unit.claim)] for side in (ones, others))
    idle, unstated = ([unit for unit in side if not is_stated(unit.claim)] for side in (ones, others))
    pairs, only_left, only_right = _paired(stated, taken)
    neither, idle_left, idle_right = _paired(idle, unstated)
    over, _, _ = _paired(only_left, idle_right)
    under, _, _ = _paired(idle_left, only_right)
    return Matching(
        tuple(pairs),
        tuple(unit.claim for unit in only_left),
        tuple(unit.claim for unit in only_right),
        (*over, *under),
        tuple(neither),
    )


def tallies(matching: Matching) -> dict[str, Tally]:
    """Counts by kind, of `DENIALS`, and of ``all`` of them; of those without a claim on either side too."""
    matched = Counter(_row(pair.left) for pair in matching.pairs)
    left = matched + Counter(map(_row, matching.only_left))
    right = matched + Counter(map(_row, matching.only_right))
    counts = {row: Tally(matched[row], left[row], right[row]) for row in (*KINDS, DENIALS)}
    counts["all"] = sum(counts.values(), Tally())
    return counts


def fact_keys(claims: Iterable[Claim]) -> frozenset[FactKey]:
    """The presence facts that an utterance's claims state, without their times.

    Whether somebody was in a room or on the way from or to it is not told apart: "left medbay toward
    storage" is a route to one reader and traveling to another.
    """
    stated = [msgspec.structs.replace(claim, asserted=True) for claim in claims if is_stated(claim)]
    return frozenset(
        (_plain(fact.player), _plain(fact.room)) for fact in presence_facts(stated) if not fact.negated
    )


def match_facts(left: Iterable[Claim], right: Iterable[Claim]) -> Tally:
    """Compare the presence facts of two extractions of one utterance."""
    ones, others = fact_keys(left), fact_keys(right)
    return Tally(len(ones & others), len(ones), len(others))


def _row(claim: Claim) -> str:
    return DENIALS if claim.negated else kind_of(claim)


def _units(claims: Iterable[Claim]) -> list[_Unit]:
    """What is counted of an extraction, without repeats that say nothing new."""
    seen: dict[Hashable, _Unit] = {}
    for claim in claims:
        for key in _keys(claim):
            seen.setdefault((key, _plain(claim.time), is_stated(claim)), _Unit(claim, key))
    return list(seen.values())


def _paired(left: Sequence[_Unit], right: Sequence[_Unit]) -> tuple[list[Pair], list[_Unit], list[_Unit]]:
    """Pairs in the left one's order, and what is left of both."""
    partner: dict[int, int] = {}
    free = set(range(len(right)))
    rounds: tuple[Callable[[_Unit], Hashable], ...] = (
        lambda unit: (unit.key, _plain(unit.claim.time)),
        lambda unit: (unit.key, _numbers(unit.claim)),
        lambda unit: unit.key,
    )
    for same in rounds:
        waiting: dict[Hashable, list[int]] = {}
        for index in sorted(free, reverse=True):
            waiting.setdefault(same(right[index]), []).append(index)
        for index, unit in enumerate(left):
            if index not in partner and (found := waiting.get(same(unit))):
                partner[index] = found.pop()
                free.discard(partner[index])
    return (
        [Pair(left[index].claim, right[other].claim) for index, other in sorted(partner.items())],
        [unit for index, unit in enumerate(left) if index not in partner],
        [right[index] for index in sorted(free)],
    )


def _keys(claim: Claim) -> list[_Key]:
    """What a claim is compared by: one key, or one a room."""
    kind = kind_of(claim)
    route = _folded(claim.route or ())
    places: list[tuple[str, ...]]
    if kind == "route":
        places = [route]
    else:
        named = dict.fromkeys(_plain(room) for room in (claim.room, *claim.also, *route) if room)
        places = [(room,) for room in named] or [()]
    activity = _plain(claim.activity) if kind == "activity" else ""
    subject, target = _plain(claim.subject), _plain(claim.target)
    return [_Key(kind, subject, target, rooms, activity, claim.negated) for rooms in places]


def _folded(route: Iterable[str]) -> tuple[str, ...]:
    """A route without staying where one is."""
    rooms: list[str] = []
    for room in map(_plain, route):
        if not rooms or rooms[-1] != room:
            rooms.append(room)
    return tuple(rooms)


def _plain(said: str | None) -> str:
    """A name or phrase for comparison: without case, and with one kind of space."""
    return " ".join((said or "").casefold().replace("_", " ").split())


def _numbers(claim: Claim) -> frozenset[int]:
    return frozenset(int(number) for number in _NUMBER.findall(claim.time))
