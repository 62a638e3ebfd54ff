"""When a model need not be asked any further: what failed would fail again, whatever the question."""

from dataclasses import dataclass

from gander.models.failures import HOPELESS, Answered, Failed, Failure, Outcome

__all__ = ["MOST_IN_A_ROW", "Stopped", "Stopping"]

MOST_IN_A_ROW = 20
"""Failures, beside one for every call at once, after which something is wrong with more than one call."""

_OF_THE_QUESTION: frozenset[Failure] = frozenset({"refused", "truncated"})


@dataclass(frozen=True, slots=True)
class Stopped:
    """Why a model was not asked to the end.

    Attributes:
        model: The model.
        failure: The failure that ended it.
        in_a_row: Failures in a row; 0 if the first was enough.
    """

    model: str
    failure: Failed
    in_a_row: int = 0

    def __str__(self) -> str:
        if self.in_a_row:
            return f"{self.model}: {self.in_a_row} failures in a row; the last: {self.failure}"
        return f"{self.model}: {self.failure}"


@dataclass(slots=True)
class Stopping:
    """Hears what comes of a model's calls and tells when to stop.

    It stops at a failure that every further call would share (`HOPELESS`), and after many failures in a row,
    unless the last is one that the question brings about: a refusal, or a reply that was cut off.

    Attributes:
        model: The model.
        connections: How many calls there are at once.
        answered: Whether it ever answered.
        alike: Failures that one question may bring about, but that all share if the model never answered.
        why: Why to stop; None as long as it may be asked.
        in_a_row: Failures since its last answer.
    """

    model: str
    connections: int
    answered: bool = False
    alike: frozenset[Failure] = frozenset({"forbidden"})
    why: Stopped | None = None
    in_a_row: int = 0

    def heard(self, outcome: Outcome) -> None:
        """Take in what came of a call."""
        if isinstance(outcome, Answered):
            self.in_a_row = 0
            self.answered = True
            return
        if outcome.kind == "bad_picture":
            return  # that says nothing about the model
        self.in_a_row += 1
        if self.why is not None:
            return
        if outcome.kind in HOPELESS or (outcome.kind in self.alike and not self.answered):
            self.why = Stopped(self.model, outcome)
        elif self.in_a_row >= MOST_IN_A_ROW + self.connections and outcome.kind not in _OF_THE_QUESTION:
            self.why = Stopped(self.model, outcome, self.in_a_row)
