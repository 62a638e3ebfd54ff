"""Two extractions of one game side by side, both judged: what they share, and where they part."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from gander.quack.audit.game import Game
from gander.quack.audit.judge import GameAudit, judge_game
from gander.quack.audit.judgement import Judgement, Reading
from gander.quack.audit.utterances import Extraction
from gander.quack.claims import Claim, Verdict
from gander.quack.metrics.validation.matching import (
    DENIALS,
    KINDS,
    Matching,
    Pair,
    Tally,
    kind_of,
    match_claims,
    match_facts,
    tallies,
)
from gander.quack.metrics.validation.sheets import write_sheet
from gander.quack.metrics.validation.wording import claim_in_words, window_in_words
from gander.stats import Estimate, estimate_rates

__all__ = [
    "FACTS",
    "Deviation",
    "GameComparison",
    "JudgedPair",
    "Score",
    "TimeCounts",
    "compare_game",
    "deviation_row",
    "deviation_sheet",
    "deviations",
    "scores",
    "time_counts",
]

_COLUMNS = (
    "what", "kind", "record", "line", "speaker",
    "found", "found_verdict", "other", "other_verdict", "intended",
    "found_reason", "found_window", "found_lines", "other_reason", "other_window", "other_lines",
    "utterance",
)  # fmt: skip

FACTS = "presence facts"
"""The row of presence facts beside the kinds of claims."""


@dataclass(frozen=True, slots=True)
class JudgedPair:
    """Two claims that say the same, with their verdicts.

    Attributes:
        left: The one.
        right: The other.
    """

    left: Judgement
    right: Judgement

    @property
    def looked_for(self) -> bool:
        """Whether both were looked for in the game; accusations and what is not asserted are not."""
        return self.left.window is not None and self.right.window is not None

    @property
    def same_window(self) -> bool:
        """Whether both were looked for in the same part of the game."""
        left, right = self.left.window, self.right.window
        return (
            left is not None
            and right is not None
            and (left.spans, left.duration) == (right.spans, right.duration)
        )

    @property
    def claims(self) -> Pair:
        """The claims without their verdicts."""
        return Pair(self.left.claim, self.right.claim)


@dataclass(frozen=True, slots=True)
class GameComparison:
    """A game's two extractions.

    Attributes:
        game: The game.
        left: The one, judged; utterances that the other did not read count as failed in it too.
        right: The other, likewise.
        utterances: How many utterances the game has in which something is said.
        read_left: How many of them the one has read.
        read_right: How many the other has.
        compared: How many both have: only those are compared.
        tallies: Counts by kind of claim, of `DENIALS`, of ``all`` claims, and of presence facts (`FACTS`).
        pairs: Claims of both.
        only_left: Claims that only the one has.
        only_right: Claims that only the other has.
        moods: Claims that both have, one of them as a plan, supposition or question.
        unasserted: Claims that both have as such.
    """

    game: Game
    left: GameAudit
    right: GameAudit
    utterances: int
    read_left: int
    read_right: int
    compared: int
    tallies: Mapping[str, Tally]
    pairs: tuple[JudgedPair, ...]
    only_left: tuple[Judgement, ...]
    only_right: tuple[Judgement, ...]
    moods: tuple[JudgedPair, ...]
    unasserted: tuple[JudgedPair, ...]


@dataclass(frozen=True, slots=True)
class TimeCounts:
    """How far the times of claims agree that two extractions share.

    Attributes:
        pairs: Claims of both that were looked for in the game.
        same_window: Those that are looked for in the same part of the game.
        numbered: Those of which at least one time phrase names a number.
        both_numbered: Those of which both do.
        same_numbers: Of these, those whose phrases name the same numbers.
    """

    pairs: int = 0
    same_window: int = 0
    numbered: int = 0
    both_numbered: int = 0
    same_numbers: int = 0

    def __add__(self, other: "TimeCounts") -> "TimeCounts":
        return TimeCounts(
            self.pairs + other.pairs,
            self.same_window + other.same_window,
            self.numbered + other.numbered,
            self.both_numbered + other.both_numbered,
            self.same_numbers + other.same_numbers,
        )


@dataclass(frozen=True, slots=True)
class Deviation:
    """A place where two extractions part.

    Attributes:
        what: ``missed`` (only the reference has it), ``invented`` (only the extraction under examination
            has), ``mood`` (told as a fact in one and as a plan, supposition or question in the
            other; it is missed or invented as well), ``time``
            (both have it, but it is looked for in another part of the game) or ``verdict``.
        left: The claim of the extraction under examination, judged; None if it was missed.
        right: The claim of the reference, judged; None if it was invented.
        intended: For scripted games, the verdict that was meant.
    """

    what: Literal["missed", "invented", "mood", "time", "verdict"]
    left: Judgement | None
    right: Judgement | None
    intended: Verdict | None = None

    @property
    def utterance(self) -> int:
        """Number of the utterance."""
        its = self.left or self.right
        assert its is not None
        return its.utterance


@dataclass(frozen=True, slots=True)
class Score:
    """Precision, recall and F1 of a row, pooled over games, with intervals clustered by game.

    Attributes:
        name: A kind of claim, `DENIALS`, ``all`` or `FACTS`.
        tally: The counts.
        precision: Share of what the one found that the other has.
        recall: Share of what the other has that the one found.
        f1: Their harmonic mean.
    """

    name: str
    tally: Tally
    precision: Estimate
    recall: Estimate
    f1: Estimate


def compare_game(
    game: Game, left: Sequence[Extraction], right: Sequence[Extraction], reading: Reading | None = None
) -> GameComparison:
    """Compare two extractions of a game, on the utterances that both have read.

    Args:
        game: The game.
        left: The extraction under examination.
        right: The reference.
        reading: How claims are judged; the `paper` profile by default.
    """
    both = [
        one.state in ("extracted", "no_claims") and other.state in ("extracted", "no_claims")
        for one, other in zip(left, right, strict=True)
    ]
    how = reading or Reading()
    audits = tuple(judge_game(game, _masked(side, both), how) for side in (left, right))
    ours, theirs = (_by_utterance(audit) for audit in audits)
    counts: dict[str, Tally] = {name: Tally() for name in (*KINDS, DENIALS, "all", FACTS)}
    pairs: list[JudgedPair] = []
    moods: list[JudgedPair] = []
    unasserted: list[JudgedPair] = []
    only_left: list[Judgement] = []
    only_right: list[Judgement] = []
    for number, compared in enumerate(both):
        if not compared:
            continue
        ones, others = ours.get(number, []), theirs.get(number, [])
        matching = match_claims((its.claim for its in ones), (its.claim for its in others))
        verdicts = {id(its.claim): its for its in (*ones, *others)}
        for into, found in (
            (pairs, matching.pairs),
            (moods, matching.moods),
            (unasserted, matching.unasserted),
        ):
            # A claim in several rooms is paired once a room, and judged once.
            once = {(id(pair.left), id(pair.right)): pair for pair in found}
            into += [JudgedPair(verdicts[id(pair.left)], verdicts[id(pair.right)]) for pair in once.values()]
        only_left += [verdicts[id(claim)] for claim in matching.only_left]
        only_right += [verdicts[id(claim)] for claim in matching.only_right]
        _count(counts, matching, (its.claim for its in ones), (its.claim for its in others))
    said = [extraction for extraction in left if extraction.state != "empty"]
    return GameComparison(
        game,
        audits[0],
        audits[1],
        len(said),
        sum(extraction.state != "failed" for extraction in said),
        sum(extraction.state not in ("failed", "empty") for extraction in right),
        sum(both),
        counts,
        tuple(pairs),
        tuple(only_left),
        tuple(only_right),
        tuple(moods),
        tuple(unasserted),
    )


def scores(games: Sequence[Mapping[str, Tally]]) -> list[Score]:
    """Precision, recall and F1 by kind of claim, of denials, of all claims and of presence facts.

    Args:
        games: The games' counts (`GameComparison.tallies`); a kind of which neither side has a claim has
            undefined figures.
    """
    names = list(dict.fromkeys(name for game in games for name in game))
    found: list[Score] = []
    for name in names:
        own = [game.get(name, Tally()) for game in games]
        parts = [(its.matched, its.matched, 2 * its.matched) for its in own]
        wholes = [(its.left, its.right, its.left + its.right) for its in own]
        precision, recall, f1 = estimate_rates(parts, wholes, (True, True, True), counted=True)
        found.append(Score(name, sum(own, Tally()), precision.pooled, recall.pooled, f1.pooled))
    return found


def time_counts(comparison: GameComparison) -> TimeCounts:
    """How far the times of claims in both agree."""
    timed = [pair for pair in comparison.pairs if pair.looked_for]
    numbered = [pair.claims.numbered for pair in timed]
    both = [pair for pair, (left, right) in zip(timed, numbered, strict=True) if left and right]
    return TimeCounts(
        len(timed),
        sum(pair.same_window for pair in timed),
        sum(left or right for left, right in numbered),
        len(both),
        sum(pair.claims.same_numbers for pair in both),
    )


def deviations(comparison: GameComparison) -> list[Deviation]:
    """Where two extractions part, apart from verdicts, utterance by utterance."""
    found = [Deviation("missed", None, its) for its in comparison.only_right]
    found += [Deviation("invented", its, None) for its in comparison.only_left]
    found += [Deviation("mood", pair.left, pair.right) for pair in comparison.moods]
    found += [
        Deviation("time", pair.left, pair.right)
        for pair in comparison.pairs
        if pair.looked_for and not pair.same_window
    ]
    # A claim in several rooms counts once a room, and is told once.
    once = {(its.what, id(its.left), id(its.right)): its for its in found}
    return sorted(once.values(), key=lambda its: its.utterance)


def deviation_sheet(rows: Iterable[Mapping[str, object]]) -> bytes:
    """Deviations as a file for a spreadsheet (`gander.quack.metrics.validation.sheets`)."""
    return write_sheet(_COLUMNS, rows)


def deviation_row(game: Game, its: Deviation) -> dict[str, object]:
    """A deviation as a row: where it is, both claims with their verdicts, and the lines that decide."""
    utterance = game.utterances[its.utterance]
    one = its.left or its.right
    assert one is not None
    row: dict[str, object] = {
        "what": its.what,
        "kind": kind_of(one.claim),
        "record": str(game.record.path),
        "line": utterance.position + 1,
        "speaker": utterance.speaker,
        "intended": its.intended or "",
        "utterance": utterance.text,
    }
    for side, judgement in (("found", its.left), ("other", its.right)):
        if judgement is not None:
            row[side] = claim_in_words(judgement.claim)
            row[f"{side}_verdict"] = judgement.verdict
            row[f"{side}_reason"] = judgement.reason
            row[f"{side}_window"] = window_in_words(judgement.window)
            row[f"{side}_lines"] = ", ".join(map(str, judgement.evidence))
    return row


def _masked(extractions: Sequence[Extraction], kept: Sequence[bool]) -> list[Extraction]:
    return [
        one if keep else Extraction(one.utterance, "failed", why="it is not compared")
        for one, keep in zip(extractions, kept, strict=True)
    ]


def _by_utterance(audit: GameAudit) -> dict[int, list[Judgement]]:
    found: dict[int, list[Judgement]] = {}
    for judgement in audit.judgements:
        found.setdefault(judgement.utterance, []).append(judgement)
    return found


def _count(
    counts: dict[str, Tally], matching: Matching, left: Iterable[Claim], right: Iterable[Claim]
) -> None:
    own = {**tallies(matching), FACTS: match_facts(left, right)}
    for name, tally in own.items():
        counts[name] += tally
