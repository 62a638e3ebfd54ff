"""Arguing: the parts of a speech that accuse, vouch, quote and ask."""

from gander.quack.claims import Claim
from gander.quack.players import templates
from gander.quack.players.briefing import Briefing, stay_phrase, tellable
from gander.quack.players.listening import Remark
from gander.quack.players.speech import TRUTHFUL, Clause, Speech, clause
from gander.quack.players.suspicion import CERTAIN
from gander.quack.players.when import UNSAID, Phrase, at

__all__ = ["contradictions", "question", "quote", "support", "suspicion"]


def suspicion(its: Briefing, speech: Speech, first: bool) -> None:
    """Whom the speaker suspects and how much, or that it suspects nobody."""
    teller, luck = its.teller, its.luck
    if its.plan == TRUTHFUL:
        if luck.happens(0.5):
            speech.say(clause(luck.pick(templates.NOTHING_HARD if first else templates.SKIPPING)))
        return
    if not its.suspects or its.suspects[0][1] < 1.5:
        if luck.happens(0.6):
            speech.say(clause(luck.pick(templates.NOTHING_HARD if first else templates.SKIPPING)))
        elif its.suspects and luck.happens(0.3):
            _accuse(its, speech, its.suspects[0][0], "weak")
        return
    who, total = its.suspects[0]
    if total >= CERTAIN or (total >= 5 and not first):
        strength = "strong"
    elif total >= 2.5:
        strength = "moderate"
    else:
        strength = "weak"
    if first and total < CERTAIN and luck.happens(0.35):
        if luck.happens(0.5):
            speech.say(clause(luck.pick(templates.NOTHING_HARD)))
        return
    agreed = next((remark for remark in its.remarks if remark.kind == "accused" and remark.who == who), None)
    if not first and agreed is not None and strength == "moderate" and luck.happens(0.6):
        claims = _accusation(its, who, strength).claims
        speech.say(clause(luck.pick(templates.AGREE), *claims, other=agreed.speaker, name=who))
        return
    alone = next(
        (g for g in its.grounds if g.who == who and g.kind == "last_with" and g.remark is None), None
    )
    if its.plan is None and alone is not None and luck.happens(0.6):
        told = its.its.last_met(alone.victim or "")
        if told is not None:
            phrase = at(told.until, luck) if told.until > its.its.start else UNSAID
            if speech.say(teller.sighting(who, told.room, phrase)):
                speech.join(_accusation(its, who, strength), ", so ")
                return
    _accuse(its, speech, who, strength)


def _accuse(its: Briefing, speech: Speech, who: str, strength: str) -> None:
    speech.say(_accusation(its, who, strength))


def _accusation(its: Briefing, who: str, strength: str) -> Clause:
    if its.plan is not None:
        return its.teller.accusation(who, strength, "false", "accuse_random")
    sure = any(kill.killer == who for past in its.memory.rounds for kill in past.killings)
    return its.teller.accusation(who, strength, "true" if sure else None)


def contradictions(its: Briefing, speech: Speech) -> None:
    """Say "Bob says he was in storage around tick 9, but I saw him in medbay around tick 9"."""
    luck = its.luck
    if its.plan is not None:
        return
    for ground in its.grounds:
        remark = ground.remark
        if ground.kind != "contradiction" or remark is None or remark.room is None or remark.first is None:
            continue
        phrase = at(remark.first, luck)
        speech.say(_quoted(its, remark, phrase))
        known = _elsewhere(its, remark, phrase)
        if speech.join(known, ", but ") and known is not None and known.claims[0].claim.room == remark.room:
            speech.join(its.teller.no_sighting(remark.speaker))
        speech.say(_accusation(its, ground.who, "moderate"))
        return


def _elsewhere(its: Briefing, remark: Remark, phrase: Phrase) -> Clause | None:
    """What the speaker itself knows of where a liar, or it itself, was at the time."""
    teller = its.teller
    if remark.room is None or remark.first is None:
        return None
    for met in its.its.met(remark.speaker, remark.first, remark.first):
        if met.room != remark.room:
            return teller.sighting(remark.speaker, met.room, phrase)
    for room in sorted(its.its.rooms(remark.first, remark.first)):
        return teller.location(room, phrase)
    return None


