"""Judging a game: every claim and every presence fact that its utterances state, in order spoken."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from gander.quack.audit.game import Game
from gander.quack.audit.grounds import Said, find_grounds
from gander.quack.audit.judgement import Grounds, Judgement, Reading, Whose, Window
from gander.quack.audit.presence import PresenceFact, presence_facts
from gander.quack.audit.utterances import Extraction, ExtractionState, Utterance
from gander.quack.audit.verify import Finding, verify, whose
from gander.quack.audit.whereabouts import Whereabouts
from gander.quack.claims import Claim, Verdict

__all__ = ["FactJudgement", "GameAudit", "judge_game"]


class FactJudgement(msgspec.Struct, frozen=True, gc=False):
    """A presence fact with its verdict: true, false or unverifiable.

    Attributes:
        utterance: Number of the utterance in its game.
        fact: The fact.
        verdict: The verdict.
        reason: Why, in one sentence.
        evidence: The record lines that decide it, ascending.
        window: Where it was looked.
        whose: ``own``, ``observed`` or ``hearsay``, as for claims.
    """

    utterance: int
    fact: PresenceFact
    verdict: Verdict
    reason: str
    evidence: tuple[int, ...]
    window: Window
    whose: Whose


@dataclass(frozen=True, slots=True)
class GameAudit:
    """What was said in a game, and what its record says of it.

    Attributes:
        game: The game.
        reading: How claims were read.
        extractions: What extraction made of every utterance, in order.
        judgements: Of every claim, in the order spoken; exact repeats within an utterance are left out.
        facts: Of every presence fact, in the order spoken, each once an utterance.
        repeats: How many claims were left out as exact repeats.
    """

    game: Game
    reading: Reading
    extractions: tuple[Extraction, ...]
    judgements: tuple[Judgement, ...]
    facts: tuple[FactJudgement, ...]
    repeats: int

    @property
    def states(self) -> dict[ExtractionState, int]:
        """How many utterances ended in which state."""
        return dict(Counter(extraction.state for extraction in self.extractions))

    @property
    def covered(self) -> int:
        """How many utterances were read: all but the failed ones. Of `extractions`, this is the coverage."""
        return sum(extraction.state != "failed" for extraction in self.extractions)


def judge_game(game: Game, extractions: Sequence[Extraction], reading: Reading = Reading()) -> GameAudit:  # noqa: B008
    """Judge everything that was extracted from a game's utterances.

    Args:
        game: The game.
        extractions: What extraction made of its utterances, in order.
        reading: How leniently, and on which clock, claims are read.
    """
    judge = _Judge(game, reading)
    for extraction in extractions:
        judge.hear(extraction)
    return GameAudit(
        game, reading, tuple(extractions), tuple(judge.judgements), tuple(judge.facts), judge.repeats
    )


class _Judge:
    """Goes through a game's utterances in order, for what was said before can be a ground."""

    def __init__(self, game: Game, reading: Reading) -> None:
        self.game = game
        self.reading = reading
        self.at = Whereabouts(game, reading)
        self.judgements: list[Judgement] = []
        self.facts: list[FactJudgement] = []
        self.repeats = 0
        self._windows: dict[tuple[str, int], Window] = {}
        self._said: list[Said] = []
        self._ducks = {
            name for player, name in game.record.names.items() if game.record.teams[player] == "duck"
        }

    def hear(self, extraction: Extraction) -> None:
        """Judge one utterance's claims and facts."""
        utterance = extraction.utterance
        claims: dict[Claim, Claim] = {}
        for claim in extraction.claims:
            resolved = self._resolved(claim)
            key = resolved if resolved.span is None else msgspec.structs.replace(resolved, span=None)
            if key in claims:
                self.repeats += 1
            else:
                claims[key] = resolved
        # Names as granted to a sighting: whom somebody saw set out for a room may be said to be in it.
        granted: dict[tuple[str | None, str | None, str], Judgement] = {}
        said: list[Said] = []
        for claim in claims.values():
            judgement = self._judge(utterance, claim)
            self.judgements.append(judgement)
            if judgement.window is not None and claim.type not in ("accusation", "defense"):
                said.append(Said(utterance, judgement))
                if claim.type == "sighting" and judgement.verdict == "true":
                    granted[claim.subject, claim.room, claim.time] = judgement
                    granted[claim.target, claim.room, claim.time] = judgement
        for fact in presence_facts(claims.values()):
            self.facts.append(self._fact(utterance, fact, granted.get((fact.player, fact.room, fact.time))))
        # An utterance is no ground for what is said in it.
        self._said += said

    def _resolved(self, claim: Claim) -> Claim:
        game = self.game
        ids, rooms, names = game.ids, game.record.rooms, game.names
        changes: dict[str, object] = {}
        for field in ("subject", "target", "source"):
            name = getattr(claim, field)
            if name is not None and name not in ids:
                changes[field] = names.player(name) or name
        if claim.room is not None and claim.room not in rooms:
            changes["room"] = names.room(claim.room) or claim.room
        if claim.also or claim.route:
            for field in ("also", "route"):
                said = getattr(claim, field)
                if said and not rooms.issuperset(said):
                    changes[field] = tuple(names.room(room) or room for room in said)
        return msgspec.structs.replace(claim, **changes) if changes else claim

    def _window(self, time: str, utterance: Utterance) -> Window:
        key = (time, utterance.meeting)
        window = self._windows.get(key)
        if window is None:
            from gander.quack.audit.windows import resolve_window  # noqa: PLC0415

            window = self._windows[key] = resolve_window(time, self.game, utterance.meeting, self.reading)
        return window

    def _judge(self, utterance: Utterance, claim: Claim) -> Judgement:
        kind = claim.type
        if kind == "accusation":
            return self._accusation(utterance, claim)
        if kind == "defense":
            return Judgement(
                utterance.number, claim, "unverifiable", "A defense states nothing that a record settles."
            )
        if not claim.asserted and self.reading.moods:
            return Judgement(
                utterance.number,
                claim,
                "unverifiable",
                "The utterance plans, supposes, asks or quotes it; it asserts nothing.",
                whose=whose(self.at, claim, None),
            )
        window = self._window(claim.time, utterance)
        found = verify(self.at, claim, window)
        return Judgement(
            utterance.number,
            claim,
            found.verdict,
            found.reason,
            found.evidence,
            window,
            whose(self.at, claim, window),
            found.misses_by is not None,
            found.misses_by,
            found.killed,
        )

    def _fact(self, utterance: Utterance, fact: PresenceFact, granted: Judgement | None) -> FactJudgement:
        window = self._window(fact.time, utterance)
        if granted is not None and not (fact.negated or fact.corridor):
            found = Finding("true", granted.reason, granted.evidence)
        else:
            found = self._presence(fact, window)
        claim = Claim("location", utterance.speaker, subject=fact.player, source=fact.source)
        return FactJudgement(
            utterance.number,
            fact,
            found.verdict,
            found.reason,
            found.evidence,
            window,
            whose(self.at, claim, window),
        )

    def _presence(self, fact: PresenceFact, window: Window) -> Finding:
        """A fact is presence at some moment, whatever duration was claimed with it."""
        claim = Claim(
            "activity" if fact.corridor else "location",
            fact.player,
            subject=fact.player,
            room=fact.room,
            activity="traveling" if fact.corridor else None,
            time=fact.time,
            negated=fact.negated,
        )
        if window.duration != "any":
            window = msgspec.structs.replace(window, duration="any")
        found = verify(self.at, claim, window)
        return found._replace(verdict="false") if found.verdict == "wrong_room" else found

    def _accusation(self, utterance: Utterance, claim: Claim) -> Judgement:
        grounds: Grounds | None = None
        on_duck: bool | None = None
        verdict: Verdict = "unverifiable"
        target = claim.target
        if target is None or target not in self.game.ids:
            reason = f'Nobody is called "{target}".' if target else "It names nobody as the accused."
            return Judgement(utterance.number, claim, verdict, reason)
        on_duck = target in self._ducks
        reason = f"{target} is a {'Duck' if on_duck else 'Goose'}."
        if not claim.asserted and self.reading.moods:
            reason = "The utterance plans, supposes, asks or quotes it; it asserts nothing."
        else:
            verdict = "true" if on_duck != claim.negated else "false"
            if not claim.negated:
                window = self._window(claim.time, utterance) if claim.time else None
                grounds = find_grounds(self.at, utterance, claim, window, self._said)
        return Judgement(utterance.number, claim, verdict, reason, (1,), on_duck=on_duck, grounds=grounds)
