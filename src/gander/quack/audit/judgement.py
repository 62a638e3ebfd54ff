"""What the audit says of a claim: the verdict, the window it looked at, and the lines that decide."""

from typing import Literal, TypeAlias

import msgspec

from gander.quack.claims import Claim, Verdict

__all__ = ["Grounds", "GroundsKind", "Judgement", "Reading", "Whose", "Window"]

Whose: TypeAlias = Literal["own", "observed", "hearsay"]
GroundsKind: TypeAlias = Literal["direct", "circumstantial", "contact", "none"]


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """How leniently, and on which clock, claims are read. The defaults are the `paper` profile.

    Attributes:
        at: "at tick N" means N ± this many ticks.
        around: "around tick N" means N ± this many ticks.
        span: A span of ticks ("ticks N–M", "after N") reaches this many ticks further.
        right: "right after N", "right before N": up to this many ticks away.
        before_meeting: "right before the report": this many ticks before the meeting.
        kill: "when Eve died": the kill ± this many ticks.
        least: "early" and "late" are a third of the round, but at least this many ticks.
        fresh: A body is a direct ground for this many ticks after the kill, and presence in the kill
            room a circumstantial one within as many of the kill.
        positions: Judge on the positions of events; else only where players stood at the ends of ticks.
        meeting: The meeting's own position belongs to its round; else the round ends with the tick before.
        phrases: Time phrases select their windows; else everything is asked of the whole round.
        bodies: A body answers for its player.
        comings: Seeing somebody arrive, leave or head somewhere is a sighting.
        moods: What is planned, supposed, asked, denied or quoted is taken as that, and not as asserted.
    """

    at: int = 1
    around: int = 2
    span: int = 1
    right: int = 3
    before_meeting: int = 3
    kill: int = 3
    least: int = 5
    fresh: int = 3
    positions: bool = True
    meeting: bool = True
    phrases: bool = True
    bodies: bool = True
    comings: bool = True
    moods: bool = True


class Window(msgspec.Struct, frozen=True, gc=False):
    """The part of the game that a time phrase means.

    Attributes:
        spans: Positions ``[start, end)``, in order and apart, within the round; empty for none.
        ticks: The same in ticks, first and last, as the phrase has it.
        round: Number of the round; None if it means no round (yet).
        duration: Whether it claims some moment (``any``), the whole time (``all``) or most of it.
        rule: The rule that read it, as the table in the docs calls it.
        state: ``stated``; ``unstated`` if nothing was said; ``unresolved`` if what was said has no rule (both
            mean the round so far); ``later`` if it lies after the meeting.
    """

    spans: tuple[tuple[int, int], ...]
    ticks: tuple[tuple[int, int], ...]
    round: int | None
    duration: Literal["any", "all", "most"] = "any"
    rule: str = "round"
    state: Literal["stated", "unstated", "unresolved", "later"] = "stated"


class Grounds(msgspec.Struct, frozen=True, gc=False):
    """What an accuser could have observed against whom it accuses.

    Attributes:
        kind: The strongest ground.
        reason: Which, in one sentence.
        evidence: The record lines that show it.
        testimony: Whether another player's earlier statement named evidence.
        testimony_lines: The lines of those statements.
    """

    kind: GroundsKind
    reason: str
    evidence: tuple[int, ...] = ()
    testimony: bool = False
    testimony_lines: tuple[int, ...] = ()


class Judgement(msgspec.Struct, frozen=True, gc=False):
    """A verdict with its proof.

    Attributes:
        utterance: Number of the utterance in its game.
        claim: The claim, its names resolved where they can be.
        verdict: One of the five.
        reason: Why, in one sentence.
        evidence: The record lines that decide it, ascending.
        window: Where it was looked; None if nothing was (an accusation, something not asserted).
        whose: ``own`` (about the speaker), ``observed`` (about another, with the speaker there), ``hearsay``;
            None for accusations and defenses.
        misdated: True in the round, but outside the window.
        misses_by: For a misdated claim, by how many ticks.
        killed_by_subject: A killer's sighting of its own victim: true, and misleading.
        on_duck: For an accusation, whether the target is a Duck.
        grounds: For an accusation, its grounds.
    """

    utterance: int
    claim: Claim
    verdict: Verdict
    reason: str
    evidence: tuple[int, ...] = ()
    window: Window | None = None
    whose: Whose | None = None
    misdated: bool = False
    misses_by: int | None = None
    killed_by_subject: bool = False
    on_duck: bool | None = None
    grounds: Grounds | None = None
