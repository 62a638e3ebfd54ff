"""Search: the clause that a recorded claim came from, and how it was meant there."""

from collections.abc import Sequence
from typing import TypeAlias

from gander.quack.audit.anchor.clauses import Clause, Clauses
from gander.quack.audit.anchor.meaning import PLAIN, mood_of, person_of
from gander.quack.audit.anchor.speech import Speech
from gander.quack.audit.anchor.words import SaidTime
from gander.quack.audit.doings import aims, does, idles
from gander.quack.audit.moods import Mood

__all__ = ["NOWHERE", "Found", "find"]


Found: TypeAlias = tuple[Mood, str | None, Clause | None]
"""What a claim's sentence says of it: how it was meant; whose word it is, None for the speaker's own; and the
clause that it came from, None if none names its room and people."""

_DOINGS = frozenset(("task", "waiting"))
"""Activities that a clause tells in words of its own: naming the room is not enough."""

NOWHERE: Found = (PLAIN, None, None)


def find(
    speech: Speech,
    sighting: bool,
    subject: str,
    target: str | None,
    rooms: Sequence[str],
    time: SaidTime | None = None,
    activity: str | None = None,
) -> Found:
    """Find the clause of a claim, and what it says of the claim.

    Args:
        speech: The utterance.
        sighting: Whether the claim tells of seeing.
        subject: Whom it is about.
        target: Who was seen.
        rooms: The rooms claimed.
        time: Its time phrase; None without one.
        activity: The activity claimed.
    """
    clauses, speaker = speech.clauses, speech.speaker
    own = subject == speaker
    people = [] if own else [subject]
    if target is not None and target != speaker:
        people.append(target)
    # Which clauses name the claim's ticks; None if it has none.
    timed: int | None = None
    if time is not None and time.ticks:
        timed = 0
        for tick in time.ticks:
            timed |= clauses.ticks.get(tick, 0)
    plain = ~(clauses.cued | clauses.asked)
    clause, its = None, PLAIN
    if activity not in _DOINGS:
        # Nearly all claims: a plain clause names all that the claim does.
        wanted = plain if timed is None else plain & timed
        if own:
            wanted &= clauses.own
        if sighting:
            wanted &= clauses.seen
        clause = _naming_all(clauses, wanted, people, rooms)
    if clause is None:
        near = _near(speech, sighting, own, people, rooms, timed, activity)
        for one in near:
            if plain >> one.number & 1:
                clause = one
                break
        if clause is None and near:
            clause, its = _meant(speech, near, sighting, subject, target, people, rooms, timed)
    source = its.source
    if source is None and time is not None and time.told is not None:
        source = time.told.source
        if its.kind == "asserted" and time.told.cue == "if":
            its = time.told
    if source is not None:
        source = person_of(speech, source, clause)
    return its, source, clause


def _naming_all(clauses: Clauses, wanted: int, people: Sequence[str], rooms: Sequence[str]) -> Clause | None:
    """The first of the wanted clauses that names all of some people and rooms; None without one."""
    if not wanted:
        return None
    for room in rooms:
        wanted &= clauses.rooms.get(room, 0)
    for person in people:
        wanted &= clauses.players.get(person, 0)
    while wanted and rooms:
        clause = clauses.all[(wanted & -wanted).bit_length() - 1]
        if len(clause.rooms) >= len(rooms):
            return clause
        wanted &= wanted - 1
    return None


def _near(
    speech: Speech,
    sighting: bool,
    own: bool,
    people: Sequence[str],
    rooms: Sequence[str],
    timed: int | None,
    activity: str | None,
) -> list[Clause]:
    """The clauses that fit a claim best or hardly worse, the best first."""
    clauses = speech.clauses
    naming = [clauses.rooms.get(room, 0) for room in rooms]
    some = several = 0
    for which in naming:
        several |= some & which
        some |= which
    fits = some if len(rooms) < 2 else several
    if not some:
        return []
    named = [clauses.players.get(person, 0) for person in people]
    if people:
        every, anybody = some, 0
        for which in named:
            every &= which
            anybody |= which
        if not every and len(rooms) < 2:
            # "... in medbay, and Bob was there": the room stands a clause or two before.
            fits |= (some << 1 | some << 2) & anybody
        for which in named:
            lately = which << 1 | which << 2 | which << 3
            fits &= which | (lately & (some | clauses.pronoun))
        if len(people) > 1:
            fits &= anybody
    if not fits & (fits - 1):
        return [clauses.all[fits.bit_length() - 1]] if fits else []  # one at most: nothing to weigh
    scored: list[tuple[int, int]] = []
    while fits:
        bit = fits & -fits
        fits ^= bit
        score = 0
        for which in naming:
            if which & bit:
                score += 4
        score = score or 1
        for which in named:
            if which & bit:
                score += 3
            elif clauses.pronoun & bit:
                score += 1
        if timed is not None:
            if timed & bit:
                score += 3
            elif clauses.numbered & bit and score > 1:
                score -= 1
        if own and clauses.own & bit:
            score += 1
        if sighting and clauses.seen & bit:
            score += 1
        number = bit.bit_length() - 1
        if activity == "task":
            words = speech.text(clauses.all[number])
            score += 4 * (does(words) or aims(words) or "task" in words)
        elif activity == "waiting":
            score += 2 * idles(speech.text(clauses.all[number]))
        scored.append((-score, number))
    scored.sort()
    return [clauses.all[number] for score, number in scored if score <= scored[0][0] + 1]


def _meant(
    speech: Speech,
    near: Sequence[Clause],
    sighting: bool,
    subject: str,
    target: str | None,
    people: Sequence[str],
    rooms: Sequence[str],
    timed: int | None,
) -> tuple[Clause, Mood]:
    """Which of some clauses that may not assert a claim it came from, and its mood there."""
    clauses = speech.clauses
    first: tuple[Clause, Mood] | None = None
    for clause in near:
        its = mood_of(speech, clause, sighting, subject, target, rooms)
        # Other ticks than the claim's: it came from somewhere else, near by.
        astray = (
            timed is not None and not timed >> clause.number & 1 and clauses.numbered >> clause.number & 1
        )
        sure = subject != speech.speaker and _tells(clauses, clause, its, rooms, timed)
        if (
            its == PLAIN
            or astray
            or not (sure or _names_all(clauses, clause, people, subject == speech.speaker))
        ):
            return clause, PLAIN
        first = first or (clause, its)
    return first or (near[0], PLAIN)


def _tells(clauses: Clauses, clause: Clause, its: Mood, rooms: Sequence[str], timed: int | None) -> bool:
    """Whether a claim about another surely came from a clause that may not name that other."""
    if not all(room in clause.rooms for room in rooms):
        return False
    if timed is None:
        # "Storage to electrical requires passing medbay" is said of the map, and names nobody.
        return its.cue == "requires"
    # "Bob saw her leave medbay at tick 5": the ticks tell that it is this one, whoever she is.
    return bool((timed & clauses.pronoun) >> clause.number & 1)


def _names_all(clauses: Clauses, clause: Clause, people: Sequence[str], own: bool) -> bool:
    """Whether a clause speaks of all whom a claim is about; else its mood is hardly the claim's."""
    number = clause.number
    if own and not clauses.own >> number & 1:
        return False
    before = clauses.all[number - 1].players if number else {}
    referred = clauses.pronoun >> number & 1 and len(clause.players) < 2
    return all(one in clause.players or (referred and one in before) for one in people)
