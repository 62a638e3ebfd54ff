"""Activity claims: somebody worked, moved or waited; reports and calls have their own module."""

from collections.abc import Mapping

from gander.quack.audit.verify.deeds import DEEDS, done
from gander.quack.audit.verify.finding import Finding, unverifiable
from gander.quack.audit.verify.locations import verify_presence
from gander.quack.audit.verify.meetings import verify_meeting
from gander.quack.audit.verify.wording import ascending, by_ticks, listed, nowhere, ticks_missed, trail_of
from gander.quack.audit.whereabouts import Question, Whereabouts, plain, touches
from gander.quack.claims import Claim

__all__ = ["verify_activity"]


_ACTIVITIES: Mapping[str, str] = {
    word: activity
    for activity, words in {
        "task": ("task", "tasks", "tasking", "doing task", "doing a task", "doing tasks", "working"),
        "traveling": ("traveling", "travelling", "travel", "moving", "walking", "leaving", "heading"),
        "waiting": ("waiting", "wait", "staying", "idling", "idle", "standing", "lingering"),
        "reporting": ("reporting", "reporting body", "report", "report body", "reported", "found body"),
        "calling": ("calling", "calling meeting", "call meeting", "called meeting", "emergency meeting"),
    }.items()
    for word in words
}
"""Words for activities, as extractors write them."""


def verify_activity(at: Whereabouts, subject: str, claim: Claim, window: Question) -> Finding:
    """Judge an activity claim: whether it was logged in the claimed room (in any if none is named)."""
    said = (claim.activity or "").strip().casefold().replace("_", " ")
    activity, room = _ACTIVITIES.get(said), claim.room
    if room is not None and room not in at.game.record.rooms:
        return unverifiable(nowhere(room))
    if activity is None:
        named = f'"{claim.activity}" is no activity' if said else "No activity is named"
        return unverifiable(f"{named} that a record shows.")
    if activity == "waiting" and window.window.duration != "any" and room is not None:
        return verify_presence(at, subject, (room,), window)
    if activity in ("reporting", "calling"):
        return verify_meeting(at, subject, activity, room, window)
    deeds = DEEDS[activity](at, subject, window)
    there = deeds if room is None else [deed for deed in deeds if room in deed.rooms]
    spans, name = window.spans, at.names[subject]
    for deed in there:
        if touches(deed.start, deed.end, spans):
            return done(at, subject, deed, window)
    nearest = ticks_missed(at, there, window)
    others = [deed for deed in deeds if touches(deed.start, deed.end, spans)]
    if others:
        did = listed(dict.fromkeys(deed.what for deed in others))
        return Finding(
            "wrong_room",
            f"{name} {did} within {window.text}: not {plain(room)}{by_ticks(nearest)}.",
            ascending(deed.start + 1 for deed in others),
            nearest,
        )
    where, lines = trail_of(at, subject, window)
    return Finding(
        "false",
        f"{name} {_NOT_DONE[activity]} within {window.text} but was {where}{by_ticks(nearest)}.",
        lines,
        nearest,
    )


_NOT_DONE: Mapping[str, str] = {
    "task": "logged no task",
    "traveling": "made no such move",
    "waiting": "did not wait there",
}
