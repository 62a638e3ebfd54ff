"""Placing: what it claims that somebody has, places or confirms another one in a room."""

import re

from gander.quack.audit.extract.clauses.frames import Frame, place_of, rooms_of
from gander.quack.audit.extract.statements.page import Page
from gander.quack.audit.extract.words.tokens import Token

__all__ = ["write_claiming", "write_having", "write_placing"]

_CLAIMS = frozenset(("claim", "claims", "claimed", "say", "says", "said"))
_ENDS = re.compile(
    r"\s*(?:$|[.,;:!?)–—]|-\s|\n)"
    r"|\s+(?:the|for the|for)\s+(?:whole|entire|most)\b"
    r"|\s+(?:and|but|yet|though|although|then|while|when|before|after|until|till|so|because|since)\b",
    re.IGNORECASE,
)
"""What may follow on a room that alone is claimed, beside a time."""


def write_having(page: Page, frame: Frame) -> None:
    """Read "I had Bob with me in medbay", "Eve has me in medbay", "they have each other there"."""
    if frame.mutual:
        write_placing(page, frame)
        return
    room = place_of(frame)
    if room is None or not frame.objects:
        return
    if frame.subject != (page.me,):
        write_placing(page, frame)
    elif page.me in frame.companions:
        page.sighting(frame, frame.subject, frame.objects, room)


def write_claiming(page: Page, frame: Frame) -> None:
    """Read "Bob claims storage the whole time": on his word he was there."""
    after, places = page.after(), frame.places
    if len(places) != 1 or len(frame.subject) != 1 or frame.subject == (page.me,) or frame.negated:
        return
    role, room = places[0]
    told = role == "bare" and room.value != "path" and frame.at < room.start <= frame.at + len(frame.word) + 1
    if after is not None and after.word in {"are", "were"} and after.start == after.at:
        return  # "Bob says storage and weapons are close"
    if told and (after is None or after.link) and frame.word in _CLAIMS and _ends(page, frame, room):
        frame.source = frame.subject[0]
        page.location(frame, frame.subject[0], room.rooms[0], also=room.rooms[1:])


def _ends(page: Page, frame: Frame, room: Token) -> bool:
    """Whether a claim is of a room, and of no more: "claims storage late"; not "claims storage access"."""
    if room.form == "or" or frame.form != "f":
        return False
    times = (page.text[room.end : time.start] for time in frame.times if time.start >= room.end)
    return _ENDS.match(page.text, room.end) is not None or any(not time.strip(" (") for time in times)


def write_placing(page: Page, frame: Frame) -> None:
    """Read "Eve places me in medbay", on Eve's word; "they confirm each other in medbay"."""
    rooms = rooms_of(frame)
    own = len(frame.objects) == 1 and frame.objects == frame.subject and not frame.passive
    if not rooms or (frame.negated and not (frame.mutual or own)):
        return
    if frame.negated and own:
        for room in rooms:  # "Bob's route doesn't put him in medbay"
            page.location(frame, frame.subject[0], room)
        return
    if frame.mutual:
        together = place_of(frame)  # None for "around medbay/storage", which is either
        for who in frame.subject:
            spoken = page.discourse.context.spoken
            told = who != page.me and (spoken is None or who in spoken)
            frame.source = who if told else None  # each on its own word
            page.sighting(frame, (who,), (*frame.subject, *frame.companions), together)
        return
    moves = any(role in {"to", "via"} for role, _ in frame.places)
    placed = frame.subject if frame.passive else frame.objects
    if frame.companions and placed == frame.subject and len(placed) == 1:
        frame.source = placed[0]
        page.sighting(frame, placed, frame.companions, rooms[-1])
        return
    told_by = next((who for who in frame.subject if who != page.me), frame.source)
    if len(frame.subject) > 1 and not frame.passive:
        frame.tellers = frame.subject
    for who in (*placed, *(who for who in frame.companions if who not in placed)):
        if not frame.passive:
            # Who places himself somewhere does so on his own word.
            frame.source = who if who in frame.subject else told_by
        if len(rooms) > 1 and moves:
            page.location(frame, who, route=tuple(rooms))
        else:
            for room in rooms:
                page.location(frame, who, room)
