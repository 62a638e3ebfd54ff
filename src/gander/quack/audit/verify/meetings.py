"""Reports and calls: activity claims about who brought a meeting about."""

from gander.quack.audit.verify.finding import Finding
from gander.quack.audit.verify.wording import round_of
from gander.quack.audit.whereabouts import Question, Whereabouts, plain

__all__ = ["verify_meeting"]


def verify_meeting(
    at: Whereabouts, subject: str, activity: str, room: str | None, window: Question
) -> Finding:
    """Reporting or calling: of the meeting that ended the round, or, if no time is said, of any so far."""
    # A report calls a meeting too; only a body can be reported.
    its = round_of(window)
    meetings = [
        meeting
        for meeting in at.game.timeline.meetings
        if (meeting.number == its.meeting if window.window.state == "stated" else meeting.start < its.end)
    ]
    name = at.names[subject]
    own = [
        meeting
        for meeting in meetings
        if meeting.caller == subject and (activity == "calling" or meeting.kind == "report")
    ]
    done = "reported a body" if activity == "reporting" else "called the meeting"
    if not own:
        last = meetings[-1] if meetings else None
        if last is None:
            return Finding("false", "There was no meeting yet.")
        if last.caller == subject:
            reason = f"{name} called the meeting and reported no body."
        else:
            what = "reported a body" if last.kind == "report" else "called the meeting"
            reason = f"{at.names[last.caller]} {what}, not {name}."
        return Finding("false", reason, (last.start + 1,))
    meeting = own[-1]
    line, tick = (meeting.start + 1,), meeting.tick
    stood = at.game.timeline.where(subject, meeting.start)
    if room is not None and stood is not None and stood.room is not None and stood.room != room:
        return Finding(
            "wrong_room",
            f"{name} {done} in {plain(stood.room)}, not in {plain(room)}, on line {line[0]} (tick {tick}).",
            line,
        )
    if window.window.state == "stated" and not any(
        first <= tick <= last for first, last in window.window.ticks
    ):
        nearest = min(max(first - tick, tick - last) for first, last in window.window.ticks)
        return Finding(
            "false", f"{name} {done} at tick {tick}, not within {window.text}.", line, max(nearest, 0)
        )
    return Finding("true", f"{name} {done} on line {line[0]} (tick {tick}).", line)
