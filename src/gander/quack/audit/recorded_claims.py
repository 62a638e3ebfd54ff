"""Recorded claims as an extraction: those of a file, tied to what was said."""

from gander.quack.audit.anchor import anchor
from gander.quack.audit.claims_file import claim_of
from gander.quack.audit.game import Game
from gander.quack.audit.recorded import RecordedClaims
from gander.quack.audit.utterances import Extraction

__all__ = ["claims_from_recorded"]


def claims_from_recorded(game: Game, recorded: RecordedClaims | None) -> tuple[Extraction, ...]:
    """Make of recorded claims what every extractor gives.

    Args:
        game: The game.
        recorded: Its recorded claims; None if it has no file of them.

    Returns:
        One extraction an utterance, in the game's order. An utterance with no stored extraction has
        failed; one that was extracted and has no claims is ``no_claims``.
    """
    by_utterance = recorded.by_utterance if recorded is not None else {}
    extractions: list[Extraction] = []
    for utterance in game.utterances:
        if not utterance.text.strip():
            extractions.append(Extraction(utterance, "empty"))
            continue
        key = (utterance.meeting, utterance.speaker_id, utterance.sha256)
        claims = by_utterance.get(key)
        if recorded is None or claims is None:
            why = recorded.failed.get(key) if recorded is not None else None
            extractions.append(Extraction(utterance, "failed", why=why or "no extraction is stored"))
        elif claims and key in recorded.whole:
            own = tuple(claim_of(claim, utterance.speaker) for claim in claims)
            extractions.append(Extraction(utterance, "extracted", own))
        elif claims:
            extractions.append(Extraction(utterance, "extracted", anchor(game, utterance, claims)))
        else:
            extractions.append(Extraction(utterance, "no_claims"))
    return tuple(extractions)
