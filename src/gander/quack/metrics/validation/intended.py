"""Validation against scripted games, whose players stored what they meant to say and how true it is."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import msgspec

from gander.quack.audit.game import Game
from gander.quack.audit.intended import claims_from_intended, intended_by_utterance
from gander.quack.audit.judgement import Judgement
from gander.quack.audit.sources import Source
from gander.quack.claims import Claim, Verdict
from gander.quack.metrics.validation.comparing import GameComparison, JudgedPair, compare_game
from gander.stats import Estimate, pooled

__all__ = ["Deviation", "GameExam", "confusion", "examine_game", "time_agreement", "verdict_agreement"]

What: TypeAlias = Literal["missed", "invented", "mood", "time", "verdict"]


@dataclass(frozen=True, slots=True)
class Deviation:
    """A place where extraction or verdict is not what was meant.

    Attributes:
        what: ``missed`` (a claim that was meant and not found), ``invented`` (found and not meant), ``mood``
            (asserted in one, not in the other; it is missed or invented as well), ``time`` (found, but looked
            for in another part of the game) or ``verdict`` (found, and judged otherwise).
        utterance: Number of the utterance.
        found: The claim found, judged; None if it was missed.
        meant: The claim meant, judged; None if it was invented.
        intended: The verdict that was meant; None where the speaker could not know.
    """

    what: What
    utterance: int
    found: Judgement | None
    meant: Judgement | None
    intended: Verdict | None = None


@dataclass(frozen=True, slots=True)
class GameExam:
    """How a game's audit did.

    Attributes:
        comparison: Extraction, compared with what was meant.
        verdicts: (intended, judged) for every claim found whose speaker knew the verdict.
        times: (same, all) of the windows of claims found.
        deviations: Where it is not what was meant.
    """

    comparison: GameComparison
    verdicts: tuple[tuple[Verdict, Verdict], ...]
    times: tuple[int, int]
    deviations: tuple[Deviation, ...]


def examine_game(game: Game, source: Source) -> GameExam | None:
    """Compare a game's claims and verdicts with those that its speakers meant.

    Args:
        game: The game.
        source: Where the claims under examination come from.

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
    verdicts: list[tuple[Verdict, Verdict]] = []
    deviations: list[Deviation] = []
    for pair in (*comparison.pairs, *comparison.unasserted):
        utterance = pair.right.utterance
        verdict = meant[utterance, _bare(pair.right.claim)]
        if verdict is not None:
            verdicts.append((verdict, pair.left.verdict))
        if verdict is not None and pair.left.verdict != verdict:
            deviations.append(Deviation("verdict", utterance, pair.left, pair.right, verdict))
    timed = [pair for pair in comparison.pairs if _has_time(pair)]
    deviations += [
        Deviation("time", pair.left.utterance, pair.left, pair.right)
        for pair in timed
        if not pair.same_window
    ]
    deviations += [Deviation("missed", its.utterance, None, its) for its in comparison.only_right]
    deviations += [Deviation("invented", its.utterance, its, None) for its in comparison.only_left]
    deviations += [Deviation("mood", pair.left.utterance, pair.left, pair.right) for pair in comparison.moods]
    deviations.sort(key=lambda its: its.utterance)
    same = sum(pair.same_window for pair in timed)
    return GameExam(comparison, tuple(verdicts), (same, len(timed)), tuple(deviations))


def confusion(exams: Iterable[GameExam]) -> Counter[tuple[Verdict, Verdict]]:
    """How often which verdict was meant, and which was judged."""
    return Counter(pair for exam in exams for pair in exam.verdicts)


def verdict_agreement(exams: Sequence[GameExam]) -> Estimate:
    """Share of the claims found, whose speakers knew the verdict, that are judged as meant; by game."""
    return pooled(
        (sum(meant == judged for meant, judged in exam.verdicts), len(exam.verdicts)) for exam in exams
    )


def time_agreement(exams: Sequence[GameExam]) -> Estimate:
    """Share of the claims found that are looked for in the part of the game that was meant; by game."""
    return pooled(exam.times for exam in exams)


def _has_time(pair: JudgedPair) -> bool:
    return pair.left.window is not None and pair.right.window is not None


def _bare(claim: Claim) -> Claim:
    return msgspec.structs.replace(claim, span=None)
