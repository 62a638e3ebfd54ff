"""Tellers: on whose word a claim about somebody is, where several tell, or one who saw it."""

from gander.quack.audit.extract.clauses.discourse import Context
from gander.quack.audit.extract.clauses.frames import Frame
from gander.quack.claims import ClaimType

__all__ = ["tellers_of"]


def tellers_of(frame: Frame, who: str, kind: ClaimType, context: Context) -> tuple[str | None, ...]:
    """On whose word a claim about somebody is: "they say they were there", each on his own.

    Args:
        frame: The frame that tells it.
        who: Whom it is about.
        kind: The kind of claim.
        context: Who speaks, and what was known before.

    Returns:
        The players on whose word it is, each of whom claims it; None among them is the speaker.
    """
    source, tellers, me = frame.source, frame.tellers, context.speaker
    if source is None and frame.seer and kind != "sighting" and _by_sight(frame, who, context):
        source = frame.seer[0]  # "Eve saw Bob head to medbay": on her word
    if source is None or source == me or (me in tellers and source in tellers):
        return (None,)
    if source not in tellers:
        return (source,)
    return (who,) if who in tellers else tellers


def _by_sight(frame: Frame, who: str, context: Context) -> bool:
    """Whether what is told of somebody is what another one saw, who lives to say so."""
    seer = frame.seer or ()
    dead = {victim for victim, _ in context.bodies}
    told = len(seer) == 1 and seer[0] not in (context.speaker, *dead)
    return told and frame.kind != "report" and who not in (context.speaker, *seer)
