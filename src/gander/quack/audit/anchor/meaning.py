"""Meaning: the mood of a clause where it speaks of a claim, and whose word it passes on."""

from collections.abc import Sequence

from gander.quack.audit.anchor.clauses import Clause
from gander.quack.audit.anchor.speech import Speech
from gander.quack.audit.anchor.words import OWN, PLAYER, TOGETHER
from gander.quack.audit.moods import Mood

__all__ = ["INTENDED", "PLAIN", "mood_of", "person_of"]

PLAIN = Mood()
INTENDED = Mood("planned", cue="for a task")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SEEING = TOGETHER - _words("with together alone passed joined overlapped beside")
_VOUCHING = _words("confirm confirms confirmed corroborates corroborated")
_AUXILIARIES = _words("was were is am are did do does had have has")


def mood_of(
    speech: Speech, clause: Clause, sighting: bool, subject: str, target: str | None, rooms: Sequence[str]
) -> Mood:
    """The mood of a clause where it speaks of a claim.

    Args:
        speech: The speech.
        clause: The clause.
        sighting: Whether the claim tells of seeing.
        subject: Whom it is about.
        target: Who was seen.
        rooms: The rooms claimed; the clause need not name all.
    """
    at = clause.rooms.get(rooms[0], -1) if rooms else -1
    if sighting and target in clause.players:
        at = max(at, clause.players[target])
    elif at < 0 and subject != speech.speaker:
        at = clause.players.get(subject, -1)
    at = (at if at >= 0 else clause.end - 1) - clause.start
    its = speech.mood(clause, at)
    if speech.clauses.continued >> clause.number & 1 and its.kind == "asserted":
        its = Mood("supposed", its.negated, its.source, "if")
    if its.negated:
        turned = [clause.rooms[room] for room in rooms if room in clause.rooms]
        # "I didn't come from electrical into medbay" denies no way from medbay to electrical.
        if turned != sorted(turned) or not _denied(speech, clause, at, subject, sighting):
            its = Mood(its.kind, False, its.source, its.cue)
    if its.source is not None and subject == speech.speaker and not _VOUCHING.isdisjoint(speech.text(clause)):
        # "Frank confirms I was in medbay" calls a witness for the speaker's own word.
        its = Mood(its.kind, its.negated, None, its.cue)
    return its


def _denied(speech: Speech, clause: Clause, at: int, subject: str, sighting: bool) -> bool:
    """Whether a denial is the claim's own: said of its subject, with the verb.

    Recorded claims are affirmative by their format, so a denial nearby mostly belongs to another.
    """
    words = speech.text(clause)
    if not sighting and not _SEEING.isdisjoint(words[: at + 1]):
        return False  # "I didn't see anyone in medbay": denied is the seeing, not who stood there
    for place in range(at, -1, -1):
        word = words[place]
        if word == "never" or word.endswith("n't") or (word == "not" and words[place - 1] in _AUXILIARIES):
            if sighting and TOGETHER.isdisjoint(words[place + 1 : at + 1]):
                return False  # "I didn't touch Bob in medbay"
            for before in range(clause.start + place - 1, clause.start - 1, -1):
                kind = speech.words.kinds[before]
                if kind & PLAYER:
                    return speech.words.all[before].names == subject
                if kind & OWN:
                    return subject == speech.speaker
            return False
    return False


def person_of(speech: Speech, said: str, clause: Clause | None) -> str | None:
    """Who is meant by a source; None if it is the speaker."""
    player = speech.vocabulary.player(said)
    if player is not None:
        return None if player == speech.speaker else player
    if said in ("you", "your") or clause is None:
        return said
    after = speech.words.texts(clause.start, len(speech.words.all))
    place = clause.start + after.index(said) if said in after else clause.end
    for before in speech.clauses.all[clause.number :: -1]:
        named = [(at, name) for name, at in before.players.items() if name != speech.speaker and at < place]
        if named:
            return max(named)[1] if before is clause else min(named)[1]
    return said
