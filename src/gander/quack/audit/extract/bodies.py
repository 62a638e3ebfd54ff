"""Bodies and meetings: what finding, reporting, dying and calling claims."""

from gander.quack.audit.extract.frames import Frame, place_of
from gander.quack.audit.extract.page import Page

__all__ = ["write_call", "write_death", "write_finding", "write_report"]


def write_finding(page: Page, frame: Frame) -> None:
    """Read "I found Eve's body in medbay", "Eve was found in medbay"."""
    context = page.discourse.context
    if frame.passive:
        if frame.negated:
            return
        for victim in frame.subject if frame.body else ():
            room = place_of(frame) or context.room_of_body(victim)
            if room is not None and frame.agents:
                page.sighting(frame, frame.agents, (victim,), room, "body")
            elif room is not None:
                page.location(frame, victim, room)
        return
    dead = {name for name, _ in context.bodies}
    for victim in frame.objects or (context.found if frame.body and not frame.filled else ()):
        body = frame.body or victim in dead
        lay = context.room_of_body(victim) if body else None
        meant = frame.places and frame.places[0][1].form == "there"
        room = (lay if meant else None) or place_of(frame) or lay
        if room is None:
            continue
        if page.me in frame.subject or frame.negated or not body:
            page.sighting(frame, frame.subject, (victim,), room, "body" if body else "unknown")
            if frame.companions and not frame.negated and page.me in frame.subject:
                page.sighting(frame, (page.me,), frame.companions, room, "alive")
        else:
            if frame.source not in frame.subject:
                frame.source = None  # everybody knows of the find
            if frame.places or not frame.sub:
                page.sighting(frame, frame.subject, (victim,), room, "body")
                continue
            for who in (victim, *frame.subject):
                page.location(frame, who, room)


def write_report(page: Page, frame: Frame) -> None:
    """A report by the meeting's caller, in the room where the body lay."""
    context = page.discourse.context
    caller = context.caller
    if frame.passive and frame.body and not frame.negated and place_of(frame) is not None:
        for victim in frame.subject:
            page.location(frame, victim, place_of(frame))  # "Eve's body was reported in medbay"
        return
    if frame.passive or frame.negated or not frame.asserted or caller is None:
        return
    if context.kind != "report" or frame.subject != (caller,):
        return
    victims = frame.objects or context.found
    room = place_of(frame)
    if room is None and victims:
        room = context.room_of_body(victims[0])
    if room is None and len({place for _, place in context.bodies}) == 1:
        room = context.bodies[0][1]
    frame.source = None  # everybody knows of the report
    if not frame.word.startswith("report"):
        frame.times, frame.event = [], None  # "is the reporter": whatever else the clause dates
    if not page.reported:
        page.reported = True
        page.activity(frame, caller, "reporting", room)
    if room is not None and frame.objects:
        if caller != page.me:
            for victim in frame.objects:
                page.location(frame, victim, room)
        elif frame.body:
            page.sighting(frame, frame.subject, frame.objects, room, "body")


def write_call(page: Page, frame: Frame) -> None:
    """A call for a meeting by the speaker, who stands at the button."""
    context = page.discourse.context
    if frame.passive or frame.negated or frame.subject != (page.me,) or context.caller != page.me:
        return
    if context.kind == "button":
        page.activity(frame, page.me, "calling", place_of(frame) or context.button)


def write_death(page: Page, frame: Frame) -> None:
    """Read "Eve died in medbay"."""
    room = place_of(frame)
    if room is not None and not frame.negated:
        for victim in frame.subject:
            page.location(frame, victim, room)
