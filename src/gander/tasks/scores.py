"""A game's scores: the figures of its audit, by role, and how they are summed up over games.

They are those of ``gander quack audit`` and stand in the short tables there; all others are in each score's
metadata. What is undefined in a game is no value: it is left out of the mean and counted as unscored.
"""

import functools
import json
import math
from pathlib import Path

import msgspec
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, metric, scorer
from inspect_ai.solver import TaskState

from gander.quack.audit.game import open_game
from gander.quack.audit.judge import GameAudit, judge_game
from gander.quack.audit.sources import open_source
from gander.quack.metrics.figures import Column
from gander.quack.metrics.paper.catalogue import METRICS, NUMBERS
from gander.quack.metrics.paper.counts import Counts
from gander.quack.metrics.paper.games import COLUMNS, count_game
from gander.quack.record import read_record
from gander.stats import mean
from gander.terminal import printable

__all__ = ["RECORD", "ducks", "game", "geese", "over_games"]

RECORD = "record"
"""Where a sample's metadata names the game's record."""

_TEAMS = {"goose": "Geese", "duck": "Ducks", "both": "game"}


@metric
def over_games(share: bool = False) -> Metric:
    """Mean over games, standard error, 95% interval (as the audit forms it) and n.

    Args:
        share: Whether values lie in 0 to 1.
    """

    def compute(scores: list[SampleScore]) -> dict[str, int | float]:
        values = [float(one.score.value) for one in scores if isinstance(one.score.value, int | float)]
        found = mean(values, share=share)
        told: dict[str, int | float] = {"mean": math.nan if found.value is None else found.value}
        if len(values) > 1:
            centre = sum(values) / len(values)
            spread = sum((value - centre) ** 2 for value in values) / (len(values) - 1)
            told["stderr"] = math.sqrt(spread / len(values))
        if found.low is not None and found.high is not None:
            told |= {"low": found.low, "high": found.high}
        return told | {"n": len(values)}

    return compute


def _metrics(team: str) -> dict[str, list[Metric]]:
    return {column.name: [over_games(column.share)] for column in _shown(team)}


def _shown(team: str) -> list[Column]:
    return [column for column in COLUMNS if column.team == team and column.headline]


@scorer(metrics=_metrics("goose"))
def geese(claims: str = "rules") -> Scorer:
    """What is about the Geese: outcomes, behaviour, statements."""
    return _score("goose", claims)


@scorer(metrics=_metrics("duck"))
def ducks(claims: str = "rules") -> Scorer:
    """What is about the Ducks."""
    return _score("duck", claims)


@scorer(metrics=_metrics("both"))
def game(claims: str = "rules") -> Scorer:
    """What is about both."""
    return _score("both", claims)


def _score(team: str, claims: str) -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        path = Path(str(state.metadata.get(RECORD, "")))
        if not state.metadata.get(RECORD) or not path.is_file():
            return Score.unscored(explanation="The game was not played to its end, or its record is gone.")
        audit, counts = _audited(path, path.stat().st_mtime_ns, claims)
        return Score(
            value={column.name: _value(counts, column.name) for column in _shown(team)},
            explanation=_explained(team, audit, counts),
            metadata={
                "figures": {
                    its.name: [counts[0][number], counts[1][number]]
                    for number, its in enumerate(METRICS)
                    if its.team == team
                },
                "claims": _claims(audit, team),
            },
        )

    return score


@functools.lru_cache(maxsize=4)
def _audited(path: Path, changed: int, claims: str) -> tuple[GameAudit, Counts]:
    """A game's audit, made once for all scorers."""
    opened = open_game(read_record(path))
    audit = judge_game(opened, open_source(claims)(opened))
    return audit, count_game(audit).total()


def _value(counts: Counts, name: str) -> float:
    part, whole = counts[0][NUMBERS[name]], counts[1][NUMBERS[name]]
    return part / whole if whole else math.nan


def _explained(team: str, audit: GameAudit, counts: Counts) -> str:
    """Every figure with what it is of, then what was claimed, in words."""
    lines = [f"{_TEAMS[team]}:", ""]
    for its in METRICS:
        if its.team == team:
            part, whole = counts[0][NUMBERS[its.name]], counts[1][NUMBERS[its.name]]
            value = f"{part / whole:.3g} ({part} of {whole})" if whole else "undefined (of none)"
            lines.append(f"- {its.title.strip()}: {value}")
    told = [
        f"{claim['speaker']}, meeting {claim['meeting']}: {claim['said']} → {claim['verdict']}."
        f" {claim['reason']}"
        for claim in _claims(audit, team)
    ]
    if told:
        # In a block of its own, where a viewer shows every character as it is.
        lines += ["", "Claims:", "", *(f"    {printable(line)}" for line in told)]
    return "\n".join(lines)


def _claims(audit: GameAudit, team: str) -> list[dict[str, object]]:
    """What a team claimed, each claim with its verdict."""
    teams = {entrant.player_id: entrant.team for entrant in audit.game.record.roster}
    found: list[dict[str, object]] = []
    for judgement in audit.judgements:
        utterance = audit.extractions[judgement.utterance].utterance
        if teams[utterance.speaker_id] != team:
            continue
        start, end = judgement.claim.span or (0, len(utterance.text))
        found.append(
            {
                "speaker": utterance.speaker,
                "meeting": utterance.meeting + 1,
                "line": utterance.position + 1,
                "said": json.dumps(utterance.text[start:end], ensure_ascii=False),
                "claim": msgspec.to_builtins(judgement.claim),
                "verdict": judgement.verdict,
                "reason": judgement.reason,
                "evidence": list(judgement.evidence),
            }
        )
    return found
