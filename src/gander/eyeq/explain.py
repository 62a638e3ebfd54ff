"""What came of a puzzle, in words for who reads a log: each attempt, and the rules that decided about it."""

from typing import Any, Literal

from gander.eyeq.answers import Reading
from gander.eyeq.matching import Match
from gander.eyeq.solve import Verdict

__all__ = ["explanation", "facts"]


def explanation(verdict: Verdict, score: Literal["exact", "released"]) -> str:
    """A line for each attempt, as a list that reads well with and without Markdown.

    Args:
        verdict: What came of the puzzle.
        score: The score whose comparisons are told.
    """
    return "\n".join(
        f"- attempt {number}: {_compared(attempt.reading, getattr(attempt, score))}"
        for number, attempt in enumerate(verdict.attempts, 1)
    )


def facts(verdict: Verdict) -> dict[str, Any]:
    """What came of the puzzle, by names: its status and the attempts that were made."""
    return {"status": verdict.status, "attempts": len(verdict.attempts)}


def _compared(reading: Reading, match: Match) -> str:
    if reading.answer is None:
        return "wrong, no answer could be read"
    form = "" if match.answer_form == reading.answer else f", compared as {match.answer_form!r}"
    said = f"{reading.answer!r}{form}"
    said = f"right, {said} is {match.truth!r}" if match.equal else f"wrong, {said}"
    rules = dict.fromkeys(f"{step.of}: {step.rule}" for step in match.steps)
    return f"{said} ({'; '.join(['read by: ' + ', '.join(reading.trace), *rules])})"
