"""Arrivals: how whoever is seen, or is somewhere, got there, and where they go on from there."""

from gander.quack.audit.extract.clauses.frames import Frame, place_of
from gander.quack.audit.extract.statements.timing import numbered

__all__ = ["comes_from", "comes_in", "elsewhere", "goes_off", "of_seen", "there_yet", "walks_on"]


def elsewhere(before: Frame, frame: Frame) -> bool:
    """Whether somebody is said to have been elsewhere at the tick of which something is denied before."""
    if frame.link not in {"-", ",", ";", "so"} or frame.subject != before.subject or not frame.places:
        return False
    stays = frame.kind == "be" or (frame.form == "i" and frame.kind in {"go", "head"})
    return stays and not (frame.then or frame.sub) and numbered(before) and before.kind in {"be", "see"}


def goes_off(before: Frame, frame: Frame) -> bool:
    """Whether somebody is said to be in a room and on the move: "was in medbay at tick 9 and heading out"."""
    moves = frame.link == "and" and frame.kind in {"go", "head", "leave"}
    return moves and before.kind == "be" and numbered(before)


def walks_on(before: Frame, frame: Frame) -> bool:
    """Whether who was seen to move at a time named first moves on at once."""
    if before.matrix is None or not before.matrix.fronted or frame.then:
        return False
    return frame.subject == before.subject and frame.kind in {"go", "head"} and len(frame.places) == 1


def of_seen(before: Frame, frame: Frame) -> bool:
    """Whether a clause tells of whom the one before saw: "saw Bob and Eve enter — Bob came from"."""
    if before.objects:
        return frame.subject == before.objects or (
            len(frame.subject) == 1 and frame.subject[0] in before.objects
        )
    seen = before.matrix is not None and before.matrix.kind == "see" and before.inward
    return seen and len(frame.subject) == 1 and frame.subject[0] in before.subject and comes_from(frame)


def comes_from(frame: Frame) -> bool:
    """Whether a clause tells first from where somebody came."""
    return frame.kind == "go" and bool(frame.places) and frame.places[0][0] == "from"


def comes_in(before: Frame, frame: Frame) -> bool:
    """Whether a clause tells how whoever was seen in a room had got there."""
    role, token = frame.places[0] if frame.places else ("", None)
    arrives = role in {"bare", "to"} and token is not None and token.kind == "room"
    return arrives and frame.inward and place_of(frame) is not None and place_of(frame) == place_of(before)


def there_yet(before: Frame, frame: Frame) -> bool:
    """Whether what is seen is seen where, and when, the clause before tells somebody to be."""
    here, there = place_of(before), place_of(frame)
    if before.kind in {"be", "stay"}:
        return there is None or there == here
    arrives = before.kind == "go" and all(
        role != "from" or len(before.places) > 1 for role, _ in before.places
    )
    return arrives and (there is None or there == here)
