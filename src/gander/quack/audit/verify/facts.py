"""Presence facts against the record."""

from gander.quack.audit.presence import PresenceFact
from gander.quack.audit.verify.wording import ascending, ends, trail_of
from gander.quack.audit.whereabouts import Question, Whereabouts, touches
from gander.quack.claims import Verdict

__all__ = ["present"]


def present(at: Whereabouts, fact: PresenceFact, window: Question) -> tuple[Verdict, tuple[int, ...]]:
    """Judge a presence fact: whether the player was there at some moment of the window.

    Args:
        at: The game's whereabouts.
        fact: The fact. One on the move counts for the room left and the room ahead.
        window: What its time phrase means, whatever duration it claims.

    Returns:
        True, false or unverifiable, and the lines that decide it.
    """
    player = at.game.ids.get(fact.player)
    if player is None or fact.room not in at.game.record.rooms or window.round is None or not window.spans:
        return "unverifiable", ()
    spans = window.spans
    there: tuple[int, ...] | None = None
    if fact.corridor:
        for walk in at.walks(player):
            if fact.room in (walk.origin, walk.heading) and touches(walk.start, walk.last + 1, spans):
                there = ascending((walk.start + 1, walk.last + 1))
                break
    else:
        for one in at.answers[player].get(fact.room, ()):
            if touches(one.start, one.end, spans):
                there = ends(at, one, window)
                break
    if there is None:
        return "true" if fact.negated else "false", trail_of(at, player, window)[1]
    if fact.negated and window.window.state == "unresolved":
        return "unverifiable", ()
    return "false" if fact.negated else "true", there
