"""Findings: what the record says of a claim, with the reason and the lines that decide it."""

from collections.abc import Mapping

import msgspec

from gander.quack.audit.verify.wording import by_ticks
from gander.quack.claims import Verdict

__all__ = ["Finding", "denied", "unverifiable"]


class Finding(msgspec.Struct, frozen=True, gc=False):
    """What the record says of a claim.

    Attributes:
        verdict: The verdict.
        reason: Why, in one sentence.
        evidence: The record lines that decide it, ascending.
        misses_by: If it holds in the round but outside the window, by how many ticks.
        killed: Whether the subject of a true sighting killed whom it saw, in that round.
    """

    verdict: Verdict
    reason: str
    evidence: tuple[int, ...] = ()
    misses_by: int | None = None
    killed: bool = False


_OPPOSITE: Mapping[Verdict, Verdict] = {"true": "false", "false": "true", "wrong_room": "true"}


def denied(found: Finding) -> Finding:
    """The finding on a denial: true where what it denies is not so, and a near miss where that is one."""
    verdict = _OPPOSITE.get(found.verdict, found.verdict)
    # What a denial denies may well have been so at another time.
    return Finding(verdict, found.reason.replace(by_ticks(found.misses_by), "", 1), found.evidence)


def unverifiable(reason: str) -> Finding:
    """The finding on a claim that the record cannot settle."""
    return Finding("unverifiable", reason)