def _quoted(its: Briefing, remark: Remark, phrase: Phrase) -> Clause:
    teller, room = its.teller, remark.room or ""
    if remark.kind == "place":
        claim = Claim(
            "location",
            teller.name,
            subject=remark.speaker,
            room=room,
            time=phrase.text,
            source=remark.speaker,
        )
        return teller.unasserted(
            templates.QUOTE_PLACE, claim, name=remark.speaker, room=teller.room(room), time=phrase.text
        )
    if remark.who == teller.name:
        claim = Claim(
            "sighting",
            teller.name,
            subject=remark.speaker,
            target=teller.name,
            room=room,
            time=phrase.text,
            source=remark.speaker,
        )
        return teller.unasserted(
            templates.QUOTE_ME, claim, name=remark.speaker, room=teller.room(room), time=phrase.text
        )
    who = remark.who or ""
    claim = Claim("location", teller.name, subject=who, room=room, time=phrase.text, source=remark.speaker)
    return teller.unasserted(
        templates.QUOTE_SAW,
        claim,
        name=remark.speaker,
        target=who,
        room=teller.room(room),
        time=phrase.text,
    )


def quote(its: Briefing, speech: Speech) -> None:
    """What another player said, passed on, or where somebody might have been."""
    teller, luck = its.teller, its.luck
    told = [
        remark
        for remark in its.remarks
        if remark.kind in ("place", "saw")
        and remark.speaker in its.others
        and remark.room is not None
        and remark.first is not None
        and remark.who != teller.name
        and remark.first <= its.its.last
    ]
    if told and luck.happens(0.7):
        remark = luck.pick(told)
        speech.say(_quoted(its, remark, at(remark.first or 0, luck, exact=True)))
    elif its.meeting.bodies and its.others:
        _, room = luck.pick(its.meeting.bodies)
        who = luck.pick(its.others)
        claim = Claim("location", teller.name, subject=who, room=room)
        speech.say(teller.unasserted(templates.SUPPOSE, claim, name=who, room=teller.room(room)))


def support(its: Briefing, speech: Speech) -> None:
    """Say "I can vouch for Alice, she was with me in medbay around tick 8"."""
    teller, luck = its.teller, its.luck
    suspects = {who for who, total in its.suspects if total > 1.0}
    known: dict[str, int] = {}
    for met in its.its.encounters:
        if met.who in its.others and met.who not in suspects and tellable(its, met):
            known[met.who] = known.get(met.who, 0) + met.until - met.since
    trusted = [who for who, ticks in known.items() if ticks >= 3]
    if not trusted:
        return
    who = luck.pick(trusted)
    longest = max(its.its.met(who), key=lambda met: met.until - met.since)
    if longest.until <= its.its.start:
        return
    phrase = stay_phrase(its, longest.since, longest.until)
    seen = teller.sighting(who, longest.room, phrase, patterns=templates.SIGHTING_LASTING[:2])
    if seen is not None:
        speech.say(teller.defense(who, seen.pattern.format_map(seen.fields)))
        speech.join(seen, ", ")


def question(its: Briefing, speech: Speech) -> None:
    """A question to one of the others."""
    teller, luck, now = its.teller, its.luck, its.its
    if not its.others or not luck.happens(0.45):
        return
    who = its.suspects[0][0] if its.suspects and luck.happens(0.5) else luck.pick(its.others)
    tick = max(now.start + 1, now.last - int(luck.below(8)))
    if luck.happens(0.2):
        room = its.meeting.bodies[0][1] if its.meeting.bodies else now.stays[-1].room
        phrase = at(tick, luck)
        claim = Claim("location", teller.name, subject=who, room=room, time=phrase.text)
        asked = teller.unasserted(
            templates.ASK_ROOM, claim, name=who, room=teller.room(room), time=phrase.text
        )
        speech.say(asked, "?")
        return
    speech.say(clause(luck.pick(templates.ASK), name=who, tick=str(tick)), "?")
