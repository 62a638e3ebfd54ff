"""Claims in words, for people who check them."""

from gander.quack.audit.judgement import Window
from gander.quack.audit.presence import PresenceFact
from gander.quack.claims import Claim

__all__ = ["claim_in_words", "fact_in_words", "window_in_words"]

_DONE = {
    "task": "did a task",
    "traveling": "was on the move",
    "waiting": "waited",
    "reporting": "reported a body",
    "calling": "called the meeting",
}


def claim_in_words(claim: Claim) -> str:
    """A claim as one line: what is claimed, when, and how it is meant.

    Everything that the verdict depends on is there; what the claim doesn't say, the line doesn't either.
    """
    return _meant(_what(claim), claim.time, claim.negated, claim.asserted, claim.source)


def fact_in_words(fact: PresenceFact) -> str:
    """A presence fact as one line."""
    where = f"on the move to or from {fact.room}" if fact.corridor else f"in {fact.room}"
    return _meant(f"{fact.player} was {where}", fact.time, fact.negated, True, fact.source)


def window_in_words(window: Window | None) -> str:
    """Where a claim was looked for: the ticks, and how long it must hold."""
    if window is None:
        return ""
    ticks = ", ".join(f"{first}–{last}" if last > first else str(first) for first, last in window.ticks)
    lasting = {"any": "at some moment", "all": "all the time", "most": "most of the time"}[window.duration]
    number = "" if window.round is None else f"round {window.round + 1}, "
    return f"{number}ticks {ticks or 'none'}, {lasting} (rule: {window.rule}, {window.state})"


def _meant(what: str, time: str, negated: bool, asserted: bool, source: str | None) -> str:
    marks = []
    if negated:
        marks.append("denied")
    if not asserted:
        marks.append("not asserted")
    if source is not None:
        marks.append(f"as said by {source}")
    when = f", time: “{time}”" if time else ""
    mood = f" [{', '.join(marks)}]" if marks else ""
    return f"{what}{when}{mood}"


def _what(claim: Claim) -> str:
    who = claim.subject or "somebody"
    room = f" in {claim.room}" if claim.room else ""
    if claim.type == "location":
        if claim.route:
            return f"{who} went {' → '.join(claim.route)}"
        rooms = " and ".join(room for room in (claim.room, *claim.also) if room)
        return f"{who} {'lay dead' if claim.state == 'body' else 'was'} in {rooms or 'an unnamed place'}"
    if claim.type == "sighting":
        seen = claim.target or ("anybody" if claim.negated else "somebody")
        body = "the body of " if claim.state == "body" else ""
        but = f" but {' and '.join(claim.but)}" if claim.but else ""
        return f"{who} saw {body}{seen}{but}{room}"
    if claim.type == "activity":
        where = f" (room: {claim.room})" if claim.room else ""
        if claim.activity == "traveling" and claim.room:
            where = f" to or from {claim.room}"  # recorded claims do not tell which, and either is judged
        return f"{who} {_DONE.get(claim.activity or '', claim.activity or 'did something')}{where}"
    if claim.type == "accusation":
        how = f" ({claim.strength})" if claim.strength else ""
        return f"{who} accuses {claim.target or 'somebody'}{how}"
    why = f" ({claim.basis})" if claim.basis else ""
    return f"{who} defends {claim.target or 'somebody'}{why}"
