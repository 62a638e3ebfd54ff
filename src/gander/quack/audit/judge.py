"""Judging a game: every claim and every presence fact that its utterances state, in order spoken."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import msgspec

from gander.quack.audit.game import Game
from gander.quack.audit.grounds import Statements, find_grounds
from gander.quack.audit.judgement import Grounds, Judgement, Reading, Whose, Window
from gander.quack.audit.presence import PresenceFact, presence_facts
from gander.quack.audit.utterances import Extraction, ExtractionState, Utterance
from gander.quack.audit.verify import present, verify, whose
from gander.quack.audit.whereabouts import Question, Whereabouts
from gander.quack.audit.windows import last_lived, meeting_meant, resolve_window
from gander.quack.claims import Claim, Verdict

__all__ = ["FactJudgement", "GameAudit", "judge_game"]


_Place: TypeAlias = tuple[str | None, str | None, bool, str]
"""A player, a room, whether on the way to or from it, and a time phrase."""


class FactJudgement(msgspec.Struct, frozen=True, gc=False):
    """A presence fact with its verdict: true, false or unverifiable.

    Attributes:
        utterance: Number of the utterance in its game.
        fact: The fact.
        verdict: The verdict.
        evidence: The record lines that decide it, ascending.
        window: Where it was looked.
        whose: ``own``, ``observed`` or ``hearsay``, as for claims.
    """

    utterance: int
    fact: PresenceFact
    verdict: Verdict
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
        # Tolerances favour whoever claims something; a denial is asked about what was surely meant.
        self._strict = msgspec.structs.replace(
            reading, at=0, around=0, span=0, right=min(1, reading.right), before_meeting=0, kill=0
        )
        self._questions: dict[tuple[str, int, bool], Question] = {}
        self._lived = last_lived(game) if reading.phrases else {}
        self._before = Statements(self.at)
        self._ducks = {its.name for its in game.record.roster if its.team == "duck"}

    def hear(self, extraction: Extraction) -> None:
        """Judge one utterance's claims and facts."""
        utterance = extraction.utterance
        claims = list(self._distinct(extraction.claims))
        judged = [self._judge(utterance, claim) for claim in claims]
        self.judgements += judged
        true: dict[_Place, Judgement] = {}
        for judgement in judged:
            for place in _true_places(judgement):
                if place not in true or judgement.evidence < true[place].evidence:
                    true[place] = judgement
        for fact in presence_facts(claims):
            self.facts.append(self._fact(utterance, fact, true))
        # What an utterance says is no ground for what it says itself.
        for judgement in judged:
            self._before.add(utterance, judgement)

    def _distinct(self, claims: Iterable[Claim]) -> Iterator[Claim]:
        """The claims with their names resolved, without exact repeats."""
        seen: set[object] = set()
        for said in claims:
            claim = self._resolved(said if self.reading.moods else _bare(said))
            # All but the span, the last field: where in the utterance it stands makes no other claim of it.
            key = msgspec.structs.astuple(claim)[:-1]
            if key in seen:
                self.repeats += 1
            else:
                seen.add(key)
                yield claim

    def _resolved(self, claim: Claim) -> Claim:
        """The claim with its names as the game has them, where that can be told."""
        ids, rooms, names = self.game.ids, self.game.record.rooms, self.game.names
        changes: dict[str, object] = {}
        if claim.subject is not None and claim.subject not in ids:
            changes["subject"] = names.player(claim.subject) or claim.subject
        if claim.target is not None and claim.target not in ids:
            changes["target"] = names.player(claim.target) or claim.target
        if claim.source is not None and claim.source not in ids:
            changes["source"] = names.player(claim.source) or claim.source
        if claim.but and not ids.keys() >= set(claim.but):
            changes["but"] = tuple(names.player(name) or name for name in claim.but)
        if claim.room is not None and claim.room not in rooms:
            changes["room"] = names.room(claim.room) or claim.room
        if claim.route is not None and not rooms.issuperset(claim.route):
            changes["route"] = tuple(names.room(room) or room for room in claim.route)
        if claim.also and not rooms.issuperset(claim.also):
            changes["also"] = tuple(names.room(room) or room for room in claim.also)
        return msgspec.structs.replace(claim, **changes) if changes else claim

    def _question(self, time: str, meeting: int, denied: bool, *whom: str | None) -> Question:
        """What a time phrase means, said in a meeting of some players."""
        for player in whom:
            # A denial is no claim about an earlier round: it may simply be of this one.
            if player in self._lived and not denied:
                meeting = meeting_meant(time, meeting, self._lived[player])
        key = (time, meeting, denied)
        question = self._questions.get(key)
        if question is None:
            reading = self._strict if denied else self.reading
            window = resolve_window(time, self.game, meeting, reading)
            question = self._questions[key] = self.at.question(window)
        return question

    def _judge(self, utterance: Utterance, claim: Claim) -> Judgement:
        if claim.type == "accusation":
            return self._accusation(utterance, claim)
        if claim.type == "defense":
            return Judgement(
                utterance.number, claim, "unverifiable", "A defense states nothing that a record settles."
            )
        if not claim.asserted:
            return Judgement(
                utterance.number,
                claim,
                "unverifiable",
                _NOT_ASSERTED,
                whose=whose(self.at, claim.speaker, claim.subject, claim.source, None),
            )
        question = self._question(claim.time, utterance.meeting, claim.negated, claim.subject, claim.target)
        found = verify(self.at, claim, question)
        return Judgement(
            utterance.number,
            claim,
            found.verdict,
            found.reason,
            found.evidence,
            question.window,
            whose(self.at, claim.speaker, claim.subject, claim.source, question),
            found.misses_by is not None,
            found.misses_by,
            found.killed,
        )

    def _fact(
        self, utterance: Utterance, fact: PresenceFact, true: Mapping[_Place, Judgement]
    ) -> FactJudgement:
        question = self._question(fact.time, utterance.meeting, fact.negated, fact.player)
        judgement = None if fact.negated else true.get((fact.player, fact.room, fact.corridor, fact.time))
        if judgement is not None:
            verdict, evidence = judgement.verdict, judgement.evidence
        else:
            verdict, evidence = present(self.at, fact, question)
        return FactJudgement(
            utterance.number,
            fact,
            verdict,
            evidence,
            question.window,
            whose(self.at, utterance.speaker, fact.player, fact.source, question),
        )

    def _accusation(self, utterance: Utterance, claim: Claim) -> Judgement:
        target = claim.target
        if target is None or target not in self.game.ids:
            reason = f'Nobody is called "{target}".' if target else "It names nobody as the accused."
            return Judgement(utterance.number, claim, "unverifiable", reason)
        duck = target in self._ducks
        if not claim.asserted:
            return Judgement(utterance.number, claim, "unverifiable", _NOT_ASSERTED, on_duck=duck)
        grounds: Grounds | None = None
        if not claim.negated:
            window = self._question(claim.time, utterance.meeting, False).window if claim.time else None
            grounds = find_grounds(self.at, utterance, claim, window, self._before)
        return Judgement(
            utterance.number,
            claim,
            "false" if duck == claim.negated else "true",
            f"{target} is a {'Duck' if duck else 'Goose'}.",
            (1,),
            on_duck=duck,
            grounds=grounds,
        )


def _true_places(judgement: Judgement) -> Sequence[_Place]:
    """The places of players that follow from a true claim, even where no moment of the window shows them.

    Whom somebody saw set out for a room, or come from it, may be said to be in it; and a route need
    not fit into its window.
    """
    claim = judgement.claim
    if judgement.verdict != "true" or claim.negated:
        return ()
    time, room, subject = claim.time, claim.room, claim.subject
    if claim.type == "location":
        if claim.route or claim.also:
            return [(subject, one, False, time) for one in (room, *(claim.route or claim.also))]
        return ((subject, room, False, time),)
    if claim.type == "sighting":
        return (subject, room, False, time), (claim.target, room, False, time)
    if claim.type == "activity":
        return ((subject, room, claim.activity == "traveling", time),)
    return ()


def _bare(claim: Claim) -> Claim:
    """A claim as somebody takes it who hears neither denial nor doubt, nor whose word it is."""
    return msgspec.structs.replace(claim, asserted=True, negated=False, source=None)


_NOT_ASSERTED = "The utterance plans, supposes, asks or quotes it; it asserts nothing."
