"""Validation against scripted games, whose players stored what they meant to say and how true it is."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from gander.quack.audit.game import Game
from gander.quack.audit.intended import claims_from_intended, intended_by_utterance
from gander.quack.audit.sources import Source
from gander.quack.claims import Claim, Verdict
from gander.quack.metrics.validation.comparing import (
    Deviation,
    TimeCounts,
    compare_game,
    deviation_row,
    deviations,
    time_counts,
)
from gander.quack.metrics.validation.matching import Tally, is_stated
from gander.stats import Estimate, pooled

__all__ = ["GameExam", "examine_game", "moods_of", "verdict_agreement"]


@dataclass(frozen=True, slots=True)
class GameExam:
    """How a game's audit did.

    Attributes:
        utterances: Utterances in which something is said and whose speakers stored what they meant.
        read: Those that the extractor read; only they are examined.
        tallies: Counts by kind of claim, against what was meant.
        times: How far the times agree.
        verdicts: How often which verdict was meant, and which was given, of claims found in the mood that was
            meant, whose speakers knew.
        moods: What became of claims that were meant as plans, suppositions or questions, and of what was
            passed on as somebody's words.
        deviations: Where it is not what was meant, as rows of `deviation_sheet`, if asked for.
    """

    utterances: int
    read: int
    tallies: Mapping[str, Tally]
    times: TimeCounts
    verdicts: Counter[tuple[Verdict, Verdict]]
    moods: Counter[str]
    deviations: tuple[Mapping[str, object], ...]


def examine_game(game: Game, source: Source, *, details: bool = False) -> GameExam | None:
    """Compare a game's claims and verdicts with those that its speakers meant.

    Args:
        game: The game.
        source: Where the claims under examination come from.
        details: Whether to list deviations.

    Returns:
        None if the game stores no intended claims.
    """
    stored = intended_by_utterance(game)
    if not stored:
        return None
    comparison = compare_game(game, source(game), claims_from_intended(game))
    meant = {
        (utterance, _bare(intended.claim)): intended.verdict
        for utterance, claims in stored.items()
        for intended in claims
    }
    verdicts: Counter[tuple[Verdict, Verdict]] = Counter()
    found = deviations(comparison) if details else []
    for pair in (*comparison.pairs, *comparison.unasserted):
        verdict = meant.get((pair.right.utterance, _bare(pair.right.claim)))
        if verdict is None or pair.left.claim.asserted != pair.right.claim.asserted:
            # Somebody's words that are passed on can be judged as theirs, or as nothing asserted.
            continue
        verdicts[verdict, pair.left.verdict] += 1
        if details and pair.left.verdict != verdict:
            found.append(Deviation("verdict", pair.left, pair.right, verdict))
    return GameExam(
        comparison.read_right,
        comparison.compared,
        comparison.tallies,
        time_counts(comparison),
        verdicts,
        Counter(
            {
                "as meant": len(comparison.unasserted),
                "taken for a fact": sum(is_stated(pair.left.claim) for pair in comparison.moods),
                "a fact taken for none": sum(is_stated(pair.right.claim) for pair in comparison.moods),
                "passed on": sum(pair.claims.passed_on == (True, True) for pair in comparison.pairs),
                "passed on, taken for own": sum(
                    pair.claims.passed_on == (False, True) for pair in comparison.pairs
                ),
                "own, taken for passed on": sum(
                    pair.claims.passed_on == (True, False) for pair in comparison.pairs
                ),
            }
        ),
        tuple(deviation_row(game, its) for its in sorted(found, key=lambda its: its.utterance)),
    )


def moods_of(exams: Sequence[GameExam]) -> Counter[str]:
    """What became of plans, suppositions, questions and others' words, over games (`GameExam.moods`)."""
    return sum((exam.moods for exam in exams), Counter())


def verdict_agreement(exams: Sequence[GameExam]) -> Estimate:
    """Share of the claims found, whose speakers knew the verdict, that are judged as meant; by game."""
    return pooled(
        (
            sum(number for (meant, judged), number in exam.verdicts.items() if meant == judged),
            exam.verdicts.total(),
        )
        for exam in exams
    )


def _bare(claim: Claim) -> Claim:
    return msgspec.structs.replace(claim, span=None)
