"""A location, sighting or activity claim against the record, by its type."""

from collections.abc import Callable, Mapping

import msgspec

from gander.quack.audit.verify.activities import verify_activity
from gander.quack.audit.verify.finding import Finding, denied, unverifiable
from gander.quack.audit.verify.locations import verify_location
from gander.quack.audit.verify.sightings import verify_sighting
from gander.quack.audit.verify.wording import nobody
from gander.quack.audit.whereabouts import Question, Whereabouts
from gander.quack.claims import Claim

__all__ = ["verify"]


def verify(at: Whereabouts, claim: Claim, window: Question) -> Finding:
    """Judge an asserted location, sighting or activity claim.

    Args:
        at: The game's whereabouts.
        claim: The claim, its names resolved where they can be.
        window: What its time phrase means.

    Returns:
        What was found; for a denial, of the denial.
    """
    subject = at.game.ids.get(claim.subject or "")
    if subject is None:
        return unverifiable(nobody(claim.subject, "whom it is about"))
    if window.window.state == "later":
        return unverifiable(f'"{claim.time}" had not come yet.')
    if window.round is None or not window.spans:
        return unverifiable(f'"{claim.time}" means no part of this game.')
    found = _BY_TYPE[claim.type](at, subject, claim, window)
    if not claim.negated:
        return found
    if window.window.state == "unresolved" and found.verdict in ("true", "near_miss"):
        return unverifiable(f'"{claim.time}" cannot be placed, and at some time it was so.')
    if found.verdict == "near_miss" and window.window.duration == "all":
        # "I was not there the whole time": not for a moment.
        found = msgspec.structs.replace(found, verdict="true")
    return denied(found)


_BY_TYPE: Mapping[str, Callable[[Whereabouts, str, Claim, Question], Finding]] = {
    "location": verify_location,
    "sighting": verify_sighting,
    "activity": verify_activity,
}
