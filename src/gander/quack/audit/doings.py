"""Doings: what the words of a clause say of work, waiting and ways, for claims that lost the wording.

"I went to storage for my task" tells of a purpose, "I was doing my task in storage" of work; and who
"went to storage at tick 6" was on the way there then. Recorded claims keep neither difference.
"""

from collections.abc import Sequence
from itertools import pairwise

__all__ = ["aims", "does", "goes_to", "idles", "tries"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_DOING = _words("doing did done worked working finished finishing completed completing busy tasking started")
_TO_DO = _words("do work continue finish start complete begin fix run clear chart scan sort fuel check clean")
_TASKS = _words("task tasks")
_HAVING = _words("had have has")
_TRYING = _words("trying tried attempting attempted")
_PLACING = _words("in at off out from on over here there this the")
_FOR_HOW_LONG = _words("several some the two three most ticks awhile long")
# After "did" these only stress what was done.
_STRESSED = _words(
    "pass see not leave go walk come head move find report notice run enter stop meet say have hear spot"
    " cross"
)
_IDLING = _words(
    "waiting waited wait hanging hung lurking lurked lingering lingered standing stood staying stayed idling"
    " camping sitting sat"
)
_GOING = _words(
    "went go goes going gone moving moved move heading headed head walking walked ran running returned"
    " returning came left leaving"
)
_TOWARD = _words("to into toward towards for")


def does(words: Sequence[str]) -> bool:
    """Whether words tell of work; "started in medbay" tells of a way."""
    return any(
        word in _DOING
        and not (word == "started" and following in _PLACING)
        and not (word == "did" and following in _STRESSED)
        for word, following in pairwise((*words, ""))
    )


def aims(words: Sequence[str]) -> bool:
    """Whether words name a task as what somebody came for or has: "to do my scan", "for fuel"."""
    for place, word in enumerate(words[:-1]):
        following = words[place + 1]
        if (word == "to" and following in _TO_DO) or (word == "for" and following not in _FOR_HOW_LONG):
            return True
        if (word in ("to", "for") or word in _HAVING) and not _TASKS.isdisjoint(words[place + 1 : place + 6]):
            return True
    return False


def tries(words: Sequence[str]) -> bool:
    """Whether words tell of an attempt."""
    return not _TRYING.isdisjoint(words)


def idles(words: Sequence[str]) -> bool:
    """Whether words tell of waiting."""
    return not _IDLING.isdisjoint(words)


def goes_to(words: Sequence[str], place: int) -> bool:
    """Whether the room at a place is one that somebody went to: "moved over to medbay"."""
    before = place - 1
    while before >= 0 and words[before] in ("the", "room"):
        before -= 1
    return (
        before >= 0 and words[before] in _TOWARD and not _GOING.isdisjoint(words[max(0, before - 4) : before])
    )
