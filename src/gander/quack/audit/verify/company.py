"""Whose word a claim is: the speaker's about itself, about somebody it was with, or hearsay."""

from gander.quack.audit.judgement import Whose
from gander.quack.audit.whereabouts import Question, Whereabouts, touches

__all__ = ["whose"]


def whose(
    at: Whereabouts, speaker: str, subject: str | None, source: str | None, window: Question | None
) -> Whose:
    """Whether something is about the speaker, about somebody it was with in the window, or hearsay.

    Args:
        at: The game's whereabouts.
        speaker: Who says it.
        subject: Whom it is about.
        source: Whose word it is, if the speaker passes it on.
        window: When it was; None if nothing is asked of any time.
    """
    if source is not None and source != speaker:
        return "hearsay"
    if subject == speaker:
        return "own"
    ids = at.game.ids
    watcher, other = ids.get(speaker), ids.get(subject or "")
    if watcher is None or other is None or window is None:
        return "hearsay"
    together = window.company.get((watcher, other))
    if together is None:
        together = window.company[watcher, other] = _with(at, watcher, other, window)
    return "observed" if together else "hearsay"


def _with(at: Whereabouts, watcher: str, other: str, window: Question) -> bool:
    for met in at.together(watcher, other):
        if touches(met.start, met.end, window.spans):
            return True
    return at.reading.bodies and any(
        touches(start, end, window.spans) for start, end in at.beside_body(watcher, other)
    )
