"""Speech: clauses with the claims they carry, put together to a text that knows where each stands."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from gander.quack.claims import Claim, IntendedClaim, Verdict
from gander.quack.players import certainty, templates
from gander.quack.players.listening import plain
from gander.quack.players.luck import Luck
from gander.quack.players.memory import Round
from gander.quack.players.when import UNSAID, Phrase

__all__ = ["TRUTHFUL", "Clause", "Speech", "Teller", "clause"]

TRUTHFUL = "truthful"
"""The plan behind claims that are meant as they are."""


class Clause(NamedTuple):
    """A clause of a speech.

    Attributes:
        pattern: The pattern (see `templates`).
        fields: What fills it in.
        claims: What it claims; their spans are still open.
    """

    pattern: str
    fields: Mapping[str, str]
    claims: tuple[IntendedClaim, ...] = ()


def clause(pattern: str, *claims: IntendedClaim, **fields: str) -> Clause:
    """A clause from a pattern and what fills it in."""
    return Clause(pattern, fields, claims)


class Speech:
    """A text under construction.

    Attributes:
        sentences: How many sentences it has so far.
    """

    def __init__(self) -> None:
        self.sentences = 0
        self._text = ""
        self._stop = ""
        self._claims: list[IntendedClaim] = []

    def say(self, said: Clause | None, stop: str = ".", paragraph: bool = False) -> bool:
        """Begin a new sentence with a clause; do nothing without one.

        Returns:
            Whether there was a clause.
        """
        if said is None:
            return False
        if self._text:
            self._text += self._stop + ("\n\n" if paragraph else " ")
        self._stop = stop
        self.sentences += 1
        self._append(said, opens=True)
        return True

    def join(self, said: Clause | None, glue: str = ", and ") -> bool:
        """Add a clause to the sentence; do nothing without one."""
        if said is None:
            return False
        self._text += glue
        self._append(said, opens=False)
        return True

    def done(self) -> tuple[str, tuple[IntendedClaim, ...]]:
        """The text, and its claims with their spans."""
        return self._text + self._stop if self._text else "", tuple(self._claims)

    def _append(self, said: Clause, opens: bool) -> None:
        text = said.pattern.format_map(said.fields)
        raised = text
        # A sentence begins with a capital, but a name is written as it is.
        if opens and not said.pattern.startswith(("{name}", "{target}")) and text[:1].isascii():
            raised = text[:1].upper() + text[1:]
        start = len(self._text)
        self._text += raised
        for intended in said.claims:
            time = intended.claim.time
            if time and text.startswith(time):
                time = raised[: len(time)]
            claim = msgspec.structs.replace(intended.claim, time=time, span=(start, start + len(raised)))
            self._claims.append(msgspec.structs.replace(intended, claim=claim))


class Teller:
    """Makes clauses about one round out of what one player knows of it.

    Every method returns None if the claim would not be what the plan wants it to be: certainly
    true for a truthful one, certainly not true for a lie.

    Args:
        name: The speaker.
        its: The round as the speaker remembers it.
        luck: Draws the wording.
        titled: Whether the speaker writes rooms with capitals.
    """

    def __init__(self, name: str, its: Round, luck: Luck, titled: bool = False) -> None:
        self.name = name
        self.its = its
        self.luck = luck
        self.titled = titled
        self._seen: set[tuple[str, str, str]] = set()

    def room(self, room: str) -> str:
        """A room as this speaker writes it."""
        text = plain(room)
        if self.titled and text.isascii() and text.replace(" ", "").isalpha():
            return text.title()
        return text

    def location(
        self, room: str, phrase: Phrase, plan: str = TRUTHFUL, patterns: Sequence[str] = ()
    ) -> Clause | None:
        """Say "I was in medbay around tick 9"."""
        if not patterns:
            patterns = {
                None: templates.LOCATION,
                "all": templates.LOCATION_WHOLE,
                "most": templates.LOCATION_MOST,
            }[phrase.duration]
            if not phrase.text:
                patterns = templates.LOCATION_UNTIMED
        verdict = certainty.location(self.its, room, phrase)
        claim = Claim("location", self.name, subject=self.name, room=room, time=phrase.text)
        return self._clause(patterns, claim, verdict, plan, room=self.room(room), time=phrase.text)

    def never_left(self, room: str, plan: str = TRUTHFUL) -> Clause | None:
        """Say "I never left medbay"."""
        phrase = Phrase("never left", duration="all")
        claim = Claim("location", self.name, subject=self.name, room=room, time=phrase.text)
        verdict = certainty.location(self.its, room, phrase)
        return self._clause(templates.NEVER_LEFT, claim, verdict, plan, room=self.room(room))

    def no_location(self, room: str, plan: str = TRUTHFUL) -> Clause | None:
        """Say "I wasn't in medbay at all"."""
        claim = Claim("location", self.name, subject=self.name, room=room, negated=True)
        verdict = certainty.no_location(self.its, room)
        return self._clause(templates.NO_LOCATION, claim, verdict, plan, room=self.room(room))

    def route(self, rooms: Sequence[str], plan: str = TRUTHFUL) -> Clause | None:
        """Say "My route was oxygen → upper engine → medbay"."""
        if len(rooms) < 2:
            return None
        spoken = [self.room(room) for room in rooms]
        style = self.luck.below(1)
        patterns: Sequence[str] = templates.ROUTE_ARROWS
        text = " → ".join(spoken)
        if style > 0.8 and len(rooms) > 2:
            patterns = templates.ROUTE_STARTED
            text = f"{spoken[0]}, went to {', then '.join(spoken[1:])}"
        elif style > 0.6:
            patterns, text = templates.ROUTE_TO, " to ".join(spoken)
        verdict = certainty.route(self.its, tuple(rooms), UNSAID)
        claim = Claim("location", self.name, subject=self.name, route=tuple(rooms))
        return self._clause(patterns, claim, verdict, plan, route=text)

    def sighting(
        self,
        who: str,
        room: str,
        phrase: Phrase,
        plan: str = TRUTHFUL,
        patterns: Sequence[str] = (),
        state: str = "alive",
    ) -> Clause | None:
        """Say "I saw Bob in medbay around tick 9"."""
        if (who, room, state) in self._seen:
            return None  # nobody says the same twice in a speech
        if not patterns:
            timed = templates.SIGHTING_LASTING if phrase.lasting else templates.SIGHTING
            patterns = timed if phrase.text else templates.SIGHTING_UNTIMED
        verdict = certainty.sighting(self.its, who, room, phrase, state)
        claim = Claim(
            "sighting", self.name, subject=self.name, target=who, room=room, time=phrase.text, state=state
        )
        told = self._clause(patterns, claim, verdict, plan, name=who, room=self.room(room), time=phrase.text)
        if told is not None:
            self._seen.add((who, room, state))
        return told

    def no_sighting(self, who: str, plan: str = TRUTHFUL) -> Clause | None:
        """Say "I never saw Bob"."""
        claim = Claim("sighting", self.name, subject=self.name, target=who, negated=True)
        verdict = certainty.no_sighting(self.its, who)
        return self._clause(templates.NO_SIGHTING, claim, verdict, plan, name=who)

    def task(self, task: str, room: str, phrase: Phrase, plan: str = TRUTHFUL) -> Clause | None:
        """Say "I was doing Submit Scan in medbay, ticks 4-6"."""
        claim = Claim("activity", self.name, subject=self.name, room=room, activity="task", time=phrase.text)
        patterns = templates.TASK if phrase.text else templates.TASK_UNTIMED
        verdict = certainty.task(self.its, room, phrase)
        return self._clause(patterns, claim, verdict, plan, room=self.room(room), task=task, time=phrase.text)

    def waiting(self, room: str, phrase: Phrase) -> Clause | None:
        """Say "I waited in medbay ticks 4-6"."""
        claim = Claim(
            "activity", self.name, subject=self.name, room=room, activity="waiting", time=phrase.text
        )
        verdict = certainty.waiting(self.its, room, phrase)
        return self._clause(
            templates.WAITING, claim, verdict, TRUTHFUL, room=self.room(room), time=phrase.text
        )

    def other_task(self, who: str, room: str, phrase: Phrase) -> Clause | None:
        """Say "Bob was doing a task in medbay around tick 9"."""
        claim = Claim("activity", self.name, subject=who, room=room, activity="task", time=phrase.text)
        verdict = certainty.seen_at_task(self.its, who, room, phrase)
        return self._clause(
            templates.OTHER_TASK, claim, verdict, TRUTHFUL, name=who, room=self.room(room), time=phrase.text
        )

    def leaving(self, who: str, to: str, phrase: Phrase = UNSAID) -> Clause:
        """Say "Bob left toward storage": seen, so true; the room is the one headed for."""
        claim = Claim("activity", self.name, subject=who, room=to, activity="traveling", time=phrase.text)
        patterns = templates.LEAVING_TIMED if phrase.text else templates.LEAVING
        fields = {"name": who, "room": self.room(to), "time": phrase.text}
        return Clause(self.luck.pick(patterns), fields, (IntendedClaim(claim, "true", TRUTHFUL),))

    def accusation(
        self,
        who: str,
        strength: str,
        verdict: Verdict | None = None,
        plan: str = TRUTHFUL,
        patterns: Sequence[str] = (),
        **fields: str,
    ) -> Clause:
        """Say "Bob is my main suspect"; whether he is a Duck, most speakers cannot know."""
        if not patterns:
            patterns = {
                "strong": templates.ACCUSE_STRONG,
                "moderate": templates.ACCUSE_MODERATE,
                "weak": templates.ACCUSE_WEAK,
            }[strength]
        claim = Claim("accusation", self.name, subject=self.name, target=who, strength=strength)
        return Clause(
            self.luck.pick(patterns), {"name": who, **fields}, (IntendedClaim(claim, verdict, plan),)
        )

    def defense(self, who: str, basis: str) -> Clause:
        """Say "I can vouch for Bob"."""
        claim = Claim("defense", self.name, subject=self.name, target=who, basis=basis)
        return Clause(self.luck.pick(templates.VOUCH), {"name": who}, (IntendedClaim(claim, None, TRUTHFUL),))

    def unasserted(self, patterns: Sequence[str], claim: Claim, **fields: str) -> Clause:
        """A clause that only quotes, supposes or asks: what it names is not asserted."""
        claim = msgspec.structs.replace(claim, asserted=False)
        return Clause(self.luck.pick(patterns), fields, (IntendedClaim(claim, "unverifiable", TRUTHFUL),))

    def _clause(
        self, patterns: Sequence[str], claim: Claim, verdict: Verdict | None, plan: str, **fields: str
    ) -> Clause | None:
        if verdict is None or (verdict == "true") != (plan == TRUTHFUL):
            return None
        return Clause(self.luck.pick(patterns), fields, (IntendedClaim(claim, verdict, plan),))
