"""How good the auditor is: against intended claims, against another extractor, against people."""

from gander.quack.metrics.validation.matching import (
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

__all__ = [
    "KINDS",
    "Kind",
    "Matching",
    "Pair",
    "Tally",
    "kind_of",
    "match_claims",
    "match_facts",
    "tallies",
]
