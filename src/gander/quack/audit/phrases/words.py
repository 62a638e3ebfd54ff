"""Words of time phrases that more than one reading looks for, and how phrases are cut into them."""

import re

__all__ = [
    "AFTERWARDS",
    "COUNTED",
    "COUNTS",
    "FOUND",
    "LASTING",
    "LATE",
    "MARKS",
    "MEETING",
    "NOW",
    "NUMBERED",
    "RIGHT",
    "SIDES",
    "TICK_WORDS",
    "cut",
    "number_in",
    "words",
]

_TOKEN = re.compile(r"[a-z_]+(?:'[a-z]+)?[0-9]*|[0-9]+|[^\sa-z0-9_]")
_FOLD = str.maketrans({"’": "'", "–": "-", "—": "-", "−": "-", "‑": "-", "≈": "~", "→": ";"})
_TICK = re.compile(r"(?:t|ticks?)?([0-9]{1,6})")


def cut(phrase: str) -> list[str]:
    """A phrase as words, numbers and marks, in small letters with plain dashes and apostrophes."""
    return _TOKEN.findall(phrase.lower().translate(_FOLD))


def number_in(token: str) -> int | None:
    """The number that a word names ("9", "t9"); None if it names none."""
    found = _TICK.fullmatch(token)
    return int(found[1]) if found else None


def words(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


TICK_WORDS = words("tick ticks t")
MARKS = frozenset(",;:().!?")
RIGHT = words("right just immediately shortly soon moments seconds directly instantly bit little long")
COUNTS = {
    "one": 1, "two": 2, "couple": 2, "three": 3, "few": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10,
}  # fmt: skip
NUMBERED = words("round rounds meeting meetings game phase")
# Relations that also govern a number further on: "after leaving medbay around tick 5".
SIDES: dict[str, str] = {
    "after": "after", "since": "from", "before": "before", "prior": "before", "until": "until",
    "till": "until",
}  # fmt: skip
COUNTED = frozenset(COUNTS)
MEETING = words("report reports reported reporting meeting emergency button")
FOUND = words("found find finds finding discovered discover discovers discovering body bodies")
LATE = words("late end")
NOW = words("now currently presently")
AFTERWARDS = words("afterward afterwards onward onwards beyond")
LASTING = words(
    "most majority bulk mostly primarily whole entire full throughout stayed staying always constantly all"
    " left leave"
)
