"""Anchoring: recorded claims, and the sentences they came from.

A recorded claim says who was where and when. Whether the speaker asserted that, supposed it, asked
for it, denied it or passed it on stands in the sentence alone.
"""

from gander.quack.audit.game import Game
from gander.quack.audit.recorded import RecordedClaim
from gander.quack.audit.utterances import Utterance
from gander.quack.claims import Claim

__all__ = ["anchor"]


def anchor(game: Game, utterance: Utterance, recorded: tuple[RecordedClaim, ...]) -> tuple[Claim, ...]:
    """Resolve the names of an utterance's recorded claims and tie each to its sentence.

    Args:
        game: The game.
        utterance: The utterance.
        recorded: Its claims, in the order stated.

    Returns:
        The claims, in the same order.
    """
    return tuple(_resolved(game, utterance, claim) for claim in recorded)


def _resolved(game: Game, utterance: Utterance, claim: RecordedClaim) -> Claim:
    player, room = game.names.player, game.names.room
    subject = claim.subject or claim.accuser or claim.defender or utterance.speaker
    target = claim.target if claim.type != "defense" else claim.defended
    return Claim(
        claim.type,
        utterance.speaker,
        subject=player(subject) or subject,
        target=player(target) or target,
        room=room(claim.room) or claim.room,
        route=tuple(room(said) or said for said in claim.route) if claim.route is not None else None,
        activity=claim.activity,
        time=claim.temporal or "",
        state="unknown" if claim.type == "sighting" else None,
        strength=claim.confidence,
        basis=claim.basis,
    )
