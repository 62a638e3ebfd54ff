"""How good the auditor is: against intended claims, against another extractor, against people."""

from gander.quack.metrics.validation.against import (
    GameAgreement,
    RateDifference,
    agree_on_game,
    rate_differences,
)
from gander.quack.metrics.validation.comparing import (
    FACTS,
    Score,
    TimeCounts,
    compare_game,
    deviation_sheet,
    scores,
)
from gander.quack.metrics.validation.filled import Sheet, drawn_rows, open_sheet
from gander.quack.metrics.validation.intended import GameExam, examine_game, moods_of, verdict_agreement
from gander.quack.metrics.validation.matching import (
    DENIALS,
    KINDS,
    Kind,
    Matching,
    Pair,
    Tally,
    kind_of,
    match_claims,
    match_facts,
    tallies,
)
from gander.quack.metrics.validation.sampling import Sample, claim_sheet, draw, utterance_sheet
from gander.quack.metrics.validation.scoring import Figure, Kappa, Scored, score_filled, score_sheets

__all__ = [
    "DENIALS",
    "FACTS",
    "KINDS",
    "Figure",
    "GameAgreement",
    "GameExam",
    "Kappa",
    "Kind",
    "Matching",
    "Pair",
    "RateDifference",
    "Sample",
    "Score",
    "Scored",
    "Sheet",
    "Tally",
    "TimeCounts",
    "agree_on_game",
    "claim_sheet",
    "compare_game",
    "deviation_sheet",
    "draw",
    "drawn_rows",
    "examine_game",
    "kind_of",
    "match_claims",
    "match_facts",
    "moods_of",
    "open_sheet",
    "rate_differences",
    "score_filled",
    "score_sheets",
    "scores",
    "tallies",
    "utterance_sheet",
    "verdict_agreement",
]
