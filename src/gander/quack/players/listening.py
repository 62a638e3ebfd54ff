"""Listening: what a scripted player makes of the speeches of others.

It catches plain statements ("I was in medbay ticks 4-6", "I saw Bob in storage around tick 9") and
lets everything else pass; it decides how a scripted player reasons, and is no audit.
"""

import re
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

__all__ = ["Remark", "RemarkKind", "plain", "remarks"]

RemarkKind: TypeAlias = Literal["place", "saw", "killed", "accused", "vouched"]


class Remark(NamedTuple):
    """A plain statement.

    Attributes:
        speaker: Who made it.
        kind: ``place`` (the speaker was in `room`), ``saw`` (the speaker saw `who` in `room`),
            ``killed`` (the speaker saw `who` kill), ``accused`` or ``vouched`` (for `who`).
        who: Whom it is about.
        room: Which room it names.
        first: First tick it names; None if it names none.
        last: Last tick it names.
        weight: For an accusation, 1 to 3.
    """

    speaker: str
    kind: RemarkKind
    who: str | None = None
    room: str | None = None
    first: int | None = None
    last: int | None = None
    weight: int = 1


def plain(room: str) -> str:
    """A room's name as it is spoken."""
    return room.replace("_", " ")


_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_CLAUSE = re.compile(r",\s+(?:and\s+|but\s+|then\s+|so\s+)?|;\s+|\s+—\s+|\s+(?:and|but)\s+(?=I\s)")
_TICKS = re.compile(r"\bt(?:icks?\s+)?(\d{1,9})(?:\s*(?:-|–|and|to)\s*(\d{1,9}))?")
_NOT = re.compile(r"\bnever\b|n't\b|\bnot\b|\bno one\b", re.IGNORECASE)
_QUOTED = re.compile(
    r"\b(?:says?|said|claims?|claimed|according to|maybe|could have|might have)\b", re.IGNORECASE
)
_KILL = re.compile(r"\bkill(?:ed|ing)?\b", re.IGNORECASE)
_SAW = re.compile(
    r"\bsaw\b|\bwith\b|\bran into\b|\bpassed\b|\bcame in(?:to)?\b|\bwalked in(?:to)?\b|\bwas in\b|\bthere\b",
    re.IGNORECASE,
)
_OWN = re.compile(r"\bI\b|\bmy\b|\bme\b")
_ROUTE = re.compile(r"→|\bwent\b|\broute\b|\bpath\b")
_HARD = re.compile(r"\bvot(?:e|ing)\b|\bis the Duck\b|\bvote out\b|\blying\b")
_SOFT = re.compile(r"\bsuspect\b|\bsuspicious\b|\bwary\b|\badd up\b|\bagainst\b|\bsus\b|\blooks bad\b")
_VOUCH = re.compile(r"\bvouch\b|\bcleared?\b|\btrust\b|\bback up\b")


@lru_cache(maxsize=64)
def _pattern(words: tuple[str, ...], ignore_case: bool) -> re.Pattern[str]:
    longest_first = sorted({word for word in words if word.strip()}, key=lambda word: (-len(word), word))
    alternatives = "|".join(map(re.escape, longest_first))
    return re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)", re.IGNORECASE if ignore_case else 0)


@lru_cache(maxsize=64)
def _spoken(rooms: tuple[str, ...]) -> dict[str, str]:
    return {form.casefold(): room for room in rooms for form in (room, plain(room))}


@lru_cache(maxsize=8192)
def remarks(
    speaker: str, message: str, players: tuple[str, ...], rooms: tuple[str, ...]
) -> tuple[Remark, ...]:
    """The plain statements of a speech.

    Args:
        speaker: Who spoke.
        message: What was said.
        players: The roster.
        rooms: The map's room names.
    """
    found: list[Remark] = []
    for sentence in _SENTENCE.split(message):
        if sentence and not sentence.rstrip().endswith("?") and not _QUOTED.search(sentence):
            found += _sentence(speaker, sentence, players, rooms)
    return tuple(found)


def _sentence(speaker: str, sentence: str, players: tuple[str, ...], rooms: tuple[str, ...]) -> list[Remark]:
    named, placed, spoken = _pattern(players, False), _pattern(tuple(_spoken(rooms)), True), _spoken(rooms)
    found: list[Remark] = []
    room: str | None = None
    for clause in _CLAUSE.split(sentence):
        who = [name for name in named.findall(clause) if name != speaker]
        where = [spoken[text.casefold()] for text in placed.findall(clause) if text.casefold() in spoken]
        if where:
            room = where[0]
        if _NOT.search(clause):
            continue
        ticks = _TICKS.search(clause)
        first = last = None
        if ticks:
            first = int(ticks[1])
            last = int(ticks[2]) if ticks[2] else first
        if who and _HARD.search(clause):
            found.append(Remark(speaker, "accused", who[0], weight=3))
        elif who and _SOFT.search(clause):
            found.append(Remark(speaker, "accused", who[0], weight=1))
        elif who and _VOUCH.search(clause):
            found.append(Remark(speaker, "vouched", who[0]))
        elif who and _KILL.search(clause):
            found.append(Remark(speaker, "killed", who[0], room, first, last))
        elif who and room and _SAW.search(clause):
            found += [Remark(speaker, "saw", name, room, first, last) for name in who]
        elif where and not who and _OWN.search(clause) and not _ROUTE.search(clause):
            found.append(Remark(speaker, "place", speaker, where[0], first, last))
    return found
